"""After a game: playing on from one of its positions, the same deal once more, and reviews."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from ....bots import check_bot
from ....core.match import Match
from ...domain import commands, documents, news
from ...domain.table import Beginning, Table
from ...errors import NoSuchTableError, StoreError, WrongStateError
from ...store import ledger
from ...store.ledger import StoredReview
from ...tables import Plan, SeatPlan
from ...workers.study import check_apart
from ..compression import ReadRoute
from ..context import (
    Context,
    Secret,
    Shared,
    TableId,
    check_number,
    json_response,
    make_room,
    viewer_of,
)
from ..limits import address_of
from ..openapi import answers
from ..requests import BranchRequest, DealRequest
from .tables import make

router = APIRouter(tags=["after a game"], route_class=ReadRoute)

_RESULTS_AT_MOST = 20


def plan_of(table: Table, match: Match, seat: int, level: str | None) -> Plan:
    """Return the plan of a table of the same terms: a person in one seat, bots in the others.

    Raises:
        NoSuchTableError: the table has no such seat.
        WrongStateError: no bot is named for the seat of a person.
        UnknownNameError: the game has no such bot.
    """
    check_number(table, seat)
    if level is not None:
        check_bot(level, table.game)
    seats = []
    for number, other in enumerate(table.seats):
        if number == seat:
            seats.append(SeatPlan("person"))
        elif level is not None:
            seats.append(SeatPlan("bot", level))
        elif other.kind == "bot" and other.level is not None:
            seats.append(SeatPlan("bot", other.level, other.name))
        else:
            raise WrongStateError("Name the bots that play in the seats of people.")
    return Plan(
        table.terms,
        tuple(seats),
        table.name,
        can_become_puzzles=table.can_become_puzzles,
        first_seat=int(match.start.state.first_seat),
    )


def branch_plan(table: Table, wanted: Any) -> Plan:
    """Return the plan of a table that begins at a position of this one's game, with a shuffle of its own.

    Raises:
        WrongStateError: the game is not over yet, or nothing is left to play there.
        NoSuchTableError: the game has no such turn.
    """
    match = commands.check_ended(table)
    if wanted.turn > len(match.turns):
        raise NoSuchTableError("The game has no such turn.")
    position = match.before(wanted.turn)
    if position.is_over:
        raise WrongStateError("After this turn nothing is left to play.")
    plan = plan_of(table, match, wanted.seat, wanted.level)
    beginning = Beginning(match.commitment, wanted.turn, table.game.documents.write_state(position))
    return replace(plan, beginning=beginning)


def deal_plan(table: Table, wanted: Any) -> Plan:
    """Return the plan of a table at which the same deal is played: the same beginning and the same shuffle.

    Raises:
        WrongStateError: the game is not over yet, or its shuffle is not known here.
    """
    match = commands.check_ended(table)
    if match.seed is None:
        raise WrongStateError("The seed of this game is not known here, so it cannot be dealt again.")
    plan = plan_of(table, match, wanted.seat, wanted.level)
    return replace(
        plan,
        beginning=table.beginning,
        deal=table.deal or table.id,
        seed=match.seed,
        has_fixed_order=table.has_fixed_order,
    )


def open_again(
    context: Context,
    request: Request,
    table_id: str,
    secret: str | None,
    make_plan: Callable[[Table, Any], Plan],
    wanted: Any,
    mix: str = "",
) -> Response:
    """Make the table that is planned, seat the person who asks, and begin."""
    make_room(context, request)
    table = context.tables.open(table_id)
    viewer_of(table, secret)
    plan = make_plan(table, wanted)
    made = make(context, request, plan)
    own = made["seats"][wanted.seat]["secret"] or ""
    context.act(made["table"], lambda table, _: commands.join(table, wanted.seat, own, wanted.name, bytes.fromhex(mix)))
    context.act(made["table"], lambda table, _: commands.start(table, None))
    return json_response(made, 201)


@router.post("/tables/{table}/branch", **answers(documents.TableMade, 401, 403, 404, 409, status=201, is_open=True))
def branch(table_id: TableId, wanted: BranchRequest, context: Shared, request: Request, secret: Secret) -> Response:
    """Play on from a position of a game that is over, at a new table that has begun; what is drawn there is new."""
    return open_again(context, request, table_id, secret, branch_plan, wanted, wanted.mix)


@router.post("/tables/{table}/deal", **answers(documents.TableMade, 401, 403, 404, 409, status=201, is_open=True))
def deal(table_id: TableId, wanted: DealRequest, context: Shared, request: Request, secret: Secret) -> Response:
    """Play the deal of a game that is over once more, at a new table that has begun: its seed is known already."""
    return open_again(context, request, table_id, secret, deal_plan, wanted)


@router.get("/tables/{table}/deal", **answers(documents.DealReply, 401, 403, 404, 409, is_open=True))
def results(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Return how a game that is over ended wherever its deal was played to the end, this table among them."""
    table = context.tables.open(table_id)
    viewer_of(table, secret)
    commands.check_ended(table)
    first = table.deal or table.id
    with context.tables.database.read() as connection:
        found = ledger.tables_of_deal(connection, first, _RESULTS_AT_MOST)
    told = []
    for other_id in found:
        # One that was deleted just now, or cannot be read, has no result to tell.
        with suppress(NoSuchTableError, StoreError):
            other = context.tables.open(other_id)
            told.append(news.deal_result_document(other, is_here=other_id == table_id))
    return json_response(documents.DealReply(results=told))


@router.post("/tables/{table}/review", **answers(documents.ReviewReply, 401, 403, 404, 409, is_open=True))
def ask_for_review(table_id: TableId, context: Shared, request: Request, secret: Secret) -> Response:
    """Let a game that is over be reviewed, or a review that is done look deeper; one that goes on just goes on.

    One-ply values are given at once where all is ready for them; what searches find follows.
    """
    table = context.tables.open(table_id)
    viewer_of(table, secret)
    match = check_apart(context.tables, table)
    kept = context.reviews.find(table_id)
    if kept is None or kept.is_done:
        if kept is not None and kept.seconds + context.reviews.seconds > context.reviews.seconds_most:
            raise WrongStateError("This review has looked as deep as a table may.")
        context.buckets.take("reviews", address_of(request.scope), context.limits.tables)
        context.reviews.ask(table_id, match)
        kept = context.reviews.find(table_id)
    return json_response(review_bytes(context, kept))


@router.get("/tables/{table}/review", **answers(documents.ReviewReply, 401, 403, 404, 409, is_open=True))
def review(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Return what a review knows by now: ask again while it waits or goes on."""
    table = context.tables.open(table_id)
    viewer_of(table, secret)
    check_apart(context.tables, table)
    return json_response(review_bytes(context, context.reviews.find(table_id)))


def review_bytes(context: Context, kept: StoredReview | None) -> bytes:
    """Return the JSON of a review as it stands; what is kept of it is not read, only sent on."""
    status = "none" if kept is None else "done" if kept.is_done else "running" if kept.is_claimed else "waiting"
    spent, seconds = (0.0, 0.0) if kept is None else (kept.spent, kept.seconds)
    facts = {
        "status": status,
        "spent": round(spent, 2),
        "seconds": seconds,
        "can_look_deeper": kept is None or seconds + context.reviews.seconds <= context.reviews.seconds_most,
    }
    found = b"null" if kept is None or kept.document is None else kept.document.encode()
    return to_json(facts)[:-1] + b',"review":' + found + b"}"
