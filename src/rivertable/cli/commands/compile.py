"""``rivertable compile``: everything that a table needs, compiled now."""

from __future__ import annotations

import threading

import typer

from ...core.compiling.kernel import IS_COMPILED
from ...core.game import GAMES
from ...study.compiling import Compilation
from ..shared.console import FAILED, note, progress, say, stop

_BETWEEN_LOOKS = 0.5
"""Seconds."""


def compile_rules() -> None:
    """Compile all rules and bots now: no first start has to do it. Does nothing where that was done."""
    if not IS_COMPILED:
        stop("NUMBA_DISABLE_JIT is set, so the rules run interpreted and nothing is compiled.", FAILED)
    compilation = Compilation(tuple(GAMES.values()))
    is_over = threading.Event()
    outcomes: list[bool] = []

    def end(is_done: bool) -> None:
        outcomes.append(is_done)
        is_over.set()

    compilation.start(end)
    try:
        while not is_over.wait(_BETWEEN_LOOKS):
            progress(f"  Compiling: {compilation.share:.0%}")
    except KeyboardInterrupt:
        compilation.stop()
        note("Stopped; what is compiled is kept.")
        raise typer.Abort from None
    progress("")
    if not all(outcomes):
        stop("Not everything could be compiled, or the cache folder cannot be written.", FAILED)
    say("Everything is compiled.")
