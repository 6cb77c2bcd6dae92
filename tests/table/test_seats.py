"""Who sits where: joining, leaving, coming back, resigning, playing again, and tables that are no more."""

import json
import threading
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from websockets.sync.client import connect

from patience import PATIENCE_SECONDS

from .clients import Door, Party, Person, Watcher, ends_the_turn, in_threads
from .servers import Server


@pytest.fixture
def door(server: Server) -> Any:
    made = Door(server.address)
    yield made
    made.close()


def kinds(watcher: Watcher) -> list[tuple[str, int | None]]:
    return [(event["kind"], event["seat"]) for event in watcher.events]


def test_open_seats_are_found_in_the_lobby_and_taken_by_whoever_comes_first(server: Server, door: Door) -> None:
    wanted = {
        "game": "glassworks",
        "name": "Evening",
        "is_public": True,
        "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}],
    }
    made = door.do("POST", "/tables", wanted)
    path, own = f"/tables/{made['table']}", made["seats"][0]["secret"]
    assert [seat["secret"] is None for seat in made["seats"]] == [False, True, True]
    line = next(line for line in door.do("GET", "/tables") if line["id"] == made["table"])
    assert line["name"] == "Evening" and [seat["is_taken"] for seat in line["seats"]] == [False] * 3

    assert door.refusal("POST", f"{path}/seats/0", {"name": "Eve"})["code"] == "no-secret"
    first = door.do("POST", f"{path}/seats/1", {"name": "Ben", "mix": "aa"})
    assert door.refusal("POST", f"{path}/seats/1", {"name": "Eve"})["code"] == "wrong-state"
    assert door.refusal("POST", f"{path}/seats/3", {"name": "Eve"})["status"] == 404
    # The same person may take the seat by another name; nobody else may.
    again = door.do("POST", f"{path}/seats/1", {"name": "Benny", "mix": "bb"}, secret=first["secret"])
    assert again["secret"] == first["secret"]
    assert door.do("GET", path)["seats"][1]["name"] == "Benny"

    # Who leaves an open seat leaves nothing: its secret opens it no more.
    door.do("DELETE", f"{path}/seats/1", secret=first["secret"])
    assert door.refusal("GET", path, secret=first["secret"])["code"] == "no-secret"
    second = door.do("POST", f"{path}/seats/1", {"name": "Cem"})
    assert second["secret"] != first["secret"]

    # All seats must be taken, or filled with bots; then the lobby lists the table no more.
    door.do("POST", f"{path}/seats/0", {"name": "Ada"}, secret=own)
    refused = door.refusal("POST", f"{path}/start", {}, secret=own)
    assert refused["code"] == "wrong-state" and refused["detail"].endswith("free: 3.")
    door.do("POST", f"{path}/start", {"fill": "random"}, secret=second["secret"])
    view = door.do("GET", path)
    assert [seat["kind"] for seat in view["seats"]] == ["person", "open", "bot"]
    assert view["shuffle"]["promised"] == made["promised"] and view["shuffle"]["mixed"] == [None] * 3
    assert made["table"] not in [line["id"] for line in door.do("GET", "/tables")]
    assert door.refusal("POST", f"{path}/seats/1", {"name": "Eve"})["code"] == "wrong-state"


