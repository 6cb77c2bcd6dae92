"""The deal of the day: the same for everybody, sealed until nobody can play it for the ranking, then open to all."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from patience import PATIENCE_SECONDS
from rivertable.core.chance import commitment
from rivertable.core.match import check
from rivertable.core.record import read_document
from rivertable.table.company.days import DAYS_AHEAD, SEALED_HOURS
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store.company.schema import ATTEMPTS, DEALS
from rivertable.table.store.server_secrets import ServerSecrets

from .days import Days, days
from .in_process import Document, Server, running
from .problem_documents import document, problem_in
from .tables import GAME_NAMES, Made, play, play_at_random, random_decisions, start_table
from .test_people import Browser, named

__all__ = ["days"]
HOUR = 3_600.0
MORNING = 1_900_000_000 - 1_900_000_000 % 86_400 + 9 * HOUR
SECRETS = ServerSecrets.fresh()


@contextmanager
def in_the_morning(folder: Path, days: Days, *, has_jobs: bool = False) -> Iterator[Server]:
    """A server at nine in the morning of a day in spring (UTC)."""
    days.move(MORNING - time.time())
    with running(folder, has_jobs=has_jobs, secrets=SECRETS) as made:
        yield made


@pytest.fixture
def server(tmp_path: Path, days: Days) -> Iterator[Server]:
    with in_the_morning(tmp_path, days) as made:
        yield made


def begin(who: Browser, game: str = "glassworks", players: int = 3) -> tuple[Made, bool]:
    """A table at which somebody plays today's deal, and whether it counts."""
    begun = who.do("POST", f"/days/{game}/{players}", {"name": "Ada"})
    return Made(begun["table"], game, "", [begun["secret"]]), begun["is_scored"]


def result_of(server: Server, table: Made) -> Document:
    told: Document = server.get(f"{table.path}/day", table.secrets[0])
    return told


def page_of(server: Server, game: str = "glassworks", players: int = 3) -> Document:
    today = server.get("/api/days")["today"]
    told: Document = server.get(f"/api/days/{today}/{game}/{players}")
    return told


def key_of(server: Server, table: Made) -> str:
    return server.tables.open(table.id).seed.hex()


def test_commitments_come_first_and_the_key_after_the_close(server: Server, days: Days) -> None:
    told = server.get("/api/days")
    assert {(deal["game"], deal["players"]) for deal in told["deals"]} == {
        (game, players) for game in GAME_NAMES for players in (2, 3, 4)
    }
    assert all(deal["key"] is None for deal in told["deals"])
    days.move(DAYS_AHEAD * 24 * HOUR)
    last_day = time.strftime("%Y-%m-%d", time.gmtime(time.time()))
    days.move(-DAYS_AHEAD * 24 * HOUR)
    ahead = server.get(f"/api/days?day={last_day}")["deals"]
    days.move(DAYS_AHEAD * 24 * HOUR)
    opened = server.get("/api/days")
    assert opened["today"] == last_day and opened["deals"] == ahead
    assert len({deal["commitment"] for deal in [*ahead, *told["deals"]]}) == 12
    days.move((SEALED_HOURS - 9) * HOUR - 60)
    assert all(deal["key"] is None for deal in server.get(f"/api/days?day={last_day}")["deals"])
    days.move(120)
    for deal, before in zip(server.get(f"/api/days?day={last_day}")["deals"], ahead, strict=True):
        assert hashlib.sha256(bytes.fromhex(deal["key"])).hexdigest() == before["commitment"] == deal["commitment"]
    refused = server.call("GET", "/api/days?day=2029-02-30")
    assert problem_in(refused).code == "no-such-deal"


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_same_decisions_give_the_same_game_bots_and_all(tmp_path: Path, days: Days, game: str) -> None:
    with in_the_morning(tmp_path, days, has_jobs=True) as server:
        one, other = (begin(named(server), game)[0] for _ in range(2))
        rng = Random(3)
        decided = [_play_beside(server, one, rng)]
        for decisions in decided[0]:
            _wait_for_person(server, other)
            play(server, other, 0, decisions)
        _wait_for_person(server, other)
        games = [server.tables.open(table.id) for table in (one, other)]
        records = [found.match.record(is_revealed=True) for found in games if found.match is not None]
        for record in records:
            check(read_document(record, "record"))
            for turn in record["turns"]:
                del turn["at"]
        assert records[0] == records[1] and records[0]["result"] is not None
        # The same game is a tie: half of the other one is beaten.
        assert [result_of(server, table)["share"] for table in (one, other)] == [0.5, 0.5]
        assert page_of(server, game)["attempts"] == 2


