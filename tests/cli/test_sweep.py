"""``rivertable sweep``: a planted imbalance is found with its interval, none is found where none was planted."""

import json
import shlex
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rivertable.core.game import GAMES

from .terminals import rivertable

BOT = "sight:net=no,root_candidates=10"
"""As novice, but quicker."""
WRONG = {
    "chess --vary a=1": "There is no game 'chess'",
    "glassworks": "Say what to vary",
    "glassworks --vary overflow_vp": "overflow_vp needs values: overflow_vp=LOW..HIGH",
    "glassworks --vary overflow_vp=": "overflow_vp needs values",
    "glassworks --vary overflow=1": "called 'overflow'; --list lists all. Did you mean overflow_vp",
    "glassworks --vary overflow_vp=3": "with overflow_vp = 3",
    "glassworks --vary overflow_vp=-1..-3": "-1..-3 is no range from low to high.",
    "glassworks --vary overflow_vp=-90..0": "-90..0 are more than 60 values.",
    "glassworks --vary overflow_vp=much": "overflow_vp is a whole number, not much.",
    "glassworks --vary lake_draws_after_trigger=3": "The option lake_draws_after_trigger is yes or no, not '3'.",
    "glassworks --vary row_vp.3=4": "row_vp.3=4 is so already: --vary needs a value that differs.",
    "glassworks --vary preset=rulebook": "preset=rulebook is so already",
    "glassworks --vary overflow_vp=-1 --vary row_vp.3=4 --grid": "row_vp.3=4 is so already",
    "glassworks --vary preset=foo": "There is no preset 'foo'",
    "glassworks --vary overflow_vp=-1 --players 1": "is for 2 to 5 players, not 1.",
    "glassworks --vary overflow_vp=-1 --players two": "--players is one or more numbers of players such as 2,3",
    "glassworks --vary overflow_vp=-1 --games 3": "--games is a whole number, at least ",
    "glassworks --vary overflow_vp=-1 --bots heron": "There is no bot 'heron'",
    "glassworks --vary overflow_vp=-1 --grid": "A grid is of two values: give --vary NAME=… twice.",
    "glassworks --vary overflow_vp=-1 --vary overflow_vp=-2 --grid": "A grid is of two values that differ",
    "market --vary cards.ice-shed.points=31": "fault",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_usage_is_clear_and_exit_code_2(words: str, home: Path) -> None:
    done = rivertable("sweep", *words.split(), home=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert WRONG[words] in done.stderr
    assert "Traceback" not in done.stderr


def swept(game: str, vary: str, games: int, folder: Path) -> tuple[str, dict[str, Any]]:
    """What a sweep says, and the figures of its one value."""
    options = ["--vary", vary, "--games", games, "--bots", BOT, "--seed", "s", "--jobs", 1]
    done = rivertable("sweep", game, *options, "--out", folder / "page.html", home=folder)
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads((folder / "page.json").read_text("utf-8"))
    assert document["format"] == "rivertable-sweep/1"
    assert (folder / "page.html").read_text("utf-8").startswith("<!doctype html>")
    (value,) = document["sweeps"][0]["tables"][0]["values"]
    return done.stdout, {each["id"]: each for each in value["measures"]}


def test_a_column_worth_ten_times_as_much_is_found(tmp_path: Path) -> None:
    said, found = swept("glassworks", "column_vp.7=70", 120, tmp_path)
    assert "with VP a piece in column 7 at 70 instead of 7 the mean score is " in said
    for name in ("score", "margin", "points.column:7"):
        assert found[name]["mark"] == "more"
        assert found[name]["difference"]["low"] > 0
    # Every fifth seat would have it high enough to count even by chance: ten times its points at the least.
    assert found["points.column:7"]["difference"]["value"] > 9 * found["points.column:7"]["first"]["value"]


def test_a_card_that_costs_nothing_is_found(tmp_path: Path) -> None:
    said, found = swept("market", "cards.ice-shed.cost=0", 120, tmp_path)
    assert "with Ice Shed: cost in Coins alone at 0 the uses of Ice Shed (Booths) per game are " in said
    built = found["uses.booth:ice-shed"]
    assert built["mark"] == "more"
    assert built["difference"]["low"] > 0
    assert f"{built['second']['value']:.2f}, {built['difference']['value']:.2f} higher (" in said


@pytest.mark.parametrize(
    ("game", "vary"),
    [
        # Black is in the bag with five players only (G6). Later seats begin with no more Coins, so it is all the same
        # from which seat on they do.
        ("glassworks", "pieces.black.heart=9"),
        ("market", "later_seats_from_third=yes"),
    ],
)
def test_nothing_is_found_where_nothing_was_planted(game: str, vary: str, tmp_path: Path) -> None:
    said, found = swept(game, vary, 20, tmp_path)
    assert {each["mark"] for each in found.values()} == {None}
    assert "every game is the same" in said
    assert " higher (" not in said and " lower (" not in said


def test_a_rule_that_matters_little_is_not_cried_out(tmp_path: Path) -> None:
    """One piece more of 120 in the bag is no planted imbalance; the interval of the score says how much it may be."""
    said, found = swept("glassworks", "pieces.white.heart=5", 60, tmp_path)
    assert "no clear effect: every interval contains 0, that of the mean score is " in said
    low, high = found["score"]["difference"]["low"], found["score"]["difference"]["high"]
    assert low < 0 < high


def test_names_are_listed(home: Path) -> None:
    done = rivertable("sweep", "glassworks", "--list", home=home)
    lines = done.stdout.splitlines()
    assert "column_vp.7 = 7  VP a piece in column 7" in lines
    assert any(line.startswith("lake_draws_after_trigger = yes  “The lake may be drawn") for line in lines)
    assert "preset = rulebook  the preset of the options: rulebook, bga" in lines
    written = rivertable("sweep", "market", "--list", "--json", home=home).stdout.splitlines()
    found = {value["name"]: value for value in map(json.loads, written)}
    assert found["cards.hardware-store.points"]["now"] == "5"
    assert found["cards.hardware-store.points"]["source"] == "invented"


def test_options_are_varied_and_what_is_already_so_is_not_played_twice(tmp_path: Path) -> None:
    options = ["--vary", "lake_draws_after_trigger=yes,no", "--vary", "inventory_trigger=16..18/2"]
    done = rivertable(
        "sweep", "glassworks", *options, "--games", 20, "--bots", "random", "--seed", "s", "--jobs", 2, "--json",
        "--out", tmp_path / "page.html", home=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    lake, trigger = document["sweeps"]
    assert [(value["value"], value["is_base"]) for value in lake["tables"][0]["values"]] == [
        ("yes", True),
        ("no", False),
    ]
    assert [value["value"] for value in trigger["tables"][0]["values"]] == ["16", "18"]
    assert (lake["now"], lake["is_number"], trigger["now"], trigger["is_number"]) == ("yes", False, "17", True)
    assert document == json.loads((tmp_path / "page.json").read_text("utf-8"))


def test_a_preset_is_named_as_one_in_what_is_said(tmp_path: Path) -> None:
    options = ["--games", 20, "--bots", "random", "--seed", "s", "--jobs", 1, "--out", tmp_path / "page.html"]
    done = rivertable("sweep", "glassworks", "--vary", "preset", *options, home=tmp_path)
    assert "with the preset of the options at bga instead of rulebook" in done.stdout


def test_two_values_at_once_are_a_heat_map_whose_editions_can_be_played(tmp_path: Path) -> None:
    """The page names a command for each combination, and the command plays it."""
    values = ["--vary", "overflow_vp=-9,-3", "--vary", "lake_draws_after_trigger", "--grid"]
    options = ["--games", 20, "--bots", "random", "--seed", "s", "--jobs", 1, "--editions", tmp_path / "editions"]
    done = rivertable("sweep", "glassworks", *values, *options, "--out", tmp_path / "page.html", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads((tmp_path / "page.json").read_text("utf-8"))
    assert document["format"] == "rivertable-sweep/1"
    assert [len(row) for row in document["grid"]["tables"][0]["rows"]] == [2, 2]
    page = unescape((tmp_path / "page.html").read_text("utf-8"))
    assert len(document["plays"]) == 3
    for play in document["plays"]:
        assert play["command"] in page
        words = shlex.split(play["command"])
        played = rivertable(*words[1:], "--save", tmp_path / f"{play['words']}.json", home=tmp_path)
        assert (played.returncode, played.stderr) == (0, "")
        record = json.loads((tmp_path / f"{play['words']}.json").read_text("utf-8"))
        assert ("lake_draws_after_trigger" in record["options"]) == ("=no" in play["words"])
        assert (record["components"]["sha256"] == GAMES["glassworks"].printed.load().sha256) == ("=-3" in play["words"])
