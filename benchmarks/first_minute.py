"""Measure the first minute: from an empty clone to the table's page, and to the first turn that a bot answers.

Every cache is empty: pip's, npm's and that of compiled rules. ``--before COMMIT`` measures another commit too,
turn about.
``--serve-only`` measures ``rivertable serve`` alone, in this environment, on an empty cache of compiled rules.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from table.clients import Party, Watcher  # noqa: E402  # the path to it is set above

PATIENCE = 900.0
"""Seconds after which a run is given up."""

ADDRESS = re.compile(r"The table is open: (http://\S+)")
STAGE = re.compile(r"\[\d+/\d+\] (.+): ([\d.]+) s$")

TO_PAGE = "to the first page"
SILENCE = "longest time without a new line"
TO_ANSWER = "from there to a turn answered by a bot"
ANSWER = "of these, the bot's turn"
COMPILED = "to everything compiled"

Figures = dict[str, float]


class Started:
    """A command whose lines are timed, in a process group of its own."""

    def __init__(self, command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        self.began = time.monotonic()
        self.lines: list[tuple[float, str]] = []
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append((self.seconds, line.rstrip()))

    @property
    def seconds(self) -> float:
        """The time since it began."""
        return time.monotonic() - self.began

    @property
    def said(self) -> str:
        """All that it has said."""
        return "\n".join(line for _, line in self.lines)

    def address(self) -> str:
        """Return the table's address, once it is said and its page is there."""
        while not (found := ADDRESS.search(self.said)):
            if self._process.poll() is not None or self.seconds > PATIENCE:
                sys.exit(f"The table did not open:\n{self.said}")
            time.sleep(0.02)
        while True:
            with suppress(urllib.error.URLError), urllib.request.urlopen(found[1], timeout=30):
                return found[1].rstrip("/")
            if self.seconds > PATIENCE:
                sys.exit(f"The table's page did not come:\n{self.said}")
            time.sleep(0.02)

    def stop(self) -> None:
        """End it and all that it started."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(10)
        self._reader.join(10)


def play_a_turn(address: str, game: str, level: str) -> tuple[float, float]:
    """Return the seconds until a bot has answered a person's first turn, and those of the bot's turn in them."""
    began = time.monotonic()
    with Party([address], game, ["person", level]) as party:
        party.start()
        party.turn(0)
        moved, version = time.monotonic(), party.person(0).acknowledged[-1].version

        def is_answered(watcher: Watcher) -> bool:
            is_mine = watcher.status != "playing" or watcher.view["turn"]["seat"] == 0
            return watcher.version > version and is_mine

        party.watcher.hear_until(is_answered, PATIENCE)
        answered = time.monotonic()
    return answered - began, answered - moved


def wait_for_compiled(cache: Path, began: float, quiet: float) -> float:
    """Return the seconds from the start to the last file in the cache of compiled rules, after which none comes."""
    files, last, since = set[Path](), time.monotonic(), time.monotonic()
    while time.monotonic() - last < quiet and time.monotonic() - since < PATIENCE:
        if (found := {path for path in cache.rglob("*") if path.is_file()}) != files:
            files, last = found, time.monotonic()
        time.sleep(0.2)
    return last - began


def measure(started: Started, cache: Path, chosen: argparse.Namespace) -> Figures:
    """Return the figures of a command that opens the table."""
    try:
        address = started.address()
        to_page = started.seconds
        times = [0.0, *(at for at, _ in started.lines), to_page]
        figures = {match[1]: float(match[2]) for _, line in started.lines if (match := STAGE.match(line))}
        figures[SILENCE] = max(later - earlier for earlier, later in pairwise(times))
        figures[TO_PAGE] = to_page
        figures[TO_ANSWER], figures[ANSWER] = play_a_turn(address, chosen.game, chosen.level)
        if not chosen.without_compiled:
            figures[COMPILED] = wait_for_compiled(cache, started.began, chosen.quiet)
        return figures
    finally:
        started.stop()


def clone(commit: str, folder: Path) -> Path:
    """Return a fresh clone of this repository at a commit."""
    place = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(place)], check=True)
    subprocess.run(["git", "checkout", "--quiet", "--detach", commit], cwd=place, check=True)
    return place


def variables_of(folder: Path) -> dict[str, str]:
    """Return an environment in which every cache is empty, and no browser opens."""
    home = folder / "home"
    home.mkdir()
    taken = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "V")}
    for name in [name for name in taken if name.startswith(("MAKE", "MFLAGS", "XDG_", "VIRTUAL_ENV", "PYTHON"))]:
        del taken[name]
    caches = {"PIP_CACHE_DIR": "pip", "npm_config_cache": "npm", "RIVERTABLE_CACHE": "compiled"}
    return {**taken, "HOME": str(home), **{name: str(folder / place) for name, place in caches.items()}}


def measure_all(commit: str, chosen: argparse.Namespace) -> Figures:
    """Return the figures of ``make play`` in a fresh clone."""
    with tempfile.TemporaryDirectory(prefix="first-minute-") as name:
        folder = Path(name)
        place, variables = clone(commit, folder), variables_of(folder)
        started = Started(["make", "play"], place, variables)
        return measure(started, Path(variables["RIVERTABLE_CACHE"]), chosen)


def measure_serving(commit: str | None, chosen: argparse.Namespace) -> Figures:
    """Return the figures of ``rivertable serve`` in this environment, from the checkout or from a commit."""
    with tempfile.TemporaryDirectory(prefix="first-minute-") as name:
        folder = Path(name)
        variables = variables_of(folder)
        if commit is not None:
            sources = clone(commit, folder) / "src"
            shutil.copytree(ROOT / "src/rivertable/table/static", sources / "rivertable/table/static")
            variables["PYTHONPATH"] = str(sources)
        command = [sys.executable, "-m", "rivertable", "serve", "--no-browser", "--port", "0", "--data", name]
        return measure(Started(command, folder, variables), Path(variables["RIVERTABLE_CACHE"]), chosen)


def table_of(runs: Mapping[str, Sequence[Figures]]) -> str:
    """Return the figures as a table: a row for each figure, a column for each commit, medians over its runs."""
    names = list(dict.fromkeys(name for figures in runs.values() for one in figures for name in one))
    last = [name for name in (SILENCE, TO_PAGE, TO_ANSWER, ANSWER, COMPILED) if name in names]
    rows = [["seconds", *runs]]
    for name in [*(name for name in names if name not in last), *last]:
        row = [name]
        for figures in runs.values():
            found = [one[name] for one in figures if name in one]
            spread = f" ({min(found):.1f} to {max(found):.1f})" if len(found) > 1 else ""
            row.append(f"{statistics.median(found):.1f}{spread}" if found else "")
        rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def main() -> None:
    """Measure what is asked for, each commit in its turn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commit", default="HEAD", help="what is measured; with --serve-only it is this checkout")
    parser.add_argument("--before", metavar="COMMIT", help="measured too, turn about")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--serve-only", action="store_true", help="without a set-up, in this environment")
    parser.add_argument("--game", default="glassworks")
    parser.add_argument("--level", default="artisan", help="of the bot that answers")
    parser.add_argument("--without-compiled", action="store_true", help="do not wait until everything is compiled")
    parser.add_argument("--quiet", type=float, default=60.0, help="seconds without a new file that end that wait")
    chosen = parser.parse_args()
    runs: dict[str, list[Figures]] = {}
    loads = []
    for _ in range(chosen.rounds):
        loads.append(os.getloadavg()[0])
        if chosen.before:
            measured = measure_serving if chosen.serve_only else measure_all
            runs.setdefault(chosen.before, []).append(measured(chosen.before, chosen))
        if chosen.serve_only:
            runs.setdefault("this checkout", []).append(measure_serving(None, chosen))
        else:
            runs.setdefault(chosen.commit, []).append(measure_all(chosen.commit, chosen))
    print(table_of(runs))
    load = " and ".join(f"{each:.1f}" for each in loads)
    print(f"Load of the machine before each round: {load}, on {os.cpu_count()} processors.")


if __name__ == "__main__":
    main()
