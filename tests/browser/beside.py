"""Games that are played beside a page, over the API."""

import random
from collections.abc import Mapping
from typing import Any

import httpx

_LOOKS = 200
"""So often a table is looked at while somebody else is on turn."""


def play_out(http: httpx.Client, table: str, secrets: Mapping[int, str], *, absent: int | None = None) -> None:
    """Let the seats whose secrets are given play at random, to the end or until a seat that is absent is on turn."""
    rng, since, seen = random.Random(5), 0, next(iter(secrets.values()))
    for _ in range(_LOOKS):
        headers = {"Authorization": f"Bearer {seen}"}
        news = http.get(f"/api/tables/{table}/events", params={"since": since, "wait": 5}, headers=headers).json()
        view, since = news["table"], news["version"]
        if view["status"] == "over":
            return
        mover = view["turn"]["seat"]
        if mover == absent:
            return
        if mover not in secrets:
            continue
        headers = {"Authorization": f"Bearer {secrets[mover]}"}
        wanted: dict[str, Any] = {"version": since, "decisions": []}
        while not (draft := http.post(f"/api/tables/{table}/draft", json=wanted, headers=headers).json())[
            "is_complete"
        ]:
            wanted["decisions"].append(rng.choice(draft["choices"])["decision"])
        key = f"beside-{since:06d}"
        moved = http.post(f"/api/tables/{table}/moves", json=wanted | {"key": key}, headers=headers)
        assert moved.is_success, moved.text
    raise AssertionError("The table does not come to its end.")


def own_seats(http: httpx.Client, tournament: str) -> list[dict[str, Any]]:
    """Return the seats of somebody in a tournament, with their secrets."""
    seats: list[dict[str, Any]] = http.get(f"/api/me/tournaments/{tournament}").json()["seats"]
    return seats


def secrets_by_table(people: list[httpx.Client], tournament: str) -> dict[str, dict[int, str]]:
    """Return the secrets of the seats that people still play, by table."""
    found: dict[str, dict[int, str]] = {}
    for http in people:
        for seat in own_seats(http, tournament):
            if not seat["is_over"]:
                found.setdefault(seat["table"], {})[seat["seat"]] = seat["secret"]
    return found
