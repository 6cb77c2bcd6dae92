"""Backups: made while people play, restored whole, and what was erased since stays erased."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from rivertable.core.errors import OptionError
from rivertable.core.game import GAMES
from rivertable.table.backup import backup, restore
from rivertable.table.errors import NoSuchTableError
from rivertable.table.store.archive import DamagedArchiveError
from rivertable.table.store.audit import acts
from rivertable.table.store.database import EMBEDDED
from rivertable.table.store.migrations import REVISION
from rivertable.table.store.place import StorePlace, open_database
from rivertable.table.store.server_secrets import open_secrets, read_secrets
from rivertable.table.tables import Plan, SeatPlan, Tables

from .clients import Party, Watcher, in_threads
from .servers import Cluster, Server, operate, served

STORED = Path(__file__).parents[1] / "data" / "table-1.sqlite3"
PLAN = Plan(GAMES["glassworks"].make_terms(2), (SeatPlan("person"), SeatPlan("person")))


# Under load, from each store into the other.


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
def test_a_backup_under_load_has_every_move_that_was_answered_before(
    source: str, tmp_path: Path, postgres: Cluster
) -> None:
    stores = [("--data", str(tmp_path / "folder")), ("--database", postgres.database())]
    first, second = stores if source == "sqlite" else stores[::-1]
    file, secrets = tmp_path / "backup", ("--secrets", tmp_path / "secrets.json")
    server, stop = server_of(tmp_path / "first", first), threading.Event()

    def is_enough(watcher: Watcher) -> bool:
        time.sleep(0.02)  # so that no game is over before the backup has begun
        return stop.is_set() or watcher.status == "over"

    with served(server), ExitStack() as stack:
        parties = [Party([server.address], game, ["person", "person"]).start() for game in GAMES]
        people = [stack.enter_context(party) and person for party in parties for person in party.people]
        playing = threading.Thread(target=in_threads, args=[partial(person.play, is_enough) for person in people])
        playing.start()
        for party in parties:
            party.watcher.hear_until(lambda watcher: watcher.version > 9)
        answered = [[move for person in party.people for move in list(person.acknowledged)] for party in parties]
        done = operate("backup", file, *first, *secrets)
        assert (done.returncode, "2 tables" in done.stdout) == (0, True), done.stderr
        stop.set()
        playing.join()
    done = operate("restore", file, *second, *secrets)
    assert done.returncode == 0, done.stderr
    other = server_of(tmp_path / "second", second)
    with served(other):
        for party, moves in zip(parties, answered, strict=True):
            with Party.at(party, other.address) as again:
                events = again.door.do("GET", f"{again.path}/events?since=0")["events"]
                told = {event["version"]: event for event in events}
                for move in moves:
                    assert (told[move.version]["seat"], told[move.version]["move"]) == (move.seat, move.move)
                assert len(moves) > 2
                if (seat := again.view()["turn"]["seat"]) is not None:
                    again.turn(seat)
        refused = operate("restore", file, *second, *secrets, "--replace")
        assert refused.returncode == 2 and "server" in refused.stderr, refused.stderr
        log = operate("log", *second, "--json")
    assert [json.loads(line)["act"] for line in log.stdout.splitlines()] == ["restore"], log.stderr


def test_a_server_at_another_database_does_not_stand_in_the_way(tmp_path: Path, postgres: Cluster) -> None:
    place, file = StorePlace(tmp_path / "data"), tmp_path / "backup"
    with store_of(place) as tables:
        tables.create(PLAN)
    backup(place, file)
    with served(Server(tmp_path / "other", postgres.database())):
        target = StorePlace(tmp_path / "elsewhere", postgres.database())
        assert restore(target, file).archive.tables == 1


def server_of(folder: Path, store: tuple[str, str]) -> Server:
    """A server over a store that the options of a command name."""
    option, place = store
    return Server(folder, place) if option == "--database" else Server(folder, data=Path(place))


# What a restore does besides.


@contextmanager
def store_of(place: StorePlace) -> Iterator[Tables]:
    """The tables of an embedded store that no server uses."""
    database, lock = open_database(place)
    assert lock is not None
    try:
        database.migrate()
        yield Tables(database, open_secrets(place.secrets_file).erasure_key)
    finally:
        database.close()
        lock.close()


def test_what_was_deleted_for_good_stays_deleted(tmp_path: Path) -> None:
    place, file = StorePlace(tmp_path / "data"), tmp_path / "backup"
    with store_of(place) as tables:
        asked, expired, kept = (tables.create(PLAN)[0] for _ in range(3))
    assert backup(place, file).tables == 3
    with store_of(place) as tables:
        tables.delete(asked, is_asked=True)
        tables.delete(expired)
        tables.close()
    assert restore(place, file, is_replacing=True).erased == 1
    # Elsewhere, where nothing is known of the deletion, then back by way of a second backup.
    for _ in range(2):
        with store_of(place) as tables:
            assert tables.open(kept).version == tables.open(expired).version == 1
            with pytest.raises(NoSuchTableError):
                tables.open(asked)
            with tables.database.read() as connection:
                log = [act.act for act in acts(connection)]
        second = tmp_path / f"backup of {len(log)}"
        backup(place, second)
        place = StorePlace(tmp_path / "elsewhere")
        restore(place, second, is_replacing=True)
    assert log == ["backup", "restore", "restore"]


def test_marks_hold_after_the_secrets_were_lost(tmp_path: Path) -> None:
    place, file = StorePlace(tmp_path / "data"), tmp_path / "backup"
    with store_of(place) as tables:
        asked = tables.create(PLAN)[0]
    backup(place, file)
    place.secrets_file.unlink()
    with store_of(place) as tables:
        tables.delete(asked, is_asked=True)
        tables.close()
    for _ in range(2):
        assert restore(place, file, is_replacing=True).erased == 1


def test_a_restored_store_has_the_secrets_and_nothing_of_what_was_there(tmp_path: Path) -> None:
    place, file = StorePlace(tmp_path / "data"), tmp_path / "backup"
    with store_of(place) as tables:
        kept = tables.create(PLAN)[0]
    backup(place, file)
    secrets = read_secrets(place.secrets_file)
    store = place.data / EMBEDDED
    store.write_bytes(os.urandom(9_000))
    for part in ("-wal", "-shm"):
        (place.data / f"{EMBEDDED}{part}").write_bytes(os.urandom(9_000))
    place.secrets_file.write_text("{}", "utf-8")
    with pytest.raises(OptionError, match="--replace"):
        restore(place, file)
    assert restore(place, file, is_replacing=True).is_former_known is False
    assert {one.name for one in place.data.iterdir()} == {EMBEDDED, "secrets.json", "server.lock"}
    assert read_secrets(place.secrets_file) == secrets is not None
    with store_of(place) as tables:
        assert tables.open(kept).version == 1
    for private in (file, store, place.secrets_file):
        assert stat.S_IMODE(private.stat().st_mode) == 0o600


def test_a_store_of_the_first_version_is_backed_up_and_restored(tmp_path: Path) -> None:
    """Before an upgrade its tables are older than this version; a plain copy of its file is restored as well."""
    place = StorePlace(tmp_path / "data")
    place.data.mkdir()
    shutil.copy(STORED, place.data / EMBEDDED)
    assert backup(place, tmp_path / "backup").tables == backup(place, tmp_path / "another").tables > 0
    for number, file in enumerate((tmp_path / "backup", STORED)):
        other = StorePlace(tmp_path / str(number))
        restore(other, file)
        with store_of(other) as tables, tables.database.read() as connection:
            assert next((act.actor, act.act) for act in acts(connection)) == ("server", "upgrade")


# Refusals.


def _cut(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def _spoil(file: Path) -> None:
    file.write_bytes(os.urandom(4_096))


def _lose_an_event(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM event")
        connection.commit()


def _come_from_the_future(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (f"{int(REVISION) + 1:04}",))
        connection.commit()


@pytest.mark.parametrize("damage", [_cut, _spoil, _lose_an_event, _come_from_the_future])
def test_a_damaged_backup_changes_nothing(tmp_path: Path, damage: object) -> None:
    place, file = StorePlace(tmp_path / "data"), tmp_path / "backup"
    with store_of(place) as tables:
        kept = tables.create(PLAN)[0]
    backup(place, file)
    with pytest.raises(OptionError, match="is there already"):
        backup(place, file)
    damage(file)  # type: ignore[operator]
    with pytest.raises(OptionError if damage is _come_from_the_future else DamagedArchiveError):
        restore(place, file, is_replacing=True)
    with store_of(place) as tables:
        assert tables.open(kept).version == 1


def test_a_store_that_is_not_there_is_not_backed_up(tmp_path: Path) -> None:
    for place in (StorePlace(tmp_path), StorePlace(database=f"sqlite:///{tmp_path}/none.sqlite3")):
        with pytest.raises(OptionError, match="no store"):
            backup(place, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []
