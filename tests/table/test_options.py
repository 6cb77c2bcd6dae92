"""Options of every type at the table: what the API says of them, takes and keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from more_options import SHORE, SIZE, add_options
from rivertable.core.documents import as_document
from rivertable.glassworks import GAME
from rivertable.table.tables import Plan, SeatPlan
from rivertable.table.web.openapi import described
from rivertable.table.web.requests import options_model
from rivertable.table.web.routes.games import GameReply

from .in_process import running
from .problem_documents import problem_in


@pytest.fixture(autouse=True)
def _more_options(monkeypatch: pytest.MonkeyPatch) -> None:
    add_options(monkeypatch)


def test_a_table_is_made_kept_and_told_of_with_them(tmp_path: Path) -> None:
    options = {"preset": "bga", "lake_draws_after_trigger": True, "lake_size": 4, "shore": "reed"}
    chosen = GAME.options.make("bga", {name: value for name, value in options.items() if name != "preset"})
    with running(tmp_path, has_jobs=False) as server:
        games = {game["name"]: game for game in server.call("GET", "/api/games").json()}
        assert [option["type"] for option in games["glassworks"]["options"]] == [
            "boolean",
            "boolean",
            "number",
            "choice",
        ]
        assert games["glassworks"]["options"][2:] == [SIZE.document(), SHORE.document()]
        assert games["glassworks"]["presets"]["bga"]["lake_size"] == 5
        as_document(described(GameReply), games["glassworks"])
        table, _, _ = server.tables.create(Plan(GAME.make_terms(2, chosen), (SeatPlan("person"), SeatPlan("person"))))
        server.forget(table)
        assert server.call("GET", f"/api/tables/{table}").json()["options"] == options


def test_a_request_may_set_what_an_option_can_be() -> None:
    model = options_model(GAME)
    for values in ({}, {"lake_size": 3}, {"shore": "rock", "lake_size": 7}, {"inventory_counts_overflow": True}):
        assert model.model_validate(values).model_dump(exclude_none=True) == {"preset": "rulebook", **values}
    properties = model.model_json_schema()["properties"]
    assert {"type": "integer", "minimum": 3, "maximum": 7} in properties["lake_size"]["anyOf"]
    assert {"type": "string", "enum": ["sand", "reed", "rock"]} in properties["shore"]["anyOf"]


@pytest.mark.parametrize(
    "values",
    [
        {"lake_size": 2},
        {"lake_size": 8},
        {"lake_size": True},
        {"lake_size": "5"},
        {"lake_size": 4.5},
        {"shore": "grass"},
        {"shore": 0},
        {"inventory_counts_overflow": 1},
        {"lake": 3},
    ],
)
def test_a_request_may_set_nothing_else(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        options_model(GAME).model_validate(values)


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        ({"lake_size": 8}, "The option lake_size is a whole number from 3 to 7, not 8."),
        ({"lake_size": 4.5, "shore": "reed"}, "The option lake_size is a whole number from 3 to 7, not 4.5."),
        ({"lake_size": 4.0, "shore": "grass"}, "The option shore is sand, reed or rock, not 'grass'."),
        ({"inventory_counts_overflow": 1}, "The option inventory_counts_overflow is true or false, not 1."),
        ({"preset": "mine"}, "There is no preset 'mine'; there are rulebook, bga."),
    ],
)
def test_a_wrong_option_is_refused_in_the_games_words(tmp_path: Path, options: dict[str, Any], detail: str) -> None:
    wanted = {"game": "glassworks", "seats": [{"kind": "open"}] * 2, "options": options}
    with running(tmp_path, has_jobs=False) as server:
        refused = problem_in(server.call("POST", "/api/tables", wanted))
    assert (refused.status, refused.code, refused.detail) == (422, "bad-option", detail)
    assert refused.template in (Path(__file__).parents[2] / "client/src/words/de/refusals.json").read_text("utf-8")


@pytest.mark.parametrize(
    "options",
    [{"lake_size": [3]}, {"lake": "x" * 200}, {"preset": ["bga"]}, {"preset": ""}, [], 3, {"shore": {"reed": True}}],
)
def test_what_is_no_option_at_all_is_malformed(tmp_path: Path, options: Any) -> None:
    wanted = {"game": "glassworks", "seats": [{"kind": "open"}] * 2, "options": options}
    with running(tmp_path, has_jobs=False) as server:
        assert problem_in(server.call("POST", "/api/tables", wanted)).code == "malformed-request"