def test_an_open_seat_is_taken_again_with_a_secret_of_ones_own_when_the_answer_was_lost(door: Door) -> None:
    wanted = {"game": "market", "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]}
    path = f"/tables/{door.do('POST', '/tables', wanted)['table']}"
    body = {"name": "Ben", "mix": "aa", "secret": "Bens-own-and-nobody-elses"}
    for _ in range(2):
        assert door.do("POST", f"{path}/seats/1", body)["secret"] == body["secret"]
    assert [seat["is_taken"] for seat in door.do("GET", path)["seats"]] == [False, True, False]
    another = {**body, "name": "Eve", "secret": "Eves-own-and-nobody-elses"}
    assert door.refusal("POST", f"{path}/seats/1", another)["code"] == "wrong-state"
    assert door.refusal("POST", f"{path}/seats/2", {**body, "secret": "too-short"})["status"] == 422
    # A seat with a link of its own keeps its own secret.
    assert door.refusal("POST", f"{path}/seats/0", another)["code"] == "no-secret"


def test_a_bot_plays_for_who_has_left_until_the_person_returns(server: Server) -> None:
    with Party([server.address], "market", ["person", "person"]) as party:
        party.start()
        first, second = party.people
        party.turn(0)
        assert first.door.refusal("DELETE", f"{party.path}/seats/1")["code"] == "not-yours"
        second.door.do("DELETE", f"{party.path}/seats/1")
        assert second.door.refusal("DELETE", f"{party.path}/seats/1")["code"] == "wrong-state"
        view = party.wait_for(lambda view: view["turn"]["number"] == 3)
        assert view["seats"][1]["substitute"] == "novice" and view["seats"][0]["substitute"] is None

        # On another device, with the same link: the whole table at once, and the seat again.
        elsewhere = Person(Door(server.address, secret=second.secret), party.table, 1, second.secret)
        elsewhere.door.do("POST", f"{party.path}/return")
        assert elsewhere.door.refusal("POST", f"{party.path}/return")["code"] == "wrong-state"
        party.turn(0)
        elsewhere.hear_until(lambda one: elsewhere.is_to_move)
        assert elsewhere.view["viewer"] == 1 and elsewhere.view["seats"][1]["substitute"] is None
        assert elsewhere.take_turn(ends_the_turn)
        elsewhere.close()
        elsewhere.door.close()

        # A bot has it once more, and a move of the person alone brings the person back.
        party.turn(0)
        number = party.view()["turn"]["number"]
        second.door.do("DELETE", f"{party.path}/seats/1")
        party.wait_for(lambda view: view["turn"]["number"] == number + 1)
        party.turn(0)
        party.wait_for(lambda view: view["turn"]["number"] == number + 3)
        second.door.do("POST", f"{party.path}/return")
        assert [kind for kind in kinds(party.watcher) if kind[0] == "away"] == [("away", 1)] * 2


def test_the_one_who_is_left_wins_a_game_of_two_and_may_have_another(server: Server) -> None:
    with Party([server.address], "glassworks", ["person", "person"]) as party:
        party.start(["01", ""])
        first, second = party.people
        assert second.door.refusal("POST", f"{party.path}/rematch")["code"] == "wrong-state"
        party.turn(0)
        second.door.do("POST", f"{party.path}/resign")
        view = party.view()
        assert (view["status"], view["winners"]) == ("stopped", [0])
        assert view["seats"][1]["is_resigned"] and view["shuffle"]["seed"].endswith("01")
        body = {"version": view["version"], "decisions": [], "key": "a" * 16}
        assert first.door.refusal("POST", f"{party.path}/moves", body)["code"] == "wrong-state"
        assert first.door.refusal("POST", f"{party.path}/resign")["code"] == "wrong-state"
        assert party.door.do("POST", "/check", party.record()) == {"is_good": True, "fault": None}

        made = second.door.do("POST", f"{party.path}/rematch")
        assert first.door.do("POST", f"{party.path}/rematch") == made
        again = party.door.do("GET", f"/tables/{made['table']}")
        assert (again["status"], again["first_seat"]) == ("waiting", 1)
        assert again["shuffle"]["promised"] != view["shuffle"]["promised"]
        for person in party.people:
            person.door.do("POST", f"/tables/{made['table']}/seats/{person.seat}", {"name": "Again"})
        first.door.do("POST", f"/tables/{made['table']}/start", {})
        assert party.door.do("GET", f"/tables/{made['table']}")["turn"]["seat"] == 1
        party.wait_for(lambda view: view["rematch"] == made["table"])
        assert kinds(party.watcher)[-2:] == [("resigned", 1), ("rematch", None)]
        # The host of the first table is the host of the second.
        assert party.door.ask("DELETE", f"/tables/{made['table']}", secret=party.host).status_code == 200


def test_two_of_three_play_on_when_one_resigns(server: Server) -> None:
    with Party([server.address], "glassworks", ["person", "person", "person"]) as party:
        party.start()
        gone = party.person(0)
        gone.door.do("POST", f"{party.path}/resign")
        assert gone.door.refusal("POST", f"{party.path}/return")["code"] == "wrong-state"
        party.people.remove(gone)
        party.play()
        view = party.view()
        assert view["status"] == "over" and 0 not in view["winners"]
        assert view["seats"][0]["substitute"] == "novice" and view["seats"][0]["kind"] == "person"
        assert sum(turn["seat"] == 0 for turn in party.record()["turns"]) > 5
        for one in party.everybody:
            assert one.faults == []
        gone.close()
        gone.door.close()


def test_two_seats_play_from_one_page_by_opening_each_in_its_turn(server: Server) -> None:
    with Party([server.address], "market", ["person", "person"]) as party:
        party.start()
        address = server.address.replace("http", "ws", 1) + "/api/socket"
        with connect(address, proxy=None) as socket:

            def say(**words: Any) -> Any:
                socket.send(json.dumps(words))
                return json.loads(socket.recv(timeout=PATIENCE_SECONDS))

            for _ in range(3):
                seat = party.view()["turn"]["seat"]
                person = party.person(seat)
                told = say(type="open", table=party.table, token=person.secret)
                assert told["type"] == "news" and told["events"] == [] and told["table"]["viewer"] == seat
                assert told["table"]["state"]["turn"] == party.view(person.secret)["state"]["turn"]
                party.turn(seat)
                told = json.loads(socket.recv(timeout=PATIENCE_SECONDS))
                assert [(event["kind"], event["seat"]) for event in told["events"]] == [("turn", seat)]
            assert say(type="ping") == {"type": "pong"}
            told = say(type="open", table=party.table, token="wrong")
            assert told["type"] == "refused" and told["problem"]["code"] == "no-secret"
            told = say(type="open", table=party.table, token=None, version=1)
            assert told["table"]["viewer"] is None and told["events"][0]["version"] == 2


def test_a_deleted_table_is_gone_for_everybody_who_watches(server: Server) -> None:
    with Party([server.address], "market", ["person", "novice"]) as party:
        party.start()
        person = party.person(0)
        assert person.door.refusal("DELETE", party.path)["code"] == "not-yours"
        assert party.door.refusal("DELETE", party.path)["code"] == "no-secret"
        party.wait_for(lambda view: view["status"] == "playing")
        party.door.do("DELETE", party.path, secret=party.host)
        party.watcher.hear_until(lambda watcher: bool(watcher.faults))
        assert party.watcher.faults == ["refused: There is no such table."]
        for path in (party.path, f"{party.path}/record", f"{party.path}/events"):
            assert person.door.refusal("GET", path)["status"] == 404


@pytest.mark.slow
def test_a_bot_takes_over_when_time_is_up_and_not_from_somebody_who_is_there(
    on_sqlite: Server, on_postgresql: Server
) -> None:
    """On both stores at once: there is nothing to do but wait."""
    in_threads(*(partial(_let_time_run_out, server) for server in (on_sqlite, on_postgresql)))


def _let_time_run_out(server: Server) -> None:
    # Four tables wait side by side: away from the page, at the page, a bank of time, a time for each turn.
    asked: list[dict[str, Any]] = [
        {"grace_seconds": 10},
        {"grace_seconds": 10},
        {"clock": {"kind": "live", "seconds": 10, "increment": 5}},
        {"clock": {"kind": "turn", "seconds": 10}},
    ]
    with ExitStack() as stack:
        made = [Party([server.address], "glassworks", ["person", "person"], **more) for more in asked]
        _check_who_is_replaced([stack.enter_context(party).start() for party in made])


def _check_who_is_replaced(parties: list[Party]) -> None:
    there, is_over = parties[1].person(0), threading.Event()

    def stay() -> None:
        there.hear()
        while not is_over.wait(0.5):
            there.say_ping()

    def return_from(place: int) -> None:
        """Come back as soon as the bot has taken a turn: the other person's time runs out, too."""
        party = parties[place]
        party.watcher.hear_until(lambda watcher: any(event["kind"] == "turn" for event in watcher.events))
        assert party.view()["seats"][0]["substitute"] == "novice"
        party.person(0).door.do("POST", f"{party.path}/return")
        view = party.view()
        assert (view["turn"]["seat"], view["turn"]["number"]) == (1, 2)
        assert view["seats"][0]["substitute"] is None
        assert view["seats"][0]["clock_seconds"] == (10.0 if place == 2 else None)
        assert (view["turn"]["due_at"] is None) == (place == 0)
        assert [kind for kind in kinds(party.watcher) if kind[0] in ("away", "turn")][:2] == [("away", 0), ("turn", 0)]

    staying = threading.Thread(target=stay)
    staying.start()
    try:
        in_threads(*(partial(return_from, place) for place in (0, 2, 3)))
        assert parties[1].view()["seats"][0]["substitute"] is None
        assert not any(kind == "away" for kind, _ in kinds(parties[1].watcher))
    finally:
        is_over.set()
        staying.join()
