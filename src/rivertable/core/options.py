"""Options of a game: what its sources or its players see differently, and presets that set them all."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from .errors import OptionError

OptionValue: TypeAlias = bool | int | str
"""What an option is set to: on or off, a whole number, or the name of a choice."""

_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


@dataclass(frozen=True, slots=True)
class Option(ABC):
    """One option: its name, a sentence about it, the rule it belongs to; its class says what it can be set to."""

    name: str
    sentence: str
    rule: str
    type: ClassVar[Literal["boolean", "number", "choice"]]

    @property
    @abstractmethod
    def values(self) -> tuple[OptionValue, ...]:
        """All that it can be set to, in order."""

    @property
    @abstractmethod
    def model_field(self) -> Any:
        """The type of its values, as pydantic understands it."""

    @abstractmethod
    def read(self, value: object) -> OptionValue:
        """Return a value that it can be set to.

        Raises:
            OptionError: it is none; the sentence says what is allowed.
        """

    def parse(self, text: str) -> OptionValue:
        """Return the value that a person typed.

        Raises:
            OptionError: it is none; the sentence says what is allowed.
        """
        return self.read(text)

    def number(self, value: OptionValue) -> int:
        """Return the whole number that stands for a value in the kernel's terms: its place among :attr:`values`."""
        return self.values.index(value)

    def document(self) -> dict[str, Any]:
        """Return the option as plain JSON, with what it can be set to."""
        return {"name": self.name, "sentence": self.sentence, "rule": self.rule, "type": self.type}


@dataclass(frozen=True, slots=True)
class BooleanOption(Option):
    """An option that is on or off; the sentence says what it means when on."""

    type: ClassVar[Literal["boolean"]] = "boolean"
    values: ClassVar[tuple[OptionValue, ...]] = (False, True)
    model_field: ClassVar[Any] = bool

    def read(self, value: object) -> OptionValue:
        """Return true or false."""
        if not isinstance(value, bool):
            raise OptionError("The option {option} is true or false, not {value}.", option=self.name, value=repr(value))
        return value

    def parse(self, text: str) -> OptionValue:
        """Return what yes or no means."""
        if text.lower() not in _WORDS:
            raise OptionError("The option {option} is yes or no, not {value}.", option=self.name, value=repr(text))
        return _WORDS[text.lower()]


@dataclass(frozen=True, slots=True)
class NumberOption(Option):
    """An option that is a whole number within bounds."""

    minimum: int
    maximum: int
    type: ClassVar[Literal["number"]] = "number"

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """All numbers within the bounds, rising."""
        return tuple(range(self.minimum, self.maximum + 1))

    @property
    def model_field(self) -> Any:
        """The type of its values, as pydantic understands it."""
        # A program that only names a game's options does without it.
        from pydantic import Field

        return Annotated[int, Field(ge=self.minimum, le=self.maximum)]

    def read(self, value: object) -> OptionValue:
        """Return a number within the bounds; true and false are no numbers."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.minimum <= value <= self.maximum:
            raise OptionError(
                "The option {option} is a whole number from {minimum} to {maximum}, not {value}.",
                option=self.name,
                minimum=self.minimum,
                maximum=self.maximum,
                value=repr(value),
            )
        return value

    def parse(self, text: str) -> OptionValue:
        """Return the number that digits say."""
        return self.read(int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text)

    def number(self, value: OptionValue) -> int:
        """Return the value itself."""
        return int(value)

    def document(self) -> dict[str, Any]:
        """Return the option as plain JSON, with its bounds."""
        return {**Option.document(self), "minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True, slots=True)
class ChoiceOption(Option):
    """An option that is one of a few names."""

    choices: tuple[str, ...]
    type: ClassVar[Literal["choice"]] = "choice"

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """The names."""
        return self.choices

    @property
    def model_field(self) -> Any:
        """The type of its values, as pydantic understands it."""
        return Literal[self.choices]

    def read(self, value: object) -> OptionValue:
        """Return one of the names."""
        if not isinstance(value, str) or value not in self.choices:
            raise OptionError(
                "The option {option} is {names:or}, not {value}.",
                option=self.name,
                names=list(self.choices),
                value=repr(value),
            )
        return value

    def document(self) -> dict[str, Any]:
        """Return the option as plain JSON, with its choices."""
        return {**Option.document(self), "choices": list(self.choices)}


class OptionSet:
    """The options of a game with its presets, the default first. Iterating gives each :class:`Option`."""

    def __init__(self, *options: Option, presets: Mapping[str, Mapping[str, OptionValue]]) -> None:
        self._options = options
        self.presets = presets
        """What each preset sets every option to."""

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    def named(self, name: str) -> Option:
        """Return the option of a name.

        Raises:
            OptionError: there is none; the sentence names all that there are.
        """
        for option in self._options:
            if option.name == name:
                return option
        if not self._options:
            raise OptionError("There is no option {option}; there are none, and preset.", option=repr(name))
        raise OptionError(
            "There is no option {option}; there are {options:list}, and preset.",
            option=repr(name),
            options=[option.name for option in self._options],
        )

    def make(self, preset: str | None = None, changes: Mapping[str, Any] | None = None) -> Options:
        """Return a value for every option; the first preset is the default.

        Raises:
            OptionError: an unknown preset or option, or a value that the option cannot have.
        """
        return Options(self, next(iter(self.presets)) if preset is None else preset, changes)

    def parse(self, preset: str | None, changes: Mapping[str, str]) -> Options:
        """Return a value for every option; what differs from the preset is given as a person types it.

        Raises:
            OptionError: an unknown preset or option, or a value that the option cannot have.
        """
        return self.make(preset, {name: self.named(name).parse(text) for name, text in changes.items()})

    def read(self, text: str) -> Options:
        """Return the options that :meth:`Options.text` wrote.

        Raises:
            OptionError: an unknown preset or option, or a value that the option cannot have.
        """
        preset, *changes = text.split("+")
        pairs = (change.partition("=") for change in changes)
        return self.parse(preset, {name: value for name, _, value in pairs})


class Options(Mapping[str, OptionValue]):
    """The value of every option of a game, made from a preset and what differs from it.

    Raises:
        OptionError: an unknown preset or option, or a value that the option cannot have.
    """

    def __init__(self, known: OptionSet, preset: str, changes: Mapping[str, Any] | None = None) -> None:
        presets = known.presets
        if preset not in presets:
            raise OptionError(
                "There is no preset {preset}; there are {presets:list}.", preset=repr(preset), presets=list(presets)
            )
        self.preset = preset
        """The name of the preset."""
        self._values = dict(presets[preset])
        for name, value in (changes or {}).items():
            self._values[name] = known.named(name).read(value)
        self.changes: dict[str, OptionValue] = {
            name: value for name, value in self._values.items() if value != presets[preset][name]
        }
        """The options that differ from the preset."""

    def __getitem__(self, name: str) -> OptionValue:
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
        return "+".join([self.preset, *(f"{name}={value_text(value)}" for name, value in self.changes.items())])


def value_text(value: OptionValue) -> str:
    """Return a value as :meth:`Option.parse` reads it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
