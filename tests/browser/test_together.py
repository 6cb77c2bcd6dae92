"""People at one table: by links in two browsers and watched from a third, and at one screen."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from extent import repeated
from table.clients import Door

from .conftest import Begin, Visit
from .hands import Mouse, Player, expect_result, find_at_last, look, wait_until
from .seats import held, play, seat_link, turns_of


def totals(page: Page) -> list[str]:
    """Return the final scores as the page shows them."""
    return page.get_by_role("region", name="Result").get_by_role("listitem").locator("b").all_inner_texts()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["market", "glassworks"][: repeated(1, 2)])
def test_two_browsers_play_a_game_that_a_third_watches(visit: Visit, game: str) -> None:
    host, guest, watcher = visit(), visit(width=768, height=1024), visit()
    page = host.go(f"/new/{game}")
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link to the table").input_value()
    path = link.removeprefix(host.address)
    guest.go(path)
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Sit here").click()
    expect(guest.page.get_by_text("The host starts the game.")).to_be_visible()
    watcher.go(path)
    expect(page.get_by_text("Ben")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    players = [Player(host.page, Mouse(), 11), Player(guest.page, Mouse(), 12)]
    # Two who play at random take a long time at the market: there the first rounds are enough.
    for _ in range(100 if game == "glassworks" else 10):
        movers = find_at_last(page, lambda: _movers(players))
        if not movers:
            break
        assert look(watcher.page).offered == (), "who watches is offered nothing"
        movers[0].take_turn()
    if game == "market":
        find_at_last(page, lambda: _have_the_same_river(host.page, guest.page, watcher.page) or None)
        return
    for visitor in (host, guest, watcher):
        expect_result(visitor.page)
    assert totals(host.page) == totals(guest.page) == totals(watcher.page)
    expect(watcher.page.get_by_role("region", name="Result")).to_contain_text("Ada")
    expect(watcher.page.get_by_role("region", name="Result")).to_contain_text("Ben")


def test_a_host_without_a_seat_begins_the_game(visit: Visit) -> None:
    host, guest = visit(), visit()
    page = host.go("/new/glassworks")
    for symbol in ("Bell", "Anchor"):
        page.get_by_label(f"Who sits at {symbol}").select_option("open")
    page.get_by_role("button", name="Open the table").click()
    guest.go(page.get_by_label("Link to the table").input_value().removeprefix(host.address))
    guest.page.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Start with 1 bot").click()
    expect(page.get_by_text("Watching")).to_be_visible()
    expect(guest.page.locator("#actions")).to_be_visible()


def _river(page: Page) -> list[str]:
    """Return the Booths as a page shows them, and whose boats lie there, without what only its own player can do."""
    names: list[str] = page.locator("[data-card]").evaluate_all("(all) => all.map((one) => one.dataset.card)")
    return names


def _have_the_same_river(first: Page, *others: Page) -> bool:
    return all(_river(other) == _river(first) for other in others)


def _movers(players: list[Player]) -> list[Player] | None:
    """Return the one who can move, nobody where all see that the game is over, None where that is still on its way."""
    looks = [look(player.page) for player in players]
    if all(seen.is_over for seen in looks):
        return []
    movers = [player for player, seen in zip(players, looks, strict=True) if seen.is_mine and seen.offered]
    return movers if len(movers) == 1 else None


def keep_hand(page: Page) -> None:
    """Let the page keep an opening hand; the rare one that may go is asked about."""
    seen = wait_until(page, lambda now: bool(now.offered) or "ndo" in now.said)
    if seen.offered:
        Player(page, Mouse(), 20).take_turn()


def test_one_click_takes_a_turn_back(visit: Visit, begin: Begin) -> None:
    """The first turn at the market draws no card: nothing was learned, so nobody has to be asked."""
    party = begin("market", ["person", "person"])
    before = party.view()["state"]
    page = visit().go(seat_link(party, 0))
    keep_hand(page)
    page.get_by_role("button", name="Undo my turn").click()
    party.wait_for(lambda view: view["state"] == before)
    wait_until(page, lambda now: now.is_mine and bool(now.offered))


@pytest.mark.parametrize("word", ["Agree", "Decline"])
def test_after_the_other_has_moved_a_turn_is_taken_back_by_consent(visit: Visit, begin: Begin, word: str) -> None:
    party = begin("market", ["person", "person"])
    before = party.view()["state"]
    asker, other = visit(), visit()
    keep_hand(asker.go(seat_link(party, 0)))
    keep_hand(other.go(seat_link(party, 1)))
    after = party.wait_for(lambda view: view["turn"]["number"] == 3)["state"]
    asker.page.get_by_role("button", name="Ask to undo").click()
    expect(other.page.get_by_text("A player asks to take the last turn back.")).to_be_visible()
    other.page.get_by_role("button", name=word).click()
    expect(other.page.get_by_role("button", name=word)).to_be_hidden()
    party.wait_for(lambda view: view["undo"]["asked_by"] is None)
    wait_until(asker.page, lambda now: now.is_mine and bool(now.offered))
    assert party.view()["state"] == (before if word == "Agree" else after)


def test_a_draft_is_taken_back_step_by_step_without_asking(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    visitor = visit()
    page = visitor.go(seat_link(party, 0))
    player = Player(page, Mouse(), 23)
    first = wait_until(page, lambda now: bool(now.offered))
    player.decide()
    for _ in range(10):
        back = page.get_by_role("button", name="Step back")
        if not back.is_visible():
            break
        back.click()
        player.settle()
    assert player.settle().offered == first.offered
    player.decide()
    page.get_by_role("button", name="Start over").click()
    assert player.settle().offered == first.offered
    assert turns_of(party) == []


def test_hands_of_market_stay_hidden_while_the_screen_goes_round(visit: Visit, door: Door) -> None:
    visitor = visit()
    page = visitor.go("/new/market")
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_label("Who sits at Anchor").select_option("here")
    page.get_by_label("Name", exact=True).nth(1).fill("Ben")
    page.get_by_role("button", name="Open the table").click()
    player = Player(page, Mouse(), 31)
    for number, name in enumerate(("Ada", "Ben", "Ada", "Ben")):
        if number > 0:  # only the first to play needs no curtain
            wait_until(page, lambda now: now.is_shut)
            expect(page.get_by_role("dialog")).to_contain_text(f"Pass the screen to {name}")
            assert _cards_in_hand(page) == 0, "a hand is in the page while the screen goes round"
            assert _known_hands(page, door) == []
            page.get_by_role("button", name="I have it").click()
        wait_until(page, lambda now: now.is_mine and bool(now.offered))
        assert _cards_in_hand(page) > 0
        player.take_turn()


def _cards_in_hand(page: Page) -> int:
    return page.locator("[data-hand]").count()


def _known_hands(page: Page, door: Door) -> list[str]:
    """Return the cards of the two hands, as their own secrets tell them, that stand anywhere in the page."""
    mine = held(page)
    hands: set[str] = set()
    public = door.do("GET", f"/tables/{mine['table']}")["state"]
    for seat in mine["seats"]:
        state = door.do("GET", f"/tables/{mine['table']}", secret=seat["secret"])["state"]
        hands |= {card for card in state["seats"][seat["seat"]]["hand"] if not card.startswith("?")}
    cards = door.do("GET", f"/tables/{mine['table']}/components")["cards"]
    names = {card["id"]: card["name"] for card in cards}
    hands &= names.keys()
    lying = {names[card] for card in _cards_in(public) if card in names}
    text = page.evaluate("document.body.textContent")
    assert hands, "the seats' own views show their hands"
    hidden = {names[card] for card in hands} - lying
    return sorted(name for name in hidden if re.search(rf"\b{re.escape(name)}\b", text))


def _cards_in(state: Any) -> set[str]:
    if isinstance(state, dict):
        return set().union(*(_cards_in(part) for part in state.values()))
    if isinstance(state, list):
        return set().union(*(_cards_in(part) for part in state))
    return {state} if isinstance(state, str) and re.fullmatch(r"[a-z][a-z-]*", state) else set()


def test_who_takes_the_screen_sees_nothing_that_the_one_before_looked_up(visit: Visit, begin: Begin) -> None:
    """A position of the past shows the hand of whoever asked for it."""
    party = begin("market", ["person", "person"])
    seats = [{"seat": seat, "secret": party.person(seat).secret} for seat in range(2)]
    kept = {"table": party.table, "game": "market", "name": None, "host": None, "isHotSeat": True, "seenAt": 0}
    visitor = visit()
    page = visitor.go("/")
    page.evaluate(
        "(held) => localStorage.setItem('rivertable.tables', JSON.stringify([held]))", {**kept, "seats": seats}
    )
    visitor.go(f"/t/{party.table}")
    wait_until(page, lambda now: bool(now.offered))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    past = page.get_by_role("region", name="Replay")
    past.wait_for()
    play(party, 0, random.Random(51))
    wait_until(page, lambda now: now.is_shut)
    page.get_by_role("button", name="I have it").click()
    wait_until(page, lambda now: now.is_mine and bool(now.offered))
    expect(past).to_be_hidden()
    hand = set(page.locator("[data-hand]").evaluate_all("(all) => all.map((one) => one.dataset.hand)"))
    assert hand == set(party.view(party.person(1).secret)["state"]["seats"][1]["hand"])


def test_a_screen_of_glassworks_goes_round_without_a_curtain(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/new/glassworks")
    page.get_by_label("Who sits at Anchor").select_option("here")
    page.get_by_role("button", name="Open the table").click()
    player = Player(page, Mouse(), random.Random(41).randrange(100))
    assert player.play(6) == 6
    assert not look(page).is_shut
