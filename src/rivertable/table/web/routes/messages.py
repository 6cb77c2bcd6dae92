"""Messages when one's turn comes: where to, whether they come through, and no more of them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import Field
from starlette.responses import RedirectResponse, Response

from ...domain import documents
from ...domain.hours import Hours
from ...domain.table import time_text
from ...errors import BadHoursError, WrongStateError
from ...messages.contacts import Contacts
from ...messages.letters import Language
from ...messages.mail import ADDRESS
from ...messages.subscription import ENDPOINT_AT_MOST, Subscription
from ...people import Visitor
from ...store.messages import Contact, Kind, OutcomeKind
from ...store.push_devices import PushDevice
from ..context import Context, Shared, json_response
from ..limits import Rate, address_of
from ..openapi import answers
from ..requests import Request as RequestDocument
from .mine import MessageHours, hours_told
from .people import Here, people_of

router = APIRouter(tags=["people"])

_TO_ONE_ADDRESS = Rate(3, 3 / 86_400)
"""How often strangers can have this server write to an address that has not been confirmed."""
_TOKEN = "^[0-9a-f]{64}$"
ClockTime = Annotated[str, Field(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
ContactId = Annotated[str, Path(alias="contact", pattern="^[0-9a-f]{32}$", description="The address's id.")]
StopToken = Annotated[str, Path(alias="token", pattern=_TOKEN, description="The token of the link in a message.")]


class MailRequest(RequestDocument):
    """An address of mail, and the language in which to write to it."""

    address: Annotated[str, Field(pattern=ADDRESS)]
    language: Language


class WebhookRequest(RequestDocument):
    """An address that takes messages as a POST: as JSON, or as a topic of ntfy does."""

    kind: Literal["webhook", "ntfy"]
    address: Annotated[str, Field(pattern="^https?://[!-~]+$", max_length=500)]
    language: Language


class PushRequest(RequestDocument):
    """A device that shows messages by itself, as its browser has told the page; ``label`` is what to call it."""

    endpoint: Annotated[str, Field(pattern="^https?://[!-~]+$", max_length=ENDPOINT_AT_MOST)]
    p256dh: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}$")]
    server_key: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{87}$")]
    label: Annotated[str, Field(min_length=1, max_length=60)]
    language: Language


class HoursRequest(RequestDocument):
    """At which hours messages come, as clocks in a time zone show them: ``22:30``.

    They wait from ``quiet_from`` until ``quiet_to``, which are there both or neither; at ``digest`` one message a day
    tells what has waited.
    """

    zone: Annotated[str, Field(pattern="^[A-Za-z0-9_+/-]+$", max_length=64)]
    quiet_from: ClockTime | None = None
    quiet_to: ClockTime | None = None
    digest: ClockTime | None = None


class ShownRequest(RequestDocument):
    """The id of a message that the device has shown."""

    message: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class ConfirmationRequest(RequestDocument):
    """The token of the link in the message that asks whose address it is."""

    token: Annotated[str, Field(pattern=_TOKEN)]


class MessageContact(documents.Reply):
    """Where messages go: ``address`` is null where the server has lost the key to it; of a device it is its name.

    Nothing is sent before it ``is_confirmed``, or while it ``is_broken``: the last messages were refused for good.
    ``last_outcome`` is what became of the last one, and ``last_detail`` what was said of it. Of a device,
    ``is_here`` says whether it is the one that asks, and ``is_shown`` whether it has shown the last test; else null.
    """

    id: str
    kind: Kind
    address: str | None
    is_confirmed: bool
    is_broken: bool
    last_at: str | None
    last_outcome: OutcomeKind | None
    last_detail: str | None
    is_here: bool
    is_shown: bool | None


class Messages(documents.Reply):
    """The ways by which this server sends messages, none where it sends none, and where they go for the person.

    ``server_key`` is what devices register with that show messages by themselves; null where none can. ``hours`` are
    null where messages come at any.
    """

    kinds: list[Kind]
    server_key: str | None
    contacts: list[MessageContact]
    hours: MessageHours | None


class MessageOutcome(documents.Reply):
    """What became of a message, and what was said of it by whoever was asked to take it."""

    outcome: OutcomeKind
    detail: str


class Confirmed(documents.Reply):
    """The address is confirmed."""

    address: str | None


class Shown(documents.Reply):
    """It is noted."""

    is_noted: bool


class Stopped(documents.Reply):
    """Nothing more is sent there."""

    is_stopped: bool


def _contacts(context: Context) -> Contacts:
    """Return the addresses of people.

    Raises:
        WrongStateError: this server sends no messages.
    """
    if context.contacts is None:
        raise WrongStateError("This server sends no messages.")
    return context.contacts


@router.get("/me/messages", **answers(Messages, 401, 409))
def my_messages(context: Shared, visitor: Here) -> Response:
    """Return where the person's messages go."""
    return json_response(_messages(context, visitor))


def _messages(context: Context, visitor: Visitor) -> Messages:
    if context.contacts is None:
        return Messages(kinds=[], server_key=None, contacts=[], hours=None)
    devices = context.contacts.push_devices(visitor)
    told = [_told(contact, visitor, devices.get(contact.id)) for contact in people_of(context).contacts(visitor)]
    return Messages(
        kinds=list(context.contacts.channels),
        server_key=context.contacts.push_key,
        contacts=told,
        hours=hours_told(people_of(context).hours(visitor)),
    )


