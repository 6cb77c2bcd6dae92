"""The first lesson of a game, with all that a page needs to let somebody play it: positions, turns, drafts."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter
from pydantic_core import to_json
from starlette.responses import Response

from ....core.game import GAMES, Game
from ....core.moves import Draft
from ....study.lesson import LEARNER, Lesson, load_lesson
from ...domain import news
from .. import replies
from ..context import json_response, problems
from .games import GameName
from .play import draft_document

router = APIRouter(tags=["games"])


def _asked_document(draft: Draft, number: int, decisions: tuple[int, ...]) -> dict[str, Any]:
    """Return a draft of which nothing but what the lesson asks for can be chosen next."""
    document = draft_document(draft, number, LEARNER)
    asked = decisions[len(draft.decisions) : len(draft.decisions) + 1]
    return document | {"choices": [choice for choice in document["choices"] if choice["decision"] in asked]}


def lesson_document(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson as the API writes it."""
    match, game = lesson.match, lesson.match.game
    positions = [match.before(number) for number in range(len(match.turns) + 1)]
    return {
        "game": game.name,
        "learner": LEARNER,
        "options": match.terms.options.document(),
        "positions": [
            {"seat": position.seat, **news.position_document(position.view(LEARNER))} for position in positions
        ],
        "turns": [
            {
                "seat": turn.seat,
                "move": game.write_move(turn.move),
                "notation": str(turn.move),
                "chance": game.write_chance(match.before(number).view(LEARNER), turn.decisions, turn.outcomes),
                "drafts": [_asked_document(draft, number, turn.decisions) for draft in lesson.drafts[number]],
            }
            for number, turn in enumerate(match.turns)
        ],
        "steps": [
            {
                "id": step.id,
                "kind": step.kind,
                "points": list(step.points),
                "turn": step.turn,
                "first": step.first,
                "until": step.until,
            }
            for step in lesson.steps
        ],
    }


@cache
def _lesson_bytes(game: Game) -> bytes:
    return to_json(lesson_document(load_lesson(game)))


@router.get("/games/{game}/lesson", response_model=replies.LessonReply, responses=problems(404))
def lesson(game: GameName) -> Response:
    """Return a game's first lesson: a short game with what is shown, asked and watched at each step."""
    return json_response(_lesson_bytes(GAMES[game]))
