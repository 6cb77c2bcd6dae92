"""Sounds are made by the page: after the first tap, until somebody mutes them, and for nobody who wants no motion."""

from playwright.sync_api import Page, expect

from .conftest import Begin, Visit
from .hands import Mouse, Player, wait_until
from .seats import seat_link

COUNT = """
  window.contexts = 0
  window.tones = 0
  window.AudioContext = class extends AudioContext {
    constructor(...how) { super(...how); window.contexts += 1 }
  }
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    window.tones += 1
    return start.apply(this, when)
  }
"""
MUTE = "Sounds"


def _choose_something(page: Page) -> None:
    player = Player(page, Mouse(), 4)
    wait_until(page, lambda now: bool(now.offered))
    player.decide()


def test_sounds_begin_with_the_first_tap_and_end_with_one(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    visitor = visit(width=1440, height=900, reduced_motion="no-preference")
    visitor.context.add_init_script(COUNT)
    page = visitor.go(seat_link(party, party.view()["turn"]["seat"]))
    _choose_something(page)
    page.wait_for_function("() => window.contexts === 1 && window.tones > 0")
    sounds = page.get_by_role("button", name=MUTE, exact=True)
    sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(sounds).to_have_attribute("aria-pressed", "false")
    start_over = page.get_by_role("button", name="Start over")
    start_over.click()
    expect(start_over).to_have_count(0)
    _choose_something(page)
    assert page.evaluate("window.tones") == 0


def test_who_wants_no_motion_hears_nothing(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    visitor = visit(width=1440, height=900)
    visitor.context.add_init_script(COUNT)
    page = visitor.go(seat_link(party, party.view()["turn"]["seat"]))
    _choose_something(page)
    expect(page.get_by_role("button", name=MUTE, exact=True)).to_have_count(0)
    assert page.evaluate("window.contexts") == 0
