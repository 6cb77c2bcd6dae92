"""The thing itself can be touched: pieces of the lake, planks of a Booth, and glass drawn by a finger."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Begin, Visit
from .hands import Mouse, Player, find_at_last, wait_until
from .seats import seat_link
from .stages import under_way
from .visitors import Visitor

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def test_pieces_of_the_lake_are_taken_by_touching_them(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    page = visit(width=1440, height=900).go(seat_link(party, party.view()["turn"]["seat"]))
    wait_until(page, lambda now: bool(now.offered))
    lake, count = page.locator("[data-lake]"), page.locator(".lake .take")
    for taken, place in enumerate((4, 0, 1), start=1):
        lake.nth(place).click()
        expect(count).to_contain_text(f"{taken} of 4")
    lake.nth(0).click()
    expect(count).to_contain_text("2 of 4")
    lake.nth(0).click()
    lake.nth(2).click()
    # The one that was not touched stays.
    expect(page.locator("[data-lake][aria-label*='taken']")).to_have_count(4)
    expect(lake.nth(3)).not_to_have_attribute("aria-label", "taken")


UNDER_THE_LABEL = """() => {
  const label = document.querySelector('.lake .take').getBoundingClientRect()
  return [...document.querySelectorAll('[data-lake]')].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const isHit = one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    return !isHit || (y + 4 < label.bottom && x < label.right && x + width > label.x)
  }).map((one) => one.ariaLabel)
}"""
"""Pieces of the lake that are not hit in their middle, or lie under its label."""


@pytest.mark.parametrize("size", [(740, 360), (1024, 600)])
def test_the_lake_s_label_leaves_its_glass_free(visit: Visit, begin: Begin, size: tuple[int, int]) -> None:
    party = begin("glassworks", ["person", "person"])
    page = visit(width=size[0], height=size[1]).go(seat_link(party, party.view()["turn"]["seat"]))
    wait_until(page, lambda now: bool(now.offered))
    assert page.evaluate(UNDER_THE_LABEL) == []
    page.locator("[data-lake]").last.click()
    expect(page.locator(".lake .take")).to_contain_text("1 of 4")
    assert page.evaluate(UNDER_THE_LABEL) == []


def test_a_plank_is_touched_where_the_pawn_stands(visit: Visit, begin: Begin) -> None:
    visitor = visit(width=1440, height=900)
    page = visitor.page
    plank = None
    # With some deals no Booth within reach offers anything.
    for _ in range(8):
        party = under_way(begin, "market", 12, 2)
        visitor.go(seat_link(party, party.view()["turn"]["seat"]))
        plank = _reach_a_plank(page)
        if plank is not None:
            break
    assert plank is not None
    with page.expect_response("**/draft") as told:
        page.mouse.click(*_middle(plank))
    # Another plank of the same Booth may be offered then.
    assert "plank" in [choice["what"]["type"] for choice in told.value.json()["path"]]
    expect(page.get_by_role("button", name="Step back")).to_be_visible()


def _reach_a_plank(page: Page) -> Locator | None:
    """Move with one card after another until a Booth offers something."""
    player = Player(page, Mouse(), 1)
    wait_until(page, lambda now: bool(now.offered))
    for card in range(page.locator("[data-hand]").count()):
        page.locator("[data-hand]").nth(card).click()
        player.settle()
        for booth in range(page.locator(".booth.legal").count()):
            page.locator(".booth.legal [data-card]").nth(booth).click(force=True)
            player.settle()
            offered = page.locator(".booth .offered")
            if offered.count():
                return offered.first
            page.get_by_role("button", name="Start over").click()
            player.settle()
            page.locator("[data-hand]").nth(card).click()
            player.settle()
    return None


def test_a_finger_draws_a_piece_to_its_tile(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    visitor = visit(**PHONE)
    page = visitor.go(seat_link(party, party.view()["turn"]["seat"]))
    wait_until(page, lambda now: bool(now.offered))
    finger = Finger(visitor)
    finger.take(page.locator(".slot.legal").first)
    finger.put(page.locator(".tile.legal").first)
    expect(page.get_by_role("button", name="Start over")).to_be_visible()
    expect(page.locator(".dragged")).to_have_count(0)


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, PHONE], ids=["mouse", "finger"])
def test_one_s_own_boat_is_drawn_to_a_booth(visit: Visit, begin: Begin, size: dict[str, Any]) -> None:
    visitor = visit(**size)
    page, pointer = visitor.page, Finger(visitor) if "has_touch" in size else Pen(visitor)
    boat, booths = page.locator("[data-boat]"), page.locator(".booth.legal")
    for _ in range(8):
        party = under_way(begin, "market", 12, 2)
        visitor.go(seat_link(party, party.view()["turn"]["seat"]))
        wait_until(page, lambda now: bool(now.offered))
        pointer.take(boat)
        expect(boat).to_have_attribute("aria-pressed", "true")
        near = _in_sight(booths)
        if near is not None:
            break
        # With this deal no card leads anywhere near.
        pointer.let_go()
    assert near is not None
    pointer.put(near)
    done = page.get_by_role("button", name="Start over")
    card = page.locator(".card.legal [data-hand]").first
    expect(done.or_(card).first).to_be_visible()
    if card.is_visible():
        expect(page.locator("#actions")).to_contain_text("Which card takes you to ")
        card.click()
    expect(done).to_be_visible()
    expect(boat).to_have_count(2)
    expect(page.locator(".dragged")).to_have_count(0)


def _in_sight(all_of_them: Locator) -> Locator | None:
    """Return the first whose middle nothing covers: a river upright scrolls."""
    at: int = all_of_them.evaluate_all(
        """(all) => all.findIndex((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })"""
    )
    return all_of_them.nth(at) if at >= 0 else None


class Pen:
    """The mouse, its button held."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page

    def take(self, one: Locator) -> None:
        """Take a thing up: what dragging needs comes after the table."""
        x, y = _middle(one)
        find_at_last(self.page, lambda: self._lift(x, y))

    def _lift(self, x: float, y: float) -> bool | None:
        self._press(x, y)
        self._move(x + 10, y - 20)
        if self.page.evaluate("'dragging' in document.documentElement.dataset"):
            return True
        # Let go where a click means nothing.
        self._move(2, 2)
        self.let_go()
        return None

    def put(self, one: Locator) -> None:
        """Let it go above another thing."""
        one.wait_for()
        self._move(*_middle(one))
        expect(self.page.locator("[data-over]")).to_have_count(1)
        self.let_go()

    def _press(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def _move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y, steps=3)

    def let_go(self) -> None:
        """Let it go where it is."""
        self.page.mouse.up()


class Finger(Pen):
    """A finger on glass, as the browser itself hears it."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self._session = visitor.context.new_cdp_session(visitor.page)

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def _press(self, x: float, y: float) -> None:
        self._touch("touchStart", {"x": x, "y": y})

    def _move(self, x: float, y: float) -> None:
        self._touch("touchMove", {"x": x, "y": y})

    def let_go(self) -> None:
        """Lift the finger."""
        self._touch("touchEnd")


def _middle(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
