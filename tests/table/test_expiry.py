"""How long a table is kept, and that nothing of it is left."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from sqlalchemy import func, select

from patience import PATIENCE_SECONDS
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.schema import COMPONENTS, EVENTS, TABLES

from .days import Days, days
from .in_process import Server, running
from .marked_deck import marked_deck
from .tables import Made, play_at_random, start_table

__all__ = ["days"]
DAY = 86_400.0
MANY = 150


def kept(server: Server) -> set[str]:
    with server.database.read() as connection:
        return set(connection.execute(select(TABLES.c.id)).scalars())


def wait_until_kept(server: Server, wanted: set[str]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while kept(server) != wanted:
        assert time.monotonic() < deadline, kept(server) ^ wanted
        time.sleep(0.05)


def finished(server: Server, game: str, **more: object) -> Made:
    table = start_table(server, game, **more)
    play_at_random(server, table, 500, Random(1))
    return table


def test_each_kind_of_table_is_kept_for_its_time(tmp_path: Path, days: Days) -> None:
    deck = marked_deck().text
    with running(tmp_path, has_jobs=False) as server:
        own = finished(server, "glassworks")
        waiting = [server.post("/api/tables", {"game": "glassworks", "seats": [{"kind": "open"}] * 2})["table"]]
        waiting += [
            server.post("/api/tables", {"game": "market", "seats": [{"kind": "open"}] * 2, "components": deck})["table"]
        ]
        going_on = start_table(server, "market", components=deck)
        bots = finished(server, "glassworks", seats=[{"kind": "bot", "level": "random"}] * 2)
        brought = server.post("/api/records", server.get(f"{own.path}/record"))["table"]
        for _ in range(MANY):
            waiting.append(server.post("/api/tables", {"game": "glassworks", "seats": [{"kind": "open"}] * 2})["table"])
        everything = {own.id, *waiting, going_on.id, bots.id, brought}
        assert kept(server) == everything
    with running(tmp_path) as server:
        days.move(13 * DAY)
        time.sleep(1)
        assert kept(server) == everything
        days.move(2 * DAY)
        wait_until_kept(server, {own.id, going_on.id, brought})
        days.move(16 * DAY)
        wait_until_kept(server, {own.id, going_on.id})
        assert used_components(server) == 1
        days.move(60 * DAY)
        wait_until_kept(server, {own.id})
        deadline = time.monotonic() + PATIENCE_SECONDS
        while used_components(server):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with server.database.read() as connection:
            assert set(connection.execute(select(EVENTS.c.table_id).distinct()).scalars()) == {own.id}
        days.move(1000 * DAY)
        time.sleep(1)
        assert server.get(own.path)["status"] == "over"


def used_components(server: Server) -> int:
    with server.database.read() as connection:
        found: int = connection.execute(
            select(func.count()).select_from(COMPONENTS).where(COMPONENTS.c.game == "market")
        ).scalar_one()
        return found


def test_tables_of_an_older_version_learn_how_long_they_are_kept(tmp_path: Path) -> None:
    stored = Path(__file__).parents[1] / "data" / "table-1.sqlite3"
    (tmp_path / "rivertable.sqlite3").write_bytes(stored.read_bytes())
    database = Database(sqlite_url(tmp_path))
    database.migrate()
    with database.read() as connection:
        rows = connection.execute(select(TABLES.c.status, TABLES.c.kept_seconds, TABLES.c.components)).all()
    database.close()
    assert rows
    wanted = {"waiting": 14 * DAY, "playing": 90 * DAY}
    for status, seconds, components in rows:
        assert seconds == wanted.get(status) and len(components) == 64
