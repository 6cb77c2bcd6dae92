"""Whole games over HTTP and WebSocket: two people and a bot play, a spectator watches, the record is checked."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from .clients import Party
from .servers import Server, operate

MIXED = ["0a0b", "c0ffee"]
"""What the two people mix into the shuffle."""


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_two_people_and_a_bot_play_a_whole_game_that_a_spectator_watches(
    server: Server, game: str, tmp_path: Path
) -> None:
    with Party([server.address], game, ["person", "person", "novice"]) as party:
        party.start(MIXED)
        assert "seed" not in party.record()["shuffle"], "a game that goes on keeps its seed"
        party.play()
        record = party.record()
        _everybody_was_told_the_same(party)
        _the_moves_are_the_record(party, record)
        _the_shuffle_is_what_was_promised(party, record)
        _the_record_is_checked_by_the_command_line(record, tmp_path / "game.json")
        _the_record_comes_back_as_a_table(party, record)


def _everybody_was_told_the_same(party: Party) -> None:
    for one in party.everybody:
        assert one.faults == []
        assert one.view == party.view(one.secret)
        assert [event["version"] for event in one.events] == list(range(1, one.version + 1))
    assert len({one.version for one in party.everybody}) == 1
    # But for what each of them may know of hidden cards, and do, the views are equal.
    own = ("viewer", "undo", "state") if party.watcher.view["game"] == "market" else ("viewer", "undo")
    shared = [{name: value for name, value in one.view.items() if name not in own} for one in party.everybody]
    assert shared[0] == shared[1] == shared[2]
    best = max(shared[0]["totals"])
    assert shared[0]["winners"] == [seat for seat, total in enumerate(shared[0]["totals"]) if total == best]


def _the_moves_are_the_record(party: Party, record: dict[str, Any]) -> None:
    told = [event for event in party.watcher.events if event["kind"] == "turn"]
    turns = record["turns"]
    assert [(event["seat"], event["move"]) for event in told] == [(turn["seat"], turn["move"]) for turn in turns]
    assert [event["turn"] for event in told] == list(range(1, len(turns) + 1))
    moves = [move for person in party.people for move in person.acknowledged]
    for move in moves:
        turn = turns[move.turn - 1]
        assert (turn["seat"], turn["move"]) == (move.seat, move.move)
    assert sorted(move.turn for move in moves) == [
        number for number, turn in enumerate(turns, 1) if turn["seat"] != 2
    ], "people took their turns, the bot its own"
    assert [seat["kind"] for seat in record["seats"]] == ["human", "human", "bot"]
    assert [seat["name"] for seat in record["seats"]][:2] == ["Player 1", "Player 2"]


def _the_shuffle_is_what_was_promised(party: Party, record: dict[str, Any]) -> None:
    shuffle = party.watcher.view["shuffle"]
    assert shuffle["mixed"] == [*MIXED, None]
    key = bytes.fromhex(shuffle["seed"])
    mixed = b"".join(map(bytes.fromhex, MIXED))
    assert key.endswith(mixed) and len(key) == 32 + len(mixed)
    assert hashlib.sha256(key.removesuffix(mixed)).hexdigest() == party.promised == shuffle["promised"]
    assert hashlib.sha256(key).hexdigest() == shuffle["commitment"]
    assert record["shuffle"] == {**shuffle, "mixed": [*MIXED, ""]}
    # Nobody was told the seed, or what commits to it alone, before the end.
    before = party.watcher.texts[:-1]
    assert before and all(key.hex() not in text and key[:32].hex() not in text for text in before)


def _the_record_is_checked_by_the_command_line(record: dict[str, Any], path: Path) -> None:
    path.write_text(json.dumps(record), "utf-8")
    done = operate("check", path)
    assert done.returncode == 0, done.stdout + done.stderr


def _the_record_comes_back_as_a_table(party: Party, record: dict[str, Any]) -> None:
    door = party.door
    assert door.do("POST", "/check", record) == {"is_good": True, "fault": None}
    table = door.do("POST", "/records", record)["table"]
    brought = door.do("GET", f"/tables/{table}")
    assert brought["status"] == "over" and brought["state"] == party.watcher.view["state"]
    assert brought["totals"] == party.watcher.view["totals"]
    count = len(record["turns"])
    for turn in (0, 1, count // 2, count):
        old = door.do("GET", f"/tables/{party.table}/positions/{turn}")
        assert door.do("GET", f"/tables/{table}/positions/{turn}") == old
    assert door.do("GET", f"/tables/{table}/record") == record
    tampered = {**record, "turns": [{**record["turns"][0], "seat": 1}, *record["turns"][1:]]}
    assert door.do("POST", "/check", tampered)["is_good"] is False
    assert door.refusal("POST", "/records", tampered)["status"] == 422
