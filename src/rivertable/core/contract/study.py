"""What a game declares for study, training and playing alone: themes, the recipe of its network, its Rivals.

The sources of both games name a Rival and give no rules. Every Rival is this project's own invention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

COMPARED_THEMES: Mapping[str, str] = {
    "hold": "hold the others back",
    "patience": "take fewer points now for more later",
    "points": "take most points now",
}
"""The themes that are found by comparing turns, for any game, in words."""
_FORMER = {
    "look": "candidates",
    "careless": "exploration",
    "fading": "td_lambda",
    "measured_at_first_sight": "measured_one_ply",
}
"""Names in the recipes of version 0.1, with those of today; ``sharpness`` was the inverse of ``temperature``."""
_BEFORE: Mapping[str, float] = {"senseless": 0.0, "wasteful": 0.0, "samples_a_step": 256, "decay": 0.0}
"""What stages had before they could say so."""
INVENTED = "This project's own invention: the sources name a Rival and give no rules."
"""Said wherever Rivals are listed."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Games to play with the network of the stage before, and how the next network learns from them."""

    games: Mapping[int, int]
    """how many games, by the number of players"""
    playouts: int
    """of a search before each turn; 0: turns are chosen one-ply, in the first stage with the heuristic evaluation"""
    temperature: float
    """a turn is drawn by the softmax of the values at this temperature"""
    exploration: float
    """the part of turns that are drawn from all good ones alike, so that mistakes are learned from, too"""
    td_lambda: float
    """how much later values count against the value of a position itself; 1: only the result"""
    passes: int
    """how often each sample is learned from"""
    rate: float
    """how big the first steps of learning are; they become smaller"""
    remembers: int
    """of how many stages before this one the samples are learned from once more"""
    senseless: float = 0.0
    """the part of turns whose decisions are drawn from all legal ones alike, so that the worst are known, too"""

    wasteful: float = 0.0
    """the part of turns that begin with what no sensible player considers, where there is such a decision"""

    samples_a_step: int = 256
    """how many samples one step of learning takes"""
    decay: float = 0.0
    """how much of its own square a weight adds to the loss, halved: what few samples set is not learned by heart"""

    def document(self) -> dict[str, Any]:
        """Return the stage as plain JSON; what was not there before version 0.2 is left out where it is as before."""
        found = asdict(self) | {"games": {str(players): games for players, games in self.games.items()}}
        return {name: value for name, value in found.items() if name not in _BEFORE or value != _BEFORE[name]}


@dataclass(frozen=True, slots=True)
class Recipe:
    """The stages of a training, in order."""

    stages: tuple[Stage, ...]
    candidates: int
    """about how many turns are evaluated in one position, at most"""
    kept: int
    """how many turns a search compares in one position, at most"""
    measured: int = 200
    """games of each new network against the heuristic evaluation, both one-ply"""
    is_by_players: bool = False
    """Whether each number of players has a network of its own.

    Stages may leave numbers of players out; one that the first stage leaves out begins with what the network for one
    player less has learned by the end of the stage :attr:`handed_on`.
    """
    handed_on: int = 0

    @property
    def networks(self) -> Mapping[str, tuple[int, ...]]:
        """The networks that are trained, by name, each with its numbers of players."""
        players = tuple(sorted({players for stage in self.stages for players in stage.games}))
        return {str(number): (number,) for number in players} if self.is_by_players else {"all": players}

    def document(self) -> dict[str, Any]:
        """Return the recipe as plain JSON."""
        return {
            "stages": [stage.document() for stage in self.stages],
            "candidates": self.candidates,
            "kept": self.kept,
            "measured": self.measured,
        } | ({"is_by_players": True, "handed_on": self.handed_on} if self.is_by_players else {})

    def scaled(self, part: float) -> Recipe:
        """Return the same recipe with so many times its games, at least two for each number of players."""
        stages = [
            replace(stage, games={players: max(2, round(n * part)) for players, n in stage.games.items()})
            for stage in self.stages
        ]
        return replace(self, stages=tuple(stages))


def renamed(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a recipe's document under the names of today, whichever version wrote it."""
    if "sharpness" in part:
        part["temperature"] = 1 / part.pop("sharpness")
    return {_FORMER.get(name, name): value for name, value in part.items()}


def heuristic_stage(*games: int) -> Stage:
    """Return a stage of games played with the heuristic evaluation; how many, for 2, 3, … players."""
    return Stage(dict(zip((2, 3, 4, 5), games, strict=False)), 0, 1.0, 0.1, 1.0, 3, 2e-3, 0)


def one_ply_stage(*games: int) -> Stage:
    """Return a stage of games played one-ply with the network before; how many, for 2, 3, … players."""
    return Stage(dict(zip((2, 3, 4, 5), games, strict=False)), 0, 0.0125, 0.04, 0.95, 3, 1e-3, 0)


@dataclass(frozen=True, slots=True)
class Study:
    """What the search, the puzzles and the training of a game need to know of it."""

    themes: Mapping[str, str]
    """What may be true of a best turn, in words that follow "The best turn does this: ".

    Of the themes that are true of a turn, the first here is the one that is named.
    """
    facts: Callable[[Any, Any, Any], set[str]]
    """Return the themes that are true of a move by what it does: from the view before it, the move, the view after it.

    Those of :data:`COMPARED_THEMES` are found for every game that has them.
    """
    puzzle_playouts: int
    """Playouts of the search that decides whether a position is a puzzle."""
    puzzle_candidates: int
    """About how many turns it evaluates in each position below the root."""
    recipe: Recipe
    """How the game's shipped network was trained."""


@dataclass(frozen=True, slots=True)
class RivalTurn:
    """A whole turn of a Rival: the decisions, and which of its rules led to it, from 1."""

    decisions: tuple[int, ...]
    rule: int


@dataclass(frozen=True, slots=True)
class Rival:
    """One Rival.

    Attributes:
        name: its word, as in ``rival:pike``.
        title: its name as people read it.
        character: one sentence about how it plays.
        rules: its rules, in the order in which it looks at them.
        decide: gives its turn from the view of its seat; equal views give equal turns.
    """

    name: str
    title: str
    character: str
    rules: tuple[str, ...]
    decide: Callable[[Any], RivalTurn]

    def reason(self, view: Any) -> str:
        """Say in one sentence which rule gives its turn on a view."""
        number = self.decide(view).rule
        return f"{self.title}'s rule {number}: {self.rules[number - 1]}"


@dataclass(frozen=True, slots=True)
class Rivals:
    """The Rivals of a game, the easiest first."""

    characters: tuple[Rival, ...] = ()
    alike: str = ""
    """What all of them do alike, in words."""
