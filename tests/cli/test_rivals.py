"""Rivals at the terminal: their rules are told, and so is the one that each of their turns followed."""

import json
import re
from pathlib import Path

import pytest

from rivertable.bots import LEVELS, rivals_of
from rivertable.core.game import GAMES

from .terminals import rivertable

PATIENT_PLAYER = "1\n\n" * 700


@pytest.mark.parametrize("game", list(GAMES))
def test_rivals_are_listed_with_their_rules_and_marked_as_invented(game: str, home: Path) -> None:
    told = rivertable("rivals", game, home=home).stdout
    read = [json.loads(line) for line in rivertable("rivals", game, "--json", home=home).stdout.splitlines()]
    for (name, rival), document in zip(rivals_of(GAMES[game]).items(), read, strict=True):
        assert f"{rival.title}  ({name})" in told
        assert rival.character in told
        assert all(f"{number}. {rule}" in told for number, rule in enumerate(rival.rules, start=1))
        assert (document["bot"], document["rules"]) == (name, list(rival.rules))
        assert document["source"].startswith("This project's own invention")
    assert "This project's own invention" in told
    assert GAMES[game].rivals.alike in told


@pytest.mark.parametrize(("game", "rival"), [("glassworks", "pike"), ("market", "fox")])
def test_a_whole_game_against_a_rival(game: str, rival: str, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    options = ["--rival", rival, "--seed", "river", "--save", file]
    done = rivertable("play", game, *options, home=home, typed=PATIENT_PLAYER)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    record = json.loads(file.read_text("utf-8"))
    assert [seat.get("bot") for seat in record["seats"]] == [None, f"rival:{rival}"]
    assert record["seats"][1]["name"] == rival
    assert record["result"] is not None
    turns = sum(turn["seat"] == 1 for turn in record["turns"])
    assert len(re.findall(rf"^  {rival.capitalize()}'s rule [123]: ", done.stdout, re.MULTILINE)) == turns
    checked = rivertable("check", file, home=home)
    assert checked.returncode == 0


def test_rivals_and_other_bots_sit_together(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    options = ["--players", "4", "--rival", "pike,crane", "--bots", "novice", "--save", file]
    done = rivertable("play", "glassworks", *options, home=home)
    assert done.returncode == 0
    # Who they are is told at the start: a Rival's rules, and how a level plays.
    assert f"\nnovice: {LEVELS['novice'].sentence}" in done.stdout
    assert "\nPike: " in done.stdout
    seats = json.loads(file.read_text("utf-8"))["seats"]
    assert [seat.get("bot") for seat in seats] == [None, "rival:pike", "rival:crane", "novice"]
    alone = rivertable("play", "glassworks", "--rival", "rival:pike", "--bots", "none", "--save", file, home=home)
    assert alone.returncode == 0


def test_wrong_rivals_get_a_sentence(home: Path) -> None:
    for words, sentence in {
        "play glassworks --rival shark": "There is no Rival 'rival:shark'; there are rival:duckling, ",
        "play glassworks --rival fox": "The Rival Fox plays River Market, not River Valley Glassworks.",
        "play market --bots rival:pike": "The Rival Pike plays River Valley Glassworks, not River Market.",
        "play glassworks --rival pike,crane": "2 bots leave no seat for a person among 2 players",
        "simulate market --bots rival:pike": "The Rival Pike plays River Valley Glassworks, not River Market.",
        "rivals chess": "There is no game 'chess'",
    }.items():
        done = rivertable(*words.split(), home=home)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
