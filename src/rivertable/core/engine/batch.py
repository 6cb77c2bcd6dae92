"""Many games a call. Game ``i`` is row ``i`` of every array; a call works on the rows from ``first`` to ``last``.

Arrays without columns are left alone: so observations and masks are written only where they are wanted.

Each game's list of legal decisions and its generator are an array inside a record: ``lists[row].choices``, int16 and as
long as a list has room for, and ``generators[row].bits``, one uint64. A row of an array as an array of its own would be
counted as a reference, at the cost of half a decision.

``counted`` is scratch for one thread: as many int64 as there are seats.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiling.bits import below
from ..compiling.instructions import LINE, fetch_ahead
from ..compiling.kernel import kernel, kernel_entry, wide
from .game import OFTEN_USED, score, write_observation
from .turns import lay_out, proceed

WIN, MARGIN = 0, 1
"""What a reward is: the share of the win, or points ahead of the best other seat."""
TOGETHER = 32
"""So many games are stepped before they are shown, if they are."""
COMPARED = 64
"""So many legal decisions are compared at once; a list has room for a multiple of it."""
_PLACES = np.arange(COMPARED, dtype=np.int16)
_LINES = tuple(range(0, OFTEN_USED, LINE))
"""Where the parts of a state begin that most decisions need."""


@kernel
def write_results(
    state: Any, terms: Any, row: int, players: int, goal: int, totals: Any, rewards: Any, counted: Any
) -> None:
    """Write each seat's total and reward at the end of a game."""
    best, second, winners = wide(-(1 << 40)), wide(-(1 << 40)), wide(0)
    for seat in range(players):
        points = wide(score(state, terms, seat))
        counted[seat] = points
        totals[row, seat] = points
        if points > best:
            second = best
            best = points
            winners = wide(1)
        else:
            second = max(second, points)
            winners += wide(points == best)
    for seat in range(players):
        if goal == WIN:
            rewards[row, seat] = (1.0 / winners) if counted[seat] == best else 0.0
        else:
            rewards[row, seat] = counted[seat] - (second if counted[seat] == best else best)


@kernel_entry
def observe_all(states: Any, terms: Any, seats: Any, observations: Any, first: int, last: int) -> None:
    """Write what the seat that decides observes in each game."""
    for row in range(first, last):
        out = observations[row]
        for place in range(len(out)):
            out[place] = 0
        write_observation(states[row], terms[0], wide(seats[row]), out)


@kernel_entry
def mark_legal(lists: Any, counts: Any, masks: Any, value: int, first: int, last: int) -> None:
    """Write a number at each legal decision of each game."""
    for row in range(first, last):
        choices = lists[row].choices
        for k in range(wide(counts[row])):
            masks[row, choices[k]] = value


@kernel_entry
def begin(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    lists: Any,
    counts: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    first: int,
    last: int,
) -> None:
    """Set games up; masks are all 0 before."""
    for row in range(first, last):
        states[row] = blank[0]
        counts[row] = lay_out(states[row], terms[0], players, 0, generators[row].bits, lists[row].choices)
        seats[row] = states[row].seat
    if observations.shape[1] > 0:
        observe_all(states, terms, seats, observations, wide(first), wide(last))
    if masks.shape[1] > 0:
        mark_legal(lists, counts, masks, wide(1), wide(first), wide(last))


@kernel
def begin_anew(
    states: Any,
    row: int,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    lists: Any,
    goal: int,
    ended: Any,
    totals: Any,
    rewards: Any,
    counted: Any,
) -> int:
    """Write what a game that is over brought, and deal the next one; return how many legal decisions it begins with."""
    ended[row] = True
    write_results(states[row], terms[0], row, players, goal, totals, rewards, counted)
    states[row] = blank[0]
    return wide(lay_out(states[row], terms[0], players, 0, generators[row].bits, lists[row].choices))


