"""What training refuses."""

from __future__ import annotations

from ...core.errors import DataError


class TrainingError(DataError):
    """A training that cannot be done, or a folder that belongs to another one."""

    code = "bad-training"
