"""What only some need and a plain install does not bring: the extras of the package."""

from __future__ import annotations

import importlib
from types import ModuleType

from .errors import DataError


class MissingExtraError(DataError, ImportError):
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
        missing = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != missing:
            raise
        raise MissingExtraError(
            f"{missing} is not installed; it comes with the extra {extra!r}: "
            f"pip install '.[{extra}]' in a copy of the repository."
        ) from error
