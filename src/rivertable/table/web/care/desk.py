"""The operators' page: a link from the console opens it once and sets a cookie that nothing else is sent.

What it tells of a table is that somebody reported it; an operator watches the table as anybody may.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Security
from fastapi.security import APIKeyCookie
from pydantic import Field
from starlette.responses import Response

from ...care.condition import condition_of
from ...care.desk import COOKIE_SECONDS, Desk
from ...domain import documents
from ...domain.table import time_text
from ...errors import WrongStateError
from ...store.audit import Act
from ...store.care.reports import Report
from ...store.care.sanctions import Sanction, SanctionKind
from ...store.people import Person
from ..context import Context, Shared, context_of, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Query as QueryDocument
from ..requests import Request as RequestDocument
from .company import SanctionId, Settled, Words

router = APIRouter(prefix="/admin", tags=["operators"])

_COOKIE, _PATH = "rivertable-admin", "/api/admin"
_LOG_AT_MOST = 100
_DAYS_AT_MOST = 3_660
_cookie = APIKeyCookie(
    name=_COOKIE, scheme_name="OperatorCookie", auto_error=False, description="The key of an operator's browser."
)
OperatorCookie = Annotated[str | None, Security(_cookie)]
ReportId = Annotated[str, Path(alias="report", pattern="^[0-9a-f]{32}$", description="The report's id.")]
PersonId = Annotated[str, Path(alias="person", pattern="^[0-9a-f]{32}$", description="The person's id.")]


class EnterRequest(RequestDocument):
    """The key in the link that a server has printed."""

    key: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$")]


class CloseRequest(RequestDocument):
    """What became of a report; for the log."""

    answer: Words


class SanctionRequest(RequestDocument):
    """What to impose, why, and for how many days; null for good. ``report`` is the report that led to it."""

    kind: SanctionKind
    reason: Words
    days: Annotated[int, Field(ge=1, le=_DAYS_AT_MOST)] | None
    report: Annotated[str, Field(pattern="^[0-9a-f]{32}$")] | None = None


class AppealAnswerRequest(RequestDocument):
    """What an operator answers to an appeal."""

    text: Words


class PeopleQuery(QueryDocument):
    """Whom to look for: letters of a name, or the beginning of an id."""

    find: Annotated[str, Field(min_length=1, max_length=40, description="Letters of a name, or of an id.")]


class Operator(documents.Reply):
    """Who has come."""

    name: str


class StoreSpace(documents.Reply):
    """What the store takes up, and what is free beside it, in bytes; null where that is not to be seen."""

    size: int
    free: int | None


class ConditionReply(documents.Reply):
    """How the server and its store are: times in seconds, null where there is nothing to tell.

    ``red`` names what somebody has to look after.
    """

    version: str
    alive: float | None
    backup: float | None
    message: float | None
    tries: int
    bot_turn: float | None
    space: StoreSpace
    reports: int
    appeals: int
    red: list[str]


class ReportReply(documents.Reply):
    """What somebody has reported: from where at which version of a table, and about whom.

    The seat -1 is the host's, and -2 is none: somebody watches.
    """

    id: str
    at: str
    table: str
    version: int
    seat: int
    person: str | None
    about_seat: int | None
    about: str | None
    about_name: str | None
    text: str
    closed_at: str | None
    answer: str | None


class SanctionReply(documents.Reply):
    """What was imposed on a person, and what was said to it."""

    id: str
    person: str
    kind: SanctionKind
    reason: str
    at: str
    until: str | None
    is_over: bool
    report: str | None
    appeal: str | None
    answer: str | None


class PersonReply(documents.Reply):
    """Somebody who has taken a name."""

    id: str
    name: str
    taken_at: str
    seen_at: str
    has_code: bool


class PersonFile(documents.Reply):
    """Somebody who has taken a name, and what was imposed on them."""

    person: PersonReply
    sanctions: list[SanctionReply]


class ActReply(documents.Reply):
    """Something that was done to the store, or by an operator."""

    at: str
    actor: str
    act: str
    detail: dict[str, Any]


class DeskReply(documents.Reply):
    """All that waits for an operator, and what operators did last."""

    operator: str
    condition: ConditionReply
    reports: list[ReportReply]
    sanctions: list[SanctionReply]
    log: list[ActReply]


class IssuedCode(documents.Reply):
    """A new code by which the person is found again. It is told this once; the one before holds no longer."""

    code: str


def _desk(context: Context) -> Desk:
    """Return the operators' desk.

    Raises:
        WrongStateError: this server has none.
    """
    if context.desk is None:
        raise WrongStateError("This server has no page for operators.")
    return context.desk


def _operator(context: Annotated[Context, Depends(context_of)], key: OperatorCookie) -> str:
    return _desk(context).operator(key)


Present = Annotated[str, Depends(_operator)]


@router.post("/enter", **answers(Operator, 401, 409, is_open=True))
def enter(wanted: EnterRequest, context: Shared, request: Request) -> Response:
    """Come by a link that the server has printed; it opens the page this once, and the cookie for twelve hours."""
    found = _desk(context)
    context.buckets.take("operator", address_of(request.scope), context.limits.people)
    key = found.enter(wanted.key)
    response = json_response(Operator(name=found.operator(key)))
    response.set_cookie(
        _COOKIE,
        key,
        max_age=int(COOKIE_SECONDS),
        path=_PATH,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return response


@router.post("/leave", **answers(Settled, 401, 409))
def leave(context: Shared, request: Request, key: OperatorCookie, operator: Present) -> Response:
    """Let this browser be no operator's any more."""
    _desk(context).leave(key or "")
    response = json_response(Settled(is_settled=True))
    response.delete_cookie(_COOKIE, path=_PATH, secure=request.url.scheme == "https", httponly=True, samesite="strict")
    return response


