"""Work done by several processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import TypeVar

from ..core.errors import RivertableError

Item = TypeVar("Item")
Result = TypeVar("Result")

WAITING = 3
"""Items given out for each process: one is worked on, the others lie ready."""

_ON_WINDOWS_AT_MOST = 61
"""More processes than Windows lets one wait for are refused by Python there."""

_BETWEEN = threading.Lock()
"""Held by a process that works for another while it waits for work or sends a result."""


class WorkerError(RivertableError):
    """A process that played games for this one was ended from outside, or is of another version."""

    code = "worker-lost"


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_pool(processes: int, begin: Callable[..., None], *arguments: object) -> ProcessPoolExecutor:
    """Return a pool of so many processes, or as many as this system allows; each calls ``begin(*arguments)`` first."""
    if sys.platform == "win32":
        processes = min(processes, _ON_WINDOWS_AT_MOST)
    # Started afresh, not forked: a fork of a process with threads may wait forever.
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), begin, arguments)


def nothing_to_begin() -> None:
    """Begin a process that needs no preparation."""


def spread(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    processes: int,
    *,
    begin: Callable[[], None] = nothing_to_begin,
    is_ordered: bool = False,
) -> Generator[Result, None, None]:
    """Do the same work for every item on so many processes, and give each result as it is done.

    ``is_ordered`` gives them in the order of the items, otherwise their order depends on how long they take. Not more
    than ``WAITING`` items for each process are taken ahead of the results. ``begin`` is called once in every process.
    Closing the iterator gives up what is not finished.

    Raises:
        WorkerError: a process was ended from outside.
    """
    if processes == 1:
        begin()
        yield from map(work, items)
        return
    told, teller = multiprocessing.Pipe(duplex=False)
    pool = make_pool(processes, _begin, begin, told)
    left = iter(items)
    try:
        running: list[Future[Result]] = []
        while True:
            with ctrl_c_held_back():
                running += [pool.submit(_do, work, item) for item in islice(left, processes * WAITING - len(running))]
            if not running:
                pool.shutdown()
                return
            done = running[:1] if is_ordered else wait(running, return_when=FIRST_COMPLETED).done
            for future in [each for each in running if each in done]:
                running.remove(future)
                yield future.result()
    except BrokenProcessPool as error:
        raise WorkerError("A process that played was ended from outside, perhaps for want of memory.") from error
    finally:
        # A process that is still starting is waited for, and who stops waits with it, and presses again.
        with ctrl_c_ignored():
            teller.close()
            pool.shutdown(wait=True, cancel_futures=True)
            told.close()


@contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """Ignore Ctrl-C during a block, where what was stopped is put away: it stops once, however often it is pressed."""
    if threading.current_thread() is not threading.main_thread():
        # Ctrl-C interrupts only the main thread.
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Hold Ctrl-C back during a block, and in the processes that it starts until they let it in.

    A process that is interrupted while it imports would show a traceback.
    """
    if sys.platform == "win32":
        yield
        return
    # It is started with the first process otherwise, and then lets Ctrl-C in again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[[], None], told: Connection) -> None:
    # Ctrl-C reaches every process of a terminal. It is for the first one, which would take a process that ends by
    # itself for one that was lost: these end when they are told to.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_told, args=(told,), daemon=True).start()
    begin()
    _BETWEEN.acquire()


def _do(work: Callable[[Item], Result], item: Item) -> Result:
    _BETWEEN.release()
    try:
        return work(item)
    finally:
        _BETWEEN.acquire()


def _end_when_told(told: Connection) -> None:
    # The other end is closed where no more results are wanted, and where the process that gives the work was killed.
    told.poll(None)
    # Not while a result is sent: who reads it would wait for the rest of it forever.
    giver = multiprocessing.parent_process()
    while giver is not None and giver.is_alive() and not _BETWEEN.acquire(timeout=0.1):
        pass
    os._exit(1)
