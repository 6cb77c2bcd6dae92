"""Puzzles: positions with one clearly best turn, their files, their themes, and the judging of answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from ...core.contract.study import COMPARED_THEMES
from ...core.documents import Document
from ...core.errors import RivertableError, UnknownNameError
from ...core.game import GAMES, Game
from ...core.position import Position, View
from ..documents import BySeat, StandardError, WinShare

FORMAT = "rivertable-puzzles/1"
LEVELS = range(1, 6)
_FOLDER = Path(__file__).resolve().parent
_OTHERS_LESS, _OWN_MORE_AT_MOST = 1.0, 0.5
"""A turn holds the others back if the best of them expects so many points less, and its own seat hardly more."""


class PuzzleError(RivertableError, ValueError):
    """A file that holds no puzzles."""

    code = "no-puzzle"


class WeighedTurn(Document):
    """A turn of a puzzle that was searched."""

    notation: str
    move: dict[str, Any]
    """as a record writes it"""
    win_share: WinShare
    """the win share of the seat that takes it"""
    standard_error: StandardError
    """its standard error"""
    descents: Annotated[int, Field(gt=0)]
    """how many descents its numbers average"""
    score: BySeat
    """the expected final score by seat"""


class Puzzle(Document):
    """A position with one clearly best turn. The position holds what the seat on turn knows, and nothing else."""

    id: Annotated[str, Field(pattern="^[gm][0-9a-f]{7}$")]
    level: Annotated[int, Field(ge=1, le=5)]
    """the difficulty, by how often the levels fail"""
    theme: str
    themes: list[str]
    """what is true of the best turn (:func:`themes_of`); the first is the theme"""
    position: str
    """in one line; what the seat may not know is in canonical form"""
    turns: Annotated[list[WeighedTurn], Field(min_length=2)]
    """the best first, then the second, with the figures of the last search"""
    fails: dict[str, float]
    """the fraction of tries in which each level took another turn"""
    source: str
    """the seed or record of the game that it comes from, and the turn"""

    @property
    def gap(self) -> float:
        """The win share by which the best turn leads the second."""
        return self.turns[0].win_share - self.turns[1].win_share


class Search(Document):
    """How a position is searched."""

    playouts: int
    node_candidates: int
    """about how many turns are evaluated, at most, in each position below the root"""


class Header(Document):
    """The first line of a file of puzzles: how they were made."""

    format: Literal["rivertable-puzzles/1"] = "rivertable-puzzles/1"
    game: str
    version: str
    rules: str
    """the hash of the sources that played and searched"""
    searches: list[Search]
    """the searches that a position passed; the last has a seed of its own"""
    gap: float
    """the smallest lead of the best turn, as a win share"""
    errors: float
    """the smallest lead in standard errors"""
    tries: int
    """the tries of each level at each puzzle"""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of an answer to a puzzle."""

    is_right: bool
    weighed: WeighedTurn | None
    """the figures of the search; None if it has none for this turn"""
    loss: float | None
    """the win share that it loses against the best turn"""


class Posed:
    """A puzzle as it is posed to a solver."""

    def __init__(self, puzzle: Puzzle, game: Game) -> None:
        self.puzzle = puzzle
        self.game = game

    @cached_property
    def position(self) -> Position:
        """A whole position that the view fits, with what is hidden in canonical form."""
        position: Position = self.game.pictures.read_text(self.puzzle.position, None)
        return position

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
        return self.game.documents.read_move(self.puzzle.turns[0].move)

    def result_of(self, move: Any) -> View:
        """Return the view after a turn, before chance acts.

        Raises:
            MoveError: the turn is not legal.
        """
        return result_of(self.view, move)

    def judge(self, move: Any) -> Judgement:
        """Judge an answer: it is right if it leads to the same position as the best turn.

        Raises:
            MoveError: the turn is not legal.
        """
        answer, best = self.result_of(move), self.puzzle.turns[0]
        for weighed in self.puzzle.turns:
            if answer == self.result_of(self.game.documents.read_move(weighed.move)):
                return Judgement(weighed is best, weighed, round(max(best.win_share - weighed.win_share, 0.0), 5))
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
        """Return the puzzles of a level, the easiest first."""
        found = [puzzle for puzzle in self.puzzles if puzzle.level == level]
        return tuple(sorted(found, key=lambda puzzle: (sum(puzzle.fails.values()), -puzzle.gap, puzzle.id)))

    def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day. It depends on the date alone, and none repeats before all have been used."""
        return self._days[day.toordinal() % len(self._days)]


def themes_for(game: Game) -> Mapping[str, str]:
    """Return the themes of a game with their words. The first one that is true of a turn is its theme."""
    return COMPARED_THEMES if game.study is None else game.study.themes


def themes_of(view: View, moves: Sequence[Any], results: Sequence[View], scores: Sequence[BySeat]) -> list[str]:
    """Return the themes of the best turn, the most telling first.

    ``moves`` are the turns that were searched, the best and the second first; ``results`` are the views after them,
    before chance acts, and ``scores`` the expected final scores.
    """
    game, seat = view.game, int(view.state.seat)
    found = set() if game.study is None else game.study.facts(view, moves[0], results[0])
    totals = [result.total(seat) for result in results]
    if totals[0] < max(totals):
        found.add("patience")
    elif totals[0] > max(totals[1:], default=totals[0]):
        found.add("points")
    if len(scores) > 1 and _is_holding(scores[0], scores[1], seat):
        found.add("hold")
    return [name for name in themes_for(game) if name in found]


def _is_holding(best: BySeat, second: BySeat, seat: int) -> bool:
    """Return whether the turn brings its seat hardly more than the second, and the best of the others less."""
    others = [max(score for other, score in enumerate(scores) if other != seat) for scores in (best, second)]
    return best[seat] - second[seat] <= _OWN_MORE_AT_MOST and others[1] - others[0] >= _OTHERS_LESS


def id_of(game: Game, position: str) -> str:
    """Return the id of the puzzle of a position, by the text that the puzzle is written with."""
    return game.name[0] + hashlib.sha256(position.encode()).hexdigest()[:7]


def result_of(view: View, move: Any) -> View:
    """Return the view after a turn of the seat on turn, before chance acts.

    Raises:
        MoveError: the turn is not legal.
    """
    return view.after(*view.game.moves.decisions_of(view, move))


def book_of(game: Game) -> Book:
    """Return the puzzles that are shipped for a game.

    Raises:
        PuzzleError: there are none.
    """
    return _shipped(game.name)


@cache
def _shipped(name: str) -> Book:
    path = _FOLDER / f"{name}.jsonl"
    if not path.exists():
        raise PuzzleError("There are no puzzles for {game}.", game=GAMES[name].title)
    return read_book(path)


def read_book(path: Path) -> Book:
    """Read a file of puzzles: a header, then one puzzle a line.

    Raises:
        PuzzleError: it is not a file of puzzles.
    """
    try:
        header, *lines = path.read_text(encoding="utf-8").splitlines()
        return Book(Header.model_validate_json(header), [Puzzle.model_validate_json(line) for line in lines])
    except (ValidationError, ValueError) as error:
        raise PuzzleError("{file} is not a file of puzzles.", file=path.name) from error


def write_book(path: Path, book: Book) -> None:
    """Write a file of puzzles."""
    lines = [part.model_dump_json() for part in (book.header, *book.puzzles)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
