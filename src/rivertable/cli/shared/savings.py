"""Games kept on this computer, so that a killed terminal loses nothing: one file a game, written after every turn."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from ...core.errors import RecordError
from ...core.match import Match
from ...core.record import read_document, read_record, write_record


def games_folder() -> Path:
    """Return the folder of saved games in the user's data folder."""
    return user_data_path("rivertable", appauthor=False) / "games"


def new_file(game: str) -> Path:
    """Return a fresh file name for a game that begins now."""
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path = games_folder() / f"{game}-{stamp}.json"
    number = 1
    while path.exists():
        number += 1
        path = games_folder() / f"{game}-{stamp}-{number}.json"
    return path


def save(match: Match, path: Path) -> None:
    """Write a match to its file, whole or not at all; the seed is in it, for this is the owner's copy."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = write_record(read_document(match.record(is_revealed=True), "the game"))
    descriptor, beside = tempfile.mkstemp(suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        # Only when it is closed: Windows renames no open file.
        Path(beside).replace(path)
    except BaseException:
        # An interrupted or failed save leaves the last good file, and nothing beside it.
        Path(beside).unlink(missing_ok=True)
        raise


def last_unfinished(game: str) -> Path | None:
    """Return the newest saved game that is not over, None where there is none; damaged files are passed over."""
    folder = games_folder()
    if not folder.is_dir():
        return None
    for path in sorted(folder.glob(f"{game}-*.json"), key=lambda file: file.stat().st_mtime, reverse=True):
        try:
            if read_record(path).result is None:
                return path
        except RecordError:
            continue
    return None
