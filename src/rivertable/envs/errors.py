"""What the environments refuse."""

from __future__ import annotations

import importlib
from types import ModuleType

from ..core.errors import DataError


class EnvironmentUseError(DataError):
    """An environment that cannot be made so, or a step that it cannot take."""

    code = "bad-environment"


class MissingExtraError(EnvironmentUseError, ImportError):
    """A package that is not installed; the sentence names the extra that brings it."""

    code = "missing-extra"


def require(module: str, extra: str) -> ModuleType:
    """Import a module that an extra brings.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or module.partition(".")[0] != error.name.partition(".")[0]:
            raise
        raise MissingExtraError(
            f"{module.partition('.')[0]} is not installed; it comes with the extra {extra!r}: "
            f"pip install 'rivertable[{extra}]'."
        ) from error
