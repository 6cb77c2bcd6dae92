"""Whether puzzles may be made of a game: said when the table is made, seen before anybody sits down, in the record."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rivertable.core.match import check, replay
from rivertable.core.record import read_document

from .in_process import running
from .tables import Made, make_table, play_at_random, start_table, state_of


def test_who_makes_a_table_says_so_and_who_comes_sees_it_before_sitting_down(tmp_path: Path) -> None:
    seats = [{"kind": "person"}, {"kind": "open"}]
    with running(tmp_path, has_jobs=False) as server:
        wanted = {"game": "market", "seats": seats, "is_public": True, "can_become_puzzles": True}
        made = Made(server.post("/api/tables", wanted)["table"], "market", "")
        assert state_of(server, made)["can_become_puzzles"] is True
        assert [line["can_become_puzzles"] for line in server.get("/api/tables")] == [True]
        server.forget(made.id)
        assert state_of(server, made)["can_become_puzzles"] is True, "it is stored with the table"
        silent = make_table(server, "market")
        assert state_of(server, silent)["can_become_puzzles"] is False
        assert server.call("POST", "/api/tables", {**wanted, "can_become_puzzles": 1}).status_code == 422


def test_the_record_says_so_only_where_it_was_agreed_and_what_follows_keeps_it(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False) as server:
        for is_agreed in (False, True):
            table = start_table(server, "glassworks", can_become_puzzles=is_agreed)
            play_at_random(server, table, 500, Random(1))
            assert state_of(server, table)["status"] == "over"
            record = server.get(f"{table.path}/record")
            assert record.get("can_become_puzzles") == (True if is_agreed else None)
            document = read_document(record, "record")
            check(document)
            assert replay(document).record() == record

            # Once more, the same deal, played on, and looked at as a record that was brought in.
            again = {"seat": 0, "name": "Ada", "level": "random"}
            following = [
                server.post(f"{table.path}/rematch", {}, table.secrets[0]),
                server.post(f"{table.path}/deal", again),
                server.post(f"{table.path}/branch", {**again, "turn": 3}),
                server.post("/api/records", record),
            ]
            told = [server.get(f"/api/tables/{made['table']}")["can_become_puzzles"] for made in following]
            assert told == [is_agreed] * 4
            brought = server.get(f"/api/tables/{following[3]['table']}/record")
            assert brought.get("can_become_puzzles") == record.get("can_become_puzzles")
