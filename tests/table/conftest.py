"""What the tests of the table share."""

from collections.abc import Iterator

import pytest

from .servers import Cluster, Server, cluster, forked_servers, served


@pytest.fixture(scope="session", autouse=True)
def _forked_servers() -> Iterator[None]:
    with forked_servers():
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL of this run's own."""
    with cluster() as made:
        yield made


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the embedded store."""
    made = Server(tmp_path_factory.mktemp("sqlite"))
    with served(made):
        yield made
    assert made.complaints == []


@pytest.fixture(scope="session")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory, postgres: Cluster) -> Iterator[Server]:
    """A server on a PostgreSQL."""
    made = Server(tmp_path_factory.mktemp("postgresql"), postgres.database())
    with served(made):
        yield made
    assert made.complaints == []


@pytest.fixture(params=["on_sqlite", "on_postgresql"])
def server(request: pytest.FixtureRequest) -> Server:
    """A server on each store in turn; both run on, in whatever order the tests come."""
    chosen: Server = request.getfixturevalue(request.param)
    return chosen
