"""Rows of games as Arrow tables: the columns, and making tables of games that were played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np

from ...bots.whole_games import PlayedGames, compiled_table, matches_of
from ...core.errors import require
from ...core.game import Game
from ...core.position import Position
from .games import Job, WholeGame, rows_of
from .telling import teller_for

EXTRA = "data"
"""The extra that brings Parquet."""

POINTS = "points_"
"""How the names of the columns begin that are a game's own: each category of its score has one."""

Tables = tuple[Any, Any]
"""A table of games, and one of their turns."""


@dataclass(frozen=True)
class Column:
    """A column: its name, its type as Arrow calls it, and what it says."""

    name: str
    type: str
    sentence: str

    @property
    def is_of_a_game(self) -> bool:
        """Whether it is a category of one game's score."""
        return self.name.startswith(POINTS)

    def getter(self) -> Callable[[Any], Any]:
        """Return what takes its value from a row."""
        category = self.name.removeprefix(POINTS)
        return (lambda row: row.points[category]) if self.is_of_a_game else attrgetter(self.name)


def game_columns(game: Game) -> tuple[Column, ...]:
    """Return the columns of a row a game; the categories of the score are the game's own."""
    return (
        Column("number", "int32", "the game's number, from 1; with the seed of the job it fixes the game"),
        Column("bots", "list<string>", "the bots by seat"),
        Column("totals", "list<int16>", "final points by seat"),
        *(
            Column(f"{POINTS}{name}", "list<int16>", f"of the totals, by seat: {sentence}")
            for name, sentence in game.counting.CATEGORIES.items()
        ),
        Column("winners", "list<int8>", "the seats that won, rising; several share the victory"),
        Column("turns", "int32", "turns taken by all seats together: so many rows of turns it has"),
        Column("decisions", "int32", "decisions that these turns were made of"),
    )


def turn_columns() -> tuple[Column, ...]:
    """Return the columns of a row a turn."""
    return (
        Column("number", "int32", "the number of the game that it belongs to"),
        Column("turn", "int32", "its place in the game, from 0"),
        Column("seat", "int8", "who took it, from 0"),
        Column("move", "string", "what was done, in the notation of the game"),
        Column("choices", "list<int16>", "the decisions that the move means, as actions are numbered"),
        Column("outcomes", "list<int16>", "what chance brought after it, as the game numbers it"),
        Column("totals", "list<int16>", "points by seat as the position stood after it"),
        Column("uses", "list<string>", "what it used, by ids that stay the same, one for each use"),
    )


def arrow_schema(columns: Sequence[Column], about: Mapping[str, str]) -> Any:
    """Return columns as an Arrow schema: each with its ``description``, all together with ``about``.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    arrow = require("pyarrow", EXTRA)
    return arrow.schema(
        [arrow.field(each.name, _type(arrow, each.type), False, {"description": each.sentence}) for each in columns],
        metadata=dict(about),
    )


def _type(arrow: Any, name: str) -> Any:
    if name.startswith("list<"):
        return arrow.list_(arrow.field("element", _type(arrow, name[5:-1]), False))
    return getattr(arrow, name)()


@cache
def _schemas(game: Game) -> Tables:
    """Return the schemas of the tables of games and turns, which say nothing of a job."""
    return arrow_schema(game_columns(game), {}), arrow_schema(turn_columns(), {})


def tables_of(wholes: Sequence[WholeGame], job: Job) -> Tables:
    """Return the rows of games."""
    games, turns = _schemas(job.terms.game)
    by_turn = [turn for whole in wholes for turn in whole.turns]
    return (
        _table(game_columns(job.terms.game), games, [whole.game for whole in wholes]),
        _table(turn_columns(), turns, by_turn),
    )


def _table(columns: Sequence[Column], schema: Any, rows: Sequence[Any]) -> Any:
    arrow = require("pyarrow", EXTRA)
    arrays = [
        arrow.array(list(map(each.getter(), rows)), type) for each, type in zip(columns, schema.types, strict=True)
    ]
    return arrow.Table.from_arrays(arrays, schema=schema)


def tables_of_compiled(played: PlayedGames, job: Job, numbers: Sequence[int]) -> Tables:
    """Return the rows of games that compiled code played, whose turns were written."""
    games, turns = _schemas(job.terms.game)
    return (
        _of_columns(games, _game_values(played, job, numbers)),
        _of_columns(turns, _turn_values(played, job, numbers)),
    )


def _of_columns(schema: Any, values: Mapping[str, Any]) -> Any:
    """Return a table of columns that are NumPy arrays, lists of (where each list ends, all values), or plain values."""
    arrow = require("pyarrow", EXTRA)
    arrays = []
    for field in schema:
        found = values[field.name]
        if isinstance(found, tuple):
            ends, flat = found
            offsets = arrow.array(np.concatenate([[0], ends]).astype(np.int32))
            arrays.append(arrow.ListArray.from_arrays(offsets, _array(flat, field.type.value_type), type=field.type))
        else:
            arrays.append(_array(found, field.type))
    return arrow.Table.from_arrays(arrays, schema=schema)


def _array(values: Any, type: Any) -> Any:
    arrow = require("pyarrow", EXTRA)
    return values if isinstance(values, arrow.Array) else arrow.array(values, type)


def _even(values: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the rows of an array as lists of equal length."""
    rows, width = values.shape
    return np.arange(1, rows + 1) * width, np.ascontiguousarray(values).reshape(-1)


