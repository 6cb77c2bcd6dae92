"""Letting others in the house join, which only who sits at the server's own computer may do."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...domain import documents
from ...errors import NotYoursError
from ...house import is_this_computer
from ..context import Shared, json_response
from ..openapi import answers

router = APIRouter(tags=["house"])


class HouseReply(documents.Reply):
    """Whether whoever asks may let others in, and where those find the table: null as long as they may not.

    A server that has a public address tells that one, and to everybody.
    """

    can_open: bool
    address: str | None


def _is_at_home(request: Request) -> bool:
    client = request.client.host if request.client else None
    return is_this_computer(client, request.headers.get("host"), request.headers.get("x-forwarded-for"))


@router.get("/house", **answers(HouseReply))
async def house(context: Shared, request: Request) -> Response:
    """Return where others find the table, and whether they may be let in: told to who sits at the server's computer."""
    found = context.house
    if context.access.public_url is not None:
        return json_response(HouseReply(can_open=False, address=context.access.public_url))
    if found is None or not _is_at_home(request):
        return json_response(HouseReply(can_open=False, address=None))
    return json_response(HouseReply(can_open=found.address is None, address=found.address))


@router.post("/house", **answers(HouseReply, 403, 409))
async def open_house(context: Shared, request: Request) -> Response:
    """Let others in the house join: from now on the server answers its network, until it is stopped."""
    if context.house is None or context.access.public_url is not None or not _is_at_home(request):
        raise NotYoursError("Only who sits at the computer of the table may let others in.")
    return json_response(HouseReply(can_open=False, address=await context.house.open()))
