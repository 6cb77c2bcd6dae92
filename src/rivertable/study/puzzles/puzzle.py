"""Puzzles: positions with one clearly best turn, as files keep them and as they are posed and judged."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...core.errors import UnknownNameError
from ...core.game import GAMES, Game
from ...core.position import Position, View
from ..documents import BySeat
from ..errors import PuzzleError

FORMAT = "rivertable-puzzles/1"
LEVELS = range(1, 6)
_FOLDER = Path(__file__).resolve().parent


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class WeighedTurn(_Model):
    """A turn of a puzzle that the search looked at."""

    notation: str
    move: dict[str, Any]
    """as a record writes it"""
    share: float
    """of the win, of the seat that takes it"""
    error: float
    """its standard error"""
    descents: Annotated[int, Field(gt=0)]
    """how many its numbers are the mean of"""
    score: BySeat
    """the final score expected, by seat"""


class Puzzle(_Model):
    """A position with one clearly best turn; its position says what the seat on turn knows, and nothing else."""

    id: Annotated[str, Field(pattern="^[gm][0-9a-f]{7}$")]
    level: Annotated[int, Field(ge=1, le=5)]
    """how difficult it is, by how often the levels fail"""
    theme: str
    themes: list[str]
    """what is true of the best turn, as :mod:`.themes` tells it; the first is the theme"""
    position: str
    """one line, as the game's positions are written; what the seat may not know is in its canonical form"""
    turns: Annotated[list[WeighedTurn], Field(min_length=2)]
    """the best first, then the second; of the longer search"""
    fails: dict[str, float]
    """the part of the tries in which each level took another turn"""
    source: str
    """the seed of the game that it comes from, and the turn"""

    @property
    def gap(self) -> float:
        """How much of the win the best turn is ahead of the second."""
        return self.turns[0].share - self.turns[1].share


class Search(_Model):
    """How a position is searched."""

    playouts: int
    glance: int
    """about how many turns are looked at, at most, in each position that may come"""


class Header(_Model):
    """The first line of a file of puzzles: how they were made."""

    format: Literal["rivertable-puzzles/1"] = "rivertable-puzzles/1"
    game: str
    version: str
    rules: str
    """the hash of the sources that played and searched"""
    searches: list[Search]
    """that a position went through at least, the last from a seed of its own"""
    gap: float
    """the least lead of the best turn, as a share of the win"""
    errors: float
    """the least lead in standard errors of it"""
    tries: int
    """of each level at each puzzle"""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer to a puzzle is worth."""

    is_right: bool
    weighed: WeighedTurn | None
    """what the search found of it; None where it was not among the turns kept"""
    loss: float | None
    """the share of the win that it is behind the best turn"""


class Posed:
    """A puzzle as it is posed: the view of the seat on turn, and the judge of answers."""

    def __init__(self, puzzle: Puzzle, game: Game) -> None:
        self.puzzle = puzzle
        self.game = game

    @cached_property
    def position(self) -> Position:
        """A whole position that the view fits; what is hidden lies in the view's canonical form."""
        return self.game.position_class.from_text(self.puzzle.position)

    @cached_property
    def view(self) -> View:
        """What the seat on turn knows."""
        return self.position.view(self.seat)

    @property
    def seat(self) -> int:
        """The seat on turn."""
        return int(self.position.state.seat)

    @cached_property
    def solution(self) -> Any:
        """The best turn, a typed move."""
        return self.game.read_move(self.puzzle.turns[0].move)

    def result_of(self, move: Any) -> View:
        """Return the view after a turn, before chance acts.

        Raises:
            MoveError: the turn is not legal.
        """
        return result_of(self.view, move)

    def judge(self, move: Any) -> Judgement:
        """Judge an answer: it is right where it leads to the same position as the best turn.

        Raises:
            MoveError: the turn is not legal.
        """
        answer, best = self.result_of(move), self.puzzle.turns[0]
        for weighed in self.puzzle.turns:
            if answer == self.result_of(self.game.read_move(weighed.move)):
                return Judgement(weighed is best, weighed, round(max(best.share - weighed.share, 0.0), 5))
        return Judgement(False, None, None)


class Book:
    """The puzzles of a game."""

    def __init__(self, header: Header, puzzles: Iterable[Puzzle]) -> None:
        self.header = header
        self.puzzles = tuple(puzzles)
        self.game = GAMES[header.game]
        self._by_id = {puzzle.id: puzzle for puzzle in self.puzzles}
        self._days = sorted(self.puzzles, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())

    def find(self, name: str) -> Puzzle:
        """Return a puzzle by its id.

        Raises:
            UnknownNameError: there is none of this id.
        """
        if name not in self._by_id:
            raise UnknownNameError(f"There is no puzzle {name!r} of {self.game.title}.")
        return self._by_id[name]

    def of_level(self, level: int) -> tuple[Puzzle, ...]:
        """Return the puzzles of a level, the easiest first: the rungs of a ladder."""
        found = [puzzle for puzzle in self.puzzles if puzzle.level == level]
        return tuple(sorted(found, key=lambda puzzle: (sum(puzzle.fails.values()), -puzzle.gap, puzzle.id)))

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day: it depends on the date only, and none comes again before all were had."""
        return self._days[day.toordinal() % len(self._days)]


def id_of(position: Position) -> str:
    """Return the id of the puzzle that a position is."""
    return position.game.name[0] + hashlib.sha256(position.text.encode()).hexdigest()[:7]


def result_of(view: View, move: Any) -> View:
    """Return the view after a turn of the seat on turn, before chance acts.

    Raises:
        MoveError: the turn is not legal.
    """
    return view.after(*view.game.decisions_of(view, move))


def book_of(game: Game) -> Book:
    """Return the puzzles that are shipped for a game.

    Raises:
        PuzzleError: none are.
    """
    return _shipped(game.name)


@cache
def _shipped(name: str) -> Book:
    path = _FOLDER / f"{name}.jsonl"
    if not path.exists():
        raise PuzzleError("There are no puzzles of {game}.", game=GAMES[name].title)
    return read_book(path)


def read_book(path: Path) -> Book:
    """Read a file of puzzles: a header, then one puzzle a line.

    Raises:
        PuzzleError: it is no such file.
    """
    try:
        header, *lines = path.read_text(encoding="utf-8").splitlines()
        return Book(Header.model_validate_json(header), [Puzzle.model_validate_json(line) for line in lines])
    except (ValidationError, ValueError) as error:
        raise PuzzleError("{file} is no file of puzzles.", file=path.name) from error


def write_book(path: Path, book: Book) -> None:
    """Write a file of puzzles."""
    lines = [part.model_dump_json() for part in (book.header, *book.puzzles)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
