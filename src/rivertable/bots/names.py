"""Bots by name: kinds with parameters (``search:time=2,threads=2``), levels, and names as people write them.

Each kind says what it needs compiled: the tasks let a bot choose a turn of a throw-away game.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf, nan
from pathlib import Path
from typing import Any

from ..core.compiling import execution
from ..core.compiling.warmup import RULES, Task
from ..core.errors import UnknownNameError
from ..core.game import Game
from ..core.position import Position
from .player import Bot, RandomBot, RivalBot, find_rival, is_rival, rivals_of
from .search.bots import FlatBot, SearchBot, SearchParameters, SightBot

_LONGEST = 3600.0
_BITS = (1 << 62) - 1
"""What the seed of a bot that evaluates may have."""
_YES_OR_NO = {"yes": True, "no": False}

Reader = Callable[[str], Any]


def _choosing(name: str) -> Callable[[Game], None]:
    """Return a function that lets a bot choose the first turn of a game."""

    def choose(game: Game) -> None:
        position = Position.before_setup(game.make_terms(2)).resolve(1)
        make_bot(name).choose(position.view(position.seat))

    return choose


STAND_IN = "artisan"
"""The level that plays for bots that look ahead while the rules run interpreted."""
QUICK = 0.05
"""So many seconds a turn of all levels takes at most but for the strongest."""

RANDOM = "random"
"""The kind of bot that plays by dice: a yardstick for measurements, and no level."""

SIGHT = Task("sight", "one-ply bots", _choosing("sight:root_candidates=50"), seconds=6, after=RULES)
FLAT = Task("flat", "bots that play at random", _choosing("flat:playouts=1"), seconds=1, after=RULES)
SEARCH = Task("search", "bots that look ahead", _choosing("search:playouts=3,exact=no"), seconds=4, after=SIGHT)
ENDINGS = Task("endings", "exact endings", _choosing("search:playouts=3"), seconds=4, after=SIGHT)
TASKS = (RULES, SIGHT, FLAT, SEARCH, ENDINGS)


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot."""

    name: str
    sentence: str
    """how it plays"""
    parameters: Mapping[str, Reader]
    """what can be written after its name, with a reader for each"""
    make: Callable[[int, dict[str, Any]], Bot]
    """makes a bot from a seed and the parameters that were written"""
    tasks: tuple[Task, ...]
    """what it needs compiled, with the rules"""
    former: Mapping[str, tuple[str, Reader]] = field(default_factory=dict)
    """names that parameters had in version 0.1, each with the present name and a reader"""

    def read(self, text: str) -> dict[str, Any]:
        """Read ``KEY=VALUE,…``.

        Raises:
            UnknownNameError: there is no such parameter, or it cannot have this value.
        """
        found: dict[str, Any] = {}
        readers = {name: (name, read) for name, read in self.parameters.items()} | dict(self.former)
        for part in text.split(",") if text else ():
            key, sign, value = (piece.strip() for piece in part.partition("="))
            if not sign or key not in readers:
                known = ", ".join(self.parameters) or "none"
                raise UnknownNameError(f"The bot {self.name} has no parameter {part!r}; it has {known}.")
            name, read = readers[key]
            try:
                found[name] = read(value)
            except ValueError as error:
                raise UnknownNameError(
                    f"The parameter {key} of the bot {self.name} cannot be {value!r}: {error}."
                ) from error
        return found


def _number(least: float, most: float) -> Reader:
    """Return a reader of numbers in a range, whole ones if the bounds are."""
    kind = "a whole number" if isinstance(least, int) else "a number"

    def read(text: str) -> float:
        try:
            value = type(least)(text)
        except ValueError:
            value = nan
        if not least <= value <= most:
            raise ValueError(f"it is {kind} from {least:.9g} to {most:.9g}")
        return value

    return read


def _yes_or_no(text: str) -> bool:
    if text not in _YES_OR_NO:
        raise ValueError("it is yes or no")
    return _YES_OR_NO[text]


