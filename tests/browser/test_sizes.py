"""Every screen shows the whole table: nothing needed for a turn is covered or outside, and every word can be read."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page

from extent import IS_LONG

from .conftest import Begin, Visit
from .hands import OFFER, Mouse, Player, wait_until
from .seats import seat_link
from .stages import under_way
from .visitors import PATIENCE_MS, Visitor

DESKS = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440))
PHONES = ((360, 640), (390, 844), (430, 932))
TABLETS = ((768, 1024), (820, 1180), (1024, 768), (1180, 820))
SIZES = (*DESKS, *PHONES, *TABLETS) if IS_LONG else ((1366, 768), (2560, 1440), (360, 640), (820, 1180))
SEATS = (2, 3, 4, 5) if IS_LONG else (3,)
MOMENTS = {"glassworks": (0, 18, 39), "market": (0, 27, 72)}
"""Turns played: at the opening, in the middle, near the end."""
LEAST_TEXT_PX = 12
LEAST_BOARD = 0.85
"""The board's part of the height on a desk and a tablet."""
PHONE_FRAME_PX = 44 + 108
"""Header and action bar of a phone have one height on all of them; the board has all that lies between."""
"""How long a page may take to be laid out anew on a slow machine."""

FAULTS = """(leastText) => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen')
  const word = (one) => one.getAttribute('aria-label') ?? one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 60)
  const faults = []
  const { scrollHeight: high, scrollWidth: wide } = document.documentElement
  if (high > innerHeight || wide > innerWidth) faults.push(`it scrolls: ${wide} x ${high}`)
  // What scrolls by itself brings its things into sight; a line that scrolls shows what is asked.
  const scrolls = (one) => one !== null && one !== document.body
    && (/auto|scroll/.test(getComputedStyle(one).overflow) || scrolls(one.parentElement))
  for (const one of document.querySelectorAll('main button, main .window > *, main .row, main [data-spot]')) {
    const { x, y, width, height, right, bottom } = one.getBoundingClientRect()
    if (!isSeen(one) || width < 2 || scrolls(one.parentElement)) continue
    if (x < -1 || y < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      faults.push(`outside: ${word(one)} ${[x, y, right, bottom].map(Math.round)}`)
    else if (one.matches('button')) {
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      if (top && !one.contains(top) && !top.contains(one)) faults.push(`covered: ${word(one)} by ${top.className}`)
    }
  }
  for (const one of document.querySelectorAll('main .panel, main .booth .in')) {
    const { scrollWidth: wide, scrollHeight: high, clientWidth, clientHeight } = one
    if (isSeen(one) && (wide > clientWidth + 2 || high > clientHeight + 2))
      faults.push(`cut: ${word(one)} ${wide - clientWidth} x ${high - clientHeight}`)
  }
  // A long word breaks at a soft hyphen, or not at all.
  for (const one of document.querySelectorAll('main .booth .text, main .card > .name, main .spot .after')) {
    const letters = one.firstChild
    for (let at = 1; isSeen(one) && at < letters.length; at++) {
      if (!/^[a-z']{2}$/i.test(letters.data.slice(at - 1, at + 1))) continue
      const [before, after] = [at - 1, at].map((from) => {
        const range = new Range()
        range.setStart(letters, from)
        range.setEnd(letters, from + 1)
        // One after a hyphen has a place of no width on the line before, too.
        return [...range.getClientRects()].at(-1)
      })
      if (after.y > before.y + 2) faults.push(`broken: ${letters.data.slice(0, at)}|${letters.data.slice(at)}`)
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement
    if (!texts.currentNode.textContent.trim() || !isSeen(one) || one.closest('script, style')) continue
    const size = parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1)
    if (size < leastText - 0.05) faults.push(`small: ${size.toFixed(1)} px ${word(one)}`)
  }
  return [...new Set(faults)]
}"""
BOARD = """() => {
  const bar = document.querySelector('#actions')
  return (document.querySelector('main').getBoundingClientRect().height - (bar?.offsetHeight ?? 0)) / innerHeight
}"""
BAR = "() => document.querySelector('#actions').offsetHeight"
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def _faults(page: Page) -> list[str]:
    """Return what is wrong once the page has come to rest: what stays so."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while (found := page.evaluate(FAULTS, LEAST_TEXT_PX)) and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    return list(found)


def _walk(page: Page, where: str, bars: dict[tuple[int, int], set[Any]]) -> list[str]:
    """Return what is wrong at every size; ``bars`` takes the heights that the bar has."""
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        size = f"{where}, {width} x {height}"
        faults += [f"{size}: {fault}" for fault in _faults(page)]
        bars.setdefault((width, height), set()).add(page.evaluate(BAR))
        least = 1 - PHONE_FRAME_PX / height if (width, height) in PHONES else LEAST_BOARD
        if (share := page.evaluate(BOARD)) < least - 0.002:
            faults.append(f"{size}: the board has {share:.1%} of the height, less than {least:.1%}")
    return faults


def _come(visitor: Visitor, begin: Begin, game: str, turns: int, seats: int) -> Page:
    party = under_way(begin, game, turns, seats)
    page = visitor.go(seat_link(party, party.view()["turn"]["seat"]))
    wait_until(page, lambda now: bool(now.offered) or now.can_confirm)
    page.wait_for_load_state("networkidle")
    return page


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_the_table_fits_every_screen(visit: Visit, begin: Begin, game: str) -> None:
    """Before a turn, in it, and complete; in the long form at the opening and near the end, too."""
    faults: list[str] = []
    bars: dict[tuple[int, int], set[Any]] = {}
    for seats in SEATS:
        for turns in MOMENTS[game] if IS_LONG else MOMENTS[game][1:2]:
            visitor = visit(width=1366, height=768)
            page = _come(visitor, begin, game, turns, seats)
            where = f"{seats} players, turn {turns}"
            faults += _walk(page, where, bars)
            if turns != MOMENTS[game][1]:
                visitor.page.close()
                continue
            page.set_viewport_size({"width": 1366, "height": 768})
            player = Player(page, Mouse(), 3)
            player.press(OFFER, player.settle().offered[0])
            player.settle()
            faults += _walk(page, f"{where}, picked up", bars)
            page.set_viewport_size({"width": 1366, "height": 768})
            player.decide()
            faults += _walk(page, f"{where}, complete", bars)
            visitor.page.close()
    assert not faults, "\n".join(faults)
    assert {size: heights for size, heights in bars.items() if len(heights) > 1} == {}, "the bar keeps one height"
