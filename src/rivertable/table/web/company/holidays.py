"""Holidays: taking days in which no clock of days runs for oneself, and ending them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from ...domain import documents
from ...domain.table import time_text
from ...errors import NoHolidayError, WrongStateError
from ...holidays import DAYS_A_YEAR, Holidays
from ...people import Visitor
from ..context import Context, Shared, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Request as RequestDocument
from ..routes.people import Here

router = APIRouter(tags=["people"])

_DATE = "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"


class HolidayRequest(RequestDocument):
    """A holiday of so many ``days``, from a date on (UTC) that is today at the earliest."""

    begins: Annotated[str, Field(pattern=_DATE)] | None = None
    days: Annotated[int, Field(ge=1, le=DAYS_A_YEAR)]


class HolidayEnd(RequestDocument):
    """The holiday that ends now."""

    holiday: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class HolidayReply(documents.Reply):
    """A holiday."""

    holiday: str
    begins_at: str
    ends_at: str


class HolidaysReply(documents.Reply):
    """The person's holidays, and how many days are left this year."""

    days_left: int
    holidays: list[HolidayReply]


def _holidays(context: Context) -> Holidays:
    if context.holidays is None:
        raise WrongStateError("This server keeps no names.")
    return context.holidays


def _told(found: Holidays, visitor: Visitor) -> Response:
    lines = [
        HolidayReply(holiday=one.id, begins_at=time_text(one.from_at), ends_at=time_text(one.until))
        for one in found.of(visitor)
    ]
    return json_response(HolidaysReply(days_left=found.days_left(visitor), holidays=lines))


@router.get("/me/holidays", **answers(HolidaysReply, 401, 409))
def holidays(context: Shared, visitor: Here) -> Response:
    """Return the person's holidays."""
    return _told(_holidays(context), visitor)


@router.post("/me/holidays", **answers(HolidaysReply, 401, 409))
def take(wanted: HolidayRequest, context: Shared, request: Request, visitor: Here) -> Response:
    """Take a holiday: at tables that have agreed to it no clock of days runs for the person meanwhile."""
    found = _holidays(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    begins = 0.0
    if wanted.begins is not None:
        try:
            begins = datetime.fromisoformat(wanted.begins).replace(tzinfo=UTC).timestamp()
        except ValueError as error:
            raise NoHolidayError("There is no such day.") from error
    found.take(visitor, begins, wanted.days)
    return _told(found, visitor)


@router.post("/me/holidays/end", **answers(HolidaysReply, 401, 409))
def end(wanted: HolidayEnd, context: Shared, visitor: Here) -> Response:
    """End a holiday now, or give it up where it has not begun."""
    found = _holidays(context)
    found.end(visitor, wanted.holiday)
    return _told(found, visitor)
