"""Plays a whole game of each kind in a browser and prints how long a tap waits until the page shows something.

    python benchmarks/taps.py

The server and the browser run on this machine: what is measured is the page and the table, not a network.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from browser.hands import Mouse, Player  # the path to it is set above
from browser.taps import WATCH_TAPS, taps_of
from browser.visitors import Visitor, launch, require_client
from table.servers import Server, served

TITLES = ("River Valley Glassworks", "River Market")


def main() -> None:
    """Measure and print."""
    require_client()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser, server = launch(playwright), Server(Path(folder))
        with served(server):
            for title in TITLES:
                visitor = Visitor(browser, server.address, reduced_motion="no-preference")
                visitor.context.add_init_script(WATCH_TAPS)
                page = visitor.go()
                page.get_by_role("article", name=title).get_by_role("button", name="Play now").click()
                turns = Player(page, Mouse(), seed=1).play()
                times = sorted(tap.milliseconds for tap in taps_of(page))
                middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
                print(
                    f"{title}: {turns} turns, {len(times)} taps; half within {middle:.0f} ms, 95 % within {late:.0f} ms"
                )
                visitor.close()


if __name__ == "__main__":
    main()
