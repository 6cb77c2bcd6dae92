"""A person beside the levels, at the table: which games count, whose they are, and that nothing else is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rivertable.bots.strength import LevelGame
from rivertable.table.company.level_games import level_game_of
from rivertable.table.domain.table import Table
from rivertable.table.web.limits import Limits, Rate

from .in_process import Document, Server, running
from .tables import Made, play_at_random, start_table
from .test_people import named

GAME = "glassworks"
Seats = list[dict[str, Any]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as server:
        yield server


def against(*levels: str) -> Seats:
    return [{"kind": "person"}, *({"kind": "bot", "level": level} for level in levels)]


def played(server: Server, *levels: str, seed: int, **more: Any) -> Made:
    """A game of a person against levels, in which all play by dice."""
    table = start_table(server, GAME, seats=against(*levels), seed=str(seed), **more)
    play_at_random(server, table, 500, Random(seed))
    return table


def links(*tables: Made) -> Document:
    return {"tables": [{"table": table.id, "secret": table.secrets[0]} for table in tables]}


def as_it_is(server: Server, table: Made) -> Table:
    return server.tables.open(table.id)


def test_the_games_of_a_browsers_seats_and_of_a_name(server: Server) -> None:
    tables = [played(server, "artisan", seed=seed) for seed in range(5)]
    (found,) = server.post("/api/me/strength", links(*tables))
    totals = [as_it_is(server, table).match.position.totals for table in tables]  # type: ignore[union-attr]
    won = sum((own > other) + (own == other) / 2 for own, other in totals)
    assert (found["game"], found["players"], found["games"]) == (GAME, 2, 5)
    assert [(one["level"], one["games"], one["won"]) for one in found["levels"] if one["games"]] == [
        ("artisan", 5, won)
    ]
    assert 0 < won < 5 and found["verdict"] == "about" and found["low"] < found["points"] < found["high"]
    # Under a name the server knows the seats: each table is one game still, and another browser needs none.
    ada = named(server, "Ada")
    for table in tables:
        ada.do("POST", "/tables", {"table": table.id, "secret": table.host})
        ada.do("POST", "/tables", {"table": table.id, "secret": table.secrets[0]})
    assert ada.do("POST", "/strength", {"tables": []}) == ada.do("POST", "/strength", links(tables[0])) == [found]
    # No secret, no game.
    foreign = {"tables": [{"table": tables[0].id, "secret": "x" * 22}, {"table": "A" * 22, "secret": "x" * 22}]}
    assert server.post("/api/me/strength", foreign) == [] == server.post("/api/me/strength", {"tables": []})


def test_a_game_given_up_is_lost_and_one_that_goes_on_does_not_count(server: Server) -> None:
    table = start_table(server, GAME, seats=against("novice"))
    assert level_game_of(as_it_is(server, table), 0) == "unfinished"
    assert server.post("/api/me/strength", links(table)) == []
    server.post(f"{table.path}/resign", {}, table.secrets[0])
    assert as_it_is(server, table).status == "stopped"
    (found,) = server.post("/api/me/strength", links(table))
    assert (found["verdict"], found["level"], found["points"]) == ("all lost", "novice", None)
    # With more at the table a bot plays on: what it wins is not the person's.
    table = start_table(server, GAME, seats=against("novice", "novice"), seed="9")
    server.post(f"{table.path}/resign", {}, table.secrets[0])
    play_at_random(server, table, 500, Random(9))
    told = level_game_of(as_it_is(server, table), 0)
    assert isinstance(told, LevelGame) and told.total is None and as_it_is(server, table).status == "over"


def test_which_games_say_nothing(server: Server) -> None:
    first = played(server, "novice", seed=1)
    again = server.post(f"{first.path}/deal", {"seat": 0, "name": "Ada"}, first.secrets[0])
    on = server.post(f"{first.path}/branch", {"seat": 0, "name": "Ada", "turn": 2}, first.secrets[0])
    for made, reason in ((again, "again"), (on, "played on")):
        table = Made(made["table"], GAME, made["host"], [seat["secret"] for seat in made["seats"]])
        play_at_random(server, table, 500, Random(1))
        assert level_game_of(as_it_is(server, table), 0) == reason
        assert server.post("/api/me/strength", links(table)) == []
    people = start_table(server, GAME, seats=[{"kind": "person"}, *against("novice")])
    assert level_game_of(as_it_is(server, people), 0) == "people"
    rival = start_table(server, GAME, seats=against("rival:pike"))
    assert level_game_of(as_it_is(server, rival), 0) == "other bots"
    rules = start_table(server, GAME, seats=against("novice"), options={"preset": "bga"})
    assert level_game_of(as_it_is(server, rules), 0) == "other rules"


def test_hints_and_turns_of_a_bot_are_not_the_persons(server: Server) -> None:
    table = start_table(server, GAME, seats=against("novice"), seed="3")
    server.call("DELETE", f"{table.path}/seats/0", secret=table.secrets[0])
    play_at_random(server, table, 1, Random(1))
    server.post(f"{table.path}/return", {}, table.secrets[0])
    play_at_random(server, table, 500, Random(1))
    assert level_game_of(as_it_is(server, table), 0) == "helped"
    hinted = played(server, "novice", seed=4)
    found = as_it_is(server, hinted)
    assert isinstance(level_game_of(found, 0), LevelGame)
    found.seats[0].hints = 1
    assert level_game_of(found, 0) == "helped"


def test_a_game_that_has_to_be_read_is_a_request_more(tmp_path: Path) -> None:
    few = replace(Limits.none(), address=Rate(20, 1e-6))
    with running(tmp_path, limits=few, has_jobs=False) as server:
        # Each table takes three requests to make.
        tables = [played(server, "novice", seed=seed) for seed in (1, 2)]
        codes = []
        for _ in range(5):
            for table in tables:
                server.forget(table.id)
            codes.append(server.call("POST", "/api/me/strength", links(*tables)).status_code)
        assert codes == [*[200] * 4, 429]
    too_many = {"tables": links(tables[0])["tables"] * 101}
    with running(tmp_path, has_jobs=False) as server:
        assert server.call("POST", "/api/me/strength", too_many).status_code == 422
