"""Faster play in the terminal: compiled beside a game that is played interpreted, taken up between two turns."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from ...core.compiling import execution
from ...core.game import Game
from ...study.compiling import Compilation
from .console import note
from .first_start import give_way

PLACE = r'\{"path": ".*", "told": \d+, "last_person": (?:\d|null)\}'
"""How a :class:`Place` is written."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game at a terminal stands, for the process that goes on with it."""

    path: str
    """the file that the game is kept in"""
    told: int
    """how many turns were told"""
    last_person: int | None
    """the seat of the person who looked at the screen last"""


def read_place(left: str | None) -> Place | None:
    """Return the place that the process before left; None where there was none."""
    return None if left is None else Place(**json.loads(left))


class FasterPlay:
    """Has a game compiled beside this process, and lets a fresh one go on when that is done."""

    def __init__(self, game: Game) -> None:
        self._compilation = Compilation((game,))
        self._is_ready = False
        self._told = 0.0

    def start(self) -> None:
        """Begin, and say so."""
        note("Faster play is being prepared beside the game; this happens once for each version.")
        self._compilation.start(self._end)

    def stop(self) -> None:
        """End what goes on."""
        self._compilation.stop()

    def check(self, path: Path, told: int, last_person: int | None) -> None:
        """Say how far it is; where it is done, never return: a fresh process goes on with the game."""
        # What was typed ahead into a pipe would be lost with this process.
        if self._is_ready and sys.stdin.isatty():
            note("Faster play is ready.")
            give_way(json.dumps(asdict(Place(str(path), told, last_person))))
        share = self._compilation.share
        if not self._is_ready and share > self._told:
            self._told = share
            note(f"Faster play: {share:.0%} prepared.")

    def _end(self, is_done: bool) -> None:
        self._is_ready = is_done


def faster_play(game: Game) -> FasterPlay | None:
    """Return what makes a game faster that is played interpreted for now; None where there is no need."""
    return FasterPlay(game) if execution.is_provisional() else None
