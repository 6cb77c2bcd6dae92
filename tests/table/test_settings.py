"""The settings of a house: each is heeded, none is misread, and without a file nothing is other than documented."""

from __future__ import annotations

import time
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import httpx
import pytest
from sqlalchemy import select

from rivertable.core.errors import OptionError
from rivertable.table.domain.retention import DAY, STANDARD, Retention
from rivertable.table.settings import Quota, Settings, read_settings, settings_table
from rivertable.table.store import ledger
from rivertable.table.store.care.reports import forget_closed_reports, reports
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.schema import TABLES
from rivertable.table.web.limits import Limits

from .days import Days, days
from .in_process import Server, running
from .servers import Server as Process
from .servers import served
from .tables import make_table, play_at_random, start_table
from .test_care import Operator
from .test_people import named

__all__ = ["days"]
KEPT = Retention(waiting=2, listed=8, playing=3, brought_in=4, bots_alone=5, people=6, reports=7)
BOTS = [{"kind": "bot", "level": "random"}] * 2


def kept_days(server: Server, table_id: str) -> float | None:
    with server.database.read() as connection:
        found = connection.execute(select(TABLES.c.kept_seconds).where(TABLES.c.id == table_id)).scalar_one()
    return None if found is None else found / DAY


def test_a_file_is_read_as_it_is_meant(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("", "utf-8")
    assert read_settings(file) == Settings()
    # What holds without a file is what the limits say.
    assert Settings().quota.limits() == Limits()
    written = {"kept": replace(KEPT), "quota": Quota(1, 2, 3, 4)}
    lines = []
    for part, values in written.items():
        lines += [f"[{part}]", *(f"{one.name} = {getattr(values, one.name)}" for one in fields(values))]
    file.write_text("\n".join(lines), "utf-8")
    assert read_settings(file) == Settings(KEPT, Quota(1, 2, 3, 4))
    assert KEPT != STANDARD and len({getattr(KEPT, one.name) for one in fields(KEPT)}) == len(fields(KEPT))
    table = "\n".join(settings_table())
    assert all(f"`{part}.{one.name}`" in table for part, values in written.items() for one in fields(values))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[kept]\nwaiting = 0", "kept.waiting is a whole number from 1 to 3650."),
        ("[kept]\npeople = 401", "kept.people is a whole number from 1 to 400."),
        ("[kept]\nplaying = 1.5", "kept.playing is a whole number"),
        ("[quota]\nbytes = true", "quota.bytes is a whole number"),
        ("[kept]\nforever = 1", "has no forever; there are waiting, listed, playing"),
        ("[keep]\nwaiting = 1", "has no part keep; there are kept, quota."),
        ("kept = 1", "has no part kept"),
        ("[kept\n", "is not TOML"),
        (None, "cannot be read: No such file or directory."),
    ],
)
def test_a_file_that_says_something_else_is_refused(tmp_path: Path, text: str | None, part: str) -> None:
    file = tmp_path / "settings.toml"
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(OptionError) as refused:
        read_settings(file)
    assert part in str(refused.value)


def test_each_kind_of_table_is_kept_as_the_settings_say(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False, retention=KEPT) as server:
        waiting, playing = make_table(server, "glassworks"), start_table(server, "glassworks")
        over, bots = start_table(server, "glassworks"), start_table(server, "glassworks", seats=BOTS)
        play_at_random(server, over, 500, Random(1))
        brought = server.post("/api/records", server.get(f"{over.path}/record"))["table"]
        listed = make_table(server, "glassworks", is_public=True)
        found = [kept_days(server, one) for one in (waiting.id, listed.id, playing.id, brought, bots.id, over.id)]
        assert found == [KEPT.waiting, KEPT.listed, KEPT.playing, KEPT.brought_in, KEPT.bots_alone, None]
        # Read anew from the store, the table goes on as it was made.
        server.forget(playing.id)
        play_at_random(server, playing, 1, Random(1))
        assert kept_days(server, playing.id) == KEPT.playing
        # A server that starts with other settings takes them for what waits and goes on.
        with server.database.write() as connection:
            ledger.keep_for(connection, STANDARD)
        found = [kept_days(server, one) for one in (waiting.id, listed.id, playing.id, brought, over.id)]
        assert found == [STANDARD.waiting, STANDARD.listed, STANDARD.playing, KEPT.brought_in, None]


def test_a_server_goes_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[kept]\nwaiting = 2\n[quota]\ntables = 1\ntables_a_day = 1\n", "utf-8")
    made = Process(tmp_path, variables={"RIVERTABLE_SETTINGS": str(file)}, is_limited=True)
    with served(made):
        wanted = {"game": "glassworks", "seats": [{"kind": "open"}] * 2}
        asked = [httpx.post(f"{made.address}/api/tables", json=wanted).status_code for _ in range(2)]
        assert asked == [201, 429]
    database = Database(sqlite_url(tmp_path / "data"))
    with database.read() as connection:
        assert connection.execute(select(TABLES.c.kept_seconds)).scalars().all() == [2 * DAY]
    database.close()


def test_people_who_do_not_come_are_kept_as_the_settings_say(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=False, retention=KEPT) as server:
        ada, people = named(server), server.context.people
        assert people is not None
        for is_kept in (True, False):
            days.move((KEPT.people / 2 + 0.1) * DAY)
            people.sweep(time.time())
            assert (people.person_of(ada.cookie) is not None) == is_kept


def test_reports_that_are_done_with_are_kept_as_the_settings_say(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=False) as server:
        table, olga = start_table(server, "glassworks"), Operator(server)
        for text in ("First.", "Second."):
            server.post(f"{table.path}/reports", {"text": text}, table.host)
        first, _ = olga.do("GET", "/desk")["reports"]
        olga.do("POST", f"/reports/{first['id']}/close", {"answer": "Done."})
        for passed, left in ((KEPT.reports - 1, 2), (2, 1)):
            days.move(passed * DAY)
            with server.database.write() as connection:
                forget_closed_reports(connection, time.time() - KEPT.reports * DAY)
                assert len(reports(connection, is_all=True)) == left


def test_one_address_stores_as_much_as_the_settings_say(tmp_path: Path) -> None:
    wanted = {"game": "glassworks", "seats": [{"kind": "open"}] * 2}
    for number, quota in enumerate((Quota(tables=3, tables_a_day=1), Quota(bytes=150_000, bytes_a_day=1))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with running(folder, quota.limits(), has_jobs=False) as server:
            made = [server.call("POST", "/api/tables", wanted).status_code for _ in range(5)]
            assert made == [201] * 3 + [429] * 2
    slow = Quota(tables=1, tables_a_day=86_400, bytes=50_000, bytes_a_day=50_000 * 86_400).limits()
    assert (slow.tables.per_second, slow.stored.per_second) == (1, 50_000)
