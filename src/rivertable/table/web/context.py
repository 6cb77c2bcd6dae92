"""what the routes share: the tables, the limits, and who asks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.security import HTTPBearer
from prometheus_client import CollectorRegistry, Gauge, Histogram, generate_latest
from prometheus_client import Counter as Count
from pydantic import BeforeValidator
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ..care.company import Company
from ..care.desk import Desk
from ..commits import Command, Intent
from ..company.boards import Boards
from ..company.clubs import Clubs
from ..company.days import Days
from ..company.tournaments import Tournaments
from ..domain import commands
from ..domain.deals import check_unsealed
from ..domain.news import news_bytes
from ..domain.table import Event, Table
from ..errors import ForeignHostError, ForeignOriginError, NoSecretError, NoSuchTableError, WrongStateError
from ..holidays import Holidays
from ..house import House
from ..hub import Hub, Waiting
from ..invitations import Invitations
from ..messages.contacts import Contacts
from ..messages.sender import Sender
from ..passkeys import Passkeys
from ..people import People
from ..tables import Tables
from ..workers.fairness import Makers
from ..workers.preparation import Preparation
from ..workers.study import Hints, Reviews
from .access import Access
from .company.board_documents import board_bytes
from .limits import Buckets, Limits, address_of

_TABLE_BYTES = 50_000
"""About what a table takes in the store, its whole game with it."""
_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """What one server counts, in the format of Prometheus; each server has a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._of_routes: dict[tuple[str, str, int], tuple[Count, Histogram]] = {}
        self.requests = Count(
            "rivertable_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "rivertable_request_seconds",
            "Seconds until the reply begins.",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.events = Count("rivertable_events", "What happened at tables here.", ["kind"], registry=self.registry)
        self.refusals = Count("rivertable_refusals", "Requests refused.", ["code"], registry=self.registry)
        self.sockets = Gauge("rivertable_sockets", "Open sockets.", registry=self.registry)
        self.bot_seconds = Histogram(
            "rivertable_bot_seconds", "Seconds a bot thought.", ["level"], buckets=_SECONDS, registry=self.registry
        )
        self.bots_late = Count("rivertable_bots_late", "Turns in which a bot's time ran out.", registry=self.registry)
        self.messages = Count("rivertable_messages", "Messages sent.", ["kind", "outcome"], registry=self.registry)
        self.messages_waiting = Gauge(
            "rivertable_messages_waiting", "Messages that are still to be sent.", registry=self.registry
        )
        self.tables = Gauge("rivertable_tables", "Tables in the store.", ["status"], registry=self.registry)

    def of_route(self, method: str, route: str, status: int) -> tuple[Count, Histogram]:
        """Return what counts the requests of a route that are answered with a status, and what measures them."""
        found = self._of_routes.get((method, route, status))
        if found is None:
            counter, histogram = self.requests.labels(method, route, str(status)), self.seconds.labels(method, route)
            found = self._of_routes[method, route, status] = counter, histogram
        return found

    def count_message(self, kind: str, outcome: str) -> None:
        """Count a message by the kind of its address and by what became of it."""
        self.messages.labels(kind, outcome).inc()

    def text(self) -> bytes:
        """Return all of it as Prometheus reads it."""
        return generate_latest(self.registry)


@dataclass
class Context:
    """What one server works with."""

    tables: Tables
    hub: Hub
    limits: Limits
    buckets: Buckets
    metrics: Metrics
    preparation: Preparation
    reviews: Reviews
    hints: Hints
    access: Access
    makers: Makers
    days: Days
    """The deals of the days."""
    boards: Boards
    """Boards to study together."""
    people: People | None = None
    """Those who have taken a name; None where this server keeps none."""
    passkeys: Passkeys | None = None
    """Their passkeys; None where browsers offer none at this server's address."""
    tournaments: Tournaments | None = None
    """Tournaments; None where this server keeps no names."""
    clubs: Clubs | None = None
    """Clubs; None where this server keeps no names."""
    company: Company | None = None
    """What they do about one another, and what may be reported; None where there are neither names nor operators."""
    desk: Desk | None = None
    """What operators do; None where this server has no page for them."""
    invitations: Invitations | None = None
    """Invitations to them."""
    holidays: Holidays | None = None
    """Their holidays."""
    contacts: Contacts | None = None
    """Where they want messages; None where this server sends none."""
    sender: Sender | None = None
    """What sends them."""
    open_sockets: Counter[str] = field(default_factory=Counter)
    """The sockets that are open, by address."""
    is_closing: bool = False
    house: House | None = None
    """Where the server answers this computer only: the way to let others in."""

    def close(self) -> None:
        """Begin to stop: requests that wait for news are answered, and readiness is denied."""
        self.is_closing = True
        self.hub.wake_all()

    def act(self, table_id: str, command: Command, intent: Intent | None = None) -> Event:
        """Carry out a command that always leads to something; see :meth:`~rivertable.table.tables.Tables.act`."""
        return _something(self.tables.act(table_id, command, intent))

    async def act_soon(self, table_id: str, command: Command, intent: Intent | None = None) -> Event:
        """Carry out such a command; the event loop goes on meanwhile."""
        if self.tables.known(table_id) is None:
            await run_in_threadpool(self.tables.open, table_id)
        return _something(await self.tables.submit(table_id, command, intent))

    async def seat_of(self, table_id: str, secret: str | None) -> int:
        """Return the seat that acts, within its limits; a secret new to this process is looked for in the database.

        Raises:
            TableError: as :func:`actor_of` says, or there is no such table.
        """
        table = self.tables.known(table_id)
        if table is None or (self.tables.database.is_shared and table.seat_of(secret or "") is None):
            table = await run_in_threadpool(self.tables.open, table_id)
        return actor_of(self, table, secret)

    async def news(
        self, table_id: str, secret: str | None, since: int | None, waiting: Waiting | None = None
    ) -> tuple[int, bytes]:
        """Return a table's version and the news of it since another one, as the bearer of a secret may know them.

        The database is asked where others may write to it, unless ``waiting`` was told a version that is known here.
        """
        table = self.tables.known(table_id)
        told = None if waiting is None else waiting.version
        if table is None or (self.tables.database.is_shared and (told is None or told > table.version)):
            table = await run_in_threadpool(self.tables.open, table_id)
        return table.version, news_bytes(table, viewer_of(table, secret), since)

    def board_news(self, board_id: str, secret: str | None, since: int | None) -> tuple[int, bytes]:
        """Return a board's version and what has changed there since another one, as the bearer of a secret sees it."""
        board = self.boards.open(board_id)
        member = self.boards.member_of(board, secret)
        with board.lock:
            told = board_bytes(board, board.tree.changes(since), member, since, self.tables.retention)
            return board.tree.version, told

    async def check_table(self, table_id: str) -> None:
        """Refuse what is meant for a table that is not there, before anything of it is read.

        Raises:
            NoSuchTableError: there is none.
        """
        if self.tables.known(table_id) is None:
            await run_in_threadpool(self.tables.open, table_id)

    def check_host(self, host: str | None) -> None:
        """Refuse a request for another server: a page of another site may have given its name this one's address.

        Raises:
            ForeignHostError: names are listed, and ``host`` is none of them.
        """
        name = (host or "").lower()
        name = name.partition("]")[0] + "]" if name.startswith("[") else name.partition(":")[0]
        if self.access.hosts and name not in self.access.hosts:
            raise ForeignHostError("This server is not known by the name {host}.", host=name)

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """Refuse a page of another site.

        Raises:
            ForeignOriginError: ``origin`` is neither this server's own nor allowed.
        """
        if origin is None or origin in self.access.origins or origin == self.access.public_url:
            return
        if host is None or origin.partition("://")[2] != host:
            raise ForeignOriginError("A page of another site may not do this.")


def _something(event: Event | None) -> Event:
    if event is None:
        raise WrongStateError("There is nothing to be done.")
    return event


async def context_of(request: Request) -> Context:
    """Return the server's context; a coroutine, for plain dependencies cost a thread each."""
    context: Context = request.app.state.context
    return context


class _Bearer(HTTPBearer):
    """The secret itself; a dependency on the framework's own would be one more for each request."""

    async def __call__(self, request: Request) -> str | None:  # type: ignore[override]  # a secret has no scheme
        """Return the secret that a request carries."""
        found = await super().__call__(request)
        return found.credentials if found else None


secret_of = _Bearer(scheme_name="HTTPBearer", auto_error=False, description="The secret of a seat, or of the host.")


Shared = Annotated[Context, Depends(context_of)]
Secret = Annotated[str | None, Depends(secret_of)]


def _check_digits(text: Any) -> Any:
    """Refuse what reads as a whole number only to the kind-hearted, such as " 1" and "+1.0"."""
    if isinstance(text, str) and not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS_AT_MOST):
        raise ValueError("it is no whole number")
    return text


