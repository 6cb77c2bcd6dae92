"""A whole game in the browser over the change of a first start: the page stays, and nobody is asked anything twice."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from extent import repeated
from first_start import first_cache, held_back, wait_for_successor
from rivertable.core.match import check, replay
from rivertable.core.position import walk_turns
from rivertable.core.record import read_document
from table.servers import Server, served

from .hands import Finger, Hand, Mouse, Player, expect_result, wait_until
from .seats import begin, seat_link, turns_of
from .visitors import Visitor, require_client

NETWORK = r"ERR_|WebSocket|status of 50\d"
PHONE = {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}
TURNS_BEFORE = 2
TURNS_DURING = 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "hand", "screen"),
    [("glassworks", Mouse(), {"width": 1440, "height": 900}), ("market", Finger(), PHONE)][: repeated(1, 2)],
    ids=["glassworks", "market"][: repeated(1, 2)],
)
def test_a_whole_game_over_the_change(
    game: str, hand: Hand, screen: dict[str, int], browser: Browser, tmp_path: Path
) -> None:
    require_client()
    server = Server(tmp_path / "server", variables=first_cache(tmp_path / "cache"))
    with served(server):
        with held_back(server.pid):
            party = begin(server.address, game, ["person", "novice"])
            visitor = Visitor(browser, server.address, **screen)
            visitor.expect(NETWORK)
            page = visitor.go(seat_link(party, 0))
            line = page.locator("#preparing")
            expect(line).to_contain_text("Faster play is being prepared")
            page.evaluate("window.isTheSamePage = true")
            player = Player(page, hand, seed=11)
            turns = player.play(TURNS_BEFORE)
            expect(line).to_be_visible()
        # The server changes while the person goes on, and not after the game.
        turns += player.play(TURNS_DURING)
        wait_for_successor(server.pid)
        turns += player.play()
        expect_result(page)
        expect(line).to_be_hidden()
        assert page.evaluate("window.isTheSamePage") is True
        wait_until(page, lambda now: now.is_over)
        record = party.record()
        document = read_document(record, "the game")
        check(document)
        match = replay(document)
        before = [match.start, *(turn.after for turn in match.turns)]
        # The page plays a turn of one decision with one answer by itself, such as an opening hand that has a Booth.
        asked = [
            turn
            for turn, board in zip(match.turns, before, strict=False)
            if turn.seat == 0 and [len(decisions) for decisions, _ in walk_turns(board)] != [1]
        ]
        assert len(asked) == turns
        assert len(match.turns) == len(turns_of(party))
        assert visitor.close() == []
        party.close()
    assert server.complaints == []
