"""Nothing that a viewer receives depends on what the viewer may not know.

Every address and every socket message, refusals included, is asked for in two worlds: the stored game, and one in which
the other hands, the deck and the seed are different ones. Status, headers and bytes must be the same.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from starlette.routing import Mount

from rivertable.core.match import Match
from rivertable.table.domain.table import time_text

from .asks import ROUTES, Ask, Asking
from .in_process import Server, running
from .problem_documents import operations
from .tables import Made, play_at_random, random_decisions, start_table
from .two_worlds import Rows, Swaps, install, install_other, rows_of, secrets_of, world_values

PLAYERS = 3
FRESH = re.compile(rb'("(?:table|host|secret|board|invite)":")([\w-]{22})"')
TIMES = re.compile(rb'("(?:at|began_at|due_at)":")([-\dT:.]+Z)"')


def addresses_of(server: Server) -> set[tuple[str, str]]:
    """Every method and address of the application, sockets as WS."""
    found = set()
    for route in server.app.routes:
        # The built client's files are the same for everybody; without a built client they are not mounted.
        if isinstance(route, Mount) and route.path == "/assets":
            continue
        if not hasattr(route, "original_router"):
            found |= {(method, route.path) for method in route.methods}
            continue
        for context in route.effective_route_contexts():
            one = context.starlette_route or context
            found |= {(method, one.path) for method in getattr(one, "methods", ["WS"])}
    return {(method, path) for method, path in found if method != "HEAD"}


def test_no_address_is_forgotten(worlds: tuple[Server, Server]) -> None:
    assert addresses_of(worlds[0]) == {*ROUTES, ("WS", "/api/socket")}
    assert {address for address in ROUTES if address[1].startswith("/api/")} - {("GET", "/api/openapi.json")} == {
        address for address in operations() if address[1].startswith("/api/")
    }


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folders = tmp_path_factory.mktemp("this"), tmp_path_factory.mktemp("that")
    # No bot: when it plays for whoever has left would be left to chance.
    with running(folders[0], has_jobs=False) as this, running(folders[1], has_jobs=False) as that:
        yield this, that


@dataclass
class Stored:
    """A game in the middle, as it is stored in this world."""

    table: Made
    rows: Rows
    match: Match


def stored_game(server: Server, game: str, turns: int, seed: int) -> Stored:
    table = start_table(server, game, PLAYERS, seed=f"{game} {seed}")
    assert play_at_random(server, table, turns, Random(seed)) == turns
    found = server.tables.open(table.id)
    assert found.match is not None
    match = found.match
    return Stored(table, rows_of(server, table), match)


def asking_of(server: Server, stored: Stored, viewer: int | None, rng: Random) -> Asking:
    """What a viewer could ask, worked out from the viewer's own view."""
    table, match = stored.table, stored.match
    secret = None if viewer is None else table.secrets[viewer]
    view = match.position.view(viewer)
    drafted: list[tuple[int, ...]] = []
    moves = []
    if view.is_turn_start:
        for _ in range(6):
            decisions = random_decisions(view, rng)
            drafted += [decisions[:count] for count in range(len(decisions) + 1)]
            moves.append(match.game.documents.write_move(match.game.moves.move_of(view, decisions)))
    else:
        moves.append(match.game.documents.write_move(match.turns[-1].move))
    words = ["pass", *(str(turn.move) for turn in match.turns[-4:]), "nothing like a move"]
    if table.game == "market":
        cards = [card["id"] for card in match.game.printed.write_components(match.terms.components)["cards"]]
        forms = ("{}", "{}>swap-meet", "build {}", "hire {}", "build {} left", "{}>{}")
        words += [rng.choice(forms).replace("{}", card) for card in cards]
    return Asking(
        table,
        viewer,
        server.get(table.path, secret),
        server.get(f"{table.path}/record", secret),
        sorted(set(drafted)),
        rng.sample(range(700), 50),
        words,
        moves,
    )


