"""What the tests in the browser share: one server, one browser, and people who are checked when they leave."""

import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from table.clients import Door, Party
from table.servers import Server, forked_servers, served

from .seats import begin as begin_at
from .visitors import PATIENCE_MS, Visitor, launch, require_client

Visit = Callable[..., Visitor]
Begin = Callable[..., Party]

expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
    """Say which deals a test failed with: a fault may depend on the pieces and cards that came."""
    report = yield
    server = getattr(item, "funcargs", {}).get("server")
    if report.failed and isinstance(server, Server):
        report.sections.append(("tables of this test", "\n".join(_tables_since(server, call.start))))
    return report


def _tables_since(server: Server, moment: float) -> list[str]:
    store = server.folder / "data" / "rivertable.sqlite3"
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as found:
        rows = found.execute(
            "SELECT id, game, hex(seed), version FROM table_ WHERE changed_at >= ? ORDER BY created_at", [moment]
        ).fetchall()
    tables = [f"{game} {table}: seed {seed.lower()}, {version} events" for table, game, seed, version in rows]
    return [*tables, f"with all their events in {store}"]


@pytest.fixture(scope="session", autouse=True)
def _forked_servers() -> Iterator[None]:
    with forked_servers():
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as anybody starts it, with the built client."""
    require_client()
    made = Server(tmp_path_factory.mktemp("browser"))
    with served(made):
        yield made
    assert made.complaints == []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium; each visitor has a context of their own in it."""
    with sync_playwright() as playwright:
        made = launch(playwright)
        yield made
        made.close()


@pytest.fixture
def door(server: Server) -> Iterator[Door]:
    """The table's API, for what a test prepares and for players who are not in the browser."""
    made = Door(server.address)
    yield made
    made.close()


@pytest.fixture
def begin(server: Server) -> Iterator[Begin]:
    """Begin tables over the API; after the test they are taken away, with the reviews that still go on of them."""
    parties: list[Party] = []

    def make(*terms: Any, **more: Any) -> Party:
        parties.append(begin_at(server.address, *terms, **more))
        return parties[-1]

    yield make
    for party in parties:
        party.door.ask("DELETE", party.path, secret=party.host)
        party.close()


@pytest.fixture
def visit(browser: Browser, server: Server, begin: Begin) -> Iterator[Visit]:
    """Return people at the server; whatever their browsers complained of by the end fails the test.

    They leave before tables are taken away.
    """
    visitors: list[Visitor] = []

    def come(address: str | None = None, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, address or server.address, **options))
        return visitors[-1]

    yield come
    complaints = [complaint for visitor in visitors for complaint in visitor.close()]
    assert complaints == []
