"""Invitations: whom one has played with, inviting them, and what one is invited to."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from ....core.errors import RivertableError
from ...domain import documents
from ...domain.table import time_text
from ...errors import WrongStateError
from ...invitations import Invitations
from ..context import Context, Shared, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Request as RequestDocument
from ..routes.people import Here

router = APIRouter(tags=["people"])


class DeclineRequest(RequestDocument):
    """The table that one does not want to be invited to."""

    table: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}$")]


class InvitationRequest(DeclineRequest):
    """Whom to invite to which table: ``companion`` as the list of one's companions has it."""

    companion: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class CompanionReply(documents.Reply):
    """Somebody whom one has played with, and when last; nobody else knows them by this ``companion``."""

    companion: str
    name: str
    played_at: str


class InvitationReply(documents.Reply):
    """A table that one is invited to, by whom, and until when it waits. To take a seat there is another request."""

    table: str
    game: documents.GameName
    name: str | None
    by: str | None
    at: str
    ends_at: str | None


class Invited(documents.Reply):
    """Whether the invitation is there now."""

    is_invited: bool


def _invitations(context: Context) -> Invitations:
    if context.invitations is None:
        raise WrongStateError("This server keeps no names.")
    return context.invitations


@router.get("/me/companions", **answers(list[CompanionReply], 401, 409))
def companions(context: Shared, visitor: Here) -> Response:
    """Return whom the person has played with, the last first."""
    told = [
        CompanionReply(companion=mark, name=each.name, played_at=time_text(each.played_at))
        for mark, each in _invitations(context).companions(visitor)
    ]
    return json_response(told)


@router.get("/me/invitations", **answers(list[InvitationReply], 401, 409))
def invitations(context: Shared, visitor: Here) -> Response:
    """Return the tables that the person is invited to and that still wait, the latest first."""
    told = []
    for each in _invitations(context).of(visitor):
        try:
            table = context.tables.open(each.table_id)
        except RivertableError:
            continue  # it was deleted just now, or cannot be read
        end = table.ends_at
        told.append(
            InvitationReply(
                table=table.id,
                game=table.game.name,
                name=None if each.is_muted else table.name,
                by=each.by,
                at=time_text(each.at),
                ends_at=None if end is None else time_text(end),
            )
        )
    return json_response(told)


@router.post("/me/invitations", **answers(Invited, 401, 403, 404, 409))
def invite(wanted: InvitationRequest, context: Shared, request: Request, visitor: Here) -> Response:
    """Invite somebody whom the person has played with to a table at which both may sit; they are told of it."""
    found = _invitations(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    found.invite(visitor, wanted.table, wanted.companion)
    return json_response(Invited(is_invited=True))


@router.post("/me/invitations/decline", **answers(Invited, 401, 409))
def decline(wanted: DeclineRequest, context: Shared, visitor: Here) -> Response:
    """Forget an invitation to the person."""
    _invitations(context).decline(visitor, wanted.table)
    return json_response(Invited(is_invited=False))
