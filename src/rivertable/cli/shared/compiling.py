"""Compiling what a command needs: before it is needed, or beside a game that is played interpreted until then."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType

from ...bots.names import tasks_of
from ...core.compiling import execution
from ...core.compiling.warmup import RULES, Task, carry_out, is_done
from ...core.game import Game
from ...core.wording import in_words
from ...study.compiling import STUDY, Compilation
from .console import INTERRUPTED, note, progress
from .first_start import give_way

HANDOVER = r'\{"path": ".*", "told": \d+, "last_person": (?:\d|null)\}'
"""How a :class:`Handover` is written."""


def warm(game: Game, bots: Iterable[str | None] = (), *others: Task) -> None:
    """Compile what play needs, what bots of these names need, and other tasks; with a line of progress."""
    _compile(game, (RULES, *(task for name in bots if name for task in tasks_of(name)), *others))


def warm_to_study(game: Game) -> None:
    """Compile what studying games needs."""
    _compile(game, (RULES, STUDY))


def _compile(game: Game, tasks: Iterable[Task]) -> None:
    """Carry out the tasks that are not done yet."""
    missing = [task for task in dict.fromkeys(tasks) if not is_done(game, task)]
    if not missing:
        return
    note(f"Compiling {in_words(task.title for task in missing)} of {game.title}; this happens once.")
    began = time.monotonic()
    with _leaving_at_once():
        for done, task in enumerate(missing):
            progress(f"  {done} of {len(missing)}, {time.monotonic() - began:.0f} s: {task.title}")
            carry_out(game, task)
    progress("")


@contextmanager
def _leaving_at_once() -> Iterator[None]:
    """Let Ctrl-C end the process where it stands: an exception raised inside the compiler can be lost there."""

    def leave(number: int, frame: FrameType | None) -> None:
        progress("")
        note("Stopped.")
        sys.stderr.flush()
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(frozen=True, slots=True)
class Handover:
    """Where a game at a terminal stands, for the process that goes on with it."""

    path: str
    """the file that the game is kept in"""
    told: int
    """how many turns were told"""
    last_person: int | None
    """the seat of the person who looked at the screen last"""


def read_handover(left: str | None) -> Handover | None:
    """Return where the process before left the game; None where there was none."""
    return None if left is None else Handover(**json.loads(left))


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
            give_way(json.dumps(asdict(Handover(str(path), told, last_person))))
        share = self._compilation.share
        if not self._is_ready and share > self._told:
            self._told = share
            note(f"Faster play: {share:.0%} prepared.")

    def _end(self, is_done: bool) -> None:
        self._is_ready = is_done


def faster_play(game: Game) -> FasterPlay | None:
    """Return what makes a game faster that is played interpreted for now; None where there is no need."""
    return FasterPlay(game) if execution.is_provisional() else None
