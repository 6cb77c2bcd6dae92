"""Passkeys: registered on one device, and a way to be found again by them on another."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import Field
from starlette.responses import Response

from ...domain import documents
from ...domain.table import time_text
from ...errors import WrongStateError
from ...passkeys import Passkeys
from ...people import Visitor
from ..context import Context, Shared, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Name
from ..requests import Request as RequestDocument
from .people import Here, Me, people_of, welcomed

router = APIRouter(tags=["people"])

_CREDENTIAL_LETTERS = 1_364
_ANSWER_LETTERS = 20_000
_HANDLE_LETTERS = 86


def _bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


_BYTES = "^([A-Za-z0-9_-]{4})*[A-Za-z0-9_-]{2,4}$"
"""Whole bytes as browsers write them: base64 for addresses, without the signs that fill it up."""
Bytes = Annotated[str, Field(pattern=_BYTES, max_length=_ANSWER_LETTERS)]
CredentialId = Annotated[str, Field(pattern=_BYTES, max_length=_CREDENTIAL_LETTERS)]
Handle = Annotated[str, Field(pattern=_BYTES, max_length=_HANDLE_LETTERS)]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{43}$")]
PasskeyId = Annotated[str, Path(alias="passkey", pattern="^[0-9a-f]{64}$", description="The passkey's id.")]


class NewPasskey(RequestDocument):
    """A passkey that a browser has made, as its ``toJSON()`` tells; ``token`` came with what was asked."""

    token: Token
    credential: CredentialId
    client_data: Bytes
    attestation: Bytes
    label: Name


class PasskeyAnswer(RequestDocument):
    """What a passkey has signed, as the browser's ``toJSON()`` tells; ``token`` came with what was asked."""

    token: Token
    credential: CredentialId
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Handle


class PasskeyLabel(RequestDocument):
    """What to call a passkey."""

    label: Name


class PasskeyQuestion(documents.Reply):
    """What to ask the browser, as its ``parseCreationOptionsFromJSON`` or ``parseRequestOptionsFromJSON`` takes it.

    It is to be answered within five minutes, once, with the ``token``.
    """

    token: str
    options: dict[str, Any]


class PasskeyReply(documents.Reply):
    """A passkey; ``is_for_here`` unless the server had another name when it was registered."""

    passkey: str
    label: str
    host: str
    is_for_here: bool
    is_synced: bool
    added_at: str
    used_at: str | None


class PasskeysReply(documents.Reply):
    """A person's passkeys, the oldest first."""

    passkeys: list[PasskeyReply]


def _passkeys(context: Context) -> Passkeys:
    people_of(context)
    if context.passkeys is None:
        raise WrongStateError("At this server's address there are no passkeys.")
    return context.passkeys


def _told(context: Context, visitor: Visitor) -> Response:
    found = _passkeys(context)
    lines = [
        PasskeyReply(
            passkey=one.id,
            label=one.label,
            host=one.host,
            is_for_here=found.is_for_here(one),
            is_synced=one.is_synced,
            added_at=time_text(one.created_at),
            used_at=None if one.used_at is None else time_text(one.used_at),
        )
        for one in people_of(context).passkeys(visitor)
    ]
    return json_response(PasskeysReply(passkeys=lines))


def _answer(credential: str, **response: str) -> dict[str, Any]:
    """Return an answer of a browser as its ``toJSON()`` tells it."""
    return {"id": credential, "rawId": credential, "type": "public-key", "response": response}


@router.get("/me/passkeys", **answers(PasskeysReply, 401, 409))
def passkeys(context: Shared, visitor: Here) -> Response:
    """Return the person's passkeys."""
    return _told(context, visitor)


@router.post("/me/passkey/new", **answers(PasskeyQuestion, 401, 409))
def ask_for_new(context: Shared, visitor: Here) -> Response:
    """Return what to ask the browser for a new passkey."""
    token, options = _passkeys(context).ask_for_new(visitor)
    return json_response(PasskeyQuestion(token=token, options=options))


@router.post("/me/passkeys", **answers(PasskeysReply, 401, 409))
def register(wanted: NewPasskey, context: Shared, visitor: Here) -> Response:
    """Register the passkey that a browser has made for this device's question."""
    made = _answer(wanted.credential, clientDataJSON=wanted.client_data, attestationObject=wanted.attestation)
    _passkeys(context).add(visitor, wanted.token, made, wanted.label)
    return _told(context, visitor)


@router.post("/me/passkeys/{passkey}", **answers(PasskeysReply, 401, 404, 409))
def rename(wanted: PasskeyLabel, passkey_id: PasskeyId, context: Shared, visitor: Here) -> Response:
    """Call a passkey something else."""
    _passkeys(context).label(visitor, passkey_id, wanted.label)
    return _told(context, visitor)


@router.delete("/me/passkeys/{passkey}", **answers(PasskeysReply, 401, 404, 409))
def remove(passkey_id: PasskeyId, context: Shared, visitor: Here) -> Response:
    """Let a passkey open nothing any more; the last one only where there is a code."""
    _passkeys(context).remove(visitor, passkey_id)
    return _told(context, visitor)


@router.post("/me/passkey/ask", **answers(PasskeyQuestion, 409, is_open=True))
def ask_to_come(context: Shared, request: Request) -> Response:
    """Return what to ask the browser of somebody who comes with a passkey."""
    found = _passkeys(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    token, options = found.ask_to_come()
    return json_response(PasskeyQuestion(token=token, options=options))


@router.post("/me/passkey", **answers(Me, 401, 409, is_open=True))
def come(wanted: PasskeyAnswer, context: Shared, request: Request) -> Response:
    """Be found again by a passkey: from now on this device is the person's, too."""
    signed = _answer(
        wanted.credential,
        clientDataJSON=wanted.client_data,
        authenticatorData=wanted.authenticator_data,
        signature=wanted.signature,
    )
    credential, handle = _bytes_of(wanted.credential), _bytes_of(wanted.user_handle)
    return welcomed(context, _passkeys(context).come(wanted.token, credential, handle, signed), request)
