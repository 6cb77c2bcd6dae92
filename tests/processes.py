"""Processes on Linux: finding them, and how eager those of Ray are."""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EAGER = {"RAY_worker_niceness": "0"}
"""Ray's workers leave the processors to whatever else runs, unless told so: beside other tests they hardly get on."""


def descendants(of: int) -> Iterator[tuple[int, str]]:
    """The processes below a process, each with what it calls itself."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = path.read_text("utf-8").rpartition(") ")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if after_name[0] != "Z":
            parents.setdefault(int(after_name[1]), []).append(int(path.parent.name))
    left = list(parents.get(of, []))
    while left:
        process = left.pop()
        left += parents.get(process, [])
        try:
            yield process, Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        except (FileNotFoundError, ProcessLookupError):
            continue


@contextmanager
def alone_with_ray() -> Iterator[None]:
    """Wait until no other process of the tests uses Ray: what looks for a cluster would find that of another test."""
    with (Path(tempfile.gettempdir()) / "tests-that-use-ray.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
