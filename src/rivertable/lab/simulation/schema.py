"""The columns of the rows that a simulation keeps: their names, types and meaning, for files and for their page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from ...core.extras import require
from ...core.game import Game

FORMAT = 1
"""The version of the columns; another one is written where one of them changes its name, type or meaning."""

EXTRA = "data"
"""The extra that brings Parquet."""


@dataclass(frozen=True)
class Column:
    """A column: its name, its type as Arrow calls it, what it says, and how a row gives it."""

    name: str
    kind: str
    sentence: str
    of: Callable[[Any], Any]


def game_columns(game: Game) -> tuple[Column, ...]:
    """Return the columns of a row a game; the categories of the score are the game's own."""
    return (
        Column(
            "number", "int32", "the game's number, from 1; with the seed of the job it fixes the game", _of("number")
        ),
        Column("bots", "list<string>", "the bots by seat", _of("bots")),
        Column("totals", "list<int16>", "final points by seat", _of("totals")),
        *(
            Column(f"points_{name}", "list<int16>", f"of the totals, by seat: {sentence}", _points(name))
            for name, sentence in game.score_categories.items()
        ),
        Column("winners", "list<int8>", "the seats that won, rising; several share the victory", _of("winners")),
        Column("turns", "int32", "turns taken by all seats together: so many rows of turns it has", _of("turns")),
        Column("decisions", "int32", "decisions that these turns were made of", _of("decisions")),
    )


def turn_columns() -> tuple[Column, ...]:
    """Return the columns of a row a turn."""
    return (
        Column("number", "int32", "the number of the game that it belongs to", _of("number")),
        Column("turn", "int32", "its place in the game, from 0", _of("turn")),
        Column("seat", "int8", "who took it, from 0", _of("seat")),
        Column("move", "string", "what was done, in the notation of the game", _of("move")),
        Column("choices", "list<int16>", "the decisions that the move means, as actions are numbered", _of("choices")),
        Column("outcomes", "list<int16>", "what chance brought after it, as the game numbers it", _of("outcomes")),
        Column("totals", "list<int16>", "points by seat as the position stood after it", _of("totals")),
        Column("uses", "list<string>", "what it used, by ids that stay the same, one for each use", _of("uses")),
    )


def _of(name: str) -> Callable[[Any], Any]:
    return attrgetter(name)


def _points(name: str) -> Callable[[Any], Any]:
    return lambda row: row.points[name]


def arrow_schema(columns: Sequence[Column], about: Mapping[str, str]) -> Any:
    """Return columns as an Arrow schema: each with its ``description``, all together with ``about``.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    arrow = require("pyarrow", EXTRA)
    return arrow.schema(
        [arrow.field(each.name, _type(arrow, each.kind), False, {"description": each.sentence}) for each in columns],
        metadata=dict(about),
    )


def _type(arrow: Any, kind: str) -> Any:
    if kind.startswith("list<"):
        return arrow.list_(arrow.field("element", _type(arrow, kind[5:-1]), False))
    return getattr(arrow, kind)()


def arrow_table(columns: Sequence[Column], schema: Any, rows: Sequence[Any]) -> Any:
    """Return rows as an Arrow table."""
    arrow = require("pyarrow", EXTRA)
    arrays = [
        arrow.array([each.of(row) for row in rows], kind) for each, kind in zip(columns, schema.types, strict=True)
    ]
    return arrow.Table.from_arrays(arrays, schema=schema)
