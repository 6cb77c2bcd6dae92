"""After a game: playing on from one of its positions, the same deal once more, and how others played that."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ....bots import check_bot
from ....core.match import Match
from ...desk import Plan, SeatPlan
from ...domain import commands, news
from ...domain.sitting import Beginning, Sitting
from ...errors import NoSuchTableError, StoreError, WrongStateError
from ...store import ledger
from .. import replies
from ..context import OPEN_TO_ALL, Context, Secret, Shared, TableId, check_number, json_response, problems, viewer_of
from ..requests import BranchRequest, DealRequest

router = APIRouter(tags=["after a game"])

_RESULTS_AT_MOST = 20


def plan_of(sitting: Sitting, match: Match, seat: int, level: str | None) -> Plan:
    """Return the plan of a table of the same terms: a person in one seat, bots in the others.

    Raises:
        NoSuchTableError: the table has no such seat.
        WrongStateError: no bot is named for the seat of a person.
        UnknownNameError: the game has no such bot.
    """
    check_number(sitting, seat)
    if level is not None:
        check_bot(level, sitting.game)
    seats = []
    for number, other in enumerate(sitting.seats):
        if number == seat:
            seats.append(SeatPlan("person"))
        elif level is not None:
            seats.append(SeatPlan("bot", level))
        elif other.kind == "bot" and other.level is not None:
            seats.append(SeatPlan("bot", other.level, other.name))
        else:
            raise WrongStateError("Name the bots that play in the seats of people.")
    return Plan(
        sitting.terms,
        tuple(seats),
        sitting.name,
        can_become_puzzles=sitting.can_become_puzzles,
        first_seat=int(match.start.state.first_seat),
    )


def branch_plan(sitting: Sitting, wanted: Any) -> Plan:
    """Return the plan of a table that begins at a position of this one's game, with a shuffle of its own.

    Raises:
        WrongStateError: the game is not over yet, or nothing is left to play there.
        NoSuchTableError: the game has no such turn.
    """
    match = commands.check_ended(sitting)
    if wanted.turn > len(match.turns):
        raise NoSuchTableError("The game has no such turn.")
    position = match.before(wanted.turn)
    if position.is_over:
        raise WrongStateError("After this turn nothing is left to play.")
    plan = plan_of(sitting, match, wanted.seat, wanted.level)
    beginning = Beginning(match.commitment, wanted.turn, sitting.game.write_state(position))
    return replace(plan, beginning=beginning)


def deal_plan(sitting: Sitting, wanted: Any) -> Plan:
    """Return the plan of a table at which the same deal is played: the same beginning and the same shuffle.

    Raises:
        WrongStateError: the game is not over yet, or its shuffle is not known here.
    """
    match = commands.check_ended(sitting)
    if match.seed is None:
        raise WrongStateError("The seed of this game is not known here, so it cannot be dealt again.")
    plan = plan_of(sitting, match, wanted.seat, wanted.level)
    return replace(plan, beginning=sitting.beginning, deal=sitting.deal or sitting.id, seed=match.seed)


def open_again(
    context: Context,
    request: Request,
    table: str,
    secret: str | None,
    make_plan: Callable[[Sitting, Any], Plan],
    wanted: Any,
    mix: str = "",
) -> Response:
    """Make the table that is planned, seat the person who asks, and begin."""
    context.buckets.take("tables", request.client.host if request.client else "", context.limits.tables)
    with context.desk.hold(table) as sitting:
        viewer_of(sitting, secret)
        plan = make_plan(sitting, wanted)
    made, host, own = context.desk.create(plan)
    seat_secret = own[wanted.seat] or ""
    context.act(
        made, lambda sitting, _: commands.join(sitting, wanted.seat, seat_secret, wanted.name, bytes.fromhex(mix))
    )
    context.act(made, lambda sitting, _: commands.start(sitting, None))
    with context.desk.hold(made, is_fresh=False) as sitting:
        promised = sitting.promised
    seats = [{"seat": number, "kind": seat.kind, "secret": own[number]} for number, seat in enumerate(plan.seats)]
    return json_response({"table": made, "host": host, "seats": seats, "promised": promised}, 201)


@router.post(
    "/tables/{table}/branch",
    status_code=201,
    response_model=replies.TableMade,
    responses=problems(401, 404, 409),
    openapi_extra=OPEN_TO_ALL,
)
def branch(table: TableId, wanted: BranchRequest, context: Shared, request: Request, secret: Secret) -> Response:
    """Play on from a position of a game that is over, at a new table that has begun; what is drawn there is new."""
    return open_again(context, request, table, secret, branch_plan, wanted, wanted.mix)


@router.post(
    "/tables/{table}/deal",
    status_code=201,
    response_model=replies.TableMade,
    responses=problems(401, 404, 409),
    openapi_extra=OPEN_TO_ALL,
)
def deal(table: TableId, wanted: DealRequest, context: Shared, request: Request, secret: Secret) -> Response:
    """Play the deal of a game that is over once more, at a new table that has begun: its seed is known already."""
    return open_again(context, request, table, secret, deal_plan, wanted)


@router.get(
    "/tables/{table}/deal",
    response_model=replies.DealReply,
    responses=problems(401, 404, 409),
    openapi_extra=OPEN_TO_ALL,
)
def results(table: TableId, context: Shared, secret: Secret) -> Response:
    """Return how a game that is over ended wherever its deal was played to the end, this table among them."""
    with context.desk.hold(table) as sitting:
        viewer_of(sitting, secret)
        commands.check_ended(sitting)
        first = sitting.deal or sitting.id
    with context.desk.store.read() as connection:
        found = ledger.tables_of_deal(connection, first, _RESULTS_AT_MOST)
    told = []
    for table_id in found:
        # One that was deleted just now, or cannot be read, has no result to tell.
        with suppress(NoSuchTableError, StoreError), context.desk.hold(table_id) as sitting:
            told.append(news.deal_result_document(sitting, is_here=table_id == table))
    return json_response({"results": told})
