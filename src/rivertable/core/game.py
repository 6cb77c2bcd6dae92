"""What a game is: a small object with parts, each of which answers for one concern; and the registry of games.

The registry knows the games' names without anything that computes: help and completion name them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from .contract.measured import Measured
from .contract.parts import Components as Components
from .contract.parts import Consequences, Counting, Documents, Learning, Moves, Pictures, Printed, Rows, ScoreSheet
from .contract.study import Rivals, Study
from .errors import OptionError, UnknownNameError
from .options import Options, OptionSet
from .rulebook import Rulebook

if TYPE_CHECKING:
    import numpy as np

    from .compiling.template import Kernel
    from .contract.metrics import Metrics
    from .contract.telling import Telling


@dataclass(frozen=True)
class Terms:
    """What a game is played under: how many players, which options, which printed data."""

    game: Game
    players: int
    options: Options
    components: Components
    array: np.ndarray[Any, Any] = field(repr=False, compare=False)
    """The same for the kernel, an array of one record."""

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.make_terms, (self.players, self.options, self.components)


@dataclass(eq=False, repr=False)
class Game:
    """One game of the house."""

    name: str
    """Its word on the command line and in records."""
    title: str
    _: KW_ONLY
    players: range
    options: OptionSet
    has_hidden: bool
    """Whether seats know different things, so that people at one screen must take turns looking."""
    position_class: type[Any]
    """Its class of :class:`~rivertable.core.position.Position`."""
    view_class: type[Any]
    """Its class of :class:`~rivertable.core.position.View`."""
    kernel: Kernel
    """The compiled rules."""
    moves: Moves
    documents: Documents
    printed: Printed
    pictures: Pictures
    learning: Learning
    counting: Counting
    sheet: ScoreSheet | None = None
    """How a real table is scored; without it there is no score page."""
    study: Study | None = None
    """What studying and training need to know of the game; without it there are no puzzles and no training of it."""
    metrics: Metrics | None = None
    """What the game is measured by besides scores and uses; without it a balance report has no such tables."""
    rows: Rows | None = None
    """In which rows stands what it draws; without it no deal of it is played at many tables."""
    telling: Telling | None = None
    """How compiled code tells turns; without it rows of games are made of typed moves, which takes longer."""
    measured: Mapping[int, Measured] = field(default_factory=dict)
    """What games of it are like, by the number of players, as far as that was measured."""
    rivals: Rivals = field(default_factory=Rivals)
    """Characters for playing alone."""
    consequences: Consequences | None = None
    """What turns bring beside what their moves say; without it moves say all."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.name,)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in this project's words, by id."""
        return rulebook_of(self.name)

    def make_terms(self, players: int, options: Options | None = None, components: Components | None = None) -> Terms:
        """Return the terms of a game.

        Raises:
            OptionError: a number of players that the game does not have.
        """
        if players not in self.players:
            raise OptionError(
                "{game} is for {fewest} to {most} players, not {players}.",
                game=self.title,
                fewest=self.players[0],
                most=self.players[-1],
                players=players,
            )
        options = self.options.make() if options is None else options
        components = self.printed.load() if components is None else components
        array = self.printed.pack(players, components)
        for option in self.options:
            if option.name in (array.dtype.names or ()):
                array[0][option.name] = option.number(options[option.name])
        array.flags.writeable = False
        return Terms(self, players, options, components, array)


class _Registry(Mapping[str, Game]):
    """The installed games by name, loaded when asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in _installed():
            raise _no_game(name)
        return _load(name)

    def __contains__(self, name: object) -> bool:
        return name in _installed()

    def __iter__(self) -> Iterator[str]:
        return iter(_installed())

    def __len__(self) -> int:
        return len(_installed())


@cache
def _installed() -> tuple[str, ...]:
    """Return the names of the installed games; looking them up reads files, too slow for each request."""
    return tuple(sorted(entry.name for entry in entry_points(group="rivertable.games")))


@cache
def rulebook_of(name: str) -> Rulebook:
    """Return the rules of an installed game, which is not loaded for that.

    They are the package ``rulebook`` beside the module that the game is registered by.

    Raises:
        UnknownNameError: there is no such game.
    """
    if name not in _installed():
        raise _no_game(name)
    return Rulebook.load(f"{_entry(name).module.rpartition('.')[0]}.rulebook")


def _no_game(name: str) -> UnknownNameError:
    return UnknownNameError(f"There is no game {name!r}; there are {', '.join(_installed())}.")


def _entry(name: str) -> EntryPoint:
    (entry,) = entry_points(group="rivertable.games", name=name)
    return entry


@cache
def _load(name: str) -> Game:
    game = _entry(name).load()
    if not isinstance(game, Game):
        raise UnknownNameError(f"The entry point {name!r} is no game.")
    return game


GAMES: Mapping[str, Game] = _Registry()
"""The installed games by name; an unknown name raises UnknownNameError."""
