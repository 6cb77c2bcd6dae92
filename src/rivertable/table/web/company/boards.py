"""Boards to study together: making and finding one, writing on it, and asking the engine about a position."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ....core.game import GAMES
from ...company.boards import OpenBoard, Source
from ...domain import commands, documents
from ...domain.boards import NODES_AT_MOST, OperationKind
from ...errors import NoSecretError, NotYoursError, WrongStateError
from ..compression import ReadRoute
from ..context import AS_DIGITS, TABLE_ID, Context, Secret, Shared, json_response, make_room, viewer_of
from ..limits import address_of
from ..openapi import answers
from ..requests import TurnRequest
from ..routes.people import Cookie, Here
from ..routes.play import draft_document, input_of
from .board_documents import (
    BoardChance,
    BoardDone,
    BoardJoined,
    BoardMade,
    BoardPosition,
    BoardQuery,
    BoardReply,
    BoardRequest,
    ChanceRequest,
    Draw,
    GameSource,
    HeldBoard,
    MemberRequest,
    Move,
    OperationRequest,
    PositionSource,
    Present,
    Remove,
    Rename,
    Say,
    Show,
    position_document,
)

router = APIRouter(tags=["boards to study"], route_class=ReadRoute)

BoardId = Annotated[str, Path(alias="board", pattern=TABLE_ID.pattern, description="The board's id.")]
NodeNumber = Annotated[
    int, Path(ge=0, le=NODES_AT_MOST, description="A position of the board, from 0.", alias="node"), AS_DIGITS
]


def _person_id(context: Context, key: str | None) -> str | None:
    person = None if context.people is None else context.people.person_of(key)
    return None if person is None else person.id


@router.post("/me/boards", **answers(BoardMade, 401, 403, 404, 409, status=201, is_open=True))
def make_board(wanted: BoardRequest, context: Shared, request: Request, key: Cookie) -> Response:
    """Make a board: of a game that is over, of a made-up position, or for oneself of a running game."""
    make_room(context, request)
    made = context.boards.create(
        _source_of(context, wanted.source), wanted.title, wanted.name, _person_id(context, key)
    )
    context.makers.note(made.board_id, address_of(request.scope))
    return json_response(
        BoardMade(board=made.board_id, invite=made.invite, member=made.member, secret=made.secret), 201
    )


def _source_of(context: Context, wanted: Any) -> Source:
    if isinstance(wanted, PositionSource):
        return Source(GAMES[wanted.game].position_class.from_text(wanted.text))
    table = context.tables.open(wanted.table)
    if isinstance(wanted, GameSource):
        viewer_of(table, None)
        return context.boards.of_game(table, wanted.turn)
    return context.boards.of_view(table, commands.check_seat(table, viewer_of(table, wanted.secret)))


@router.get("/me/boards", **answers(list[HeldBoard], 401, 409))
def my_boards(context: Shared, visitor: Here) -> Response:
    """Return the boards that the person writes on, on whatever device they began to, the last changed first."""
    found = context.boards.held_by(visitor.person.id)
    return json_response([HeldBoard(board=each.board_id, title=each.title, secret=each.secret) for each in found])


@router.post("/me/boards/{board}", **answers(BoardJoined, 401, 404, 409, status=201, is_open=True))
def join_board(board_id: BoardId, wanted: MemberRequest, context: Shared, request: Request, key: Cookie) -> Response:
    """Write on a board, too, with the link that lets one."""
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    board = context.boards.open(board_id)
    member, secret = context.boards.join(board, wanted.invite, wanted.name, _person_id(context, key))
    return json_response(BoardJoined(member=member, secret=secret), 201)


@router.get("/boards/{board}", **answers(BoardReply, 401, 404, is_open=True))
def show_board(board_id: BoardId, context: Shared, secret: Secret, wanted: Annotated[BoardQuery, Query()]) -> Response:
    """Return a board as it stands, with what has changed since a version, or all of it."""
    return json_response(context.board_news(board_id, secret, wanted.since)[1])


@router.get("/boards/{board}/components", **answers(documents.Components, 401, 404, is_open=True))
def board_components(board_id: BoardId, context: Shared, secret: Secret) -> Response:
    """Return the printed data that a board is played with."""
    board = _seen(context, board_id, secret)
    return json_response(board.terms.game.printed.write_components(board.terms.components))


def _seen(context: Context, board_id: str, secret: str | None) -> OpenBoard:
    """Return a board that the bearer of a secret, or of none, may look at."""
    board = context.boards.open(board_id)
    context.boards.member_of(board, secret)
    return board


def _writer(context: Context, board: OpenBoard, secret: str | None) -> int:
    """Return the member that acts, within its limits.

    Raises:
        NoSecretError: no secret, or a wrong one.
        NotYoursError: the member has left.
        TooManyError: too often.
    """
    if secret is None:
        raise NoSecretError("This takes the secret of somebody who writes on the board.")
    member = context.boards.member_of(board, secret)
    assert member is not None
    if board.tree.members[member].has_left:
        raise NotYoursError("You have left this board.")
    context.buckets.take("seat", f"{board.stored.id}/{member}", context.limits.seat)
    return member


@router.get("/boards/{board}/nodes/{node}", **answers(BoardPosition, 401, 404, is_open=True))
def show_node(board_id: BoardId, node: NodeNumber, context: Shared, secret: Secret) -> Response:
    """Return a position of a board through the eyes of the seat on turn; it never changes."""
    return json_response(position_document(_seen(context, board_id, secret), node))


@router.post("/boards/{board}/nodes/{node}/draft", **answers(documents.DraftReply, 401, 404, 409, is_open=True))
def draft_on_board(
    board_id: BoardId, node: NodeNumber, wanted: TurnRequest, context: Shared, secret: Secret
) -> Response:
    """Look at a turn in the making, as at a table; its version is the position's number."""
    board = _seen(context, board_id, secret)
    position = board.position(node)
    seat = position.seat
    view = position.view(seat)
    return json_response(draft_document(commands.draft_of(view, input_of(wanted)), node, seat or 0))


