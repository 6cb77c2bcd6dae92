"""How soon the lobby and the start page are there: 10,000 open tables, 1,000 people who keep coming.

``python benchmarks/lobby.py`` fills a store (``--postgres``: a PostgreSQL of its own), starts a server over it, lets
people open the start page at a steady rate, whether it answers or not, and prints the time of each request, and of all
that the start page asks for together, at the median and at the 99th percentile. A visit asks for what the page asks
for: the page itself, the games, the lobby, who has come, the tables of theirs and how each of them is, whom they have
muted, and what they are invited to.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from sqlalchemy import insert, select

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rivertable.core.game import GAMES
from rivertable.table.care.company import Company
from rivertable.table.domain.company import Agreement
from rivertable.table.domain.table import Clock
from rivertable.table.errors import NoSuchEntryError
from rivertable.table.people import People
from rivertable.table.store.company.schema import LISTINGS
from rivertable.table.store.database import Database, keep_private, sqlite_url
from rivertable.table.store.schema import EVENTS, TABLES
from rivertable.table.store.server_secrets import open_secrets
from rivertable.table.tables import Plan, SeatPlan, Tables
from table.servers import Server, cluster, served

TABLES_OPEN, PEOPLE, LINKS_EACH = 10_000, 1_000, 5
QUERIES = (
    "",
    "?game=market",
    "?pace=turn&language=de",
    "?free=3&is_taught=true",
    "?language=fr&game=glassworks&free=2",
)
AT_ONCE = 500
Kept = tuple[str, list[str]]
"""The key of a person's device, and the tables to which they keep links."""


def _plans() -> list[Plan]:
    """Return open tables of every kind that one may look for."""
    rng, plans = random.Random(1), []
    for number in range(60):
        game = list(GAMES.values())[number % len(GAMES)]
        terms = game.make_terms(4, game.options.make(next(iter(game.options.presets)), {}), game.printed.load())
        clock = (Clock(), Clock("live", 600, 15), Clock("turn", 86_400))[number % 3]
        agreed = Agreement("bot", language=rng.choice(("de", "en", "es", "fr", None)), is_taught=rng.random() < 0.1)
        seats = (SeatPlan("person"), *[SeatPlan("open")] * 3)
        plans.append(Plan(terms, seats, f"Table {number}", is_public=True, clock=clock, agreement=agreed))
    return plans


def fill(database: Database, secrets_file: Path, tables_open: int, people: int) -> list[Kept]:
    """Fill a store with open tables and people who keep links to some, and return their keys, and those tables."""
    tables = Tables(database, b"key")
    made = [tables.create(plan) for plan in _plans()]
    own = [(table_id, secrets[0] or "") for table_id, _, secrets in made]
    with database.read() as connection:
        rows = {
            stored: [dict(row._mapping) for row in connection.execute(select(stored))]
            for stored in (TABLES, EVENTS, LISTINGS)
        }
    now, copies = time.time(), tables_open // len(made)
    for number in range(1, copies):
        with database.write() as connection:
            for stored, several in rows.items():
                connection.execute(insert(stored), [_copy(row, number, now) for row in several])
    tables.close()
    keeping = People(tables, open_secrets(secrets_file))
    company, met = Company(database), tables.open(own[0][0])
    rng, found = random.Random(2), []
    for number in range(people):
        visitor = keeping.arrive(f"Person {number}")
        chosen = rng.sample(own, LINKS_EACH)
        for table_id, secret in chosen:
            keeping.keep(visitor, table_id, secret)
        if met.id in dict(chosen) and number:
            with suppress(NoSuchEntryError):  # the first who came have met nobody there yet
                company.keep_apart(visitor.person, met, 0, "mute")
        found.append((visitor.key, [table_id for table_id, _ in chosen]))
    tables.close()
    return found


def _copy(row: dict[str, Any], number: int, now: float) -> dict[str, Any]:
    """Return a row of another table that is like one, and somewhat older."""
    copied, age = dict(row), number * 37.0
    name = "id" if "id" in row else "table_id"
    copied[name] = f"{number:06}{row[name][6:]}"
    if "line" in row:
        told = json.loads(row["line"])
        copied["active_at"] = round(row["active_at"] - age, 6)
        told |= {"id": copied[name], "place": f"{copied['active_at']:.6f}-{copied[name]}"}
        copied["line"] = json.dumps(told, separators=(",", ":"))
    return copied


async def visit(
    client: httpx.AsyncClient, person: Kept, rng: random.Random, note: Callable[[str, float], None]
) -> None:
    """Open the start page as one person, and then look for a table."""
    key, own = person

    async def ask(what: str, path: str) -> None:
        began = time.perf_counter()
        response = await client.get(path, headers={"Cookie": f"rivertable={key}"})
        response.raise_for_status()
        note(what, time.perf_counter() - began)

    began = time.perf_counter()
    await ask("start page", "/")
    await asyncio.gather(
        ask("games", "/api/games"),
        ask("lobby", "/api/tables"),
        ask("who has come", "/api/me"),
        ask("own tables", "/api/me/tables"),
        *(ask("one of them", f"/api/tables/{table_id}") for table_id in own),
        ask("muted", "/api/me/apart"),
        ask("invitations", "/api/me/invitations"),
    )
    note("all of these", time.perf_counter() - began)
    await ask("lobby, looked for", f"/api/tables{rng.choice(QUERIES)}")


async def measure(address: str, people: list[Kept], visits_a_second: float, seconds: float) -> dict[str, list[float]]:
    """Let people come at a steady rate, and return the seconds of their requests by what they asked for."""
    found: dict[str, list[float]] = defaultdict(list)
    rng, running = random.Random(3), set()
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60, trust_env=False) as client:
        for person in people[:20]:
            await visit(client, person, rng, lambda *_: None)
        began = time.perf_counter()
        for number in range(int(visits_a_second * seconds)):
            await asyncio.sleep(max(began + number / visits_a_second - time.perf_counter(), 0.0))
            coming = visit(client, rng.choice(people), rng, lambda what, took: found[what].append(took))
            task = asyncio.create_task(coming)
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES_OPEN)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--every", type=float, default=60.0, help="seconds after which each person comes again")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--postgres", action="store_true")
    wanted = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data = folder / "data"
        keep_private(data)
        url = stack.enter_context(cluster()).database() if wanted.postgres else sqlite_url(data)
        # What is only to be looked at later need not be durable row by row: filling waits for no disk.
        database = Database(f"{url}&options=-csynchronous_commit%3Doff" if wanted.postgres else url)
        database.migrate()
        began = time.perf_counter()
        people = fill(database, data / "secrets.json", wanted.tables, wanted.people)
        database.close()
        print(f"{wanted.tables} open tables and {wanted.people} people: {time.perf_counter() - began:.0f} s to store")
        variables = {"RIVERTABLE_PEOPLE": "true", "RIVERTABLE_SECRETS": str(data / "secrets.json")}
        server = Server(folder, url if wanted.postgres else None, variables=variables)
        with served(server):
            found = asyncio.run(measure(server.address, people, wanted.people / wanted.every, wanted.seconds))
    print(f"{wanted.people / wanted.every:.1f} visits a second, {os.cpu_count()} cores for server and people together")
    print(f"{'':20}{'requests':>9}{'median':>10}{'p99':>10}")
    for what, seconds in found.items():
        cuts = quantiles(seconds, n=100)
        print(f"{what:20}{len(seconds):>9}{cuts[49] * 1000:>7.1f} ms{cuts[98] * 1000:>7.1f} ms")


if __name__ == "__main__":
    main()
