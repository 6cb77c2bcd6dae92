"""What a game at a table says of a person who plays against levels of bots."""

from __future__ import annotations

from ...bots.strength.games import LevelGame, Reason, refusal_of
from ..domain.table import Table


def level_game_of(table: Table, number: int) -> LevelGame | Reason:
    """Return what the game says of the person in a seat, or why it says nothing.

    Whoever has resigned, or is not there in the end, has the last place, as in rated games.
    """
    bots = [seat.level if seat.kind == "bot" else None for seat in table.seats]
    terms = table.terms
    if refused := refusal_of(table.game.name, bots, terms.options.document(), terms.components.sha256):
        return refused
    if table.beginning is not None:
        return "played on"
    if table.deal is not None:
        return "again"
    seat, match = table.seats[number], table.match
    has_left = seat.is_resigned or seat.absence is not None
    if match is None or not (table.status == "over" or (table.status == "stopped" and has_left)):
        return "unfinished"
    if seat.hints or (seat.by_bot and not has_left):
        return "helped"
    totals = match.position.totals
    others = tuple((bot, total) for bot, total in zip(bots, totals, strict=True) if bot is not None)
    return LevelGame(table.game.name, len(bots), match.commitment, others, None if has_left else totals[number])
