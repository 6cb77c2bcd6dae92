"""Words for every picture: by hovering, a long press and focus; a legend in the help; marks of what is invented."""

import re

from playwright.sync_api import Page, expect

from .conftest import Begin, Visit
from .hands import wait_until
from .seats import seat_link
from .visitors import PATIENCE_MS

LONG_PRESS = """async ([x, y, patience]) => {
  const target = document.elementFromPoint(x, y)
  const told = { pointerType: 'touch', clientX: x, clientY: y, bubbles: true, isPrimary: true }
  target.dispatchEvent(new PointerEvent('pointerdown', told))
  const last = Date.now() + patience
  while (!document.querySelector('.sayings:popover-open')) {
    if (Date.now() > last) throw new Error(`Nothing is said of ${target.outerHTML.slice(0, 80)}.`)
    await new Promise((done) => setTimeout(done, 20))
  }
  target.dispatchEvent(new PointerEvent('pointerup', told))
  target.dispatchEvent(new PointerEvent('click', { ...told, cancelable: true }))
}"""


def _middle(page: Page, selector: str) -> tuple[float, float]:
    one = page.locator(selector).first
    one.wait_for()
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_is_pointed_at_is_said(visit: Visit, begin: Begin) -> None:
    party = begin("market", ["person", "novice"])
    visitor = visit(width=1440, height=900)
    page = visitor.go(seat_link(party, 0))
    wait_until(page, lambda now: now.is_mine and bool(now.offered))
    saying = page.locator(".sayings")
    expect(saying).to_be_attached()
    # A plank of a Booth lies under the button that the whole Booth is.
    page.mouse.move(*_middle(page, ".booth .plank"), steps=3)
    expect(saying).to_be_visible()
    expect(saying).to_have_text(page.locator(".booth .plank").first.get_attribute("data-says") or "none")
    page.mouse.move(*_middle(page, ".card .step"), steps=3)
    expect(saying).to_have_text(re.compile("step|Zoom"))
    page.mouse.down()
    expect(saying).to_be_hidden()
    page.mouse.up()
    # Another page's words for Glassworks, by finger: the press that was answered chooses nothing.
    party = begin("glassworks", ["person", "novice"])
    page = visitor.go(seat_link(party, 0))
    wait_until(page, lambda now: now.is_mine and bool(now.offered))
    expect(saying).to_be_attached()
    page.evaluate(LONG_PRESS, [*_middle(page, ".satchel button"), PATIENCE_MS])
    expect(saying).to_be_visible()
    expect(page.locator(".satchel [aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(saying).to_be_hidden()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(saying).to_have_text("Menu")


def test_pictures_have_a_legend_and_inventions_their_mark(visit: Visit, begin: Begin) -> None:
    visitor = visit()
    page = visitor.go("/cards/market")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Swap Meet"))
    expect(card.locator("sup")).to_have_text("*")
    expect(card).to_contain_text(re.compile("nvented by this project|artly printed"))
    page = visitor.go()
    expect(page.get_by_text("what no source shows is invented by this project")).to_be_visible()
    for game, words in (("market", "A star space"), ("glassworks", "The stones of a tile")):
        party = begin(game, ["person", "novice"])
        page = visitor.go(seat_link(party, 0))
        page.get_by_role("button", name="Help", exact=True).click()
        expect(page.get_by_role("dialog").get_by_text(words)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("main sup")).to_have_count(0)
