"""A name that finds its tables again: the key is a cookie that only this part of the API is sent."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Security
from fastapi.security import APIKeyCookie
from pydantic import Field
from starlette.responses import Response

from ....core.errors import RivertableError
from ...care.company import Standing
from ...domain import documents
from ...domain.table import time_text
from ...errors import WrongStateError
from ...people import DEVICE_DAYS, People, Visitor
from ..context import Context, Shared, context_of, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Name
from ..requests import Request as RequestDocument

router = APIRouter(tags=["people"])

_COOKIE = "rivertable"
_PATH = "/api/me"
_SECONDS = DEVICE_DAYS * 86_400
_cookie = APIKeyCookie(name=_COOKIE, auto_error=False, description="The key of a device on which a name was taken.")
Cookie = Annotated[str | None, Security(_cookie)]


class NameRequest(RequestDocument):
    """The name that somebody takes."""

    name: Name


class CodeRequest(RequestDocument):
    """The code by which somebody is found again; small letters, spaces and hyphens make no difference."""

    code: Annotated[str, Field(min_length=1, max_length=64)]


class TransferAnswer(RequestDocument):
    """Whether the device that has come with the short code is one's own."""

    is_mine: bool


class Me(documents.Reply):
    """Who has come: no name where this server keeps none (``is_offered``), or nobody has taken one on this device.

    ``erased_from`` is when all about the person is erased, where that was asked for; ``passkeys_at`` the address of the
    pages at which passkeys hold, null where this server has none of which browsers take them.
    """

    is_offered: bool
    name: str | None
    has_code: bool
    devices: int
    erased_from: str | None
    passkeys_at: str | None


class Left(documents.Reply):
    """The device is forgotten."""

    has_left: bool


class Code(documents.Reply):
    """A new code. It is told this once; the one before holds no longer."""

    code: str


class Transfer(documents.Reply):
    """A short code to show a new device; it holds until ``expires_at``, for one device."""

    code: str
    expires_at: str


class TransferState(documents.Reply):
    """Whether a short code holds, and whether a device has come with it, which waits to be confirmed."""

    is_open: bool
    is_asked: bool


def people_of(context: Context) -> People:
    """Return the people of this server.

    Raises:
        WrongStateError: it keeps none.
    """
    if context.people is None:
        raise WrongStateError("This server keeps no names.")
    return context.people


def standing_of(context: Context, visitor: Visitor) -> Standing:
    """Return what concerns a person in their dealings with others."""
    people_of(context)
    assert context.company is not None
    return context.company.standing(visitor.person)


def _visitor(context: Annotated[Context, Depends(context_of)], key: Cookie) -> Visitor:
    return people_of(context).visitor(key)


Here = Annotated[Visitor, Depends(_visitor)]


@router.get("/me", **answers(Me, is_open=True))
def me(context: Shared, request: Request, key: Cookie) -> Response:
    """Return who has come; the cookie is good for 400 more days."""
    if context.people is None:
        return json_response(_nobody(context) | {"is_offered": False})
    if key is None:
        return json_response(_nobody(context))
    try:
        found = context.people.visitor(key)
    except RivertableError:
        return json_response(_nobody(context))
    context.people.see(found)
    return welcomed(context, found, request)


@router.post("/me", **answers(Me, 409, is_open=True))
def take_name(wanted: NameRequest, context: Shared, request: Request, key: Cookie) -> Response:
    """Take a name, or another one; there is no password, the cookie is the key."""
    found = people_of(context)
    try:
        visitor = found.rename(found.visitor(key), wanted.name)
    except RivertableError:
        context.buckets.take("people", address_of(request.scope), context.limits.people)
        visitor = found.arrive(wanted.name)
    return welcomed(context, visitor, request)


@router.post("/me/code", **answers(Code, 401, 409))
def new_code(context: Shared, visitor: Here) -> Response:
    """Return a new code by which the person is found again on another device, or after this one has lost its cookie."""
    return json_response(Code(code=people_of(context).new_code(visitor)))


