"""What people do about one another: mute, block, report, take a seat where they are welcome, appeal."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator, Field
from starlette.responses import Response

from ....core.wording import visible
from ...care.company import TEXT_AT_MOST, Company
from ...domain import documents
from ...domain.table import time_text
from ...errors import NoSecretError, WrongStateError
from ...store.care.apart import Apart, ApartKind
from ...store.care.reports import WATCHING, Report
from ...store.care.sanctions import Sanction, SanctionKind
from ...store.people import HOST_SEAT, Person
from ..context import Context, SeatNumber, Secret, Shared, TableId, check_number, json_response, viewer_of
from ..limits import address_of
from ..openapi import answers
from ..requests import JoinRequest
from ..requests import Request as RequestDocument
from ..routes.people import Cookie, Here, people_of, standing_of
from ..routes.tables import take_seat

router = APIRouter(tags=["people"])


def _said(text: str) -> str:
    """Return what somebody has written, which has to be something that can be stored and seen."""
    text.encode()
    if not visible(text):
        raise ValueError("it has no character that can be seen")
    return text


Words = Annotated[
    str,
    Field(min_length=1, max_length=TEXT_AT_MOST, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"),
    AfterValidator(_said),
]
"""What somebody writes: at most 500 characters, and none that is not seen but breaks of lines and tabs."""

SanctionId = Annotated[str, Path(alias="sanction", pattern="^[0-9a-f]{32}$", description="The sanction's id.")]
ApartId = Annotated[str, Path(alias="entry", pattern="^[0-9a-f]{32}$", description="The id in the person's list.")]


class ApartRequest(RequestDocument):
    """Mute or block who sits at a seat; with null neither any more."""

    seat: Annotated[int, Field(ge=0, le=4)]
    kind: ApartKind | None


class ReportRequest(RequestDocument):
    """What to tell those who run the server about a table; ``seat`` is whom it is about."""

    text: Words
    seat: Annotated[int, Field(ge=0, le=4)] | None = None


class AppealRequest(RequestDocument):
    """What the person says to a sanction."""

    text: Words


class OtherSeat(documents.Reply):
    """A seat where somebody else with a name sits, and how the person keeps apart from them."""

    seat: int
    kind: ApartKind | None


class UnnamedSeats(documents.Reply):
    """The seats of a table whose names the person does not want to see; the host is -1, and names the table, too."""

    table: str
    seats: list[int]


class TableCompany(documents.Reply):
    """Who else with a name sits at a table, and whether it can be reported; ``is_named`` is whether the person has one.

    The seat -1 is the host's.
    """

    is_named: bool
    can_report: bool
    seats: list[OtherSeat]


class Settled(documents.Reply):
    """It is done."""

    is_settled: bool


class ApartEntry(documents.Reply):
    """Somebody whom the person has muted or blocked, and what they were called there."""

    id: str
    kind: ApartKind
    name: str | None
    at: str


class SanctionEntry(documents.Reply):
    """What an operator has imposed, with its reason and end, and what was said to it; ``until`` null: for good."""

    id: str
    kind: SanctionKind
    reason: str
    at: str
    until: str | None
    is_over: bool
    appeal: str | None
    answer: str | None


class MyReport(documents.Reply):
    """What the person has reported, and whether an operator has dealt with it."""

    at: str
    table: str
    text: str
    is_closed: bool


class Standing(documents.Reply):
    """What concerns the person in their dealings with others; and when an operator issued their code, if one did."""

    apart: list[ApartEntry]
    sanctions: list[SanctionEntry]
    reports: list[MyReport]
    code_issued_at: str | None


def _company(context: Context) -> Company:
    people_of(context)
    assert context.company is not None
    return context.company


@router.get("/me/standing", **answers(Standing, 401, 409))
def standing(context: Shared, visitor: Here) -> Response:
    """Return whom the person keeps apart from, what was imposed on them, and what they have reported."""
    found = standing_of(context, visitor)
    issued = visitor.person.code_issued_at
    return json_response(
        Standing(
            apart=list(map(apart_entry, found.apart)),
            sanctions=list(map(sanction_entry, found.sanctions)),
            reports=list(map(report_entry, found.reports)),
            code_issued_at=None if issued is None else time_text(issued),
        )
    )


@router.get("/me/apart", **answers(list[UnnamedSeats], 401, 409))
def unnamed(context: Shared, visitor: Here) -> Response:
    """Return where those sit whom the person has muted or blocked: at tables of both, and at listed ones."""
    found = _company(context).unnamed(visitor.person)
    return json_response([UnnamedSeats(table=table, seats=seats) for table, seats in found.items()])


@router.delete("/me/apart/{entry}", **answers(Settled, 401, 404, 409))
def let_be(entry: ApartId, context: Shared, visitor: Here) -> Response:
    """Keep apart from somebody no longer."""
    _company(context).let_be(visitor.person, entry)
    return json_response(Settled(is_settled=True))


@router.post("/me/sanctions/{sanction}/appeal", **answers(Settled, 401, 404, 409))
def appeal(sanction: SanctionId, wanted: AppealRequest, context: Shared, visitor: Here) -> Response:
    """Say something against a sanction, once; an operator reads it and answers."""
    _company(context).appeal(visitor.person, sanction, wanted.text)
    return json_response(Settled(is_settled=True))


@router.get("/me/tables/{table}/company", **answers(TableCompany, 404, is_open=True))
def company(table_id: TableId, context: Shared, key: Cookie) -> Response:
    """Return who else with a name sits at a table, and whether it can be reported here."""
    context.tables.open(table_id, is_fresh=False)
    person = context.people.person_of(key) if context.people is not None else None
    others = [] if person is None else _company(context).others_at(person, table_id)
    seats = [OtherSeat(seat=seat, kind=kind) for seat, kind in others]
    return json_response(TableCompany(is_named=person is not None, can_report=context.desk is not None, seats=seats))


@router.post("/me/tables/{table}/apart", **answers(Settled, 401, 403, 404, 409))
def keep_apart(table_id: TableId, wanted: ApartRequest, context: Shared, request: Request, visitor: Here) -> Response:
    """Mute or block who sits at a seat, at once; nobody is told."""
    context.buckets.take("apart", address_of(request.scope), context.limits.people)
    table = context.tables.open(table_id)
    check_number(table, wanted.seat)
    _company(context).keep_apart(visitor.person, table, wanted.seat, wanted.kind)
    return json_response(Settled(is_settled=True))


@router.post("/me/tables/{table}/seats/{seat}", **answers(documents.Joined, 401, 403, 404, 409))
def join(table_id: TableId, seat: SeatNumber, wanted: JoinRequest, context: Shared, visitor: Here) -> Response:
    """Take an open seat and keep its link; refused where somebody there and the person are kept apart."""
    table = context.tables.open(table_id)
    check_number(table, seat)
    _company(context).check_seat(visitor.person, table)
    joined = take_seat(context, table_id, seat, wanted, None)
    people_of(context).keep(visitor, table_id, joined["secret"])
    return json_response(joined)


@router.post("/tables/{table}/reports", **answers(Settled, 401, 403, 404, 409))
def report(table_id: TableId, wanted: ReportRequest, context: Shared, request: Request, secret: Secret) -> Response:
    """Tell those who run the server what happens at a table; with a seat's secret or the host's, a name is not needed.

    What is told carries the table, its version and the seat.
    """
    if secret is None:
        raise NoSecretError("This takes the secret of a seat.")
    seat = viewer_of(context.tables.open(table_id), secret)
    return _report(table_id, HOST_SEAT if seat is None else seat, wanted, context, request)


@router.post("/me/tables/{table}/reports", **answers(Settled, 401, 403, 404, 409))
def report_as_watcher(
    table_id: TableId, wanted: ReportRequest, context: Shared, request: Request, visitor: Here
) -> Response:
    """Tell those who run the server what happens at a table, without a seat there: the name says who tells it."""
    return _report(table_id, WATCHING, wanted, context, request, visitor.person)


def _report(
    table_id: str, seat: int, wanted: ReportRequest, context: Context, request: Request, person: Person | None = None
) -> Response:
    if context.desk is None or context.company is None:
        raise WrongStateError("Nobody takes reports at this server.")
    table = context.tables.open(table_id)
    if wanted.seat is not None:
        check_number(table, wanted.seat)
    context.buckets.take("report", address_of(request.scope), context.limits.people)
    context.company.report(table, seat, wanted.seat, wanted.text, person)
    return json_response(Settled(is_settled=True))


def apart_entry(found: Apart) -> ApartEntry:
    """Return somebody whom a person keeps apart from as the person is told it."""
    return ApartEntry(id=found.id, kind=found.kind, name=found.name, at=time_text(found.at))


def sanction_entry(found: Sanction) -> SanctionEntry:
    """Return a sanction as its person is told it."""
    return SanctionEntry(
        id=found.id,
        kind=found.kind,
        reason=found.reason,
        at=time_text(found.at),
        until=None if found.until is None else time_text(found.until),
        is_over=not found.holds(time.time()),
        appeal=found.appeal,
        answer=found.answer,
    )


def report_entry(found: Report) -> MyReport:
    """Return a report as whoever wrote it is told it."""
    return MyReport(
        at=time_text(found.at), table=found.table_id, text=found.text, is_closed=found.closed_at is not None
    )
