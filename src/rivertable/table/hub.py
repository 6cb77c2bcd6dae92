"""The hub: it wakes the sockets and waiting requests of this process when a table has moved on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Waiting:
    """Somebody who waits for a table to move on."""

    def __init__(self) -> None:
        self._moved = asyncio.Event()
        self.version: int | None = None
        """The latest version that was told of; None where some may have been missed, so that the database knows."""

    async def wait(self) -> None:
        """Wait until the table has moved on since the last time this was waited for."""
        await self._moved.wait()
        self._moved.clear()

    def wake(self, version: int | None) -> None:
        """Let whoever waits go on; on the event loop only."""
        self.version = version
        self._moved.set()


class Hub:
    """Who waits for which table, on one event loop. :meth:`wake` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: dict[str, set[Waiting]] = {}
        self._latest: dict[str, int] = {}
        """The latest version that was told of tables for which somebody waits."""

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to wake on a loop."""
        self._loop = loop

    @contextmanager
    def waiting(self, table_id: str) -> Iterator[Waiting]:
        """Return what is woken whenever the table moves on, for as long as the block lasts."""
        waiting = Waiting()
        self._waiting.setdefault(table_id, set()).add(waiting)
        try:
            yield waiting
        finally:
            others = self._waiting[table_id]
            others.discard(waiting)
            if not others:
                del self._waiting[table_id]
                self._latest.pop(table_id, None)

    def wake(self, table_id: str, version: int) -> None:
        """Wake whoever waits for a table, which is at a version by now; 0 where it was deleted.

        Whoever begins to wait after this looks at the table after it has begun, and so sees that it has moved on.
        Nobody is woken twice for a version: of what this process has done itself PostgreSQL tells it once more.
        """
        if table_id in self._waiting and self._loop is not None and not self._loop.is_closed():
            if 0 < version <= self._latest.get(table_id, 0):
                return
            self._latest[table_id] = version
            self._loop.call_soon_threadsafe(self._wake, table_id, version or None)

    def wake_all(self) -> None:
        """Wake everybody: word of some table may have been missed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    def _wake(self, table_id: str, version: int | None) -> None:
        for waiting in self._waiting.get(table_id, ()):
            waiting.wake(version)

    def _wake_all(self) -> None:
        for table_id in list(self._waiting):
            self._wake(table_id, None)

    @property
    def count(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))
