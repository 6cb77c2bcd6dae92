"""The analysis service: its answers, in their order, and what it says of lines that it cannot do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rivertable.study import analysis
from rivertable.study.analysis import Service

from .games import played

MATCH = ("glassworks", ("artisan", "novice"), "service")


def answers(*lines: Any) -> list[dict[str, Any]]:
    """Return the answers to requests: objects, or text as it is."""
    found: list[dict[str, Any]] = []
    Service(lambda answer: found.append(answer.model_dump(mode="json")), "0").run(
        line if isinstance(line, str) else json.dumps(line) for line in lines
    )
    return found


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_a_position_is_weighed_with_answers_on_the_way(game: str) -> None:
    position = played(game, ("artisan", "novice"), "service").before(7)
    request = {"id": "p", "game": game, "position": position.text, "playouts": 100, "partial": True}
    first, last, done = answers(request)
    assert (first["is_final"], last["is_final"], done) == (False, True, {"id": "p", "done": "analysed"})
    assert (first["playouts"], last["playouts"], last["seat"]) == (60, 180, position.seat)
    assert last["options"][0]["win_share"] == last["win_share"]
    assert position.play(last["options"][0]["notation"], chance=1)
    assert (last["turn"], last["played"]) == (None, None)


def test_the_turns_of_a_record_in_their_order() -> None:
    match = played(*MATCH)
    found = answers({"id": "r", "record": match.record(), "turns": [5, 2], "playouts": 1})
    assert [answer.get("turn") for answer in found] == [5, 2, None]
    assert [answer["played"]["notation"] for answer in found[:2]] == [str(match.turns[n].move) for n in (4, 1)]


def test_a_cancelled_request_ends_and_the_next_is_done() -> None:
    position = played(*MATCH).before(5).text

    def lines() -> Iterator[str]:
        yield json.dumps({"id": "long", "game": "glassworks", "position": position, "playouts": 1_000_000})
        yield json.dumps({"action": "cancel", "id": "long"})
        yield json.dumps({"action": "version", "id": "v"})

    found = answers(*lines())
    assert {"id": "long", "done": "cancelled"} in found
    assert [answer["format"] for answer in found if answer["id"] == "v"] == [analysis.FORMAT]


WRONG: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "The line is not JSON."),
    "no object": ("[1]", "The line is not a JSON object."),
    "no such action": ({"id": "x", "action": "win"}, "There is no action 'win'"),
    "no id": ({"game": "glassworks"}, "id"),
    "unknown field": ({"id": "x", "colour": 1}, "colour"),
    "nothing asked": ({"id": "x"}, "has either a position or a record"),
    "both": ({"id": "x", "position": "p", "record": {}}, "has either a position or a record"),
    "no game": ({"id": "x", "position": "p", "game": "chess"}, "There is no game 'chess'"),
    "no position": ({"id": "x", "position": "p", "game": "glassworks"}, ""),
    "no record": ({"id": "x", "record": {}}, "This is no game record"),
    "nothing to cancel": ({"id": "x", "action": "cancel"}, "There is no open request 'x'."),
    "no playouts": ({"id": "x", "game": "glassworks", "position": "p", "playouts": 0}, "playouts"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_line_gets_a_sentence_and_the_next_is_done(name: str) -> None:
    line, sentence = WRONG[name]
    refused, version = sorted(answers(line, {"id": "v", "action": "version"}), key=lambda answer: answer["id"] == "v")
    assert sentence in refused["sentence"]
    assert refused["code"]
    assert version["id"] == "v"


def test_a_turn_that_the_record_lacks() -> None:
    (refused,) = answers({"id": "r", "record": played(*MATCH).record(), "turns": [999]})
    assert "not 999" in refused["sentence"]


def test_every_field_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text("utf-8")
    for model in (
        analysis.AnalyseRequest, analysis.CancelRequest, analysis.AnalysisAnswer, analysis.DoneAnswer,
        analysis.VersionAnswer, analysis.ErrorAnswer, analysis.OptionDocument,
    ):  # fmt: skip
        assert [name for name in model.model_fields if f"`{name}`" not in page] == []
