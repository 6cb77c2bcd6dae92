"""River Market's cards: a picture each, and all that a card says within it, however small the screen."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from .conftest import Begin, Visit
from .seats import seat_link

HAND = ["patchwork-parade", "quilting-frame", "two-minded-toad", "last-orders"]
RIVER = [
    *("swap-meet", "willow-larder", "quilting-frame", "patchwork-parade", "angling-contest"),
    *("moonrise-auction", "helpers-holiday", "bank-side-potluck", "terrace-garden", "message-stump"),
]
"""Those with the most to say."""
SIZES = ((820, 1180), (1280, 720), (1440, 900), (390, 844))

CUT = """() => {
  const cut = []
  for (const card of document.querySelectorAll('.hand .card:not(.mini)')) {
    const name = card.querySelector('[data-hand]').dataset.hand
    const [text, foot] = [card.querySelector('.text'), card.querySelector('.foot')]
    if (text.scrollHeight > text.clientHeight + 1) cut.push(`the text of ${name}`)
    if (foot.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom) cut.push(`the foot of ${name}`)
  }
  for (const booth of document.querySelectorAll('.booth .in'))
    if (booth.scrollHeight > booth.clientHeight + 1) cut.push(`the booth ${booth.textContent.trim()}`)
  return cut
}"""


HIDDEN = """() => [...document.querySelectorAll('.hand .card')].filter((card) => {
  const box = (one) => one.getBoundingClientRect()
  const art = box(card.querySelector('.art'))
  const over = [...card.querySelectorAll('.kind, .step')].filter((one) => one.checkVisibility()).map(box)
  const isOver = ({ left, right }) => right > art.x + 0.36 * art.width && left < art.x + 0.64 * art.width
  return art.height < 26 || over.some(isOver)
}).map((card) => card.querySelector('[data-hand]').dataset.hand)"""
# Cards of which nobody sees who works there: too low a picture, or something over its middle.


def _dealt(seat: int) -> Callable[[Route], None]:
    """Lay other cards before the page than were dealt."""

    def deal(route: Route) -> None:
        answer = route.fetch()
        told: dict[str, Any] = answer.json()
        state = told["table"]["state"]
        state["seats"][seat]["hand"] = HAND
        laid = [{"card": card, "owner": None if place < 2 else place % 3} for place, card in enumerate(RIVER)]
        state["river"] = {"top": laid[:5], "bottom": laid[5:]}
        for board in state["seats"]:
            board["pawn"] = RIVER[0]
        route.fulfill(response=answer, json=told)

    return deal


def test_cards_have_a_picture_and_nothing_of_them_is_cut(visit: Visit, begin: Begin) -> None:
    party = begin("market", ["person"] * 3, turns=4)
    seat = party.view()["turn"]["seat"]
    visitor = visit(width=1366, height=768)
    page = visitor.page
    page.route(re.compile(r"/events\?since"), _dealt(seat))
    page.route_web_socket(re.compile("."), lambda _: None)
    visitor.go(seat_link(party, seat))
    for card in HAND:
        expect(page.locator(f".hand [data-vignette={card}]")).to_be_visible()
    pictures = page.locator(".hand [data-vignette]").evaluate_all("(all) => all.map((one) => one.innerHTML)")
    assert len(set(pictures)) == len(HAND) and all(len(picture) > 1000 for picture in pictures)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => innerWidth === {width} && ({CUT})().length === 0")
        assert page.evaluate(HIDDEN) == [], f"{width} x {height}"
    for card in RIVER:
        expect(page.locator(f".booth [data-vignette={card}]")).to_be_attached()
    page.locator(f"[data-hand={HAND[0]}]").click()
    page.get_by_role("region", name="Patchwork Parade").locator("[data-vignette]").wait_for()