def _told(contact: Contact, visitor: Visitor, device: PushDevice | None) -> MessageContact:
    """Return what its person is told of an address."""
    address = contact.address
    if contact.kind == "push" and address is not None:
        address = Subscription.parse(address).label
    return MessageContact(
        id=contact.id,
        kind=contact.kind,
        address=address,
        is_confirmed=contact.confirmed_at is not None,
        is_broken=contact.is_broken,
        last_at=None if contact.last_at is None else time_text(contact.last_at),
        last_outcome=contact.last_outcome,
        last_detail=contact.last_detail,
        is_here=device is not None and device.device == visitor.device,
        is_shown=None if device is None or device.asked is None else device.shown_at is not None,
    )


@router.post("/me/messages/mail", **answers(MessageOutcome, 401, 409))
async def add_mail(wanted: MailRequest, context: Shared, request: Request, visitor: Here) -> Response:
    """Write to an address; messages go there once the link in that mail was opened, and its button pressed."""
    found = _contacts(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    context.buckets.take("mail", wanted.address.lower(), _TO_ONE_ADDRESS)
    outcome = await found.add(visitor, "mail", wanted.address, wanted.language)
    return json_response(MessageOutcome(outcome=outcome.kind, detail=outcome.detail))


@router.post("/me/messages/webhook", **answers(MessageOutcome, 401, 409))
async def add_webhook(wanted: WebhookRequest, context: Shared, request: Request, visitor: Here) -> Response:
    """Post to an address; messages go there once the link in that post was opened, and its button pressed."""
    found = _contacts(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    context.buckets.take("webhook", wanted.address, _TO_ONE_ADDRESS)
    outcome = await found.add(visitor, wanted.kind, wanted.address, wanted.language)
    return json_response(MessageOutcome(outcome=outcome.kind, detail=outcome.detail))


@router.post("/me/push", **answers(Messages, 401, 409))
def register(wanted: PushRequest, context: Shared, visitor: Here) -> Response:
    """Send messages to this device, which shows them by itself; a page says so again at each of its starts."""
    fields = wanted.model_dump()
    language = fields.pop("language")
    _contacts(context).register(visitor, Subscription(**fields), language)
    return json_response(_messages(context, visitor))


@router.post("/me/push/shown", **answers(Shown, 401, 409))
def note_shown(wanted: ShownRequest, context: Shared, visitor: Here) -> Response:
    """Say that this device has shown a message: so a test is known to have come, and a device to be in use."""
    _contacts(context).note_push_shown(visitor, wanted.message)
    return json_response(Shown(is_noted=True))


@router.post("/me/hours", **answers(Messages, 401, 409))
def set_hours(wanted: HoursRequest, context: Shared, visitor: Here) -> Response:
    """Say at which hours messages come; what waits already keeps its own. What would be over by then comes at once."""
    begin, end, digest = map(_minute, (wanted.quiet_from, wanted.quiet_to, wanted.digest))
    if (begin is None) != (end is None):
        raise BadHoursError("Quiet hours have a beginning and an end.")
    quiet = None if begin is None or end is None else (begin, end)
    hours = None if quiet is None and digest is None else Hours(wanted.zone, quiet, digest)
    _contacts(context).set_hours(visitor, hours)
    return json_response(_messages(context, visitor))


def _minute(text: str | None) -> int | None:
    """Return the minute of the day that a clock shows."""
    return None if text is None else int(text[:2]) * 60 + int(text[3:])


@router.delete("/me/contacts/{contact}", **answers(Stopped, 401, 404, 409))
def remove_contact(contact_id: ContactId, context: Shared, visitor: Here) -> Response:
    """Forget an address."""
    _contacts(context).remove(visitor, contact_id)
    return json_response(Stopped(is_stopped=True))


@router.post("/me/contacts/{contact}/test", **answers(MessageOutcome, 401, 404, 409))
async def send_test(contact_id: ContactId, context: Shared, request: Request, visitor: Here) -> Response:
    """Send a message that says no more than that it came, and return what became of it."""
    found = _contacts(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    outcome = await found.test(visitor, contact_id)
    return json_response(MessageOutcome(outcome=outcome.kind, detail=outcome.detail))


@router.post("/messages/confirm", **answers(Confirmed, 404, 409, is_open=True))
def confirm(wanted: ConfirmationRequest, context: Shared) -> Response:
    """Confirm that an address is one's own, by the token in the link that was sent there."""
    return json_response(Confirmed(address=_contacts(context).confirm(wanted.token).address))


@router.get(
    "/messages/stop/{token}",
    response_class=RedirectResponse,
    **answers(None, 404, 409, status=303, answer={"description": "The page that asks."}, is_open=True),
)
def ask_to_stop(token: StopToken, context: Shared) -> Response:
    """Lead to the page that asks whether to stop; by itself this does nothing, for mail filters follow links."""
    _contacts(context)
    return RedirectResponse(f"/#stop-{token}", 303, {"Cache-Control": "no-store"})


@router.post("/messages/stop/{token}", **answers(Stopped, 404, 409, is_open=True))
def stop(token: StopToken, context: Shared) -> Response:
    """Send nothing more to the address that a message went to; whoever has the message may ask for it (RFC 8058)."""
    _contacts(context).stop(token)
    return json_response(Stopped(is_stopped=True))
