"""People who are not there: what the others choose, and saying that one is there before the first turn."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from ...domain import documents, leavers
from ...domain.commands import PendingEvent
from ...domain.table import Table
from ..context import Secret, Shared, TableId, actor_of, json_response
from ..openapi import answers
from ..requests import AnswerRequest, ChoiceRequest

router = APIRouter(tags=["playing"])


@router.post("/tables/{table}/choice", **answers(documents.Done, 401, 403, 404, 409))
def choose(table_id: TableId, wanted: ChoiceRequest, context: Shared, secret: Secret) -> Response:
    """Say what is to be done about a person whose time is up; it is done once most of those who are asked say so."""

    def command(table: Table, _: float) -> list[PendingEvent]:
        return leavers.choose(table, actor_of(context, table, secret), wanted.version, wanted.choice)

    return json_response(documents.Done(version=context.act(table_id, command).version))


@router.post("/tables/{table}/break", **answers(documents.Done, 401, 403, 404, 409))
def ask_break(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Ask the others for a break, in which no clock runs; it is over after 14 days, or when anybody goes on."""

    def command(table: Table, now: float) -> list[PendingEvent]:
        return leavers.ask_break(table, actor_of(context, table, secret), now)

    return json_response(documents.Done(version=context.act(table_id, command).version))


@router.post("/tables/{table}/break/answer", **answers(documents.Done, 401, 403, 404, 409))
def answer_break(table_id: TableId, wanted: AnswerRequest, context: Shared, secret: Secret) -> Response:
    """Agree to a break, or refuse it; ``version`` is the one that the question has."""

    def command(table: Table, now: float) -> list[PendingEvent]:
        seat = actor_of(context, table, secret)
        return leavers.answer_break(table, seat, wanted.version, wanted.is_agreed, now)

    return json_response(documents.Done(version=context.act(table_id, command).version))


@router.post("/tables/{table}/break/end", **answers(documents.Done, 401, 403, 404, 409))
def end_break(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Let the clocks go on."""

    def command(table: Table, _: float) -> list[PendingEvent]:
        actor_of(context, table, secret)
        return leavers.end_break(table)

    return json_response(documents.Done(version=context.act(table_id, command).version))


@router.post("/tables/{table}/ready", **answers(documents.Done, 401, 403, 404, 409))
def say_ready(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Say that one is there, while everybody is asked; the game begins when all have said so."""

    def command(table: Table, _: float) -> list[PendingEvent]:
        return leavers.say_ready(table, actor_of(context, table, secret))

    event = context.tables.act(table_id, command)
    version = context.tables.open(table_id).version if event is None else event.version
    return json_response(documents.Done(version=version))
