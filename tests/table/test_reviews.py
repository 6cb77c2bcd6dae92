"""Reviews at the table: of finished games only, for whoever may see them, kept as they come, and never done twice."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from rivertable.bots import make_bot
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.match import Match, replay
from rivertable.core.record import read_document
from rivertable.study.documents import ReviewDocument
from rivertable.table.workers.study import TIMES_AT_MOST

from .clients import Party
from .in_process import Document, Server, running
from .servers import Server as ServerProcess
from .tables import Made, play_at_random, start_table

LONG = 2 * PATIENCE_SECONDS
"""A pass over all turns leaves everything else on the machine before it."""
ELSEWHERE = "This deal is still played at another table; until that game is over, nobody is told more."
PLAYED = "While a game is played, nobody is told what its turns are worth."


def finished(server: Server, game: str = "glassworks", seed: str = "a game to review") -> Made:
    """A table at which two have played at random to the end."""
    table = start_table(server, game, 2, seed)
    play_at_random(server, table, 1000, Random(seed))
    return table


def when_done(server: Server, table: Made) -> Document:
    """The review once all that was asked for is done."""
    deadline = time.monotonic() + LONG
    while True:
        told: Document = server.get(f"{table.path}/review")
        if told["status"] == "done":
            return told
        assert time.monotonic() < deadline, told["status"]
        time.sleep(0.1)


def refusal(server: Server, method: str, path: str, secret: str | None = None) -> tuple[int, str]:
    """The status and sentence of a request that must be refused."""
    response = server.call(method, path, secret=secret)
    return response.status_code, response.json()["detail"]


@pytest.mark.parametrize("game", GAMES)
def test_of_a_game_that_is_played_nobody_is_told_anything(tmp_path: Path, game: str) -> None:
    with running(tmp_path, has_jobs=False) as server:
        waits = start_table(server, game, 2)
        for turns in (0, 5):
            play_at_random(server, waits, turns, Random(turns))
            for method in ("GET", "POST"):
                for secret in (None, waits.host, *waits.secrets):
                    assert refusal(server, method, f"{waits.path}/review", secret) == (409, PLAYED)
        found = server.tables.open(waits.id)
        assert found.match is not None
        unfinished = found.match.record()
        shown = server.post("/api/records", unfinished)["table"]
        assert refusal(server, "POST", f"/api/tables/{shown}/review") == (
            409,
            "Only a game that was played to its end can be reviewed.",
        )
        assert refusal(server, "GET", f"/api/tables/{'x' * 22}/review")[0] == 404


def test_a_review_is_seen_at_once_refined_and_kept(tmp_path: Path) -> None:
    """First sight comes with the answer; each time more is asked for the search goes on from what is known."""
    with running(tmp_path) as server:
        server.context.preparation.to_study(GAMES["glassworks"]).result(PATIENCE_SECONDS)
        table = finished(server)
        path = f"{table.path}/review"
        assert refusal(server, "GET", path, "no such secret")[0] == 401
        assert server.get(path) == {
            "status": "none",
            "spent": 0.0,
            "seconds": 0.0,
            "can_look_deeper": True,
            "review": None,
        }
        first = server.post(path)
        assert first["review"]["game"] == "glassworks" and len(first["review"]["turns"]) > 10
        again = server.post(path, secret=table.secrets[0])
        assert again["seconds"] == 0.2, "what goes on is not asked for twice"
        known = when_done(server, table)
        review = ReviewDocument.model_validate(known["review"])
        assert known["spent"] == known["seconds"] == 0.2 and known["can_look_deeper"]
        assert all(turn.playouts or turn.is_forced for turn in review.turns)
        for seat in review.seats:
            total = seat.expected + seat.luck + seat.own_skill + seat.others_skill
            assert abs(total - seat.result) < 0.001
        assert first["review"]["turns"][3]["sight"] == known["review"]["turns"][3]["sight"]
    with running(tmp_path) as server:
        # As small a wish as can be: a pass over all turns is made nevertheless.
        assert server.get(path) == known, "a restart loses nothing"
        told = known
        for times in range(2, TIMES_AT_MOST + 1):
            told = server.post(path)
            assert told["seconds"] == pytest.approx(0.2 * times)
            assert told["review"] is not None
            told = when_done(server, table)
            if times == 2:
                assert told["review"]["playouts"] >= known["review"]["playouts"]
        assert not told["can_look_deeper"]
        assert refusal(server, "POST", path) == (409, "This review has looked as deep as a table may.")
        server.call("DELETE", table.path, secret=table.host)
        assert server.context.reviews.find(table.id) is None


def test_what_a_process_leaves_undone_is_gone_on_with(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.context.reviews.seconds = 3600.0
        table = finished(server)
        path = f"{table.path}/review"
        server.post(path)
        deadline = time.monotonic() + LONG
        while not 0 < (told := server.get(path))["spent"] < 3600.0:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert told["status"] == "running" and told["review"]["turns"]
    with running(tmp_path, has_jobs=False) as server:
        left = server.get(path)
        assert left["status"] == "waiting" and left["spent"] >= told["spent"]
    with running(tmp_path) as server:
        deadline = time.monotonic() + LONG
        while (told := server.get(path))["spent"] <= left["spent"]:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert told["status"] == "running"


def played_on(record: Any) -> Document:
    """A record of the same deal with another end: what somebody makes of a game that still goes on."""
    match = replay(read_document(record, "record"))
    other = Match.new(match.terms, match.players, seed_bytes("another order"), 0)
    bot = make_bot("random", 1)
    while not other.is_over:
        other.play(bot.choose(other.position.view(other.position.seat)))
    return other.record() | {"shuffle": {"commitment": record["shuffle"]["commitment"]}}


def test_a_deal_that_is_still_played_elsewhere_is_not_reviewed(tmp_path: Path) -> None:
    """A copy of a game that goes on could be played to an end and reviewed, for one who still plays the first."""
    with running(tmp_path, has_jobs=False) as server:
        first = start_table(server, "glassworks", 2)
        found = server.tables.open(first.id)
        assert found.match is not None
        seen = found.match.record_as_seen(None)
        copy = f"/api/tables/{server.post('/api/records', played_on(seen))['table']}/review"
        for method in ("GET", "POST"):
            assert refusal(server, method, copy) == (409, ELSEWHERE)
        play_at_random(server, first, 1000, Random(2))
        assert server.get(copy)["status"] == "none"


def test_what_is_played_on_from_a_game_that_goes_on_is_not_reviewed(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False) as server:
        first = start_table(server, "glassworks", 2)
        play_at_random(server, first, 4, Random(3))
        found = server.tables.open(first.id)
        assert found.match is not None
        seen = found.match.record_as_seen(None)
        copy = server.post("/api/records", seen)["table"]
        wanted = {"turn": 4, "seat": 0, "name": "Ada", "level": "random"}
        made = server.post(f"/api/tables/{copy}/branch", wanted)
        branch = Made(made["table"], "glassworks", made["host"])
        play_at_random(server, branch, 1000, Random(4))
        for method in ("GET", "POST"):
            assert refusal(server, method, f"{branch.path}/review") == (409, ELSEWHERE)
        play_at_random(server, first, 1000, Random(5))
        assert server.get(f"{branch.path}/review")["status"] == "none"


def test_over_the_network_on_each_store(server: ServerProcess) -> None:
    """Whoever has the link may ask, and hears more each time until it is deep enough."""
    with Party([server.address], "glassworks", ["person", "person"]).start() as party:
        party.people[0].door.refusal("POST", f"{party.path}/review")
        party.play()
        asked = party.door.do("POST", f"{party.path}/review")
        assert asked["status"] in ("waiting", "running") and asked["seconds"] == 40.0
        deadline = time.monotonic() + LONG
        while not (told := party.door.do("GET", f"{party.path}/review"))["spent"]:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        review = ReviewDocument.model_validate(told["review"])
        assert [turn.seat for turn in review.turns] == [turn["seat"] for turn in party.record()["turns"]]
        party.door.do("DELETE", party.path, secret=party.host)
