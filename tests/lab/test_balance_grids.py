"""Two values varied at once: each cell is what either value alone would be, and the page shows them all."""

from __future__ import annotations

import json

import pytest

from rivertable.core.errors import OptionError
from rivertable.core.game import GAMES
from rivertable.lab.balance import (
    Question,
    Setting,
    bot_words,
    grid_findings,
    grid_page,
    read_grid,
    read_variation,
    sweep,
    sweep_grid,
)

from .balance_pages import Page

GAME = GAMES["glassworks"]
BASE = Setting("standard", GAME.options.make(), GAME.printed.load())
DOWN, ACROSS = "overflow_vp=-30,-3", "lake_draws_after_trigger"


def question(games: int) -> Question:
    return Question("glassworks", (2,), ("random",), games, "g", "rivertable sweep", (BASE,))


def test_a_grid_holds_what_each_value_does_alone() -> None:
    """Game n has the same deal everywhere: a row and a column of the grid are the sweeps of one value."""
    document = sweep_grid(question(24), read_grid([DOWN, ACROSS], GAME, BASE))
    (table,) = document["grid"]["tables"]
    assert json.dumps(document)
    assert document["grid"]["down"]["values"] == ["-30", "-3"]
    assert document["grid"]["across"]["values"] == ["no", "yes"]
    assert [[cell["is_base"] for cell in row] for row in table["rows"]] == [[False, False], [False, True]]
    alone = sweep(question(24), (read_variation(DOWN, GAME, BASE),))["sweeps"][0]["tables"][0]["values"][0]
    found = {each["id"]: each for each in table["rows"][0][1]["measures"]}
    for each in alone["measures"]:
        assert found[each["id"]]["second"] == each["second"]
        assert found[each["id"]]["difference"]["value"] == each["difference"]["value"]
    assert found["points.column:overflow"]["mark"] == "less"
    (first, *_) = grid_findings(document)
    assert first.startswith("2 players: with VP of a piece in overflow at −30 and ")
    page = Page(grid_page(document))
    assert page.faults == []
    assert "now" in page.text
    assert "▼" in page.text
    assert "bots do" in page.text


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["stones=1"], "A grid is of two values: give --vary NAME=… twice."),
        (["stones=1", "stones=2"], "A grid is of two values that differ; stones is given twice."),
        (["column_vp.7=1..9", "column_vp.6=1..9"], "81 combinations are more than 60."),
    ],
)
def test_what_is_no_grid_is_refused(texts: list[str], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_grid(texts, GAME, BASE)
    assert caught.value.sentence == sentence


def test_a_preset_comes_before_the_options_that_it_sets() -> None:
    grid = read_grid([ACROSS, "preset"], GAME, BASE)
    assert grid.down.value.name == "preset"
    assert [dict(setting.options)["lake_draws_after_trigger"] for setting in grid.cells[1]] == [False, True]
    assert [setting.options.preset for setting in grid.cells[1]] == ["bga", "bga"]


def test_bots_are_named_in_words() -> None:
    assert bot_words("sight:net=no,root_candidates=30") == (
        "bots that take at once what looks best by the score as the rules count it"
    )
    assert bot_words("sight:root_candidates=30").endswith("by a network")
    assert bot_words("search:time=1") == "bots that search ahead"
    assert bot_words("flat") == "bots that try each choice in random games"
    assert bot_words("novice") == "novice"
    assert bot_words("rival:pike") == "Pike"
