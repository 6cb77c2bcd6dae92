"""The review of a finished game: its graph, scrubbed by mouse and by keyboard, and the best turn on the board."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import Begin, Visit
from .hands import find_at_last
from .seats import seat_link
from .stages import REVIEW_PATIENCE_MS


def opened(page: Page) -> Locator:
    """Open the review from the result, and return its graph once it is there."""
    page.get_by_role("region", name="Result").get_by_role("button", name="Review").click()
    graph = page.get_by_role("slider", name="Share of the win over the turns")
    graph.wait_for(timeout=REVIEW_PATIENCE_MS)
    return graph


def test_a_review_is_scrubbed_and_shows_the_best_turn(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"], turns=400, seed=8)
    turns = len(party.record()["turns"])
    visitor = visit(width=1440, height=900)
    visitor.go(seat_link(party, 0))
    page = visitor.page
    graph = opened(page)
    review = page.get_by_role("region", name="Review")
    shown = page.get_by_role("slider", name="Turn shown")
    expect(review).to_contain_text(f"Turn 1 of {turns}")
    for width, height in ((1280, 720), (1366, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert _is_board_whole(page), f"the review hides a part of the board at {width} by {height}"
    graph.focus()
    for key, turn in (("ArrowRight", 2), ("PageUp", 7), ("ArrowLeft", 6)):
        page.keyboard.press(key)
        expect(review).to_contain_text(f"Turn {turn} of {turns}")
        expect(shown).to_have_value(str(turn - 1))
    page.keyboard.press("End")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("^The end of the game: You (0|50|100)%"))
    # From the left edge, where the first turn is, to the middle: all between are passed.
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 2, box["y"] + 60)
    expect(shown).to_have_value("0")
    page.mouse.move(box["x"] + 2, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60, steps=4)
    page.mouse.up()
    middle = find_at_last(page, lambda: _between(int(shown.input_value()), turns / 3, 2 * turns / 3))
    expect(review).to_contain_text(f"Turn {middle + 1} of {turns}")
    # What searches find follows; where a turn was forced nothing is best, so all turns are looked at.
    expect(review).to_contain_text(re.compile("accuracy [0-9]+ of 100"), timeout=REVIEW_PATIENCE_MS)
    page.keyboard.press("Home")
    best = page.get_by_role("button", name=re.compile("Best: "))
    expect(best.first).to_be_visible(timeout=REVIEW_PATIENCE_MS)
    # What would follow is told in words and glass as well, by whom and one turn after another.
    following = review.locator("ol.line li").first
    expect(following).to_contain_text(
        re.compile("^ *(You|Player 2) .* (gathered|from the lake)"), timeout=REVIEW_PATIENCE_MS
    )
    assert following.locator("svg.piece").count() > 0
    expect(review).to_contain_text("Luck")
    page.get_by_role("button", name="Close the review").click()
    expect(best).to_have_count(0)
    # On a tablet held upright the other's window, which lies below one's own, is as large as it can be read.
    page.set_viewport_size({"width": 820, "height": 1180})
    assert (page.locator(".opponent .mini").bounding_box() or {"width": 0})["width"] > 120


def _is_board_whole(page: Page) -> bool:
    """Return whether river and windows lie beside the review and above the bar."""
    return bool(
        page.evaluate("""() => {
          const box = (part) => document.querySelector(part).getBoundingClientRect()
          const [review, bar] = [box('section.review'), box('#actions')]
          return ['.river-area', '.own-area', '.others-area'].map(box)
            .every((part) => part.right <= review.left && part.bottom <= bar.top)
        }""")
    )


def _between(value: int, least: float, most: float) -> int | None:
    return value if least < value < most else None


def test_a_link_that_a_spectator_has_opens_the_review_too(visit: Visit, begin: Begin) -> None:
    party = begin("market", ["person", "person"], turns=400, seed=8)
    visitor = visit(width=360, height=780)
    visitor.go(f"/t/{party.table}")
    graph = opened(visitor.page)
    graph.press("End")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("^The end of the game: "))
