"""Rivals at the table: seats like any bot's, each game with its own."""

from __future__ import annotations

import httpx
import pytest

from rivertable.bots import bots_of
from rivertable.core.game import GAMES

from .clients import Party
from .servers import Server


@pytest.mark.parametrize(
    ("game", "rival", "title"), [("glassworks", "rival:pike", "Pike"), ("market", "rival:fox", "Fox")]
)
def test_a_whole_game_against_a_rival(server: Server, game: str, rival: str, title: str) -> None:
    with Party([server.address], game, ["person", rival]) as party:
        party.start([""])
        party.play()
        record = party.record()
    assert record["result"] is not None
    assert record["seats"][1] == {"name": title, "kind": "bot", "bot": rival}
    assert any(turn["seat"] == 1 for turn in record["turns"])


def test_each_game_offers_its_levels_and_its_own_rivals(server: Server) -> None:
    listed = httpx.get(f"{server.address}/api/games").json()
    for document in listed:
        assert [level["name"] for level in document["levels"]] == list(bots_of(GAMES[document["name"]]))
    yardstick = {"game": "market", "seats": [{"kind": "person"}, {"kind": "bot", "level": "random"}]}
    assert httpx.post(f"{server.address}/api/tables", json=yardstick).status_code == 201
    wrong = {"game": "market", "seats": [{"kind": "person"}, {"kind": "bot", "level": "rival:pike"}]}
    answer = httpx.post(f"{server.address}/api/tables", json=wrong)
    assert answer.status_code == 422
