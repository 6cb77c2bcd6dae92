"""What stepping asks of a game. Every game has a module ``stepping`` with these names."""

from typing import Any

OFTEN_USED: tuple[int, ...]
"""Where the parts of a state begin, in bytes, that most decisions need."""

def lay_out(state: Any, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up in a blank state; write the first legal decisions (int16), give how many."""

def proceed(state: Any, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Do a decision, let chance act; write the next legal decisions, give how many: 0 when the game is over."""

def score(state: Any, terms: Any, seat: int) -> int:
    """Give a seat's total."""

def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat may know to ``out`` (int16), which is all 0 before."""
