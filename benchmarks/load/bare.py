"""What a move is measured against: the same framework, server and store, one durable insert a request, nothing else.

An endpoint as anybody would write it: a body of the same kind, checked by the same library; a plain ``def`` that runs
in the framework's threads; a reply by its model. One process-wide lock hands SQLite one writer at a time, as the table
does, for without it the writers would wait for one another inside SQLite, much slower.
"""

from __future__ import annotations

import argparse
import json
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text, UniqueConstraint, create_engine, insert
from sqlalchemy import event as on
from sqlalchemy.engine import make_url
from sqlalchemy.pool import QueuePool

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


def make_app(url: str) -> FastAPI:
    """Return the application over a database."""
    parsed = make_url(url)
    is_embedded = parsed.get_backend_name() == "sqlite"
    if is_embedded:
        engine = create_engine(parsed, poolclass=QueuePool, pool_size=16, max_overflow=64)
        on.listen(engine, "connect", _prepare)
        on.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    else:
        engine = create_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=16, max_overflow=16)
        METADATA.drop_all(engine)
    METADATA.create_all(engine)
    lock = threading.Lock() if is_embedded else nullcontext()
    app = FastAPI()

    @app.post("/api/tables/{table}/moves")
    def move(table: str, wanted: Move) -> Done:
        row = {
            "table_id": table,
            "version": wanted.version + 1,
            "key": wanted.key,
            "at": 0.0,
            "payload": json.dumps(wanted.decisions),
        }
        with lock, engine.begin() as connection:
            connection.execute(insert(EVENTS), row)
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
