"""What the arena refuses."""

from __future__ import annotations

from ..core.errors import DataError


class ArenaError(DataError):
    """A contest that cannot be played, or a file of games that is of another one."""

    code = "bad-contest"
