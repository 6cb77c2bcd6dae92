"""For those who run a server: is it alive, is it ready, what does it count."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, HTTPException, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from ...domain import documents
from ...store import ledger, messages
from ..context import Shared, json_response
from ..openapi import answers
from ..problems import plain_problem, response_of

_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

router = APIRouter(tags=["operation"])


class Health(documents.Reply):
    """The server answers."""

    status: Literal["ok"]


@router.get("/healthz", **answers(Health, 503))
def health(context: Shared) -> Response:
    """Return whether the server answers and its store can be written; 503 otherwise, and while it is being stopped."""
    try:
        context.tables.database.check()
    except SQLAlchemyError:
        return response_of(plain_problem(503, "store-away", "The store does not answer, or cannot be written."))
    if context.is_closing:
        return response_of(plain_problem(503, "closing", "The server is being stopped."))
    return json_response(Health(status="ok"))


@router.get("/livez", **answers(Health))
def alive() -> Response:
    """Tell that the process answers, whatever its store does."""
    return json_response(Health(status="ok"))


@router.get("/metrics", response_class=Response, **answers(str, 404, 503, answer={"content": {"text/plain": {}}}))
def metrics(context: Shared, request: Request) -> Response:
    """Return what is counted, as Prometheus reads it; to this computer, and to the addresses that may read it."""
    if request.client is None or not context.access.may_read_metrics(request.client.host):
        raise HTTPException(404)
    try:
        with context.tables.database.read() as connection:
            for status, count in ledger.counts(connection).items():
                context.metrics.tables.labels(status).set(count)
            context.metrics.messages_waiting.set(messages.count_messages(connection))
    except SQLAlchemyError:
        return response_of(plain_problem(503, "store-away", "The store does not answer."))
    return Response(context.metrics.text(), media_type=_METRICS_TYPE)
