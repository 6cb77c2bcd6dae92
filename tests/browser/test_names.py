"""Without colours, and without eyes: whatever lies on the table is named, so that a greyscale print would do."""

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Begin, Visit
from .seats import seat_link
from .stages import under_way

COLOURS = ("light green", "light blue", "dark green", "dark blue", "white", "yellow", "orange", "purple", "black")
SHAPES = ("triangle", "heart", "circle", "square", "hexagon", "drop")
PIECE = re.compile(rf"(?:\b(\d+) × )?\b({'|'.join(COLOURS)}) ({'|'.join(SHAPES)})\b")


def pieces_in(text: str) -> Counter[str]:
    """Return the pieces that a name speaks of."""
    return Counter({f"{colour} {shape}": int(count or 1) for count, colour, shape in PIECE.findall(text)})


def names_in(page: Page, region: str) -> list[str]:
    """Return the names of the buttons of an area, as a screen reader hears them."""
    tree = page.get_by_role("region", name=region, exact=True).aria_snapshot()
    return [name.replace('\\"', '"') for name in re.findall(r'button "((?:[^"\\]|\\.)*)"', tree)]


def test_every_piece_of_glassworks_is_named(visit: Visit, begin: Begin) -> None:
    party = under_way(begin, "glassworks", 15)
    seat = party.view()["turn"]["seat"]
    page = visit(width=1440, height=900).go(seat_link(party, seat))
    page.get_by_role("region", name="Satchel", exact=True).wait_for()
    state = party.view()["state"]
    river = names_in(page, "River")
    tiles = [name for name in river if name.startswith("Tile")]
    assert len(tiles) == len(state["river"])
    for number, (name, tile) in enumerate(zip(tiles, state["river"], strict=True), 1):
        assert name.startswith(f"Tile {number}, {tile['shape']}, {tile['stones']} stone")
        assert pieces_in(name) == Counter(tile["pieces"]), name
    lake = sum((pieces_in(name) for name in river if not name.startswith("Tile")), Counter[str]())
    assert lake == Counter(state["lake"])
    own = sum((pieces_in(name) for name in names_in(page, "Satchel")), Counter[str]())
    assert own == Counter(state["seats"][seat]["satchel"])
    heard = page.get_by_role("main").aria_snapshot()
    for number, column in enumerate(state["seats"][seat]["columns"], 1):
        assert f"Column {number}, {column['colour']}: {column['height']} piece" in heard
    _others_are_heard(page, state, seat)


def _others_are_heard(page: Page, state: dict[str, Any], seat: int) -> None:
    others = page.get_by_role("region", name="Other players").get_by_role("article").all()
    boards = [board for number, board in enumerate(state["seats"]) if number != seat]
    for article, board in zip(others, boards, strict=True):
        heard = article.aria_snapshot()
        assert pieces_in(heard) == Counter(board["satchel"])
        for column in board["columns"]:
            assert f"{column['colour']} {column['height']}" in heard


def test_every_card_of_market_is_named(visit: Visit, begin: Begin) -> None:
    party = begin("market", ["person"] * 3, turns=18)
    seat = party.view()["turn"]["seat"]
    page = visit(width=1440, height=900).go(seat_link(party, seat))
    page.locator("[data-hand]").first.wait_for()
    state = party.view(party.person(seat).secret)["state"]
    cards = {card["id"]: card["name"] for card in party.door.do("GET", f"{party.path}/components")["cards"]}
    held = page.locator("[data-hand]").all()
    hand = {one.get_attribute("data-hand") or "": one.get_attribute("aria-label") or "" for one in held}
    assert hand.keys() == set(state["seats"][seat]["hand"])
    for card, name in hand.items():
        assert name.startswith(cards[card])
    for other in page.locator("[data-opponent]").all():
        title = f"Player {int(other.get_attribute('data-opponent') or 0) + 1}"
        assert (other.get_attribute("aria-label") or "").startswith(title)
    river = page.locator("[data-card]").all()
    lying = {one.get_attribute("data-card") or "": one.get_attribute("aria-label") or "" for one in river}
    booths = [*state["river"]["top"], *state["river"]["bottom"]]
    assert lying.keys() == {booth["card"] for booth in booths}
    for booth in booths:
        assert lying[booth["card"]].startswith(cards[booth["card"]])


LONG_NAME = "Maximiliane-Wilhelmine G"
CUT = """() => {
  const beside = 'header .turn .fixed, .mine [data-spot=inventory] > *, .mine [data-spot=total]'
  const frames = (one) => one.closest('header .turn, .mine').getBoundingClientRect().right
  const isCut = (one) => one.checkVisibility() && one.getBoundingClientRect().right > frames(one)
  return [...document.querySelectorAll(beside)].filter(isCut).map((one) => one.textContent)
}"""
"""What stands beside a name and reaches past its frame."""


def test_a_long_name_gives_way_to_what_stands_beside_it(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"], is_started=False)
    for person in party.people:
        person.door.do("POST", f"{party.path}/seats/{person.seat}", {"name": LONG_NAME, "mix": ""})
    party.door.ask("POST", f"{party.path}/start", {}, secret=party.host)
    page = visit(width=320, height=640, has_touch=True, is_mobile=True).go(f"/t/{party.table}")
    turn = page.locator("header .turn")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect(turn).to_have_text(f"{LONG_NAME} to move")
        expect(turn.get_by_text("to move", exact=True)).to_be_visible()
        assert page.evaluate(CUT) == []
