"""Compiling what a command needs before it is needed, with a line of progress: once for each version."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

from ..bots import kind_of
from ..bots.preparing import is_prepared, prepare
from ..core.game import Game
from ..core.kernel import is_warm, warm_up
from ..core.moves import Draft
from ..study.preparing import is_prepared_to_study, prepare_to_study
from .console import INTERRUPTED, note, progress


def warm(game: Game, bots: Iterable[str | None] = ()) -> None:
    """Compile what play needs, and what bots of these names need besides."""
    if not is_warm(game.name):
        calls = _first_calls(game)
        _compile(f"the rules of {game.title}", len(calls), lambda progress: warm_up(game.name, calls, progress))
    for word in dict.fromkeys(kind_of(name) for name in bots if name):
        if word is not None and not is_prepared(game, word):
            _compile(f"the bot {word} of {game.title}", 1, partial(prepare, game, word))


def warm_to_study(game: Game) -> None:
    """Compile what studying games needs."""
    warm(game)
    if not is_prepared_to_study(game):
        _compile(f"what studying {game.title} needs", 1, partial(prepare_to_study, game))


def _compile(what: str, steps: int, work: Callable[[Callable[[int, float], None]], None]) -> None:
    """Do work that tells how many of its steps are done, and after how many seconds."""
    note(f"Compiling {what}; this happens once.")
    progress(f"  0 of {steps}")
    with _leaving_at_once():
        work(lambda done, seconds: progress(f"  {done} of {steps}, {seconds:.0f} s"))
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


def _first_calls(game: Game) -> list[Callable[[], object]]:
    """Give calls that use every entry point which play uses, on a throw-away game."""
    position_class, terms = game.position_class, game.make_terms(2)
    made: list[Any] = []

    def draft() -> Any:
        return Draft(made[0].view(made[0].seat))

    return [
        lambda: position_class.before_setup(terms).outcomes(),
        lambda: made.append(position_class.before_setup(terms).resolve(1)),
        lambda: draft().choices,
        lambda: made[0].totals,
        lambda: str(made[0].view(made[0].seat)),
        lambda: str(next(iter(made[0].moves()))),
        lambda: game.explain_score(made[0], 0),
    ]
