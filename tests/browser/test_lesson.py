"""The first lesson: done by mouse, by finger and by keyboard to its end, wrong taps, skipping, every language."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import ElementHandle, Page, expect

from extent import IS_LONG

from .conftest import Visit
from .hands import Finger, Hand, Keys, Mouse
from .stages import open_lesson
from .visitors import NO_WIDER, PATIENCE_MS, words_of

GAMES = ("glassworks", "market")
TAPS_AT_MOST = 60
PHONE = {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}

NEXT_TO_TAP = """() => {
  const rings = ['.slot.legal:not(.pick)', '.tile.legal', '.take.legal', '.piece.legal', '.spot.legal']
  const marks = ['[data-pointed]', ...rings, '[role=group][aria-label="Asked now"] button']
  const seen = marks.flatMap((mark) => [...document.querySelectorAll(`.board ${mark}`)])
  return seen.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? null
}"""
"""What a learner sees marked: what is pointed at, else a ring of the board, else the answer in the bar."""

COVERED = """() => [...document.querySelectorAll('.board [data-pointed]')].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  const panel = document.querySelector('header.lesson').getBoundingClientRect()
  return y < panel.bottom - 1 || y > innerHeight || x + width / 2 < 0 || x + width / 2 > innerWidth
}).map((one) => one.outerHTML.slice(0, 80))"""
"""What is spoken of and cannot be seen."""


def lesson_words(language: str, game: str) -> dict[str, str]:
    return words_of(language, "lesson") | words_of(language, "lesson", game)


def _found(page: Page, script: str) -> ElementHandle:
    found = page.evaluate_handle(script).as_element()
    assert found is not None, page.locator("header.lesson").inner_text()
    return found


def _step(page: Page) -> int:
    return int(page.locator("header.lesson .far .num").inner_text().split()[0])


def learn(page: Page, hand: Hand) -> list[int]:
    """Do a lesson to its end; gives the steps in the order in which they were shown."""
    steps = [_step(page)]
    way = page.locator("[data-way=next]")
    for _ in range(TAPS_AT_MOST):
        page.wait_for_function(f"() => !({COVERED})().length", timeout=PATIENCE_MS)
        if not way.count():
            return steps
        is_asking = way.inner_text() == "Show me"
        hand.press(page, _found(page, NEXT_TO_TAP if is_asking else "document.querySelector('[data-way=next]')"))
        expect(page.locator("header.lesson .astray")).to_have_count(0)
        if _step(page) != steps[-1]:
            steps.append(_step(page))
    raise AssertionError(f"The lesson does not end: {steps}")


HANDS: dict[str, tuple[Hand, dict[str, Any]]] = {
    "mouse": (Mouse(), {"width": 1440, "height": 900}),
    "finger": (Finger(), PHONE),
    "keys": (Keys(), {}),
}
BRIEFLY = [("mouse", "glassworks"), ("finger", "market"), ("keys", "market")]


@pytest.mark.parametrize(("hand_name", "game"), list(product(HANDS, GAMES)) if IS_LONG else BRIEFLY)
def test_a_lesson_leads_to_the_first_game(visit: Visit, hand_name: str, game: str) -> None:
    hand, screen = HANDS[hand_name]
    visitor = visit(**screen)
    open_lesson(visitor, game)
    page = visitor.go()
    hand.press(page, _found(page, f"document.querySelector('a[href=\"/learn/{game}\"]')"))
    page.locator(".board main").wait_for()
    count = int(page.locator("header.lesson .far .num").inner_text().split()[-1])
    assert learn(page, hand) == list(range(1, count + 1))
    hand.press(page, _found(page, "document.querySelector('header.lesson .btn.primary')"))
    page.wait_for_url(f"**/new/{game}")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "wrong"), [("glassworks", "[data-tile='2']"), ("market", "[data-hand='net-menders']")]
)
def test_a_wrong_tap_is_told_what_to_do(visit: Visit, game: str, wrong: str) -> None:
    words = lesson_words("en", game)
    page = open_lesson(visit(), game)
    said = page.locator("header.lesson [role=status]")
    page.locator(wrong).click(force=True)
    expect(said).to_have_text(words["nudge"].replace("{next}", words["next"]))
    for _ in range(2):
        page.locator("[data-way=next]").click()
    step = "place" if game == "glassworks" else "move"
    expect(said).to_have_text(words[step])
    page.locator(wrong).click(force=True)
    expect(said).to_have_text(words[f"{step}_hint"])
    assert _step(page) == 3
    _found(page, NEXT_TO_TAP).click()
    _found(page, NEXT_TO_TAP).click()
    expect(said).to_have_text(words["gather" if game == "glassworks" else "plank"])


@pytest.mark.parametrize(
    ("game", "language", "width"), [("glassworks", "es", 320), ("glassworks", "de", 390), ("market", "de", 700)]
)
def test_the_longest_ways_on_leave_room_for_how_far_one_is(visit: Visit, game: str, language: str, width: int) -> None:
    page = open_lesson(visit(**{**PHONE, "width": width}, locale=language), game)
    ways, far = page.locator("header.lesson .ways"), page.locator("header.lesson .far .num")
    count = int(far.inner_text().split()[-1])
    progress = words_of(language, "lesson")["progress"]
    for step in range(1, count + 1):
        expect(far).to_have_text(progress.replace("{at}", str(step)).replace("{count}", str(count)))
        assert page.evaluate(NO_WIDER)
        begins, ends = ways.bounding_box(), far.bounding_box()
        assert begins and ends and ends["x"] + ends["width"] <= begins["x"]
        assert begins["x"] + begins["width"] <= width
        if step < count:
            page.locator("[data-way=next]").tap()


@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_shown_and_skipped_and_gone_back_from(visit: Visit, game: str) -> None:
    page = open_lesson(visit(**PHONE), game)
    far = page.locator("header.lesson .far .num")
    count = int(far.inner_text().split()[-1])
    for step in range(1, count):
        expect(far).to_have_text(f"{step} of {count}")
        expect(page.get_by_role("link", name="Skip")).to_be_in_viewport()
        page.locator("[data-way=next]").tap()
    for step in range(count, 1, -1):
        expect(far).to_have_text(f"{step} of {count}")
        page.get_by_role("button", name="Back", exact=True).tap()
    page.get_by_role("link", name="Skip").tap()
    page.wait_for_url(f"**/new/{game}")


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_a_lesson_is_told_in_the_readers_language(visit: Visit, language: str) -> None:
    words = lesson_words(language, "market")
    page = visit(width=360, height=780, locale=language).go("/new/market")
    page.locator("a[href='/learn/market']").click()
    said = page.locator("header.lesson [role=status]")
    expect(said).to_have_text(words["ring"])
    page.get_by_role("button", name=words["next"], exact=True).click()
    expect(said).to_have_text(words["hand"])
    assert page.evaluate(NO_WIDER)
