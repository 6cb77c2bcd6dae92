"""Hints in practice games: first the idea of the best turn, then the turn."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ...domain import hint_commands
from ...domain.commands import Proposal
from ...domain.sitting import Sitting
from .. import replies
from ..context import Context, Secret, Shared, TableId, actor_of, json_response, problems
from ..requests import HintRequest

router = APIRouter(tags=["playing"])

_OF_THE_MOVE = ("move", "notation", "share", "error", "total", "total_after", "is_exact")


@router.post("/tables/{table}/hint", response_model=replies.HintReply, responses=problems(401, 403, 404, 409))
async def hint(table: TableId, wanted: HintRequest, context: Shared, secret: Secret) -> Response:
    """Return a hint for one's turn in a practice game: first the idea, then the move; everybody is told of it.

    One person plays there against bots, and the game came of no other one. What is found is kept: for the same
    position it is the same hint, however often it is asked for.
    """
    seat, sought = await run_in_threadpool(_begin, context, table, wanted, secret)
    found: dict[str, Any] | None = None
    if sought is not None:
        # Whoever goes away meanwhile must not take the hint from somebody who has asked for the same.
        found = await asyncio.shield(asyncio.wrap_future(sought))
    return json_response(await run_in_threadpool(_note, context, table, wanted, seat, found))


def _begin(
    context: Context, table: str, wanted: HintRequest, secret: str | None
) -> tuple[int, Future[dict[str, Any]] | None]:
    """Return the seat that asks, and what is sought for it; None where it is known."""
    with context.desk.hold(table) as sitting:
        seat = actor_of(context, sitting, secret)
        match = hint_commands.check_hint(sitting, seat, wanted.version)
        hint_commands.check_step(sitting, match, wanted.step)
        if hint_commands.known_hint(sitting, match) is not None:
            return seat, None
        return seat, context.hints.seek(table, sitting.version, match.position.view(seat))


def _note(context: Context, table: str, wanted: HintRequest, seat: int, found: dict[str, Any] | None) -> dict[str, Any]:
    """Note the hint, where it is not noted already and return it."""

    def command(sitting: Sitting, _: float) -> list[Proposal]:
        match = hint_commands.check_hint(sitting, seat, wanted.version)
        return hint_commands.take_hint(sitting, match, seat, wanted.step, found)

    context.desk.act(table, command)
    with context.desk.hold(table) as sitting:
        return hint_document(sitting, seat, wanted)


def hint_document(sitting: Sitting, seat: int, wanted: HintRequest) -> dict[str, Any]:
    """Return a hint that was taken, as far as it is asked for.

    Raises:
        StaleVersionError: the table has just moved on.
    """
    match = hint_commands.check_hint(sitting, seat, wanted.version)
    hint_commands.check_step(sitting, match, wanted.step)
    number = len(match.turns) + 1
    found = sitting.hints[number].found
    return {
        "version": sitting.version,
        "turn": number,
        "step": wanted.step,
        "hints": sitting.seats[seat].hints,
        "themes": found["themes"],
        "best": {name: found[name] for name in _OF_THE_MOVE} if wanted.step == "move" else None,
    }
