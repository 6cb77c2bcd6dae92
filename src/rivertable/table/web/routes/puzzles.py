"""Puzzles: positions with one clearly best turn, and the judge of answers. Nothing is kept of who answers."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from ....core.errors import UnknownNameError
from ....core.game import GAMES
from ....study.puzzles.puzzle import LEVELS, Posed, WeighedTurn, book_of
from ...domain import commands, news
from .. import replies
from ..context import AS_DIGITS, json_response, problems
from ..requests import TurnRequest
from .games import GameName
from .play import draft_document, wish_of

router = APIRouter(tags=["puzzles"])

PuzzleId = Annotated[str, Path(pattern="^[gm][0-9a-f]{7}$", description="The puzzle's id.")]
LevelNumber = Annotated[int, Path(ge=LEVELS[0], le=LEVELS[-1], description="How difficult the puzzles are."), AS_DIGITS]
RungNumber = Annotated[int, Query(ge=0, le=100_000, description="Which of the level's puzzles, from 0."), AS_DIGITS]


@lru_cache(maxsize=256)
def _posed(game: str, puzzle: str) -> Posed:
    """Return a puzzle as it is posed; each choice of a turn asks for it again.

    Raises:
        UnknownNameError: there is none of this id.
    """
    return Posed(book_of(GAMES[game]).find(puzzle), GAMES[game])


def puzzle_document(posed: Posed) -> dict[str, Any]:
    """Return a puzzle without its solution, as the API writes it."""
    chosen, view = posed.puzzle, posed.view
    return {
        "game": posed.game.name,
        "id": chosen.id,
        "level": chosen.level,
        "theme": chosen.theme,
        "players": view.players,
        "seat": posed.seat,
        "options": view.terms.options.document(),
        "position": chosen.position,
        "fails": chosen.fails,
        **news.position_document(view),
    }


def _weighed_document(weighed: WeighedTurn) -> dict[str, Any]:
    return weighed.model_dump(mode="json", include={"notation", "move", "share", "error", "score"})


@router.get("/games/{game}/puzzle", response_model=replies.DailyReply, responses=problems(404))
def puzzle_of_the_day(game: GameName) -> Response:
    """Return the puzzle of the day, without its solution. It changes at the server's midnight."""
    day = date.today()
    found = book_of(GAMES[game]).of_day(day)
    return json_response({"day": day.isoformat(), "puzzle": puzzle_document(_posed(game, found.id))})


@router.get("/games/{game}/puzzles", response_model=list[replies.LadderReply], responses=problems(404))
def ladders(game: GameName) -> Response:
    """Return the ids of a game's puzzles, level by level: each level is a ladder, those missed least first."""
    book = book_of(GAMES[game])
    return json_response([{"level": level, "puzzles": [one.id for one in book.of_level(level)]} for level in LEVELS])


@router.get("/games/{game}/puzzles/levels/{level}", response_model=replies.PuzzleReply, responses=problems(404))
def puzzle_of_level(game: GameName, level: LevelNumber, rung: RungNumber = 0) -> Response:
    """Return one of a level's puzzles, without its solution."""
    rungs = book_of(GAMES[game]).of_level(level)
    if rung >= len(rungs):
        raise UnknownNameError(f"Level {level} has no puzzle {rung}: it has {len(rungs)}, counted from 0.")
    return json_response(puzzle_document(_posed(game, rungs[rung].id)))


@router.get("/games/{game}/puzzles/{puzzle}", response_model=replies.PuzzleReply, responses=problems(404))
def puzzle(game: GameName, puzzle: PuzzleId) -> Response:
    """Return a puzzle without its solution."""
    return json_response(puzzle_document(_posed(game, puzzle)))


@router.post("/games/{game}/puzzles/{puzzle}/draft", response_model=replies.DraftReply, responses=problems(404, 409))
def puzzle_draft(game: GameName, puzzle: PuzzleId, wanted: TurnRequest) -> Response:
    """Look at an answer in the making, as at a move of a table; its version is always 0."""
    posed = _posed(game, puzzle)
    return json_response(draft_document(commands.draft_of(posed.view, wish_of(wanted)), 0, posed.seat))


@router.post(
    "/games/{game}/puzzles/{puzzle}/answer", response_model=replies.JudgementReply, responses=problems(404, 409)
)
def answer(game: GameName, puzzle: PuzzleId, wanted: TurnRequest) -> Response:
    """Judge a whole turn: it is right where it leads to the same position as the best, before chance acts."""
    posed = _posed(game, puzzle)
    move = commands.draft_of(posed.view, wish_of(wanted)).move
    judgement, best = posed.judge(move), posed.puzzle.turns[0]
    weighed = judgement.weighed
    return json_response(
        {
            "is_right": judgement.is_right,
            "notation": str(move),
            "move": posed.game.write_move(move),
            "share": None if weighed is None else weighed.share,
            "error": None if weighed is None else weighed.error,
            "loss": judgement.loss,
            "best_share": best.share,
            "best_error": best.error,
        }
    )


@router.get("/games/{game}/puzzles/{puzzle}/solution", response_model=replies.SolutionReply, responses=problems(404))
def solution(game: GameName, puzzle: PuzzleId) -> Response:
    """Return the best turn of a puzzle and the others that were weighed, the best first."""
    found = _posed(game, puzzle).puzzle
    return json_response({"themes": found.themes, "turns": [_weighed_document(weighed) for weighed in found.turns]})