@router.post("/boards/{board}/nodes/{node}/chance", **answers(BoardChance, 401, 404, 409, is_open=True))
def chance_on_board(
    board_id: BoardId, node: NodeNumber, wanted: ChanceRequest, context: Shared, secret: Secret
) -> Response:
    """Return what chance can bring next after a turn, and with which weight."""
    board = _seen(context, board_id, secret)
    before, game = board.position(node), board.terms.game
    decisions = commands.draft_of(before, input_of(wanted)).decisions
    after = board.position(node).after(*decisions)
    for outcome in wanted.outcomes:
        if outcome not in {one for one, _ in after.outcomes()}:
            raise WrongStateError("Chance cannot bring this now.")
        after = after.after(outcome)
    found: BoardChance = {
        "game": game.name,
        "node": node,
        "outcomes": wanted.outcomes,
        "choices": [
            {
                "outcome": outcome,
                "weight": weight,
                "chance": game.documents.write_chance(before, decisions, [*wanted.outcomes, outcome]),
            }
            for outcome, weight in after.outcomes()
        ],
    }
    return json_response(found)


@router.post("/boards/{board}/operations", **answers(BoardDone, 401, 403, 404, 409))
def operate(
    board_id: BoardId, wanted: Annotated[OperationRequest, Body()], context: Shared, request: Request, secret: Secret
) -> Response:
    """Carry an operation out: stored, then seen by all. Repeated with its key it has the same reply."""
    board = context.boards.open(board_id)
    member = _writer(context, board, secret)
    context.buckets.take("stored", address_of(request.scope), context.limits.stored, 500)
    if isinstance(wanted, Move):
        facts, known = context.boards.turn(board, wanted.node, wanted.decisions, wanted.outcomes)
        if known is not None:
            return json_response(BoardDone(version=board.tree.version, node=known))
        kind: OperationKind = "moved"
    else:
        kind, facts = _facts_of(wanted)
    done = context.boards.act(board, member, kind, facts, wanted.key)
    node = next((one.id for one in reversed(board.tree.nodes) if one.made == done.number), None)
    return json_response(BoardDone(version=done.number, node=node))


def _facts_of(wanted: Any) -> tuple[OperationKind, dict[str, Any]]:
    """Return a request other than a turn as an operation."""
    match wanted:
        case Say():
            return "commented", {"node": wanted.node, "text": wanted.text}
        case Draw():
            return "drew", {"node": wanted.node, "start": wanted.start, "end": wanted.end}
        case Remove():
            return "removed" if wanted.kind == "remove" else "restored", {"what": wanted.what, "id": wanted.id}
        case Show():
            return "showed", {"node": wanted.node}
        case Present():
            return "presents", {"member": wanted.member}
        case Rename():
            return "renamed", {"title": wanted.title}
    raise TypeError(wanted)


@router.post("/boards/{board}/nodes/{node}/words", **answers(BoardDone, 401, 403, 404, 409))
async def ask_engine(board_id: BoardId, node: NodeNumber, context: Shared, secret: Secret) -> Response:
    """Let the engine say what it thinks of a position; everybody at the board is told."""
    board, sought = await run_in_threadpool(_begin_words, context, board_id, node, secret)
    if sought is not None:
        found = await asyncio.shield(asyncio.wrap_future(sought))
        act = partial(context.boards.act, board, None, "weighed", {"node": node, "found": found}, f"words-{node}")
        await run_in_threadpool(act)
    return json_response(BoardDone(version=board.tree.version, node=node))


def _begin_words(
    context: Context, board_id: str, node: int, secret: str | None
) -> tuple[OpenBoard, Future[dict[str, Any]] | None]:
    board = context.boards.open(board_id)
    _writer(context, board, secret)
    context.boards.check_words(board, node)
    if node in board.tree.weighed:
        return board, None
    position = board.position(node)
    return board, context.hints.seek(board_id, node, position.view(position.seat))


@router.delete("/boards/{board}/members", **answers(BoardDone, 401, 403, 404, 409))
def leave_board(board_id: BoardId, context: Shared, secret: Secret) -> Response:
    """Leave a board: from now on one's secret writes nothing there. What one has laid and said stays."""
    board = context.boards.open(board_id)
    done = context.boards.act(board, _writer(context, board, secret), "left", {})
    return json_response(BoardDone(version=done.number, node=None))


@router.delete("/boards/{board}", **answers(BoardDone, 401, 403, 404))
def delete_board(board_id: BoardId, context: Shared, secret: Secret) -> Response:
    """Delete a board for good: for whoever made it."""
    board = context.boards.open(board_id)
    context.boards.delete(board, _writer(context, board, secret))
    return json_response(BoardDone(version=board.tree.version, node=None))
