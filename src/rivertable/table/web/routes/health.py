"""For those who run a server: is it alive, is it ready, what does it count."""

from __future__ import annotations

from fastapi import APIRouter
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from ...store import ledger
from .. import replies
from ..context import Shared, json_response, problems
from ..metrics import CONTENT_TYPE
from ..problems import plain_problem, response_of

router = APIRouter(tags=["operation"])


@router.get("/healthz", response_model=replies.Health, responses=problems(503))
def health(context: Shared) -> Response:
    """Return whether the server answers and its store does; 503 otherwise, and while it is being stopped."""
    try:
        context.desk.store.check()
    except SQLAlchemyError:
        return response_of(plain_problem(503, "store-away", "The store does not answer."))
    if context.is_closing:
        return response_of(plain_problem(503, "closing", "The server is being stopped."))
    return json_response({"status": "ok"})


@router.get("/livez", response_model=replies.Health)
def alive() -> Response:
    """Tell that the process answers, whatever its store does."""
    return json_response({"status": "ok"})


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, **problems(503)})
def metrics(context: Shared) -> Response:
    """Return what is counted, as Prometheus reads it."""
    try:
        with context.desk.store.read() as connection:
            for status, count in ledger.counts(connection).items():
                context.metrics.tables.labels(status).set(count)
    except SQLAlchemyError:
        return response_of(plain_problem(503, "store-away", "The store does not answer."))
    return Response(context.metrics.text(), media_type=CONTENT_TYPE)
