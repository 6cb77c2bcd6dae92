"""Whatever the network does to requests, answers and messages, everybody ends with the same table.

Requests are lost before they arrive, or their answers are; they come twice, late and in another order; messages of the
socket too; sockets break; the server forgets what it had in memory. Then the network heals.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from rivertable.table.store.schema import EVENTS

from .in_process import Server, running
from .model_client import Intent, ModelClient
from .tables import GAME_NAMES, random_decisions, start_table

PLACES = st.integers(0, 1000)


class Network(RuleBasedStateMachine):
    """Two players and a spectator at one table, and a network that does what it likes."""

    server: ClassVar[Server]
    totals: ClassVar[dict[str, int]] = {}

    @initialize(game=st.sampled_from(GAME_NAMES), seed=st.integers(0, 1 << 32))
    def begin(self, game: str, seed: int) -> None:
        self.rng = Random(seed)
        self.table = start_table(self.server, game, seed=f"network {seed}")
        self.clients = [ModelClient(self.server, self.table, seat) for seat in (0, 1, None)]
        self.on_the_way: list[tuple[ModelClient, Intent]] = []
        self.latest = self.clients[0].inbox[0]["version"]
        for client in self.clients:
            client.hear(client.inbox.pop())

    def _count(self, what: str) -> None:
        self.totals[what] = self.totals.get(what, 0) + 1

    # Requests.

    @rule(place=PLACES, is_impatient=st.booleans())
    def move(self, place: int, is_impatient: bool) -> None:
        """A player who believes to be on turn takes it; an impatient one whatever is believed."""
        client = self.clients[place % 2]
        if client.pending is not None or not (client.is_to_move() or is_impatient):
            return
        found = self.server.tables.open(self.table.id)
        mover, decisions = found.to_move, (0,)
        if mover is not None and found.match is not None:
            decisions = random_decisions(found.match.position.view(mover), self.rng)
        self.on_the_way.append((client, client.intend("/moves", decisions=list(decisions))))

    @rule(place=PLACES)
    def take_back(self, place: int) -> None:
        client = self.clients[place % 2]
        if client.pending is None:
            self.on_the_way.append((client, client.intend("/undo")))

    @rule(place=PLACES)
    def ask_again(self, place: int) -> None:
        client = self.clients[place % 2]
        if client.pending is not None:
            self.on_the_way.append((client, client.pending))

    @precondition(lambda self: self.on_the_way)
    @rule(place=PLACES, is_doubled=st.booleans(), is_answer_lost=st.booleans())
    def arrive(self, place: int, is_doubled: bool, is_answer_lost: bool) -> None:
        """Any request on the way arrives, perhaps once more later, perhaps with its answer lost."""
        place %= len(self.on_the_way)
        client, intent = self.on_the_way[place] if is_doubled else self.on_the_way.pop(place)
        self._carry(client, intent, is_answer_lost=is_answer_lost)

    def _carry(self, client: ModelClient, intent: Intent, *, is_answer_lost: bool = False) -> None:
        response = self.server.call(
            "POST",
            self.table.path + intent.path,
            secret=client.secret,
            content=intent.text.encode(),
            headers={"Content-Type": "application/json"},
        )
        self._count(f"{intent.path} {response.status_code}")
        if response.status_code == 200 and response.json()["version"] > self.latest:
            self.latest = response.json()["version"]
            for one in self.clients:
                one.await_message(self.latest)
        if is_answer_lost:
            self._count("answers lost")
        else:
            client.answered(intent, response.status_code, response.json())
            if response.status_code == 409:
                client.fetch()

    @precondition(lambda self: self.on_the_way)
    @rule(place=PLACES)
    def get_lost(self, place: int) -> None:
        self.on_the_way.pop(place % len(self.on_the_way))
        self._count("requests lost")

    # Messages.

    @rule(place=PLACES, message=PLACES, is_repeated=st.booleans())
    def hear(self, place: int, message: int, is_repeated: bool) -> None:
        """Any message on the way arrives, perhaps once more later."""
        client = self.clients[place % 3]
        if client.inbox:
            message %= len(client.inbox)
            client.hear(client.inbox[message] if is_repeated else client.inbox.pop(message))
            self._count("messages")

    @rule(place=PLACES, seconds=st.integers(1, 4))
    def behave(self, place: int, seconds: int) -> None:
        """For a while the network does what it should, for one client."""
        client = self.clients[place % 2]
        for _ in range(seconds):
            if client.pending is not None:
                self._carry(client, client.pending)
            client.fetch()
            if client.is_to_move():
                self.move(place, False)

    @rule(place=PLACES, message=PLACES)
    def miss(self, place: int, message: int) -> None:
        client = self.clients[place % 3]
        if client.inbox:
            client.inbox.pop(message % len(client.inbox))
            self._count("messages lost")

    @rule(place=PLACES)
    def lose_the_socket(self, place: int) -> None:
        client = self.clients[place % 3]
        client.disconnect()
        client.connect()

    @rule()
    def forget(self) -> None:
        """As after a restart: the table is read from the store again."""
        self.server.forget(self.table.id)

    @invariant()
    def nobody_is_ahead(self) -> None:
        found = self.server.tables.open(self.table.id)
        assert all(client.version <= found.version for client in self.clients)

    # The network heals.

    def teardown(self) -> None:
        if not hasattr(self, "clients"):
            return
        for client, intent in self.on_the_way:
            self._carry(client, intent)
        for client in self.clients:
            if client.pending is not None:
                self._carry(client, client.pending)
        found = self.server.tables.open(self.table.id)
        version = found.version
        for client in self.clients:
            client.disconnect()
            client.connect()
            client.hear(client.inbox.pop())
            client.line.close()
            assert client.pending is None and client.version == version
        # What they hold is compared with what is stored, not with what the server has in memory.
        self.server.forget(self.table.id)
        for client in self.clients:
            self._check_view(client)
        self._check_moves()

    def _check_view(self, client: ModelClient) -> None:
        """Each has its own right view, and knows everything that happened."""
        path = self.table.path
        assert client.view is not None and client.view["viewer"] == client.seat
        assert client.view == self.server.get(path, client.secret)
        told = self.server.get(f"{path}/events?since=0", client.secret)["events"]
        assert [client.events[event["version"]] for event in told] == told
        assert sorted(client.events) == list(range(1, client.version + 1))

    def _check_moves(self) -> None:
        """Each acknowledged request is there once, where its answer said; of a refused one there is nothing."""
        query = select(EVENTS.c.key, EVENTS.c.version, EVENTS.c.kind, EVENTS.c.seat).where(
            EVENTS.c.table_id == self.table.id, EVENTS.c.key.is_not(None)
        )
        with self.server.database.read() as connection:
            stored = [tuple(row) for row in connection.execute(query)]
        keys = [key for key, *_ in stored]
        assert len(keys) == len(set(keys))
        acknowledged: dict[str, Any] = {}
        for client in self.clients:
            for key, reply in client.acknowledged.items():
                acknowledged[key] = reply["version"], client.seat
            assert not client.refused & set(keys)
        assert {key: (version, seat) for key, version, _, seat in stored} == acknowledged
        self._count("games")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("network"), has_jobs=False) as server:
        yield server


def test_all_clients_end_with_the_same_table(server: Server) -> None:
    Network.server, Network.totals = server, {}
    rules = settings(
        max_examples=25,
        stateful_step_count=60,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Network, settings=rules)
    totals = Network.totals
    # Else the network would have done nothing to speak of.
    assert totals["/moves 200"] > 30 and totals["/moves 409"] > 5 and totals["/undo 200"] > 0, totals
    assert min(totals[what] for what in ("answers lost", "requests lost", "messages lost")) > 5, totals
