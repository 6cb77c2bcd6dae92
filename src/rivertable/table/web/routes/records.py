"""Bringing in a record, to look at it here."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from ....core.record import read_document
from .. import replies
from ..context import Shared, json_response, problems

router = APIRouter(tags=["records"])


@router.post("/records", status_code=201, response_model=replies.Imported, responses=problems())
def bring_in(record: Annotated[dict[str, Any], Body()], context: Shared, request: Request) -> Response:
    """Bring a record in, after it has been checked: it can be looked at turn by turn and shared by link."""
    context.buckets.take("tables", request.client.host if request.client else "", context.limits.tables)
    return json_response({"table": context.desk.bring_in(read_document(record, "record"))}, 201)