def _network(text: str) -> bool | Path:
    """Read yes (the network that is shipped), no, or a file of weights."""
    if text in _YES_OR_NO:
        return _YES_OR_NO[text]
    path = Path(text)
    if path.suffix != ".npz":
        raise ValueError("it is yes, no or a file of weights (.npz)")
    if not path.is_file():
        raise ValueError("there is no such file")
    return path


def _inverse(text: str) -> float:
    """Read a sharpness as the temperature that it is the inverse of."""
    sharpness = _number(0.0, 1000.0)(text)
    return 1.0 / sharpness if sharpness else inf


def _random(seed: int, _: dict[str, Any]) -> Bot:
    return RandomBot(seed)


def _search(seed: int, given: dict[str, Any]) -> Bot:
    if given.keys().isdisjoint({"time", "playouts"}):
        given = {"time": 1.0, **given}
    return SearchBot(seed & _BITS, SearchParameters(**given))


def _sight(seed: int, given: dict[str, Any]) -> Bot:
    return SightBot(seed & _BITS, **{"net": True, "root_candidates": 4000, "tolerance": 0.0, **given})


def _flat(seed: int, given: dict[str, Any]) -> Bot:
    return FlatBot(seed & _BITS, given.get("playouts", 1000))


_CANDIDATES = _number(1, 8000)
_C_PUCT = _number(0.0, 100.0)
_TOLERANCE = _number(0.0, 1.0)

KINDS: Mapping[str, BotKind] = {
    kind.name: kind
    for kind in (
        BotKind(
            "search",
            "Searches a tree of whole turns and chance outcomes, for a time (1 s) or a number of playouts.",
            {
                "time": _number(0.01, _LONGEST),
                "playouts": _number(1, 100_000),
                "threads": _number(1, 64),
                "net": _network,
                "turns": _number(1, 200),
                "root_candidates": _CANDIDATES,
                "node_candidates": _CANDIDATES,
                "c_puct": _C_PUCT,
                "prior_temperature": _number(0.001, inf),
                "widening": _number(0.0, 100.0),
                "exact": _yes_or_no,
            },
            _search,
            (RULES, SIGHT, SEARCH, ENDINGS),
            {
                "look": ("root_candidates", _CANDIDATES),
                "glance": ("node_candidates", _CANDIDATES),
                "curiosity": ("c_puct", _C_PUCT),
                "sharpness": ("prior_temperature", _inverse),
            },
        ),
        BotKind(
            "sight",
            "Takes the turn with the best one-ply value, by the network or by the heuristic evaluation.",
            {"net": _network, "root_candidates": _CANDIDATES, "tolerance": _TOLERANCE},
            _sight,
            (RULES, SIGHT),
            {"look": ("root_candidates", _CANDIDATES), "whim": ("tolerance", _TOLERANCE)},
        ),
        BotKind(
            "flat",
            "Plays random games after each legal choice (1000 by default) and takes the best on average.",
            {"playouts": _number(1, 1_000_000)},
            _flat,
            (RULES, FLAT),
        ),
        BotKind(RANDOM, "Takes any legal choice at random.", {}, _random, (RULES,)),
    )
}
"""All kinds by name."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play: a name for a kind of bot with parameters."""

    name: str
    sentence: str
    """how it plays"""
    seconds: float
    """the longest time of a turn on one core"""
    bot: str
    """the kind with its parameters"""


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level(
            "novice",
            "Considers only a few turns and takes one that looks good at once; never looks ahead.",
            0.02,
            "sight:net=no,root_candidates=8,tolerance=0.57",
        ),
        Level(
            "apprentice",
            "Recognises a good position, but considers few turns and often settles for less; never looks ahead.",
            0.05,
            "sight:root_candidates=24,tolerance=0.6",
        ),
        Level(
            "artisan",
            "Recognises a good position, but does not consider every turn; never looks ahead.",
            0.05,
            "sight:root_candidates=28",
        ),
        Level(
            "expert",
            "Tries a few good turns against what the others may answer; looks only a little way ahead.",
            0.05,
            "search:playouts=12,turns=12,root_candidates=50,node_candidates=50,exact=no",
        ),
        Level(
            "master",
            "Searches ahead for up to a second, and plays the end of a game exactly where it can.",
            1.0,
            "search:time=0.95",
        ),
    )
}
"""All levels by name, the weakest first. They are as far apart as ``docs/ladder.md`` says."""


