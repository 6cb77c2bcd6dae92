"""Tables in every state, made by way of the API or by hand at the desk."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlalchemy import update

from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.position import Draft, View
from rivertable.table.domain import commands
from rivertable.table.domain.commands import MoveInput, PendingEvent
from rivertable.table.domain.table import Table
from rivertable.table.store.schema import TABLES

from .in_process import Document, Server


@dataclass
class Made:
    """A table with all its secrets."""

    id: str
    game: str
    host: str
    secrets: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"


def make_table(server: Server, game: str, players: int = 2, **more: Any) -> Made:
    """A table of persons who have all joined."""
    seats = more.pop("seats", [{"kind": "person"}] * players)
    made = server.post("/api/tables", {"game": game, "seats": seats, **more})
    table = Made(made["table"], game, made["host"], [seat["secret"] for seat in made["seats"]])
    for number, secret in enumerate(table.secrets):
        if secret is not None:
            server.post(f"{table.path}/seats/{number}", {"name": f"Person {number}", "mix": "0" * 2}, secret)
    return table


def start_table(server: Server, game: str, players: int = 2, seed: str | None = None, **more: Any) -> Made:
    """A table at which the game has begun; ``seed`` where it has to be the same at each run."""
    table = make_table(server, game, players, **more)
    if seed is not None:
        with server.database.write() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == table.id).values(seed=seed_bytes(seed)))
        server.forget(table.id)
    server.post(f"{table.path}/start", {}, table.host)
    return table


def random_decisions(view: View, rng: Random) -> tuple[int, ...]:
    """The decisions of a legal move, each taken at random."""
    draft = Draft(view)
    while not draft.is_complete:
        draft.choose(rng.choice(draft.choices))
    return draft.decisions


def play_at_random(server: Server, table: Made, turns: int, rng: Random) -> int:
    """Let every seat play so many turns in all, past the API; gives how many were played before the game ended."""
    for played in range(turns):
        found = server.tables.open(table.id)
        if found.status != "playing":
            return played
        mover = found.to_move
        assert mover is not None and found.match is not None
        decisions = random_decisions(found.match.position.view(mover), rng)
        play(server, table, mover, decisions)
    return turns


def play(server: Server, table: Made, mover: int, decisions: tuple[int, ...]) -> None:
    """Let a seat play a turn, past the API."""

    def command(found: Table, now: float) -> list[PendingEvent]:
        return commands.take_turn(found, mover, MoveInput(decisions=decisions), now)

    server.tables.act(table.id, command)


def state_of(server: Server, table: Made, secret: str | None = None) -> Document:
    """The table as a bearer sees it."""
    view: Document = server.get(table.path, secret)
    return view


GAME_NAMES = tuple(GAMES)
