"""Sounds are made by the page, and only for those who switched them on."""

from playwright.sync_api import expect

from .conftest import Visit

COUNT_TONES = """
  window.tones = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    window.tones += 1
    return start.apply(this, when)
  }
"""


def test_a_page_is_silent_until_sounds_are_switched_on(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(COUNT_TONES)
    page = visitor.go("/")
    page.locator("article").first.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Menu").click()
    sounds = page.get_by_label("Sounds:")
    expect(sounds).not_to_be_checked()
    assert page.evaluate("window.tones") == 0
    asked = len(visitor.addresses)
    sounds.check()
    page.wait_for_function("window.tones > 0")
    assert [address for address in visitor.addresses[asked:] if "/assets/" in address] == []
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Sounds:")).to_be_checked()
