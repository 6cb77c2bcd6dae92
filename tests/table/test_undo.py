"""Taking turns back: freely where nobody has moved since, by consent after it, never past what was revealed."""

import secrets
from typing import Any

from .clients import Party, ends_the_turn
from .servers import Server


def ask(party: Party, seat: int) -> Any:
    person = party.person(seat)
    person.hear_until(lambda one: one.version == party.view()["version"])
    return person.door.do("POST", f"{party.path}/undo", {"version": person.version, "key": secrets.token_hex(8)})


def answer(party: Party, seat: int, is_agreed: bool) -> Any:
    body = {"version": party.view()["version"], "is_agreed": is_agreed}
    return party.person(seat).door.do("POST", f"{party.path}/undo/answer", body)


def refusal(party: Party, seat: int) -> str:
    body = {"version": party.view()["version"], "key": secrets.token_hex(8)}
    code: str = party.person(seat).door.refusal("POST", f"{party.path}/undo", body)["code"]
    return code


def position(party: Party) -> Any:
    view = party.view()
    return view["turn"]["seat"], view["turn"]["number"], view["state"]


def check_undo_of_the_last_two_turns(party: Party, wish: Any = ends_the_turn) -> None:
    """Nothing is drawn in the next two turns, of seats 0 and 1: one is taken back freely, both by consent."""
    before = position(party)
    party.turn(0, wish)
    assert party.view(party.person(0).secret)["undo"]["is_free"] is True
    assert party.view(party.person(1).secret)["undo"]["is_free"] is False
    assert ask(party, 0)["is_done"] is True
    assert position(party) == before

    party.turn(0, wish)
    after_one = position(party)
    party.turn(1, wish)
    after_two = position(party)
    own = party.view(party.person(0).secret)["undo"]
    assert own["is_possible"] is True and own["is_free"] is False and own["turns"] == 2
    assert ask(party, 0)["is_done"] is False
    assert party.view()["undo"]["asked_by"] == 0
    assert refusal(party, 1) == "wrong-state", "one request at a time"
    assert answer(party, 1, False)["is_done"] is False
    assert position(party) == after_two and party.view()["undo"]["asked_by"] is None
    assert ask(party, 0)["is_done"] is False
    assert answer(party, 1, True)["is_done"] is True
    assert position(party) == before
    assert party.view()["undo"]["asked_by"] is None

    # What was taken back can be played otherwise, or again; the one who moved last takes back alone.
    party.turn(0, wish)
    party.turn(1, wish)
    assert ask(party, 1)["is_done"] is True
    assert position(party)[:2] == after_one[:2]


def is_lake(choice: dict[str, Any]) -> bool:
    return choice["what"]["type"] == "draw"


def test_turns_of_river_market_that_reveal_nothing_are_taken_back(server: Server) -> None:
    # The first turn of each seat draws no card.
    with Party([server.address], "market", ["person", "person"]) as party:
        party.start()
        check_undo_of_the_last_two_turns(party)
        while position(party)[1] < 4:
            party.turn(position(party)[0])
        seat = position(party)[0]
        party.turn(seat)
        assert refusal(party, seat) == "already-revealed"
        assert party.view(party.person(seat).secret)["undo"]["is_possible"] is False


def test_turns_of_glassworks_are_taken_back_once_the_bag_is_empty(server: Server) -> None:
    # Draws from the lake (G24) are refilled from the bag until it is empty; then a turn reveals nothing.
    with Party([server.address], "glassworks", ["person", "person"]) as party:
        party.start()
        party.turn(0, is_lake)
        assert refusal(party, 0) == "already-revealed"
        view = party.view()
        while view["state"]["bag"] or view["turn"]["seat"] != 0:
            party.turn(view["turn"]["seat"], is_lake)
            view = party.person(view["turn"]["seat"]).view
        check_undo_of_the_last_two_turns(party, is_lake)


def test_a_bot_is_not_asked_and_a_repeated_request_takes_back_once(server: Server) -> None:
    with Party([server.address], "market", ["person", "novice", "person"]) as party:
        party.start()
        party.turn(0)
        party.wait_for(lambda view: view["status"] == "playing" and view["turn"]["seat"] == 2)
        before = position(party)
        party.turn(2)
        # Seat 0 asks for its own turn, the bot's and seat 2's: seat 2 alone decides.
        assert ask(party, 0)["is_done"] is False
        assert answer(party, 2, True)["is_done"] is True
        assert position(party)[:2] == (0, 1)
        party.turn(0)
        party.wait_for(lambda view: view["status"] == "playing" and view["turn"]["seat"] == 2)
        assert position(party)[:2] == before[:2]
        party.turn(2)
        body = {"version": party.view()["version"], "key": secrets.token_hex(8)}
        door = party.person(2).door
        first = door.do("POST", f"{party.path}/undo", body)
        assert first["is_done"] is True
        assert door.do("POST", f"{party.path}/undo", body) == first
        assert party.view()["version"] == first["version"] and position(party)[:2] == (2, 3)
