"""``make load``: what a move costs, against the same framework doing one durable insert.

For each store and number of games at once (both kinds, two seats each), scripted clients play prepared games; the same
requests are then sent to the bare endpoint of ``bare.py``, whose inserts share commits as the table's do. Two ratios
are printed. **Moves**: requests a second of the bare endpoint over moves a second of the table, everything on this
machine, the load generator too. **Processor**: processor seconds that the server process itself used a move, over those
of the bare endpoint a request. The second depends least on what else runs here. Then each game makes a move every two
seconds while two sockets watch it, as a real table would; and a fresh server gets a thousand idle sockets.
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
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from psutil import Process

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from prepare import Prepared, prepare

from rivertable.table.store.database import Database, sqlite_url
from table.servers import cluster

HERE = Path(__file__).parent
AT_MOST = 2.0
STORES = ("sqlite", "postgresql")
IDLE = 1000
"""Sockets that are opened to see what memory they take."""


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, ready: str) -> Iterator[int]:
    """Run a server for the block, and return its process id once it answers."""
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
    """Let the clients play prepared games, and return what they measured."""
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


@contextmanager
def watched(port: int, games: Path, sockets: int | None = None) -> Iterator[dict[str, Any]]:
    """Let two pages watch each of these tables for the block, or so many in all; what they heard is told after it."""
    address = f"ws://127.0.0.1:{port}/api/socket"
    command = [sys.executable, str(HERE / "watchers.py"), "--address", address, "--games", str(games)]
    command += [] if sockets is None else ["--sockets", str(sockets)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    heard: dict[str, Any] = json.loads(process.stdout.readline())
    yield heard
    process.terminate()
    heard |= json.loads(process.communicate(timeout=60)[0])


def _together(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of several rounds as one; latencies are those of the middle round."""
    whole = {
        name: sum(one[name] for one in rounds) for name in ("requests", "seconds", "server_cpu_seconds", "failures")
    }
    middle = sorted(rounds, key=lambda one: one["p50_ms"])[len(rounds) // 2]
    return {
        **{name: round(value, 3) for name, value in whole.items()},
        "per_second": round(whole["requests"] / whole["seconds"], 1),
        "server_cpu_ms_per_request": round(1000 * whole["server_cpu_seconds"] / whole["requests"], 4),
        "p50_ms": middle["p50_ms"],
        "p99_ms": middle["p99_ms"],
        "first_failure": next((one["first_failure"] for one in rounds if one["first_failure"]), None),
    }


def measure(given: argparse.Namespace, folder: Path, users: int, databases: list[str]) -> dict[str, Any]:
    """Run all phases; return their figures. Bare endpoint and table take turns, so that both meet the same machine.

    ``databases`` are two of a PostgreSQL, for the table and for the endpoint; [] for SQLite.
    """
    phases: dict[str, Any] = {"users": users, "store": STORES[bool(databases)]}
    store = Database(databases[0] if databases else sqlite_url(folder))
    store.migrate()
    shares = [prepare(store, round(users * given.games), number) for number in range(given.rounds)]
    paced = prepare(store, users, given.rounds)
    store.close()
    phases["moves_prepared"] = sum(len(game.moves) for share in shares for game in share)
    files = [_write(share, folder / f"games-{number}.jsonl") for number, share in enumerate(shares)]
    ports = free_port(), free_port()
    bare = [sys.executable, str(HERE / "bare.py"), "--folder", str(folder), "--port", str(ports[0])]
    table = [sys.executable, "-m", "rivertable", "serve", "--no-browser", "--no-limits", "--port", str(ports[1])]
    table += ["--database", databases[0]] if databases else ["--data", str(folder)]
    bare += ["--database", databases[1]] if databases else []
    with running(bare, ports[0], "/") as bare_server, running(table, ports[1], "/healthz") as table_server:
        rounds: dict[str, list[dict[str, Any]]] = {"bare": [], "table": []}
        for share, file in zip(shares, files, strict=True):
            _open_all(ports[1], share)
            rounds["bare"].append(play(ports[0], bare_server, file, users, 0.0, given.seconds))
            rounds["table"].append(play(ports[1], table_server, file, users, 0.0, given.seconds))
        phases |= {name: _together(found) for name, found in rounds.items()}
        _open_all(ports[1], paced)
        file = _write(paced, folder / "paced.jsonl")
        with watched(ports[1], file) as heard:
            phases["paced"] = play(ports[1], table_server, file, users, given.pace, given.seconds)
        phases["pushed"] = heard
    # In a process of its own: memory that was given back would be used again.
    with running(table, ports[1], "/healthz") as table_server:
        _open_all(ports[1], paced)
        before = Process(table_server).memory_info().rss
        with watched(ports[1], file, IDLE):
            phases["socket_bytes"] = round((Process(table_server).memory_info().rss - before) / IDLE)
    phases["throughput_ratio"] = round(phases["bare"]["per_second"] / phases["table"]["per_second"], 2)
    cost = "server_cpu_ms_per_request"
    phases["processor_ratio"] = round(phases["table"][cost] / phases["bare"][cost], 2)
    return phases


def show(phases: dict[str, Any], pace: float) -> None:
    """Print the figures."""
    print(f"{phases['store']}, {phases['users']} games at once, two seats each")
    print(f"{'':40}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'server CPU ms':>15}{'failed':>8}")
    lines = (
        ("bare", "bare endpoint, one durable insert"),
        ("table", "moves, as fast as it goes"),
        ("paced", f"moves each {pace:g} s a game, two sockets"),
    )
    for name, words in lines:
        found = phases[name]
        print(
            f"{words:40}{found['per_second']:>10}{found['p50_ms']:>9}{found['p99_ms']:>9}"
            f"{found['server_cpu_ms_per_request']:>15}{found['failures']:>8}"
        )
    for name, words in (
        ("throughput_ratio", "by moves a second"),
        ("processor_ratio", "by the server's processor time"),
    ):
        verdict = "at most" if phases[name] <= AT_MOST else "over"
        print(f"A move costs {phases[name]} times the bare insert {words} ({verdict} {AT_MOST}).")
    print(flush=True)


def main() -> None:
    """Measure; exit with 1 where a move costs too much, or one failed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--users", type=int, nargs="+", default=[100, 400], help="games at once")
    arguments.add_argument("--stores", nargs="+", choices=STORES, default=STORES)
    arguments.add_argument("--games", type=float, default=4.0, help="games prepared for each of these, a round")
    arguments.add_argument("--rounds", type=int, default=3, help="turns that bare endpoint and table take")
    arguments.add_argument("--pace", type=float, default=2.0, help="seconds between the moves of a game, paced phase")
    arguments.add_argument("--seconds", type=float, default=20.0, help="a phase lasts no longer")
    arguments.add_argument("--json", action="store_true", help="print one JSON object a line for each of them")
    given = arguments.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, {platform.platform()}", file=sys.stderr)
    is_fine = True
    with cluster() if "postgresql" in given.stores else nullcontext() as postgres:
        for store in given.stores:
            for users in given.users:
                with tempfile.TemporaryDirectory() as folder:
                    is_shared = postgres is not None and store == "postgresql"
                    databases = [postgres.database() for _ in range(2)] if is_shared else []
                    phases = measure(given, Path(folder), users, databases)
                if given.json:
                    print(json.dumps(phases), flush=True)
                else:
                    show(phases, given.pace)
                failed = any(phases[name]["failures"] for name in ("bare", "table", "paced"))
                is_fine &= not failed and phases["processor_ratio"] <= AT_MOST
    if not is_fine:
        sys.exit(1)


if __name__ == "__main__":
    main()
