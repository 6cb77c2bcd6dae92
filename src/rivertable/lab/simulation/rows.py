"""The rows that a simulation keeps: a folder of Parquet files of so many games each.

The games of a file are fixed by their numbers, so the files are the same whoever played and however often it stopped.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import require
from ...core.files import remove_unfinished, write_whole, write_whole_text
from ...core.game import GAMES
from ..versions import first_difference
from .games import GameRow, SimulationError
from .tables import EXTRA, Tables, arrow_schema, game_columns, turn_columns

FORMAT = 1
"""The version of the columns; another one is written where one of them changes its name, type or meaning."""

GAMES_IN_A_FILE = 5000
"""Games whose rows are one file, where nothing else is asked for."""

SAVE_EVERY = 60.0
"""Seconds after which a file is written that is not full yet: bots may think long, and be killed."""

_ABOUT, _MARK, _IN_A_FILE = "job.json", "rivertable_simulation", "games_in_a_file"
_NAME = re.compile(r"part-(\d{5,})\.parquet")


@dataclass
class _Part:
    """A file of games and one of their turns: what they hold already, as tables, and what has come since."""

    place: int
    saved: Tables | None
    # A range of games in a lot is one item: Ctrl-C comes between any two steps.
    fresh: list[tuple[Tables, range]] = field(default_factory=list)


class RowsFolder:
    """The rows of a job in a folder, open for more of them; it is made where it is not there.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path, inputs: dict[str, Any], games_in_a_file: int | None = None) -> None:
        """Open a folder for a job of these inputs; ``games_in_a_file`` is the folder's own where it has rows.

        Raises:
            SimulationError: it holds rows of another job, something else, or a file of it is damaged.
            MissingExtraError: pyarrow is not installed.
        """
        require("pyarrow", EXTRA)
        self.path = path
        about = inputs_of_folder(path)
        if about is None:
            about = {_MARK: FORMAT, **inputs, _IN_A_FILE: games_in_a_file or GAMES_IN_A_FILE}
            path.mkdir(parents=True, exist_ok=True)
            write_whole_text(path / _ABOUT, json.dumps(about, ensure_ascii=False, indent=1) + "\n")
        wanted = inputs if games_in_a_file is None else {**inputs, _IN_A_FILE: games_in_a_file}
        if difference := first_difference(about, wanted):
            raise SimulationError(f"{path} holds rows of another simulation: {difference}.")
        self._in_a_file: int = about[_IN_A_FILE]
        text = {"rivertable": json.dumps(about, ensure_ascii=False)}
        columns = (game_columns(GAMES[inputs["game"]]), turn_columns())
        self._schemas = tuple(arrow_schema(each, text) for each in columns)
        self._folders = (path / "games", path / "turns")
        for folder in self._folders:
            folder.mkdir(exist_ok=True)
            remove_unfinished(folder)
        self._found = {place: self._tables(place, ["number"])[0].num_rows for place in self._places()}
        self._part: _Part | None = None
        self._saved_at = time.monotonic()

    @property
    def found(self) -> int:
        """The number of games that were there when the folder was opened."""
        return sum(self._found.values())

    def missing(self, games: int) -> Iterator[int]:
        """Return the numbers of the games that are missing of so many, rising.

        Raises:
            SimulationError: there are more already.
        """
        beyond = [place for place, found in self._found.items() if place * self._in_a_file + found > games]
        if beyond:
            raise SimulationError(f"{self.path} holds more games than the {games} asked for.")
        return self._missing(games)

    def _missing(self, games: int) -> Iterator[int]:
        for start in range(0, games, self._in_a_file):
            found = self._found.get(start // self._in_a_file, 0)
            yield from range(start + found + 1, min(start + self._in_a_file, games) + 1)

    def rows(self) -> Iterator[GameRow]:
        """Return the rows of the games that were there when the folder was opened."""
        for place in sorted(self._found):
            for row in _read(self._file(0, place)).to_pylist():
                points = {name.removeprefix("points_"): tuple(row[name]) for name in row if name.startswith("points_")}
                bots, totals, winners = (tuple(row[name]) for name in ("bots", "totals", "winners"))
                yield GameRow(row["number"], bots, totals, winners, row["turns"], row["decisions"], points)

    def add(self, number: int, tables: Tables, place: int) -> None:
        """Keep a game by its number, which follows on those that its file holds: in memory until the file is written.

        Args:
            number: its number.
            tables: the rows of games that it was played with.
            place: which of these games it is, from 0.
        """
        file = (number - 1) // self._in_a_file
        if self._part is None or self._part.place != file:
            self.save()
            self._part = _Part(file, self._tables(file) if file in self._found else None)
        fresh = self._part.fresh
        if fresh and fresh[-1][0] is tables and fresh[-1][1].stop == place:
            fresh[-1] = tables, range(fresh[-1][1].start, place + 1)
        else:
            fresh.append((tables, range(place, place + 1)))
        if number % self._in_a_file == 0 or time.monotonic() - self._saved_at >= SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Write what was added since."""
        part = self._part
        self._saved_at = time.monotonic()
        if part is None or not part.fresh:
            return
        concat = require("pyarrow", EXTRA).concat_tables
        parts = [each for each in (part.saved, *(_part_of(*each) for each in part.fresh)) if each is not None]
        tables = tuple(
            concat(each).combine_chunks().cast(schema)
            for each, schema in zip(zip(*parts, strict=True), self._schemas, strict=True)
        )
        # The games come last: turns without a game count for nothing.
        for kind in (1, 0):
            self._write(tables[kind], self._file(kind, part.place))
        self._part = _Part(part.place, (tables[0], tables[1]))

    def _write(self, table: Any, path: Path) -> None:
        parquet = require("pyarrow.parquet", EXTRA)
        write_whole(path, lambda file: parquet.write_table(table, file, compression="zstd"))

    def _file(self, kind: int, place: int) -> Path:
        return self._folders[kind] / f"part-{place:05}.parquet"

    def _places(self) -> list[int]:
        names = [_NAME.fullmatch(path.name) for path in self._folders[0].iterdir()]
        return sorted(int(name[1]) for name in names if name)

    def _tables(self, place: int, columns: list[str] | None = None) -> tuple[Any, Any]:
        """Read a file of games and that of their turns, less turns of games that were not written any more.

        ``columns`` are those of the turns that are needed, all of them without.

        Raises:
            SimulationError: they are damaged.
        """
        arrow, compute = require("pyarrow", EXTRA), require("pyarrow.compute", EXTRA)
        path = self._file(0, place)
        try:
            games, turns = _read(path), _read(self._file(1, place), columns)
            numbers = games["number"].to_pylist()
            turns = turns.filter(compute.less_equal(turns["number"], numbers[-1]))
            are_whole = sum(games["turns"].to_pylist()) == turns.num_rows
        except (arrow.ArrowException, OSError, KeyError, IndexError) as error:
            raise _damaged(path) from error
        first = place * self._in_a_file + 1
        are_there = numbers == list(range(first, first + len(numbers))) and len(numbers) <= self._in_a_file
        if not (are_whole and are_there and games.schema.equals(self._schemas[0])):
            raise _damaged(path)
        return games, turns


def inputs_of_folder(path: Path) -> dict[str, Any] | None:
    """Return the inputs of the job whose rows a folder holds; None where it is empty or not there.

    Raises:
        SimulationError: it is no folder of rows.
    """
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return None
    try:
        about = json.loads((path / _ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        about = None
    if not isinstance(about, dict) or about.get(_MARK) != FORMAT or not isinstance(about.get(_IN_A_FILE), int):
        raise SimulationError(f"{path} is no folder of a simulation's rows.")
    return about


def _part_of(tables: Tables, places: range) -> Tables:
    """Return the rows of some of the games."""
    games, turns = tables
    if len(places) == games.num_rows:
        return tables
    ends = np.cumsum([0, *games["turns"].to_pylist()]).tolist()
    first, last = ends[places.start], ends[places.stop]
    return games.slice(places.start, len(places)), turns.slice(first, last - first)


def _read(path: Path, columns: list[str] | None = None) -> Any:
    with path.open("rb") as file:
        return require("pyarrow.parquet", EXTRA).ParquetFile(file).read(columns)


def _damaged(path: Path) -> SimulationError:
    return SimulationError(f"{path} is damaged, or its turns are: delete it, and its games are played again.")
