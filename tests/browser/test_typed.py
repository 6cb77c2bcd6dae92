"""Whole games by typed commands only: every word comes from the keyboard into one field."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from extent import IS_LONG
from table.clients import Door, whole_move

from .conftest import Visit
from .hands import expect_result, wait_until
from .seats import held
from .visitors import play_now

QUESTIONS = {
    "glassworks": ("river", "lake", "satchel", "grid", "grid 2", "score", "bag", "legal", "last"),
    "market": ("river", "hand", "store", "discard", "score", "legal", "last"),
}
DRAFTED = re.compile(r"^Drafted: ")


def say(page: Page, text: str) -> None:
    """Type a line into the field for commands, opened by its key where it is shut."""
    field = page.get_by_label("A move or a question", exact=True)
    if not field.is_visible():
        page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


@pytest.mark.slow
@pytest.mark.parametrize("game", QUESTIONS if IS_LONG else ["market"])
def test_a_whole_game_by_typing(visit: Visit, door: Door, game: str) -> None:
    visitor = visit()
    page = visitor.go()
    play_now(page, "Glassworks" if game == "glassworks" else "River Market")
    answer = page.locator("#actions form").get_by_role("status")
    choose = random.Random(51)
    turns = 0
    while not wait_until(page, lambda now: now.is_over or (now.is_mine and bool(now.offered))).is_over:
        mine = held(page)
        (seat,) = mine["seats"]
        mover = Door(visitor.address, secret=seat["secret"])
        version = mover.do("GET", f"/tables/{mine['table']}")["version"]
        draft = whole_move(mover, mine["table"], version, choose)
        mover.close()
        assert draft is not None
        if turns in (1, 6):
            for question in QUESTIONS[game]:
                say(page, question)
                expect(answer).to_have_text(re.compile(r"\S"))
        say(page, draft["notation"])
        expect(answer).to_have_text(DRAFTED)
        say(page, "confirm")
        wait_until(page, lambda now: not now.can_confirm and not now.is_sent)
        turns += 1
    expect_result(page)
    assert turns >= 4
