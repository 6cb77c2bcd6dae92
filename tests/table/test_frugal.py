"""Nothing is done twice, or kept, that a move needs once."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from random import Random

import pytest

from rivertable.core.game import GAMES
from rivertable.table.domain import news
from rivertable.table.hub import Hub
from rivertable.table.store.database import Database
from rivertable.table.store.ledger import last_alive, note_alive

from .in_process import Server
from .servers import Cluster
from .tables import play_at_random, start_table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("frugal"), has_jobs=False).start()
    yield made
    made.stop()


def test_a_version_wakes_whoever_waits_once_and_unknown_news_always() -> None:
    async def woken() -> list[bool]:
        hub, found = Hub(), []
        hub.open(asyncio.get_running_loop())
        with hub.waiting("table") as waiting:
            for version in (5, 5, 4, 6, 0, 6):
                going_on = asyncio.create_task(waiting.wait())
                hub.wake("table", version)
                for _ in range(5):
                    await asyncio.sleep(0)
                found.append(going_on.done())
                going_on.cancel()
        return found

    assert asyncio.run(woken()) == [True, False, False, True, True, True]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_all_viewers_of_a_turn_are_told_what_is_made_once(server: Server, game: str) -> None:
    made = start_table(server, game)
    play_at_random(server, made, 3, Random(game))
    table = server.tables.open(made.id)
    event, kept = table.events[-1], table.shown.events
    told = [news.event_document(table, event, viewer) for viewer in (0, 1, None)]
    everybody = [{name: value for name, value in one.items() if name != "chance"} for one in told]
    assert everybody[0] == everybody[1] == everybody[2]
    assert all(one["totals"] is kept[event.version]["totals"] for one in told)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_positions_gone_by_keep_nothing_beside_their_state(server: Server, game: str) -> None:
    made = start_table(server, game)
    play_at_random(server, made, 4, Random(game))
    match = server.tables.open(made.id).match
    assert match is not None
    gone = [turn.after for turn in match.turns[:-1]]
    assert not any("values" in vars(position) for position in gone)
    assert [position.values.seat for position in gone] == [int(position.state.seat) for position in gone]


def test_a_kept_connection_that_was_cut_is_another_one_at_the_next_write(postgres: Cluster) -> None:
    database = Database(postgres.database())
    database.migrate()

    def write(at: float) -> int:
        with database.write() as connection:
            note_alive(connection, at)
            return int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())

    try:
        kept = write(1.0)
        assert write(2.0) == kept
        with database.write() as connection:
            assert write(3.0) != kept, "two at once have a connection each"
            assert int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()) == kept
        with database.read() as connection:
            connection.exec_driver_sql(f"SELECT pg_terminate_backend({kept})")
        while is_running(kept):
            time.sleep(0.01)
        assert write(4.0) != kept
        with database.read() as connection:
            assert last_alive(connection) == 4.0
    finally:
        database.close()


def is_running(process: int) -> bool:
    """Whether a process of this machine is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
