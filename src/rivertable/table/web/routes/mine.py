"""What is a person's own: the tables that they keep links of, and all that is kept of them, as one file."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ....core.errors import RivertableError
from ...domain import documents
from ...domain.boards import Role
from ...domain.hours import Hours
from ...domain.table import Status, Table, time_text
from ...messages.subscription import Subscription
from ...people import Visitor
from ...store.care.apart import ApartKind
from ...store.care.sanctions import Sanction, SanctionKind
from ...store.company.boards import boards_of
from ...store.company.clubs import clubs_of
from ...store.company.deals import attempts_of
from ...store.company.ratings import changes_of
from ...store.company.tournaments import tournaments_of
from ...store.messages import Contact
from ...store.people import HOST_SEAT, Link
from ..context import Context, Shared, json_response
from ..openapi import answers
from ..requests import OwnSecret
from ..requests import Request as RequestDocument
from .people import Here, people_of, standing_of, time_or_none

router = APIRouter(tags=["people"])


class LinkRequest(RequestDocument):
    """A link to keep: the table, and the secret of a seat there or of its host."""

    table: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}$")]
    secret: OwnSecret


class MyTable(documents.Reply):
    """A table with the link that is kept of it: of a seat, or of its host where ``seat`` is null."""

    table: str
    game: documents.GameName
    name: str | None
    status: Status
    seat: int | None
    seat_name: str | None
    secret: str
    is_my_turn: bool
    changed_at: str
    kept_at: str


class MyDevice(documents.Reply):
    """A browser on which the name was taken."""

    added_at: str
    seen_at: str


class MyPasskey(documents.Reply):
    """A passkey; what it signs with is only in the person's own authenticator."""

    label: str
    host: str
    added_at: str
    used_at: str | None


class MyAddress(documents.Reply):
    """Where messages go; ``address`` is null where the server has lost the key to it."""

    kind: str
    address: str | None
    added_at: str
    confirmed_at: str | None


class MessageHours(documents.Reply):
    """At which hours messages come, as clocks in a time zone show them; null where that is no matter."""

    zone: str
    quiet_from: str | None
    quiet_to: str | None
    digest: str | None


class MyApart(documents.Reply):
    """Somebody whom the person has muted or blocked, by what they were called there."""

    kind: ApartKind
    name: str | None
    at: str


class MySanction(documents.Reply):
    """What an operator has imposed on the person, and what was said to it."""

    kind: SanctionKind
    reason: str
    at: str
    until: str | None
    lifted_at: str | None
    appeal: str | None
    answer: str | None


class MyReported(documents.Reply):
    """What the person has reported."""

    table: str
    text: str
    at: str


class MyHoliday(documents.Reply):
    """A holiday, over or not."""

    begins_at: str
    ends_at: str


class MyStudied(documents.Reply):
    """A board to study that one writes on: by which name, and what one has said there."""

    board: str
    role: Role
    name: str | None
    comments: list[str]


class MyInvitation(documents.Reply):
    """An invitation to a table that still waits."""

    table: str
    by: str | None
    at: str


class MyAttempt(documents.Reply):
    """A deal that the person has played for the ranking; without points where it was not ended in time."""

    deal: str
    table: str
    points: int | None


class MyTournament(documents.Reply):
    """A tournament that the person has made or plays in."""

    tournament: str
    name: str
    made_at: str


class MyClub(documents.Reply):
    """A club that the person is in."""

    club: str
    name: str
    is_owner: bool


class MyRated(documents.Reply):
    """A rated game that is over, and the rating that it led to."""

    pool: str
    table: str
    place: int
    rating: int
    at: str


class MyData(documents.Reply):
    """All that is kept of a person."""

    name: str
    taken_at: str
    seen_at: str
    has_code: bool
    erased_from: str | None
    devices: list[MyDevice]
    passkeys: list[MyPasskey]
    tables: list[MyTable]
    messages: list[MyAddress]
    hours: MessageHours | None
    apart: list[MyApart]
    sanctions: list[MySanction]
    reports: list[MyReported]
    code_issued_at: str | None
    holidays: list[MyHoliday]
    invitations: list[MyInvitation]
    deals: list[MyAttempt]
    tournaments: list[MyTournament]
    clubs: list[MyClub]
    rated: list[MyRated]
    boards: list[MyStudied]


@router.post("/me/tables", **answers(MyTable, 401, 403, 404, 409))
def keep(wanted: LinkRequest, context: Shared, visitor: Here) -> Response:
    """Keep the link to a seat, or to a table that one is the host of: it is found on all devices from now on."""
    link = people_of(context).keep(visitor, wanted.table, wanted.secret)
    if context.holidays is not None:
        context.holidays.tell(visitor, wanted.table)
    return json_response(_my_table(context.tables.open(wanted.table), link))


@router.get("/me/tables", **answers(list[MyTable], 401, 409))
async def my_tables(context: Shared, visitor: Here) -> Response:
    """Return the tables that the person keeps links of, the newest first, each with its secret."""
    return json_response(await run_in_threadpool(_my_tables, context, visitor))


