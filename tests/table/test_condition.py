"""What operators see red: a backup that is too old, queues that stand still, a store that runs full."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from rivertable.table.backup import backup, restore
from rivertable.table.care.condition import BACKUP_SECONDS, BOT_SECONDS, MESSAGE_SECONDS, MESSAGE_TRIES, condition_of
from rivertable.table.store.care.condition import Space, space_of
from rivertable.table.store.database import Database
from rivertable.table.store.ledger import note_alive
from rivertable.table.store.place import StorePlace, open_database
from rivertable.table.store.schema import OUTBOX, TABLES

from .days import Days, days
from .in_process import running
from .servers import Cluster
from .tables import start_table
from .test_care import Operator

__all__ = ["days"]
ROOM = Space(1_000_000, 50_000_000_000)


def red_but_for_space(database: Database) -> list[str]:
    """What is red, whatever the disk of this machine is like."""
    return replace(condition_of(database), space=ROOM).red


def test_a_backup_is_red_from_26_hours_on_also_after_a_restore(tmp_path: Path, days: Days) -> None:
    place = StorePlace(tmp_path / "data")
    database, lock = open_database(place)
    assert lock is not None
    database.migrate()
    with database.write() as connection:
        note_alive(connection, time.time() + 10 * BACKUP_SECONDS)
    assert red_but_for_space(database) == ["backup"]
    backup(place, tmp_path / "first")
    days.move(BACKUP_SECONDS - 60.0)
    assert red_but_for_space(database) == []
    days.move(60.0)
    assert red_but_for_space(database) == ["backup"]
    backup(place, tmp_path / "second")
    assert red_but_for_space(database) == []
    database.close()
    lock.close()
    restore(place, tmp_path / "first", is_replacing=True)
    database, lock = open_database(place)
    assert lock is not None
    found = condition_of(database)
    assert found.backup is not None and found.backup < BACKUP_SECONDS
    database.close()
    lock.close()


def test_queues_that_stand_still_are_red(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False) as server:
        database, now = server.database, time.time()
        with database.write() as connection:
            note_alive(connection, now)
        assert red_but_for_space(database) == ["backup"]
        table = start_table(server, "glassworks")
        message = {"contact_id": "c", "table_id": table.id, "reason": "turn", "seat": 0, "made_at": now, "tries": 0}
        with database.write() as connection:
            connection.execute(insert(OUTBOX), message | {"version": 1, "due_at": now + 9_999})
            connection.execute(insert(OUTBOX), message | {"version": 2, "due_at": now - MESSAGE_SECONDS + 60})
        found = condition_of(database)
        assert found.message is not None and found.message >= MESSAGE_SECONDS - 60
        assert red_but_for_space(database) == ["backup"]
        late = now - MESSAGE_SECONDS - 1
        for values in ({"due_at": late}, {"due_at": now + 9_999, "tries": MESSAGE_TRIES}):
            with database.write() as connection:
                connection.execute(update(OUTBOX).where(OUTBOX.c.version == 2).values(**values))
            assert red_but_for_space(database) == ["backup", "messages"]
        with database.write() as connection:
            connection.execute(OUTBOX.delete())
            due = {"due_kind": "bot", "due_at": now - BOT_SECONDS - 1}
            connection.execute(update(TABLES).where(TABLES.c.id == table.id).values(**due))
            note_alive(connection, now - 3_600.0)
        assert red_but_for_space(database) == ["server", "backup", "bots"]
        # The page of the operators shows the same.
        assert set(Operator(server).do("GET", "/desk")["condition"]["red"]) >= {"server", "backup", "bots"}


@pytest.mark.parametrize(
    ("size", "free", "is_red"),
    [
        (1_000, 1_000_000_000, False),
        (1_000, 999_999_999, True),
        (3_000_000_000, 5_999_999_999, True),
        (3_000_000_000, 6_000_000_000, False),
        (3_000_000_000, None, False),
    ],
)
def test_a_store_that_runs_full_is_red(tmp_path: Path, size: int, free: int | None, is_red: bool) -> None:
    database, lock = open_database(StorePlace(tmp_path))
    assert lock is not None
    database.migrate()
    assert ("store" in replace(condition_of(database), space=Space(size, free)).red) == is_red
    database.close()
    lock.close()


def test_what_a_store_takes_up_is_told_of_both_kinds(tmp_path: Path, postgres: Cluster) -> None:
    for url, has_disk in ((f"sqlite:///{tmp_path}/one.sqlite3", True), (postgres.database(), False)):
        database = Database(url)
        database.migrate()
        found = condition_of(database)
        assert found.space.size > 50_000 and (found.space.free is not None) == has_disk
        assert (found.alive, found.backup, found.message, found.bot_turn) == (None, None, None, None)
        assert space_of(database).size > 0
        database.close()
