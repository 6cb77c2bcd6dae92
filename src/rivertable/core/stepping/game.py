"""What stepping asks of a game. Every game has a module ``stepping`` with these names."""

from __future__ import annotations

from typing import Any

# These bodies say the contract and its types. In a loaded package the game's own functions stand in their place; called
# here, where there is no game, they refuse rather than answer wrongly.


def deal(states: Any, index: int, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up in a blank state; write the first legal decisions (int16), give how many."""
    raise NotImplementedError


def step(states: Any, index: int, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Do a decision, let chance act; write the next legal decisions, give how many: 0 when the game is over."""
    raise NotImplementedError


def score(state: Any, terms: Any, seat: int) -> int:
    """Give a seat's total."""
    raise NotImplementedError


def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat may know to ``out`` (int16), which is all 0 before."""
    raise NotImplementedError
