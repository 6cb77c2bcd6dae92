"""Puzzles: solved wrong and right by mouse and by keyboard, hinted at, given up, and the ladder that remembers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import ElementHandle, Locator, Page, expect

from rivertable.core.game import GAMES
from rivertable.study.puzzles.puzzle import Posed, Puzzle, book_of

from .conftest import Visit
from .hands import Hand, Keys, Mouse
from .stages import open_puzzle
from .test_typed import say
from .visitors import NO_WIDER, words_of

BOTH = pytest.mark.parametrize("game", GAMES)
SOLVED = "JSON.parse(localStorage.getItem('rivertable.puzzles') ?? '{}')"
PLAIN: dict[str, set[str]] = {"glassworks": {"type", "pieces", "onto", "gather"}, "market": {"type", "card", "paid"}}


def simple(game: str) -> Puzzle:
    """A puzzle whose best turn is few taps: one piece placed between two tiles, or a card hired."""
    for puzzle in book_of(GAMES[game]).puzzles:
        move = puzzle.turns[0].move
        if set(move) != PLAIN[game]:
            continue
        if game == "market" and move["type"] == "hire":
            return puzzle
        if game == "glassworks" and len(move["pieces"]) == 1 and 1 < move["onto"] < 6:
            return puzzle
    raise AssertionError("No puzzle has a turn of few taps.")


def taps_of(puzzle: Puzzle) -> list[str]:
    """Where its best turn is tapped, one after another."""
    move: dict[str, Any] = puzzle.turns[0].move
    if move["type"] == "hire":
        return [f'[data-hand="{move["card"]}"]', '[data-spot="play"]', '[data-spot="confirm"]']
    posed = Posed(puzzle, GAMES["glassworks"])
    satchel = posed.game.documents.write_state(posed.view)["seats"][posed.seat]["satchel"]
    slot = satchel.index(move["pieces"][0])
    tiles = [f'[data-tile="{move["onto"]}"]', f'[data-tile="{move["gather"]}"]']
    return [f'[data-slot="{slot}"]', *tiles, '[data-spot="confirm"]']


def found(page: Page, selector: str) -> ElementHandle:
    element = page.locator(f".board {selector}:not(:disabled)").element_handle()
    assert element is not None
    return element


def told(page: Page) -> Locator:
    return page.locator("header.puzzle [role=status]")


def percent(share: float) -> str:
    return f"{share * 100:.1f}".removesuffix(".0") + "%"


@BOTH
@pytest.mark.parametrize("hand", [Mouse(), Keys()], ids=["mouse", "keys"])
def test_a_puzzle_is_answered_wrong_then_right(visit: Visit, game: str, hand: Hand) -> None:
    puzzle = simple(game)
    best, second = puzzle.turns[:2]
    visitor = visit(width=1440, height=900)
    page = open_puzzle(visitor, game, puzzle.id)
    expect(told(page)).to_contain_text("One turn is clearly best for you.")
    # Wrong, typed: the board is as before, and the confirmed turn is no longer there to be confirmed.
    say(page, second.notation)
    expect(page.locator("#actions form").get_by_role("status")).to_contain_text("Drafted")
    page.keyboard.press("Escape")
    hand.press(page, found(page, '[data-spot="confirm"]'))
    loss = percent(best.win_share - second.win_share)
    expect(told(page)).to_have_text(
        f"Wrong: this turn is worth {percent(second.win_share)} ± {percent(2 * second.standard_error)} of the win, "
        f"{loss} less than the best. Try another."
    )
    expect(told(page)).to_be_focused()
    expect(page.locator('.board [data-spot="confirm"]')).to_be_disabled()
    assert page.evaluate(SOLVED) == {}
    for selector in taps_of(puzzle):
        hand.press(page, found(page, selector))
        expect(page.locator("[data-asked]")).to_have_count(0)
    expect(told(page)).to_have_text(re.compile(f"^Right! This turn is worth {re.escape(percent(best.win_share))} "))
    assert page.evaluate(SOLVED) == {game: [puzzle.id]}
    expect(page.locator("header.puzzle .solved")).to_be_visible()
    # The best turn stands on the board, and the way on has the focus.
    expect(page.locator(".board .advised").first).to_be_visible()
    way = page.get_by_role("link", name="Next")
    expect(way).to_be_focused()
    hand.press(page, way.element_handle() or pytest.fail("There is no way on."))
    page.wait_for_url(re.compile(f"/puzzle/{game}/[gm][0-9a-f]{{7}}$"))
    expect(told(page)).to_contain_text("One turn is clearly best for you.")
    assert not page.url.endswith(puzzle.id)


def test_the_day_s_puzzle_is_reached_from_the_start_hinted_at_and_given_up(visit: Visit) -> None:
    visitor = visit(width=360, height=780)
    open_puzzle(visitor, "glassworks")
    page = visitor.go("/")
    page.locator("main a[href='/puzzle/glassworks']").click()
    page.get_by_role("button", name="Hint").click()
    expect(told(page)).to_have_text(re.compile("^Hint: .+[^.]\\.$"))
    page.get_by_role("button", name="Solution").click()
    expect(told(page)).to_have_text(re.compile("^Best, as marked: "))
    expect(page.locator('.board [data-spot="confirm"]')).to_have_count(0)
    assert page.evaluate(SOLVED) == {}, "who is told has not solved it"
    page.get_by_role("button", name="Figures").click()
    figures = page.get_by_role("dialog", name="Figures")
    expect(figures.get_by_role("row").nth(1)).to_contain_text("best")
    expect(figures).to_contain_text("Artisan")
    page.keyboard.press("Escape")
    expect(figures).to_have_count(0)


def test_a_level_goes_on_where_one_was(visit: Visit) -> None:
    rungs = [puzzle.id for puzzle in book_of(GAMES["market"]).of_level(2)]
    visitor = visit(width=1440, height=900)
    visitor.context.add_init_script(
        f"localStorage.setItem('rivertable.puzzles', '{json.dumps({'market': rungs[:2]})}')"
    )
    page = open_puzzle(visitor, "market", rungs[0])
    page.get_by_role("button", name="All puzzles").click()
    level = page.get_by_role("dialog").get_by_role("link", name=f"Level 2 2 of {len(rungs)} solved")
    level.press("Enter")
    page.wait_for_url(f"**/puzzle/market/{rungs[2]}")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(told(page)).to_contain_text("One turn is clearly best for you.")
    # What is invented is marked here as everywhere: the star at a card, and the sentence in its sheet.
    page.locator(".board [data-card]").first.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("[Ii]nvented"))


def test_an_unknown_puzzle_says_so_and_leads_on(visit: Visit) -> None:
    visitor = visit()
    visitor.expect("404")
    page = visitor.go("/puzzle/glassworks/g0000000")
    expect(page.get_by_role("main")).to_contain_text("There is no puzzle 'g0000000' of River Valley Glassworks.")
    page.get_by_role("link", name="Puzzle of the day").click()
    page.wait_for_url("**/puzzle/glassworks")


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_a_puzzle_is_told_in_the_readers_language(visit: Visit, language: str) -> None:
    words, themes = words_of(language, "puzzle"), words_of(language, "hint")
    puzzle = simple("market")
    visitor = visit(width=360, height=780, locale=language)
    page = open_puzzle(visitor, "market", puzzle.id)
    expect(told(page)).to_have_text(words["ask"])
    page.get_by_role("button", name=words_of(language)["table"]["hint"], exact=True).click()
    expect(told(page)).to_have_text(words["hinted"].replace("{theme}", themes[f"theme_{puzzle.theme}"]))
    assert page.evaluate(NO_WIDER)
