"""What the routes share: the desk, the limits, and who asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.security import HTTPBearer
from pydantic import BeforeValidator
from pydantic_core import to_json
from starlette.responses import Response

from ..desk import Desk, Intent
from ..domain import commands
from ..domain.commands import Proposal
from ..domain.news import news_bytes
from ..domain.sitting import Event, Sitting
from ..errors import ForeignOriginError, NoSecretError, NoSuchTableError, WrongStateError
from ..hub import Hub
from ..workers.hints import Hints
from ..workers.preparation import Preparation
from ..workers.reviews import Reviews
from .limits import Buckets, Limits
from .metrics import Metrics
from .replies import Problem


@dataclass
class Context:
    """What one server works with."""

    desk: Desk
    hub: Hub
    limits: Limits
    buckets: Buckets
    metrics: Metrics
    preparation: Preparation
    reviews: Reviews
    hints: Hints
    origins: tuple[str, ...]
    is_closing: bool = False

    def close(self) -> None:
        """Begin to stop: requests that wait for news are answered, and readiness is denied."""
        self.is_closing = True
        self.hub.wake_all()

    def act(
        self, table_id: str, command: Callable[[Sitting, float], list[Proposal]], intent: Intent | None = None
    ) -> Event:
        """Carry out a command that always leads to something; see :meth:`~rivertable.table.desk.Desk.act`."""
        event = self.desk.act(table_id, command, intent)
        if event is None:
            raise WrongStateError("There is nothing to be done.")
        return event

    def seat_of(self, table_id: str, secret: str | None) -> int:
        """Return the seat that acts, within its limits; a secret new to this process is looked for in the store.

        Raises:
            TableError: as :func:`actor_of` says, or there is no such table.
        """
        try:
            with self.desk.hold(table_id, is_fresh=False) as sitting:
                return actor_of(self, sitting, secret)
        except NoSecretError:
            with self.desk.hold(table_id) as sitting:
                return actor_of(self, sitting, secret)

    def news(self, table_id: str, secret: str | None, since: int | None, *, is_fresh: bool) -> tuple[int, bytes]:
        """Return a table's version and the news of it since another one, as the bearer of a secret may know them."""
        with self.desk.hold(table_id, is_fresh=is_fresh) as sitting:
            return sitting.version, news_bytes(sitting, viewer_of(sitting, secret), since)

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """Refuse a page of another site.

        Raises:
            ForeignOriginError: ``origin`` is neither this server's own nor allowed.
        """
        if origin is None or origin in self.origins:
            return
        if host is None or origin.partition("://")[2] != host:
            raise ForeignOriginError("A page of another site may not do this.")


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
OPEN_TO_ALL: dict[str, Any] = {"security": [{}]}
"""For the API's document, at a route that a spectator may ask without a secret."""


def _check_digits(text: Any) -> Any:
    """Refuse what reads as a whole number only to the kind-hearted, such as " 1" and "+1.0"."""
    if isinstance(text, str) and not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS_AT_MOST):
        raise ValueError("it is no whole number")
    return text


_DIGITS_AT_MOST = 9
AS_DIGITS = BeforeValidator(_check_digits)
"""For a number in an address; behind its bounds, or the API's document would not have them."""

TableId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$", description="The table's id.")]
SeatNumber = Annotated[int, Path(ge=0, le=4, description="The seat, from 0."), AS_DIGITS]


def viewer_of(sitting: Sitting, secret: str | None) -> int | None:
    """Return the seat that a secret opens, None for a spectator without one.

    Raises:
        NoSecretError: the secret opens nothing at this table.
    """
    if secret is None:
        return None
    viewer = sitting.seat_of(secret)
    if viewer is None and not sitting.is_host(secret):
        raise NoSecretError("This secret opens no seat at this table.")
    return viewer


def actor_of(context: Context, sitting: Sitting, secret: str | None) -> int:
    """Return the seat that acts, within its limits.

    Raises:
        NoSecretError: no secret, or a wrong one.
        NotYoursError: the secret is the host's.
        TooManyError: too often.
    """
    if secret is None:
        raise NoSecretError("This takes the secret of a seat.")
    seat = commands.check_seat(sitting, viewer_of(sitting, secret))
    context.buckets.take("seat", f"{sitting.id}/{seat}", context.limits.seat)
    return seat


def check_number(sitting: Sitting, number: int) -> None:
    """Refuse a seat that the table does not have.

    Raises:
        NoSuchTableError: it has not.
    """
    if number >= len(sitting.seats):
        raise NoSuchTableError("The table has no such seat.")


def json_response(document: Any, status: int = 200) -> Response:
    """Return a JSON response that nobody may keep."""
    body = document if isinstance(document, bytes) else to_json(document)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the problem responses of a route for the API's document; 422, 400, 413 and 429 can always be."""
    return {
        status: {"model": Problem, "content": {"application/problem+json": {}}}
        for status in (400, 413, 422, 429, *statuses)
    }
