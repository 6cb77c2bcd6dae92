"""What a table costs: bytes in the store, memory, processor time; and what many tables would need of it.

``python benchmarks/capacity.py --load FILE`` takes the figures of moves and sockets from ``benchmarks/load --json`` and
measures the rest, on SQLite and on a PostgreSQL of its own; with ``--write docs/capacity.md`` it puts both tables
between the page's markers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from psutil import Process

sys.path.insert(0, str(Path(__file__).parent / "load"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from prepare import Prepared, prepare

from rivertable.bots import LEVELS, make_bot
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.table.domain import commands
from rivertable.table.domain.commands import MoveInput
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.tables import Intent, Tables
from table.servers import cluster

SECONDS_A_MOVE = 20
MOVES_A_DAY = 4
PAGES = 2
"""A live table: a move each so many seconds, watched by so many pages. One by days: so many moves a day."""
DAY = 86_400
_COST = "server_cpu_ms_per_request"
THINKING_SECONDS = 60.0
"""So much of a level's thinking is measured in one game, about."""


def _play(tables: Tables, games: list[Prepared]) -> int:
    """Play prepared games to their ends, and return the number of turns."""
    for game in games:
        for seat, body in game.moves:
            wanted = json.loads(body)
            wish = MoveInput(decisions=tuple(wanted["decisions"]))
            tables.act(
                game.table,
                lambda at, now, s=seat, w=wish: commands.take_turn(at, s, w, now),  # type: ignore[misc]
                Intent(wanted["key"], "0" * 64),
            )
    return sum(len(game.moves) for game in games)


def _stored_bytes(store: Database) -> int:
    with store.write() as connection:
        if store.is_shared:
            return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        return int(pages * connection.exec_driver_sql("PRAGMA page_size").scalar_one())


def stored(url: str, count: int) -> dict[str, float]:
    """Return what games add to a store, in bytes."""
    store = Database(url)
    store.migrate()
    prepare(store, 2, 0)
    before = _stored_bytes(store)
    games = prepare(store, count, 1)
    started = _stored_bytes(store)
    turns = _play(Tables(store, b""), games)
    after = _stored_bytes(store)
    store.close()
    return {"start": (started - before) / count, "turn": (after - started) / turns, "game": (after - before) / count}


def opened(url: str, count: int) -> dict[str, float]:
    """Return what a played table costs a process that opens it: bytes of memory, milliseconds of processor time."""
    store = Database(url)
    tables = Tables(store, b"")
    games = prepare(store, count, 2)
    _play(tables, games)
    tables = Tables(store, b"")
    for game in games[:2]:
        tables.open(game.table)
    memory, used = Process().memory_info().rss, time.process_time()
    for game in games[2:]:
        tables.open(game.table)
    used = time.process_time() - used
    memory = Process().memory_info().rss - memory
    store.close()
    return {"bytes": memory / (count - 2), "ms": 1000 * used / (count - 2)}


def thought(games: int) -> dict[str, dict[str, float]]:
    """Return the processor time of a bot's turn in milliseconds, by level and game; long thinkers play less."""
    found: dict[str, dict[str, float]] = {}
    for level in LEVELS:
        for game in GAMES.values():
            used, turns = 0.0, 0
            for number in range(games):
                match = Match.new(game.make_terms(2), [Player("a"), Player("b")], bytes([number] * 32))
                while not match.is_over and used < THINKING_SECONDS:
                    view = match.position.view(int(match.position.state.seat))
                    began = time.process_time()
                    move = make_bot(level).choose(view)
                    used += time.process_time() - began
                    match.play(move)
                    turns += 1
            found.setdefault(level, {})[game.name] = 1000 * used / turns
    return found


