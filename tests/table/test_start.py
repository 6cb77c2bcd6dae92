"""Starting and stopping: migrations, the lock of a data folder, what a restart finds."""

import resource
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import inspect, text

from patience import PATIENCE_SECONDS
from rivertable.core.errors import OptionError
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.place import StorePlace, open_database
from rivertable.table.store.schema import METADATA

from .clients import Party
from .servers import Cluster, Server, served


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_make_the_tables_that_the_code_names(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url = sqlite_url(tmp_path)
    else:
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.database()
    store = Database(url)
    for _ in range(2):
        store.migrate()
        with store.read() as connection:
            found = inspect(connection)
            for table in METADATA.sorted_tables:
                assert [column["name"] for column in found.get_columns(table.name)] == [*table.columns.keys()]
                indexes = {index["name"] for index in found.get_indexes(table.name)}
                assert indexes >= {index.name for index in table.indexes}
    store.close()


def test_a_data_folder_is_one_server_s_alone_and_its_games_outlive_it(tmp_path: Path) -> None:
    server = Server(tmp_path, is_new=True)
    with served(server):
        command = [sys.executable, "-m", "rivertable", "serve", "--no-browser", "--port", "0"]
        second = subprocess.run([*command, "--data", str(tmp_path / "data")], capture_output=True, text=True)
        assert second.returncode == 2 and f"Another server already uses {tmp_path / 'data'}." in second.stderr
        with Party([server.address], "market", ["person", "person"]) as party:
            party.start()
            party.turn(0)
            before = party.view(party.people[1].secret)
            # An operator's stop: whoever waits for news is answered, pages are told to come again.
            assert server.terminate() == 0
            server.start()
            assert party.view(party.people[1].secret) == before
            party.turn(1)
            party.wait_for(lambda view: view["turn"]["number"] == 3)
            assert all(one.faults == [] for one in party.everybody)
    assert server.complaints == []


_HOLD = """
import sys
from pathlib import Path
from rivertable.table.store.place import StorePlace, open_database
held = open_database(StorePlace(data=Path(sys.argv[1])))
print("held", flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_data_folder_goes_with_its_process_or_when_it_is_closed(tmp_path: Path) -> None:
    place = StorePlace(data=tmp_path / "data")
    command = [sys.executable, "-c", _HOLD, str(place.data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(OptionError, match="Another server already uses"):
            open_database(place)
        holder.kill()
    for _ in range(2):
        store, lock = open_database(place)
        store.close()
        assert lock is not None
        lock.close()
    assert (place.data / "server.lock").is_file()


def test_nobody_else_may_read_what_is_kept(tmp_path: Path) -> None:
    """The folder and its files are the user's alone, those of an older version too."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "server.lock").touch(mode=0o644)
    server = Server(tmp_path)
    with served(server), Party([server.address], "glassworks", ["person", "person"]) as party:
        party.start()
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in data.iterdir()}
        assert {"rivertable.sqlite3", "rivertable.sqlite3-wal", "server.lock"} <= modes.keys()
        assert set(modes.values()) == {0o600}, modes


def test_a_store_that_is_named_by_a_url_is_one_server_s_alone(tmp_path: Path) -> None:
    by_folder = StorePlace(data=tmp_path)
    store, lock = open_database(by_folder)
    with pytest.raises(OptionError, match="Another server already uses"):
        open_database(StorePlace(database=sqlite_url(tmp_path)))
    other, other_lock = open_database(StorePlace(database=f"sqlite:///{tmp_path}/other.sqlite3"))
    with pytest.raises(OptionError, match="Another server already uses"):
        open_database(StorePlace(database=f"sqlite:///{tmp_path}/other.sqlite3"))
    for opened, held in ((store, lock), (other, other_lock)):
        opened.close()
        assert held is not None
        held.close()
    store, lock = open_database(StorePlace(database=sqlite_url(tmp_path)))
    store.close()
    assert lock is not None
    lock.close()
    with pytest.raises(OptionError, match="needs a file"):
        open_database(StorePlace(database="sqlite://"))


def test_a_store_of_a_newer_version_is_refused_with_a_sentence(tmp_path: Path) -> None:
    store = Database(sqlite_url(tmp_path))
    store.migrate()
    with store.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(OptionError, match="newer version of rivertable has written the store"):
        store.migrate()
    store.close()
    command = [sys.executable, "-m", "rivertable", "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 2 and "Traceback" not in refused.stderr
    assert "start that version" in " ".join(refused.stderr.split())


def test_health_and_log_tell_the_truth_about_a_store_that_cannot_be_written(tmp_path: Path) -> None:
    """Reading still works, so only a write shows it; an outage is one line, however many ask meanwhile."""
    server = Server(tmp_path)
    with served(server), Party([server.address], "glassworks", ["person", "person"]) as party:
        party.start()
        before = party.view(party.people[0].secret)
        resign, health = f"{server.address}/api{party.path}/resign", f"{server.address}/healthz"
        assert server.get("/healthz") == {"status": "ok"}
        # As on a full disk: no file of the server can grow.
        limits = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        size = (tmp_path / "data" / "rivertable.sqlite3-wal").stat().st_size
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
        for _ in range(3):
            refused = httpx.post(resign, headers={"Authorization": f"Bearer {party.people[0].secret}"})
            assert refused.status_code == 503 and refused.json()["code"] == "store-away"
        deadline = time.monotonic() + PATIENCE_SECONDS
        while httpx.get(health).status_code != 503:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert party.view(party.people[0].secret) == before
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, limits)
        while httpx.get(health).status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        party.turn(0)
        written = [line for line in server.log.splitlines() if "written" in line]
        assert len(written) == 2 and "cannot be written" in written[0] and "can be written again" in written[1]
        assert "Traceback" not in server.log
