"""What a record and the table say of Pebbles, and reading it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from rivertable.core.errors import MalformedMoveError, PositionError
from rivertable.core.game import Terms

from .board import Lay, PebblesBoard, PebblesPosition
from .kernel.state import COPIES, DEAL, DRAWN, LAY, OVER, REFILL, VALUES

PHASES = {DEAL: "setup", LAY: "play", REFILL: "play", OVER: "over"}


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SeatDocument(_Model):
    """A seat: its hand, None where it is hidden, and the pebbles it has laid."""

    hand: list[int] | None
    held: int
    row: list[int]


class TurnDocument(_Model):
    """Who is on turn."""

    seat: int
    phase: Literal["setup", "play", "over"]


class StateDocument(_Model):
    """A record's STATE."""

    first_seat: int
    pebbles: list[SeatDocument]
    turn: TurnDocument


class MoveDocument(_Model):
    """A record's MOVE."""

    type: Literal["lay"]
    value: int


class ChanceDocument(_Model):
    """Values drawn; None where they are hidden."""

    pebbles_drawn: list[int | None]


class BreakdownDocument(_Model):
    """The points of each value."""

    by_value: list[int]
    total: int


class DecisionDocument(_Model):
    """A decision: the value that is laid."""

    type: Literal["lay-pebble"]
    value: int


def write_state(board: PebblesBoard) -> dict[str, Any]:
    """Return a position or view as a STATE."""
    state = board.state
    seats = [
        {
            "hand": board.pebbles(state.hand[seat]) if board.is_open_hand(seat) else None,
            "held": int(state.held[seat]),
            "row": board.pebbles(state.row[seat]),
        }
        for seat in range(board.players)
    ]
    turn = {"seat": int(state.seat), "phase": PHASES[int(state.phase)]}
    return {"first_seat": int(state.first_seat), "pebbles": seats, "turn": turn}


def read_state(document: StateDocument, terms: Terms) -> PebblesPosition:
    """Return the position that a STATE means: between two turns.

    Raises:
        PositionError: it is no possible position.
    """
    states = terms.game.kernel.new_states(1)
    state = states[0]
    if len(document.pebbles) != terms.players or not 0 <= document.turn.seat < terms.players:
        raise PositionError("The state has another number of seats.")
    state.players, state.first_seat, state.seat = terms.players, document.first_seat, document.turn.seat
    state.phase = OVER if document.turn.phase == "over" else LAY
    state.bag[:] = COPIES
    for seat, found in enumerate(document.pebbles):
        for place, values in ((state.hand, found.hand or []), (state.row, found.row)):
            for value in values:
                if not 1 <= value <= VALUES or state.bag[value - 1] == 0:
                    raise PositionError("There are four pebbles of each value from 1 to 6.")
                place[seat, value - 1] += 1
                state.bag[value - 1] -= 1
        state.laid[seat], state.held[seat] = len(found.row), found.held
    return PebblesPosition(states, terms)


def write_chance(board: PebblesBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> dict[str, Any]:
    """Return a record's chance: what was drawn, as far as it may be known."""
    is_open = board.is_open_hand(int(board.state.seat))
    return {"pebbles_drawn": [outcome - DRAWN + 1 if is_open else None for outcome in outcomes]}


def read_chance(board: PebblesBoard, document: ChanceDocument) -> list[int]:
    """Return the outcomes that a record's chance means."""
    return [DRAWN + value - 1 for value in document.pebbles_drawn if value is not None]


def write_breakdown(board: PebblesBoard, seat: int) -> dict[str, Any]:
    """Return the points of each value (P5)."""
    rows = board.state.row[: board.players]
    points = [
        (value + 1) * int(rows[seat, value] > 0 and rows[seat, value] == rows[:, value].max())
        for value in range(VALUES)
    ]
    return {"by_value": points, "total": sum(points)}


def is_same_state(document: StateDocument, board: PebblesBoard) -> bool:
    """Return whether a STATE says this position."""
    return bool(read_state(document, board.terms) == board)


def is_set_up(position: PebblesPosition) -> bool:
    """Return whether every hand is full and nothing is laid."""
    held = position.state.held[: position.players]
    return bool((held == position.terms.options["hand_size"]).all() and position.state.laid.sum() == 0)


def can_follow(earlier: StateDocument, written: StateDocument, board: PebblesBoard, move: Lay) -> bool:
    """Return True: a STATE leaves nothing open."""
    return True


def write_move(move: Lay) -> dict[str, Any]:
    """Return a move as a record writes it."""
    return {"type": "lay", "value": move.value}


def read_move(document: Any) -> Lay:
    """Read a move as a record writes it."""
    value = document["value"] if isinstance(document, dict) else document.value
    if not isinstance(value, int) or not 1 <= value <= VALUES:
        raise MalformedMoveError("A pebble has a value from 1 to 6.")
    return Lay(value)


def write_decision(board: PebblesBoard, decision: int) -> dict[str, Any]:
    """Return a decision as plain JSON."""
    return {"type": "lay-pebble", "value": decision + 1}
