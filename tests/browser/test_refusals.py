"""What cannot be done says why, with the rule behind it."""

import random
from collections import Counter

from playwright.sync_api import Page, expect

from table.clients import Party

from .conftest import Begin, Visit
from .hands import OFFER, Mouse, Player, wait_until
from .seats import play, seat_link
from .stages import under_way

REFUSED = r"status of 4\d\d"


def _follow_the_rule(page: Page, game: str) -> None:
    link = page.get_by_role("status").get_by_role("link", name="Rule")
    expect(link).to_be_visible()
    rule = link.inner_text().removeprefix("Rule").strip()
    with page.context.expect_page() as opened:
        link.click()
    rules = opened.value
    rules.get_by_role("main").wait_for()
    assert rules.url.endswith(f"/rules/{game}/{rule}")
    expect(rules.get_by_role("main")).to_contain_text(rule)


def test_a_tile_that_does_not_take_the_piece_says_why(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    seat, piece = _alone(party)
    before = party.view()["turn"]["number"]
    visitor = visit()
    visitor.expect(REFUSED)
    page = visitor.go(seat_link(party, seat))
    player = Player(page, Mouse(), 1)
    seen = wait_until(page, lambda now: bool(now.offered))
    player.press(OFFER, next(name for name in seen.offered if name.startswith(piece)))
    seen = player.settle()
    number = next(n for n in range(1, 7) if not any(name.startswith(f"Tile {n},") for name in seen.offered))
    page.get_by_role("button", name=f"Tile {number},").click(force=True)
    _follow_the_rule(page, "glassworks")
    assert player.settle().can_confirm is False and party.view()["turn"]["number"] == before


def _alone(party: Party) -> tuple[int, str]:
    """Return the seat on turn and a piece of it whose shape no other has: two of one shape go on any tile (G13)."""
    choose = random.Random(1)
    for _ in range(20):
        view = party.view()
        seat = view["turn"]["seat"]
        satchel = view["state"]["seats"][seat]["satchel"]
        shapes = Counter(piece.split()[-1] for piece in satchel)
        if alone := [piece for piece in satchel if shapes[piece.split()[-1]] == 1]:
            return seat, alone[0]
        play(party, seat, choose)
    raise AssertionError("Nobody has a piece of a shape of its own.")


def test_a_booth_out_of_reach_says_why(visit: Visit, begin: Begin) -> None:
    party = begin("market", ["person", "person"], turns=4)
    seat = party.view()["turn"]["seat"]
    visitor = visit(width=1440, height=900)
    visitor.expect(REFUSED)
    page = visitor.go(seat_link(party, seat))
    player = Player(page, Mouse(), 1)
    seen = wait_until(page, lambda now: bool(now.offered))
    for card in seen.offered:
        player.press(OFFER, card)
        reach = player.settle().offered
        booths = page.locator("[data-card]").all()
        far = [one for one in booths if "can be chosen" not in (one.get_attribute("aria-label") or "")]
        if far and len(far) < len(booths):
            far[0].click(force=True)
            _follow_the_rule(page, "market")
            return
        assert reach is not None
    raise AssertionError("No card leaves a booth out of reach.")


def test_rules_in_another_language_say_that_they_are_english(visit: Visit) -> None:
    assert visit().go("/rules/glassworks").get_by_text("in English").count() == 0
    page = visit(locale="de-DE").go("/rules/glassworks")
    expect(page.get_by_text("Die Regeln gibt es nur auf Englisch.")).to_be_visible()


COVERED = """() => {
  const hit = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  const isCovered = (one) => one.getBoundingClientRect().right <= innerWidth && !hit(one)
  return [...document.querySelectorAll('[data-hand]')].filter(isCovered).map((one) => one.ariaLabel)
}"""
"""Cards of the hand whose middle something else lies on."""


def test_why_a_typed_line_is_refused_leaves_again(visit: Visit, begin: Begin) -> None:
    party = under_way(begin, "market", 6, 2)
    visitor = visit(width=390, height=844, has_touch=True, is_mobile=True)
    visitor.expect(REFUSED)
    page = visitor.go(seat_link(party, party.view()["turn"]["seat"]))
    wait_until(page, lambda now: bool(now.offered))
    opener = page.get_by_role("button", name="Type a move or a question")
    field = page.get_by_label("A move or a question", exact=True)
    why, answer = page.locator(".why [role=status]"), page.locator("#actions form").get_by_role("status")

    def say(line: str) -> None:
        field.fill(line)
        field.press("Enter")

    opener.tap()
    say("hello there")
    expect(why).to_be_visible()
    say("score")
    expect(answer).to_be_visible()
    expect(why).to_be_hidden()
    say("hello there")
    expect(why).to_be_visible()
    why.tap(position={"x": 8, "y": 8})
    expect(why).to_be_hidden()
    say("hello there")
    expect(why).to_be_visible()
    field.press("Escape")
    expect(field).to_have_count(0)
    expect(why).to_be_hidden()
    opener.tap()
    say("hello there")
    expect(why).to_be_visible()
    opener.tap()
    expect(why).to_be_hidden()


def test_why_a_tap_does_nothing_leaves_the_hand_free(visit: Visit, begin: Begin) -> None:
    party = under_way(begin, "market", 6, 2)
    page = visit(width=390, height=844, has_touch=True, is_mobile=True).go(
        seat_link(party, 1 - party.view()["turn"]["seat"])
    )
    expect(page.locator("#actions")).to_contain_text("Waiting for")
    why = page.locator(".why [role=status]")
    page.locator("[data-hand]").first.tap(force=True)
    expect(why).to_be_visible()
    assert page.evaluate(COVERED) == []
    why.tap()
    expect(why).to_be_hidden()
