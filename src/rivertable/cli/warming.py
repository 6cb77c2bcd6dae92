"""Compiling what a command needs before it is needed, with a line of progress: once for each version."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from ..bots import kind_of, make_bot
from ..bots.kinds import KINDS
from ..core.game import Game
from ..core.kernel import is_warm, warm_up
from ..core.moves import Draft
from .console import INTERRUPTED, note, progress


def warm(game: Game, bots: Iterable[str | None] = ()) -> None:
    """Compile what play needs, and what bots of these names need besides."""
    _compile(game.name, f"the rules of {game.title}", _first_calls(game))
    for word in dict.fromkeys(kind_of(name) for name in bots if name):
        if word is not None:
            _compile(f"{game.name}-{word}", f"the bot {word} of {game.title}", [_first_choice(game, word)])


def _compile(name: str, what: str, calls: list[Callable[[], object]]) -> None:
    if is_warm(name):
        return
    note(f"Compiling {what}; this happens once.")
    progress(f"  0 of {len(calls)}")
    with _leaving_at_once():
        warm_up(name, calls, lambda done, seconds: progress(f"  {done} of {len(calls)}, {seconds:.0f} s"))
    progress("")


def _first_choice(game: Game, word: str) -> Callable[[], object]:
    position = game.position_class.before_setup(game.make_terms(2)).resolve(1)
    return lambda: make_bot(f"{word}:{KINDS[word].brief}").choose(position.view(position.seat))


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
        lambda: make_bot("novice").choose(made[0].view(made[0].seat)),
        lambda: made[0].totals,
        lambda: str(made[0].view(made[0].seat)),
        lambda: str(next(iter(made[0].moves()))),
        lambda: game.explain_score(made[0], 0),
    ]
