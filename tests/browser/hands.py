"""Hands at a page: they see what is offered, choose, and confirm, each in its own way."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.sync_api import ElementHandle, Error, Page, expect

from .visitors import PATIENCE_MS

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
    isOver: document.querySelector('[aria-label="Result"]') !== null,
    isShut: [...document.querySelectorAll('dialog[open]')].some((one) => /Pass the screen/.test(one.textContent)),
    said: [...document.querySelectorAll('header .turn, #actions')].map((one) => one.textContent).join(' '),
  }}
}}"""
OFFER = f"(wanted) => {{{_SEEN} return offered.find((one) => name(one) === wanted) }}"
CONFIRM = f"() => {{{_SEEN} return confirm }}"
FOCUS = "() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''"


@dataclass(frozen=True)
class Look:
    """What a glance at the table shows; it changes with whatever is done."""

    offered: tuple[str, ...]
    can_confirm: bool
    is_mine: bool
    is_over: bool
    is_shut: bool
    said: str


def look(page: Page) -> Look:
    """Glance at the table."""
    seen: dict[str, Any] = page.evaluate(LOOK)
    return Look(
        tuple(seen["offered"]), seen["canConfirm"], seen["isMine"], seen["isOver"], seen["isShut"], seen["said"]
    )


def wait_until(page: Page, is_so: Callable[[Look], bool], timeout: float = 60_000) -> Look:
    """Wait until a glance shows something."""
    deadline = time.monotonic() + timeout / 1000
    while not is_so(now := look(page)):
        assert time.monotonic() < deadline, f"It does not come to be: {now}"
        page.wait_for_timeout(15)
    return now


def wait_for_news(page: Page, old: Look) -> Look:
    """Wait until a glance shows something else than before."""
    return wait_until(page, lambda now: now != old, PATIENCE_MS)


class Hand(Protocol):
    """A way of touching the page."""

    def press(self, page: Page, target: ElementHandle) -> None:
        """Choose a thing."""


class Mouse:
    """Clicks."""

    def press(self, page: Page, target: ElementHandle) -> None:
        target.click()


class Finger:
    """Taps on glass; the context has touch."""

    def press(self, page: Page, target: ElementHandle) -> None:
        target.tap()


class Keys:
    """Tab, arrows and Enter: the pointer is never used."""

    def press(self, page: Page, target: ElementHandle) -> None:
        self._reach(page, target)
        page.keyboard.press("Enter")

    def _reach(self, page: Page, target: ElementHandle) -> None:
        """Walk to a thing: Tab from area to area, inside an area with the arrows."""
        is_there = "(target) => document.activeElement === target"
        is_in_area = """(target) => target.hasAttribute('data-rove') && document.activeElement.hasAttribute('data-rove')
            && (document.activeElement.closest('section')?.contains(target) ?? false)"""
        for _ in range(100):
            if target.evaluate(is_there):
                return
            if target.evaluate(is_in_area):
                for key in ("Home", *["ArrowRight"] * 40, "Home", *["ArrowDown"] * 10):
                    page.keyboard.press(key)
                    if target.evaluate(is_there):
                        return
            page.keyboard.press("Tab")
        name = target.evaluate("(target) => target.getAttribute('aria-label') ?? target.textContent")
        raise AssertionError(f"The keyboard does not reach {name!r}; it is at {page.evaluate(FOCUS)!r}.")


class Player:
    """Somebody who takes whatever is offered, preferring what has just lit up, and confirms."""

    def __init__(self, page: Page, hand: Hand, seed: int) -> None:
        self.page, self.hand = page, hand
        self.presses = 0
        self._random = random.Random(seed)

    def press(self, script: str, argument: Any = None) -> None:
        """Press the thing that a script finds."""
        target = self.page.evaluate_handle(script, argument).as_element()
        if target is None:
            return  # It has gone meanwhile; the next glance shows what is there instead.
        self.hand.press(self.page, target)
        self.presses += 1

    def _choose(self, seen: Look, before: Look | None) -> Look:
        fresh = [name for name in seen.offered if before is None or name not in before.offered]
        worth = [name for name in fresh if "picked up" not in name]
        name = self._random.choice(worth or fresh or seen.offered)
        try:
            self.press(OFFER, name)
        except Error as fault:
            raise AssertionError(f"{name!r} is offered and cannot be pressed: {fault}") from fault
        return wait_for_news(self.page, seen)

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
        wait_until(self.page, lambda now: not now.can_confirm)

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
    expect(page.get_by_role("region", name="Result").get_by_role("heading")).to_contain_text(re.compile(r"win"))