def needs(tables: int, figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return what so many tables need as (what, live, by days)."""
    live, daily = tables / SECONDS_A_MOVE, tables * MOVES_A_DAY / DAY
    cores = figures["move_pushed_ms"] / 1000
    turn = figures["sqlite"]["turn"]
    memory = tables * figures["opened"]["bytes"]
    sockets = tables * PAGES
    return [
        ("moves a second", f"{live:,.0f}", f"{daily:,.1f}"),
        ("cores for moves and pages", f"{live * cores:,.1f}", f"{max(daily * cores, 0.01):,.2f}"),
        ("memory for the tables", f"{memory / 1e9:,.1f} GB", "what is open at the time"),
        ("sockets", f"{sockets:,}", "what is open at the time"),
        ("memory for the sockets", f"{sockets * figures['socket_bytes'] / 1e9:,.1f} GB", ""),
        (
            "added to the store a day",
            f"{live * DAY * turn / 1e9:,.1f} GB",
            f"{tables * MOVES_A_DAY * turn / 1e9:,.2f} GB",
        ),
    ]


def markdown(figures: dict[str, Any]) -> str:
    """Return both tables."""
    lines = [
        f"Measured {figures['date']} at commit {figures['commit']}, on {figures['machine']}, by",
        f"`{figures['command']}`.",
        "",
        "| of one | costs |",
        "|---|---|",
        f"| move, nobody watching | {figures['move_ms']:.2f} ms of the server's processor time |",
        f"| move, {PAGES} pages watching | {figures['move_pushed_ms']:.2f} ms |",
        f"| bare insert in the same framework, commits shared | {figures['bare_ms']:.2f} ms |",
        f"| turn in SQLite | {figures['sqlite']['turn']:,.0f} bytes |",
        f"| game in SQLite | {figures['sqlite']['game']:,.0f} bytes |",
        f"| turn in PostgreSQL | {figures['postgresql']['turn']:,.0f} bytes |",
        f"| game in PostgreSQL | {figures['postgresql']['game']:,.0f} bytes |",
        f"| played table in memory | {figures['opened']['bytes']:,.0f} bytes |",
        f"| played table, opened from the store | {figures['opened']['ms']:.1f} ms |",
        f"| open socket | {figures['socket_bytes']:,.0f} bytes |",
        *(
            f"| turn of the bot {level} | " + ", ".join(f"{ms:.1f} ms ({game})" for game, ms in by_game.items()) + " |"
            for level, by_game in figures["bots"].items()
        ),
    ]
    lines += [
        "",
        "| store | games at once | moves a second | bare inserts | ratio | ms of a move | of a bare insert | ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for each in figures["loads"]:
        table, bare = each["table"], each["bare"]
        lines.append(
            f"| {each['store']} | {each['users']} | {table['per_second']:,.0f} | {bare['per_second']:,.0f} |"
            f" {each['throughput_ratio']} | {table[_COST]:.2f} | {bare[_COST]:.2f} | {each['processor_ratio']} |"
        )
    for tables in (10_000, 1_000_000):
        lines += ["", f"| {tables:,} tables | live | by days |", "|---|---|---|"]
        lines += [f"| {what} | {live} | {days} |" for what, live, days in needs(tables, figures)]
    return "\n".join(lines)


def measure(given: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    loads = [json.loads(line) for line in given.load.read_text("utf-8").splitlines()]
    load = loads[0]
    git = ["git", "rev-parse", "--short=10", "HEAD"]
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(Path(folder))
        in_sqlite = stored(url, given.games)
        found = opened(url, given.games)
    with cluster() as postgres:
        in_postgres = stored(postgres.database(), given.games)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip(),
        "machine": f"{platform.machine()} with {os.cpu_count()} cores, Python {platform.python_version()}",
        "command": "python benchmarks/load --json > load.json; python benchmarks/capacity.py --load load.json",
        "move_ms": load["table"][_COST],
        "move_pushed_ms": load["paced"][_COST],
        "bare_ms": load["bare"][_COST],
        "socket_bytes": load["socket_bytes"],
        "loads": loads,
        "sqlite": in_sqlite,
        "postgresql": in_postgres,
        "opened": found,
        "bots": thought(given.bot_games),
    }


def main() -> None:
    """Measure, and write where asked."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--load", type=Path, required=True, help="what benchmarks/load --json printed")
    arguments.add_argument("--games", type=int, default=60)
    arguments.add_argument("--bot-games", type=int, default=4)
    arguments.add_argument("--write", type=Path, metavar="PAGE")
    given = arguments.parse_args()
    text = markdown(measure(given))
    if given.write is None:
        print(text)
        return
    start, end = "<!-- figures:start -->", "<!-- figures:end -->"
    before, _, rest = given.write.read_text("utf-8").partition(start)
    after = rest.partition(end)[2]
    given.write.write_text(f"{before}{start}\n{text}\n{end}{after}", "utf-8")


if __name__ == "__main__":
    main()
