"""What a designer asks: settings of a game to compare, and what a sweep varies.

A sweep's text is ``column_vp.7=5``, ``stones.heart=0..3`` or ``overflow_vp=-6..0/2``, as a person types it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ...bots import kind_of
from ...bots.names import LEVELS, RANDOM
from ...bots.player import find_rival, is_rival
from ...bots.weights import shipped_weights
from ...core.contract.parts import PrintedValue
from ...core.errors import OptionError, UnknownNameError
from ...core.game import GAMES, Components, Game
from ...core.options import Options, value_text
from ..simulation import Job, seat_bots
from ..versions import versions

VALUES_AT_MOST = 60
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:/(\d+))?")

UNOFFICIAL = (
    "{title} is measured here by an unofficial implementation, which has nothing to do with the game's publisher. What "
    "holds between bots need not hold between people."
)


@dataclass(frozen=True)
class Setting:
    """Options and printed data under a name by which people tell them apart."""

    words: str
    options: Options
    components: Components

    def document(self, game: Game) -> dict[str, Any]:
        """Return it as plain JSON, with what of the printed data is printed nowhere."""
        return {
            "words": self.words,
            "options": self.options.document(),
            "components": {"name": self.components.name, "sha256": self.components.sha256},
            "sources": sources_of(game, self.components),
        }

    def is_alike(self, other: Setting) -> bool:
        """Return whether another setting is played alike, whatever it is called."""
        return dict(self.options) == dict(other.options) and self.components.sha256 == other.components.sha256


@dataclass(frozen=True)
class Question:
    """A question to the laboratory.

    Attributes:
        game: its name.
        bots: by seat; the last fills the seats of larger tables.
        games: how many for each number of players and each setting.
        command: the command line that asks the same again.
        keep: a folder where the records of games are kept; those that are there are not played again.
        plays: settings in words, each with the command that lets a person play with it.
    """

    game: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    games: int
    seed: str
    command: str
    settings: tuple[Setting, ...]
    keep: Path | None = None
    plays: tuple[tuple[str, str], ...] = ()

    @property
    def has_network(self) -> set[bool]:
        """Whether the package has a network for a setting's printed data; both answers where settings differ."""
        terms = [GAMES[self.game].make_terms(self.players[0], None, setting.components) for setting in self.settings]
        return {shipped_weights(each) is not None for each in terms}

    def job(self, setting: Setting, players: int) -> Job:
        """Return the job of one setting; game n has the same deal under every setting."""
        terms = GAMES[self.game].make_terms(players, setting.options, setting.components)
        return Job(terms, seat_bots(self.bots[:players], players), self.seed)

    def head(self, form: str) -> dict[str, Any]:
        """Return the beginning of a report: the question, and what answered it."""
        game = GAMES[self.game]
        return {
            "format": form,
            "game": self.game,
            "title": game.title,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": self.command,
            "players": list(self.players),
            "games": self.games,
            "bots": list(self.bots),
            "seed": self.seed,
            "versions": versions(),
            "settings": [setting.document(game) for setting in self.settings],
            "plays": [{"words": words, "command": command} for words, command in self.plays],
            "notes": [UNOFFICIAL.format(title=game.title), *map(self._about_bot, dict.fromkeys(self.bots))],
        }

    def _about_bot(self, name: str) -> str:
        """Say what a bot knows of printed values."""
        meaning = LEVELS[name].bot if name in LEVELS else name
        if is_rival(name):
            return f"{name} follows fixed rules, whatever is printed."
        if kind_of(name) == RANDOM:
            return f"{name} chooses at random, whatever is printed."
        if "net=no" in meaning.split(":")[-1].split(",") or meaning.startswith("flat"):
            return f"{name} evaluates by the score that the rules count, so it responds to changed values and costs."
        if self.has_network == {True}:
            return f"{name} evaluates with a network that was trained on this printed data."
        if self.has_network == {False}:
            return f"{name} has no network for this printed data: it evaluates by the score, and plays less well."
        return f"{name} has a network for some of these settings only: it plays less well under the others."


def bot_words(name: str) -> str:
    """Return what a bot is, for a sentence: "bots that …", or the name of a level or Rival."""
    if is_rival(name):
        return find_rival(name)[1].title
    kind, _, parameters = name.partition(":")
    if kind == "sight":
        by = "the score as the rules count it" if "net=no" in parameters.split(",") else "a network"
        return f"bots that take at once what looks best by {by}"
    if kind == "search":
        return "bots that search ahead"
    return "bots that try each choice in random games" if kind == "flat" else name


def sources_of(game: Game, components: Components) -> list[str]:
    """Say which printed values are printed nowhere, in sentences; none where all of them are printed."""
    counts = Counter(value.source for value in game.printed.list_values(components))
    total = sum(counts.values())
    found = [
        f"{counts[word]} of {total} values of the cards are {word}."
        for word in ("invented", "inferred")
        if counts[word]
    ]
    for source in counts:
        if "inferred" in source and source != "inferred":
            keys = sorted(
                {
                    value.name.partition(".")[0]
                    for value in game.printed.list_values(components)
                    if value.source == source
                }
            )
            found.append(f"{', '.join(keys)}: {source}.")
    return found


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
    known = value_of(game, base, name)
    values = _expanded(wanted) if wanted else _all_values(game, name)
    if not values:
        raise OptionError("{name} needs values: {name}=LOW..HIGH, {name}=LOW..HIGH/STEP or {name}=A,B,…", name=name)
    if len(values) > VALUES_AT_MOST:
        raise OptionError("{text} are more than {most} values.", text=text, most=VALUES_AT_MOST)
    found = [_varied(game, base, name, value) for value in values]
    return Variation(known, now_of(base, known), tuple({varied.text: varied for varied in found}.values()))


def _all_values(game: Game, name: str) -> list[str]:
    """Return all values of an option or of the preset, as they are typed; nothing for another name."""
    if name == "preset":
        return list(game.options.presets)
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
        setting = replace(base, options=game.options.make(text))
    elif name in {option.name for option in game.options}:
        value = game.options.named(name).parse(text)
        text = value_text(value)
        setting = replace(base, options=game.options.make(base.options.preset, {**base.options.changes, name: value}))
    else:
        value_of(game, base, name)
        if not _is_whole(text):
            raise OptionError("{name} is a whole number, not {text}.", name=name, text=text)
        setting = replace(base, components=game.printed.with_value(base.components, name, int(text)))
    setting = replace(setting, words=f"{name}={text}")
    return Varied(text, setting, setting.is_alike(base))


def values_of(game: Game, base: Setting) -> list[PrintedValue]:
    """Return all that can be varied: the preset and options first, then the printed values."""
    found = [PrintedValue("preset", "the preset of the options", None, (), "")] if len(game.options.presets) > 1 else []
    for option in game.options:
        found.append(PrintedValue(option.name, f"“{option.sentence.rstrip('.')}”", None, (), ""))
    return [*found, *game.printed.list_values(base.components)]


def value_of(game: Game, base: Setting, name: str) -> PrintedValue:
    """Return what a name names.

    Raises:
        UnknownNameError: the game has no such value or option; the sentence names some that are like it.
    """
    known = {value.name: value for value in values_of(game, base)}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 3, 0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise UnknownNameError(f"{game.title} has nothing to vary that is called {name!r}; --list lists all.{hint}")


def now_of(base: Setting, value: PrintedValue) -> str | None:
    """Return what a value is now, as it would be typed; None where no number says it."""
    if value.now is not None:
        return str(value.now)
    if value.name == "preset":
        return base.options.preset
    return value_text(base.options[value.name]) if value.name in base.options else None
