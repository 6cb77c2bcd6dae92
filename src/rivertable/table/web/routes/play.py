"""Playing: drafts, moves, taking back, positions."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from ....core.game import Game
from ....core.moves import Draft
from ....core.record import plain
from ...desk import Intent
from ...domain import commands, news
from ...domain.commands import Proposal, Wish
from ...domain.sitting import Sitting
from ...errors import NoSuchTableError, WrongStateError
from .. import replies
from ..context import AS_DIGITS, OPEN_TO_ALL, Secret, Shared, TableId, actor_of, json_response, problems, viewer_of
from ..requests import (
    AnswerRequest,
    DraftDecisions,
    DraftRequest,
    DraftText,
    MoveRequest,
    RecordQuery,
    TurnDecisions,
    TurnText,
    UndoRequest,
)

router = APIRouter(tags=["playing"])


def wish_of(wanted: Any) -> Wish:
    """Return the wish that a request says."""
    if isinstance(wanted, DraftDecisions | TurnDecisions):
        return Wish(decisions=tuple(wanted.decisions))
    if isinstance(wanted, DraftText | TurnText):
        return Wish(text=wanted.text)
    # As plain JSON: it may be a well-formed move of another game, which this one has to refuse.
    return Wish(move=plain(wanted.move))


def choice_document(game: Game, draft: Draft, board: Any, decision: int, seat: int) -> dict[str, Any]:
    """Return a decision at a board as the API writes it."""
    return {
        "decision": decision,
        "what": game.write_decision(board, decision),
        "total": board.after(decision).total(seat),
    }


def draft_document(draft: Draft, version: int, seat: int) -> dict[str, Any]:
    """Return a draft as the API writes it."""
    game = draft.start.game
    is_complete = draft.is_complete
    boards = draft.boards
    return {
        "version": version,
        "decisions": list(draft.decisions),
        "path": [
            choice_document(game, draft, board, decision, seat)
            for board, decision in zip(boards, draft.decisions, strict=False)
        ],
        "choices": [choice_document(game, draft, draft.board, decision, seat) for decision in draft.choices],
        "is_complete": is_complete,
        "move": game.write_move(draft.move) if is_complete else None,
        "notation": str(draft.move) if is_complete else None,
        "reveals": game.count_revealed(draft.start, draft.decisions) if is_complete else 0,
        "preview": news.position_document(draft.board),
    }


@router.post("/tables/{table}/moves", response_model=replies.MoveDone, responses=problems(401, 403, 404, 409))
def move(table: TableId, wanted: MoveRequest, context: Shared, secret: Secret) -> Response:
    """Take a turn. The reply comes once it is stored; repeated with the same key, it is the same reply."""
    seat = context.seat_of(table, secret)
    intent = Intent.of(wanted.key, seat, wanted.model_dump(mode="json", exclude_unset=True))

    def command(sitting: Sitting, now: float) -> list[Proposal]:
        commands.check_version(sitting, wanted.version)
        # Another process may know by now that somebody else has the seat.
        commands.check_seat(sitting, viewer_of(sitting, secret), seat)
        if sitting.seats[seat].is_resigned:
            raise WrongStateError("You have resigned from this game.")
        back = commands.come_back(sitting, seat) if sitting.seats[seat].substitute else []
        return [*back, *commands.take_turn(sitting, seat, wish_of(wanted), now)]

    done = context.act(table, command, intent)
    return json_response({"version": done.version, "turn": done.number})


@router.post("/tables/{table}/draft", response_model=replies.DraftReply, responses=problems(401, 403, 404, 409))
def draft(table: TableId, wanted: DraftRequest, context: Shared, secret: Secret) -> Response:
    """Look at a move in the making: what may be decided next, and how the table would stand.

    Nothing is stored and nobody else hears of it. A move that is not possible is refused with the reason.
    """
    with context.desk.hold(table) as sitting:
        seat = actor_of(context, sitting, secret)
        commands.check_version(sitting, wanted.version)
        view = commands.check_turn(sitting, seat).position.view(seat)
    return json_response(draft_document(commands.draft_of(view, wish_of(wanted)), wanted.version, seat))


@router.post("/tables/{table}/undo", response_model=replies.UndoDone, responses=problems(401, 403, 404, 409))
def undo(table: TableId, wanted: UndoRequest, context: Shared, secret: Secret) -> Response:
    """Take one's last turn back where nothing was revealed since: at once, or by asking the others."""
    seat = context.seat_of(table, secret)
    intent = Intent.of(wanted.key, seat, wanted.model_dump(mode="json"))

    def command(sitting: Sitting, _: float) -> list[Proposal]:
        commands.check_version(sitting, wanted.version)
        commands.check_seat(sitting, viewer_of(sitting, secret), seat)
        return commands.undo(sitting, seat)

    done = context.act(table, command, intent)
    return json_response({"version": done.version, "is_done": done.kind == "undone"})


@router.post("/tables/{table}/undo/answer", response_model=replies.UndoDone, responses=problems(401, 403, 404, 409))
def answer_undo(table: TableId, wanted: AnswerRequest, context: Shared, secret: Secret) -> Response:
    """Agree to what another seat asks to take back, or refuse it."""

    def command(sitting: Sitting, _: float) -> list[Proposal]:
        seat = actor_of(context, sitting, secret)
        commands.check_version(sitting, wanted.version)
        return commands.answer_undo(sitting, seat, wanted.is_agreed)

    done = context.act(table, command)
    return json_response({"version": done.version, "is_done": done.kind == "undone"})


@router.get(
    "/tables/{table}/positions/{turn}",
    response_model=replies.PositionReply,
    responses=problems(401, 404, 409),
    openapi_extra=OPEN_TO_ALL,
)
def position(
    table: TableId,
    turn: Annotated[int, Path(ge=0, le=100_000, description="After so many turns; 0 is after set-up."), AS_DIGITS],
    context: Shared,
    secret: Secret,
) -> Response:
    """Return an earlier position as the viewer may know it."""
    with context.desk.hold(table) as sitting:
        viewer = viewer_of(sitting, secret)
        match = sitting.match
        if match is None:
            raise WrongStateError("The game has not begun.")
        if turn > len(match.turns):
            raise NoSuchTableError("The game has no such turn.")
        count = len(match.turns)
        view = match.before(turn).view(viewer)
    return json_response({"turn": turn, "turns": count, **news.position_document(view)})


@router.get("/tables/{table}/record", responses=problems(401, 404, 409), openapi_extra=OPEN_TO_ALL)
def record(table: TableId, context: Shared, secret: Secret, wanted: Annotated[RecordQuery, Query()]) -> Response:
    """Return the game's record as the viewer may see it: whole, with the seed, once the game has ended."""
    with context.desk.hold(table) as sitting:
        viewer = viewer_of(sitting, secret)
        if sitting.match is None:
            raise WrongStateError("The game has not begun.")
        document = news.record_document(sitting, sitting.match, viewer, states=wanted.states)
    return json_response(document)
