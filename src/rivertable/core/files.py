"""Files that are either there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

_UNFINISHED = ".unfinished"


def write_whole(
    path: Path, write: Callable[[IO[bytes]], object], *, is_synced: bool = True, is_private: bool = False
) -> None:
    """Write a file under a name of its own and then give it its true one: whoever is killed leaves no half of it.

    ``is_synced`` waits until it would outlast the loss of power too; ``is_private`` lets nobody else read it.
    """
    # Readers of a whole folder leave out names that begin with a dot.
    beside = path.with_name(f".{path.name}.{os.getpid()}{_UNFINISHED}")
    try:
        with open(
            beside, "wb", opener=lambda name, flags: os.open(name, flags, 0o600 if is_private else 0o666)
        ) as file:
            write(file)
            if is_synced:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_whole_text(path: Path, text: str, *, is_synced: bool = True, is_private: bool = False) -> None:
    """Write a file of text as :func:`write_whole` does."""
    write_whole(path, lambda file: file.write(text.encode("utf-8")), is_synced=is_synced, is_private=is_private)


def remove_unfinished(folder: Path) -> None:
    """Remove what somebody who was killed had begun to write in a folder."""
    for path in folder.glob(f".*{_UNFINISHED}"):
        path.unlink(missing_ok=True)
