"""``rivertable balance``: the same figures for people and machines, for any number of processes."""

import json
from pathlib import Path
from typing import Any

import pytest

from rivertable.glassworks import GAME

from .terminals import rivertable, terminal

WRONG = {
    "chess": "There is no game 'chess'",
    "glassworks --players 6": "is for 2 to 5 players, not 6.",
    "glassworks --players two": "--players is one or more numbers of players such as 2,3, not 'two'.",
    "glassworks --games 5": "--games is a whole number, at least ",
    "glassworks --bots heron": "There is no bot 'heron'",
    "glassworks --set foo=yes": "There is no option 'foo'",
    "glassworks --other-set foo": "'foo' is not OPTION=VALUE",
    "glassworks --other-components nowhere.toml": "The components file nowhere.toml cannot be read",
    "glassworks --jobs 0": "--jobs is a whole number, at least 1, not '0' (",
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


def test_tables_and_missed_targets_of_river_market_are_written_as_text(tmp_path: Path) -> None:
    options = ["--players", 4, "--games", 20, "--bots", "random", "--jobs", 1, "--seed", "s", "--tables"]
    done = rivertable("balance", "market", *options, "--out", tmp_path / "page.html", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads((tmp_path / "page.json").read_text("utf-8"))["tables"][0]["settings"][0]["metrics"]
    titles = [table["title"] for table in found["tables"] if table["rows"]]
    assert [line for line in done.stdout.splitlines() if line.startswith("4 players: ")][-len(titles) :] == [
        f"4 players: {title}" for title in titles
    ]
    lines = done.stdout.partition("Targets missed\n")[2].splitlines()
    assert len(lines) == sum(not each["is_met"] for each in found["targets"]) > 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert all(f"<summary>{title}</summary>" in page for title in titles)


def test_a_report_goes_on_where_it_stopped(tmp_path: Path) -> None:
    options = ["--players", 2, "--bots", "random", "--keep", tmp_path / "kept"]
    whole = measured(tmp_path, *options, "--games", 24, game="market")
    records = sorted((tmp_path / "kept").rglob("*.json"))
    assert len(records) == 24
    played = {record: record.stat().st_mtime_ns for record in records}
    records.pop().unlink()
    again = measured(tmp_path, *options, "--games", 24, game="market")
    assert again["tables"] == whole["tables"]
    assert all(record.stat().st_mtime_ns == played[record] for record in records)
    assert len(list((tmp_path / "kept").rglob("*.json"))) == 24


def test_a_stopped_report_says_what_is_kept(home: Path, tmp_path: Path) -> None:
    options = ["balance", "glassworks", "--games", 100_000, "--players", 2, "--bots", "random", "--jobs", 2]
    options += ["--out", tmp_path / "page.html"]
    kept = ["--keep", tmp_path / "kept", "--seed", "s"]
    for more, words in (
        ([], "Stopped; nothing is kept (with --keep FOLDER the games are)."),
        (kept, "Stopped; the games are kept: rivertable balance glassworks "),
    ):
        with terminal(*options, *more, home=home) as screen:
            screen.wait_for(" of 100,000 games, ")
            assert screen.leave("\x03") == 130
            assert words in screen.seen and screen.seen.count("Stopped") == 1
    assert list((tmp_path / "kept").rglob("*.json"))


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
    text = GAME.printed.load().text.replace('"standard"', '"mine"')
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    options = ["--players", 2, "--games", 20, "--bots", "random", "--jobs", 1]
    found = measured(tmp_path, *options, "--other-components", tmp_path / "mine.toml")
    assert [setting["words"] for setting in found["settings"]] == ["standard", "mine"]
    (table,) = found["tables"]
    assert table["settings"][0] == table["settings"][1]
    assert {each["difference"]["value"] for each in table["differences"] + table["uses"]} == {0.0}


def test_a_planted_setting_shows_in_the_differences(tmp_path: Path) -> None:
    text = GAME.printed.with_value(GAME.printed.load(), "row_vp.5", 60).text.replace('"standard"', '"rich"')
    (tmp_path / "rich.toml").write_text(text, encoding="utf-8")
    options = ["--players", 2, "--games", 60, "--bots", "sight:net=no,root_candidates=10", "--jobs", 1]
    found = measured(tmp_path, *options, "--other-components", tmp_path / "rich.toml")
    differences = {each["id"]: each for each in found["tables"][0]["differences"]}
    assert differences["score"]["mark"] == differences["points.rows"]["mark"] == "more"
    assert differences["points.rows"]["difference"]["low"] > 0
    assert "what is printed" not in " ".join(found["notes"])


def test_what_a_bot_has_learned_is_said(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        GAME.printed.with_value(GAME.printed.load(), "column_vp.7", 5).text, encoding="utf-8"
    )
    options = ["--players", 2, "--games", 20, "--bots", "random,sight:root_candidates=2", "--jobs", 1]
    found = measured(tmp_path, *options, "--components", tmp_path / "mine.toml")
    said = " ".join(found["notes"])
    assert "random chooses at random" in said
    assert "sight:root_candidates=2 has no network for this printed data" in said
    options = ["--players", 2, "--games", 20, "--bots", "sight:root_candidates=2", "--jobs", 1]
    [_, said] = measured(tmp_path, *options)["notes"]
    assert said == "sight:root_candidates=2 evaluates with a network that was trained on this printed data."
    [_, said] = measured(tmp_path, *options, "--other-components", tmp_path / "mine.toml")["notes"]
    assert said.startswith("sight:root_candidates=2 has a network for some of these settings only")
