"""Playing: drafts, moves, taking back, hints, positions."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ....core.position import Board, Draft
from ....core.record import plain
from ....study.advice import Advice
from ...commits import Intent
from ...domain import commands, documents, news
from ...domain.commands import MoveInput, PendingEvent
from ...domain.table import Table
from ...errors import NoSuchTableError, WrongStateError
from ..compression import ReadRoute
from ..context import (
    AS_DIGITS,
    Context,
    Secret,
    Shared,
    TableId,
    actor_of,
    json_response,
    viewer_of,
)
from ..openapi import answers
from ..requests import (
    AnswerRequest,
    DraftRequest,
    HintRequest,
    MoveDecisions,
    MoveRequest,
    RecordQuery,
    TurnDecisions,
    TurnText,
    UndoRequest,
)

router = APIRouter(tags=["playing"], route_class=ReadRoute)


def input_of(wanted: Any) -> MoveInput:
    """Return the move that a request says, in whichever of the three forms."""
    if isinstance(wanted, TurnDecisions):
        return MoveInput(decisions=tuple(wanted.decisions))
    if isinstance(wanted, TurnText):
        return MoveInput(text=wanted.text)
    # As plain JSON: it may be a well-formed move of another game, which this one has to refuse.
    return MoveInput(move=plain(wanted.move))


def choice_document(board: Board, decision: int, seat: int) -> documents.ChoiceReply:
    """Return a decision at a board as the API writes it."""
    return {
        "decision": decision,
        "what": board.game.documents.write_decision(board, decision),
        "total": board.after(decision).total(seat),
    }


def draft_document(draft: Draft, version: int, seat: int) -> documents.DraftReply:
    """Return a draft as the API writes it."""
    game = draft.start.game
    is_complete = draft.is_complete
    boards = draft.boards
    return {
        "game": game.name,
        "version": version,
        "decisions": list(draft.decisions),
        "path": [
            choice_document(board, decision, seat) for board, decision in zip(boards, draft.decisions, strict=False)
        ],
        "choices": [choice_document(draft.board, decision, seat) for decision in draft.choices],
        "is_complete": is_complete,
        "move": game.documents.write_move(draft.move) if is_complete else None,
        "notation": str(draft.move) if is_complete else None,
        "reveals": draft.start.count_revealed(*draft.decisions) if is_complete else 0,
        "preview": news.position_document(draft.board),
    }


@router.post("/tables/{table}/moves", **answers(documents.MoveDone, 401, 403, 404, 409))
async def move(table_id: TableId, wanted: MoveRequest, context: Shared, secret: Secret) -> Response:
    """Take a turn. The reply comes once it is stored; repeated with the same key, it is the same reply."""
    seat = await context.seat_of(table_id, secret)
    given = input_of(wanted)
    if not isinstance(wanted, MoveDecisions):
        given = await run_in_threadpool(_decided, context, table_id, seat, wanted.version, given)
    intent = Intent.of(wanted.key, seat, wanted.model_dump(mode="json", exclude_unset=True))

    def command(table: Table, now: float) -> list[PendingEvent]:
        commands.check_version(table, wanted.version)
        # Another process may know by now that somebody else has the seat.
        commands.check_seat(table, viewer_of(table, secret), seat)
        if table.seats[seat].is_resigned:
            raise WrongStateError("You have resigned from this game.")
        back = commands.come_back(table, seat) if table.seats[seat].substitute else []
        return [*back, *commands.take_turn(table, seat, given, now)]

    done = await context.act_soon(table_id, command, intent)
    return json_response(documents.MoveDone(version=done.version, turn=done.number))


def _decided(context: Context, table_id: str, seat: int, version: int, given: MoveInput) -> MoveInput:
    """Return the decisions that a move in words means, read here so that no other table waits for it.

    Where the table is at another version the command refuses it, or knows its key.
    """
    table = context.tables.open(table_id)
    if table.version != version or table.match is None or table.to_move != seat:
        return given
    return MoveInput(decisions=commands.draft_of(table.match.position.view(seat), given).decisions)


@router.post("/tables/{table}/draft", **answers(documents.DraftReply, 401, 403, 404, 409))
def draft(table_id: TableId, wanted: DraftRequest, context: Shared, secret: Secret) -> Response:
    """Look at a move in the making: what may be decided next, and how the table would stand.

    Nothing is stored and nobody else hears of it. A move that is not possible is refused with the reason.
    """
    table = context.tables.open(table_id)
    seat = actor_of(context, table, secret)
    commands.check_version(table, wanted.version)
    view = commands.check_turn(table, seat).position.view(seat)
    return json_response(draft_document(commands.draft_of(view, input_of(wanted)), wanted.version, seat))


@router.post("/tables/{table}/undo", **answers(documents.UndoDone, 401, 403, 404, 409))
async def undo(table_id: TableId, wanted: UndoRequest, context: Shared, secret: Secret) -> Response:
    """Take one's last turn back where nothing was revealed since: at once, or by asking the others."""
    seat = await context.seat_of(table_id, secret)
    intent = Intent.of(wanted.key, seat, wanted.model_dump(mode="json"))

    def command(table: Table, _: float) -> list[PendingEvent]:
        commands.check_version(table, wanted.version)
        commands.check_seat(table, viewer_of(table, secret), seat)
        return commands.undo(table, seat)

    done = await context.act_soon(table_id, command, intent)
    return json_response(documents.UndoDone(version=done.version, is_done=done.kind == "undone"))


