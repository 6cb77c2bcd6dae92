"""What the tests of the table share."""

from collections.abc import Iterator

import pytest

from .servers import Cluster, Server, cluster, served


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL of this run's own."""
    with cluster() as made:
        yield made


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on each store in turn."""
    database = request.getfixturevalue("postgres").database() if request.param == "postgresql" else None
    made = Server(tmp_path_factory.mktemp(request.param), database)
    with served(made):
        yield made
    assert made.complaints == []
