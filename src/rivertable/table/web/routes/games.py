"""What can be played: games, their rules and printed data; scoring a board of a real table; checking a record."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Body, Path
from starlette.responses import Response

from ....bots import bots_of
from ....core.errors import RecordError
from ....core.game import GAMES, Game
from ....core.match import check
from ....core.record import read_document
from .. import replies
from ..context import Shared, json_response, problems

router = APIRouter(tags=["games"])

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Annotated[Literal[tuple(GAMES)], Path(description="The game's name.")]


def game_document(game: Game) -> dict[str, Any]:
    """Return an installed game as the API writes it."""
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "has_hidden": game.has_hidden,
        "options": [option.document() for option in game.options],
        "presets": {name: dict(values) for name, values in game.presets.items()},
        "levels": [{"name": name, "sentence": sentence} for name, sentence in bots_of(game).items()],
    }


@router.get("/games", response_model=list[replies.GameReply], responses=problems())
def games() -> Response:
    """Return the installed games."""
    return json_response([game_document(game) for game in GAMES.values()])


@router.get("/preparation", response_model=replies.PreparationReply, responses=problems())
def preparation(context: Shared) -> Response:
    """Return how far faster play is prepared; until then bots that look ahead do not, and hints and reviews wait."""
    found = context.preparation
    return json_response({"is_going_on": found.is_going_on, "share": round(found.share, 3)})


@router.get("/games/{game}/rules", response_model=list[replies.RuleReply], responses=problems(404))
def rules(game: GameName) -> Response:
    """Return a game's rules in this project's words."""
    return json_response([asdict(rule) for rule in GAMES[game].rulebook.values()])


@router.get("/games/{game}/components", response_model=replies.AnyComponents, responses=problems(404))
def components(game: GameName) -> Response:
    """Return the printed data of a game's standard edition."""
    chosen = GAMES[game]
    return json_response(chosen.write_components(chosen.load_components()))


def _add_score(game: Game) -> None:
    """Add the address that scores a board of one game: each takes a sheet of its own."""
    sheet = game.sheet_document

    def score(board: Annotated[Any, Body()]) -> Response:
        terms = game.make_terms(2)
        return json_response(game.write_breakdown(game.score_sheet(board, terms), 0))

    score.__annotations__["board"] = sheet
    score.__doc__ = f"Score a board of a real table of {game.title}."
    router.post(
        f"/games/{game.name}/score",
        response_model=game.breakdown_document,
        responses=problems(),
        name=f"score_{game.name}",
    )(score)


for _game in GAMES.values():
    _add_score(_game)


@router.post("/check", response_model=replies.Checked, responses=problems())
def check_record(record: Annotated[dict[str, Any], Body()], context: Shared) -> Response:
    """Check a record: every transition, the score, and the shuffle where its seed is revealed."""
    try:
        document = read_document(record, "record")
        check(document, context.desk.components_of(document.game, document.components.sha256))
    except RecordError as error:
        return json_response({"is_good": False, "fault": str(error)})
    return json_response({"is_good": True, "fault": None})
