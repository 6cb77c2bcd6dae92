"""The stored lessons follow the rules, and every step of them has its words in every language."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rivertable.core.documents import as_document
from rivertable.core.errors import RecordError, UnknownNameError
from rivertable.core.game import GAMES
from rivertable.study.lesson import LEARNER, Lesson, load_lesson, read_lesson
from rivertable.table.web.openapi import described
from rivertable.table.web.routes.games import LessonReply, lesson_document

CLIENT_GAMES = Path(__file__).resolve().parents[2] / "client" / "src" / "games"
LANGUAGES = ("en", "de", "fr", "es")
SECONDS_A_STEP = 20
"""Two short sentences read twice, and a tap."""


@pytest.fixture(params=sorted(GAMES))
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return load_lesson(GAMES[request.param])


def stored(name: str) -> Any:
    return json.loads((files("rivertable.study") / "lessons" / f"{name}.json").read_text("utf-8"))


def test_every_turn_is_legal_and_chance_brings_what_is_stored(lesson: Lesson) -> None:
    match = lesson.match
    game, written = match.game, stored(match.game.name)
    assert len(match.turns) == len(written["turns"]) >= 5
    for number, (turn, document) in enumerate(zip(match.turns, written["turns"], strict=True)):
        before = match.before(number)
        assert turn.move in before.moves()
        assert turn.seat == document["seat"] == before.seat
        assert game.documents.write_chance(before, turn.decisions, turn.outcomes) == document["chance"]


def test_steps_take_every_decision_of_the_learner_once(lesson: Lesson) -> None:
    taken = [(step.turn, place) for step in lesson.steps for place in range(step.first, step.until)]
    turns = lesson.match.turns
    assert taken == [(number, place) for number, turn in enumerate(turns) for place in range(len(turn.decisions))]
    assert [step.turn for step in lesson.steps if step.ends_turn] == list(range(len(turns)))
    for turn, drafts in zip(turns, lesson.drafts, strict=True):
        assert (drafts != ()) == (turn.seat == LEARNER)
        if drafts:
            assert drafts[-1].is_complete and drafts[-1].move == turn.move


def test_a_lesson_takes_five_minutes_at_most(lesson: Lesson) -> None:
    assert len(lesson.steps) * SECONDS_A_STEP <= 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_words(lesson: Lesson, language: str) -> None:
    words = json.loads((CLIENT_GAMES / lesson.match.game.name / "words" / language / "lesson.json").read_text("utf-8"))
    said = {step.id for step in lesson.steps}
    asking = [step for step in lesson.steps if step.kind in ("decide", "turn")]
    # Where all is chosen and a turn waits for its button, the hint is the same in every lesson.
    hints = {f"{step.id}_hint" for step in asking if step.first < step.until}
    assert set(words) == said | hints
    common = json.loads((CLIENT_GAMES.parent / "words" / language / "lesson.json").read_text("utf-8"))
    assert "{confirm}" in common["chosen_hint"]
    assert len(said) == len(lesson.steps)


def test_the_api_offers_only_what_the_lesson_asks_for(lesson: Lesson) -> None:
    document = lesson_document(lesson)
    as_document(described(LessonReply), document)
    for turn, written in zip(lesson.match.turns, document["turns"], strict=True):
        offered = [[choice["decision"] for choice in draft["choices"]] for draft in written["drafts"]]
        assert offered == ([[decision] for decision in turn.decisions] + [[]] if turn.seat == LEARNER else [])


def test_cards_pointed_at_are_where_they_are_pointed_at() -> None:
    lesson = load_lesson(GAMES["market"])
    for step in lesson.steps:
        # What a turn builds can be pointed at once it is built.
        state = GAMES["market"].documents.write_state(lesson.match.before(step.turn + (step.kind == "watch")))
        places = {
            "hand": state["seats"][LEARNER]["hand"],
            "card": [booth["card"] for row in state["river"].values() for booth in row],
        }
        for kind, name in (point.split("/") for point in step.points):
            assert name in places.get(kind, [name]), f"{step.id}: {name} is not there"


def test_a_game_without_a_lesson_says_so() -> None:
    class Chess:
        name, title = "chess", "Chess"

    with pytest.raises(UnknownNameError, match="no lesson for Chess"):
        load_lesson(Chess())  # type: ignore[arg-type]


def _illegal(document: Any) -> None:
    document["turns"][0]["move"]["onto"] = 2


def _other_chance(document: Any) -> None:
    document["turns"][0]["chance"]["refill"] = ["black heart"]


def _too_few_steps(document: Any) -> None:
    del document["steps"][-5:]


def _wrong_seat(document: Any) -> None:
    document["steps"].insert(0, {"id": "early", "kind": "watch"})


def _half_a_turn(document: Any) -> None:
    document["steps"].insert(3, {"id": "early", "kind": "read"})


def _too_many_decisions(document: Any) -> None:
    document["steps"][2]["until"] = 9


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (_illegal, r"turns\[0\]"),
        (_other_chance, r"turns\[0\]"),
        (_too_few_steps, "steps: Some turns have no step"),
        (_wrong_seat, r"steps\[0\]"),
        (_half_a_turn, r"steps\[3\]"),
        (_too_many_decisions, r"steps\[2\]"),
        (lambda document: document.pop("turns"), "lesson: turns"),
    ],
)
def test_a_lesson_that_does_not_follow_the_rules_is_refused(damage: Any, where: str) -> None:
    document = stored("glassworks")
    damage(document)
    with pytest.raises(RecordError, match=where):
        read_lesson(GAMES["glassworks"], document)
