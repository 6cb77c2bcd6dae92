"""After a game: playing on from one of its positions, and the same deal once more."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from rivertable.core.game import GAMES

from .clients import Door, Party, Person
from .in_process import Document, running
from .in_process import Server as InProcess
from .servers import Server
from .tables import GAME_NAMES, Made, play_at_random, start_table

STORED = Path(__file__).parents[1] / "data" / "table-1.sqlite3"


@contextmanager
def played(server: Server, game: str, seats: list[str]) -> Iterator[Party]:
    """A game that scripted people have played to its end."""
    with Party([server.address], game, seats) as party:
        party.start()
        party.play()
        yield party


@contextmanager
def seated(party: Party, made: Document) -> Iterator[Person]:
    """The person who has a seat at a table that came of another one."""
    seat = next(seat for seat in made["seats"] if seat["secret"])
    door = Door(*party.door.addresses, secret=seat["secret"])
    person = Person(door, made["table"], seat["seat"], seat["secret"], 5)
    yield person
    person.close()
    door.close()


def position(party: Party, table: str, turn: int, secret: str | None = None) -> Document:
    found: Document = party.door.do("GET", f"/tables/{table}/positions/{turn}", secret=secret)
    return {name: found[name] for name in ("state", "totals", "breakdowns")}


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_game_is_played_on_from_a_position(server: Server, game: str) -> None:
    """The new game begins at that very position, draws anew, and its record says so and is good."""
    with played(server, game, ["person", "person"]) as party:
        before, path = party.record(), party.path
        # From then on pages count how long ago a game ended.
        last = party.door.do("GET", f"{path}/events?since=0")["events"][-1]
        assert party.view()["turn"]["began_at"] == last["at"]
        turn = len(before["turns"]) // 2
        wanted = {"turn": turn, "seat": 1, "name": "Ada", "level": "random", "mix": "abcd"}
        made = party.door.do("POST", f"{path}/branch", wanted)
        with seated(party, made) as person:
            view = person.door.do("GET", f"/tables/{made['table']}")
            assert view["origin"] == {"is_same_deal": False, "turn": turn}
            assert [(seat["kind"], seat["level"]) for seat in view["seats"]] == [("bot", "random"), ("person", None)]
            assert view["seats"][1]["name"] == "Ada"
            for old, new in ((None, None), (party.person(1).secret, person.secret)):
                assert position(party, made["table"], 0, new) == position(party, party.table, turn, old)
            person.play()
            record = person.door.do("GET", f"/tables/{made['table']}/record")
        # What was there before is as it was.
        assert party.record() == before
        assert record["branch"] == {"of": before["shuffle"]["commitment"], "turn": turn}
        assert record["shuffle"]["commitment"] != before["shuffle"]["commitment"]
        assert record["shuffle"]["mixed"] == ["", "abcd"]
        assert record["turns"] != before["turns"][turn:]
        assert check(party, record) == {"is_good": True, "fault": None}
        whole = {name: part for name, part in record.items() if name != "branch"}
        assert check(party, whole)["fault"] == "start: No set-up gives this state."
        forged = json.loads(json.dumps(record))
        forged["shuffle"]["seed"] = "00" * 32 + "abcd"
        assert "commitment" in check(party, forged)["fault"]


def check(party: Party, record: Document) -> Document:
    """What a server says of a record."""
    found: Document = party.door.do("POST", "/check", record)
    return found


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_same_deal_is_played_once_more(server: Server, game: str) -> None:
    """The same beginning and the same shuffle; while it is played nothing says whose deal it is, then both results."""
    with played(server, game, ["person", "novice"]) as party:
        before, path = party.record(), party.path
        made = party.door.do("POST", f"{path}/deal", {"seat": 0, "name": "Ben"})
        again = f"/tables/{made['table']}"
        view = party.door.do("GET", again)
        assert view["origin"] == {"is_same_deal": True, "turn": None}
        assert view["seats"][1]["name"] == party.view()["seats"][1]["name"] and view["seats"][1]["level"] == "novice"
        assert position(party, made["table"], 0) == position(party, party.table, 0)
        with seated(party, made) as person:
            for secret in (None, person.secret):
                texts = [party.door.ask("GET", again + more, secret=secret).text for more in ("", "/events", "/record")]
                assert not any(party.table in text or before["shuffle"]["seed"] in text for text in texts)
                assert party.door.refusal("GET", f"{again}/deal", secret=secret)["code"] == "wrong-state"
                more = {"seat": 0, "name": "Eve"}
                assert party.door.refusal("POST", f"{again}/deal", more, secret=secret)["code"] == "wrong-state"
            assert len(party.door.do("GET", f"{path}/deal")["results"]) == 1
            person.play()
            record = person.door.do("GET", f"{again}/record")
            here, there = party.door.do("GET", f"{path}/deal"), person.door.do("GET", f"{again}/deal")
            # Once more from the second one is still the first one's deal.
            third = person.door.do("POST", f"{again}/deal", {"seat": 1, "name": "Cem", "level": "random"})
        with_third = party.door.do("GET", f"/tables/{third['table']}")
        assert with_third["origin"]["is_same_deal"] and with_third["shuffle"]["promised"] == made["promised"]
        assert check(party, record) == {"is_good": True, "fault": None}
    assert record["shuffle"]["seed"] == before["shuffle"]["seed"] and record["start"] == before["start"]
    assert "branch" not in record
    assert [result["is_here"] for result in here["results"]] == [True, False]
    assert [result["is_here"] for result in there["results"]] == [False, True]
    for told in (here, there):
        assert [[seat["total"] for seat in result["seats"]] for result in told["results"]] == [
            before["result"]["totals"],
            record["result"]["totals"],
        ]
        assert [result["seats"][0]["name"] for result in told["results"]] == ["Player 1", "Ben"]
        assert party.table not in json.dumps(told) and made["table"] not in json.dumps(told)


def drawn(server: InProcess, table: Made) -> list[int]:
    """All that came out of the bag, or of the deck until discarded cards came back into it, in order."""
    record = server.get(f"{table.path}/record")
    found = server.tables.open(table.id)
    assert found.match is not None
    turns = found.match.turns
    found: list[int] = []
    for turn, written in zip(turns, record["turns"], strict=True):
        if "reshuffled_after" in written["chance"]:
            return [*found, *turn.outcomes[: written["chance"]["reshuffled_after"]]]
        found += turn.outcomes
    return found


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_same_deal_draws_the_same_in_the_same_order(tmp_path: Path, game: str) -> None:
    """G9, M105: while nothing comes back, what is drawn as the n-th does not depend on how anybody plays."""
    with running(tmp_path, has_jobs=False) as server:
        tables = [start_table(server, game)]
        play_at_random(server, tables[0], 500, Random(1))
        for seed in (2, 3, 4):
            made = server.post(f"{tables[0].path}/deal", {"seat": 0, "name": "Ada", "level": "random"})
            tables.append(Made(made["table"], game, made["host"]))
            play_at_random(server, tables[-1], 500, Random(seed))
        assert len(server.get(f"{tables[0].path}/deal")["results"]) == 4
        for one, other in pairwise(tables):
            turns = [server.get(f"{table.path}/record")["turns"] for table in (one, other)]
            assert turns[0] != turns[1]
            both = drawn(server, one), drawn(server, other)
            shorter = min(map(len, both))
            assert shorter > 10 and both[0][:shorter] == both[1][:shorter]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_cannot_be_played_on_is_refused(tmp_path: Path, game: str) -> None:
    with running(tmp_path, has_jobs=False) as server:

        def refused(path: str, body: Document, secret: str | None = None) -> tuple[int, str]:
            response = server.call("POST", path, {"name": "Ada", **body}, secret)
            return response.status_code, response.json()["code"]

        table = start_table(server, game, 3)
        branch, deal = f"{table.path}/branch", f"{table.path}/deal"
        waiting = server.post("/api/tables", {"game": game, "seats": [{"kind": "person"}] * 2})["table"]
        for secret in (None, table.secrets[0]):
            assert refused(branch, {"turn": 0, "seat": 0, "level": "random"}, secret) == (409, "wrong-state")
            assert refused(deal, {"seat": 0, "level": "random"}, secret) == (409, "wrong-state")
            assert server.call("GET", deal, secret=secret).status_code == 409
        assert refused(f"/api/tables/{waiting}/deal", {"seat": 0, "level": "random"}) == (409, "wrong-state")

        turns = play_at_random(server, table, 500, Random(4))
        last = {"turn": turns, "seat": 0, "level": "random"}
        assert refused(branch, last) == (409, "wrong-state")
        assert refused(branch, {**last, "turn": turns + 1}) == (404, "no-such-table")
        assert refused(branch, {**last, "turn": 0, "seat": 3}) == (404, "no-such-table")
        assert refused(branch, {**last, "turn": 0, "seat": 5}) == (422, "malformed-request")
        assert refused(branch, {"turn": 0, "seat": 0}) == (409, "wrong-state")
        assert refused(deal, {"seat": 0}) == (409, "wrong-state")
        assert refused(deal, {"seat": 0, "level": "random", "mix": "aa"}) == (422, "malformed-request")
        assert refused(deal, {"seat": 0, "level": "random"}, "no-secret-of-this-table") == (401, "no-secret")
        other = "rival:fox" if game == "glassworks" else "rival:pike"
        assert refused(deal, {"seat": 0, "level": other})[1] == "unknown-name"
        assert server.call("POST", branch, {**last, "turn": turns - 1, "name": "Ada"}).status_code == 201

        # A record that was brought in without its seed can be played on, but not dealt again.
        record = server.get(f"{table.path}/record")
        shown = {**record, "shuffle": {"commitment": record["shuffle"]["commitment"]}}
        brought = f"/api/tables/{server.post('/api/records', shown)['table']}"
        assert refused(f"{brought}/deal", {"seat": 0, "level": "random"}) == (409, "wrong-state")
        made = server.post(f"{brought}/branch", {**last, "turn": 1, "name": "Ada"})
        assert server.get(f"/api/tables/{made['table']}")["origin"] == {"is_same_deal": False, "turn": 1}


@pytest.mark.parametrize("game", GAME_NAMES)
def test_games_that_came_of_others_are_read_from_the_store_again(tmp_path: Path, game: str) -> None:
    with running(tmp_path, has_jobs=False) as server:
        first = start_table(server, game)
        turns = play_at_random(server, first, 500, Random(6))
        body = {"seat": 1, "name": "Ada", "level": "random"}
        branch = server.post(f"{first.path}/branch", {**body, "turn": turns // 3})
        deal = server.post(f"{first.path}/deal", body)
        tables = [Made(made["table"], game, made["host"]) for made in (branch, deal)]
        for table in tables:
            play_at_random(server, table, 9, Random(8))
        views = [server.get(table.path) for table in tables]
        # A deal of a game that was itself played on begins where that one began.
        play_at_random(server, tables[0], 500, Random(8))
        record = server.get(f"{tables[0].path}/record")
        again = server.post(f"{tables[0].path}/deal", body)
        brought = server.post("/api/records", record)["table"]
    with running(tmp_path, has_jobs=False) as server:
        assert server.get(tables[1].path) == views[1] and not views[1]["is_damaged"]
        assert server.get(f"{tables[0].path}/record") == record and server.get(tables[0].path)["origin"]["turn"]
        play_on(server, again, record)
        assert server.get(f"/api/tables/{brought}")["origin"] == {"is_same_deal": False, "turn": turns // 3}


def play_on(server: InProcess, made: Document, record: Document) -> None:
    """Play a deal of a branch to its end; it begins as the branch did, and its record is good."""
    table = Made(made["table"], record["game"], made["host"])
    assert server.get(table.path)["origin"] == {"is_same_deal": True, "turn": record["branch"]["turn"]}
    play_at_random(server, table, 500, Random(9))
    own = server.get(f"{table.path}/record")
    assert (own["start"], own["branch"], own["shuffle"]["seed"]) == (
        record["start"],
        record["branch"],
        record["shuffle"]["seed"],
    )
    assert server.post("/api/check", own) == {"is_good": True, "fault": None}


def test_tables_of_an_earlier_version_are_played_on(tmp_path: Path) -> None:
    """Made before there was any of this: the store is migrated, and its games are played on and dealt again."""
    shutil.copy(STORED, tmp_path / "rivertable.sqlite3")
    told = [
        one for one in json.loads(STORED.with_suffix(".json").read_text("utf-8")) if one["view"]["status"] == "over"
    ]
    assert {one["game"] for one in told} == set(GAMES)
    with running(tmp_path, has_jobs=False) as server:
        for one in told:
            path, body = f"/api/tables/{one['table']}", {"seat": 0, "name": "Ada", "level": "random"}
            assert server.get(path)["origin"] is None
            for made in (server.post(f"{path}/branch", {**body, "turn": 7}), server.post(f"{path}/deal", body)):
                table = Made(made["table"], one["game"], made["host"])
                play_at_random(server, table, 500, Random(3))
                record = server.get(f"{table.path}/record")
                assert server.post("/api/check", record) == {"is_good": True, "fault": None}
            assert len(server.get(f"{path}/deal")["results"]) == 2