def kind_of(name: str) -> str | None:
    """Return the kind of a bot by its name; None for Rivals."""
    word = (LEVELS[name].bot if name in LEVELS else name).partition(":")[0]
    return word if word in KINDS else None


def make_bot(name: str, seed: int | None = None) -> Bot:
    """Return the bot of a level, a kind or a Rival. Equal seeds give equal play, except with a limit of time.

    Raises:
        UnknownNameError: there is no such level, kind or Rival, or it has no such parameter.
    """
    if is_rival(name):
        return RivalBot(*find_rival(name))
    if kind_of(name) is None:
        raise UnknownNameError(f"There is no bot {name!r}; there are {', '.join((*LEVELS, *KINDS))}.")
    word, _, text = (LEVELS[name].bot if name in LEVELS else name).partition(":")
    given = KINDS[word].read(text)
    return KINDS[word].make(secrets.randbits(62) if seed is None else seed, given)


def split_bots(text: str) -> tuple[str, ...]:
    """Split ``A,B,…`` into names of bots.

    Commas separate bots as well as parameters: ``search:time=2,threads=2,novice`` is two bots. A part that reads
    KEY=VALUE, with no colon before the sign, belongs to the bot before it.

    Raises:
        UnknownNameError: the text begins with a parameter.
    """
    names: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        key, sign, _ = part.partition("=")
        if not sign or ":" in key:
            names.append(part)
        elif names:
            names[-1] += f",{part}"
        else:
            raise UnknownNameError(f"The parameter {part!r} has no bot before it.")
    return tuple(names)


def check_bot(name: str, game: Game) -> None:
    """Refuse a name that is not a bot of the game.

    Raises:
        UnknownNameError: there is no such bot, or it is a Rival of another game.
    """
    make_bot(name)
    if is_rival(name):
        home, rival = find_rival(name)
        if home is not game:
            raise UnknownNameError(f"The Rival {rival.title} plays {home.title}, not {game.title}.")


def read_bots(text: str, game: Game) -> tuple[str, ...]:
    """Read ``A,B,…`` as names of bots of a game.

    Raises:
        UnknownNameError: one of them is not a bot of the game.
    """
    names = split_bots(text)
    for name in names:
        check_bot(name, game)
    return names


def network_files(names: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of weights in the names of bots (``net=FILE``), in their order.

    Raises:
        UnknownNameError: a bot has no such parameter, or it cannot have this value.
    """
    split = (name.partition(":") for name in names)
    networks = [KINDS[word].read(text).get("net") for word, _, text in split if word in KINDS]
    return tuple(network for network in networks if isinstance(network, Path))


def bots_of(game: Game) -> Mapping[str, str]:
    """Return the bots that a game offers by name, levels first, each with a sentence about how it plays."""
    levels = {level.name: level.sentence for level in LEVELS.values()}
    return levels | {name: rival.character for name, rival in rivals_of(game).items()}


def tasks_of(bot: str) -> tuple[Task, ...]:
    """Return the tasks that a bot needs, with the rules."""
    kind = kind_of(bot)
    return (RULES,) if kind is None else KINDS[kind].tasks


def looks_ahead(bot: str) -> bool:
    """Return whether a bot looks ahead, and so takes seconds for a turn while the rules run interpreted."""
    return tasks_of(bot)[-1] not in (RULES, SIGHT)


def is_slow(bot: str) -> bool:
    """Return whether a bot may take longer for a turn than a person notices."""
    return LEVELS[bot].seconds > QUICK if bot in LEVELS else looks_ahead(bot)


def player_for(bot: str) -> str:
    """Return the bot that plays for one: a stand-in, if that looks ahead while the rules run interpreted."""
    return STAND_IN if execution.is_provisional() and looks_ahead(bot) else bot
