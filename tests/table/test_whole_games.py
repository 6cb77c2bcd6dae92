"""Whole games over HTTP and WebSocket: two people and a bot play, a spectator watches, the record is checked."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .clients import Door, Person, Watcher, in_threads, seat_people
from .servers import Server

MIXED = ["0a0b", "c0ffee"]
"""What the two people mix into the shuffle."""


class Evening:
    """A game played to its end by two scripted people and a bot."""

    def __init__(self, server: Server, game: str) -> None:
        self.door = Door(server.address)
        self.table, self.host, found = seat_people(self.door, game, ["person", "person", "novice"])
        secrets = [secret for secret in found if secret]
        self.promised = self.door.do("GET", f"/tables/{self.table}")["shuffle"]["promised"]
        self.watcher = Watcher(Door(server.address), self.table)
        self.people = [
            Person(Door(server.address, secret=secret), self.table, seat, secret, seed=seat)
            for seat, secret in enumerate(secrets)
        ]
        for person, name, mix in zip(self.people, ("Ada", "Ben"), MIXED, strict=True):
            joined = person.door.do(
                "POST", f"/tables/{self.table}/seats/{person.seat}", {"name": name, "mix": mix}
            )
            assert joined["seat"] == person.seat and joined["secret"] == person.secret
        self.watcher.hear()
        self.door.do("POST", f"/tables/{self.table}/start", {}, secret=self.host)

    @property
    def everybody(self) -> list[Watcher]:
        return [*self.people, self.watcher]

    def play(self) -> None:
        in_threads(
            *(person.play for person in self.people),
            lambda: self.watcher.hear_until(lambda watcher: watcher.status == "over"),
        )

    def record(self, seat: int | None = None) -> dict[str, Any]:
        secret = None if seat is None else self.people[seat].secret
        record: dict[str, Any] = self.door.do("GET", f"/tables/{self.table}/record", secret=secret)
        return record

    def close(self) -> None:
        for one in self.everybody:
            one.close()
            one.door.close()
        self.door.close()


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_two_people_and_a_bot_play_a_whole_game_that_a_spectator_watches(
    server: Server, game: str, tmp_path: Path
) -> None:
    evening = Evening(server, game)
    assert "seed" not in evening.record()["shuffle"], "a game that goes on keeps its seed"
    evening.play()
    record = evening.record()

    _everybody_was_told_the_same(evening)
    _the_moves_are_the_record(evening, record)
    _the_shuffle_is_what_was_promised(evening, record)
    _the_record_is_checked_by_the_command_line(record, tmp_path / "game.json")
    _the_record_comes_back_as_a_table(evening, record)
    evening.close()


def _everybody_was_told_the_same(evening: Evening) -> None:
    for one in evening.everybody:
        assert one.faults == []
        assert one.view == evening.door.do("GET", f"/tables/{evening.table}", secret=one.secret)
        assert [event["version"] for event in one.events] == list(range(1, one.version + 1))
    assert len({one.version for one in evening.everybody}) == 1
    # But for what each of them may know of hidden cards, and do, the views are equal.
    own = ("viewer", "undo", "state") if evening.watcher.view["game"] == "market" else ("viewer", "undo")
    shared = [{name: value for name, value in one.view.items() if name not in own} for one in evening.everybody]
    assert shared[0] == shared[1] == shared[2]
    best = max(shared[0]["totals"])
    assert shared[0]["winners"] == [seat for seat, total in enumerate(shared[0]["totals"]) if total == best]


def _the_moves_are_the_record(evening: Evening, record: dict[str, Any]) -> None:
    told = [event for event in evening.watcher.events if event["kind"] == "turn"]
    turns = record["turns"]
    assert [(event["seat"], event["move"]) for event in told] == [(turn["seat"], turn["move"]) for turn in turns]
    assert [event["turn"] for event in told] == list(range(1, len(turns) + 1))
    moves = [move for person in evening.people for move in person.acknowledged]
    for move in moves:
        turn = turns[move.turn - 1]
        assert (turn["seat"], turn["move"]) == (move.seat, move.move)
    assert sorted(move.turn for move in moves) == [
        number for number, turn in enumerate(turns, 1) if turn["seat"] != 2
    ], "people took their turns, the bot its own"
    assert [seat["kind"] for seat in record["seats"]] == ["human", "human", "bot"]
    assert [seat["name"] for seat in record["seats"]][:2] == ["Ada", "Ben"]


def _the_shuffle_is_what_was_promised(evening: Evening, record: dict[str, Any]) -> None:
    shuffle = evening.watcher.view["shuffle"]
    assert shuffle["mixed"] == [*MIXED, None]
    key = bytes.fromhex(shuffle["seed"])
    mixed = b"".join(map(bytes.fromhex, MIXED))
    assert key.endswith(mixed) and len(key) == 32 + len(mixed)
    assert hashlib.sha256(key.removesuffix(mixed)).hexdigest() == evening.promised == shuffle["promised"]
    assert hashlib.sha256(key).hexdigest() == shuffle["commitment"]
    assert record["shuffle"] == {**shuffle, "mixed": [*MIXED, ""]}
    # Nobody was told the seed, or what commits to it alone, before the end.
    before = evening.watcher.texts[:-1]
    assert before and all(key.hex() not in text and key[:32].hex() not in text for text in before)


def _the_record_is_checked_by_the_command_line(record: dict[str, Any], path: Path) -> None:
    def check() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rivertable", "check", str(path)]
        return subprocess.run(command, capture_output=True, text=True)

    path.write_text(json.dumps(record), "utf-8")
    done = check()
    assert done.returncode == 0, done.stdout + done.stderr
    path.write_text(json.dumps({**record, "turns": record["turns"][:-1]}), "utf-8")
    assert check().returncode == 1


def _the_record_comes_back_as_a_table(evening: Evening, record: dict[str, Any]) -> None:
    door = evening.door
    assert door.do("POST", "/check", record) == {"is_good": True, "fault": None}
    table = door.do("POST", "/records", record)["table"]
    brought = door.do("GET", f"/tables/{table}")
    assert brought["status"] == "over" and brought["state"] == evening.watcher.view["state"]
    assert brought["totals"] == evening.watcher.view["totals"]
    count = len(record["turns"])
    for turn in (0, 1, count // 2, count):
        old = door.do("GET", f"/tables/{evening.table}/positions/{turn}")
        assert door.do("GET", f"/tables/{table}/positions/{turn}") == old
    assert door.do("GET", f"/tables/{table}/record") == record
    tampered = {**record, "turns": [{**record["turns"][0], "seat": 1}, *record["turns"][1:]]}
    assert door.do("POST", "/check", tampered)["is_good"] is False
    assert door.refusal("POST", "/records", tampered)["status"] == 422
