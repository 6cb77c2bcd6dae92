"""The move that a turn is, and what is counted of it."""

from __future__ import annotations

from collections.abc import Sequence

from rivertable.core.contract.parts import Family, Thing
from rivertable.core.errors import IllegalMoveError, MalformedMoveError

from .board import Lay, PebblesBoard
from .documents import write_breakdown
from .kernel.learning import NAMES

CATEGORIES = {f"value_{name}": f"points of value {name}" for name in NAMES}


def move_of(board: PebblesBoard, decisions: Sequence[int]) -> Lay:
    """Return the move that a decision means."""
    return Lay(decisions[0] + 1)


def decisions_of(board: PebblesBoard, move: Lay) -> tuple[int, ...]:
    """Return the decision that a move means."""
    if move.value - 1 not in board.decisions():
        raise IllegalMoveError("There is no {value} in your hand.", value=move.value, rule="P3")
    return (move.value - 1,)


def parse_move(board: PebblesBoard, text: str) -> Lay:
    """Read ``lay 4``."""
    word, _, value = text.strip().partition(" ")
    if word != "lay" or value not in NAMES:
        raise MalformedMoveError("A move is written 'lay 4'.")
    move = Lay(int(value))
    decisions_of(board, move)
    return move


def list_uses(components: object) -> tuple[Family, ...]:
    """Return all that turns can use: values."""
    things = tuple(Thing(f"value:{name}", f"a {name}") for name in NAMES)
    return (Family("value", "Values", "a pebble that was laid", "value", things),)


def uses(before: PebblesBoard, move: Lay, after: PebblesBoard) -> tuple[str, ...]:
    """Return the value laid."""
    return (f"value:{move.value}",)


def list_parts() -> tuple[Thing, ...]:
    """Return what a total is the sum of."""
    return tuple(Thing(f"value:{name}", f"value {name}") for name in NAMES)


def score_parts(board: PebblesBoard, seat: int) -> tuple[int, ...]:
    """Return the points by value."""
    return tuple(write_breakdown(board, seat)["by_value"])


category_points = score_parts
