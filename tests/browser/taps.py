"""How long a tap waits until the page shows something: in time, and in frames of the page's own."""

from dataclasses import dataclass

from playwright.sync_api import Page

WATCH_TAPS = """
  let frame = 0
  const count = () => { frame += 1; requestAnimationFrame(count) }
  requestAnimationFrame(count)
  window.taps = []
  let open = null
  addEventListener('click', (event) => {
    const button = event.target.closest('button')
    const name = button?.ariaLabel ?? button?.textContent
    if (button) open = { name, at: event.timeStamp, heard: frame, answers: 0 }
  }, { capture: true })
  const ask = window.fetch
  window.fetch = async (...what) => {
    const tap = open
    const answer = await ask(...what)
    if (tap) {
      tap.heard = frame
      tap.answers += 1
    }
    return answer
  }
  const answered = () => {
    if (open === null) return
    const { name, at, heard, answers } = open
    open = null
    requestAnimationFrame(() => setTimeout(() => window.taps.push({
      name, answers, milliseconds: performance.now() - at, own_frames: frame - heard })))
  }
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(answered).observe(document.documentElement,
      { subtree: true, childList: true, attributes: true, characterData: true }))
"""
"""Runs before the page's own script: it notes each tap, and when the page has changed after it and is drawn anew."""


@dataclass(frozen=True)
class Tap:
    """A tap on a button.

    Attributes:
        answers: of the table that came before anything showed.
        milliseconds: from the tap to the drawn change.
        own_frames: frames from the tap, or from the table's answer where one was waited for, to the drawn change.
    """

    name: str
    answers: int
    milliseconds: float
    own_frames: int


def taps_of(page: Page) -> list[Tap]:
    """Return the taps of a page that was watched."""
    return [Tap(**tap) for tap in page.evaluate("window.taps")]
