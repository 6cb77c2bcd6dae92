"""The primitives of a game: all that its rules are to anybody else. A game names them in ``kernel/primitives.py``.

They are compiled functions (:mod:`rivertable.core.compiling.kernel`) on a state, one record of ``STATE``, and on the
terms, one record of what the game is played under. A choice is a whole number: a decision of a player below
``FIRST_OUTCOME``, an outcome of chance from there on. ``out`` and ``weights`` are int16 arrays with room for
``CHOICES_AT_MOST`` numbers, ``generator`` is one of :mod:`rivertable.core.compiling.bits`.

A *turn* is all decisions of a seat from its beginning until :func:`is_inside` is false. Chance acts after it.
"""

from typing import Any

STATE: Any
"""The dtype of a state. Its fields ``players`` and ``seat``, the seat on turn, are those of every game."""
CHOICES_AT_MOST: int = 0
"""Room that a list of decisions or outcomes needs."""
TURN_AT_MOST: int = 0
"""More decisions than any turn has."""
FIRST_OUTCOME: int = 0
"""One more than the highest decision."""
OUTCOMES_END: int = 0
"""One more than the highest outcome."""
OFTEN_USED: int = 0
"""So many bytes at the beginning of a state are needed by most decisions."""

def start(state: Any, terms: Any, players: int, first_seat: int) -> None:
    """Begin set-up in a blank state."""

def decisions(state: Any, terms: Any, out: Any) -> int:
    """Write the legal decisions, rising, and return how many there are: 0 when chance acts or all is over."""

def decide(state: Any, terms: Any, decision: int) -> None:
    """Do one legal decision."""

def is_forced(state: Any, count: int) -> bool:
    """Return whether the first of ``count`` legal decisions is taken without asking anybody."""

def is_inside(state: Any) -> bool:
    """Return whether a decision is asked for that belongs to a turn begun before."""

def is_over(state: Any) -> bool:
    """Return whether the game is over."""

def is_decided(state: Any) -> bool:
    """Return whether no decision can come any more, though something may still be drawn."""

def outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do, rising, and how likely each is; return how many there are: 0 where it does not act."""

def happen(state: Any, terms: Any, outcome: int) -> None:
    """Let chance do one thing that is possible."""

def let_chance(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act until a seat is to decide or the game is over: as a run of :func:`happen`, only quicker."""

def score(state: Any, terms: Any, seat: int) -> int:
    """Return a seat's total as the position stands."""

def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat may know to ``out``, which is all 0 before, as the game's ``Observation`` lays it out."""

# What looking ahead needs besides.

OWN_TURNS_AHEAD: int = 0
"""How many turns of its own, after the one it is asked about, a seat looks ahead at least each time it does."""
FEATURES: int = 0
"""How many inputs the network has."""
LISTED_AT_MOST: int = 0
"""More inputs than any position sets."""
SEAT_BLOCK: int = 0
"""How many inputs tell of one seat, where those of each seat in turn order are the last of all; 0 where not."""
NETWORK_WIDTH: int = 0
"""The width of the network's first layer, a multiple of 4."""
SEATS_TOLD: int = 0
"""Of how many seats the network's outputs tell: 1, or of all seats in turn order from the viewpoint."""

def sensible(state: Any, terms: Any, out: Any) -> int:
    """Write the :func:`decisions` that a seat with a little sense begins a turn with; return how many, 1 or more."""

def conceal(state: Any, viewer: int) -> None:
    """Replace what the viewer, -1 for a spectator, may not know by one form that says nothing of it: make it a view."""

def deal_hidden(state: Any, terms: Any, viewer: int, generator: Any) -> None:
    """Deal anew what the viewer does not know, each possibility as likely as the viewer must think."""

def canonicalize(state: Any, terms: Any) -> None:
    """Make positions one that no play and no chance can tell apart until the game is over, by any seat's total.

    It is called after a turn and after each thing that chance does; the rules go on from what it leaves.
    """

def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Return what a position is worth to a seat in points, by a plain estimate; ``terms`` is the array."""

def viewpoint(state: Any, seat: int) -> int:
    """Return the seat from whose side a position is seen to tell what it is worth to a seat.

    That is the seat itself where ``SEATS_TOLD`` is 1, else one and the same for all seats.
    """

def write_features(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write which inputs a position sets, seen from a seat (int16), and to what (float32); return how many are set.

    The position is one after a turn, before chance acts, or the start of a turn; ``state.seat`` took the turn.
    ``seat`` is a :func:`viewpoint`.
    """

def write_lasting(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write those inputs, seen from the seat on turn, that none of its turns changes; return how many are set."""

def write_changing(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write the inputs that :func:`write_lasting` leaves out; return how many are set."""
