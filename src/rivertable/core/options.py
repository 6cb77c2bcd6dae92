"""Options of a game: named choices where its sources differ, and presets that set them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import OptionError


@dataclass(frozen=True, slots=True)
class Option:
    """One option that is on or off: its name, what it means when on, the rule it belongs to."""

    name: str
    sentence: str
    rule: str


class Options(Mapping[str, bool]):
    """The value of every option of a game, made from a preset and what differs from it.

    Raises:
        OptionError: an unknown preset or option, or a value that is not true or false.
    """

    def __init__(
        self,
        known: tuple[Option, ...],
        presets: Mapping[str, Mapping[str, bool]],
        preset: str,
        changes: Mapping[str, Any] | None = None,
    ) -> None:
        if preset not in presets:
            raise OptionError(
                "There is no preset {preset}; there are {presets:list}.", preset=repr(preset), presets=list(presets)
            )
        self.preset = preset
        """The name of the preset."""
        self._values = dict(presets[preset])
        for name, value in (changes or {}).items():
            if name not in self._values:
                raise _unknown(name, [option.name for option in known])
            if not isinstance(value, bool):
                raise OptionError("The option {option} is true or false, not {value}.", option=name, value=repr(value))
            self._values[name] = value
        self.changes: dict[str, bool] = {
            name: value for name, value in self._values.items() if value != presets[preset][name]
        }
        """The options that differ from the preset."""

    def __getitem__(self, name: str) -> bool:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash((self.preset, tuple(self.changes.items())))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Options):
            return NotImplemented
        return (self.preset, self.changes) == (other.preset, other.changes)

    def __repr__(self) -> str:
        return f"<Options {self.text()}>"

    def document(self) -> dict[str, Any]:
        """Return the options as a record writes them: the preset, and each option that differs from it."""
        return {"preset": self.preset, **self.changes}

    def text(self) -> str:
        """Return the options in one word: ``rulebook`` or ``rulebook+lake_draws_after_trigger=no``."""
        return "+".join([self.preset, *(f"{name}={'yes' if value else 'no'}" for name, value in self.changes.items())])


def _unknown(name: str, known: list[str]) -> OptionError:
    if not known:
        return OptionError("There is no option {option}; there are none, and preset.", option=repr(name))
    return OptionError(
        "There is no option {option}; there are {options:list}, and preset.", option=repr(name), options=known
    )
