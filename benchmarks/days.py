"""How soon the page of a deal of the day is there once 10,000 people have played it.

``python benchmarks/days.py`` fills a store (``--postgres``: a PostgreSQL of its own) with attempts, starts a server
over it, lets people open the page at a steady rate, whether it answers or not, and prints the time of each request at
the median and at the 99th percentile.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles

import httpx
from sqlalchemy import insert

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from rivertable.table.company.days import Days
from rivertable.table.store.company.schema import ATTEMPTS
from rivertable.table.store.database import Database, keep_private, sqlite_url
from rivertable.table.store.schema import PERSONS
from rivertable.table.store.server_secrets import open_secrets
from rivertable.table.tables import Tables
from table.servers import Server, cluster, served

GAME, PLAYERS, OTHERS = "glassworks", 3, 2
ATTEMPTS_MADE = 10_000


def fill(database: Database, secrets_file: Path, attempts: int) -> tuple[str, list[tuple[str, str]]]:
    """Fill a store with attempts that count; return the day, and tables of some of them with their secrets."""
    tables = Tables(database, b"key")
    days = Days(tables, open_secrets(secrets_file))
    deal = days.find(days.today(), GAME, PLAYERS)
    rng, now = random.Random(1), time.time()
    people = [
        {"id": f"{number:032}", "name": f"Person {number}", "created_at": now, "seen_at": now}
        for number in range(attempts)
    ]
    played = []
    for person in people:
        points, of_bots = round(rng.gauss(60, 15)), sum(round(rng.gauss(55, 12)) for _ in range(OTHERS))
        margin = points - of_bots / OTHERS
        facts = {"deal_id": deal.id, "begun_at": now, "finished_at": now, "points": points, "margin": margin}
        played.append({"table_id": f"t{person['id'][-21:]}", "scorer": person["id"]} | facts)
    with database.write() as connection:
        connection.execute(insert(PERSONS), people)
        connection.execute(insert(ATTEMPTS), played)
    own = []
    for _ in range(20):
        begun = days.begin(deal, "Somebody", None)
        own.append((begun.table_id, begun.secret))
    tables.close()
    return deal.day or "", own


async def measure(
    address: str, day: str, own: list[tuple[str, str]], requests_a_second: float, seconds: float
) -> dict[str, list[float]]:
    """Let people come at a steady rate, and return the seconds of their requests by what they asked for."""
    found: dict[str, list[float]] = defaultdict(list)
    rng, running = random.Random(3), set()
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:

        async def visit(*, is_noted: bool = True) -> None:
            table, secret = rng.choice(own)
            headers = {"Authorization": f"Bearer {secret}"}
            for what, path in (
                ("deals of the day", "/api/days"),
                ("page of a deal", f"/api/days/{day}/{GAME}/{PLAYERS}"),
                ("own result", f"/api/tables/{table}/day"),
            ):
                began = time.perf_counter()
                (await client.get(path, headers=headers)).raise_for_status()
                if is_noted:
                    found[what].append(time.perf_counter() - began)

        for _ in range(20):
            await visit(is_noted=False)
        began = time.perf_counter()
        for number in range(int(requests_a_second * seconds)):
            await asyncio.sleep(max(began + number / requests_a_second - time.perf_counter(), 0.0))
            task = asyncio.create_task(visit())
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attempts", type=int, default=ATTEMPTS_MADE)
    parser.add_argument("--rate", type=float, default=10.0, help="visits a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--postgres", action="store_true")
    wanted = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        data = folder / "data"
        keep_private(data)
        url = stack.enter_context(cluster()).database() if wanted.postgres else sqlite_url(data)
        database = Database(url)
        database.migrate()
        day, own = fill(database, data / "secrets.json", wanted.attempts)
        database.close()
        variables = {"RIVERTABLE_PEOPLE": "true", "RIVERTABLE_SECRETS": str(data / "secrets.json")}
        server = Server(folder, url if wanted.postgres else None, variables=variables)
        with served(server):
            found = asyncio.run(measure(server.address, day, own, wanted.rate, wanted.seconds))
    print(
        f"{wanted.attempts} attempts, {wanted.rate:.0f} visits a second, {os.cpu_count()} cores for server and people"
    )
    print(f"{'':20}{'requests':>9}{'median':>10}{'p99':>10}")
    for what, seconds in found.items():
        cuts = quantiles(seconds, n=100)
        print(f"{what:20}{len(seconds):>9}{cuts[49] * 1000:>7.1f} ms{cuts[98] * 1000:>7.1f} ms")


if __name__ == "__main__":
    main()
