"""Games that are played beside a page, over the API."""

import random
from collections.abc import Sequence
from typing import Any

import httpx


def play_out(http: httpx.Client, table: str, secrets: Sequence[str], seed: int = 5) -> None:
    """Let all seats of a table, with their secrets, play at random to the end."""
    rng, mover = random.Random(seed), 0
    bearers = [{"Authorization": f"Bearer {secret}"} for secret in secrets]
    while True:
        view = http.get(f"/api/tables/{table}", headers=bearers[mover]).json()
        if view["status"] == "over":
            return
        mover = view["turn"]["seat"]
        wanted: dict[str, Any] = {"version": view["version"], "decisions": []}
        while not (draft := http.post(f"/api/tables/{table}/draft", json=wanted, headers=bearers[mover]).json())[
            "is_complete"
        ]:
            wanted["decisions"].append(rng.choice(draft["choices"])["decision"])
        key = f"beside-{view['version']:06d}"
        moved = http.post(f"/api/tables/{table}/moves", json=wanted | {"key": key}, headers=bearers[mover])
        assert moved.is_success, moved.text
