"""What a game is: the contract that the rest of the program relies on, and the registry of games."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

import numpy as np

from .contract.counting import Family, PrintedValue, Thing
from .contract.observation import Observation
from .contract.rivals import Rival
from .contract.study import Study
from .errors import OptionError, UnknownNameError
from .options import Option, Options, OptionValue, named
from .rulebook import Rulebook
from .states import copied

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .position import Board, Position, View


class Components(Protocol):
    """Printed data as a game is played with: a name, and the hash of what was loaded."""

    @property
    def name(self) -> str:
        """The name that the data file gives itself."""

    @property
    def sha256(self) -> str:
        """The SHA-256 of the data as played, 64 hexadecimal digits."""


class Engine(Protocol):
    """The compiled entry points of a game. States come as an array and an index, terms as an array of one.

    ``out`` and ``weights`` are int16 arrays of at least ``Game.choices_at_most`` items.
    """

    def start(self, states: Any, index: int, terms: Any, players: int, first_seat: int) -> None:
        """Begin set-up in a blank state."""

    def list_decisions(self, states: Any, index: int, terms: Any, out: Any) -> int:
        """Write the legal decisions and return how many there are."""

    def list_outcomes(self, states: Any, index: int, out: Any, weights: Any) -> int:
        """Write what chance can do and return how many outcomes there are."""

    def apply(self, states: Any, index: int, terms: Any, choice: int) -> None:
        """Apply a legal decision or a possible outcome."""

    def total(self, states: Any, index: int, terms: Any, seat: int) -> int:
        """Return a seat's total as the position stands."""

    def deal(self, states: Any, index: int, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
        """Set a game up in a blank state with a simulator's generator; write the first legal decisions."""

    def step(self, states: Any, index: int, terms: Any, decision: int, generator: Any, out: Any) -> int:
        """Do a decision, let a simulator's generator act, write the next legal decisions; 0 when all is over."""

    def random_games(
        self, states: Any, blank: Any, terms: Any, players: int, count: int, generator: Any, out: Any, totals: Any
    ) -> int:
        """Play whole games at random; add totals by seat to ``totals`` (int64) and return the decisions taken."""

    def observe(self, states: Any, index: int, terms: Any, seat: int, out: Any) -> None:
        """Write what a seat may know as :meth:`Game.observation` lays it out to ``out`` (int16, as long as that)."""


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


class Game(ABC):
    """One game of the house. ``name`` is its word on the command line and in records."""

    name: str
    title: str
    players: range
    options: tuple[Option, ...]
    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]]
    choices_at_most: int
    """Room that a list of decisions or outcomes needs."""
    turn_at_most: int
    """More decisions than any turn has."""
    first_outcome: int
    """Integers below are decisions of players, from here on outcomes of chance."""
    outcomes_end: int
    """One more than the highest outcome of chance."""
    engine: Engine
    position_class: type[Position]
    view_class: type[View]
    has_hidden: bool
    """Whether seats know different things, so that people at one screen must take turns looking."""
    styles: tuple[tuple[str, str], ...]
    """Patterns in the drawn board and how a terminal may colour them; letters always say the same."""
    baselines: tuple[str, ...]
    """C programs in the game's ``baseline`` folder that ``bench`` measures beside the kernel."""
    rivals: tuple[Rival, ...] = ()
    """Characters for solo play, the easiest first: this project's own, where the sources give no rules."""
    rivals_alike: str = ""
    """What all of them do alike, in words."""
    study: Study | None = None
    """What studying and training need to know of the game; without it there are no puzzles and no training of it."""
    score_categories: ClassVar[Mapping[str, str]]
    """What a total is made of, as rows of a simulation keep it: words for each, in the order of the score."""
    environment_versions: tuple[str, ...] = ("the first",)
    """What changed with each version of the game's environments, from 0.

    What changes what a learner sees or does is a new version.
    """
    rules_package: str
    state_document: type[BaseModel]
    """The model of a record's STATE."""
    move_document: Any
    """The type of a record's MOVE, as pydantic understands it."""
    chance_document: type[BaseModel]
    """The model of a record's ``chance``."""
    breakdown_document: type[BaseModel]
    """The model of a record's BREAKDOWN."""
    sheet_document: type[BaseModel]
    """The model of a real table's board as :meth:`score_sheet` takes it."""
    decision_document: Any
    """The type of one decision as :meth:`write_decision` gives it: a union that ``type`` tells apart."""
    components_document: type[BaseModel]
    """The model of printed data as :meth:`write_components` gives it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.name,)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in this project's words, by id."""
        return Rulebook.load(self.rules_package)

    @cached_property
    def _citations(self) -> dict[str, list[str]]:
        text = (files(self.rules_package) / "citations.json").read_text(encoding="utf-8")
        return cast("dict[str, list[str]]", json.loads(text))

    def citations(self, rule: str) -> list[str]:
        """Return the names of the tests that cite a rule (``make citations`` collects them)."""
        return self._citations.get(rule, [])

    def make_options(self, preset: str | None = None, changes: Mapping[str, Any] | None = None) -> Options:
        """Return a full set of options; the first preset is the default.

        Raises:
            OptionError: an unknown preset or option, or a value that the option cannot have.
        """
        return Options(self.options, self.presets, preset or next(iter(self.presets)), changes)

    def parse_options(self, preset: str | None, changes: Mapping[str, str]) -> Options:
        """Return a full set of options; what differs from the preset is given as a person types it.

        Raises:
            OptionError: an unknown preset or option, or a value that the option cannot have.
        """
        values = {name: named(name, self.options).parse(text) for name, text in changes.items()}
        return self.make_options(preset, values)

    def read_options(self, text: str) -> Options:
        """Return the options that :meth:`Options.text` wrote.

        Raises:
            OptionError: an unknown preset or option, or a value that the option cannot have.
        """
        preset, *changes = text.split("+")
        pairs = (change.partition("=") for change in changes)
        return self.parse_options(preset, {name: value for name, _, value in pairs})

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
        options = self.make_options() if options is None else options
        components = self.load_components() if components is None else components
        array = self.pack(players, components)
        for option in self.options:
            if option.name in (array.dtype.names or ()):
                array[0][option.name] = option.number(options[option.name])
        array.flags.writeable = False
        return Terms(self, players, options, components, array)

    @abstractmethod
    def load_components(self, path: Path | None = None) -> Components:
        """Read printed data: the standard data, or a person's own file.

        Raises:
            DataError: the file has faults; one sentence each.
        """

    @abstractmethod
    def parse_components(self, text: str, name: str) -> Components:
        """Read printed data from the text of a file; ``name`` names the source in messages that name one.

        Raises:
            DataError: the text has faults; one sentence each.
        """

    @abstractmethod
    def components_text(self, components: Components) -> str:
        """Return the text of a file that :meth:`parse_components` reads as the same data, its source marks included."""

    @abstractmethod
    def write_components(self, components: Components) -> dict[str, Any]:
        """Return printed data as plain JSON, with all that is needed to draw it."""

    @abstractmethod
    def observation(self, components: Components | None = None) -> Observation:
        """Return how an observation is laid out, with names from printed data (without: the standard data)."""

    @abstractmethod
    def action_names(self, components: Components | None = None) -> tuple[str, ...]:
        """Return what each decision of a player means, by its number, with names from printed data."""

    def told(self, board: Board, choice: int, seat: int) -> tuple[int, ...]:
        """Return what a seat learns when a decision is taken or an outcome of chance happens on ``board``, as integers.

        What everybody sees is the choice itself. Where a game hides something, the integers from ``outcomes_end`` on
        are its own, at most ``outcomes_end`` of them.
        """
        return (choice,)

    @abstractmethod
    def pack(self, players: int, components: Components) -> np.ndarray[Any, Any]:
        """Return printed data as the kernel takes it: an array of one record.

        Each option that the kernel reads has a field of its name in it, which :meth:`make_terms` fills.
        """

    @abstractmethod
    def blank_states(self, count: int) -> np.ndarray[Any, Any]:
        """Return an array of ``count`` blank states."""

    @abstractmethod
    def is_inside_turn(self, states: np.ndarray[Any, Any]) -> bool:
        """Return whether ``states[0]`` asks for a decision that belongs to a turn begun before."""

    @abstractmethod
    def is_set_up(self, position: Position) -> bool:
        """Return whether some set-up under the position's terms gives this position."""

    @abstractmethod
    def move_of(self, board: Board, decisions: Sequence[int]) -> Any:
        """Return the typed move that a whole turn's decisions from ``board`` mean."""

    @abstractmethod
    def decisions_of(self, board: Board, move: Any) -> tuple[int, ...]:
        """Return the decisions that a move means.

        Raises:
            MalformedMoveError: it is no move of this game.
            IllegalMoveError: with the rule that forbids it.
        """

    @abstractmethod
    def parse_move(self, board: Board, text: str) -> Any:
        """Read the one-line notation of a move.

        Raises:
            MalformedMoveError, IllegalMoveError, AmbiguousMoveError: the three exact cases.
        """

    @abstractmethod
    def read_move(self, document: Any) -> Any:
        """Read a move as a record writes it.

        Raises:
            MalformedMoveError: the document says no move.
        """

    @abstractmethod
    def describe_decision(self, board: Board, decision: int) -> str:
        """Say one legal decision in a few words, as a list to choose from shows it."""

    @abstractmethod
    def write_decision(self, board: Board, decision: int) -> dict[str, Any]:
        """Return one legal decision as plain JSON, with all that is needed to draw it; no two of a board are alike."""

    def count_revealed(self, board: Board, decisions: Sequence[int]) -> int:
        """Return how many pieces or cards chance reveals once a whole turn's decisions from ``board`` are played.

        How many they are is known to everyone, whichever they will be: of a view nothing hidden is asked.
        """
        states = copied(board.after(*decisions).states)
        out = np.empty(self.choices_at_most, dtype=np.int16)
        weights = np.empty(self.choices_at_most, dtype=np.int16)
        count = 0
        while self.engine.list_outcomes(states, 0, out, weights):
            self.engine.apply(states, 0, board.terms.array, int(out[0]))
            count += 1
        return count

    @abstractmethod
    def group_of_decision(self, board: Board, decision: int) -> str:
        """Return the words under which a list folds alike decisions into one line; "" for one that stands alone."""

    @abstractmethod
    def describe_question(self, board: Board) -> str:
        """Say what is asked next, in one line."""

    @abstractmethod
    def describe_move(self, board: Board, move: Any) -> str:
        """Say what a move does, after a name and a colon: "a white heart placed on tile 3, and …"."""

    @abstractmethod
    def describe_changes(self, board: Board, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
        """Say what chance revealed after a turn's decisions from ``board``, in one sentence; "" if nothing."""

    @abstractmethod
    def draw_text(self, board: Board, names: Sequence[str]) -> str:
        """Draw everything that lies on the table, in at most 80 columns; ``names`` are the seats' names."""

    @abstractmethod
    def explain_score(self, board: Board, seat: int) -> str:
        """Return the breakdown of a seat's score as lines of text."""

    @abstractmethod
    def write_move(self, move: Any) -> dict[str, Any]:
        """Return a move as a record writes it."""

    @abstractmethod
    def write_state(self, board: Board) -> dict[str, Any]:
        """Return a position or view as a record's STATE, between two turns or inside one: what lies where just now.

        Inside a turn it is for showing only: a record holds none, and :meth:`read_state` could not go on from it.
        """

    @abstractmethod
    def read_state(self, document: Any, terms: Terms) -> Position:
        """Return the position that a record's STATE means.

        Raises:
            PositionError: it is no possible position under these terms.
        """

    @abstractmethod
    def is_same_state(self, written: Any, position: Position) -> bool:
        """Return whether a record's STATE says this position, in all that the record format fixes."""

    def can_follow(self, earlier: Any, written: Any, board: Board, move: Any) -> bool:
        """Return whether what the format leaves to the record in a STATE can come from the STATE before it by a move.

        ``board`` is the position before the move. Where the format leaves nothing open, everything can.
        """
        return True

    @abstractmethod
    def write_chance(self, board: Board, decisions: Sequence[int], outcomes: Sequence[int]) -> dict[str, Any]:
        """Return a record's ``chance`` for the outcomes that followed a turn's decisions from ``board``."""

    @abstractmethod
    def read_chance(self, board: Board, document: Any) -> list[int]:
        """Return the outcomes that a record's ``chance`` means for a turn from ``board``."""

    @abstractmethod
    def write_breakdown(self, board: Board, seat: int) -> dict[str, Any]:
        """Return a seat's score as a record's BREAKDOWN."""

    @abstractmethod
    def list_uses(self, components: Components | None = None) -> tuple[Family, ...]:
        """Return all that turns can use, with names from printed data (without: the standard data)."""

    @abstractmethod
    def uses(self, before: Board, move: Any, after: Board) -> tuple[str, ...]:
        """Return the ids of what a turn used, one for each use; an answer in set-up is no turn and uses nothing.

        ``before`` and ``after`` are the positions around the turn, what chance then did included.
        """

    @abstractmethod
    def list_parts(self) -> tuple[Thing, ...]:
        """Return what a total is the sum of, in the order of the score sheet."""

    @abstractmethod
    def score_parts(self, board: Board, seat: int) -> tuple[int, ...]:
        """Return the points of a seat by the parts of :meth:`list_parts`; together they are its total."""

    def category_points(self, board: Board, seat: int) -> tuple[int, ...]:
        """Return the points of a seat by :attr:`score_categories`; together they are its total."""
        return self.score_parts(board, seat)

    @abstractmethod
    def list_values(self, components: Components | None = None) -> tuple[PrintedValue, ...]:
        """Return the printed values that :meth:`with_value` can vary, in the order of the file."""

    @abstractmethod
    def with_value(self, components: Components, name: str, value: int) -> Components:
        """Return printed data in which one value is another; its name and its sources stay.

        Raises:
            UnknownNameError: there is no such value.
            DataError: a game cannot be played with this.
        """

    @abstractmethod
    def score_sheet(self, document: Any, terms: Terms) -> Board:
        """Return the board that a sheet of the real table says, as seat 0 of a game that is over.

        Raises:
            DataError: the sheet has faults; one sentence each.
        """

    @abstractmethod
    def ask_sheet(self, ask: Callable[[str], str]) -> Any:
        """Ask for a real table's board question by question; gives the sheet for :meth:`score_sheet`."""


class _Registry(Mapping[str, Game]):
    """The installed games by name, loaded when asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in _installed():
            raise UnknownNameError(f"There is no game {name!r}; there are {', '.join(_installed())}.")
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_installed())

    def __len__(self) -> int:
        return len(_installed())


@cache
def _installed() -> tuple[str, ...]:
    """Return the names of the installed games; looking them up reads files, too slow for each request."""
    return tuple(sorted(entry.name for entry in entry_points(group="rivertable.games")))


@cache
def _load(name: str) -> Game:
    (entry,) = entry_points(group="rivertable.games", name=name)
    game = entry.load()
    if not isinstance(game, Game):
        raise UnknownNameError(f"The entry point {name!r} is no game.")
    return game


GAMES: Mapping[str, Game] = _Registry()
"""The installed games by name; an unknown name raises UnknownNameError."""
