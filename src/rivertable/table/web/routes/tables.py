"""Tables: making, bringing in, finding, joining, leaving, starting, coming back, resigning, a rematch, deleting."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request
from starlette.responses import Response

from ....core.contract.parts import Components
from ....core.game import GAMES, Game
from ....core.record import read_document
from ...domain import commands, documents, leavers, news
from ...domain.agreements import Agreement
from ...domain.commands import PendingEvent
from ...domain.table import Clock, Table, secret_hash
from ...errors import NoSecretError, NoSuchTableError, NotYoursError, WrongStateError
from ...tables import Plan, SeatPlan
from ..compression import ReadRoute
from ..context import (
    Context,
    SeatNumber,
    Secret,
    Shared,
    TableId,
    actor_of,
    check_number,
    json_response,
    make_room,
    viewer_of,
)
from ..limits import address_of
from ..openapi import answers
from ..requests import EventsQuery, JoinRequest, NewTable, StartRequest

router = APIRouter(tags=["tables"], route_class=ReadRoute)


@router.post("/tables", **answers(documents.TableMade, 404, status=201))
def make_table(wanted: NewTable, context: Shared, request: Request) -> Response:
    """Make a table. The seed of its shuffle is drawn now; ``promised`` is its SHA-256."""
    make_room(context, request, len(wanted.components or ""))
    if wanted.first_seat >= len(wanted.seats):
        raise NoSuchTableError("The table has no such seat.")
    game = GAMES[wanted.game]
    options = {name: value for name, value in wanted.options.model_dump().items() if value is not None}
    terms = game.make_terms(
        len(wanted.seats), game.options.make(options.pop("preset"), options), _printed_data(game, wanted)
    )
    seats = tuple(SeatPlan(seat.kind, getattr(seat, "level", None), seat.name) for seat in wanted.seats)
    plan = Plan(
        terms,
        seats,
        wanted.name,
        wanted.is_public,
        wanted.can_become_puzzles,
        Clock(**wanted.clock.model_dump()),
        wanted.grace_seconds,
        wanted.first_seat,
        Agreement(
            wanted.absence,
            wanted.has_ready_check,
            wanted.has_holidays,
            wanted.language,
            wanted.is_taught,
            wanted.is_rated,
        ),
    )
    return json_response(make(context, request, plan), 201)


def _printed_data(game: Game, wanted: NewTable) -> Components:
    if wanted.components is not None:
        return game.printed.parse(wanted.components, "components")
    return game.printed.load(None if wanted.edition is None else Path(wanted.edition))


def make(context: Context, request: Request, plan: Plan) -> documents.TableMade:
    """Make a table for whoever asks, and return what is told of it: the links to its seats among it, this once."""
    table_id, host, own = context.tables.create(plan)
    context.makers.note(table_id, address_of(request.scope))
    seats = [documents.SeatLink(seat=k, kind=seat.kind, secret=own[k]) for k, seat in enumerate(plan.seats)]
    promised = context.tables.open(table_id, is_fresh=False).promised
    return {"table": table_id, "host": host, "seats": seats, "promised": promised}


@router.post("/records", **answers(documents.Imported, status=201))
def bring_in(record: Annotated[dict[str, Any], Body()], context: Shared, request: Request) -> Response:
    """Bring a record in, after it has been checked: it can be looked at turn by turn and shared by link."""
    length = request.headers.get("content-length", "")
    make_room(context, request, int(length) if length.isdecimal() else context.limits.record)
    made = context.tables.bring_in(read_document(record, "record"))
    context.makers.note(made, address_of(request.scope))
    return json_response(documents.Imported(table=made), 201)


@router.get("/tables/{table}", **answers(documents.TableReply, 401, 403, 404, is_open=True))
def look(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Return a table as the bearer may see it; without a secret, as a spectator."""
    table = context.tables.open(table_id)
    return json_response(news.table_bytes(table, viewer_of(table, secret)))


@router.get("/tables/{table}/components", **answers(documents.Components, 404))
def components(table_id: TableId, context: Shared) -> Response:
    """Return the printed data that a table is played with."""
    table = context.tables.open(table_id)
    terms = table.terms
    return json_response(terms.game.printed.write_components(terms.components))


@router.get("/tables/{table}/events", **answers(documents.News, 401, 403, 404, is_open=True))
async def events(
    table_id: TableId, context: Shared, secret: Secret, wanted: Annotated[EventsQuery, Query()]
) -> Response:
    """Return what happened since a version, and the table; with ``wait``, once something has happened."""
    since, wait = wanted.since, wanted.wait
    version, told = await context.news(table_id, secret, since)
    if version <= since and wait:
        with context.hub.waiting(table_id) as waiting:
            # Between the look above and the waiting something may have happened.
            version, told = await context.news(table_id, secret, since)
            if version <= since:
                with suppress(TimeoutError):
                    await asyncio.wait_for(waiting.wait(), wait)
                _, told = await context.news(table_id, secret, since)
    return json_response(told)


@router.post("/tables/{table}/seats/{seat}", **answers(documents.Joined, 401, 403, 404, 409, is_open=True))
def join(table_id: TableId, seat: SeatNumber, wanted: JoinRequest, context: Shared, secret: Secret) -> Response:
    """Take a seat with a name: a person's seat with its secret, an open one by coming first."""
    return json_response(take_seat(context, table_id, seat, wanted, secret))