@router.post("/me/recover", **answers(Me, 401, 409, is_open=True))
def recover(wanted: CodeRequest, context: Shared, request: Request) -> Response:
    """Be found again by a code: from now on this device is the person's, too."""
    found = people_of(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    return welcomed(context, found.recover(wanted.code), request)


@router.post("/me/transfer", **answers(Transfer, 401, 409))
def begin_transfer(context: Shared, visitor: Here) -> Response:
    """Return a short code to show a new device; the one before holds no longer."""
    code, expires_at = people_of(context).begin_transfer(visitor)
    return json_response(Transfer(code=code, expires_at=time_text(expires_at)))


@router.get("/me/transfer", **answers(TransferState, 401, 409))
def transfer(context: Shared, visitor: Here) -> Response:
    """Return whether a device has come with the short code."""
    is_open, is_asked = people_of(context).transfer(visitor)
    return json_response(TransferState(is_open=is_open, is_asked=is_asked))


@router.post("/me/transfer/answer", **answers(Me, 401, 409))
def answer_transfer(wanted: TransferAnswer, context: Shared, request: Request, visitor: Here) -> Response:
    """Say whether the device that has come is one's own; from then on it is the person's, too, or nobody's."""
    found = people_of(context)
    return welcomed(context, found.end_transfer(visitor, is_mine=wanted.is_mine), request)


@router.post("/me/come", **answers(Me, 401, 409, is_open=True))
def come(wanted: CodeRequest, context: Shared, request: Request) -> Response:
    """Come with a short code: this device is the person's once that is confirmed on the one that showed it."""
    found = people_of(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    return _with_cookie(json_response(_nobody(context)), found.come(wanted.code), request)


@router.post("/me/leave", **answers(Left, 401, 409))
def leave(context: Shared, request: Request, visitor: Here) -> Response:
    """Forget the name on this device; it stays on all others, and with the code."""
    people_of(context).leave(visitor)
    response = json_response(Left(has_left=True))
    response.delete_cookie(_COOKIE, path=_PATH, secure=_is_secure(request), httponly=True, samesite="lax")
    return response


@router.delete("/me", **answers(Me, 401, 409))
def erase(context: Shared, request: Request, visitor: Here) -> Response:
    """Have all about the person erased in seven days; what was played stays, by nobody in particular."""
    found = people_of(context)
    return welcomed(context, found.erase_later(visitor, is_wanted=True), request)


@router.post("/me/stay", **answers(Me, 401, 409))
def stay(context: Shared, request: Request, visitor: Here) -> Response:
    """Have nothing erased after all."""
    found = people_of(context)
    return welcomed(context, found.erase_later(visitor, is_wanted=False), request)


def _nobody(context: Context) -> Me:
    return Me(
        is_offered=True, name=None, has_code=False, devices=0, erased_from=None, passkeys_at=_passkeys_at(context)
    )


def _passkeys_at(context: Context) -> str | None:
    return None if context.passkeys is None else context.passkeys.site


def welcomed(context: Context, visitor: Visitor, request: Request) -> Response:
    """Return who has come, and the cookie for the days to come."""
    person = visitor.person
    told = Me(
        is_offered=True,
        name=person.name,
        has_code=person.has_code,
        devices=len(people_of(context).devices(visitor)),
        erased_from=time_or_none(person.erase_at),
        passkeys_at=_passkeys_at(context),
    )
    return _with_cookie(json_response(told), visitor.key, request)


def _with_cookie(response: Response, key: str, request: Request) -> Response:
    response.set_cookie(
        _COOKIE,
        key,
        max_age=_SECONDS,
        path=_PATH,
        secure=_is_secure(request),
        httponly=True,
        samesite="lax",
    )
    return response


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


def time_or_none(at: float | None) -> str | None:
    """Return a time as documents have it; None where there is none."""
    return None if at is None else time_text(at)