def _wait_for_person(server: Server, table: Made) -> bool:
    """Wait until the person is to move; False where the game is over."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        found = server.tables.open(table.id)
        if found.status == "over":
            return False
        if found.to_move == 0:
            return True
        time.sleep(0.01)
    raise AssertionError("A bot takes too long.")


def _play_beside(server: Server, table: Made, rng: Random) -> list[tuple[int, ...]]:
    """Play at random against the bots, and return what was decided."""
    decided = []
    while _wait_for_person(server, table):
        match = server.tables.open(table.id).match
        assert match is not None
        decided.append(random_decisions(match.position.view(0), rng))
        play(server, table, 0, decided[-1])
    return decided


def test_one_attempt_counts_and_whoever_has_no_name_sees_a_place(server: Server, days: Days) -> None:
    ada, ben, nobody = named(server, "Ada"), named(server, "Ben"), Browser(server)
    tables = []
    for who, seed, counts in ((ada, 1, True), (ada, 2, False), (ben, 3, True), (nobody, 4, False)):
        table, is_scored = begin(who)
        assert is_scored is counts
        assert result_of(server, table)["points"] is None
        play_at_random(server, table, 500, Random(seed))
        tables.append(table)
    results = [result_of(server, table) for table in tables]
    assert all(result["points"] is not None for result in results)
    margins = [result["margin"] for result in results]
    assert [result["others"] for result in results] == [1, 2, 1, 2]
    field = (margins[0], margins[2])
    assert results[3]["place"] == 1 + sum(margin > margins[3] for margin in field)
    page = page_of(server)
    assert page["attempts"] == 2 == sum(bar["attempts"] for bar in page["spread"])
    names = ["Ada", "Ben"] if margins[0] > margins[2] else ["Ben", "Ada"]
    assert [best["name"] for best in page["best"]] == names
    assert all(best["table"] is None for best in page["best"])
    (kept,) = ada.do("GET", "/data")["deals"]
    assert kept["table"] == tables[0].id and kept["points"] == results[0]["points"]
    # Whoever begins within the day has half a day more to end; then it counts no longer.
    late, is_scored = begin(named(server, "Late"))
    assert is_scored and problem_in(Browser(server).call("POST", "/days/market/5", {"name": "x"})).status == 404
    days.move((SEALED_HOURS - 9) * HOUR + 60)
    play_at_random(server, late, 500, Random(5))
    assert result_of(server, late)["points"] is None
    # Once it is unsealed everybody sees where the paths parted.
    worse = tables[2 if margins[0] > margins[2] else 0]
    parted = result_of(server, worse)["parted"]
    assert parted["own"] != parted["best"] and server.get(f"/api/tables/{parted['best_table']}/record")


def test_whoever_is_erased_is_no_longer_listed_but_still_beaten(server: Server, days: Days) -> None:
    ada = named(server, "Ada of the marker quokka")
    table, _ = begin(ada)
    play_at_random(server, table, 500, Random(1))
    ada.do("DELETE")
    days.move((ERASURE_DAYS + 1) * 24 * HOUR)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    days.move(-(ERASURE_DAYS + 1) * 24 * HOUR)
    page = page_of(server)
    assert page["attempts"] == 1 and page["best"][0]["name"] is None
    with server.database.read() as connection:
        assert list(connection.execute(select(ATTEMPTS.c.scorer)).scalars()) == [table.id]


def test_where_the_rules_change_a_deal_is_cancelled_for_all(tmp_path: Path, days: Days) -> None:
    with in_the_morning(tmp_path, days) as server:
        before = {deal["id"]: deal["commitment"] for deal in server.get("/api/days")["deals"]}
        with server.database.write() as connection:
            connection.execute(update(DEALS).values(rules_hash="other rules", commitment="0" * 64))
    with running(tmp_path, has_jobs=False, secrets=SECRETS) as server:
        assert all(deal["is_cancelled"] for deal in server.get("/api/days")["deals"])
        refused = Browser(server).call("POST", "/days/glassworks/3", {"name": "x"})
        assert problem_in(refused).code == "wrong-state"
        # Those that have not opened are published anew.
        days.move(24 * HOUR)
        ahead = server.get("/api/days")["deals"]
        assert not any(deal["is_cancelled"] or deal["commitment"] == "0" * 64 for deal in ahead)
        assert begin(Browser(server))[0].id
    assert len(before) == len(ahead)


OF_A_TABLE = [
    (method.upper(), path) for path, methods in document()["paths"].items() if "{table}" in path for method in methods
]
TELLS_NOTHING = {
    ("GET", "/api/tables/{table}/components"),
    ("GET", "/api/me/tables/{table}/company"),
}
"""What everybody may ask of any table: the printed data, and whether somebody there has a name."""
LOOKING = {("GET", f"/api/tables/{{table}}{more}") for more in ("", "/events", "/stream", "/positions/{turn}", "/day")}
"""What the seat's own secret opens: the seat's own view."""


def _body(path: str, version: int) -> Any:
    """A body that an operation takes."""
    last = path.rpartition("/")[2]
    return {
        "moves": {"version": version, "key": "a key of mine", "decisions": []},
        "draft": {"version": version, "decisions": []},
        "hint": {"version": version, "step": "idea"},
        "undo": {"version": version, "key": "another key"},
        "answer": {"version": version, "is_agreed": True},
        "branch": {"seat": 0, "name": "x", "turn": 0},
        "deal": {"seat": 0, "name": "x"},
        "{seat}": {"name": "x"},
        "start": {},
    }.get(last, {})


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("is_over", [False, True], ids=["playing", "over"])
def test_no_route_tells_anybody_of_a_sealed_deal(server: Server, game: str, is_over: bool) -> None:
    """Every operation on a table, as nobody, as the player of another table, and as the player."""
    who = named(server)
    table, elsewhere = begin(who, game)[0], start_table(server, game)
    play_at_random(server, table, 500 if is_over else 4, Random(1))
    found = server.tables.open(table.id)
    assert (found.status == "over") is is_over
    key, version = key_of(server, table), found.version
    for method, path in sorted(OF_A_TABLE):
        place = path.format(table=table.id, seat=0, turn=1, sanction="0" * 32)
        body = None if method in ("GET", "DELETE") else _body(path, version)
        for secret in (None, elsewhere.secrets[0], table.secrets[0]):
            response = server.call(method, place, body, secret)
            assert key not in response.text, place
            if secret != table.secrets[0]:
                assert response.status_code >= 400 or (method, path) in TELLS_NOTHING, (method, path, response.text)
            elif method == "GET" and (method, path) not in TELLS_NOTHING | LOOKING:
                assert response.status_code in (401, 403, 404, 409), (method, path, response.text)
        if path.endswith(("/record", "/branch", "/deal", "/review")):
            assert problem_in(server.call(method, place, body, table.secrets[0])).code in (
                ("sealed",) if is_over or path.endswith("/record") else ("wrong-state", "sealed")
            )
    for token in (None, elsewhere.secrets[0]):
        line = server.line()
        line.open(table.id, token, 0)
        refused = line.next()
        assert refused["type"] == "refused" and refused["problem"]["code"] in ("sealed", "no-secret")
        line.close()
    assert not any(
        table.id in str(page) or key in str(page) for page in (page_of(server, game), server.get("/api/days"))
    )


def test_a_seat_sees_no_other_hand_and_no_key_even_after_the_end(server: Server) -> None:
    table, _ = begin(Browser(server), "market")
    play_at_random(server, table, 500, Random(1))
    told = server.get(table.path, table.secrets[0])
    assert told["status"] == "over" and told["shuffle"]["seed"] is None and told["shared"] is not None
    others = [card for seat in told["state"]["seats"][1:] for card in seat["hand"]]
    assert others and all(card.startswith("?") for card in others)
    events = server.get(f"{table.path}/events", table.secrets[0])["events"]
    drawn = [
        card for event in events if event.get("seat") in (1, 2) for card in event.get("chance", {}).get("drawn", [])
    ]
    assert drawn and all(card.startswith("?") for card in drawn)


def test_unsealed_it_is_a_game_like_any_other(server: Server, days: Days) -> None:
    table, _ = begin(Browser(server))
    play_at_random(server, table, 500, Random(1))
    days.move(SEALED_HOURS * HOUR)
    record = server.get(f"{table.path}/record")
    assert commitment(bytes.fromhex(record["shuffle"]["seed"])) == record["shuffle"]["commitment"]
    check(read_document(record, "record"))
    again = server.post(f"{table.path}/deal", {"seat": 1, "name": "Ben", "level": "novice"})
    match = server.tables.open(again["table"]).match
    assert match is not None and match.has_fixed_order and match.start == read_start(server, table)
    assert server.post(f"{table.path}/branch", {"seat": 0, "name": "Ben", "turn": 3, "level": "novice"})


def read_start(server: Server, table: Made) -> Any:
    match = server.tables.open(table.id).match
    assert match is not None
    return match.start


def test_leaving_a_deal_gives_the_attempt_away(server: Server) -> None:
    ada = named(server)
    table, _ = begin(ada)
    play_at_random(server, table, 3, Random(1))
    server.call("DELETE", f"{table.path}/seats/0", secret=table.secrets[0])
    play_at_random(server, table, 500, Random(2))
    assert server.tables.open(table.id).status == "over"
    assert result_of(server, table)["points"] is None and not begin(ada)[1]
