"""How strong somebody is beside the levels of bots, by the games against them. Nothing of it is stored."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from ....bots.strength import LevelGame, strengths_of
from ....bots.strength.person import Verdict
from ....core.errors import RivertableError
from ...company.level_games import level_game_of
from ...domain import documents
from ...store.ledger import ended_among
from ...store.people import HOST_SEAT, Link
from ..context import Context, Shared, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Request as RequestDocument
from ..routes.mine import LinkRequest
from ..routes.people import Cookie

router = APIRouter(tags=["ratings"])

_TABLES_AT_MOST = 100


class StrengthRequest(RequestDocument):
    """The links of seats that somebody holds without a name, the latest first."""

    tables: Annotated[list[LinkRequest], Field(max_length=_TABLES_AT_MOST)]


class AgainstLevelReply(documents.Reply):
    """The games in which a level had a seat, and the victories over it, shared ones in parts.

    ``points`` are those of the level above the artisan, on the scale of people's ratings.
    """

    level: str
    games: int
    won: float
    points: int
    plus_minus: int


class StrengthReply(documents.Reply):
    """How strong somebody is at a game with so many players: ``about``, ``above`` or ``below`` a level.

    Where every game was won, or lost, ``level`` is the one to play next. ``points`` are above the artisan, on the scale
    of people's ratings, with the 95 % interval from ``low`` to ``high`` and half of it as ``plus_minus``; what games
    cannot say is null.
    """

    game: documents.GameName
    players: int
    games: int
    verdict: Verdict
    level: str
    points: int | None
    plus_minus: int | None
    low: int | None
    high: int | None
    levels: list[AgainstLevelReply]


@router.post("/me/strength", **answers(list[StrengthReply], is_open=True))
def strength(wanted: StrengthRequest, context: Shared, request: Request, key: Cookie) -> Response:
    """Return how strong somebody is beside the levels, by the games of these seats and of those kept under the name."""
    secrets = {one.table: one.secret for one in wanted.tables}
    for link in _kept(context, key):
        secrets.setdefault(link.table_id, link.secret)
    with context.tables.database.read() as connection:
        ended = ended_among(connection, list(secrets)[:_TABLES_AT_MOST])
    # Each that is not in memory is a whole game to read: it counts as a request.
    unread = sum(context.tables.known(table_id) is None for table_id in ended)
    context.buckets.take("address", address_of(request.scope), context.limits.address, unread)
    found = [_game_of(context, table_id, secrets[table_id]) for table_id in ended]
    return json_response([one.document() for one in strengths_of(game for game in found if game is not None)])


def _kept(context: Context, key: str | None) -> list[Link]:
    """Return the links of seats that somebody keeps under a name, the newest first; none without a name."""
    with suppress(RivertableError):
        if context.people is not None:
            return [link for link in context.people.links(context.people.visitor(key)) if link.seat != HOST_SEAT]
    return []


def _game_of(context: Context, table_id: str, secret: str) -> LevelGame | None:
    """Return what a game says of whoever has this secret; None where it says nothing."""
    with suppress(RivertableError):
        table = context.tables.open(table_id)
        seat = table.seat_of(secret)
        found = None if seat is None else level_game_of(table, seat)
        return found if isinstance(found, LevelGame) else None
    return None
