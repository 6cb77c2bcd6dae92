"""The turn that promises most: every whole turn is looked at depth first, in compiled code."""

from __future__ import annotations

from typing import Any

from ..core.kernel import kernel, kernel_entry
from .listing import decisions
from .outlook import project
from .rules import decide, settle
from .state import PLACING, STOPPING


@kernel
def is_inside(state: Any) -> bool:
    """Tell whether a decision of a turn begun before is asked for."""
    return bool(STOPPING <= state.phase <= PLACING)


@kernel_entry
def best_turn(stack: Any, terms: Any, seat: int, lists: Any, path: Any) -> int:
    """Write the decisions of the turn after which :func:`~rivertable.market.outlook.project` is highest.

    ``stack`` holds the start of the turn at 0 and room for as many states as a turn has decisions; ``lists`` (int16)
    has a row for each, ``path`` (int16, 3 rows) the decisions now, how many there are beside each, and the best found,
    the first of equals. Gives how many decisions the best turn has.
    """
    depth, length = 0, 0
    best = 0.0
    path[1, 0] = decisions(stack[0], terms[0], lists[0])
    path[0, 0] = -1
    while depth >= 0:
        path[0, depth] += 1
        if path[0, depth] == path[1, depth]:
            depth -= 1
            continue
        stack[depth + 1] = stack[depth]
        decide(stack[depth + 1], terms[0], int(lists[depth, path[0, depth]]))
        count = settle(stack[depth + 1], terms[0], lists[depth + 1])
        if is_inside(stack[depth + 1]):
            depth += 1
            path[1, depth] = count
            path[0, depth] = -1
            continue
        worth = project(stack, depth + 1, terms, seat)
        if length == 0 or worth > best:
            best = worth
            length = depth + 1
            for k in range(length):
                path[2, k] = lists[k, path[0, k]]
    return length