_DIGITS_AT_MOST = 9
AS_DIGITS = BeforeValidator(_check_digits)
"""For a number in an address; behind its bounds, or the API's document would not have them."""

TABLE_ID = re.compile("^[A-Za-z0-9_-]{22}$")
TableId = Annotated[str, Path(alias="table", pattern=TABLE_ID.pattern, description="The table's id.")]
SeatNumber = Annotated[int, Path(ge=0, le=4, description="The seat, from 0."), AS_DIGITS]


def viewer_of(table: Table, secret: str | None) -> int | None:
    """Return the seat that a secret opens, None for a spectator without one.

    Raises:
        NoSecretError: the secret opens nothing at this table.
        SealedError: whoever has no seat here is told nothing, for others may still play the deal.
    """
    viewer = None
    if secret is not None:
        viewer = table.seat_of(secret)
        if viewer is None and not table.is_host(secret):
            raise NoSecretError("This secret opens no seat at this table.")
    if viewer is None:
        check_unsealed(table.shared)
    return viewer


def make_room(context: Context, request: Request, size: int = 0) -> None:
    """Let the address of a request make one more table, of ``size`` bytes besides what every table takes.

    Raises:
        TooManyError: it has made too many, or too large ones.
    """
    address = address_of(request.scope)
    context.buckets.take("tables", address, context.limits.tables)
    context.buckets.take("stored", address, context.limits.stored, _TABLE_BYTES + size)


def actor_of(context: Context, table: Table, secret: str | None) -> int:
    """Return the seat that acts, within its limits.

    Raises:
        NoSecretError: no secret, or a wrong one.
        NotYoursError: the secret is the host's.
        TooManyError: too often.
    """
    if secret is None:
        raise NoSecretError("This takes the secret of a seat.")
    seat = commands.check_seat(table, viewer_of(table, secret))
    context.buckets.take("seat", f"{table.id}/{seat}", context.limits.seat)
    return seat


def check_number(table: Table, number: int) -> None:
    """Refuse a seat that the table does not have.

    Raises:
        NoSuchTableError: it has not.
    """
    if number >= len(table.seats):
        raise NoSuchTableError("The table has no such seat.")


def json_response(document: Any, status: int = 200) -> Response:
    """Return a JSON response that nobody may keep."""
    body = document if isinstance(document, bytes) else to_json(document)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")
