"""The hub: it wakes the sockets and waiting requests of this process when a table has moved on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Hub:
    """Who waits for which table, on one event loop. :meth:`wake` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: dict[str, set[asyncio.Event]] = {}

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to wake on a loop."""
        self._loop = loop

    @contextmanager
    def waiting(self, table_id: str) -> Iterator[asyncio.Event]:
        """Return an event that is set whenever the table moves on, for as long as the block lasts."""
        event = asyncio.Event()
        self._waiting.setdefault(table_id, set()).add(event)
        try:
            yield event
        finally:
            waiting = self._waiting[table_id]
            waiting.discard(event)
            if not waiting:
                del self._waiting[table_id]

    def wake(self, table_id: str, _version: int = 0) -> None:
        """Wake whoever waits for a table.

        Whoever begins to wait after this looks at the table after it has begun, and so sees that it has moved on.
        """
        if table_id in self._waiting and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table_id)

    def wake_all(self) -> None:
        """Wake everybody: word of some table may have been missed."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    def _wake(self, table_id: str) -> None:
        for event in self._waiting.get(table_id, ()):
            event.set()

    def _wake_all(self) -> None:
        for table_id in list(self._waiting):
            self._wake(table_id)

    @property
    def count(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))
