"""What the first load of each page takes on the wire, in a browser, from a server as anybody starts it.

Run it by ``make budget`` (or ``npm run budget``); it fails where a table takes more than its budget. Round trips are
the whole seconds until the page is seen where each answer takes one more, over the six connections of a browser.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from screenshots import table_open  # noqa: E402  # the path to it is set above

from browser.seats import begin, seat_link  # noqa: E402
from browser.wire import BYTES_AT_MOST, load  # noqa: E402

LATENCY_MS = 1000
LANGUAGES = ("en", "de", "fr", "es")
MAIN = "main, #actions"


def main() -> int:
    """Print a line for each page, and return the exit status."""
    say = sys.stdout.write
    say(f"{'kB at first load':22}{''.join(f'{language:>7}' for language in LANGUAGES)}  requests  round trips\n")
    is_over = False
    with table_open() as (browser, server):
        pages = {"start": ("/", "article")}
        for game in ("glassworks", "market"):
            party = begin(server.address, game, ["person", "novice"], turns=3)
            pages[f"table, {game}"] = (seat_link(party, 0), "#actions")
            for page in ("new", "learn", "puzzle", "score", "rules"):
                pages[f"{page}, {game}"] = (f"/{page}/{game}", MAIN)
        for name, (path, seen) in pages.items():
            loads = [load(browser, server.address, path, seen, locale=language) for language in LANGUAGES]
            slow = load(browser, server.address, path, seen, latency_ms=LATENCY_MS)
            trips = int(slow.seconds * 1000 / LATENCY_MS)
            sizes = "".join(f"{one.bytes / 1000:7.1f}" for one in loads)
            say(f"{name:22}{sizes}{len(slow.paths):10}{trips:13}\n")
            is_over |= name.startswith("table") and any(one.bytes > BYTES_AT_MOST for one in loads)
    if is_over:
        sys.stderr.write(f"A table takes more than {BYTES_AT_MOST / 1000:.0f} kB.\n")
    return is_over


if __name__ == "__main__":
    sys.exit(main())
