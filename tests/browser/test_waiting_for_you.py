"""The start page says what waits for oneself, as the tables themselves say it, however long ago they were looked at."""

import json
from typing import Any

from playwright.sync_api import expect

from .conftest import Begin, Visit
from .visitors import NO_WIDER

LATEST = 8


def test_every_table_that_waits_is_listed_first(visit: Visit, begin: Begin) -> None:
    # Seat 0 is here; at the first two tables, looked at longest ago, it is its turn.
    parties = [begin("glassworks", ["person", "person"], first_seat=int(number > 1)) for number in range(LATEST + 3)]
    held: list[dict[str, Any]] = [
        {
            "table": party.table,
            "game": "glassworks",
            "name": None,
            "host": None,
            "isHotSeat": False,
            "seats": [{"seat": 0, "secret": party.person(0).secret}],
            "seenAt": 1_000 + number,
        }
        for number, party in enumerate(parties)
    ]
    page = visit().go()
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_hidden()
    page.evaluate("held => localStorage.setItem('rivertable.tables', held)", json.dumps(held))
    page.reload()
    waiting = page.get_by_role("region", name="Waiting for you").get_by_role("link")
    expect(waiting).to_have_count(2)
    tables = [link.get_attribute("href") for link in waiting.all()]
    assert tables == [f"/t/{party.table}" for party in parties[:2]]  # who has waited longest comes first
    others = page.get_by_role("region", name="Your tables").get_by_role("link")
    expect(others).to_have_count(LATEST)
    assert others.first.get_attribute("href") == f"/t/{parties[-1].table}"
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(NO_WIDER)
    parties[0].turn(0)
    page.reload()
    expect(waiting).to_have_count(1)
