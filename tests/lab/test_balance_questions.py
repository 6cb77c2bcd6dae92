"""What is asked of the laboratory: values to vary as people type them, and the games that answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from more_options import add_options
from rivertable.core.errors import DataError, OptionError, UnknownNameError
from rivertable.core.game import GAMES
from rivertable.lab import SimulationError
from rivertable.lab.balance import (
    Question,
    Setting,
    Variation,
    balance,
    join_games,
    now_of,
    play_jobs,
    read_variation,
    stack_games,
    sweep,
    values_of,
)
from rivertable.lab.balance.questions import sources_of
from rivertable.lab.simulation import play_whole

from .made_games import assert_same

GAME = GAMES["glassworks"]
BASE = Setting("standard", GAME.options.make("rulebook"), GAME.printed.load())


def read(text: str, base: Setting = BASE) -> Variation:
    return read_variation(text, GAME, base)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("overflow_vp=-1", ["-1"]),
        ("overflow_vp=-4..-2", ["-4", "-3", "-2"]),
        ("overflow_vp=-9..0/4", ["-9", "-5", "-1"]),
        (" row_vp.7 = 30, 7 ,30,-05", ["-5", "7", "30"]),
        ("row_vp.7=3,20..24/2", ["3", "20", "22", "24"]),
        ("preset=rulebook,bga", ["rulebook", "bga"]),
    ],
)
def test_values_as_people_type_them(text: str, values: list[str]) -> None:
    assert [varied.text for varied in read(text).values] == values


def test_each_value_is_a_setting_of_its_own() -> None:
    found = read("column_vp.7=5,7")
    assert (found.value.name, found.now, found.is_number) == ("column_vp.7", "7", True)
    five, seven = found.values
    assert (five.is_base, seven.is_base) == (False, True)
    assert five.setting.components.sha256 == GAME.printed.with_value(BASE.components, "column_vp.7", 5).sha256
    assert five.setting.words == "column_vp.7=5"


def test_options_are_varied_from_the_setting_that_is_asked_for() -> None:
    found = read("lake_draws_after_trigger=no,yes", replace(BASE, options=GAME.options.make("bga")))
    assert (found.now, found.is_number) == ("no", False)
    assert [varied.is_base for varied in found.values] == [True, False]
    changes = {"inventory_counts_overflow": True, "lake_draws_after_trigger": False}
    both = replace(BASE, options=GAME.options.make("rulebook", changes))
    # Both options as the preset bga has them: it is the same setting by another name.
    assert [varied.is_base for varied in read("preset=rulebook,bga", both).values] == [False, True]
    assert [now_of(both, value) for value in values_of(GAME, both)[:5]] == ["rulebook", "yes", "no", None, "1"]
    names = [value.name for value in values_of(GAME, BASE)]
    assert names[:3] == ["preset", "inventory_counts_overflow", "lake_draws_after_trigger"]
    assert "preset" not in [value.name for value in values_of(GAMES["market"], BASE_OF_MARKET)]


BASE_OF_MARKET = Setting("deck", GAMES["market"].options.make("rulebook"), GAMES["market"].printed.load())


def test_options_of_every_type_are_varied(monkeypatch: pytest.MonkeyPatch) -> None:
    add_options(monkeypatch)
    base = replace(BASE, options=GAME.options.make())
    sizes = read("lake_size=3..5", replace(BASE, options=GAME.options.make(None, {"lake_size": 4})))
    assert [(varied.text, varied.is_base) for varied in sizes.values] == [("3", False), ("4", True), ("5", False)]
    assert (sizes.now, sizes.is_number) == ("4", True)
    assert [varied.setting.options["lake_size"] for varied in sizes.values] == [3, 4, 5]
    shores = read("shore=rock,sand", base)
    assert [(varied.text, varied.is_base) for varied in shores.values] == [("rock", False), ("sand", True)]
    assert (shores.now, shores.is_number) == ("sand", False)
    assert [varied.text for varied in read("inventory_counts_overflow=true,yes,off", base).values] == ["yes", "no"]
    # An option or the preset alone: all its values.
    for name, texts in (
        ("lake_size", ["3", "4", "5", "6", "7"]),
        ("shore", ["sand", "reed", "rock"]),
        ("inventory_counts_overflow", ["no", "yes"]),
        ("preset", ["rulebook", "bga"]),
    ):
        assert [varied.text for varied in read(name, base).values] == texts
    with pytest.raises(OptionError, match=r"The option lake_size is a whole number from 3 to 7, not 8\."):
        read("lake_size=3..8", base)
    with pytest.raises(OptionError, match=r"The option shore is sand, reed or rock, not 'grass'\."):
        read("shore=sand,grass", base)


def test_what_is_no_question_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean column_vp\.7"):
        read("colum_vp.7=3")
    with pytest.raises(OptionError, match="more than 60"):
        read("row_vp.7=0..60")
    with pytest.raises(OptionError, match="more than 60"):
        read("row_vp.7=0..40,50..90")
    with pytest.raises(DataError, match="fault"):
        read("stones=0..10")


def test_games_are_the_same_whoever_plays_them_and_with_whatever_else() -> None:
    asked = Question("glassworks", (2, 3), ("random",), 6, "jobs", "", (BASE,))
    counting, printed = GAME.counting, BASE.components
    jobs = [asked.job(BASE, 2), asked.job(read("stones=2").values[0].setting, 3)]
    things, parts = counting.list_uses(printed), counting.list_parts()
    alone = [stack_games([play_whole(job, number) for number in range(1, 7)], things, parts) for job in jobs]
    for processes in (1, 2):
        played = list(play_jobs(jobs, 6, processes))
        for job, found in zip(jobs, alone, strict=True):
            assert_same(join_games([each for each in played if each.players == job.terms.players]), found)
    assert jobs[1].bots == ("random",) * 3
    for games, processes in ((0, 1), (1, 0)):
        with pytest.raises(SimulationError, match="at least one"):
            next(play_jobs(jobs, games, processes))


def test_every_player_count_and_value_has_the_games_it_asked_for() -> None:
    """Several numbers of players and variations are played as one: each gets its own games."""
    asked = Question("glassworks", (2, 3), ("random",), 20, "order", "", (BASE,))
    together = sweep(asked, (read("overflow_vp=-3,-9"), read("row_vp.1=50")))
    for players in (0, 1):
        alone = replace(asked, players=(asked.players[players],))
        rows = sweep(alone, (read("row_vp.1=50"),))["sweeps"][0]["tables"][0]["values"]
        values = together["sweeps"][1]["tables"][players]["values"]
        assert [each["second"]["value"] for each in values[0]["measures"]] == [
            each["second"]["value"] for each in rows[0]["measures"]
        ]
    nine, as_it_is = together["sweeps"][0]["tables"][0]["values"]
    assert (nine["is_base"], as_it_is["is_base"]) == (False, True)
    assert nine["measures"][0]["difference"]["value"] < 0
    nothing = {"value": 0.0, "low": 0.0, "high": 0.0}
    assert all(each["difference"] == nothing for each in as_it_is["measures"])
    whole = balance(asked)["tables"]
    found = together["sweeps"][0]["tables"][1]["values"][0]["measures"][0]["first"]
    assert whole[1]["settings"][0]["scores"]["mean"] == found


def test_a_line_is_drawn_through_three_numbers_the_one_that_is_printed_included() -> None:
    asked = Question("glassworks", (2,), ("random",), 20, "line", "", (BASE,))
    with_line, without = sweep(asked, (read("overflow_vp=-9,-6"), read("row_vp.5=40")))["sweeps"]
    (table,) = with_line["tables"]
    assert without["tables"][0]["trends"] == []
    assert [each["id"] for each in table["trends"]] == [each["id"] for each in table["values"][0]["measures"]]
    score = table["trends"][0]
    assert (score["id"], score["mark"]) == ("score", "more")
    # Random bots see no points: each game is the same but for what its overflow costs.
    spilled = next(each for each in table["trends"] if each["id"] == "points.column:overflow")
    assert spilled["rise"]["value"] == pytest.approx(score["rise"]["value"])
    uses = next(each for each in table["trends"] if each["id"] == "uses.column:overflow")
    assert uses["rise"]["value"] == 0
    # Two values tried and their line, then one value: all measures of whole games and of what they bear on.
    assert table["comparisons"] == 3 * len(table["trends"]) + len(without["tables"][0]["values"][0]["measures"])


def test_what_is_printed_nowhere_is_told() -> None:
    assert any(said.startswith("column_vp: inferred") for said in sources_of(GAME, BASE.components))
    said = sources_of(GAMES["market"], BASE_OF_MARKET.components)
    assert any("values of the cards are invented" in each for each in said)
