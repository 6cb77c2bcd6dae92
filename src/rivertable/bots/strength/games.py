"""Which games say how strong a person is beside the levels: those against levels alone, by the printed rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from ...core.game import GAMES
from ...core.record import RecordDocument
from ..names import LEVELS
from .ladder import ladder_of

TableReason = Literal["people", "other bots", "other rules", "not measured"]
Reason = Literal[TableReason, "unfinished", "played on", "again", "helped"]
"""Why a game says nothing about a person: who else plays or by which rules; it is not over; it began at a position of
another game; its deal was known already; the person took hints, or a bot played some of the turns."""


@dataclass(frozen=True, slots=True)
class LevelGame:
    """A game of a person against levels that is over.

    Attributes:
        deal: the commitment of its shuffle: a deal counts once.
        others: the levels in the other seats, with their totals.
        total: the person's own; None where the person has resigned or left, which is a last place.
    """

    game: str
    players: int
    deal: str
    others: tuple[tuple[str, int], ...]
    total: int | None


def refusal_of(game: str, bots: Sequence[str | None], options: dict[str, Any], components: str) -> TableReason | None:
    """Return why games at such a table say nothing about a person who plays there; None where they do.

    Args:
        game: the name of the game.
        bots: by seat the bot that plays there; None for a person.
        options: the options of the game as records write them.
        components: the SHA-256 of its printed data.
    """
    if list(bots).count(None) != 1:
        return "people"
    if any(bot is not None and bot not in LEVELS for bot in bots):
        return "other bots"
    if (options, components) != _measured_terms(game):
        return "other rules"
    ladder = ladder_of(game, len(bots))
    if ladder is None or any(bot is not None and bot not in ladder.heights for bot in bots):
        return "not measured"
    return None


@lru_cache
def _measured_terms(game: str) -> tuple[dict[str, Any], str]:
    """Return the options and the hash of the printed data with which the levels have met one another."""
    found = GAMES[game]
    return found.options.make().document(), found.printed.load().sha256


def game_of_record(record: RecordDocument[Any, Any, Any, Any]) -> LevelGame | Reason:
    """Return what a record says of the one person who plays in it, or why it says nothing.

    The result is the one that stands in the record: ``rivertable check`` finds out whether it is true.
    """
    # A bot of another program has no name here: it is no person, and no level.
    bots = [None if seat.kind == "human" else seat.bot or "" for seat in record.seats]
    if refused := refusal_of(record.game, bots, record.options, record.components.sha256):
        return refused
    if record.branch is not None:
        return "played on"
    if record.result is None:
        return "unfinished"
    own, totals = bots.index(None), record.result.totals
    others = tuple((bot, total) for bot, total in zip(bots, totals, strict=True) if bot is not None)
    return LevelGame(record.game, len(bots), record.shuffle.commitment, others, totals[own])
