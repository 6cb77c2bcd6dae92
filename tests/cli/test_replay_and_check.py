"""``rivertable replay`` and ``rivertable check``: records told, shown, verified, and what is wrong with bad ones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .terminals import rivertable

GAME = "glassworks"
Record = dict[str, Any]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game of three bots, with its states."""
    folder = tmp_path_factory.mktemp("recorded")
    options = ["--players", "3", "--games", "1", "--seed", "told", "--states", "--out", folder]
    assert rivertable("simulate", GAME, *options, home=folder).returncode == 0
    return folder / "glassworks-000001.json"


def read(path: Path) -> Record:
    record: Record = json.loads(path.read_text(encoding="utf-8"))
    return record


def test_replay_tells_the_game(recorded: Path, home: Path) -> None:
    record = read(recorded)
    done = rivertable("replay", recorded, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    numbered = [line for line in lines if line[:3].strip().isdecimal()]
    assert len(numbered) == len(record["turns"])
    assert numbered[0].startswith("  1. random 0 (seat 0): ")
    assert all(line.endswith("]") for line in numbered)
    for seat, total in enumerate(record["result"]["totals"]):
        crown = "  wins" if seat in record["result"]["winners"] else ""
        assert f"random {seat} (seat {seat}): {total}{crown}" in lines


def test_replay_says_that_a_victory_is_shared(home: Path, tmp_path: Path) -> None:
    rivertable("simulate", GAME, "--games", "1", "--seed", "13", "--out", tmp_path, home=home)
    lines = rivertable("replay", tmp_path / "glassworks-000001.json", home=home).stdout.splitlines()
    assert lines[-2:] == [f"random {seat} (seat {seat}): 38  shares the victory" for seat in (0, 1)]


def test_replay_as_json(recorded: Path, home: Path) -> None:
    record = read(recorded)
    done = rivertable("replay", recorded, "--json", home=home)
    turns = [json.loads(line) for line in done.stdout.splitlines()]
    assert [turn["turn"] for turn in turns] == list(range(1, len(record["turns"]) + 1))
    assert all(turn.keys() == {"turn", "seat", "notation", "move", "chance", "totals"} for turn in turns)
    assert [turn["move"] for turn in turns] == [turn["move"] for turn in record["turns"]]
    assert [turn["chance"] for turn in turns] == [turn["chance"] for turn in record["turns"]]
    assert turns[-1]["totals"] == record["result"]["totals"]


def test_replay_shows_a_turn(recorded: Path, home: Path) -> None:
    record = read(recorded)
    count = len(record["turns"])
    shown = json.loads(rivertable("replay", recorded, "--turn", "2", "--json", home=home).stdout)
    assert shown.keys() == {"turn", "text", "state"}
    assert shown["state"] == record["turns"][1]["after"]
    start = json.loads(rivertable("replay", recorded, "--turn", "0", "--json", home=home).stdout)
    assert start["state"] == record["start"]
    last = rivertable("replay", recorded, "--turn", count, home=home)
    assert last.returncode == 0
    assert ", game over " in last.stdout
    for wrong in (count + 1, -1):
        done = rivertable("replay", recorded, "--turn", wrong, home=home)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"The record has turns 1 to {count}; turn 0 is the start.\n"


def change_score(record: Record) -> None:
    record["result"]["totals"][0] += 1


def change_state(record: Record) -> None:
    record["turns"][4]["after"]["lake"].pop()


def change_seed(record: Record) -> None:
    record["shuffle"]["seed"] = "00" * 32


def change_draw(record: Record) -> None:
    """Two pieces that were drawn at set-up change places."""
    first, second = record["start"]["seats"][0]["satchel"], record["start"]["seats"][1]["satchel"]
    first[0], second[0] = second[0], first[0]


def change_order(record: Record) -> None:
    record["turns"][0], record["turns"][1] = record["turns"][1], record["turns"][0]


def drop_result(record: Record) -> None:
    record["result"] = None


DAMAGE: dict[str, tuple[Callable[[Record], None], str]] = {
    "score": (change_score, "result: "),
    "state": (change_state, "turns[4].after"),
    "seed": (change_seed, "shuffle.commitment"),
    "draw": (change_draw, "turns["),
    "order": (change_order, "turns[0].seat"),
    "result": (drop_result, "result: "),
    "version": (lambda record: record.update(format="rivertable-record/9"), "rivertable-record/9"),
    "foreign": (lambda record: record.update(format="pgn"), "its format is 'pgn'"),
    "misspelt": (lambda record: record["turns"][2].update(sit=1), "turns[2].sit"),
}


def test_check_names_every_damage(recorded: Path, home: Path, tmp_path: Path) -> None:
    """Bad records beside a good one: each gets a line that says where, and nothing is written."""
    paths = [recorded]
    for name, (damage, _) in DAMAGE.items():
        record = read(recorded)
        damage(record)
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(record), encoding="utf-8")
    whole = recorded.read_bytes()
    for name, data in {"cut": whole[:-40], "empty": b"", "bytes": b"\xff" + whole, "text": b"Round 1, you"}.items():
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_bytes(data)
    paths += [tmp_path / "nowhere.json", tmp_path]
    before = {path: path.read_bytes() for path in paths if path.is_file()}
    done = rivertable("check", *paths, home=home)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [f"good {recorded}", f"1 good, {len(paths) - 1} bad"]
    said = dict(line.removeprefix("BAD  ").split(": ", 1) for line in done.stderr.splitlines())
    assert list(said) == [str(path) for path in paths[1:]]
    for name, (_, words) in DAMAGE.items():
        assert words in said[str(tmp_path / f"{name}.json")], name
    assert said[str(tmp_path / "cut.json")].startswith("The file is cut")
    assert said[str(tmp_path / "empty.json")] == "The file is empty."
    assert "UTF-8" in said[str(tmp_path / "bytes.json")]
    assert {path: path.read_bytes() for path in before} == before
    told = rivertable("check", "--json", *paths, home=home)
    assert told.returncode == 1
    verdicts = [json.loads(line) for line in told.stdout.splitlines()]
    assert [verdict["record"] for verdict in verdicts] == [str(path) for path in paths]
    assert [verdict["good"] for verdict in verdicts] == [True] + [False] * (len(paths) - 1)
    assert {verdict["record"]: verdict["fault"] for verdict in verdicts[1:]} == said


