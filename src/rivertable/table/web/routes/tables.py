"""Tables: making, finding, joining, leaving, starting, coming back, resigning, a rematch, deleting."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ....core.game import GAMES
from ...desk import Plan, SeatPlan
from ...domain import commands, news
from ...domain.commands import Proposal
from ...domain.sitting import Clock, Event, Sitting, secret_hash
from ...errors import NoSecretError, NoSuchTableError, NotYoursError, StoreError, WrongStateError
from ...store import ledger
from .. import replies
from ..context import (
    OPEN_TO_ALL,
    SeatNumber,
    Secret,
    Shared,
    TableId,
    actor_of,
    check_number,
    json_response,
    problems,
    viewer_of,
)
from ..requests import EventsQuery, JoinRequest, NewTable, StartRequest

router = APIRouter(tags=["tables"])

_LOBBY_AT_MOST = 100


@router.post("/tables", status_code=201, response_model=replies.TableMade, responses=problems())
def make_table(wanted: NewTable, context: Shared, request: Request) -> Response:
    """Make a table. The seed of its shuffle is drawn now; ``promised`` is its SHA-256."""
    context.buckets.take("tables", request.client.host if request.client else "", context.limits.tables)
    game = GAMES[wanted.game]
    options = {name: value for name, value in wanted.options.model_dump().items() if value is not None}
    text = wanted.components
    components = game.load_components() if text is None else game.parse_components(text, "components")
    terms = game.make_terms(len(wanted.seats), game.make_options(options.pop("preset"), options), components)
    seats = tuple(SeatPlan(seat.kind, getattr(seat, "level", None), seat.name) for seat in wanted.seats)
    clock = Clock(**wanted.clock.model_dump())
    plan = Plan(
        terms,
        seats,
        wanted.name,
        wanted.is_public,
        clock=clock,
        grace=wanted.grace_seconds,
        can_become_puzzles=wanted.can_become_puzzles,
    )
    table_id, host, own = context.desk.create(plan)
    with context.desk.hold(table_id, is_fresh=False) as sitting:
        promised = sitting.promised
    made = [{"seat": k, "kind": seat.kind, "secret": own[k]} for k, seat in enumerate(seats)]
    return json_response({"table": table_id, "host": host, "seats": made, "promised": promised}, 201)


@router.get("/tables", response_model=list[replies.LobbyLine], responses=problems())
def lobby(context: Shared) -> Response:
    """Return the public tables that wait for players, the newest first."""
    with context.desk.store.read() as connection:
        found = ledger.lobby(connection, _LOBBY_AT_MOST)
    lines = []
    for table_id in found:
        # One that was deleted just now, or cannot be read, is none to join.
        with suppress(NoSuchTableError, StoreError), context.desk.hold(table_id) as sitting:
            lines.append(news.lobby_document(sitting))
    return json_response(lines)


@router.get(
    "/tables/{table}", response_model=replies.TableReply, responses=problems(401, 404), openapi_extra=OPEN_TO_ALL
)
def look(table: TableId, context: Shared, secret: Secret) -> Response:
    """Return a table as the bearer may see it; without a secret, as a spectator."""
    with context.desk.hold(table) as sitting:
        return json_response(news.table_bytes(sitting, viewer_of(sitting, secret)))


@router.get("/tables/{table}/components", response_model=replies.AnyComponents, responses=problems(404))
def components(table: TableId, context: Shared) -> Response:
    """Return the printed data that a table is played with."""
    with context.desk.hold(table) as sitting:
        terms = sitting.terms
    return json_response(terms.game.write_components(terms.components))


@router.get(
    "/tables/{table}/events", response_model=replies.News, responses=problems(401, 404), openapi_extra=OPEN_TO_ALL
)
async def events(table: TableId, context: Shared, secret: Secret, wanted: Annotated[EventsQuery, Query()]) -> Response:
    """Return what happened since a version, and the table; with ``wait``, once something has happened."""
    since, wait = wanted.since, wanted.wait
    version, told = await run_in_threadpool(context.news, table, secret, since, is_fresh=True)
    if version <= since and wait:
        with context.hub.waiting(table) as moved:
            # Between the look above and the waiting something may have happened.
            version, told = await run_in_threadpool(context.news, table, secret, since, is_fresh=True)
            if version <= since:
                with suppress(TimeoutError):
                    await asyncio.wait_for(moved.wait(), wait)
                _, told = await run_in_threadpool(context.news, table, secret, since, is_fresh=True)
    return json_response(told)


@router.post(
    "/tables/{table}/seats/{seat}",
    response_model=replies.Joined,
    responses=problems(401, 403, 404, 409),
    openapi_extra=OPEN_TO_ALL,
)
def join(table: TableId, seat: SeatNumber, wanted: JoinRequest, context: Shared, secret: Secret) -> Response:
    """Take a seat with a name: a person's seat with its secret, an open one by coming first."""
    fresh = wanted.secret or secrets.token_urlsafe(16)
    given: list[str] = []

    def command(sitting: Sitting, _: float) -> list[Proposal]:
        check_number(sitting, seat)
        commands.check_waiting(sitting)
        own = _secret_to_join(sitting, seat, secret, fresh)
        given[:] = [own]
        return commands.join(sitting, seat, own, wanted.name, bytes.fromhex(wanted.mix))

    done = context.act(table, command)
    return json_response({"seat": seat, "secret": given[0], "version": done.version})


