"""A table's first load on the wire: its bytes, and that the page asks for all of it at once."""

import pytest
from playwright.sync_api import Browser

from table.servers import Server

from .conftest import Begin
from .seats import seat_link
from .wire import BYTES_AT_MOST, asked_at_once, load


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_a_table_comes_within_its_budget_and_is_asked_for_at_once(
    browser: Browser, server: Server, begin: Begin, game: str
) -> None:
    party = begin(game, ["person", "person"], turns=3)
    path, german = seat_link(party, 0), {"locale": "de-DE"}
    needed = load(browser, server.address, path, "#actions", **german)
    assert needed.bytes <= BYTES_AT_MOST
    asked, named = asked_at_once(browser, server.address, path, **german)
    # A browser has six connections for what it asks for with cookies: a seventh would wait a round trip.
    assert named <= 6
    later = needed.paths - asked
    # The choices of a turn depend on where the game stands.
    assert {one for one in later if not one.endswith("/draft")} == set()
