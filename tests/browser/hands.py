"""Hands at a page: they see what is offered, choose, and confirm, each in its own way."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from playwright.sync_api import ElementHandle, Error, Page, Request, expect

from .visitors import NO_WIDER, PATIENCE_MS

Found = TypeVar("Found")

STEPS_AT_MOST = 80
"""Choices after which a turn that does not become complete is a fault."""

_SEEN = """
  const name = (element) => element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\\s+/g, ' ')
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true })
  const buttons = [...document.querySelectorAll('button')].filter(isSeen)
  const isOff = (one) => one.disabled || one.getAttribute('aria-disabled') === 'true'
  const asked = document.querySelector('[role=group][aria-label="Asked now"]')
  const offered = buttons.filter((one) => /can be chosen/.test(name(one)) || (asked?.contains(one) && !isOff(one)))
  const confirm = buttons.find((one) => /^Confirm/.test(name(one)))
"""
# What is offered: things whose name says so, and the answers to the question that is asked.

LOOK = f"""() => {{{_SEEN}
  return {{
    offered: offered.map(name),
    canConfirm: confirm !== undefined && !confirm.disabled,
    isMine: confirm !== undefined,
    isSent: confirm?.ariaBusy === 'true',
    isOver: document.querySelector('[aria-label="Result"]') !== null,
    isShut: [...document.querySelectorAll('dialog[open]')].some((one) => /Pass the screen/.test(one.textContent)),
    said: [...document.querySelectorAll('header .turn, #actions')].map((one) => one.textContent).join(' '),
  }}
}}"""
OFFER = f"(wanted) => {{{_SEEN} return offered.find((one) => name(one) === wanted) }}"
CONFIRM = f"() => {{{_SEEN} return confirm }}"
CHANGE = """() => new Promise((resolve) => {
  const end = () => { watcher.disconnect(); clearTimeout(timer); resolve() }
  const watcher = new MutationObserver(end)
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const timer = setTimeout(end, 100)
})"""
"""Waits until something on the page changes, and not for long: what changed before is not waited for."""
FOCUS = "() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''"


@dataclass(frozen=True)
class Look:
    """What a glance at the table shows; it changes with whatever is done."""

    offered: tuple[str, ...]
    can_confirm: bool
    is_mine: bool
    is_sent: bool
    """Whether the turn shown was confirmed, and the table has not told of it yet."""
    is_over: bool
    is_shut: bool
    said: str


def look(page: Page) -> Look:
    """Glance at the table."""
    seen: dict[str, Any] = page.evaluate(LOOK)
    return Look(
        offered=tuple(seen["offered"]),
        can_confirm=seen["canConfirm"],
        is_mine=seen["isMine"],
        is_sent=seen["isSent"],
        is_over=seen["isOver"],
        is_shut=seen["isShut"],
        said=seen["said"],
    )


def wait_until(page: Page, is_so: Callable[[Look], bool], timeout: float = PATIENCE_MS, fault: str = "") -> Look:
    """Wait until a glance shows something."""
    deadline = time.monotonic() + timeout / 1000
    while not is_so(now := look(page)):
        assert time.monotonic() < deadline, fault or f"It does not come to be: {now}"
        page.evaluate(CHANGE)
    return now


def wait_for_news(page: Page, old: Look) -> Look:
    """Wait until a glance shows something else than before."""
    return wait_until(page, lambda now: now != old, PATIENCE_MS)


def find_at_last(page: Page, find: Callable[[], Found | None]) -> Found:
    """Return what is found once something is: for what no single glance at one page shows."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while (found := find()) is None:
        assert time.monotonic() < deadline, "It is not found."
        page.wait_for_timeout(15)
    return found


class Hand(Protocol):
    """A way of touching the page."""

    def press(self, page: Page, target: ElementHandle) -> None:
        """Choose a thing."""


class Mouse:
    """Clicks."""

    def press(self, page: Page, target: ElementHandle) -> None:
        target.click(timeout=PATIENCE_MS)


class Finger:
    """Taps on glass; the context has touch."""

    def press(self, page: Page, target: ElementHandle) -> None:
        target.tap(timeout=PATIENCE_MS)


class Keys:
    """Tab, arrows and Enter: the pointer is never used."""

    def press(self, page: Page, target: ElementHandle) -> None:
        self._reach(page, target)
        page.keyboard.press("Enter")

    def _reach(self, page: Page, target: ElementHandle) -> None:
        """Walk to a thing: Tab from area to area, inside an area with the arrows."""
        tried: set[tuple[int, str]] = set()
        for _ in range(TABS_AT_MOST):
            where = target.evaluate(WHERE)
            while where is not None and where["isNear"]:
                # Towards it, as the eye sees it; where that was tried from here, another way.
                ways = sorted(_WAYS, key=lambda key: -(_WAYS[key][0] * where["dx"] + _WAYS[key][1] * where["dy"]))
                fresh = [key for key in ways if (where["at"], key) not in tried]
                if not fresh:
                    break
                tried.add((where["at"], fresh[0]))
                page.keyboard.press(fresh[0])
                where = target.evaluate(WHERE)
            if where is None:
                return
            page.keyboard.press("Tab")
        raise Error(f"The keyboard does not reach it from {page.evaluate(FOCUS)!r}.")


_HELD = """(one) => {
  const isCard = one.matches('[data-hand]') && !one.closest('.legal')
  return one.ariaPressed === 'false' && (one.matches('[data-slot]') || isCard)
}"""
_GIVEN = """(one) => {
  if (one.matches('[data-tile].legal') && document.querySelector('.slot.gone')) return '[data-own]'
  if (one.matches('[data-lake], .card.legal [data-hand]')) return one.matches('[data-lake]') ? '[data-own]' : 'main'
  return null
}"""
_TAKEN = "(one) => one.matches('.tile.legal, .spot.legal, .booth.legal [data-card]') || one.dataset.spot === 'play'"


