"""Measure a server's start to its first response, with everything compiled, and the memory it holds while idle."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from table.servers import Server, served


@dataclass(frozen=True)
class Start:
    """What one start took."""

    seconds: float
    processor_seconds: float
    megabytes: float
    """resident memory of the idle server, in units of 1,000,000 bytes"""


def start(folder: Path) -> Start:
    """Start a server until ``GET /healthz`` is answered."""
    server = Server(folder)
    began = time.perf_counter()
    with served(server):
        server.get("/healthz")
        took = time.perf_counter() - began
        process = Path("/proc", str(server.pid))
        ticks = process.joinpath("stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
        pages = int(process.joinpath("statm").read_text("utf-8").split()[1])
        return Start(
            took, sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000
        )


def main() -> None:
    """Measure a number of starts after one that compiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        start(Path(folder))
        starts = [start(Path(folder)) for _ in range(chosen.starts)]
    took = [each.seconds for each in starts]
    print(
        f"Start to first response: median {median(took):.2f} s of {chosen.starts}, {min(took):.2f} to {max(took):.2f} s"
    )
    print(f"Processor time until then: median {median(each.processor_seconds for each in starts):.2f} s")
    print(f"Memory of the idle server: {median(each.megabytes for each in starts):.0f} MB")
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