@kernel_entry
def move(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    lists: Any,
    counts: Any,
    seats: Any,
    first: int,
    last: int,
    actions: Any,
    goal: int,
    ended: Any,
    totals: Any,
    rewards: Any,
    counted: Any,
) -> None:
    """Take one legal decision in each game; a game that ends begins anew at once."""
    for row in range(first, last):
        fetch_ahead(states, wide(row + 1), _LINES)
        if ended[row]:
            ended[row] = False
            for seat in range(players):
                rewards[row, seat] = 0.0
        count = wide(proceed(states[row], terms[0], wide(actions[row]), generators[row].bits, lists[row].choices))
        if count == 0:
            count = wide(
                begin_anew(states, row, blank, terms, players, generators, lists, goal, ended, totals, rewards, counted)
            )
        counts[row] = count
        seats[row] = states[row].seat


@kernel_entry
def advance(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    lists: Any,
    counts: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    first: int,
    last: int,
    actions: Any,
    goal: int,
    ended: Any,
    totals: Any,
    rewards: Any,
    counted: Any,
) -> None:
    """Take one legal decision in each game and show what follows, some games after some others: they stay at hand."""
    has_masks = masks.shape[1] > 0
    is_shown = has_masks or observations.shape[1] > 0
    together = wide(TOGETHER) if is_shown else max(wide(last - first), wide(1))
    for start in range(first, last, together):
        end = min(start + together, wide(last))
        if has_masks:
            mark_legal(lists, counts, masks, wide(0), start, end)
        move(
            states,
            blank,
            terms,
            players,
            generators,
            lists,
            counts,
            seats,
            start,
            end,
            actions,
            goal,
            ended,
            totals,
            rewards,
            counted,
        )
        if observations.shape[1] > 0:
            observe_all(states, terms, seats, observations, start, end)
        if has_masks:
            mark_legal(lists, counts, masks, wide(1), start, end)


@kernel_entry
def random_rollout(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    lists: Any,
    counts: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    first: int,
    last: int,
    decisions: int,
    goal: int,
    ended: Any,
    totals: Any,
    rewards: Any,
    counted: Any,
) -> None:
    """Take so many random decisions in each game, one game after the other, and show what follows.

    They are drawn from the game's own generator. A game that ends begins anew at once.
    """
    has_masks = masks.shape[1] > 0
    if has_masks:
        mark_legal(lists, counts, masks, wide(0), wide(first), wide(last))
    for row in range(first, last):
        fetch_ahead(states, wide(row + 1), _LINES)
        ended[row] = False
        for seat in range(players):
            rewards[row, seat] = 0.0
        count = wide(counts[row])
        for _ in range(decisions):
            choice = wide(lists[row].choices[below(generators[row].bits, count)])
            count = wide(proceed(states[row], terms[0], choice, generators[row].bits, lists[row].choices))
            if count == 0:
                count = wide(
                    begin_anew(
                        states, row, blank, terms, players, generators, lists, goal, ended, totals, rewards, counted
                    )
                )
        counts[row] = count
        seats[row] = states[row].seat
    if observations.shape[1] > 0:
        observe_all(states, terms, seats, observations, wide(first), wide(last))
    if has_masks:
        mark_legal(lists, counts, masks, wide(1), wide(first), wide(last))


@kernel_entry
def find_illegal(legal: Any, counts: Any, actions: Any) -> int:
    """Return the first row whose action is not among its legal decisions, or -1.

    Where a decision stands in its list nobody foresees, so a search that branches on it would wait at every step. All
    numbers are int16: then a few instructions compare the whole list.
    """
    for row in range(len(actions)):
        action, left, start, is_legal = actions[row], counts[row], wide(0), False
        while left > 0 and not is_legal:
            for k in range(COMPARED):
                is_legal |= (legal[row, start + k] == action) & (_PLACES[k] < left)
            start += COMPARED
            left = np.int16(left - COMPARED)
        if not is_legal:
            return wide(row)
    return wide(-1)


@kernel_entry
def sample(legal: Any, counts: Any, generator: Any, actions: Any) -> None:
    """Write a legal decision for each row, each as likely."""
    for row in range(len(actions)):
        actions[row] = legal[row, below(generator, wide(counts[row]))]
