"""What stepping asks of a game. Every game has a module ``stepping`` with these names."""

from typing import Any

def deal(states: Any, index: int, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up in a blank state; write the first legal decisions (int16), give how many."""

def step(states: Any, index: int, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Do a decision, let chance act; write the next legal decisions, give how many: 0 when the game is over."""

def score(state: Any, terms: Any, seat: int) -> int:
    """Give a seat's total."""

def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat may know to ``out`` (int16), which is all 0 before."""
