"""What the environments refuse."""

from __future__ import annotations

from ..core.errors import DataError


class EnvironmentUseError(DataError):
    """An environment that cannot be made so, or a step that it cannot take."""

    code = "bad-environment"
