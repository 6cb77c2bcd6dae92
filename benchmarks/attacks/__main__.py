"""``make attacks``: what a hostile client without any secret does to everybody else.

A server runs with the limits that it has by default. A victim's page asks for its table and for drafts, from another
address than the attacker's. Printed are the victim's p50 and p99 before, during and after each attack, and how much
more memory the server held. Everything goes against a server of its own on this machine, and ends by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attacks.attackers import attacks
from attacks.victim import Victim, load_bots, memory_of, percentile


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, int]]:
    """Run a server for a block: its port and its process."""
    command = [sys.executable, "-m", "rivertable", "serve", "--no-browser", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline().rpartition(":")[2].strip("/\n")), server.pid
        finally:
            server.terminate()


def measure(name: str, seconds: float, calm: float) -> dict[str, object]:
    """Return what one attack on a fresh server does."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, pid):
        if "masters" in name:
            load_bots(port)
        victim = Victim(port, pid)
        time.sleep(calm)
        before, _, _ = victim.take()
        memory = memory_of(pid)
        counts: Counter[str] = Counter()
        attacks()[name](port, seconds, counts)
        during, failed, most = victim.take()
        time.sleep(calm)
        after, failed_after, most_after = victim.take()
        victim.stop()
    phases = {"before": before, "during": during, "after": after}
    return {
        "attack": name,
        **{f"{phase}_p50_ms": percentile(values, 0.5) for phase, values in phases.items()},
        **{f"{phase}_p99_ms": percentile(values, 0.99) for phase, values in phases.items()},
        "answers_during": len(during),
        "failed": failed + failed_after,
        "more_megabytes": max(most, most_after) - memory,
        "counts": dict(counts),
    }


def main() -> None:
    """Carry out the attacks that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each attack goes on")
    parser.add_argument("--calm", type=float, default=4.0, help="how long the victim is measured before and after")
    parser.add_argument("--only", action="append", choices=list(attacks()))
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if not chosen.json:
        print(
            f"{'attack':32} {'p50 before/during/after':>24} {'p99 before/during/after':>26}",
            f"{'more MB':>8} {'failed':>6}",
        )
    for name in chosen.only or attacks():
        found = measure(name, chosen.seconds, chosen.calm)
        if chosen.json:
            print(json.dumps(found), flush=True)
            continue
        shown = [
            " / ".join(f"{found[f'{phase}_{part}_ms']:.0f}" for phase in ("before", "during", "after"))
            for part in ("p50", "p99")
        ]
        said = ", ".join(f"{key}: {count}" for key, count in sorted(found["counts"].items()))  # type: ignore[union-attr]
        print(
            f"{name:32} {shown[0]:>24} {shown[1]:>26} {found['more_megabytes']:8.0f} {found['failed']:6}  {said}",
            flush=True,
        )
    if not chosen.json:
        print(f"Load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
