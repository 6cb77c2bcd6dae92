"""``rivertable arena``: figures for people and machines, games that are kept, wrong input."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.core.position import Draft
from rivertable.core.record import read_document, write_record
from table.in_process import running
from table.tables import play_at_random, start_table

from .terminals import rivertable, terminal

GAME = "glassworks"
BOT_KEYS = {"name", "games", "win_share", "low", "high", "mean_score", "ms_per_move"}
# Each with a part of the sentence that it must be answered with.
WRONG = {
    "chess --bots novice": "There is no game 'chess'",
    "glassworks": "rivertable arena needs --bots, or --mine for your own games",
    "glassworks --mine --bots novice --games 3": "are played already: leave out --bots, --games, or --mine",
    "glassworks --bots novice,random --records .": "--records is for --mine",
    "glassworks --mine --records nowhere": "nowhere is no folder",
    "glassworks --mine --data nowhere": "There is no store in nowhere.",
    "glassworks --mine --players 9": "is for 2 to 5 players, not 9.",
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


def keep_game(folder: Path, bots: Sequence[str | None], seed: str, turns: int = 10_000) -> None:
    """Keep a game as ``rivertable play`` does, in which all play by dice."""
    players, rng = [Player("you" if bot is None else "heron", bot) for bot in bots], Random(seed)
    match = Match.new(GAMES[GAME].make_terms(len(bots)), players, seed_bytes(seed))
    while not match.is_over and len(match.turns) < turns:
        draft = Draft(match.position.view(match.position.seat))
        while not draft.is_complete:
            draft.choose(rng.choice(draft.choices))
        match.play(draft.move)
    folder.mkdir(parents=True, exist_ok=True)
    text = write_record(read_document(match.record(is_revealed=True), "the game"))
    folder.joinpath(f"{GAME}-{seed}-{len(bots)}.json").write_text(text, encoding="utf-8")


def test_how_strong_a_person_is_by_the_games_on_this_computer(home: Path, tmp_path: Path) -> None:
    """Games of the terminal and of the table are one person's; what does not count is said."""
    nothing = rivertable("arena", GAME, "--mine", home=home)
    assert (nothing.returncode, nothing.stderr) == (0, "")
    assert nothing.stdout.startswith(
        "There is no finished game of River Valley Glassworks against levels yet. Play one: "
    )
    kept = home / "rivertable" / "games"
    for seed in "abcd":
        keep_game(kept, ["artisan", None], seed)
    keep_game(kept, [None, "novice", "novice"], "e")
    keep_game(kept, [None, "artisan"], "f", turns=3)
    keep_game(kept, [None, "rival:pike"], "g")
    kept.joinpath("cut.json").write_text("{", encoding="utf-8")
    kept.joinpath(f"{GAME}-a-2.review.json").write_text("{}", encoding="utf-8")
    data = home / "rivertable" / "table"
    data.mkdir()
    with running(data, has_jobs=False) as server:
        seats = [{"kind": "person"}, {"kind": "bot", "level": "artisan"}]
        table = start_table(server, GAME, seats=seats, seed="h")
        play_at_random(server, table, 500, Random(8))
        told = rivertable("arena", GAME, "--mine", home=home)
    assert told.returncode == 0
    assert told.stderr.startswith(f"Left out: {kept / 'cut.json'}: The file is cut")
    lines = told.stdout.splitlines()
    assert re.fullmatch(r"You play at about \w+ \(± \d+\) in River Valley Glassworks, two players: 5 games\.", lines[0])
    rows = [line.split() for line in lines[2:8]]
    levels = [row for row in rows if row[0] != "you"]
    assert [row[0] for row in levels] == ["master", "expert", "artisan", "apprentice", "novice"]
    assert [row[1] for row in levels] == ["0", "0", "5", "0", "0"]
    assert "every game so far in River Valley Glassworks, three players: 1 game. Play against " in told.stdout
    assert lines[-1] == "Not counted: 1 that cannot be read, 1 not finished and 1 with Rivals or other bots."
    elsewhere = tmp_path / "elsewhere"
    keep_game(elsewhere, [None, "artisan"], "a")
    keep_game(elsewhere, [None, "artisan", "artisan"], "a")
    other = rivertable("arena", GAME, "--mine", "--records", elsewhere, "--players", 2, "--json", home=home)
    found = json.loads(other.stdout)
    assert (found["game"], found["not_counted"]) == (GAME, {})
    assert [(one["players"], one["games"]) for one in found["strengths"]] == [(2, 1)]