class World:
    """One of the two worlds, and how its answers are compared with the other's."""

    def __init__(self, server: Server, table: Made, rows: Rows) -> None:
        """``rows`` are those that the server has of the table."""
        self._server = server
        self._table = table
        self._values = world_values(server, table)
        self._secrets = secrets_of(rows)
        self._began = time_text(time.time()).encode()
        self._counts: dict[bytes, float] = {}
        self._counts = self._counted(server.call("GET", "/metrics").content)

    def plain(self, data: bytes) -> bytes:
        """Bytes without what may differ: hashes of the seed, ids and secrets made just now, times from now on."""
        assert not any(secret.encode() in data for secret in self._secrets)
        for value, name in self._values.items():
            data = data.replace(value, name)
        table, now = self._table.id.encode(), self._began
        data = FRESH.sub(lambda found: found[0] if found[2] == table else found[1] + b"+" * 22 + b'"', data)
        return TIMES.sub(lambda found: found[0] if found[2] < now else found[1] + b"." * len(found[2]) + b'"', data)

    def ask(self, ask: Ask, secret: str | None) -> tuple[Any, ...]:
        # What is compressed is longer by chance: the bytes that are compared are those before it.
        plain = {"Accept-Encoding": "identity"}
        response = self._server.call(ask.method, ask.path, ask.body, secret, headers=plain)
        headers = [(name, value) for name, value in response.headers.multi_items() if name != "x-request-id"]
        body = response.content
        if ask.path == "/metrics":
            return response.status_code, self._counted(body)
        return response.status_code, headers, len(body), self.plain(body)

    def _counted(self, body: bytes) -> dict[bytes, float]:
        """What was counted since this world began. Times are no secret of the game, and differ from run to run."""
        counted = {}
        for line in body.splitlines():
            name, _, value = line.rpartition(b" ")
            if not line.startswith(b"#") and b"seconds" not in name and b"_created" not in name:
                counted[name] = float(value) - self._counts.get(name, 0.0)
        return {name: value for name, value in counted.items() if value}

    def hear(self, asking: Asking) -> list[bytes]:
        line = self._server.line()
        texts = []
        for version in (None, 0, asking.version - 1, asking.version, asking.version + 5):
            line.open(asking.table.id, asking.secret, version)
            texts.append(line.next_text())
        for wrong in ("x", '{"type":"open"}', '{"type":"move"}'):
            line.say(wrong)
            texts.append(line.next_text())
        for secret in ("nothing", "0" * 22):
            line.open(asking.table.id, secret)
            texts.append(line.next_text())
        texts += line.settle()
        line.close()
        return [self.plain(text.encode()) for text in texts]


def both(worlds: tuple[Server, Server], stored: Stored, viewer: int | None, rng: Random) -> tuple[World, World]:
    """The world of a stored game, and another one of the same viewer."""
    here, there = worlds
    install(here, stored.table, stored.rows)
    other = install_other(there, stored.table, stored.match, stored.rows, viewer, rng)
    return World(here, stored.table, stored.rows), World(there, stored.table, other)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize(("game", "turns"), [("market", 11), ("market", 60), ("glassworks", 10)])
def test_every_answer_is_the_same_in_the_other_world(
    worlds: tuple[Server, Server], games: dict[tuple[str, int], Stored], game: str, turns: int, viewer: int | None
) -> None:
    """M28, R14; M105 where the deck was shuffled anew. Glassworks hides nothing but what comes next."""
    stored = games[game, turns]
    rng = Random(f"{game} {turns} {viewer}")
    install(worlds[0], stored.table, stored.rows)
    asking = asking_of(worlds[0], stored, viewer, rng)
    this, that = both(worlds, stored, viewer, rng)
    asked = 0
    assert this.hear(asking) == that.hear(asking)
    for address, asks in ROUTES.items():
        for ask in asks(asking):
            ours, theirs = this.ask(ask, asking.secret), that.ask(ask, asking.secret)
            assert ours == theirs, (address, ask)
            asked += 1
    assert asked > 150


@pytest.fixture(scope="module")
def games(worlds: tuple[Server, Server]) -> dict[tuple[str, int], Stored]:
    kinds = [("market", 11), ("market", 60), ("glassworks", 10)]
    return {kind: stored_game(worlds[0], *kind, seed=7) for kind in kinds}


def test_the_other_world_is_another_one(games: dict[tuple[str, int], Stored]) -> None:
    """Else nothing would be tested: many cards lie elsewhere, and the longer game was shuffled anew."""
    for (game, turns), stored in games.items():
        if game == "glassworks":
            continue
        for viewer in (None, 0, 1, 2):
            assert Swaps(stored.match, viewer, Random(1)).count > 10
        assert (int(stored.match.position.state.shuffles) > 0) == (turns == 60)


def test_a_leak_would_be_seen(worlds: tuple[Server, Server], games: dict[tuple[str, int], Stored]) -> None:
    """What another seat is told differs between the worlds of a viewer."""
    stored = games["market", 11]
    this, that = both(worlds, stored, 0, Random(1))
    ask = Ask("GET", stored.table.path)
    assert this.ask(ask, stored.table.secrets[0]) == that.ask(ask, stored.table.secrets[0])
    assert this.ask(ask, stored.table.secrets[1]) != that.ask(ask, stored.table.secrets[1])
