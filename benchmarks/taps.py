"""Plays a whole game of each kind in a browser and prints how long a tap waits, and how smoothly things move.

    python benchmarks/taps.py
    python benchmarks/taps.py --slower 4

The server and the browser run on this machine: what is measured is the page and the table, not a network. ``--slower``
slows the browser's processor so many times. A frame counts while something moves that comes to an end, as pieces do and
weather does not; a browser without a screen draws at most 60 a second, all by the processor.
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

WATCH_FRAMES = """
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
"""
FRAME_MS = 1000 / 60
TITLES = ("River Valley Glassworks", "River Market")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=float, default=1, help="how many times slower the browser's processor is")
    slower = parser.parse_args().slower
    require_client()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser, server = launch(playwright), Server(Path(folder))
        with served(server):
            for title in TITLES:
                visitor = Visitor(browser, server.address, reduced_motion="no-preference")
                visitor.context.add_init_script(WATCH_TAPS + WATCH_FRAMES)
                page = visitor.go()
                processor = visitor.context.new_cdp_session(page)
                processor.send("Emulation.setCPUThrottlingRate", {"rate": slower})
                play_now(page, title)
                turns = Player(page, Mouse(), seed=1).play()
                times = sorted(tap.milliseconds for tap in taps_of(page))
                middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
                print(
                    f"{title}: {turns} turns, {len(times)} taps; half within {middle:.0f} ms, 95 % within {late:.0f} ms"
                )
                frames = page.evaluate("window.frameTimes")
                on_time = sum(round(frame / FRAME_MS) <= 1 for frame in frames) / len(frames)
                print(
                    f"  {len(frames)} frames in which things moved: {on_time:.1%} on time, "
                    f"{1000 * len(frames) / sum(frames):.0f} a second"
                )
                visitor.close()


if __name__ == "__main__":
    main()
