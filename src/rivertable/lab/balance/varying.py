"""What a sweep varies, as a person types it: ``column_vp.7=5``, ``stones.heart=0..3``, ``overflow_vp=-6..0/2``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches

from ...core.contract.counting import PrintedValue
from ...core.errors import OptionError, UnknownNameError
from ...core.game import Game
from ...core.options import named, value_text
from .settings import Setting

VALUES_AT_MOST = 60
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:/(\d+))?")


@dataclass(frozen=True)
class Varied:
    """One value of what is varied: as typed, and the setting under it."""

    text: str
    setting: Setting
    is_base: bool


@dataclass(frozen=True)
class Variation:
    """What is varied.

    Attributes:
        value: what it is, with its value now where a number says it.
        now: the value now, as it would be typed; None where no number says it.
        values: the values to try, in the order asked for, rising where they are numbers.
    """

    value: PrintedValue
    now: str | None
    values: tuple[Varied, ...]

    @property
    def is_number(self) -> bool:
        """Whether all values are numbers, the value now included."""
        is_now_number = self.now is None or _is_whole(self.now)
        return is_now_number and all(_is_whole(varied.text) for varied in self.values)


def read_variation(text: str, game: Game, base: Setting) -> Variation:
    """Read ``NAME=LOW..HIGH[/STEP]`` or ``NAME=a,b,c``; an option alone, ``NAME``, is varied over all its values.

    Raises:
        OptionError: it is no such text, or asks for too many values.
        UnknownNameError: the game has no such value or option.
        DataError: a game cannot be played with one of the values.
    """
    name, _, wanted = (part.strip() for part in text.partition("="))
    values = _expanded(wanted) if wanted else _all_values(game, name)
    if not values:
        raise OptionError("{text} is not NAME=LOW..HIGH, NAME=LOW..HIGH/STEP or NAME=A,B,…", text=text)
    if len(values) > VALUES_AT_MOST:
        raise OptionError("{text} are more than {most} values.", text=text, most=VALUES_AT_MOST)
    found = [_varied(game, base, name, value) for value in values]
    known = value_of(game, base, name)
    return Variation(known, now_of(game, base, known), tuple({varied.text: varied for varied in found}.values()))


def _all_values(game: Game, name: str) -> list[str]:
    """Return all values of an option or of the preset, as they are typed; nothing for another name."""
    if name == "preset":
        return list(game.presets)
    return [value_text(value) for option in game.options if option.name == name for value in option.values]


def _expanded(wanted: str) -> list[str]:
    found: list[str] = []
    for part in (part.strip() for part in wanted.split(",")):
        if match := _RANGE.fullmatch(part):
            low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
            if low > high or step < 1:
                raise OptionError("{part} is no range from low to high.", part=part)
            if (high - low) // step >= VALUES_AT_MOST:
                raise OptionError("{part} are more than {most} values.", part=part, most=VALUES_AT_MOST)
            found += [str(number) for number in range(low, high + 1, step)]
        else:
            found.append(str(int(part)) if _is_whole(part) else part)
    found = list(dict.fromkeys(found))
    return sorted(found, key=int) if all(map(_is_whole, found)) else found


def _is_whole(text: str) -> bool:
    return re.fullmatch(r"-?\d+", text) is not None


def _varied(game: Game, base: Setting, name: str, text: str) -> Varied:
    if name == "preset":
        setting = replace(base, preset=text, changes={})
    elif name in {option.name for option in game.options}:
        value = named(name, game.options).parse(text)
        text = value_text(value)
        setting = replace(base, changes={**base.changes, name: value})
    else:
        value_of(game, base, name)
        if not _is_whole(text):
            raise OptionError("{name} is a whole number, not {text}.", name=name, text=text)
        setting = replace(base, components=game.with_value(base.components, name, int(text)))
    setting = replace(setting, words=f"{name}={text}")
    return Varied(text, setting, is_alike(game, setting, base))


def is_alike(game: Game, one: Setting, other: Setting) -> bool:
    """Return whether two settings are played alike, whatever they are called."""
    options = [dict(game.make_options(each.preset, each.changes)) for each in (one, other)]
    return options[0] == options[1] and one.components.sha256 == other.components.sha256


def values_of(game: Game, base: Setting) -> list[PrintedValue]:
    """Return all that can be varied: the preset and options first, then the printed values."""
    presets = f"preset of the options: {', '.join(game.presets)}"
    found = [PrintedValue("preset", presets, None, (), "")] if len(game.presets) > 1 else []
    for option in game.options:
        found.append(PrintedValue(option.name, f"“{option.sentence.rstrip('.')}”", None, (), ""))
    return [*found, *game.list_values(base.components)]


def value_of(game: Game, base: Setting, name: str) -> PrintedValue:
    """Return what a name names.

    Raises:
        UnknownNameError: the game has no such value or option; the sentence names some that are like it.
    """
    known = {value.name: value for value in values_of(game, base)}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 3, 0.5)
    hint = f" Like it are {', '.join(near)}." if near else ""
    raise UnknownNameError(f"{game.title} has nothing to vary that is called {name!r}; --list lists all.{hint}")


def now_of(game: Game, base: Setting, value: PrintedValue) -> str | None:
    """Return what a value is now, as it would be typed; None where no number says it."""
    if value.now is not None:
        return str(value.now)
    if value.name == "preset":
        return base.preset
    options = game.make_options(base.preset, base.changes)
    return value_text(options[value.name]) if value.name in options else None