@router.get("/me/data", **answers(MyData, 401, 409))
def my_data(context: Shared, visitor: Here) -> Response:
    """Return all that is kept of the person, as one file."""
    person = visitor.person
    devices = [
        MyDevice(added_at=time_text(each.created_at), seen_at=time_text(each.seen_at))
        for each in people_of(context).devices(visitor)
    ]
    standing = standing_of(context, visitor)
    told = MyData(
        name=person.name,
        taken_at=time_text(person.created_at),
        seen_at=time_text(person.seen_at),
        has_code=person.has_code,
        erased_from=time_or_none(person.erase_at),
        devices=devices,
        passkeys=[
            MyPasskey(
                label=one.label,
                host=one.host,
                added_at=time_text(one.created_at),
                used_at=time_or_none(one.used_at),
            )
            for one in people_of(context).passkeys(visitor)
        ],
        tables=_my_tables(context, visitor),
        messages=[_my_address(contact) for contact in people_of(context).contacts(visitor)],
        hours=hours_told(people_of(context).hours(visitor)),
        apart=[MyApart(kind=one.kind, name=one.name, at=time_text(one.at)) for one in standing.apart],
        sanctions=list(map(_my_sanction, standing.sanctions)),
        reports=[MyReported(table=one.table_id, text=one.text, at=time_text(one.at)) for one in standing.reports],
        code_issued_at=time_or_none(person.code_issued_at),
        holidays=_my_holidays(context, visitor),
        invitations=_my_invitations(context, visitor),
        deals=_my_attempts(context, visitor),
        tournaments=_my_tournaments(context, visitor),
        clubs=_my_clubs(context, visitor),
        rated=_my_rated(context, visitor),
        boards=_my_boards(context, visitor),
    )
    response = json_response(told)
    response.headers["Content-Disposition"] = 'attachment; filename="rivertable.json"'
    return response


def _my_tables(context: Context, visitor: Visitor) -> list[MyTable]:
    told = []
    for link in people_of(context).links(visitor):
        try:
            table = context.tables.open(link.table_id)
        except RivertableError:
            continue  # it was deleted just now, or cannot be read
        # A seat that was given up and taken by somebody else is no longer one's own.
        if table.is_host(link.secret) if link.seat == HOST_SEAT else table.seat_of(link.secret) == link.seat:
            told.append(_my_table(table, link))
    return told


def _my_holidays(context: Context, visitor: Visitor) -> list[MyHoliday]:
    found = [] if context.holidays is None else context.holidays.of(visitor)
    return [MyHoliday(begins_at=time_text(one.from_at), ends_at=time_text(one.until)) for one in found]


def _my_invitations(context: Context, visitor: Visitor) -> list[MyInvitation]:
    found = [] if context.invitations is None else context.invitations.of(visitor)
    return [MyInvitation(table=one.table_id, by=one.by, at=time_text(one.at)) for one in found]


def _my_attempts(context: Context, visitor: Visitor) -> list[MyAttempt]:
    with context.tables.database.read() as connection:
        found = attempts_of(connection, visitor.person.id)
    return [MyAttempt(deal=one.deal_id, table=one.table_id, points=one.points) for one in found]


def _my_tournaments(context: Context, visitor: Visitor) -> list[MyTournament]:
    with context.tables.database.read() as connection:
        found = tournaments_of(connection, visitor.person.id)
    return [MyTournament(tournament=one.id, name=one.name, made_at=time_text(one.made_at)) for one in found]


def _my_clubs(context: Context, visitor: Visitor) -> list[MyClub]:
    with context.tables.database.read() as connection:
        found = clubs_of(connection, visitor.person.id)
    return [MyClub(club=club.id, name=club.name, is_owner=is_owner) for club, is_owner in found]


def _my_boards(context: Context, visitor: Visitor) -> list[MyStudied]:
    with context.tables.database.read() as connection:
        found = boards_of(connection, visitor.person.id)
    return [MyStudied(board=one.board_id, role=one.role, name=one.name, comments=one.comments) for one in found]


def _my_rated(context: Context, visitor: Visitor) -> list[MyRated]:
    with context.tables.database.read() as connection:
        found = changes_of(connection, visitor.person.id)
    return [
        MyRated(pool=one.pool, table=one.table_id, place=one.place, rating=one.after.shown, at=time_text(one.at))
        for one in found
    ]


def _my_address(contact: Contact) -> MyAddress:
    address = contact.address
    if contact.kind == "push" and address is not None:
        device = Subscription.parse(address)
        address = f"{device.label}: {device.endpoint}"
    return MyAddress(
        kind=contact.kind,
        address=address,
        added_at=time_text(contact.created_at),
        confirmed_at=time_or_none(contact.confirmed_at),
    )


def _my_sanction(sanction: Sanction) -> MySanction:
    return MySanction(
        kind=sanction.kind,
        reason=sanction.reason,
        at=time_text(sanction.at),
        until=time_or_none(sanction.until),
        lifted_at=time_or_none(sanction.lifted_at),
        appeal=sanction.appeal,
        answer=sanction.answer,
    )


def hours_told(hours: Hours | None) -> MessageHours | None:
    """Return what a person is told of the hours at which messages come."""
    if hours is None:
        return None
    begin, end = hours.quiet or (None, None)
    return MessageHours(zone=hours.zone, quiet_from=_clock(begin), quiet_to=_clock(end), digest=_clock(hours.digest))


def _clock(minute: int | None) -> str | None:
    return None if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def _my_table(table: Table, link: Link) -> MyTable:
    seat = None if link.seat == HOST_SEAT else link.seat
    return MyTable(
        table=table.id,
        game=table.game.name,
        name=table.name,
        status=table.status,
        seat=seat,
        seat_name=None if seat is None else table.seats[seat].name,
        secret=link.secret,
        is_my_turn=table.status == "playing" and seat is not None and table.to_move == seat,
        changed_at=time_text(table.events[-1].at),
        kept_at=time_text(link.kept_at),
    )
