"""A review in a process of its own: what is wanted comes on standard input, what is found goes out line by line."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from pydantic_core import to_json

from ...core.game import GAMES
from ...core.match import replay
from ...core.record import read_document
from ..documents import ReviewDocument
from .review import Review

_BETWEEN_LINES = 1.0
"""Seconds between two lines, at least."""


def wanted_json(
    record: dict[str, Any], components: str | None, earlier: str | None, seconds: float, threads: int
) -> bytes:
    """Return what :func:`main` reads: a record, its own printed data if it has any, a review begun earlier."""
    known = None if earlier is None else json.loads(earlier)
    wanted = {"record": record, "components": components, "earlier": known, "seconds": seconds, "threads": threads}
    return to_json(wanted)


def main() -> None:
    """Refine a review for the seconds wanted; a line of output is ``{"spent": SECONDS, "review": REVIEW}``.

    The table and its bots go before it.
    """
    if sys.platform != "win32":
        os.nice(5)
    wanted = json.load(sys.stdin.buffer)
    document = read_document(wanted["record"], "record")
    game = GAMES[document.game]
    components = game.parse_components(wanted["components"], "components") if wanted["components"] else None
    earlier = None if wanted["earlier"] is None else ReviewDocument.model_validate(wanted["earlier"])
    review = Review(replay(document, components), earlier, wanted["threads"])
    seconds = float(wanted["seconds"])
    told = 0.0

    def tell(part: float, found: ReviewDocument) -> None:
        nonlocal told
        # All is spent only when all is done: a pass that was begun is finished.
        if time.monotonic() - told >= _BETWEEN_LINES:
            told = time.monotonic()
            _write(min(part, 0.99) * seconds, found)

    review.refine(seconds, progress=tell)
    _write(seconds, review.document())


def _write(spent: float, found: ReviewDocument) -> None:
    sys.stdout.buffer.write(to_json({"spent": spent, "review": found}) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
