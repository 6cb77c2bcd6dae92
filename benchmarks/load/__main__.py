"""``make load``: what a move costs, against the same framework doing one durable insert.

Two hundred games at once (both kinds, two seats each) are played by scripted clients, the same requests are then sent
to the bare endpoint of ``bare.py``. Two ratios are printed. **Throughput**: requests a second of the bare endpoint over
moves a second of the table, everything on this machine, the load generator too. **Processor**: CPU seconds that the
server process itself used a move, over those of the bare endpoint a request. The second does not depend on what else
runs here.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prepare import Prepared, prepare

from rivertable.table.store import Store, sqlite_url

HERE = Path(__file__).parent
AT_MOST = 2.5


def free_port() -> int:
    """Give a port on which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, ready: str) -> Iterator[int]:
    """Run a server for the block; give its process id once it answers."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{ready}", timeout=1)
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit(f"The server did not start: {' '.join(command)}") from None
                time.sleep(0.05)
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


def play(port: int, server: int, games: Path, users: int, pace: float, seconds: float) -> dict[str, Any]:
    """Let the clients play prepared games; give what they measured."""
    command = [sys.executable, str(HERE / "clients.py"), "--address", f"http://127.0.0.1:{port}"]
    command += ["--server", str(server), "--games", str(games), "--users", str(users), "--pace", str(pace)]
    done = subprocess.run([*command, "--seconds", str(seconds)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def _write(games: list[Prepared], file: Path) -> Path:
    file.write_text("".join(game.line() + "\n" for game in games), "utf-8")
    return file


def _open_all(port: int, games: list[Prepared]) -> None:
    """Let the server load every table, so that none is loaded inside the measured time."""
    for game in games:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/{game.table}").read()


def measure(given: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run all phases; give their figures."""
    phases: dict[str, Any] = {"machine": f"{platform.machine()}, {os.cpu_count()} cores, {platform.platform()}"}
    store = Store(given.database or sqlite_url(folder))
    store.migrate()
    began = time.perf_counter()
    paced = prepare(store, given.users, 1)
    games = prepare(store, given.games, 2)
    store.close()
    phases["moves_prepared"] = sum(len(game.moves) for game in games)
    phases["prepared_in_seconds"] = round(time.perf_counter() - began, 1)
    file = _write(games, folder / "games.jsonl")
    port = free_port()
    bare = [sys.executable, str(HERE / "bare.py"), "--folder", str(folder), "--port", str(port)]
    with running([*bare, *(["--database", given.database] if given.database else [])], port, "/") as server:
        phases["bare"] = play(port, server, file, given.users, 0.0, given.seconds)
    port = free_port()
    table = [sys.executable, "-m", "rivertable", "serve", "--no-browser", "--no-limits", "--port", str(port)]
    table += ["--database", given.database] if given.database else ["--data", str(folder)]
    with running(table, port, "/healthz") as server:
        _open_all(port, games)
        phases["table"] = play(port, server, file, given.users, 0.0, given.seconds)
        _open_all(port, paced)
        paced_file = _write(paced, folder / "paced.jsonl")
        phases["paced"] = play(port, server, paced_file, given.users, given.pace, given.seconds)
    phases["throughput_ratio"] = round(phases["bare"]["per_second"] / phases["table"]["per_second"], 2)
    cost = "server_cpu_ms_per_request"
    phases["processor_ratio"] = round(phases["table"][cost] / phases["bare"][cost], 2)
    return phases


def show(phases: dict[str, Any], users: int, pace: float) -> None:
    """Print the figures."""
    print(f"{users} games at once, two seats each; {phases['machine']}")
    print(f"{'':36}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'server CPU ms':>15}{'failed':>8}")
    lines = (
        ("bare", "bare endpoint, one durable insert"),
        ("table", "moves, as fast as it goes"),
        ("paced", f"moves, one each {pace:g} s a game"),
    )
    for name, words in lines:
        found = phases[name]
        print(
            f"{words:36}{found['per_second']:>10}{found['p50_ms']:>9}{found['p99_ms']:>9}"
            f"{found['server_cpu_ms_per_request']:>15}{found['failures']:>8}"
        )
    for name, words in (("throughput_ratio", "by throughput"), ("processor_ratio", "by the server's processor time")):
        verdict = "at most" if phases[name] <= AT_MOST else "over"
        print(f"A move costs {phases[name]} times the bare insert {words} ({verdict} {AT_MOST}).")


def main() -> None:
    """Measure; exit with 1 where a move costs too much, or one failed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--users", type=int, default=200, help="games at once")
    arguments.add_argument("--games", type=int, default=500, help="games prepared in all")
    arguments.add_argument("--pace", type=float, default=1.0, help="seconds between the moves of a game, paced phase")
    arguments.add_argument("--seconds", type=float, default=20.0, help="a phase lasts no longer")
    arguments.add_argument("--database", help="a PostgreSQL database instead of SQLite")
    arguments.add_argument("--json", action="store_true", help="print one JSON object")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        phases = measure(given, Path(folder))
    if given.json:
        print(json.dumps(phases))
    else:
        show(phases, given.users, given.pace)
    failed = any(phases[name]["failures"] for name in ("bare", "table", "paced"))
    if failed or max(phases["throughput_ratio"], phases["processor_ratio"]) > AT_MOST:
        sys.exit(1)


if __name__ == "__main__":
    main()