def test_replay_of_a_bad_record(recorded: Path, home: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    record = read(recorded)
    record["turns"][3]["seat"] = 2
    bad.write_text(json.dumps(record), encoding="utf-8")
    done = rivertable("replay", bad, home=home)
    assert (done.returncode, done.stdout) == (1, "")
    assert "turns[3].seat: Seat 0 is to move, not seat 2." in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_game_that_is_not_over_is_told_as_it_stands(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    rivertable("play", GAME, "--save", file, home=home, typed="1\n\n" * 4)
    done = rivertable("replay", file, home=home)
    assert done.returncode == 0
    assert "The game was not played to its end. As it stands:" in done.stdout
    assert rivertable("check", file, home=home).returncode == 0


def test_a_name_in_a_record_commands_no_terminal(home: Path, tmp_path: Path) -> None:
    """Control characters and marks of direction of other people's records stay out of what is told."""
    file = tmp_path / "named.json"
    rivertable("play", GAME, "--save", file, home=home, typed="1\n\n" * 4)
    record = json.loads(file.read_text("utf-8"))
    record["seats"][0]["name"] = "\x1b]0;owned\x07A\u202enn\x9b31ma"
    file.write_text(json.dumps(record), encoding="utf-8")
    for arguments in (("replay", file), ("check", file), ("review", file, "--seconds", "0")):
        done = rivertable(*arguments, home=home)
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(done.stdout + done.stderr), arguments
    assert "]0;ownedAnn31ma" in rivertable("replay", file, home=home).stdout
