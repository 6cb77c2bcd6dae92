"""What learners observe of Pebbles, and what the search goes by."""

from __future__ import annotations

from typing import Any

from rivertable.core.compiling.kernel import kernel_entry
from rivertable.core.contract.observation import Field, Layout, Observation

from .rules import score
from .state import COPIES, DRAWN, LAID, VALUES

NAMES = tuple(str(value + 1) for value in range(VALUES))
OBSERVATION = Observation(
    Layout(Field("hand", "pebbles in the own hand, by value", (NAMES,), high=LAID)),
    Layout(
        Field("row", "pebbles laid, by value", (NAMES,), high=COPIES),
        Field("held", "pebbles in hand", high=LAID),
        Field("score", "points as the position stands", high=21, scale=10),
    ),
)
VERSIONS = ("the first",)
FEATURES = LISTED_AT_MOST = VALUES
SEATS_TOLD = 1
NETWORK_WIDTH = 8
SEAT_BLOCK = 0
_BLOCK = VALUES + 2


@kernel_entry
def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat observes to ``out``, which is all 0 before."""
    for value in range(VALUES):
        out[value] = state.hand[seat, value]
    for k in range(state.players):
        other, first = (seat + k) % state.players, VALUES + k * _BLOCK
        for value in range(VALUES):
            out[first + value] = state.row[other, value]
        out[first + VALUES] = state.held[other]
        out[first + VALUES + 1] = score(state, terms, other)


@kernel_entry
def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Return the points of a seat as the position stands, and a little for what it holds."""
    state = states[index]
    worth = float(score(state, terms[0], seat))
    for value in range(VALUES):
        worth += 0.25 * (value + 1) * state.hand[seat, value]
    return worth


@kernel_entry
def canonicalize(state: Any, terms: Any) -> None:
    """Do nothing: every pebble may still count."""


@kernel_entry
def viewpoint(state: Any, seat: int) -> int:
    """Return the seat itself."""
    return seat


@kernel_entry
def write_lasting(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write nothing: there is little to write at all."""
    return 0


@kernel_entry
def write_features(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write how often the seat has laid each value; return how many inputs are set."""
    for value in range(VALUES):
        places[value], amounts[value] = value, float(state.row[seat, value])
    return VALUES


def observation(components: object) -> Observation:
    """Return how an observation is laid out."""
    return OBSERVATION


def retold(told: Any, seat: int, board: Any, other: Any) -> list[int]:
    """Return what a seat would have learned with another hand: the pebbles drawn last are others."""
    found = list(told)
    spare = {value: int(board.state.hand[seat, value] - other.state.hand[seat, value]) for value in range(VALUES)}
    received = [value for value, count in spare.items() for _ in range(-count)]
    for place in reversed(range(len(found))):
        value = found[place] - DRAWN
        if spare.get(value, 0) > 0:
            spare[value] -= 1
            found[place] = DRAWN + received.pop()
    return found


def outcome_names(components: object) -> tuple[str, ...]:
    """Return what each outcome of chance means."""
    return tuple(f"a pebble of {value + 1} is drawn" for value in range(VALUES))


def action_names(components: object) -> tuple[str, ...]:
    """Return what each decision means."""
    return tuple(f"lay a {name}" for name in NAMES)


def told(board: Any, choice: int, seat: int) -> tuple[int, ...]:
    """Return what a seat learns: of another seat's draw only that it is one (P2)."""
    return (DRAWN + VALUES,) if choice >= DRAWN and int(board.state.seat) != seat else (choice,)
