"""The floor that the table is measured against: the same framework, one durable insert a request, and nothing else.

It keeps what the table keeps of a move: a row whose key has the table and its version, and a unique idempotency key.
The settings of SQLite are the table's, so is the pool of PostgreSQL. One thread writes, over one connection: inserts
that wait together share a commit, and each is answered once it is on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Annotated, Any

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Column, Engine, Float, Integer, MetaData, String, Table, Text, UniqueConstraint, insert
from sqlalchemy import create_engine as engine_of
from sqlalchemy import event as on
from sqlalchemy.engine import make_url

METADATA = MetaData()
EVENTS = Table(
    "event",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64)),
    Column("at", Float),
    Column("payload", Text, nullable=False),
    UniqueConstraint("table_id", "key"),
)
TOGETHER = 64
"""So many inserts share a commit at most."""


class Move(BaseModel):
    """A request of the same kind as a move."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    version: Annotated[int, Field(ge=0, le=1_000_000)]
    decisions: Annotated[list[Annotated[int, Field(ge=0, le=32_000)]], Field(max_length=64)]
    key: Annotated[str, Field(pattern="^[A-Za-z0-9_.:-]{8,64}$")]


class Done(BaseModel):
    """The reply."""

    version: int
    turn: int


class Writer(threading.Thread):
    """Inserts rows over one connection; those that wait together share a commit."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="writer", daemon=True)
        self._engine = engine
        self._waiting: SimpleQueue[tuple[dict[str, Any], asyncio.Future[None]]] = SimpleQueue()

    async def write(self, row: dict[str, Any]) -> None:
        """Return once a row is on the disk."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((row, done))
        await done

    def run(self) -> None:
        """Write what waits, for ever."""
        with self._engine.connect() as connection:
            while True:
                waiting = [self._waiting.get()]
                with suppress(Empty):
                    while len(waiting) < TOGETHER:
                        waiting.append(self._waiting.get_nowait())
                with connection.begin():
                    connection.execute(insert(EVENTS), [row for row, _ in waiting])
                waiting[0][1].get_loop().call_soon_threadsafe(_settle, [done for _, done in waiting])


def _settle(done: list[asyncio.Future[None]]) -> None:
    for each in done:
        if not each.done():
            each.set_result(None)


def make_app(url: str) -> FastAPI:
    """Return the application over a database."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        engine = engine_of(parsed)
        on.listen(engine, "connect", _prepare)
        on.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    else:
        engine = engine_of(parsed.set(drivername="postgresql+psycopg"))
    METADATA.create_all(engine)
    writer = Writer(engine)
    writer.start()
    app = FastAPI()

    @app.post("/api/tables/{table}/moves")
    async def move(table: str, wanted: Move) -> Done:
        row = {
            "table_id": table,
            "version": wanted.version + 1,
            "key": wanted.key,
            "at": 0.0,
            "payload": json.dumps(wanted.decisions),
        }
        await writer.write(row)
        return Done(version=wanted.version + 1, turn=1)

    return app


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def main() -> None:
    """Serve it."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("--folder", type=Path, required=True)
    arguments.add_argument("--database")
    arguments.add_argument("--port", type=int, required=True)
    given = arguments.parse_args()
    url = given.database or f"sqlite:///{given.folder / 'bare.sqlite3'}"
    uvicorn.run(make_app(url), port=given.port, log_level="warning", access_log=False, server_header=False)


if __name__ == "__main__":
    main()
