"""Plays a whole game of each kind in a browser and prints how long a tap waits, and how smoothly things move.

    python benchmarks/taps.py
    python benchmarks/taps.py --slower 4
    python benchmarks/taps.py --slower 4 --turns 5

The server and the browser run on this machine: what is measured is the page and the table, not a network. ``--slower``
slows the browser's processor so many times. A frame counts while something moves that comes to an end, as pieces do and
weather does not; a browser without a screen draws at most 60 a second, all by the processor. A long task holds the page
up for more than 50 ms, with the layout and the drawing that follow out of it.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from browser.hands import Mouse, Player  # the path to it is set above
from browser.taps import WATCH_TAPS, taps_of
from browser.visitors import Visitor, launch, play_now, require_client
from table.servers import Server, served

WATCH_MOTION = """
  window.frameTimes = []
  let last = null
  const ends = (one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity
  const tick = (now) => {
    const isMoving = document.getAnimations().some(ends)
    if (isMoving && last !== null) window.frameTimes.push(now - last)
    last = isMoving ? now : null
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask' })
"""
FRAME_MS = 1000 / 60
SLOW_FRAME_MS = 33.4
"""Longer than two frames of sixty a second, less what the clock rounds."""
TITLES = ("River Valley Glassworks", "River Market")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=float, default=1, help="how many times slower the browser's processor is")
    parser.add_argument("--turns", type=int, default=200, help="own turns at most, a whole game unless fewer")
    asked = parser.parse_args()
    require_client()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser, server = launch(playwright), Server(Path(folder))
        with served(server):
            for title in TITLES:
                visitor = Visitor(browser, server.address, reduced_motion="no-preference")
                visitor.context.add_init_script(WATCH_TAPS + WATCH_MOTION)
                page = visitor.go()
                processor = visitor.context.new_cdp_session(page)
                processor.send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
                play_now(page, title)
                page.locator("#actions").wait_for()
                page.wait_for_load_state("networkidle")
                # What a page takes to come to stand is not what a turn takes.
                page.evaluate("window.longTasks.length = window.frameTimes.length = 0")
                turns = Player(page, Mouse(), seed=1).play(asked.turns)
                taps = [tap.milliseconds for tap in taps_of(page)]
                print(f"{title}: {turns} turns")
                print(f"  {len(taps)} taps: {_spread(taps)}")
                frames = page.evaluate("window.frameTimes")
                on_time = sum(round(frame / FRAME_MS) <= 1 for frame in frames) / len(frames)
                slow = sum(frame > SLOW_FRAME_MS for frame in frames) / len(frames)
                print(
                    f"  {len(frames)} frames in which things moved: {1000 * len(frames) / sum(frames):.0f} a second; "
                    f"{_spread(frames)}; {on_time:.1%} on time, {slow:.1%} over 33 ms"
                )
                tasks = page.evaluate("window.longTasks")
                print(f"  {len(tasks)} long tasks{f': {_spread(tasks)}' if tasks else ''}")
                visitor.close()


def _spread(milliseconds: list[float]) -> str:
    found = sorted(milliseconds)
    middle, late, last = (found[min(len(found) - 1, int(len(found) * part))] for part in (0.5, 0.95, 1))
    return f"half within {middle:.0f} ms, 95 % within {late:.0f} ms, the longest {last:.0f} ms"


if __name__ == "__main__":
    main()