class Dragger:
    """The mouse with its button held: pieces and cards are drawn to where they go. What goes nowhere is clicked."""

    def __init__(self) -> None:
        self.drags = 0
        self._is_holding = False

    def press(self, page: Page, target: ElementHandle) -> None:
        if self._is_holding and target.evaluate(_TAKEN):
            goal = page.query_selector("[data-own]") if target.get_attribute("data-spot") == "play" else target
            assert goal is not None
            self._let_go(page, goal)
            return
        if self._is_holding:
            page.mouse.move(2, 2)
            page.mouse.up()
            self._is_holding = False
        target.scroll_into_view_if_needed()
        given = target.evaluate(_GIVEN)
        if target.evaluate(_HELD):
            self._take(page, target)
        elif given is not None and (goal := page.query_selector(given)) is not None:
            self._take(page, target)
            self._let_go(page, goal)
        else:
            target.click(timeout=PATIENCE_MS)

    def _take(self, page: Page, target: ElementHandle) -> None:
        x, y = _middle(target)
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not page.evaluate("'dragging' in document.documentElement.dataset"):
            # What dragging needs comes after the table.
            assert time.monotonic() < deadline, "It cannot be dragged."
            page.mouse.move(2, 2)
            page.mouse.up()
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + 6, y - 9, steps=3)
        self._is_holding = True

    def _let_go(self, page: Page, goal: ElementHandle) -> None:
        goal.scroll_into_view_if_needed()
        page.mouse.move(*_middle(goal), steps=4)
        page.mouse.up()
        self._is_holding = False
        self.drags += 1


def _middle(target: ElementHandle) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


TABS_AT_MOST = 60
_WAYS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
WHERE = """(target) => {
  const here = document.activeElement
  if (here === target) return null
  const from = here.getBoundingClientRect(), to = target.getBoundingClientRect()
  const roves = (one) => one.hasAttribute('data-rove')
  return {
    at: [...document.querySelectorAll('[data-rove]')].indexOf(here),
    isNear: roves(here) && roves(target) && here.closest('section')?.contains(target) === true,
    dx: to.x + to.width / 2 - from.x - from.width / 2,
    dy: to.y + to.height / 2 - from.y - from.height / 2,
  }
}"""


class Player:
    """Somebody who takes whatever is offered, preferring what has just lit up, and confirms."""

    def __init__(self, page: Page, hand: Hand, seed: int) -> None:
        self.page, self.hand = page, hand
        self.presses = 0
        self._random = random.Random(seed)
        self._asked: set[Request] = set()
        page.on("request", self._began)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)

    def _began(self, request: Request) -> None:
        if request.method == "POST":
            self._asked.add(request)

    def _ended(self, request: Request) -> None:
        self._asked.discard(request)

    def settle(self) -> Look:
        """Return what the page shows once nothing that was asked is open: one tap may mean two decisions."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        before, was_asking = None, True
        # An answer may have come that the page has not read yet: it is looked at twice with nothing open.
        while (now := look(self.page)) != before or self._asked or was_asking:
            assert time.monotonic() < deadline, f"The page does not come to rest: {now}"
            before, was_asking = now, bool(self._asked)
            self.page.wait_for_timeout(15)
        assert self.page.evaluate(NO_WIDER), f"Something reaches past the side of the screen: {now}"
        return now

    def press(self, script: str, argument: Any = None) -> None:
        """Press the thing that a script finds."""
        target = self.page.evaluate_handle(script, argument).as_element()
        if target is None:
            return  # It has gone meanwhile; the next glance shows what is there instead.
        self.hand.press(self.page, target)
        self.presses += 1

    def _choose(self, seen: Look, before: Look | None) -> Look:
        fresh = [name for name in seen.offered if before is None or name not in before.offered]
        worth = [name for name in fresh if "picked up" not in name and name != "Clear"]
        name = self._random.choice(worth or [name for name in seen.offered if name != "Clear"])
        try:
            self.press(OFFER, name)
        except Error as fault:
            raise AssertionError(f"{name!r} is offered and cannot be pressed: {fault.message}") from fault
        wait_until(
            self.page, lambda now: now != seen, PATIENCE_MS, f"{name!r} was pressed, and nothing changes: {seen}"
        )
        return self.settle()

    def decide(self) -> None:
        """Choose until the turn can be confirmed."""
        before: Look | None = None
        seen = wait_until(self.page, lambda now: bool(now.offered) or now.can_confirm)
        for _ in range(STEPS_AT_MOST):
            if seen.can_confirm:
                return
            if seen.offered:
                seen, before = self._choose(seen, before), seen
            else:
                seen = wait_for_news(self.page, seen)
        raise AssertionError(f"The turn does not become complete: {seen}")

    def take_turn(self) -> None:
        """Decide until the turn is complete, and confirm it."""
        self.decide()
        self.press(CONFIRM)
        wait_until(self.page, lambda now: not now.can_confirm and not now.is_sent)
        self.settle()

    def play(self, turns: int = 200) -> int:
        """Play so many turns, or until the game is over; gives how many were played."""
        for played in range(turns):
            seen = wait_until(self.page, lambda now: now.is_over or (now.is_mine and bool(now.offered)))
            if seen.is_over:
                return played
            self.take_turn()
        return turns


def expect_result(page: Page) -> None:
    """Check that the page says who has won."""
    expect(page.get_by_role("region", name="Result").get_by_role("heading", level=2)).to_contain_text(
        re.compile(r"win|won|came")
    )
