"""River Market at the command line: decks are checked, games are played, recorded, checked and scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rivertable.core.match import replay
from rivertable.core.record import read_record
from rivertable.market.printed.components import standard

from .terminals import rivertable

DECK = Path(__file__).resolve().parents[2] / "src" / "rivertable" / "market" / "printed" / "data" / "first-edition.toml"
GAME = "market"


def test_the_packaged_deck_is_good(home: Path) -> None:
    done = rivertable("deck", "check", DECK, home=home)
    assert (done.returncode, done.stderr) == (0, "") and "good: the deck 'reconstructed'" in done.stdout
    told = json.loads(rivertable("deck", "check", DECK, "--json", home=home).stdout)
    assert told["good"] is True and told["name"] == "reconstructed" and len(told["sha256"]) == 64


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("coin = 2}", "gold = 2}", "unknown resource “gold”"),
        ('id = "swap-meet"', 'id = "swap-street"', "swap-meet"),
        ("step = 3", "step = 12", "“step” has to be a whole number from 1 to 9"),
        ('kind = "starting"', 'kind = "action"', "Swap Meet: the kind “action” has no “plank”."),
        ("[deck]", "[[[", "no valid TOML"),
    ],
)
def test_a_faulty_deck_is_told_fault_by_fault(old: str, new: str, sentence: str, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(DECK.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    done = rivertable("deck", "check", file, home=home)
    assert (done.returncode, done.stdout) == (1, "") and sentence in done.stderr and "Traceback" not in done.stderr
    assert all(line.startswith("- ") and line.endswith(".") for line in done.stderr.splitlines()[1:])
    told = json.loads(rivertable("deck", "check", file, "--json", home=home).stdout)
    assert told["good"] is False and sentence in " ".join(told["faults"])
    played = rivertable("simulate", GAME, "--games", 1, "--deck", file, home=home)
    assert played.returncode == 2 and sentence in played.stderr


def test_a_deck_that_is_not_there(home: Path) -> None:
    done = rivertable("deck", "check", "nowhere.toml", home=home)
    assert done.returncode == 1 and "nowhere.toml" in done.stderr and "Traceback" not in done.stderr


def test_simulated_games_are_good_records(home: Path, tmp_path: Path) -> None:
    done = rivertable("simulate", GAME, "--players", 4, "--games", 2, "--seed", 5, "--out", tmp_path, home=home)
    assert done.returncode == 0 and "win share" in done.stdout
    records = sorted(tmp_path.glob("market-*.json"))
    assert len(records) == 2
    checked = rivertable("check", *records, home=home)
    assert checked.returncode == 0 and "2 good, 0 bad" in checked.stdout
    told = rivertable("replay", records[0], home=home)
    assert told.returncode == 0 and "the opening hand kept" in told.stdout
    assert ", the Owner bonus of " in " ".join(told.stdout.split())
    shown = rivertable("replay", records[0], "--turn", 9, home=home)
    assert "River, upper row" in shown.stdout and "market/1 4 rulebook" in shown.stdout


def test_a_game_played_with_another_deck_needs_that_deck(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(DECK.read_text("utf-8").replace('name = "reconstructed"', 'name = "mine"'), encoding="utf-8")
    done = rivertable("simulate", GAME, "--games", 1, "--deck", file, "--out", tmp_path, home=home)
    (record,) = tmp_path.glob("market-*.json")
    assert done.returncode == 0
    assert rivertable("check", record, home=home).returncode == 1
    assert rivertable("check", record, "--deck", file, home=home).returncode == 0


def test_a_person_sees_no_other_hand(home: Path, tmp_path: Path) -> None:
    """M28: of what a bot draws only the number is told."""
    file = tmp_path / "game.json"
    played = rivertable(
        "play", GAME, "--seed", 4, "--save", file, typed="board\nmoves\nlog\nposition\nquit\n", home=home
    )
    assert played.returncode == 0 and "Hidden while the game runs." in played.stdout
    assert played.stdout.count("Your hand:") >= 2 and "Hand of heron" not in played.stdout
    move = next(iter(replay(read_record(file)).position.moves()))
    again = rivertable("play", GAME, "--save", file, typed=f"{move}\nlog\nquit\n", home=home)
    kept = json.loads(file.read_text("utf-8"))
    bots = [turn for turn in kept["turns"] if turn["seat"] == 1 and turn["chance"].get("drawn")]
    assert again.returncode == 0 and len(bots) == 1 and "One card drawn." in again.stdout
    names = [card.replace("-", " ") for turn in bots for card in turn["chance"]["drawn"]]
    assert not any(f"Drawn: {name}" in again.stdout.lower() for name in names)


def test_a_table_is_scored(home: Path) -> None:
    asked = rivertable("score", GAME, typed="hardware-store\n\nwood-duck\nl5 $3\n", home=home)
    deck = {card.id: card.points for card in standard().deck.cards}
    booth, helper = deck["hardware-store"], deck["wood-duck"] + 2  # two lots of Lilies are stored on the Wood Duck
    total = f"total: 0 + {booth} + {helper} + 1 + 0 = {booth + helper + 1}"
    assert asked.returncode == 0 and asked.stdout.splitlines()[-1] == total
    faulty = rivertable("score", GAME, "-", typed='{"booths": ["foo"]}', home=home)
    assert faulty.returncode == 2 and "'foo' is no Booth of this deck." in faulty.stderr


def test_the_rules_are_explained(home: Path) -> None:
    assert "end spots" in rivertable("rules", GAME, "M76", home=home).stdout