def take_seat(context: Context, table_id: str, seat: int, wanted: JoinRequest, secret: str | None) -> documents.Joined:
    """Take a seat for whoever asks, and return what is told of it: its secret among it."""
    fresh = wanted.secret or secrets.token_urlsafe(16)
    given: list[str] = []

    def command(table: Table, _: float) -> list[PendingEvent]:
        check_number(table, seat)
        commands.check_waiting(table)
        own = _secret_to_join(table, seat, secret, fresh)
        given[:] = [own]
        return commands.join(table, seat, own, wanted.name, bytes.fromhex(wanted.mix))

    done = context.act(table_id, command)
    return documents.Joined(seat=seat, secret=given[0], version=done.version)


def _secret_to_join(table: Table, number: int, secret: str | None, fresh: str) -> str:
    """Return the secret that the seat has from now on."""
    seat = table.seats[number]
    if seat.kind == "bot":
        raise WrongStateError("A bot has this seat.")
    if secret is not None and seat.secret == secret_hash(secret):
        return secret
    if seat.kind == "open" and (not seat.is_taken or seat.secret == secret_hash(fresh)):
        return fresh
    if seat.kind == "open":
        raise WrongStateError("Somebody has taken this seat.")
    if secret is None:
        raise NoSecretError("This seat is taken with its own link.")
    raise NotYoursError("This secret opens another seat.")


@router.delete("/tables/{table}/seats/{seat}", **answers(documents.Done, 401, 403, 404, 409))
def leave(table_id: TableId, seat: SeatNumber, context: Shared, secret: Secret) -> Response:
    """Leave a seat: free again before the game, played by a bot during it until the person returns."""

    def command(table: Table, _: float) -> list[PendingEvent]:
        check_number(table, seat)
        if secret is not None and table.is_host(secret) and table.match is None:
            return commands.leave(table, seat)
        commands.check_seat(table, actor_of(context, table, secret), seat)
        return commands.leave(table, seat)

    return json_response(documents.Done(version=context.act(table_id, command).version))


@router.post("/tables/{table}/start", **answers(documents.Done, 401, 403, 404, 409))
def start(table_id: TableId, wanted: StartRequest, context: Shared, secret: Secret) -> Response:
    """Begin the game once every seat is taken; bots take the free ones where ``fill`` names a level.

    Where that was agreed, everybody is asked first whether they are there, for two minutes.
    """

    def command(table: Table, now: float) -> list[PendingEvent]:
        is_host = secret is not None and table.is_host(secret)
        return leavers.ask_ready(table, None if is_host else actor_of(context, table, secret), wanted.fill, now)

    return json_response(documents.Done(version=context.act(table_id, command).version))


@router.post("/tables/{table}/return", **answers(documents.Done, 401, 403, 404, 409))
def come_back(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Take one's seat again from the bot that played meanwhile."""
    return _act_as_seat(context, table_id, secret, commands.come_back)


@router.post("/tables/{table}/resign", **answers(documents.Done, 401, 403, 404, 409))
def resign(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Give the game up."""
    return _act_as_seat(context, table_id, secret, commands.resign)


def _act_as_seat(
    context: Context, table_id: str, secret: str | None, command: Callable[[Table, int], list[PendingEvent]]
) -> Response:
    def of_seat(table: Table, _: float) -> list[PendingEvent]:
        return command(table, actor_of(context, table, secret))

    return json_response(documents.Done(version=context.act(table_id, of_seat).version))


@router.post("/tables/{table}/rematch", **answers(documents.RematchMade, 401, 403, 404, 409))
def rematch(table_id: TableId, context: Shared, secret: Secret, request: Request) -> Response:
    """Make the same table once more, the next seat first; asked again, it gives the same new table.

    Every secret, the host's too, opens there what it opens here.
    """
    table = context.tables.open(table_id)
    actor_of(context, table, secret)
    if table.status not in ("over", "stopped"):
        raise WrongStateError("A rematch is for when the game is over.")
    if table.shared is not None:
        raise WrongStateError("A deal that many people play has no rematch.")
    if table.rematch is not None:
        return json_response(documents.RematchMade(version=table.version, table=table.rematch or ""))
    seats = tuple(
        SeatPlan("bot", seat.level, seat.name)
        if seat.kind == "bot"
        else SeatPlan("person", None, seat.name, seat.secret)
        for seat in table.seats
    )
    make_room(context, request)
    first = (table.first_seat + 1) % len(seats)
    plan = Plan(
        table.terms,
        seats,
        table.name,
        can_become_puzzles=table.can_become_puzzles,
        clock=table.clock,
        grace=table.grace,
        first_seat=first,
        agreement=table.agreement,
        host=table.host,
    )
    made = make(context, request, plan)["table"]

    def command(table: Table, _: float) -> list[PendingEvent]:
        return [] if table.rematch else [PendingEvent("rematch", None, {"table": made})]

    if context.tables.act(table_id, command) is None:
        context.tables.delete(made)
    table = context.tables.open(table_id)
    return json_response(documents.RematchMade(version=table.version, table=table.rematch or ""))


@router.delete("/tables/{table}", **answers(documents.Done, 401, 403, 404))
def delete(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Delete a table and all that happened at it, for ever; with the host's secret only."""
    table = context.tables.open(table_id)
    if secret is None:
        raise NoSecretError("This takes the host's secret.")
    if not table.is_host(secret):
        viewer_of(table, secret)
        raise NotYoursError("Only the host deletes a table.")
    version = table.version
    context.tables.delete(table_id, is_asked=True)
    return json_response(documents.Done(version=version))
