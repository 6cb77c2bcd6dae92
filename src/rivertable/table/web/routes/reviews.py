"""Reviews of games that are over."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from ...errors import WrongStateError
from ...store.review_ledger import Kept
from ...workers.reviews import check_apart
from .. import replies
from ..context import OPEN_TO_ALL, Context, Secret, Shared, TableId, json_response, problems, viewer_of

router = APIRouter(tags=["reviews"])


@router.post(
    "/tables/{table}/review",
    response_model=replies.ReviewReply,
    responses=problems(401, 404, 409),
    openapi_extra=OPEN_TO_ALL,
)
def ask_for_review(table: TableId, context: Shared, request: Request, secret: Secret) -> Response:
    """Let a game that is over be reviewed, or a review that is done look deeper; one that goes on just goes on.

    What first sight shows is given at once where all is ready for it; what searches find follows.
    """
    with context.desk.hold(table) as sitting:
        viewer_of(sitting, secret)
        match = check_apart(context.desk, sitting)
    kept = context.reviews.find(table)
    if kept is None or kept.is_done:
        if kept is not None and kept.seconds + context.reviews.seconds > context.reviews.seconds_most:
            raise WrongStateError("This review has looked as deep as a table may.")
        context.buckets.take("reviews", request.client.host if request.client else "", context.limits.tables)
        context.reviews.ask(table, match)
        kept = context.reviews.find(table)
    return json_response(review_bytes(context, kept))


@router.get(
    "/tables/{table}/review",
    response_model=replies.ReviewReply,
    responses=problems(401, 404, 409),
    openapi_extra=OPEN_TO_ALL,
)
def review(table: TableId, context: Shared, secret: Secret) -> Response:
    """Return what a review knows by now: ask again while it waits or goes on."""
    with context.desk.hold(table) as sitting:
        viewer_of(sitting, secret)
        check_apart(context.desk, sitting)
    return json_response(review_bytes(context, context.reviews.find(table)))


def review_bytes(context: Context, kept: Kept | None) -> bytes:
    """Return the JSON of a review as it stands; what is kept of it is not read, only sent on."""
    status = "none" if kept is None else "done" if kept.is_done else "running" if kept.is_claimed else "waiting"
    spent, seconds = (0.0, 0.0) if kept is None else (kept.spent, kept.seconds)
    facts = {
        "status": status,
        "spent": round(spent, 2),
        "seconds": seconds,
        "can_look_deeper": kept is None or seconds + context.reviews.seconds <= context.reviews.seconds_most,
    }
    found = b"null" if kept is None or kept.document is None else kept.document.encode()
    return to_json(facts)[:-1] + b',"review":' + found + b"}"
