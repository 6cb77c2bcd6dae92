"""Hands at a page: they see what is offered by its accessible name, choose, and confirm, each in its own way."""

import random
import re
import time
from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from .visitors import PATIENCE_MS

CAN_BE_CHOSEN = re.compile(r"can be chosen")
CONFIRM = re.compile(r"^Confirm")
STEPS_AT_MOST = 80
"""Choices after which a turn that does not become complete is a fault."""

LOOK = """() => {
  const name = (element) => element.getAttribute('aria-label') ?? element.textContent
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true })
  const buttons = [...document.querySelectorAll('button')].filter(isSeen)
  const confirm = buttons.find((button) => /^\\s*Confirm/.test(name(button)))
  return {
    offered: buttons.map(name).filter((said) => said.includes('can be chosen')),
    canConfirm: confirm !== undefined && !confirm.disabled,
    isMine: confirm !== undefined,
    isOver: document.querySelector('[aria-label="Result"]') !== null,
    isShut: [...document.querySelectorAll('dialog[open]')].some((dialog) => /Pass the screen/.test(dialog.textContent)),
    turn: document.querySelector('header .turn')?.textContent ?? '',
    steps: document.querySelector('#actions')?.textContent ?? '',
  }
}"""
"""What a person sees at a glance, as one value: it changes with whatever they do."""


class Look(dict):  # type: ignore[type-arg]
    """A glance at the table."""


def look(page: Page) -> Look:
    """Glance at the table."""
    return Look(page.evaluate(LOOK))


def wait_for_news(page: Page, old: Look, timeout: float = PATIENCE_MS) -> Look:
    """Wait until a glance shows something else than before."""
    deadline = time.monotonic() + timeout / 1000
    while (now := look(page)) == old:
        assert time.monotonic() < deadline, f"Nothing happens on the page: {old}"
        page.wait_for_timeout(15)
    return now


def wait_until(page: Page, is_so: Callable[[Look], bool], timeout: float = 60_000) -> Look:
    """Wait until a glance shows something."""
    deadline = time.monotonic() + timeout / 1000
    while not is_so(now := look(page)):
        assert time.monotonic() < deadline, f"It does not come to be: {now}"
        page.wait_for_timeout(15)
    return now


class Hand(Protocol):
    """A way of touching the page."""

    def act_on(self, target: Locator) -> None:
        """Choose a thing."""

    def confirm(self, page: Page) -> None:
        """Play the turn."""


class Mouse:
    """Clicks."""

    def act_on(self, target: Locator) -> None:
        target.click()

    def confirm(self, page: Page) -> None:
        page.get_by_role("button", name=CONFIRM).click()


class Finger:
    """Taps on glass; the context has touch."""

    def act_on(self, target: Locator) -> None:
        target.tap()

    def confirm(self, page: Page) -> None:
        page.get_by_role("button", name=CONFIRM).tap()


class Keys:
    """Tab, arrows and Enter: the pointer is never used."""

    def act_on(self, target: Locator) -> None:
        self._reach(target)
        target.page.keyboard.press("Enter")

    def confirm(self, page: Page) -> None:
        self._reach(page.get_by_role("button", name=CONFIRM))
        page.keyboard.press("Enter")

    def _reach(self, target: Locator) -> None:
        """Walk to a thing: Tab from area to area, inside an area with the arrows."""
        page = target.page
        handle = target.element_handle()
        is_there = "(target) => document.activeElement === target"
        is_near = "(target) => document.activeElement?.closest('section')?.contains(target) ?? false"
        for _ in range(150):
            if handle.evaluate(is_there):
                return
            roves = page.evaluate("document.activeElement?.hasAttribute('data-rove') ?? false")
            if roves and handle.evaluate("(target) => target.hasAttribute('data-rove')") and handle.evaluate(is_near):
                page.keyboard.press("Home")
                for _ in range(60):
                    if handle.evaluate(is_there):
                        return
                    page.keyboard.press("ArrowRight")
            page.keyboard.press("Tab")
        raise AssertionError(
            f"The keyboard does not reach {handle.get_attribute('aria-label') or handle.inner_text()!r}."
        )


class Player:
    """Somebody who takes whatever is offered, preferring what has just lit up, and confirms."""

    def __init__(self, page: Page, hand: Hand, seed: int) -> None:
        self.page, self.hand = page, hand
        self.taps = 0
        self._random = random.Random(seed)

    def _choose(self, seen: Look, before: Look | None) -> Look:
        fresh = [name for name in seen["offered"] if before is None or name not in before["offered"]]
        worth = [name for name in fresh if "picked up" not in name]
        name = self._random.choice(worth or fresh or seen["offered"])
        place = [index for index, said in enumerate(seen["offered"]) if said == name][0]
        target = self.page.get_by_role("button", name=CAN_BE_CHOSEN).nth(place)
        self.hand.act_on(target)
        self.taps += 1
        return wait_for_news(self.page, seen)

    def take_turn(self) -> None:
        """Decide until the turn is complete, and confirm it."""
        before: Look | None = None
        seen = wait_until(self.page, lambda now: bool(now["offered"]) or now["canConfirm"])
        for _ in range(STEPS_AT_MOST):
            if seen["canConfirm"]:
                self.hand.confirm(self.page)
                self.taps += 1
                wait_until(self.page, lambda now: not now["canConfirm"])
                return
            if not seen["offered"]:
                seen = wait_for_news(self.page, seen)
                continue
            seen, before = self._choose(seen, before), seen
        raise AssertionError(f"The turn does not become complete: {seen}")

    def play(self, turns: int | None = None) -> int:
        """Play so many turns, or until the game is over; gives how many were played."""
        played = 0
        while turns is None or played < turns:
            seen = wait_until(self.page, lambda now: now["isOver"] or (now["isMine"] and bool(now["offered"])))
            if seen["isOver"]:
                break
            self.take_turn()
            played += 1
        return played


def expect_result(page: Page) -> None:
    """Check that the page says who has won."""
    expect(page.get_by_role("region", name="Result").get_by_role("heading")).to_contain_text(re.compile(r"win"))
