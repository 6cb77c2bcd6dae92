"""The settings of a house: how long it keeps what it stores, and how much one address may store. One TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from ..core.errors import OptionError
from .domain.retention import DAY, STANDARD, Retention
from .web.limits import Limits, Rate

Part = TypeVar("Part")


def _amount(default: int, words: str) -> int:
    made: int = field(default=default, metadata={"words": words, "most": 10**12})
    return made


@dataclass(frozen=True, slots=True)
class Quota:
    """What one address may make and store: so much at once, then so much a day."""

    tables: int = _amount(30, "new tables and records at once")
    tables_a_day: int = _amount(17_280, "new tables and records a day, after that")
    bytes: int = _amount(20_000_000, "bytes stored at once; each table counts as 50 kB")
    bytes_a_day: int = _amount(86_400_000, "bytes stored a day, after that")

    def limits(self) -> Limits:
        """Return the limits of a server with this quota."""
        return Limits(
            tables=Rate(self.tables, self.tables_a_day / DAY), stored=Rate(self.bytes, self.bytes_a_day / DAY)
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a house; as they stand here where no file says otherwise."""

    kept: Retention = STANDARD
    quota: Quota = field(default_factory=Quota)


_PARTS: dict[str, type[Any]] = {"kept": Retention, "quota": Quota}


def read_settings(file: Path) -> Settings:
    """Return the settings that a file gives, and for what it does not name those that always hold.

    Raises:
        OptionError: it cannot be read, or says something else.
    """
    try:
        told = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise OptionError("{place} cannot be read: {reason}.", place=str(file), reason=str(error.strerror)) from error
    except ValueError as error:
        raise OptionError("{place} is not TOML: {reason}.", place=str(file), reason=str(error)) from error
    for name, value in told.items():
        if name not in _PARTS or not isinstance(value, dict):
            raise OptionError(
                "{place} has no part {name}; there are {known}.", place=str(file), name=name, known=", ".join(_PARTS)
            )
    return Settings(**{name: _part(kind, told.get(name, {}), f"{file}: {name}") for name, kind in _PARTS.items()})


def _part(kind: type[Part], told: dict[str, Any], place: str) -> Part:
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    for name, value in told.items():
        if name not in known:
            raise OptionError(
                "{place} has no {name}; there are {known}.", place=place, name=name, known=", ".join(known)
            )
        most = known[name].metadata["most"]
        if type(value) is not int or not 1 <= value <= most:
            raise OptionError("{place}.{name} is a whole number from 1 to {most}.", place=place, name=name, most=most)
    return kind(**told)


def settings_table() -> Iterator[str]:
    """Return the lines of a table of all settings, for the documentation."""
    yield "| setting | what it is of | where none is given |"
    yield "|---|---|---|"
    for part, kind in _PARTS.items():
        for one in fields(kind):
            unit = " days" if kind is Retention else ""
            yield f"| `{part}.{one.name}` | {one.metadata['words']} | {one.default:,}{unit} |"
