"""Compiling what a command needs before it is needed, with a line of progress: once for each version."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from ...bots import kind_of
from ...bots.warmup import tasks_of
from ...core.compiling.warmup import RULES, Task, carry_out, is_done
from ...core.game import Game
from ...core.words.wording import in_words
from ...study.warmup import STUDY
from .console import INTERRUPTED, note, progress


def warm(game: Game, bots: Iterable[str | None] = ()) -> None:
    """Compile what play needs, and what bots of these names need besides."""
    kinds = [kind_of(name) for name in bots if name]
    _compile(game, (RULES, *(task for kind in kinds if kind is not None for task in tasks_of(kind))))


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
