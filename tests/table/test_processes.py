"""Two server processes on one PostgreSQL: each hears of the other's moves, either may be killed, both be replaced."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from .clients import Door, Party, Watcher, ends_the_turn
from .evenings import Evenings, report
from .servers import Cluster, Server, served

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pair(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, which were started at once and both found it empty."""
    database = postgres.database()
    first, second = (Server(tmp_path_factory.mktemp(name), database) for name in ("first", "second"))
    with served(first, second):
        yield first, second


def test_a_move_through_one_process_is_heard_through_the_other(pair: tuple[Server, Server]) -> None:
    first, second = pair
    with Party([first.address], "market", ["person", "person"]) as party:
        party.start()
        elsewhere = Party.at(party, second.address)
        mover, other = party.person(0), elsewhere.person(1)
        spectator = elsewhere.watcher
        other.hear_until(lambda one: one.status == "playing")
        spectator.hear_until(lambda one: one.status == "playing")
        for _ in range(3):
            for person in (mover, other):
                person.hear_until(
                    lambda one: one.status == "playing" and one.view["turn"]["seat"] == one.view["viewer"]
                )
                began = time.monotonic()
                assert person.take_turn(ends_the_turn)
                for watcher in (mover, other, spectator):
                    version = person.acknowledged[-1].version
                    watcher.hear_until(lambda one, version=version: one.version >= version)  # type: ignore[misc]
                took = time.monotonic() - began
                print(f"A turn through one process was heard through the other {took:.3f} s after it was begun.")  # noqa: T201  # shown with -rP
        assert mover.version == other.version == spectator.version
        assert mover.faults == other.faults == spectator.faults == []
        # Each process shows the other's moves without a socket too, and a repeated request is one request.
        move = other.acknowledged[-1]
        assert party.view()["version"] == elsewhere.view()["version"] == move.version
        body = {"version": move.version - 1, "decisions": other.last_decisions, "key": move.key}
        mover_side = party.person(1).door
        assert mover_side.do("POST", f"{party.path}/moves", body) == {"version": move.version, "turn": move.turn}
        assert mover_side.refusal("POST", f"{party.path}/moves", {**body, "decisions": []})["code"] == "key-reused"
        elsewhere.close()


def test_a_seat_that_changed_hands_through_one_process_has_done_so_for_the_other(pair: tuple[Server, Server]) -> None:
    first, second = (Door(server.address) for server in pair)
    wanted = {"game": "glassworks", "seats": [{"kind": "open"}, {"kind": "open"}]}
    path = f"/tables/{first.do('POST', '/tables', wanted)['table']}"
    gone = first.do("POST", f"{path}/seats/0", {"name": "Gone"})["secret"]
    assert second.do("GET", path, secret=gone)["viewer"] == 0
    first.do("DELETE", f"{path}/seats/0", secret=gone)
    came = [first.do("POST", f"{path}/seats/{seat}", {"name": "Came"})["secret"] for seat in (0, 1)]
    version = first.do("POST", f"{path}/start", {}, secret=came[0])["version"]
    draft = first.do("POST", f"{path}/draft", {"version": version, "decisions": []}, secret=came[0])
    decisions: list[int] = []
    while not draft["is_complete"]:
        decisions.append(draft["choices"][0]["decision"])
        draft = first.do("POST", f"{path}/draft", {"version": version, "decisions": decisions}, secret=came[0])
    body = {"version": version, "decisions": decisions, "key": "k" * 16}
    # The other process has last seen the table with somebody else in the seat.
    assert second.refusal("POST", f"{path}/moves", body, secret=gone)["code"] == "no-secret"
    assert second.do("POST", f"{path}/moves", body, secret=came[0]) == {"version": version + 1, "turn": 1}
    first.close()
    second.close()


@contextmanager
def somebody_listens(pair: tuple[Server, Server], server: Server) -> Iterator[Watcher]:
    """Watch a table through a server that ends meanwhile; afterwards its line was lost once and is open again.

    The players of an evening may all be between two games when a server ends.
    """
    other = next(one for one in pair if one is not server)
    with Party([server.address, other.address], "glassworks", ["person", "person"]) as party:
        party.start()
        party.watcher.hear_until(lambda one: one.status == "playing")
        yield party.watcher
        party.watcher.hear_until(lambda one: one.door.counts.reconnects == 1)
        assert party.watcher.hear() and party.watcher.faults == []


def test_killing_either_process_ends_no_game(pair: tuple[Server, Server]) -> None:
    evenings = Evenings([server.address for server in pair], ["glassworks", "market"]).begin()
    for server in pair:
        evenings.wait_for_moves(3)
        with somebody_listens(pair, server):
            server.kill()
        # Bots' turns that the killed process had claimed are carried out by the other.
        evenings.wait_for_moves(3)
        server.start()
    figures = evenings.end()
    print(report("Either of two processes killed", figures))  # noqa: T201  # shown with -rP
    assert figures.faults == [] and figures.games >= 2


def test_a_rolling_restart_is_a_short_reconnect(pair: tuple[Server, Server]) -> None:
    known = [len(server.complaints) for server in pair]
    evenings = Evenings([server.address for server in pair], ["glassworks", "market"]).begin()
    for server in pair:
        evenings.wait_for_moves(3)
        with somebody_listens(pair, server):
            assert server.terminate() == 0
        evenings.wait_for_moves(1)
        server.start()
    figures = evenings.end()
    print(report("Rolling restart of two processes", figures))  # noqa: T201  # shown with -rP
    assert figures.faults == []
    assert [server.complaints[count:] for server, count in zip(pair, known, strict=True)] == [[], []]


def test_a_process_that_starts_again_goes_on_with_what_was_due(pair: tuple[Server, Server]) -> None:
    # While both are down nobody carries the bots' turns out.
    first, second = pair
    with Party([first.address], "glassworks", ["person", "novice", "novice"]) as party:
        party.start()
        person = party.person(0)
        person.hear_until(lambda one: person.is_to_move)
        assert person.take_turn()
        first.kill()
        second.kill()
        first.start()
        party.watcher.hear_until(lambda one: one.status == "playing" and one.view["turn"]["number"] >= 4)
        assert [event["seat"] for event in party.watcher.events if event["kind"] == "turn"][:3] == [0, 1, 2]
        assert party.watcher.faults == []
    second.start()
