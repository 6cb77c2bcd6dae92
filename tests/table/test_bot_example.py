"""The bot of examples/ plays whole games over HTTP, as a process, while a stream tells what happens."""

import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from rivertable.table.web.context import Metrics

from .clients import Door
from .servers import Server, served

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server is enough here: what it plays is tested on each store elsewhere."""
    made = Server(tmp_path_factory.mktemp("bot"))
    with served(made):
        yield made
    assert made.complaints == []


class Stream(threading.Thread):
    """Reads a table's stream until the game is over."""

    def __init__(self, address: str, secret: str | None = None) -> None:
        super().__init__(daemon=True)
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        self._request = urllib.request.Request(address, headers=headers)
        self.told: list[dict[str, Any]] = []
        self.media_type = ""

    def run(self) -> None:
        with urllib.request.urlopen(self._request, timeout=PATIENCE_SECONDS) as reply:
            self.media_type = reply.headers["content-type"]
            for line in reply:
                if line.strip():
                    self.told.append(json.loads(line))
                    if self.told[-1]["table"]["status"] == "over":
                        return


def a_table(door: Door, game: str) -> dict[str, Any]:
    made: dict[str, Any] = door.do("POST", "/tables", {"game": game, "seats": [{"kind": "person"}] * 2})
    return made


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_the_example_plays_a_whole_game(server: Server, game: str) -> None:
    door = Door(server.address)
    made = a_table(door, game)
    table, host = made["table"], made["host"]
    stream = Stream(f"{server.address}/api/tables/{table}/stream?wait=600")
    stream.start()
    commands = [
        [sys.executable, str(BOT), server.address, table, seat["secret"], f"Bot {seat['seat']}"]
        for seat in made["seats"]
    ]
    bots = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for command in commands]
    view = door.do("GET", f"/tables/{table}")
    while not all(seat["is_taken"] for seat in view["seats"]):
        assert all(bot.poll() is None for bot in bots)
        view = door.do("GET", f"/tables/{table}/events?since={view['version']}&wait=20")["table"]
    door.do("POST", f"/tables/{table}/start", {}, secret=host)
    for bot in bots:
        _, errors = bot.communicate(timeout=PATIENCE_SECONDS)
        assert (bot.returncode, errors) == (0, "")
    record = door.do("GET", f"/tables/{table}/record")
    assert door.do("POST", "/check", record) == {"is_good": True, "fault": None}
    assert {turn["seat"] for turn in record["turns"]} == {0, 1}
    stream.join(PATIENCE_SECONDS)
    assert stream.media_type == "application/x-ndjson"
    events = [event for news in stream.told for event in news["events"]]
    assert [event["version"] for event in events] == list(range(1, stream.told[-1]["version"] + 1))
    assert [event["move"] for event in events if event["kind"] == "turn"] == [turn["move"] for turn in record["turns"]]
    assert [seat["name"] for seat in stream.told[-1]["table"]["seats"]] == ["Bot 0", "Bot 1"]
    door.close()


def test_a_stream_begins_where_it_is_told_to_and_ends_with_its_time_or_its_table(server: Server) -> None:
    door = Door(server.address)
    made = a_table(door, "glassworks")
    address = f"{server.address}/api/tables/{made['table']}/stream"
    with urllib.request.urlopen(f"{address}?since=1", timeout=PATIENCE_SECONDS) as reply:
        news = [json.loads(line) for line in reply]
    assert [(one["version"], one["events"]) for one in news] == [(1, [])]
    lasting = Stream(f"{address}?wait=600", made["seats"][0]["secret"])
    lasting.start()
    while not lasting.told:
        lasting.join(0.01)
    assert lasting.told[0]["table"]["viewer"] == 0
    door.do("DELETE", f"/tables/{made['table']}", secret=made["host"])
    lasting.join(PATIENCE_SECONDS)
    assert not lasting.is_alive()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(address, timeout=PATIENCE_SECONDS)
    door.close()


def test_what_happens_and_what_is_refused_is_counted(server: Server) -> None:
    door = Door(server.address)
    made = a_table(door, "glassworks")
    door.refusal("POST", f"/tables/{made['table']}/start", {}, secret=made["host"])
    with urllib.request.urlopen(f"{server.address}/metrics", timeout=PATIENCE_SECONDS) as reply:
        counted = dict(line.rsplit(" ", 1) for line in reply.read().decode().splitlines() if not line.startswith("#"))
    assert float(counted['rivertable_events_total{kind="created"}']) >= 1
    assert float(counted['rivertable_refusals_total{code="wrong-state"}']) >= 1
    assert float(counted['rivertable_tables{status="waiting"}']) >= 1
    door.close()


def test_every_metric_is_documented() -> None:
    page = (BOT.parents[1] / "docs" / "hosting.md").read_text("utf-8")
    named = {family.name for family in Metrics().registry.collect()}
    assert {name for name in named if f"`{name}`" not in page and f"`{name}_total`" not in page} == set()
