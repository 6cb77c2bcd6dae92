"""Starting and stopping: migrations, the lock of a data folder, what a restart finds."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from rivertable.core.errors import OptionError
from rivertable.table.serve import Settings, open_store
from rivertable.table.store import migrations
from rivertable.table.store.database import Store, sqlite_url
from rivertable.table.store.schema import METADATA, REVISION

from .clients import Party
from .servers import Cluster, Server, served


def test_the_newest_migration_is_the_one_that_a_start_looks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_make_the_tables_that_the_code_names(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        url = sqlite_url(tmp_path)
    else:
        cluster: Cluster = request.getfixturevalue("postgres")
        url = cluster.database()
    store = Store(url)
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
    server = Server(tmp_path)
    with served(server):
        command = [sys.executable, "-m", "rivertable", "serve", "--no-browser", "--port", "0"]
        second = subprocess.run([*command, "--data", str(tmp_path / "data")], capture_output=True, text=True)
        assert second.returncode == 2 and "Another server already uses the data folder" in second.stderr
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
from rivertable.table.serve import Settings, open_store
held = open_store(Settings(data=Path(sys.argv[1])))
print("held", flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_data_folder_goes_with_its_process_or_when_it_is_closed(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    command = [sys.executable, "-c", _HOLD, str(settings.data)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(OptionError, match="Another server already uses the data folder"):
            open_store(settings)
        holder.kill()
    for _ in range(2):
        store, lock = open_store(settings)
        store.close()
        assert lock is not None
        lock.close()
    assert (settings.data / "server.lock").is_file()
