"""Playing on a cluster from a command."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from .console import progress


@contextmanager
def playing_on(cluster: str | None) -> Iterator[None]:
    """Say that a cluster is joined, where one is; what counts games takes the place of that."""
    if cluster is not None:
        progress(f"  joining the cluster {cluster}")
    # Ray says on standard output when it lost a worker: that belongs to results alone.
    with redirect_stdout(sys.stderr):
        yield
    progress("")
