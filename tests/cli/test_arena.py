"""``rivertable arena``: figures for people and machines, games that are kept, wrong input."""

import json
from pathlib import Path

import pytest

from .terminals import rivertable, terminal

GAME = "glassworks"
BOT_KEYS = {"name", "games", "win_share", "low", "high", "mean_score", "ms_per_move"}
# Each with a part of the sentence that it must be answered with.
WRONG = {
    "chess --bots novice": "There is no game 'chess'",
    "glassworks": "rivertable arena needs --bots. ",
    "glassworks --bots novice,grandmaster": "There is no bot 'grandmaster'",
    "glassworks --bots time=2": "The parameter 'time=2' has no bot before it.",
    "glassworks --bots novice,rival:fox": "The Rival Fox plays River Market, not River Valley Glassworks.",
    "glassworks --bots novice,random --games 0": "--games is a whole number, at least ",
    "glassworks --bots novice,random --jobs 0": "--jobs is a whole number, at least 1, not '0' (",
    "glassworks --bots novice,random --players 9": "is for 2 to 5 players, not 9.",
    "glassworks --bots novice,random,novice": "Of more bots than the 2 seats, each is named once.",
    "glassworks --bots novice,random --sprt 0.5": "'0.5' is not LOW,HIGH",
    "glassworks --bots novice,random --sprt 0.6,0.5": "The two shares of a sequential test rise",
    "glassworks --bots novice,random,rival:pike --sprt 0.5,0.6": "A sequential test is about the first bot",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_usage_is_one_sentence_and_exit_code_2(words: str, home: Path) -> None:
    done = rivertable("arena", *words.split(), home=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert WRONG[words] in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_figures_as_json_and_in_a_file(home: Path, tmp_path: Path) -> None:
    options = ["--bots", "novice,random", "--games", "7", "--seed", "s", "--out", tmp_path / "figures.json"]
    done = rivertable("arena", GAME, *options, "--json", home=home)
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)
    assert figures == json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert (figures["game"], figures["players"], figures["games"], figures["seed"]) == (GAME, 2, 8, "s")
    assert [bot["name"] for bot in figures["bots"]] == ["novice", "random"]
    assert all(bot.keys() >= BOT_KEYS for bot in figures["bots"])


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(home: Path, tmp_path: Path) -> None:
    options = ["--bots", "novice,random", "--games", "100000", "--out", tmp_path / "nowhere" / "figures.json"]
    done = rivertable("arena", GAME, *options, home=home)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Cannot use ")


def test_people_are_told_games_interval_seed_and_versions(home: Path) -> None:
    options = ["--bots", "novice,random", "--games", "4", "--seed", "s", "--jobs", "1", "--sprt", "0.5,0.6"]
    done = rivertable("arena", GAME, *options, home=home)
    lines = done.stdout.splitlines()
    assert lines[0] == "4 games of glassworks on 2 deals, 2 players, seed s"
    assert lines[2].startswith("novice ") and "% to 100.0%" in lines[2]
    assert [line.split()[:3] for line in lines[4:6]] == [["rating", "1.", "novice"], ["rating", "2.", "random"]]
    assert lines[6] == "Sequential test after 2 deals: no answer yet."
    assert lines[7].startswith("A fair share is 50.0%. Each deal was played from every seat")
    assert lines[8].startswith("rivertable ") and " rules " in lines[8]


def test_ctrl_c_keeps_what_was_played_and_resume_goes_on(home: Path, tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    options = ["arena", GAME, "--bots", "novice,random", "--seed", "s", "--resume", kept]
    with terminal(*options, "--games", "100000", home=home) as at:
        at.wait_for(" of 100,000 games, ")
        code = at.leave("\x03")
        assert code == 130
        assert "Traceback" not in at.seen
        assert "continue with --resume" in at.seen
    games = len(kept.read_text("utf-8").splitlines()) - 1
    assert games >= 4
    more = rivertable(*options[:-2], "--games", games + 2, "--resume", kept, "--json", home=home)
    whole = rivertable(*options[:-2], "--games", games + 2, "--json", home=home)
    first, second = json.loads(more.stdout), json.loads(whole.stdout)
    assert first["games"] >= games + 2
    for figures in (first, second):
        for bot in figures["bots"]:
            del bot["ms_per_move"], bot["ms_per_move_most"]
    assert first == second
    other = rivertable("arena", GAME, "--bots", "random,novice", "--resume", kept, home=home)
    assert other.returncode == 2
    assert "holds games of another contest: bots is" in other.stderr
    none = rivertable("arena", GAME, "--bots", "random,novice", "--resume", tmp_path, home=home)
    assert none.returncode == 1
    assert none.stderr.startswith("Cannot use ")
