"""Entry points from Python into the compiled rules, and whole games at random.

A call takes an array of states and an index, because a record argument costs ten times as much a call.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel, kernel_entry, natural
from ...core.compiling.random import below
from .chance import draw_on, happen, is_chance, lay, outcomes, receive, set_up
from .rules import decide, decisions
from .scoring import break_down, score
from .state import DRAWN, OVER, SETUP_RIVER, TILES


@kernel_entry
def start(states: Any, index: int, terms: Any, players: int, first_seat: int) -> None:
    """Begin set-up of a game in a blank state."""
    set_up(states[index], terms[0], players, first_seat)


@kernel_entry
def list_decisions(states: Any, index: int, terms: Any, out: Any) -> int:
    """Write the legal decisions to ``out`` (int16) and return how many: none when chance acts or all is over."""
    return decisions(states[index], terms[0], out)


@kernel_entry
def list_outcomes(states: Any, index: int, out: Any, weights: Any) -> int:
    """Write what chance can do to ``out`` (int16) and ``weights`` (int16), and return how many there are."""
    return outcomes(states[index], out, weights)


@kernel_entry
def apply(states: Any, index: int, terms: Any, choice: int) -> None:
    """Apply one legal decision, or one outcome of chance."""
    if choice < DRAWN:
        decide(states[index], terms[0], choice)
    else:
        happen(states[index], terms[0], choice)


@kernel_entry
def total(states: Any, index: int, terms: Any, seat: int) -> int:
    """Return a seat's total as the position stands."""
    return score(states[index], terms[0], seat)


@kernel_entry
def parts(states: Any, index: int, seat: int, out: Any) -> None:
    """Write which rows and columns of a seat count; see :func:`~rivertable.glassworks.kernel.scoring.break_down`."""
    break_down(states[index], seat, out)


@kernel
def sample_piece(state: Any, terms: Any, generator: Any) -> int:
    """Return the type of one piece of the bag, all pieces as likely.

    The pile lists all pieces the game began with; the j-th of a type is still in the bag while j < how many are left.
    """
    while True:
        place = below(generator, int(terms.pile_count))
        piece = natural(terms.pile[place])
        if terms.pile_copy[place] < state.bag[piece]:
            return piece


@kernel
def sample_tile(state: Any, generator: Any) -> int:
    """Return one of the tiles that are not laid yet, all as likely."""
    skip = below(generator, natural(state.due))
    laid = 0
    for k in range(TILES):
        laid |= int(k < TILES - natural(state.due)) << natural(state.river[k])
    tile = 0
    free = 0
    for k in range(TILES):
        free += 1 - ((laid >> k) & 1)
        tile += int(free <= skip)
    return tile


@kernel
def let_chance(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act until a player decides or the game is over; as a run of sampled :func:`happen`, only quicker."""
    while is_chance(state):
        if state.phase == SETUP_RIVER:
            lay(state, sample_tile(state, generator))
        else:
            for _ in range(min(natural(state.due), natural(state.bag_count))):
                receive(state, sample_piece(state, terms, generator))
            state.due = 0
        draw_on(state, terms)


@kernel_entry
def lay_out(state: Any, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up in a blank state, chance included; write the first legal decisions; return how many there are."""
    set_up(state, terms, players, first_seat)
    let_chance(state, terms, generator)
    return decisions(state, terms, out)


@kernel_entry
def deal(states: Any, index: int, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """:func:`lay_out`, from Python."""
    return lay_out(states[index], terms[0], players, first_seat, generator, out)


@kernel
def proceed(state: Any, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Do a decision, let chance act, write the next legal decisions; return how many there are, 0 when all is over."""
    decide(state, terms, decision)
    let_chance(state, terms, generator)
    return decisions(state, terms, out)


@kernel_entry
def step(states: Any, index: int, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """:func:`proceed`, from Python."""
    return proceed(states[index], terms[0], decision, generator, out)


@kernel
def play_at_random(state: Any, terms: Any, generator: Any, out: Any) -> int:
    """Play a game to its end by random decisions; return how many decisions were taken. ``out`` is scratch (int16)."""
    taken = 0
    while state.phase != OVER:
        count = decisions(state, terms, out)
        decide(state, terms, int(out[below(generator, count)]))
        let_chance(state, terms, generator)
        taken += 1
    return taken


@kernel_entry
def random_games(
    states: Any, blank: Any, terms: Any, players: int, count: int, generator: Any, out: Any, totals: Any
) -> int:
    """Play ``count`` whole games at random in ``states[0]``; add each seat's totals to ``totals`` (int64, seats).

    ``blank`` is an array of one blank state. Gives the number of decisions taken.
    """
    taken = 0
    state, rules = states[0], terms[0]
    for _ in range(count):
        states[0] = blank[0]
        set_up(state, rules, players, 0)
        let_chance(state, rules, generator)
        taken += play_at_random(state, rules, generator, out)
        for seat in range(players):
            totals[seat] += score(state, rules, seat)
    return taken
