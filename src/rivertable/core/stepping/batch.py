"""Many games a call. Game ``i`` is row ``i`` of every array; a call works on the rows from ``first`` to ``last``.

Arrays without columns are left alone: so observations and masks are written only where they are wanted.

``generator``, ``out`` and ``counted`` are scratch for one thread: one uint64, as many int16 as a list has room for, as
many int64 as there are seats. A row of an array as an array of its own would be counted as a reference, at the cost of
a decision.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel, kernel_entry, wide
from ...core.prefetch import fetch_ahead
from ...core.random import below
from .game import deal, score, step, write_observation

WIN, MARGIN = 0, 1
"""What a reward is: the share of the win, or points ahead of the best other seat."""
TOGETHER = 32
"""So many games are stepped before they are shown."""
COMPARED = 8
"""So many legal decisions are compared at once; a list has room for a multiple of it."""


@kernel_entry
def write_results(
    states: Any, row: int, terms: Any, players: int, goal: int, totals: Any, rewards: Any, counted: Any
) -> None:
    """Write each seat's total and reward at the end of a game."""
    best, second, winners = wide(-(1 << 40)), wide(-(1 << 40)), wide(0)
    for seat in range(players):
        points = wide(score(states[row], terms[0], seat))
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


@kernel
def write_legal(states: Any, row: int, out: Any, count: int, legal: Any, counts: Any, seats: Any) -> None:
    """Write who decides in a game, and which decisions that seat may take."""
    seats[row] = states[row].seat
    counts[row] = count
    for k in range(count):
        legal[row, k] = out[k]


@kernel_entry
def look(states: Any, terms: Any, seats: Any, observations: Any, first: int, last: int) -> None:
    """Write what the seat that decides observes in each game."""
    for row in range(first, last):
        out = observations[row]
        for place in range(len(out)):
            out[place] = 0
        write_observation(states[row], terms[0], wide(seats[row]), out)


@kernel_entry
def mark(legal: Any, counts: Any, masks: Any, value: int, first: int, last: int) -> None:
    """Write a number at each legal decision of each game."""
    for row in range(first, last):
        for k in range(wide(counts[row])):
            masks[row, legal[row, k]] = value


@kernel_entry
def begin(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    legal: Any,
    counts: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    first: int,
    last: int,
    generator: Any,
    out: Any,
) -> None:
    """Set games up; masks are all 0 before."""
    for row in range(first, last):
        generator[0] = generators[row]
        states[row] = blank[0]
        count = wide(deal(states, row, terms, players, 0, generator, out))
        generators[row] = generator[0]
        write_legal(states, row, out, count, legal, counts, seats)
    if observations.shape[1] > 0:
        look(states, terms, seats, observations, wide(first), wide(last))
    if masks.shape[1] > 0:
        mark(legal, counts, masks, wide(1), wide(first), wide(last))


@kernel_entry
def begin_anew(
    states: Any,
    row: int,
    blank: Any,
    terms: Any,
    players: int,
    generator: Any,
    out: Any,
    goal: int,
    ended: Any,
    totals: Any,
    rewards: Any,
    counted: Any,
) -> int:
    """Write what a game that is over brought, and deal the next one; give how many legal decisions it begins with."""
    ended[row] = True
    write_results(states, row, terms, players, goal, totals, rewards, counted)
    states[row] = blank[0]
    return wide(deal(states, row, terms, players, 0, generator, out))


@kernel_entry
def move(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    legal: Any,
    counts: Any,
    seats: Any,
    first: int,
    last: int,
    generator: Any,
    out: Any,
    actions: Any,
    goal: int,
    ended: Any,
    totals: Any,
    rewards: Any,
    counted: Any,
) -> None:
    """Take one legal decision in each game; a game that ends begins anew at once."""
    for row in range(first, last):
        fetch_ahead(states, wide(row + 1))
        if ended[row]:
            ended[row] = False
            for seat in range(players):
                rewards[row, seat] = 0.0
        generator[0] = generators[row]
        count = wide(step(states, row, terms, wide(actions[row]), generator, out))
        if count == 0:
            count = wide(
                begin_anew(states, row, blank, terms, players, generator, out, goal, ended, totals, rewards, counted)
            )
        generators[row] = generator[0]
        write_legal(states, row, out, count, legal, counts, seats)


@kernel_entry
def advance(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    legal: Any,
    counts: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    first: int,
    last: int,
    generator: Any,
    out: Any,
    actions: Any,
    goal: int,
    ended: Any,
    totals: Any,
    rewards: Any,
    counted: Any,
) -> None:
    """Take one legal decision in each game and show what follows, some games after some others: they stay at hand."""
    has_masks = masks.shape[1] > 0
    for start in range(first, last, TOGETHER):
        end = min(start + TOGETHER, wide(last))
        if has_masks:
            mark(legal, counts, masks, wide(0), start, end)
        move(
            states,
            blank,
            terms,
            players,
            generators,
            legal,
            counts,
            seats,
            start,
            end,
            generator,
            out,
            actions,
            goal,
            ended,
            totals,
            rewards,
            counted,
        )
        if observations.shape[1] > 0:
            look(states, terms, seats, observations, start, end)
        if has_masks:
            mark(legal, counts, masks, wide(1), start, end)


@kernel_entry
def roam(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    generators: Any,
    legal: Any,
    counts: Any,
    seats: Any,
    observations: Any,
    masks: Any,
    first: int,
    last: int,
    generator: Any,
    out: Any,
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
        mark(legal, counts, masks, wide(0), wide(first), wide(last))
    for row in range(first, last):
        fetch_ahead(states, wide(row + 1))
        ended[row] = False
        for seat in range(players):
            rewards[row, seat] = 0.0
        generator[0] = generators[row]
        count = wide(counts[row])
        for k in range(count):
            out[k] = legal[row, k]
        for _ in range(decisions):
            count = wide(step(states, row, terms, wide(out[below(generator, count)]), generator, out))
            if count == 0:
                count = wide(
                    begin_anew(
                        states, row, blank, terms, players, generator, out, goal, ended, totals, rewards, counted
                    )
                )
        generators[row] = generator[0]
        write_legal(states, row, out, count, legal, counts, seats)
    if observations.shape[1] > 0:
        look(states, terms, seats, observations, wide(first), wide(last))
    if has_masks:
        mark(legal, counts, masks, wide(1), wide(first), wide(last))


@kernel_entry
def find_illegal(legal: Any, counts: Any, actions: Any) -> int:
    """Give the first row whose action is not among its legal decisions, or -1.

    Where a decision stands in its list nobody foresees, so a search that branches on it waits at every step.
    """
    for row in range(len(actions)):
        action, count, start = actions[row], wide(counts[row]), wide(0)
        is_legal = False
        while start < count and not is_legal:
            for k in range(start, start + COMPARED):
                is_legal |= (legal[row, k] == action) & (k < count)
            start += COMPARED
        if not is_legal:
            return wide(row)
    return wide(-1)


@kernel_entry
def sample(legal: Any, counts: Any, generator: Any, actions: Any) -> None:
    """Write a legal decision for each row, each as likely."""
    for row in range(len(actions)):
        actions[row] = legal[row, below(generator, wide(counts[row]))]
