"""First starts without the wait: machine code is there, but nothing says so, as if it were being compiled quickly.

A program that finds no mark of what is compiled plays interpreted, and starts the processes that compile; these find
the machine code and are done within seconds. A test holds them back for as long as it likes.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from patience import PATIENCE_SECONDS
from processes import descendants
from rivertable.core.compiling.sources import cache_folder


def first_cache(folder: Path) -> dict[str, str]:
    """Make a cache with the machine code of the tests, and no mark of it, and return the variable that names it."""
    kernels = folder / "kernels"
    kernels.mkdir(parents=True)
    for file in cache_folder().iterdir():
        if file.suffix != ".done":
            (kernels / file.name).symlink_to(file)
    return {"RIVERTABLE_CACHE": str(folder)}


def forget(folder: Path) -> None:
    """Take the marks away: the next start is a first one again."""
    for mark in (folder / "kernels").glob("*.done"):
        mark.unlink()


def compilers(pid: int) -> list[int]:
    """The processes that compile for a process."""
    return [process for process, command in descendants(pid) if "rivertable.study.compiling" in command]


@contextmanager
def held_back(pid: int) -> Iterator[None]:
    """Keep a process's first start at its beginning for a block: the processes that compile stand still."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    held: set[int] = set()
    is_over = threading.Event()

    def hold() -> None:
        # Both of two games are begun at once, the second a moment after the first, however long that is.
        for process in set(compilers(pid)) - held:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
                held.add(process)

    def keep_holding() -> None:
        while not is_over.wait(0.05):
            hold()

    while not held:
        assert time.monotonic() < deadline, "Nothing compiles."
        hold()
        time.sleep(0.01)
    holder = threading.Thread(target=keep_holding)
    holder.start()
    try:
        yield
    finally:
        is_over.set()
        holder.join()
        for process in held:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def wait_until_compiled(pid: int) -> None:
    """Wait until the processes that compile for a process have ended."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while compilers(pid):
        assert time.monotonic() < deadline, "Compiling does not end."
        time.sleep(0.005)


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    return False


def wait_for_successor(pid: int) -> None:
    """Wait until a fresh process has taken the place of the first one."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_successor(pid):
        assert time.monotonic() < deadline, "Nothing takes the place of the first process."
        time.sleep(0.01)


def is_successor(pid: int) -> bool:
    """Whether the process that has taken the place of the first one runs."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return b"RIVERTABLE_SUCCESSION=" in Path(f"/proc/{pid}/environ").read_bytes()
    return False
