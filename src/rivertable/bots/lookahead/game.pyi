"""What looking ahead asks of a game. Every game has a module ``lookahead`` with these names.

This folder's other modules are the one implementation of search. They are loaded once a game, with the game's own
module in the place of this one (:mod:`rivertable.bots.search.compiled`): so compiled code calls compiled rules
directly, and comes from the cache in the next process.

A *turn* is all decisions of a seat from where :func:`list_first` lists them until :func:`is_inside` is false; what
chance does then is :func:`finish`.
"""

from typing import Any

FEATURES: int = 0
"""How many inputs the network has."""
LISTED_AT_MOST: int = 0
"""More inputs than any position sets."""

OWN_TURNS_AHEAD: int = 0
"""How many turns of its own, after the one it is asked about, a seat looks ahead at least each time it does."""

def list_first(state: Any, terms: Any, out: Any) -> int:
    """Write the decisions that a turn can begin with (int16), give how many; 0 when the game is over."""

def list_sensible(state: Any, terms: Any, out: Any) -> int:
    """Write those of :func:`list_first` that a seat with a little sense considers, give how many; one at least."""

def take(state: Any, terms: Any, decision: int, out: Any) -> int:
    """Do a decision of a turn; write those that follow inside the turn, give how many."""

def is_inside(state: Any) -> bool:
    """Tell whether a decision of a turn begun before is asked for."""

def finish(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act after a turn, until a seat is to begin a turn or the game is over."""

def list_outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do next (int16) and how likely each is (int16); give how many; 0 where it does not act."""

def happen(state: Any, terms: Any, outcome: int) -> None:
    """Let chance do one thing."""

def forget(state: Any, terms: Any) -> None:
    """Make positions one that no play and no chance can tell apart until the game is over, by any seat's total.

    It is called after a turn and after each thing that chance does; the rules go on from what it leaves.
    """

def is_over(state: Any) -> bool:
    """Tell whether the game is over."""

def is_decided(state: Any) -> bool:
    """Tell whether no decision can come any more, though something may still be drawn."""

def score(state: Any, terms: Any, seat: int) -> int:
    """Give a seat's total as the position stands."""

def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Give what a beginner thinks a position is worth to a seat, in points; ``terms`` is the array."""

def deal_hidden(state: Any, terms: Any, viewer: int, generator: Any) -> None:
    """Deal anew what the viewer does not know, each possibility as likely as the viewer must think."""

def playout(state: Any, terms: Any, generator: Any, out: Any) -> None:
    """Play a game to its end by random decisions from the start of a turn; ``out`` is scratch (int16)."""

def write_features(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write which inputs a position sets for a seat (int16), and to what (float32); give how many are set.

    The position is one after a turn, before chance acts, or the start of a turn; ``state.seat`` took the turn.
    """
