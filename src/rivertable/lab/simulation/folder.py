"""A folder of rows: what job they are of, and Parquet files of so many games each; a job that was stopped goes on.

The games of a file are fixed by their numbers, so the files are the same whoever played and however often it stopped.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ...core.extras import require
from ...core.game import GAMES
from ..errors import SimulationError
from .rows import GameRow, WholeGame
from .schema import EXTRA, FORMAT, arrow_schema, arrow_table, game_columns, turn_columns
from .writing import remove_unfinished, write_whole, write_whole_text

GAMES_IN_A_FILE = 500
"""Games whose rows are one file, where nothing else is asked for."""

SAVE_EVERY = 60.0
"""Seconds after which a file is written that is not full yet: bots may think long, and be killed."""

_ABOUT, _MARK, _IN_A_FILE = "job.json", "rivertable_simulation", "games_in_a_file"
_NAME = re.compile(r"part-(\d{5,})\.parquet")


@dataclass
class _Part:
    """A file of games and one of their turns: what they hold already, as tables, and what has come since."""

    place: int
    saved: tuple[Any, Any] | None
    # A game and its turns are one item: Ctrl-C comes between any two steps.
    fresh: list[WholeGame] = field(default_factory=list)


class RowsFolder:
    """The rows of a job in a folder, open for more of them; it is made where it is not there.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path, settings: dict[str, Any], games_in_a_file: int | None = None) -> None:
        """Open a folder for a job of these settings; ``games_in_a_file`` is the folder's own where it has rows.

        Raises:
            SimulationError: it holds rows of another job, something else, or a file of it is damaged.
            MissingExtraError: pyarrow is not installed.
        """
        require("pyarrow", EXTRA)
        self.path = path
        about = kept_settings(path)
        if about is None:
            about = {_MARK: FORMAT, **settings, _IN_A_FILE: games_in_a_file or GAMES_IN_A_FILE}
            path.mkdir(parents=True, exist_ok=True)
            write_whole_text(path / _ABOUT, json.dumps(about, ensure_ascii=False, indent=1) + "\n")
        wanted = settings if games_in_a_file is None else {**settings, _IN_A_FILE: games_in_a_file}
        _check_settings(path, about, wanted)
        self._in_a_file: int = about[_IN_A_FILE]
        text = {"rivertable": json.dumps(about, ensure_ascii=False)}
        self._columns = (game_columns(GAMES[settings["game"]]), turn_columns())
        self._schemas = tuple(arrow_schema(columns, text) for columns in self._columns)
        self._folders = (path / "games", path / "turns")
        for folder in self._folders:
            folder.mkdir(exist_ok=True)
            remove_unfinished(folder)
        self._found = {place: self._tables(place, ["number"])[0].num_rows for place in self._places()}
        self._part: _Part | None = None
        self._saved_at = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.save()

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

    def add(self, whole: WholeGame) -> None:
        """Keep a game, whose number follows on those that its file holds: in memory until the file is written."""
        place = (whole.game.number - 1) // self._in_a_file
        if self._part is None or self._part.place != place:
            self.save()
            self._part = _Part(place, self._tables(place) if place in self._found else None)
        self._part.fresh.append(whole)
        if whole.game.number % self._in_a_file == 0 or time.monotonic() - self._saved_at >= SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Write what was added since."""
        part = self._part
        self._saved_at = time.monotonic()
        if part is None or not part.fresh:
            return
        games: list[Any] = [whole.game for whole in part.fresh]
        turns: list[Any] = [turn for whole in part.fresh for turn in whole.turns]
        tables = tuple(
            arrow_table(columns, schema, rows)
            for columns, schema, rows in zip(self._columns, self._schemas, (games, turns), strict=True)
        )
        if part.saved is not None:
            concat = require("pyarrow", EXTRA).concat_tables
            tables = tuple(concat(both).combine_chunks() for both in zip(part.saved, tables, strict=True))
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


def kept_settings(path: Path) -> dict[str, Any] | None:
    """Return the settings of the job whose rows a folder holds; None where it is empty or not there.

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


def _read(path: Path, columns: list[str] | None = None) -> Any:
    with path.open("rb") as file:
        return require("pyarrow.parquet", EXTRA).ParquetFile(file).read(columns)


def _check_settings(path: Path, about: dict[str, Any], settings: dict[str, Any]) -> None:
    for name, wanted in settings.items():
        found = about.get(name)
        if found != wanted:
            raise SimulationError(
                f"{path} holds rows of another simulation: {name} is {found!r} there, and {wanted!r} here."
            )


def _damaged(path: Path) -> SimulationError:
    return SimulationError(f"{path} is damaged, or its turns are: delete it, and its games are played again.")
