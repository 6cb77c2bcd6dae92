"""The deal of the day: its page, playing it, and how an attempt stands."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from starlette.responses import Response

from ....core.options import OptionValue
from ...company.days import Begun, place_among
from ...domain import documents
from ...domain.table import time_text
from ...errors import NoSuchDealError
from ...store.company.deals import Deal
from ...store.people import Person
from ..compression import ReadRoute
from ..context import AS_DIGITS, Context, Secret, Shared, TableId, actor_of, json_response, make_room
from ..limits import address_of
from ..openapi import answers
from ..requests import Name
from ..requests import Query as QueryDocument
from ..requests import Request as RequestDocument
from ..routes.games import GameName
from ..routes.people import Cookie

router = APIRouter(tags=["the deal of the day"], route_class=ReadRoute)

_DATE = "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
Day = Annotated[str, Path(pattern=_DATE, description="The date in UTC.")]
Players = Annotated[int, Path(ge=2, le=5, description="How many play.", alias="players"), AS_DIGITS]


class DaysQuery(QueryDocument):
    """Which day: a date in UTC; today without one."""

    day: Annotated[str, Field(pattern=_DATE)] | None = None


class DayRequest(RequestDocument):
    """Play the deal of today, with a name at the table."""

    name: Name


class DayDeal(documents.Reply):
    """A deal of a day. ``commitment`` is the SHA-256 of its key, which is null as long as the deal is sealed.

    ``level`` names the bots that have all seats but 0; ``attempts`` are those that count and have ended.
    """

    id: str
    day: str
    game: documents.GameName
    players: int
    options: dict[str, OptionValue]
    level: str
    first_seat: int
    commitment: str
    published_at: str
    opens_at: str
    closes_at: str
    sealed_until: str
    is_cancelled: bool
    key: str | None


class DaysReply(documents.Reply):
    """Today's date by the server's clock, and the deals of the day that was asked for."""

    today: str
    deals: list[DayDeal]


class DayStanding(documents.Reply):
    """One of the best attempts: ``margin`` is by how much its points are above the mean of the bots'.

    ``table`` is where it can be watched, once the deal is no longer sealed.
    """

    name: str | None
    points: int
    margin: float
    table: str | None


class DayBar(documents.Reply):
    """How many attempts have ended with a margin, in whole points."""

    margin: int
    attempts: int


class DayPage(documents.Reply):
    """A deal with its field: how many attempts count, how they are spread, and the best of them."""

    deal: DayDeal
    attempts: int
    spread: list[DayBar]
    best: list[DayStanding]


class DayBegun(documents.Reply):
    """A table at which the deal is played, the secret of the seat, and whether the attempt counts."""

    table: str
    seat: int
    secret: str
    is_scored: bool


class DayParting(documents.Reply):
    """Where the game has left the path of the best attempt: the turn, from 1, and both moves."""

    turn: int
    own: str
    best: str
    best_table: str


class DayResult(documents.Reply):
    """How an attempt stands: null before it has ended.

    ``share`` is the part of the ``others`` that it has beaten, half of the ties among them; null without others.
    ``parted`` is there once the deal is no longer sealed.
    """

    deal: DayDeal
    is_scored: bool
    points: int | None
    margin: float | None
    place: int | None
    others: int
    share: float | None
    parted: DayParting | None


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise NoSuchDealError("There is no such deal of the day.") from error


def _deal_document(context: Context, deal: Deal) -> DayDeal:
    return DayDeal(
        id=deal.id,
        day=deal.day or "",
        game=deal.game,
        players=deal.players,
        options=deal.options,
        level=deal.level,
        first_seat=deal.first_seat,
        commitment=deal.commitment,
        published_at=time_text(deal.made_at),
        opens_at=time_text(deal.opens_at),
        closes_at=time_text(deal.closes_at),
        sealed_until=time_text(deal.sealed_until),
        is_cancelled=deal.cancelled_at is not None,
        key=context.days.published_key(deal),
    )


@router.get("/days", **answers(DaysReply, 404))
def days(context: Shared, wanted: Annotated[DaysQuery, Query()]) -> Response:
    """Return the deals of a day: today's, those ahead with their commitments, or former ones with their keys."""
    today = context.days.today()
    found = context.days.of_day(today if wanted.day is None else _date(wanted.day))
    return json_response(DaysReply(today=today.isoformat(), deals=[_deal_document(context, deal) for deal in found]))


@router.get("/days/{day}/{game}/{players}", **answers(DayPage, 404))
def day_page(day: Day, game: GameName, players: Players, context: Shared) -> Response:
    """Return a deal of a day with its field."""
    deal = context.days.find(_date(day), game, players)
    spread: dict[int, int] = {}
    for margin, count in context.days.field(deal):
        spread[round(margin)] = spread.get(round(margin), 0) + count
    told = _deal_document(context, deal)
    best = [
        DayStanding(
            name=each.name,
            points=each.points,
            margin=each.margin,
            table=None if told["key"] is None else each.table_id,
        )
        for each in context.days.best(deal)
    ]
    bars = [DayBar(margin=margin, attempts=count) for margin, count in spread.items()]
    return json_response(DayPage(deal=told, attempts=sum(spread.values()), spread=bars, best=best))


@router.post("/me/days/{game}/{players}", **answers(DayBegun, 404, 409, status=201, is_open=True))
def play_day(
    game: GameName, players: Players, wanted: DayRequest, context: Shared, request: Request, key: Cookie
) -> Response:
    """Play the deal of today at a table of one's own. The first attempt of somebody with a name counts."""
    make_room(context, request)
    deal = context.days.find(context.days.today(), game, players)
    person = _person(context, key)
    begun = context.days.begin(deal, wanted.name, person)
    context.makers.note(begun.table_id, address_of(request.scope))
    _keep_link(context, key, begun)
    return json_response(DayBegun(table=begun.table_id, seat=0, secret=begun.secret, is_scored=begun.is_scored), 201)


def _person(context: Context, key: str | None) -> Person | None:
    return None if context.people is None else context.people.person_of(key)


def _keep_link(context: Context, key: str | None, begun: Begun) -> None:
    """Let a person find the table on all devices."""
    if context.people is not None and context.people.person_of(key) is not None:
        context.people.keep(context.people.visitor(key), begun.table_id, begun.secret)


@router.get("/tables/{table}/day", **answers(DayResult, 401, 403, 404))
def result(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Return how the attempt at a table stands, as whoever plays there may know it."""
    table = context.tables.open(table_id)
    actor_of(context, table, secret)
    deal, attempt = context.days.attempt_at(table)
    place = place_among(context.days.field(deal), attempt)
    parting = context.days.parting(deal, table)
    return json_response(
        DayResult(
            deal=_deal_document(context, deal),
            is_scored=attempt.is_scored,
            points=attempt.points,
            margin=attempt.margin,
            place=None if place is None else place.place,
            others=0 if place is None else place.others,
            share=None if place is None else place.share,
            parted=None if parting is None else documents.copied(DayParting, parting),
        )
    )
