"""What can be played: games, their rules, printed data and first lesson; scoring a real board; checking a record."""

from __future__ import annotations

from functools import cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypeAlias, cast

from fastapi import APIRouter, Body, Path, Request
from pydantic import Field
from pydantic_core import to_json
from starlette.background import BackgroundTask
from starlette.responses import Response

from ....bots import bots_of, rivals_of
from ....core.contract.parts import ScoreSheet
from ....core.errors import RecordError, UnknownNameError
from ....core.game import GAMES, Game
from ....core.match import check
from ....core.options import OptionValue
from ....core.position import Draft
from ....core.record import read_document
from ....study.lesson import LEARNER, Lesson, load_lesson
from ...domain import documents, news
from ..compression import ReadRoute, kept_response
from ..context import Shared, json_response
from ..openapi import answers
from .play import draft_document

router = APIRouter(tags=["games"], route_class=ReadRoute)

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Annotated[Literal[tuple(GAMES)], Path(description="The game's name.")]
EditionName = Annotated[str, Path(max_length=60, description="The name of an edition that comes with the game.")]


class OptionReply(documents.Reply):
    """The base of a game's options: the name, a sentence, and the rule it belongs to."""

    name: str
    sentence: str
    rule: str


class BooleanOptionReply(OptionReply):
    """An option that is on or off; the sentence says what it means when on."""

    type: Literal["boolean"]


class NumberOptionReply(OptionReply):
    """An option that is a whole number within bounds."""

    type: Literal["number"]
    minimum: int
    maximum: int


class ChoiceOptionReply(OptionReply):
    """An option that is one of a few names."""

    type: Literal["choice"]
    choices: list[str]


AnyOptionReply: TypeAlias = Annotated[
    BooleanOptionReply | NumberOptionReply | ChoiceOptionReply, Field(discriminator="type")
]


class LevelReply(documents.Reply):
    """A bot's level and how it plays."""

    name: str
    sentence: str
    rules: list[str]
    """a Rival's rules, in the order in which it looks at them; none of other bots"""


class GameReply(documents.Reply):
    """An installed game."""

    name: documents.GameName
    title: str
    players: list[int]
    has_hidden: bool
    options: list[AnyOptionReply]
    presets: dict[str, dict[str, OptionValue]]
    levels: list[LevelReply]
    editions: list[str]
    """printed data that comes with the game, the standard one first"""


class RuleReply(documents.Reply):
    """A rule in this project's words."""

    id: str
    section: str
    title: str
    text: str
    status: str
    note: str
    see: list[str]
    options: list[str]


class PreparationReply(documents.Reply):
    """How far faster play is prepared, which goes on beside a server that starts for the first time."""

    is_going_on: bool
    share: float
    """from 0 to 1"""


class Checked(documents.Reply):
    """Whether a record follows the rules and its shuffle; ``fault`` says where it does not."""

    is_good: bool
    fault: str | None


class LessonPosition(documents.PreviewReply):
    """A position of a lesson as the learner may know it, and whose turn it is."""

    seat: int | None


class LessonTurn(documents.Reply):
    """A turn of a lesson; for the learner's the draft before each decision, with the one choice asked for.

    ``consequences`` are what it brings beside what its move and ``chance`` say.
    """

    seat: int
    move: documents.Move
    notation: str
    chance: documents.Chance
    consequences: NotRequired[list[documents.Consequence]]
    drafts: list[documents.DraftReply]


class LessonStep(documents.Reply):
    """A step: it begins after so many turns and decisions; what it points at is written kind/name."""

    id: str
    kind: Literal["read", "decide", "turn", "watch"]
    points: list[str]
    turn: int
    first: int
    until: int


class LessonReply(documents.Reply):
    """The first lesson of a game: a position before each turn and after the last, the turns, the steps."""

    game: documents.GameName
    learner: int
    options: dict[str, OptionValue]
    positions: list[LessonPosition]
    turns: list[LessonTurn]
    steps: list[LessonStep]


def game_document(game: Game) -> GameReply:
    """Return an installed game as the API writes it."""
    rivals = rivals_of(game)
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "has_hidden": game.has_hidden,
        "options": [cast("AnyOptionReply", option.document()) for option in game.options],
        "presets": {name: dict(values) for name, values in game.options.presets.items()},
        "levels": [
            {"name": name, "sentence": sentence, "rules": list(rivals[name].rules) if name in rivals else []}
            for name, sentence in bots_of(game).items()
        ],
        "editions": list(game.printed.EDITIONS),
    }


