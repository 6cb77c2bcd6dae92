"""Finding hints: one at a time, in a thread beside the server's own; the search releases the interpreter."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ...core.position import View
from ...study.advice import Adviser, Budget
from ..errors import HintError, TooManyError
from .preparation import Preparation

_WAITING_AT_MOST = 20
"""Hints that are sought or wait for it; more would wait too long."""


class Hints:
    """Finds the hints that are asked for, in the order in which they were."""

    def __init__(self, preparation: Preparation) -> None:
        self.budget = Budget()
        """How long each is sought."""
        self.sought = 0
        """How many searches were begun."""
        self._preparation = preparation
        self._adviser = Adviser()
        self._thread = ThreadPoolExecutor(1, "hint")
        self._open: dict[tuple[str, int], Future[dict[str, Any]]] = {}
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Take up no more."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def seek(self, table_id: str, version: int, view: View) -> Future[dict[str, Any]]:
        """Let a hint be found for the seat on turn, from its own view; asked again meanwhile, it is sought once.

        Raises:
            HintError: what that needs is not loaded yet.
            TooManyError: too many are sought already.
        """
        game = view.game
        if not (self._preparation.to_study(game).done() and self._preparation.of(game, "master").done()):
            raise HintError("What hints need is still being prepared; ask again in a moment.")
        with self._lock:
            wanted = self._open.get((table_id, version))
            if wanted is not None:
                return wanted
            if len(self._open) >= _WAITING_AT_MOST:
                raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=_WAITING_AT_MOST)
            wanted = self._open[table_id, version] = self._thread.submit(self._find, view)
        wanted.add_done_callback(lambda _: self._forget((table_id, version)))
        return wanted

    def _find(self, view: View) -> dict[str, Any]:
        self.sought += 1
        return self._adviser.advise(view, self.budget).model_dump(mode="json")

    def _forget(self, key: tuple[str, int]) -> None:
        with self._lock:
            self._open.pop(key, None)
