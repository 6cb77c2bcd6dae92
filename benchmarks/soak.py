"""Kill the table's server again and again while people play, and check that nothing is lost (``make soak``).

A server is ended with ``kill -9`` at random points while scripted people play at full speed and repeat whatever got no
answer. Every move that was acknowledged must be in its game's record exactly once, every game must go on to its end,
and everybody must come to the same version and see what the table shows them.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from table.evenings import Evenings, Figures, report
from table.servers import Server, cluster, served


def soak(server: Server, kills: int, tables: int, seed: int) -> tuple[Figures, list[float]]:
    """Play, kill and start again, and return the figures, and how long each start took."""
    choose = random.Random(seed)
    games = ["glassworks" if place % 2 == 0 else "market" for place in range(tables)]
    evenings = Evenings([server.address], games, seed=seed).begin()
    for number in range(1, kills + 1):
        evenings.wait_for_moves(1, everywhere=False)
        time.sleep(choose.uniform(0.0, 1.0))
        server.kill()
        server.start()
        if number % 10 == 0:
            print(f"{number} of {kills} kills, {evenings.figures.games} games ended", file=sys.stderr)
    return evenings.end(), server.starts[1:]


def main() -> int:
    """Soak on one store; the exit code is 0 where nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=4, help="tables at once, each of two people and a bot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(cluster()).database() if chosen.postgres else None
        server = Server(folder, database)
        stack.enter_context(served(server))
        began = time.monotonic()
        figures, starts = soak(server, chosen.kills, chosen.tables, chosen.seed)
        more = {"kills": chosen.kills, "seconds": time.monotonic() - began, "start_median": statistics.median(starts)}
        print(report(f"Soak on {'PostgreSQL' if chosen.postgres else 'SQLite'}", figures, **more))
        if complaints := server.complaints:
            print(f"  the server complained {len(complaints)} times, such as: {complaints[-1][:2000]}")
    return 1 if figures.faults or figures.lost or figures.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
