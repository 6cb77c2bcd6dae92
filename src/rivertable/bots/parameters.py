"""What is written behind a bot's name: ``search:time=2,threads=2``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import UnknownNameError

_YES_OR_NO = {"yes": True, "no": False}


def read_parameters(name: str, text: str, known: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Read ``KEY=VALUE,…`` by the readers that are known.

    Raises:
        UnknownNameError: the bot ``name`` has no such parameter, or it cannot be that.
    """
    found: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or key not in known:
            raise UnknownNameError(f"The bot {name} has no parameter {part!r}; it has {', '.join(known) or 'none'}.")
        try:
            found[key] = known[key](value)
        except ValueError as error:
            raise UnknownNameError(f"The parameter {key} of the bot {name} cannot be {value!r}: {error}.") from error
    return found


def number(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of numbers in a range."""

    def read(text: str) -> float:
        value = float(text)
        if not least <= value <= most:
            raise ValueError(f"it is from {least:g} to {most:g}")
        return value

    return read


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range."""

    def read(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError(f"it is from {least} to {most}")
        return value

    return read


def yes_or_no(text: str) -> bool:
    """Read yes or no."""
    if text not in _YES_OR_NO:
        raise ValueError("it is yes or no")
    return _YES_OR_NO[text]


def which_network(text: str) -> bool | Path:
    """Read yes (the one that is shipped), no, or a file of weights.

    Raises:
        ValueError: it is neither, or the file cannot be read.
    """
    if text in _YES_OR_NO:
        return _YES_OR_NO[text]
    path = Path(text)
    if path.suffix != ".npz":
        raise ValueError("it is yes, no or a file of weights (.npz)")
    if not path.is_file():
        raise ValueError("there is no such file")
    return path
