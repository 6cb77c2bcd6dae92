"""What a training consists of: stages, each with games to play and how to learn from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Stage:
    """Games to play with the network of the stage before, and how the next network learns from them."""

    games: Mapping[int, int]
    """how many games, by the number of players"""
    playouts: int
    """of a search before each turn; 0: turns are judged at first sight, in the first stage by a beginner's eye"""
    sharpness: float
    """a turn is as likely as exp(value * sharpness)"""
    careless: float
    """the part of turns taken from all good ones alike, so that mistakes are learned from too"""
    fading: float
    """how much what came later counts against what was thought of a position; 1: only what came in the end"""
    passes: int
    """how often each sample is learned from"""
    rate: float
    """how big the first steps of learning are; they become smaller"""
    remembers: int
    """of how many stages before this one the samples are learned from once more"""

    def document(self) -> dict[str, Any]:
        """Return the stage as plain JSON."""
        return asdict(self) | {"games": {str(players): games for players, games in self.games.items()}}


@dataclass(frozen=True, slots=True)
class Recipe:
    """The stages of a training, in order."""

    stages: tuple[Stage, ...]
    look: int
    """about how many turns are judged at first sight in one position, at most"""
    kept: int
    """how many turns a search weighs against each other in one position, at most"""
    measured: int = 200
    """games of each new network at first sight against a beginner's eye"""

    def document(self) -> dict[str, Any]:
        """Return the recipe as plain JSON."""
        return {
            "stages": [stage.document() for stage in self.stages],
            "look": self.look,
            "kept": self.kept,
            "measured": self.measured,
        }

    def scaled(self, part: float) -> Recipe:
        """Return the same recipe with so many times its games, at least two for each number of players."""
        stages = [
            replace(stage, games={players: max(2, round(n * part)) for players, n in stage.games.items()})
            for stage in self.stages
        ]
        return replace(self, stages=tuple(stages))


def heuristic_stage(*games: int) -> Stage:
    """Return a stage of games played with the heuristic evaluation; how many, for 2, 3, 4 and 5 players."""
    return Stage(dict(zip((2, 3, 4, 5), games, strict=True)), 0, 1.0, 0.1, 1.0, 3, 2e-3, 0)


def one_ply_stage(*games: int) -> Stage:
    """Return a stage of games played one-ply with the network before; how many, for 2, 3, 4 and 5 players."""
    return Stage(dict(zip((2, 3, 4, 5), games, strict=True)), 0, 80.0, 0.04, 0.95, 3, 1e-3, 0)