def _game_values(played: PlayedGames, job: Job, numbers: Sequence[int]) -> dict[str, Any]:
    counting, seats = job.terms.game.counting, len(job.bots)
    points = _points(played, job).astype(np.int16)
    is_best = played.totals == played.totals.max(axis=1, keepdims=True)
    by_category = {f"{POINTS}{name}": _even(points[:, :, place]) for place, name in enumerate(counting.CATEGORIES)}
    return {
        "number": np.array(numbers, np.int32),
        "bots": (np.arange(1, len(numbers) + 1) * seats, list(job.bots) * len(numbers)),
        "totals": _even(played.totals.astype(np.int16)),
        **by_category,
        "winners": (np.cumsum(is_best.sum(axis=1)), is_best.nonzero()[1].astype(np.int8)),
        "turns": played.turns.astype(np.int32),
        "decisions": played.decisions.astype(np.int32),
    }


def _points(played: PlayedGames, job: Job) -> np.ndarray[Any, Any]:
    """Return the final points by category, (games, seats, categories)."""
    teller, log = teller_for(job.terms), played.log
    assert log is not None
    if teller is not None:
        return teller.points(played)
    counting, seats = job.terms.game.counting, range(len(job.bots))
    places = np.cumsum(played.turns) - 1
    ends = [Position.from_states(log.after[place : place + 1], job.terms) for place in places]
    return np.array([[counting.category_points(end, seat) for seat in seats] for end in ends])


def _turn_values(played: PlayedGames, job: Job, numbers: Sequence[int]) -> dict[str, Any]:
    log, turns = played.log, int(played.turns.sum())
    assert log is not None
    firsts = np.cumsum(played.turns) - played.turns
    moves, uses = _moves_and_uses(played, job, numbers)
    return {
        "number": np.repeat(np.array(numbers, np.int32), played.turns),
        "turn": np.arange(turns, dtype=np.int32) - np.repeat(firsts, played.turns).astype(np.int32),
        "seat": log.seats[:turns],
        "move": moves,
        "choices": (log.choices_end[:turns], log.choices[: log.choices_end[turns - 1]]),
        "outcomes": (log.outcomes_end[:turns], log.outcomes[: log.outcomes_end[turns - 1]]),
        "totals": _even(compiled_table(job.terms, job.bots).totals_after(played).astype(np.int16)),
        "uses": uses,
    }


def _moves_and_uses(played: PlayedGames, job: Job, numbers: Sequence[int]) -> tuple[Any, tuple[Any, Any]]:
    """Return the notation of every turn, and the ids of what it used as lists; as typed moves say them, or told."""
    teller = teller_for(job.terms)
    if teller is None:
        wholes = matches_of(played, job.players, [job.key_of(number) for number in numbers])
        turns = [
            turn for number, match in zip(numbers, wholes, strict=True) for turn in rows_of(match, job, number).turns
        ]
        uses = [turn.uses for turn in turns]
        return [turn.move for turn in turns], (np.cumsum([len(each) for each in uses]), list(chain.from_iterable(uses)))
    told = teller.tell(played)
    return _joined(teller.symbols, told.symbols_end, told.symbols), (told.uses_end, _taken(teller.things, told.uses))


def _taken(words: Sequence[str], numbers: np.ndarray[Any, Any]) -> Any:
    """Return the words of these numbers as an Arrow array."""
    arrow = require("pyarrow", EXTRA)
    return arrow.array(words).take(arrow.array(numbers))


def _joined(words: Sequence[str], ends: np.ndarray[Any, Any], numbers: np.ndarray[Any, Any]) -> Any:
    """Return the texts that lists of words come to; each ends in ``numbers`` where ``ends`` says."""
    arrow, compute = require("pyarrow", EXTRA), require("pyarrow.compute", EXTRA)
    offsets = arrow.array(np.concatenate([[0], ends]).astype(np.int32))
    return compute.binary_join(arrow.ListArray.from_arrays(offsets, _taken(words, numbers)), "")
