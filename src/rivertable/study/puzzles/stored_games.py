"""Stored games that puzzles may be made of: which records may be used, and why others may not."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ...core.errors import RecordError
from ...core.game import Game
from ...core.match import Match, check, replay, terms_of
from ...core.record import RecordDocument, plain, read_record

Reason = Literal["damaged", "other game", "no consent", "unfinished", "other rules", "double"]
"""Why no puzzles are made of a record: the first that is true of it."""
_HASH_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Stored:
    """A game that puzzles may be made of, and the hash of its record."""

    hash: str
    match: Match


def stored_game(path: Path, game: Game) -> Stored | Reason:
    """Return the game of a record file where puzzles may be made of it, else why they may not.

    Whether it is one that was met before is not told here.
    """
    try:
        document = read_record(path)
        if document.game != game.name:
            return "other game"
        if not has_consent(document):
            return "no consent"
        if document.result is None:
            return "unfinished"
        # Puzzles are of the rules as printed, so that nobody has to read up on what is played.
        if not _is_as_printed(document, game):
            return "other rules"
        check(document)
        return Stored(hash_of(document), replay(document))
    except RecordError:
        return "damaged"


def has_consent(document: RecordDocument[Any, Any, Any, Any]) -> bool:
    """Return whether puzzles may be made of a game: nobody but bots played it, or all who sat down agreed.

    A game that was played on from another one begins with a position of that one, whoever played it.
    """
    is_of_bots = document.branch is None and all(seat.kind == "bot" for seat in document.seats)
    return is_of_bots or document.can_become_puzzles


def hash_of(document: RecordDocument[Any, Any, Any, Any]) -> str:
    """Return the hash of a record, the same however it is laid out and whether states are written with its turns."""
    told = plain(document)
    for turn in told["turns"]:
        turn.pop("after", None)
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_HASH_DIGITS]


def stored_games(folder: Path, game: Game) -> tuple[dict[str, Path], dict[Reason, int]]:
    """Return the files of a folder that puzzles may be made of, by the hash, each game once; how many others of a kind.

    The order is that of their names.
    """
    found: dict[str, Path] = {}
    left: dict[Reason, int] = {}
    for path in sorted(folder.glob("*.json")):
        stored = stored_game(path, game)
        if isinstance(stored, Stored) and stored.hash not in found:
            found[stored.hash] = path
        else:
            reason: Reason = "double" if isinstance(stored, Stored) else stored
            left[reason] = left.get(reason, 0) + 1
    return found, left


def _is_as_printed(document: RecordDocument[Any, Any, Any, Any], game: Game) -> bool:
    terms = game.make_terms(len(document.seats))
    has_same_print = document.components.sha256 == terms.components.sha256
    return has_same_print and terms_of(document).options == terms.options
