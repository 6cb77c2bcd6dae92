"""What a person sees of the set-up: a line for each stage that is done, and one that moves while others run."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Sequence
from typing import TextIO

from .stages import Stage

SECONDS_OF_SILENCE = 3.0
"""Where lines cannot be rewritten, one is written whenever nothing has been said for so long."""

_NOISE = re.compile(r"\s*(?:npm )?(?:warn|ignoring)", re.IGNORECASE)
_CONTROL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x1f]")


class Display:
    """Shows stages as they go, on a terminal with one line rewritten in place, elsewhere with plain lines.

    Attributes:
        stages: all of them, numbered from 1 as they stand here.
    """

    def __init__(self, stages: Sequence[Stage], out: TextIO, *, is_verbose: bool = False) -> None:
        """``is_verbose`` shows every line of every command instead of the line that moves."""
        self.stages = stages
        self._out = out
        self._is_verbose = is_verbose
        self._can_rewrite = out.isatty() and not is_verbose
        self._shown: set[Stage] = set()
        self._said_at = time.monotonic()
        self._moving = ""
        if is_verbose:
            for stage in stages:
                stage.listener = self.say

    def say(self, line: str) -> None:
        """Write a line that stays."""
        self.clear()
        self._out.write(f"{line}\n")
        self._out.flush()
        self._said_at = time.monotonic()

    def clear(self) -> None:
        """Take the moving line away."""
        if self._moving:
            self._out.write("\r" + " " * len(self._moving) + "\r")
            self._out.flush()
            self._moving = ""

    def watch(self) -> None:
        """Show what has changed since the last call."""
        for number, stage in enumerate(self.stages, 1):
            if stage.seconds is not None and stage not in self._shown:
                self._shown.add(stage)
                self.say(f"[{number}/{len(self.stages)}] {stage.name}: {stage.seconds:.1f} s")
        if self._is_verbose:
            return
        running = [(number, stage) for number, stage in enumerate(self.stages, 1) if stage.is_running]
        if not running:
            self.clear()
        elif self._can_rewrite:
            self._rewrite(self._doing(running, shutil.get_terminal_size().columns - 1))
        elif time.monotonic() - self._said_at >= SECONDS_OF_SILENCE:
            self.say(self._doing(running, 110))

    def _rewrite(self, line: str) -> None:
        if line != self._moving:
            self._out.write("\r" + line + " " * max(0, len(self._moving) - len(line)))
            self._out.flush()
            self._moving = line

    def _doing(self, running: Sequence[tuple[int, Stage]], width: int) -> str:
        """Return one line of what runs, each stage with its seconds and the last that it said."""
        now, room = time.monotonic(), width // len(running)
        parts = []
        for number, stage in running:
            seconds = now - (stage.began or now)
            told = (line for line in reversed(list(stage.lines)) if line and not _NOISE.match(line))
            said = _CONTROL.sub("", next(told, "")).strip()
            part = f"[{number}/{len(self.stages)}] {stage.name}, {seconds:.0f} s" + (f": {said}" if said else "")
            parts.append(part if len(part) < room else part[: room - 2] + "…")
        return " ".join(parts)
