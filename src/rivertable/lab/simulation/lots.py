"""Games of a simulation that are played together, and what is kept of them: totals, rows as tables, records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...bots.names import RANDOM
from .games import GAMES_AT_ONCE, Job, Lot, Records, play_compiled, play_games
from .tables import Tables, tables_of, tables_of_compiled

UNWRITTEN_AT_ONCE, COMPILED_AT_ONCE, THOUGHT_AT_ONCE = 2000, 250, 16
"""Games that are given out together where compiled code plays them: random ones whose totals alone are wanted, random
ones with their rows, and others that take longer."""
_LOTS_AT_LEAST = 8
"""Each of several processes has as many lots or more, unless they are very small: the last ones are shared too."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is kept of each game besides its totals."""

    records: Records = "none"
    has_rows: bool = False


@dataclass(frozen=True, slots=True)
class PlayedLot:
    """Games that were played together.

    Attributes:
        numbers: their numbers, rising by 1.
        totals: final points by game and seat.
        decisions: how many decisions were taken in each.
        tables: their rows, where they are wanted.
        records: their records as files hold them, where they are wanted.
    """

    numbers: tuple[int, ...]
    totals: Sequence[Sequence[int]]
    decisions: Sequence[int]
    tables: Tables | None = None
    records: Sequence[str] | None = None


def play_lot(wanted: Wanted, lot: Lot) -> PlayedLot:
    """Play the games of a lot and return what is wanted of them."""
    job, numbers = lot
    if job.is_compiled and wanted.records == "none":
        played = play_compiled(job, numbers, is_written=wanted.has_rows)
        tables = tables_of_compiled(played, job, numbers) if wanted.has_rows else None
        return PlayedLot(numbers, played.totals.tolist(), played.decisions.tolist(), tables)
    wholes = play_games(wanted.records, lot)
    rows = [whole.game for whole in wholes]
    return PlayedLot(
        numbers,
        [row.totals for row in rows],
        [row.decisions for row in rows],
        tables_of(wholes, job) if wanted.has_rows else None,
        [whole.record for whole in wholes if whole.record is not None],
    )


def games_at_once(job: Job, wanted: Wanted, games: int, processes: int) -> int:
    """Return how many of so many games are given out together, so that every process has several lots."""
    if not job.is_compiled or wanted.records != "none":
        return 1 if processes == 1 else GAMES_AT_ONCE
    most = THOUGHT_AT_ONCE
    if set(job.bots) == {RANDOM}:
        most = COMPILED_AT_ONCE if wanted.has_rows else UNWRITTEN_AT_ONCE
    return most if processes == 1 else min(most, max(GAMES_AT_ONCE, games // (_LOTS_AT_LEAST * processes)))