@router.get("/games", **answers(list[GameReply]))
def games(context: Shared, request: Request) -> Response:
    """Return the installed games."""
    answer = kept_response(request, to_json([game_document(game) for game in GAMES.values()]))
    answer.background = BackgroundTask(context.preparation.of_rules)
    return answer


@router.get("/preparation", **answers(PreparationReply))
def preparation(context: Shared) -> Response:
    """Return how far faster play is prepared; until then bots that look ahead do not, and hints and reviews wait."""
    found = context.preparation
    return json_response(PreparationReply(is_going_on=found.is_going_on, share=round(found.share, 3)))


@router.get("/games/{game}/rules", **answers(list[RuleReply], 404))
def rules(game: GameName, request: Request) -> Response:
    """Return a game's rules in this project's words."""
    return kept_response(
        request, to_json([documents.copied(RuleReply, rule) for rule in GAMES[game].rulebook.values()])
    )


@router.get("/games/{game}/components", **answers(documents.Components, 404))
def components(game: GameName, request: Request) -> Response:
    """Return the printed data of a game's standard edition."""
    return _printed_data(game, GAMES[game].printed.EDITIONS[0], request)


@router.get("/games/{game}/editions/{edition}", **answers(documents.Components, 404))
def edition(game: GameName, edition: EditionName, request: Request) -> Response:
    """Return the printed data of one of the editions that come with a game."""
    if edition not in GAMES[game].printed.EDITIONS:
        raise UnknownNameError(f"{GAMES[game].title} comes with no edition {edition}.")
    return _printed_data(game, edition, request)


def _printed_data(game: str, edition: str, request: Request) -> Response:
    chosen = GAMES[game]
    printed = chosen.printed.load(FilePath(edition))
    return kept_response(request, to_json(chosen.printed.write_components(printed)), printed.sha256)


def _asked_document(draft: Draft, number: int, decisions: tuple[int, ...]) -> documents.DraftReply:
    """Return a draft of which nothing but what the lesson asks for can be chosen next."""
    document = draft_document(draft, number, LEARNER)
    asked = decisions[len(draft.decisions) : len(draft.decisions) + 1]
    return document | {"choices": [choice for choice in document["choices"] if choice["decision"] in asked]}


def lesson_document(lesson: Lesson) -> LessonReply:
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
        "turns": [_lesson_turn(lesson, number) for number in range(len(match.turns))],
        "steps": [documents.copied(LessonStep, step) for step in lesson.steps],
    }


def _lesson_turn(lesson: Lesson, number: int) -> LessonTurn:
    match, game = lesson.match, lesson.match.game
    turn, before = match.turns[number], match.before(number)
    document: LessonTurn = {
        "seat": turn.seat,
        "move": game.documents.write_move(turn.move),
        "notation": str(turn.move),
        "chance": game.documents.write_chance(before.view(LEARNER), turn.decisions, turn.outcomes),
        "drafts": [_asked_document(draft, number, turn.decisions) for draft in lesson.drafts[number]],
    }
    if game.consequences is not None:
        document["consequences"] = game.consequences.list_consequences(before, turn.decisions)
    return document


@cache
def _lesson_bytes(game: Game) -> bytes:
    return to_json(lesson_document(load_lesson(game)))


@router.get("/games/{game}/lesson", **answers(LessonReply, 404))
def lesson(game: GameName, request: Request) -> Response:
    """Return a game's first lesson: a short game with what is shown, asked and watched at each step."""
    return kept_response(request, _lesson_bytes(GAMES[game]))


def _add_score(game: Game, sheet: ScoreSheet) -> None:
    """Add the address that scores a board of one game: each takes a sheet of its own."""

    def score(board: Annotated[Any, Body()]) -> Response:
        terms = game.make_terms(2)
        return json_response(game.documents.write_breakdown(sheet.board_of(board, terms), 0))

    score.__annotations__["board"] = sheet.Sheet
    score.__doc__ = f"Score a board of a real table of {game.title}."
    described = answers(game.documents.BreakdownDocument)
    router.post(f"/games/{game.name}/score", name=f"score_{game.name}", **described)(score)


for _game in GAMES.values():
    if _game.sheet is not None:
        _add_score(_game, _game.sheet)


@router.post("/check", **answers(Checked))
def check_record(record: Annotated[dict[str, Any], Body()], context: Shared) -> Response:
    """Check a record: every transition, the score, and the shuffle where its seed is revealed."""
    try:
        document = read_document(record, "record")
        check(document, context.tables.components_of(document.game, document.components.sha256))
    except RecordError as error:
        return json_response(Checked(is_good=False, fault=str(error)))
    return json_response(Checked(is_good=True, fault=None))
