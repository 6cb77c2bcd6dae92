"""Nothing is done twice, or kept, that a move needs once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from rivertable.core.game import GAMES
from rivertable.table.domain import news
from rivertable.table.hub import Hub

from .in_process import Server
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
