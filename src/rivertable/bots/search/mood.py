"""What a bot does as the mood takes it: the mood comes from its seed and from what it sees, and from nothing else."""

from __future__ import annotations

from ...core.chance import Simulator
from ...core.position import View
from .tree_search import seed_for

_MOODS = 0x3C6EF372FE94F82B


def one_of(seed: int, view: View, count: int) -> int:
    """Return a number 0 <= n < ``count``, all as likely over many seeds; equal seeds and views give the equal one."""
    return Simulator(seed_for(seed ^ _MOODS, view)).below(count)
