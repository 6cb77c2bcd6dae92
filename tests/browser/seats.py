"""Tables prepared over the API, and what a browser keeps of its seats."""

import random
from typing import Any

from playwright.sync_api import Page

from table.clients import Party, whole_move


def begin(
    address: str, game: str, seats: list[str], turns: int = 0, seed: int = 1, *, is_started: bool = True, **more: Any
) -> Party:
    """Return a table at which so many turns were played, people's at random and bots' by bots; ``more`` as of Party."""
    party = Party([address], game, seats, **more)
    if not is_started:
        return party
    party.start()
    choose = random.Random(seed)
    for _ in range(turns):
        view = party.view() if "novice" not in seats else party.wait_for(_is_for_a_person)
        if view["status"] != "playing":
            break
        play(party, view["turn"]["seat"], choose)
    return party


def _is_for_a_person(view: dict[str, Any]) -> bool:
    return bool(view["status"] != "playing" or view["seats"][view["turn"]["seat"]]["kind"] == "person")


def turns_of(party: Party) -> list[dict[str, Any]]:
    """Return the turns played so far."""
    told = party.door.do("GET", f"{party.path}/events?since=0")
    return [event for event in told["events"] if event["kind"] == "turn"]


def play(party: Party, seat: int, choose: random.Random) -> None:
    """Let a person who is not in the browser take a turn."""
    person = party.person(seat)
    version = party.view()["version"]
    draft = whole_move(person.door, party.table, version, choose)
    assert draft is not None
    key = f"{choose.getrandbits(64):016x}"
    body = {"version": version, "decisions": draft["decisions"], "key": key}
    person.door.do("POST", f"{party.path}/moves", body)


def seat_link(party: Party, seat: int) -> str:
    """Return the path with which a browser sits down in a seat."""
    return f"/t/{party.table}#{seat}.{party.person(seat).secret}"


def held(page: Page) -> dict[str, Any]:
    """Return what this browser keeps of the table it is at: its id, its seats with their secrets."""
    tables: list[dict[str, Any]] = page.evaluate("JSON.parse(localStorage.getItem('rivertable.tables'))")
    return next(table for table in tables if f"/t/{table['table']}" in page.url)
