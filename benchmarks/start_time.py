"""Measure how long a server takes from its start to its first response, with everything compiled."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from table.servers import Server, served


def seconds_to_first_response(folder: Path) -> float:
    """Return the seconds from the start of the process to the answer of ``GET /api/games``."""
    server = Server(folder)
    began = time.perf_counter()
    with served(server):
        server.get("/api/games")
        return time.perf_counter() - began


def main() -> None:
    """Measure a number of starts after one that compiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seconds_to_first_response(Path(folder))
        took = [seconds_to_first_response(Path(folder)) for _ in range(chosen.starts)]
    load = os.getloadavg()[0]
    print(f"Start to first response: median {statistics.median(took):.2f} s of {chosen.starts}", end="; ")
    print(f"{min(took):.2f} to {max(took):.2f} s; load of the machine {load:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