@router.get("/desk", **answers(DeskReply, 401, 409))
def desk(context: Shared, operator: Present) -> Response:
    """Return all that waits for an operator, and what operators did last."""
    found = _desk(context)
    state = condition_of(context.tables.database)
    condition = ConditionReply(
        version=state.version,
        alive=state.alive,
        backup=state.backup,
        message=state.message,
        tries=state.tries,
        bot_turn=state.bot_turn,
        space=StoreSpace(size=state.space.size, free=state.space.free),
        reports=state.reports,
        appeals=state.appeals,
        red=state.red,
    )
    told = DeskReply(
        operator=operator,
        condition=condition,
        reports=list(map(report_reply, found.reports())),
        sanctions=list(map(sanction_reply, found.sanctions())),
        log=list(map(act_reply, reversed(found.log(_LOG_AT_MOST)))),
    )
    return json_response(told)


@router.get("/reports/{report}", **answers(ReportReply, 401, 404, 409))
def report(report_id: ReportId, context: Shared, operator: Present) -> Response:
    """Return a report, whether it waits or not."""
    return json_response(report_reply(_desk(context).report(report_id)))


@router.post("/reports/{report}/close", **answers(Settled, 401, 404, 409))
def close_report(report_id: ReportId, wanted: CloseRequest, context: Shared, operator: Present) -> Response:
    """Note what became of a report: it waits no longer."""
    _desk(context).close_report(report_id, wanted.answer, operator)
    return json_response(Settled(is_settled=True))


@router.get("/people", **answers(list[PersonReply], 401, 409))
def find(context: Shared, operator: Present, wanted: Annotated[PeopleQuery, Query()]) -> Response:
    """Return the people whose name has some letters, or whose id begins with them, those seen last first."""
    return json_response(list(map(person_reply, _desk(context).find(wanted.find))))


@router.get("/people/{person}", **answers(PersonFile, 401, 404, 409))
def file(person_id: PersonId, context: Shared, operator: Present) -> Response:
    """Return somebody who has taken a name, and what was imposed on them."""
    found = _desk(context).file(person_id)
    sanctions = list(map(sanction_reply, found.sanctions))
    return json_response(PersonFile(person=person_reply(found.person), sanctions=sanctions))


@router.post("/people/{person}/code", **answers(IssuedCode, 401, 404, 409))
def issue_code(person_id: PersonId, context: Shared, operator: Present) -> Response:
    """Return a new code for somebody who has lost theirs; they are told that it was issued."""
    return json_response(IssuedCode(code=_desk(context).issue_code(person_id, operator)))


@router.post("/people/{person}/sanctions", **answers(PersonFile, 401, 404, 409))
def sanction(person_id: PersonId, wanted: SanctionRequest, context: Shared, operator: Present) -> Response:
    """Impose something on somebody, who sees it with its reason and end, and may appeal."""
    _desk(context).sanction(person_id, wanted.kind, wanted.reason, wanted.days, wanted.report, operator)
    return file(person_id, context, operator)


@router.post("/sanctions/{sanction}/lift", **answers(Settled, 401, 404, 409))
def lift(sanction_id: SanctionId, context: Shared, operator: Present) -> Response:
    """Take a sanction back."""
    _desk(context).lift(sanction_id, operator)
    return json_response(Settled(is_settled=True))


@router.post("/sanctions/{sanction}/answer", **answers(Settled, 401, 404, 409))
def answer(sanction_id: SanctionId, wanted: AppealAnswerRequest, context: Shared, operator: Present) -> Response:
    """Answer an appeal; the person reads it."""
    _desk(context).answer(sanction_id, wanted.text, operator)
    return json_response(Settled(is_settled=True))


def report_reply(found: Report) -> ReportReply:
    """Return a report as operators are told it."""
    return ReportReply(
        id=found.id,
        at=time_text(found.at),
        table=found.table_id,
        version=found.version,
        seat=found.seat,
        person=found.person_id,
        about_seat=found.about_seat,
        about=found.about_id,
        about_name=found.about_name,
        text=found.text,
        closed_at=None if found.closed_at is None else time_text(found.closed_at),
        answer=found.answer,
    )


def sanction_reply(found: Sanction) -> SanctionReply:
    """Return a sanction as operators are told it."""
    return SanctionReply(
        id=found.id,
        person=found.person_id,
        kind=found.kind,
        reason=found.reason,
        at=time_text(found.at),
        until=None if found.until is None else time_text(found.until),
        is_over=not found.holds(time.time()),
        report=found.report_id,
        appeal=found.appeal,
        answer=found.answer,
    )


def person_reply(found: Person) -> PersonReply:
    """Return somebody who has taken a name as operators are told them."""
    return PersonReply(
        id=found.id,
        name=found.name,
        taken_at=time_text(found.created_at),
        seen_at=time_text(found.seen_at),
        has_code=found.has_code,
    )


def act_reply(found: Act) -> ActReply:
    """Return an act as operators are told it."""
    return ActReply(at=time_text(found.at), actor=found.actor, act=found.act, detail=found.detail)
