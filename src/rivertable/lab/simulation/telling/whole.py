"""All turns of whole games told, and their final points by category."""

from __future__ import annotations

from typing import Any

from ....core.compiling.kernel import call_by_address, kernel_entry, wide
from . import game

tell_turn = call_by_address(game.tell_turn)
write_categories = call_by_address(game.write_categories)


@kernel_entry
def tell_games(
    turns: Any,
    starts: Any,
    after: Any,
    choices_end: Any,
    choices: Any,
    terms: Any,
    states: Any,
    numbers: Any,
    told: Any,
    tellers: Any,
    out: Any,
) -> bool:
    """Tell every turn of games as a log holds them, and return whether there was room for all."""
    tellers[0].symbols, tellers[0].uses = 0, 0
    place, first = wide(0), wide(0)
    for row in range(turns.shape[0]):
        states[0] = starts[row]
        for _ in range(turns[row]):
            last = wide(choices_end[place])
            tell_turn(states, terms, choices, first, last, numbers, told, tellers, out)
            told.symbols_end[place] = tellers[0].symbols
            told.uses_end[place] = tellers[0].uses
            states[0] = after[place]
            first = last
            place += 1
    return bool(tellers[0].symbols <= told.symbols.shape[0] and tellers[0].uses <= told.uses.shape[0])


@kernel_entry
def write_points(turns: Any, after: Any, terms: Any, tellers: Any, points: Any) -> None:
    """Write the final points of each game; ``points`` (int32) has the shape (games, seats, categories)."""
    end = wide(-1)
    for row in range(turns.shape[0]):
        end += turns[row]
        for seat in range(points.shape[1]):
            write_categories(after, end, terms, wide(seat), tellers, points[row, seat])
