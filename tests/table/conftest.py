"""What the tests of the table share."""

from collections.abc import Iterator

import pytest

from .servers import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL of this run's own."""
    with cluster() as made:
        yield made
