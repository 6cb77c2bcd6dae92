"""What a bot does as the mood takes it: the mood comes from its seed and from what it sees, and from nothing else."""

from __future__ import annotations

from ..core.chance import Simulator
from ..core.position import View
from .thinking import seed_for

_MOODS = 0x3C6EF372FE94F82B
_STEPS = 1 << 32


def one_of(seed: int, view: View, count: int) -> int:
    """Give a number 0 <= n < ``count``, all as likely over many seeds; equal seeds and views give the equal one."""
    return _mood(seed, view).below(count)


def is_moved(seed: int, view: View, chance: float) -> bool:
    """Tell whether something comes over the bot that does so with this probability; equal for equal seeds and views."""
    return _mood(seed, view).below(_STEPS) < chance * _STEPS


def _mood(seed: int, view: View) -> Simulator:
    return Simulator(seed_for(seed ^ _MOODS, view))