@router.post("/tables/{table}/undo/answer", **answers(documents.UndoDone, 401, 403, 404, 409))
def answer_undo(table_id: TableId, wanted: AnswerRequest, context: Shared, secret: Secret) -> Response:
    """Agree to what another seat asks to take back, or refuse it."""

    def command(table: Table, _: float) -> list[PendingEvent]:
        seat = actor_of(context, table, secret)
        commands.check_version(table, wanted.version)
        return commands.answer_undo(table, seat, wanted.is_agreed)

    done = context.act(table_id, command)
    return json_response(documents.UndoDone(version=done.version, is_done=done.kind == "undone"))


@router.post("/tables/{table}/hint", **answers(documents.HintReply, 401, 403, 404, 409))
async def hint(table_id: TableId, wanted: HintRequest, context: Shared, secret: Secret) -> Response:
    """Return a hint for one's turn in a practice game: first the idea, then the move; everybody is told of it.

    One person plays there against bots, and the game came of no other one. What is found is kept: for the same
    position it is the same hint, however often it is asked for.
    """
    seat, sought = await run_in_threadpool(_begin_hint, context, table_id, wanted, secret)
    found: dict[str, Any] | None = None
    if sought is not None:
        # Whoever goes away meanwhile must not take the hint from somebody who has asked for the same.
        found = await asyncio.shield(asyncio.wrap_future(sought))
    return json_response(await run_in_threadpool(_note_hint, context, table_id, wanted, seat, found))


def _begin_hint(
    context: Context, table_id: str, wanted: HintRequest, secret: str | None
) -> tuple[int, Future[dict[str, Any]] | None]:
    """Return the seat that asks, and what is sought for it; None where it is known."""
    table = context.tables.open(table_id)
    seat = actor_of(context, table, secret)
    match = commands.check_hint(table, seat, wanted.version)
    commands.check_step(table, match, wanted.step)
    if commands.known_hint(table, match) is not None:
        return seat, None
    return seat, context.hints.seek(table_id, table.version, match.position.view(seat))


def _note_hint(
    context: Context, table_id: str, wanted: HintRequest, seat: int, found: dict[str, Any] | None
) -> documents.HintReply:
    """Note the hint, where it is not noted already, and return it."""

    def command(table: Table, _: float) -> list[PendingEvent]:
        match = commands.check_hint(table, seat, wanted.version)
        return commands.take_hint(table, match, seat, wanted.step, found)

    context.tables.act(table_id, command)
    table = context.tables.open(table_id)
    return hint_document(table, seat, wanted)


def hint_document(table: Table, seat: int, wanted: HintRequest) -> documents.HintReply:
    """Return a hint that was taken, as far as it is asked for.

    Raises:
        StaleVersionError: the table has just moved on.
    """
    match = commands.check_hint(table, seat, wanted.version)
    commands.check_step(table, match, wanted.step)
    number = len(match.turns) + 1
    # The event may be from version 0.1, which had another name for the standard error.
    found = Advice.model_validate(table.hints[number].found)
    return {
        "game": table.game.name,
        "version": table.version,
        "turn": number,
        "step": wanted.step,
        "hints": table.seats[seat].hints,
        "themes": found.themes,
        "best": documents.copied(documents.HintMove, found) if wanted.step == "move" else None,
    }


@router.get("/tables/{table}/positions/{turn}", **answers(documents.PositionReply, 401, 403, 404, 409, is_open=True))
def position(
    table_id: TableId,
    turn: Annotated[int, Path(ge=0, le=100_000, description="After so many turns; 0 is after set-up."), AS_DIGITS],
    context: Shared,
    secret: Secret,
) -> Response:
    """Return an earlier position as the viewer may know it."""
    table = context.tables.open(table_id)
    viewer = viewer_of(table, secret)
    match = table.match
    if match is None:
        raise WrongStateError("The game has not begun.")
    if turn > len(match.turns):
        raise NoSuchTableError("The game has no such turn.")
    count = len(match.turns)
    view = match.before(turn).view(viewer)
    found: documents.PositionReply = {
        "game": view.game.name,
        "turn": turn,
        "turns": count,
        **news.position_document(view),
    }
    return json_response(found)


@router.get("/tables/{table}/record", **answers(dict[str, Any], 401, 403, 404, 409, is_open=True))
def record(table_id: TableId, context: Shared, secret: Secret, wanted: Annotated[RecordQuery, Query()]) -> Response:
    """Return the game's record as the viewer may see it: whole, with the seed, once the game has ended."""
    table = context.tables.open(table_id)
    viewer = viewer_of(table, secret)
    if table.match is None:
        raise WrongStateError("The game has not begun.")
    document = news.record_document(table, table.match, viewer, states=wanted.states)
    return json_response(document)
