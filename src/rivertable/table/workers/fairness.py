"""Fair shares of thinking: who asks for much waits for himself, and not everybody for him."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")

_MAKERS_KEPT = 20_000


class Makers:
    """The addresses that tables were made from, in memory only; a table from before the start stands for itself."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, table_id: str, address: str) -> None:
        """Remember where a table was made from."""
        with self._lock:
            self._addresses[table_id] = address
            while len(self._addresses) > _MAKERS_KEPT:
                self._addresses.popitem(last=False)

    def of(self, table_id: str) -> str:
        """Return the address that a table was made from, or the table's id where it is not known."""
        return self._addresses.get(table_id, table_id)


class FairPool:
    """Threads that serve those who ask in turn, however much each asks for; for each, the tables in turn.

    Where there are several threads, nobody has all of them as long as somebody else waits.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._waiting: OrderedDict[str, deque[tuple[Future[object], Callable[[], object]]]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._most = max(threads - 1, 1)
        self._is_stopping = False
        self._changed = threading.Condition()
        self._threads = [threading.Thread(target=self._work, name=f"{name}-{k}", daemon=True) for k in range(threads)]
        for thread in self._threads:
            thread.start()

    def submit(self, address: str, work: Callable[[], Result]) -> Future[Result]:
        """Let something be done in the name of an address; the future has what it returns.

        Raises:
            RuntimeError: the pool has stopped.
        """
        done: Future[Result] = Future()
        with self._changed:
            if self._is_stopping:
                raise RuntimeError("The pool has stopped.")
            self._waiting.setdefault(address, deque()).append((done, work))  # type: ignore[arg-type]  # of any result
            self._changed.notify()
        return done

    def waiting(self, address: str) -> int:
        """Return how much an address waits for."""
        with self._changed:
            return len(self._waiting.get(address, ()))

    def shutdown(self) -> None:
        """Begin nothing more, and wait for what goes on."""
        with self._changed:
            self._is_stopping = True
            dropped = [done for queue in self._waiting.values() for done, _ in queue]
            self._waiting.clear()
            self._changed.notify_all()
        for done in dropped:
            done.cancel()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (taken := self._take()) is not None:
            address, done, work = taken
            try:
                if done.set_running_or_notify_cancel():
                    try:
                        done.set_result(work())
                    except BaseException as error:
                        done.set_exception(error)
            finally:
                with self._changed:
                    self._running[address] -= 1
                    self._changed.notify()

    def _take(self) -> tuple[str, Future[object], Callable[[], object]] | None:
        """Wait for the next thing to do; None at the end."""
        with self._changed:
            while not self._is_stopping:
                address = first_within(self._waiting, self._running, self._most)
                if address is not None:
                    queue = self._waiting.pop(address)
                    done, work = queue.popleft()
                    if queue:
                        self._waiting[address] = queue  # the last in turn now
                    self._running[address] += 1
                    return address, done, work
                self._changed.wait()
            return None


def first_within(waiting: Iterable[str], running: Counter[str], most: int) -> str | None:
    """Return whose turn it is: the first with fewer than ``most`` running, or the first where only one waits."""
    asking = list(waiting)
    if len(asking) == 1:
        return asking[0]
    return next((address for address in asking if running[address] < most), None)
