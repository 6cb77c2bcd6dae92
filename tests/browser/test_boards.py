"""Boards to study together: three people who move at once, a presenter and who strays, words, arrows and comments."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import Begin, Visit
from .hands import Mouse, Player
from .seats import seat_link
from .stages import HINT_PATIENCE_MS
from .test_access import axe
from .visitors import NO_WIDER, Visitor

__all__ = ["axe"]

TURN = 4
WIDE = 1280
"""From so many pixels on the tree stands beside the board."""


def panel(page: Page) -> Locator:
    """The tree and what is said beside it: at the side, or in a sheet that is opened for it."""
    page.locator("header.study").wait_for()
    assert page.viewport_size is not None
    if page.viewport_size["width"] >= WIDE:
        return page.get_by_role("complementary", name="Tree and comments")
    sheet = page.get_by_role("dialog", name="Tree and comments")
    if not sheet.is_visible():
        page.get_by_role("button", name="Tree and comments").click()
    return sheet


def close_panel(page: Page) -> None:
    sheet = page.get_by_role("dialog", name="Tree and comments")
    if sheet.is_visible():
        sheet.get_by_role("button", name="Close").click()


def copied(page: Page, label: str) -> str:
    panel(page).get_by_role("button", name=label).click()
    expect(panel(page).get_by_role("button", name="Copied")).to_be_visible()
    close_panel(page)
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    return text


def write_as(visitor: Visitor, link: str, name: str) -> Page:
    page = visitor.go(link.removeprefix(visitor.address))
    sheet = page.get_by_role("dialog", name="Write here, too")
    sheet.get_by_label("Your name").fill(name)
    sheet.get_by_role("button", name="Write here, too").click()
    expect(sheet).to_be_hidden()
    return page


def lay_turn(page: Page, seed: int) -> None:
    """Decide a turn on the board and confirm it."""
    Player(page, Mouse(), seed).decide()
    page.locator("[data-spot=confirm]").click()


def here(page: Page) -> Locator:
    """The position looked at, in the line shown."""
    return panel(page).locator("[aria-current=step]")


def test_three_people_move_at_once_and_the_presenter_leads(visit: Visit, begin: Begin, axe: str) -> None:
    party = begin("glassworks", ["person", "person"], turns=400, seed=8)
    ada = visit(width=1366, height=768)
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=ada.address)
    ada.page.goto(f"{ada.address}/t/{party.table}/{TURN}")
    ada.page.get_by_role("button", name="Study together").click()
    ada.page.wait_for_url("**/b/*")
    expect(here(ada.page)).to_contain_text(f"{TURN}. ")
    expect(ada.page.get_by_text("You present: the others follow you.")).to_be_visible()
    link = copied(ada.page, "Link to write")
    phone = visit(width=390, height=844, has_touch=True, is_mobile=True)
    ben, cleo = write_as(phone, link, "Ben"), write_as(visit(width=1366, height=768), link, "Cleo")
    for page in (ben, cleo):
        expect(here(page)).to_contain_text(f"{TURN}. ")
        expect(panel(page).get_by_role("region", name="People")).to_contain_text(re.compile("Ben.*Cleo"))
        close_panel(page)
    # All three lay a turn at once; each goes to their own, and Ada takes nobody along against their will.
    for number, page in enumerate((ben, cleo, ada.page)):
        lay_turn(page, number + 1)
    strayed = ben.get_by_role("button", name=re.compile("^Back to "))
    expect(strayed).to_be_visible()
    for page in (ada.page, ben, cleo):
        expect(here(page)).to_contain_text(f"{TURN + 1}. ")
        expect(panel(page).locator(".beside .step")).not_to_have_count(0)
        close_panel(page)
    # Ben has strayed: he sees what Ada shows once he goes back, and his own turn is kept.
    strayed.click()
    expect(ben.get_by_role("button", name=re.compile("^Back to "))).to_be_hidden()
    assert here(ben).inner_text() == here(ada.page).inner_text()
    close_panel(ben)
    lay_turn(ada.page, 5)
    expect(here(ben)).to_contain_text(f"{TURN + 2}. ")
    close_panel(ben)
    # What Cleo says and points at, and what the engine says, all read.
    beside = panel(cleo)
    cleo.get_by_role("button", name=re.compile("^Back to ")).click()
    beside.get_by_placeholder("What do you think of this position?").fill("Take the yellow one!")
    beside.get_by_role("button", name="Say it").click()
    beside.get_by_role("button", name="Point at something").click()
    cleo.locator("[data-spot^=tile-]").first.click(force=True)
    cleo.locator("[data-spot=satchel]").click(position={"x": 4, "y": 4}, force=True)
    beside.get_by_role("button", name="Ask the engine").click()
    for page in (cleo, ben, ada.page):
        expect(page.locator("header.study .said")).to_contain_text("Cleo: Take the yellow one!")
        expect(page.locator("svg.arrows path")).not_to_have_count(0)
        expect(panel(page).get_by_role("region", name="The engine")).to_contain_text(
            "The move: ", timeout=HINT_PATIENCE_MS
        )
        close_panel(page)
    for page in (ada.page, ben):
        page.evaluate(axe)
        faults = page.evaluate("async () => (await axe.run()).violations.map(({ id, nodes }) => [id, nodes[0].html])")
        assert faults == []
        assert page.evaluate(NO_WIDER)
    # The owner may remove another's comment; a reader without a name only looks.
    panel(ada.page).get_by_role("button", name="Remove this comment").click()
    expect(ben.locator("header.study .said")).not_to_contain_text("yellow")
    reader = visit(width=1366, height=768).go(link.removeprefix(ada.address).partition("#")[0])
    expect(here(reader)).to_contain_text(f"{TURN + 2}. ")
    expect(panel(reader).get_by_role("button", name="Say it")).to_be_hidden()


def test_ones_own_view_of_a_running_game_is_a_board_for_oneself(visit: Visit, begin: Begin) -> None:
    party = begin("market", ["person", "person"], turns=4, seed=8)
    visitor = visit(width=1366, height=768)
    visitor.expect("409.*/words")
    page = visitor.go(seat_link(party, party.view()["turn"]["seat"]))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Try things out on my own board").click()
    page.wait_for_url("**/b/*")
    expect(panel(page).get_by_role("region", name="People")).to_contain_text("Only you see this board.")
    panel(page).get_by_role("button", name="Ask the engine").click()
    expect(panel(page).get_by_role("alert")).to_contain_text("This is still played at a table")
    expect(panel(page).get_by_role("button", name="Link to look")).to_be_hidden()
    address = page.url.removeprefix(visitor.address)
    other = visit()
    other.expect("401")
    stranger = other.go(address)
    expect(stranger.get_by_text("This board is private.")).to_be_visible()


def test_a_made_up_position_and_what_is_drawn_by_hand(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"], turns=400, seed=8)
    visitor = visit(width=1366, height=768)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=visitor.address)
    visitor.page.goto(f"{visitor.address}/t/{party.table}/{TURN}")
    visitor.page.get_by_role("button", name="Study together").click()
    visitor.page.wait_for_url("**/b/*")
    expect(here(visitor.page)).to_contain_text(f"{TURN}. ")
    text = copied(visitor.page, "Copy the position")
    page = visitor.go("/b")
    expect(page.get_by_role("link", name="Board 1")).to_be_visible()
    page.get_by_label("The position in one line").fill(text)
    page.get_by_role("button", name="Make the board").click()
    page.wait_for_url("**/b/*")
    expect(here(page)).to_contain_text("First position")
    Player(page, Mouse(), 1).decide()
    panel(page).get_by_role("button", name="Choose what is drawn").click()
    sheet = page.get_by_role("dialog", name="Choose what is drawn")
    piece = sheet.get_by_role("button", name=re.compile("^[a-z]+( [a-z]+)+ [0-9.]+%$"))
    piece.last.click()
    # A tile with one stone draws one piece: then nothing is left to chance.
    chosen, laid = sheet.locator("p.w6"), here(page).filter(has_text="1. ")
    expect(chosen.or_(laid)).to_be_visible()
    if sheet.is_visible():
        expect(chosen).to_have_text(re.compile("^[a-z ]+$"))
        sheet.get_by_role("button", name="Leave the rest to chance").click()
    expect(laid).to_be_visible()
