"""``rivertable balance``: the same figures for people and machines, for any number of processes."""

import json
from pathlib import Path
from typing import Any

import pytest

from rivertable.glassworks import GAME

from .terminals import rivertable

WRONG = {
    "chess": "There is no game 'chess'",
    "glassworks --players 6": "is for 2 to 5 players, not 6.",
    "glassworks --players two": "two are no numbers of players.",
    "glassworks --games 5": "'--games'",
    "glassworks --bots heron": "There is no bot 'heron'",
    "glassworks --set foo=yes": "There is no option 'foo'",
    "glassworks --other-set foo": "'foo' is not OPTION=VALUE",
    "glassworks --other-components nowhere.toml": "The components file nowhere.toml cannot be read",
    "glassworks --jobs 0": "'--jobs'",
    "glassworks --players 2 --bots random,random,random": "There are 3 bots for 2 seats.",
    "glassworks --out page.json": "page.json is for the figures: the page needs another ending",
}


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_played(home: Path) -> None:
    done = rivertable("balance", "glassworks", "--out", home / "nowhere" / "page.html", home=home)
    assert (done.returncode, done.stdout) == (1, "")
    assert "nowhere" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", WRONG)
def test_wrong_usage_is_one_sentence_and_exit_code_2(words: str, home: Path) -> None:
    done = rivertable("balance", *words.split(), home=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert WRONG[words] in done.stderr
    assert len(done.stderr.splitlines()) == 1


def measured(folder: Path, *options: object, game: str = "glassworks") -> dict[str, Any]:
    """The figures of a balance report, from its file."""
    done = rivertable("balance", game, *options, "--seed", "s", "--out", folder / "page.html", home=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"page in {folder / 'page.html'}, figures in {folder / 'page.json'}" in done.stdout
    found: dict[str, Any] = json.loads((folder / "page.json").read_text("utf-8"))
    return found


def test_processes_do_not_matter(tmp_path: Path) -> None:
    options = ["--players", "3,2", "--games", 24, "--bots", "random"]
    one, two = (measured(tmp_path, *options, "--jobs", jobs) for jobs in (1, 2))
    assert one["tables"] == two["tables"]
    assert (one["format"], one["players"], one["games"], one["bots"]) == (
        "rivertable-balance/1",
        [2, 3],
        24,
        ["random"],
    )
    assert [table["players"] for table in one["tables"]] == [2, 3]
    assert {"title", "at", "command", "seed", "versions", "settings", "notes", "tables", "game"} < set(one)


def test_the_command_that_makes_it_again_is_said(tmp_path: Path) -> None:
    done = rivertable(
        "balance", "glassworks", "--players", 2, "--games", 20, "--bots", "random", "--jobs", 1, "--json",
        "--out", tmp_path / "a page.html", home=tmp_path,
    )  # fmt: skip
    first = json.loads(done.stdout)
    assert first == json.loads((tmp_path / "a page.json").read_text("utf-8"))
    assert first["command"].startswith("rivertable balance glassworks --players 2")
    assert first["command"].endswith(f"--seed {first['seed']}")
    assert first["seed"] in (tmp_path / "a page.html").read_text("utf-8")
    again = measured(tmp_path, "--players", 2, "--games", 20, "--bots", "random", "--jobs", 1)
    assert again["tables"] != first["tables"]


def test_two_settings_are_played_on_the_same_deals(tmp_path: Path) -> None:
    """The same data under another name: every game went exactly as before."""
    text = GAME.components_text(GAME.load_components()).replace('"standard"', '"mine"')
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    options = ["--players", 2, "--games", 20, "--bots", "random", "--jobs", 1]
    found = measured(tmp_path, *options, "--other-components", tmp_path / "mine.toml")
    assert [setting["words"] for setting in found["settings"]] == ["standard", "mine"]
    (table,) = found["tables"]
    assert table["settings"][0] == table["settings"][1]
    assert {each["difference"]["value"] for each in table["differences"] + table["uses"]} == {0.0}


def test_a_planted_setting_shows_in_the_differences(tmp_path: Path) -> None:
    text = GAME.components_text(GAME.with_value(GAME.load_components(), "row_vp.5", 60)).replace('"standard"', '"rich"')
    (tmp_path / "rich.toml").write_text(text, encoding="utf-8")
    options = ["--players", 2, "--games", 60, "--bots", "sight:net=no,look=10", "--jobs", 1]
    found = measured(tmp_path, *options, "--other-components", tmp_path / "rich.toml")
    differences = {each["id"]: each for each in found["tables"][0]["differences"]}
    assert differences["score"]["mark"] == differences["points.rows"]["mark"] == "more"
    assert differences["points.rows"]["difference"]["low"] > 0
    assert "what is printed" not in " ".join(found["notes"])


def test_a_bot_that_learned_on_another_edition_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        GAME.components_text(GAME.with_value(GAME.load_components(), "column_vp.7", 5)), encoding="utf-8"
    )
    options = ["--players", 2, "--games", 20, "--bots", "random,sight:look=2", "--jobs", 1]
    found = measured(tmp_path, *options, "--components", tmp_path / "mine.toml")
    said = " ".join(found["notes"])
    assert "random chooses by chance" in said
    assert "sight:look=2 judges by a network that learned on the standard edition" in said
    assert "less well" in said
