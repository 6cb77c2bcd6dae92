"""Whole games between bots, dealt by a referee: the same as :class:`rivertable.core.match.Match` plays them.

Bots take their decisions at random, or whole turns by one-ply values of what their seat may know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiling.digests import Draws, seat_referee
from ...core.compiling.draws import draw_below, draw_ticket, start_simulator
from ...core.compiling.kernel import call_by_address, kernel_entry, kernel_part, wide
from ..search.arguments import GameLog, MatchScratch, SearchSettings, SeatedBots
from ..search.choosing import TIES, compiled_seed_for, count_equal
from .game import (
    conceal,
    decisions,
    happen,
    is_inside,
    is_over,
    outcomes,
    score,
    start,
    take,
)
from .turns import Workspace
from .turns import list_turns_by_address as list_turns

_TIES = np.uint64(TIES)


@kernel_part
def take_random_turn(bots: SeatedBots, state: Any, terms: Any, seat: int, turn: Any, out: Any) -> int:
    """Take a turn by random decisions, write them to ``turn`` and return how many they are."""
    count, taken = wide(decisions(state, terms, out)), 0
    while True:
        decision = wide(out[draw_below(bots.seeds, seat, count)])
        turn[taken] = decision
        taken += 1
        count = wide(take(state, terms, decision, out))
        if not is_inside(state):
            return taken


@kernel_part
def take_one_ply_turn(
    bots: SeatedBots, work: Workspace, concealed: Any, state: Any, seat: int, turn: Any, out: Any
) -> int:
    """Take a turn by the one-ply values of what the seat may know; write and return as above."""
    listing, terms = work.listing, work.terms
    listing.states[0] = state
    conceal(listing.states[0], seat)
    candidates = wide(bots.candidates[seat])
    settings = SearchSettings(bool(bots.has_network[seat]), 0.0, 1.0, 0.0, candidates, candidates)
    own = Workspace(listing, terms, work.network, work.layers, work.generator, settings)
    kept = wide(list_turns(own, candidates, False))
    equal, chosen = count_equal(listing.value, listing.order, kept, float(bots.tolerance[seat])), wide(0)
    if equal > 1:
        bots.simulator[0] = start_simulator(compiled_seed_for(bots.seeds[seat], concealed, 0))
        chosen = draw_below(bots.simulator, 0, equal)
    place = wide(listing.order[chosen])
    length = wide(listing.length[place])
    for k in range(length):
        turn[k] = listing.turn[place, k]
        take(state, terms[0], wide(turn[k]), out)
    return length


@kernel_entry
def take_turn(bots: SeatedBots, work: Workspace, concealed: Any, states: Any, turn: Any, out: Any) -> int:
    """Let the bot on turn take its turn in ``states[0]``, before chance acts.

    Write its decisions to ``turn`` (int16, room for a turn) and return how many they are. ``concealed`` is
    ``work.listing.states`` as bytes, ``out`` scratch for a list.
    """
    state, seat = states[0], wide(states[0].seat)
    if bots.is_random[seat]:
        return take_random_turn(bots, state, work.terms[0], seat, turn, out)
    return take_one_ply_turn(bots, work, concealed, state, seat, turn, out)


@kernel_entry
def let_referee(draws: Draws, states: Any, terms: Any, drawn: Any, first: int, out: Any, weights: Any) -> int:
    """Let chance act in ``states[0]`` by the referee's draws; write what happens to ``drawn`` from ``first`` on.

    Return the place after the last; nothing is written where there is no room.
    """
    state = states[0]
    while True:
        count = wide(outcomes(state, out, weights))
        if count == 0:
            return first
        whole = wide(0)
        for k in range(count):
            whole += wide(weights[k])
        ticket, place = draw_ticket(draws, whole), wide(0)
        while ticket >= weights[place]:
            ticket -= wide(weights[place])
            place += 1
        outcome = wide(out[place])
        happen(state, terms[0], outcome)
        if first < drawn.shape[0]:
            drawn[first] = outcome
        first += 1


@kernel_entry
def write_totals(states: Any, terms: Any, totals: Any) -> None:
    """Write every seat's points in each state; ``totals`` has the shape (states, seats)."""
    for row in range(totals.shape[0]):
        for seat in range(totals.shape[1]):
            totals[row, seat] = score(states[row], terms[0], wide(seat))


@kernel_entry
def has_ended(states: Any) -> bool:
    """Return whether the game in ``states[0]`` is over."""
    return is_over(states[0])


take_turn_by_address = call_by_address(take_turn)
let_referee_by_address = call_by_address(let_referee)


@kernel_entry
def seat_bots(bots: SeatedBots, seeds: Any, row: int) -> None:
    """Begin a game with bots whose seeds (uint64) are a row of ``seeds``."""
    for seat in range(seeds.shape[1]):
        seed = seeds[row, seat]
        bots.seeds[seat] = start_simulator(seed) if bots.is_random[seat] else seed ^ _TIES


@kernel_entry
def deal(draws: Draws, keys: Any, row: int, work: Workspace, players: int, scratch: MatchScratch) -> None:
    """Set a game up in ``scratch.states[0]`` by the referee of a row of keys; seat 0 begins."""
    scratch.states[0] = scratch.blank[0]
    seat_referee(draws, keys, row)
    start(scratch.states[0], work.terms[0], players, wide(0))
    let_referee_by_address(
        draws, scratch.states, work.terms, scratch.turn, wide(scratch.turn.shape[0]), scratch.out, scratch.weights
    )


deal_by_address = call_by_address(deal)
seat_bots_by_address = call_by_address(seat_bots)


@kernel_entry
def play_games(
    bots: SeatedBots,
    seeds: Any,
    work: Workspace,
    concealed: Any,
    draws: Draws,
    keys: Any,
    log: GameLog,
    scratch: MatchScratch,
) -> int:
    """Play the game of each row of keys to its end and write it; return how many the log has room for.

    A log with room for no turns has room for any game.
    """
    states, players = scratch.states, wide(seeds.shape[1])
    is_written = log.seats.shape[0] > 0
    place, chosen, drawn = wide(0), wide(0), wide(0)
    for row in range(keys.shape[0]):
        deal_by_address(draws, keys, wide(row), work, players, scratch)
        seat_bots_by_address(bots, seeds, wide(row))
        if is_written:
            log.starts[row] = states[0]
        turns, taken = wide(0), wide(0)
        while not is_over(states[0]):
            seat = states[0].seat
            count = wide(take_turn_by_address(bots, work, concealed, states, scratch.turn, scratch.out))
            turns += 1
            taken += count
            if not is_written:
                let_referee_by_address(draws, states, work.terms, log.outcomes, drawn, scratch.out, scratch.weights)
                continue
            drawn = wide(
                let_referee_by_address(draws, states, work.terms, log.outcomes, drawn, scratch.out, scratch.weights)
            )
            if place == log.seats.shape[0] or chosen + count > log.choices.shape[0] or drawn > log.outcomes.shape[0]:
                return wide(row)
            for k in range(count):
                log.choices[chosen + k] = scratch.turn[k]
            chosen += count
            log.seats[place] = seat
            log.choices_end[place] = chosen
            log.outcomes_end[place] = drawn
            log.after[place] = states[0]
            place += 1
        log.turns[row] = turns
        log.decisions[row] = taken
        for seat in range(players):
            log.totals[row, seat] = score(states[0], work.terms[0], wide(seat))
    return wide(keys.shape[0])
