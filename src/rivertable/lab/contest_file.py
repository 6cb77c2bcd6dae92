"""The file of a contest's games: a line of JSON with its settings, then one for each game as it is done."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .errors import ArenaError
from .play import Played

FORMAT = 1
_MARK = "rivertable_arena"


class Kept:
    """A file of games, open for more of them; it is made where it is not there."""

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        """Open a file for a contest of these settings.

        Raises:
            ArenaError: the file is of a contest with other settings, or no file of games.
        """
        self.played: list[Played] = []
        """The games that were in the file."""
        is_new = not path.exists() or path.stat().st_size == 0
        if not is_new:
            lines = _whole_lines(path)
            _check_settings(path, _header(path, lines), settings)
            self.played = [_game(path, number, line) for number, line in enumerate(lines[1:], start=2)]
            _cut_to(path, lines)
        self._file = path.open("a", encoding="utf-8", newline="\n")
        if is_new:
            self._write({_MARK: FORMAT, **settings})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, played: Played) -> None:
        """Keep a game: it is in the file when this returns."""
        self._write(played.document())

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()


def kept_seed(path: Path) -> str | None:
    """Return the seed of the contest whose games a file holds; None where there is no file yet.

    Raises:
        ArenaError: it is no file of games.
    """
    if not path.exists() or path.stat().st_size == 0:
        return None
    return str(_header(path, _whole_lines(path)).get("seed"))


def _whole_lines(path: Path) -> list[str]:
    """Return the lines that end: the last one does not where the process was killed while it wrote."""
    try:
        return path.read_text(encoding="utf-8").split("\n")[:-1]
    except UnicodeDecodeError as error:
        raise ArenaError(f"{path} is no file of an arena's games.") from error


def _cut_to(path: Path, lines: list[str]) -> None:
    size = sum(len(line.encode("utf-8")) + 1 for line in lines)
    if size < path.stat().st_size:
        with path.open("r+b") as file:
            file.truncate(size)


def _header(path: Path, lines: list[str]) -> dict[str, Any]:
    try:
        header = json.loads(lines[0]) if lines else None
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get(_MARK) != FORMAT:
        raise ArenaError(f"{path} is no file of an arena's games.")
    return header


def _check_settings(path: Path, header: dict[str, Any], settings: dict[str, Any]) -> None:
    for name, wanted in settings.items():
        found = header.get(name)
        if found != wanted:
            raise ArenaError(f"{path} holds games of another contest: {name} is {found!r} there, and {wanted!r} here.")


def _game(path: Path, number: int, line: str) -> Played:
    try:
        return Played.read(json.loads(line))
    except (ValueError, ArenaError) as error:
        raise ArenaError(f"Line {number} of {path} is no game of an arena.") from error
