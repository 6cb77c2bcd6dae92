"""Puzzles of stored games: only of those whose players agreed, and of bots."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from mining import has_consent, hash_of, stored_games

from rivertable.core.game import GAMES
from rivertable.core.record import read_document
from rivertable.study.puzzles.puzzle import Posed, Puzzle

from .games import played

ROOT = Path(__file__).resolve().parents[2]
GAME = GAMES["glassworks"]
PRODUCTIVE = "stored 3"
PEOPLE = [{"name": "Ada", "kind": "human"}, {"name": "Ben", "kind": "human"}]
MIXED = [{"name": "Ada", "kind": "human"}, {"name": "Heron", "kind": "bot", "bot": "artisan"}]


def record(seats: list[dict[str, str]] | None = None, **more: Any) -> dict[str, Any]:
    """The record of a game that bots played, or of the same one played by others."""
    document = played("glassworks", ("artisan", "artisan"), PRODUCTIVE).record()
    return document | ({"seats": seats} if seats else {}) | more


def kept(folder: Path, **records: dict[str, Any]) -> Path:
    """A folder of record files by their names."""
    folder.mkdir(exist_ok=True)
    for name, document in records.items():
        (folder / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def hash_said(document: dict[str, Any]) -> str:
    return hash_of(read_document(document, "made here"))


def test_a_game_with_a_person_in_it_is_used_only_where_all_have_agreed(tmp_path: Path) -> None:
    agreed, of_bots = record(PEOPLE, can_become_puzzles=True), record()
    folder = kept(
        tmp_path,
        a=record(PEOPLE),
        b=record(MIXED),
        c=record(PEOPLE, can_become_puzzles=False),
        d=agreed,
        e=of_bots,
    )
    found, left = stored_games(folder, GAME)
    assert found == {hash_said(agreed): folder / "d.json", hash_said(of_bots): folder / "e.json"}
    assert left == {"no consent": 3}


def test_what_is_left_out_is_counted_by_the_reason(tmp_path: Path) -> None:
    good = record()
    unfinished = good | {"turns": good["turns"][:-1], "result": None}
    other = good | {"options": {"preset": "bga"}}
    states = played("glassworks", ("artisan", "artisan"), PRODUCTIVE).record(states=True)
    folder = kept(
        tmp_path,
        a=good,
        b=unfinished,
        c=good | {"result": good["result"] | {"winners": [0, 1]}},
        d=states,
        e=played("market", ("random", "random"), "stored").record(),
        f=other,
    )
    (folder / "g.json").write_text("{}", encoding="utf-8")
    (folder / "h.txt").write_text("no record", encoding="utf-8")
    found, left = stored_games(folder, GAME)
    assert list(found.values()) == [folder / "a.json"], "the same record with states is the same game"
    assert left == {"unfinished": 1, "damaged": 2, "double": 1, "other game": 1, "other rules": 1}


def test_a_game_of_bots_that_was_played_on_from_another_one_needs_consent() -> None:
    branch = {"branch": {"of": "0" * 64, "turn": 3}}
    assert has_consent(read_document(record(), "made here"))
    assert not has_consent(read_document(record(**branch), "made here"))
    assert has_consent(read_document(record(**branch, can_become_puzzles=True), "made here"))


def test_the_tool_mines_a_folder_of_records_once_and_says_what_it_left_out(tmp_path: Path) -> None:
    agreed, of_bots = record(PEOPLE, can_become_puzzles=True), record()
    folder, file = kept(tmp_path / "records", a=record(PEOPLE), b=agreed, c=of_bots), tmp_path / "mined.jsonl"
    command = [
        sys.executable,
        str(ROOT / "tools/puzzles.py"),
        "mine",
        "glassworks",
        str(file),
        "--records",
        str(folder),
    ]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-2:] == [
        "2 records of which puzzles may be made, 0 of them known before",
        "left out, no consent: 1",
    ]
    text = file.read_text(encoding="utf-8")
    games = [json.loads(line) for line in text.splitlines()[1:]]
    assert [game["record"] for game in games] == [hash_said(agreed), hash_said(of_bots)]
    for game in games:
        assert game["puzzles"]
        for line in game["puzzles"]:
            puzzle = Puzzle.model_validate(line)
            assert puzzle.source.startswith(f"record {game['record']} turn ")
            posed = Posed(puzzle, GAME)
            assert posed.view.states.tobytes() == posed.position.states.tobytes()
    assert "Ada" not in text and "Ben" not in text
    again = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "2 of them known before" in again
    assert file.read_text(encoding="utf-8") == text
