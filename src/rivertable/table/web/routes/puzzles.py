"""Puzzles: positions with one clearly best turn, and the judge of answers. Nothing is kept of who answers."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from ....core.errors import UnknownNameError
from ....core.game import GAMES
from ....core.options import OptionValue
from ....core.pictures import edition_name
from ....study.puzzles.puzzle import LEVELS, Posed, book_of
from ...domain import commands, documents, news
from ..compression import ReadRoute
from ..context import AS_DIGITS, json_response
from ..openapi import answers
from ..requests import TurnRequest
from .games import GameName
from .play import draft_document, input_of

router = APIRouter(tags=["puzzles"], route_class=ReadRoute)

PuzzleId = Annotated[str, Path(pattern="^[gm][0-9a-f]{7}$", description="The puzzle's id.")]
LevelNumber = Annotated[int, Path(ge=LEVELS[0], le=LEVELS[-1], description="How difficult the puzzles are."), AS_DIGITS]
RungNumber = Annotated[int, Query(ge=0, le=100_000, description="Which of the level's puzzles, from 0."), AS_DIGITS]


class PuzzleReply(documents.PreviewReply):
    """A puzzle without its solution: what the seat on turn knows.

    ``theme`` is a hint at the best turn, ``fails`` the part of the tries in which each level of bots took another one;
    ``position`` says the same as ``state``, in one line. ``edition`` has the printed data that it is played with.
    """

    game: documents.GameName
    id: str
    level: int
    theme: documents.Theme
    players: int
    seat: int
    options: dict[str, OptionValue]
    edition: str
    is_standard_edition: bool
    position: str
    fails: dict[str, float]


class DailyReply(documents.Reply):
    """The puzzle of a day."""

    day: str
    puzzle: PuzzleReply


class LadderReply(documents.Reply):
    """The puzzles of a level, by their ids: those that are missed least first."""

    level: int
    puzzles: list[str]


class JudgementReply(documents.Reply):
    """What an answer is worth: its win share, the standard error, and the loss against the best turn.

    All three are null if the search has no figures for it.
    """

    game: documents.GameName
    is_right: bool
    notation: str
    move: documents.Move
    win_share: float | None
    standard_error: float | None
    loss: float | None
    best_win_share: float
    best_standard_error: float


class WeighedReply(documents.Reply):
    """A turn that was searched: its win share, the standard error, and the expected final score by seat."""

    notation: str
    move: documents.Move
    win_share: float
    standard_error: float
    score: list[float]


class SolutionReply(documents.Reply):
    """The solution of a puzzle: all that is true of the best turn, and the turns weighed, the best first."""

    game: documents.GameName
    themes: list[documents.Theme]
    turns: list[WeighedReply]


@lru_cache(maxsize=256)
def _posed(game: str, puzzle: str) -> Posed:
    """Return a puzzle as it is posed; each choice of a turn asks for it again.

    Raises:
        UnknownNameError: there is none of this id.
    """
    return Posed(book_of(GAMES[game]).find(puzzle), GAMES[game])


def puzzle_document(posed: Posed) -> PuzzleReply:
    """Return a puzzle without its solution, as the API writes it."""
    chosen, view = posed.puzzle, posed.view
    edition = edition_name(posed.game, view.terms.components.sha256) or ""
    return {
        "game": posed.game.name,
        "id": chosen.id,
        "level": chosen.level,
        "theme": chosen.theme,
        "players": view.players,
        "seat": posed.seat,
        "options": view.terms.options.document(),
        "edition": edition,
        "is_standard_edition": edition == posed.game.printed.EDITIONS[0],
        "position": chosen.position,
        "fails": chosen.fails,
        **news.position_document(view),
    }


@router.get("/games/{game}/puzzle", **answers(DailyReply, 404))
def puzzle_of_the_day(game: GameName) -> Response:
    """Return the puzzle of the day, without its solution. It changes at the server's midnight."""
    day = date.today()
    found = book_of(GAMES[game]).of_day(day)
    return json_response(DailyReply(day=day.isoformat(), puzzle=puzzle_document(_posed(game, found.id))))


@router.get("/games/{game}/puzzles", **answers(list[LadderReply], 404))
def ladders(game: GameName) -> Response:
    """Return the ids of a game's puzzles, level by level: each level is a ladder, those missed least first."""
    book = book_of(GAMES[game])
    levels = [LadderReply(level=level, puzzles=[one.id for one in book.of_level(level)]) for level in LEVELS]
    return json_response(levels)


@router.get("/games/{game}/puzzles/levels/{level}", **answers(PuzzleReply, 404))
def puzzle_of_level(game: GameName, level: LevelNumber, rung: RungNumber = 0) -> Response:
    """Return one of a level's puzzles, without its solution."""
    rungs = book_of(GAMES[game]).of_level(level)
    if rung >= len(rungs):
        raise UnknownNameError(f"Level {level} has no puzzle {rung}: it has {len(rungs)}, counted from 0.")
    return json_response(puzzle_document(_posed(game, rungs[rung].id)))


@router.get("/games/{game}/puzzles/{puzzle}", **answers(PuzzleReply, 404))
def puzzle(game: GameName, puzzle: PuzzleId) -> Response:
    """Return a puzzle without its solution."""
    return json_response(puzzle_document(_posed(game, puzzle)))


@router.post("/games/{game}/puzzles/{puzzle}/draft", **answers(documents.DraftReply, 404, 409))
def puzzle_draft(game: GameName, puzzle: PuzzleId, wanted: TurnRequest) -> Response:
    """Look at an answer in the making, as at a move of a table; its version is always 0."""
    posed = _posed(game, puzzle)
    return json_response(draft_document(commands.draft_of(posed.view, input_of(wanted)), 0, posed.seat))


@router.post("/games/{game}/puzzles/{puzzle}/answer", **answers(JudgementReply, 404, 409))
def answer(game: GameName, puzzle: PuzzleId, wanted: TurnRequest) -> Response:
    """Judge a whole turn: it is right where it leads to the same position as the best, before chance acts."""
    posed = _posed(game, puzzle)
    move = commands.draft_of(posed.view, input_of(wanted)).move
    judgement, best = posed.judge(move), posed.puzzle.turns[0]
    weighed = judgement.weighed
    found: JudgementReply = {
        "game": game,
        "is_right": judgement.is_right,
        "notation": str(move),
        "move": posed.game.documents.write_move(move),
        "win_share": None if weighed is None else weighed.win_share,
        "standard_error": None if weighed is None else weighed.standard_error,
        "loss": judgement.loss,
        "best_win_share": best.win_share,
        "best_standard_error": best.standard_error,
    }
    return json_response(found)


@router.get("/games/{game}/puzzles/{puzzle}/solution", **answers(SolutionReply, 404))
def solution(game: GameName, puzzle: PuzzleId) -> Response:
    """Return the best turn of a puzzle and the others that were weighed, the best first."""
    found = _posed(game, puzzle).puzzle
    turns = [documents.copied(WeighedReply, turn) for turn in found.turns]
    return json_response(SolutionReply(game=game, themes=found.themes, turns=turns))