def _secret_to_join(sitting: Sitting, number: int, secret: str | None, fresh: str) -> str:
    """Return the secret that the seat has from now on."""
    seat = sitting.seats[number]
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


@router.delete("/tables/{table}/seats/{seat}", response_model=replies.Done, responses=problems(401, 403, 404, 409))
def leave(table: TableId, seat: SeatNumber, context: Shared, secret: Secret) -> Response:
    """Leave a seat: free again before the game, played by a bot during it until the person returns."""

    def command(sitting: Sitting, _: float) -> list[Proposal]:
        check_number(sitting, seat)
        if secret is not None and sitting.is_host(secret) and sitting.match is None:
            return commands.leave(sitting, seat)
        commands.check_seat(sitting, actor_of(context, sitting, secret), seat)
        return commands.leave(sitting, seat)

    return json_response({"version": context.act(table, command).version})


@router.post("/tables/{table}/start", response_model=replies.Done, responses=problems(401, 403, 404, 409))
def start(table: TableId, wanted: StartRequest, context: Shared, secret: Secret) -> Response:
    """Begin the game once every seat is taken; bots take the free ones where ``fill`` names a level."""

    def command(sitting: Sitting, _: float) -> list[Proposal]:
        if secret is None or not sitting.is_host(secret):
            actor_of(context, sitting, secret)
        return commands.start(sitting, wanted.fill)

    return json_response({"version": context.act(table, command).version})


@router.post("/tables/{table}/return", response_model=replies.Done, responses=problems(401, 403, 404, 409))
def come_back(table: TableId, context: Shared, secret: Secret) -> Response:
    """Take one's seat again from the bot that played meanwhile."""
    return json_response({"version": _act_as_seat(context, table, secret, commands.come_back).version})


@router.post("/tables/{table}/resign", response_model=replies.Done, responses=problems(401, 403, 404, 409))
def resign(table: TableId, context: Shared, secret: Secret) -> Response:
    """Give the game up."""
    return json_response({"version": _act_as_seat(context, table, secret, commands.resign).version})


def _act_as_seat(context: Any, table: str, secret: str | None, command: Any) -> Event:
    def of_seat(sitting: Sitting, _: float) -> list[Proposal]:
        proposals: list[Proposal] = command(sitting, actor_of(context, sitting, secret))
        return proposals

    done: Event = context.act(table, of_seat)
    return done


@router.post("/tables/{table}/rematch", response_model=replies.RematchMade, responses=problems(401, 403, 404, 409))
def rematch(table: TableId, context: Shared, secret: Secret) -> Response:
    """Make the same table once more, the next seat first; asked again, it gives the same new table.

    Every secret, the host's too, opens there what it opens here.
    """
    with context.desk.hold(table) as sitting:
        actor_of(context, sitting, secret)
        if sitting.status not in ("over", "stopped"):
            raise WrongStateError("A rematch is for when the game is over.")
        if sitting.rematch is not None:
            return json_response({"version": sitting.version, "table": sitting.rematch})
        seats = tuple(
            SeatPlan("bot", seat.level, seat.name)
            if seat.kind == "bot"
            else SeatPlan("person", None, seat.name, seat.secret)
            for seat in sitting.seats
        )
        first = (sitting.first_seat + 1) % len(seats)
        plan = Plan(
            sitting.terms,
            seats,
            sitting.name,
            can_become_puzzles=sitting.can_become_puzzles,
            clock=sitting.clock,
            grace=sitting.grace,
            first_seat=first,
            host=sitting.host,
        )
    made = context.desk.create(plan)[0]

    def command(sitting: Sitting, _: float) -> list[Proposal]:
        return [] if sitting.rematch else [Proposal("rematch", None, {"table": made})]

    if context.desk.act(table, command) is None:
        context.desk.delete(made)
    with context.desk.hold(table) as sitting:
        return json_response({"version": sitting.version, "table": sitting.rematch})


@router.delete("/tables/{table}", response_model=replies.Done, responses=problems(401, 403, 404))
def delete(table: TableId, context: Shared, secret: Secret) -> Response:
    """Delete a table and all that happened at it, for ever; with the host's secret only."""
    with context.desk.hold(table) as sitting:
        if secret is None:
            raise NoSecretError("This takes the host's secret.")
        if not sitting.is_host(secret):
            viewer_of(sitting, secret)
            raise NotYoursError("Only the host deletes a table.")
        version = sitting.version
    context.desk.delete(table)
    return json_response({"version": version})
