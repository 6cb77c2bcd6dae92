"""Games to be played under load: tables in a store, and for each the whole list of requests that plays it.

The benchmark owns the store, so it knows the seeds: every draw, and so every legal move, is known beforehand, and the
clients that are measured only send bytes.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass

from rivertable.core.game import GAMES, Game
from rivertable.core.match import Match
from rivertable.core.position import Draft
from rivertable.table.domain import commands
from rivertable.table.domain.table import Table
from rivertable.table.store.database import Database
from rivertable.table.tables import Plan, SeatPlan, Tables


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table that has been started, the secrets of its seats, and the moves of its whole game as (seat, body)."""

    table: str
    game: str
    secrets: list[str]
    moves: list[tuple[int, str]]

    def line(self) -> str:
        """Return it as a line of JSON."""
        return json.dumps(asdict(self))


def prepare(store: Database, count: int, seed: int) -> list[Prepared]:
    """Return so many games of all kinds in turn, for two; their tables stand in the store, started."""
    tables, chance = Tables(store, b""), random.Random(seed)
    games = list(GAMES.values())
    return [_prepare_one(tables, games[number % len(games)], chance) for number in range(count)]


def _prepare_one(tables: Tables, game: Game, chance: random.Random) -> Prepared:
    seats = (SeatPlan("person"), SeatPlan("person"))
    table, _, own = tables.create(Plan(game.make_terms(2), seats))
    secrets = [secret for secret in own if secret is not None]
    for seat, secret in enumerate(secrets):
        name = f"player {seat}"
        tables.act(table, lambda at, _, s=seat, k=secret, n=name: commands.join(at, s, k, n, b""))  # type: ignore[misc]
    tables.act(table, lambda at, _: commands.start(at, None))
    found = tables.open(table)
    prepared = Prepared(table, game.name, secrets, _moves(found, chance))
    tables.forget(table)
    return prepared


def _moves(found: Table, chance: random.Random) -> list[tuple[int, str]]:
    """Play the game to its end beside the table, with its own seed, and return the requests that will play it there."""
    assert found.match is not None
    match = Match.new(found.terms, found.match.players, found.seed, 0, [b"", b""])
    version, moves = found.version, []
    while not match.is_over:
        seat = int(match.position.state.seat)
        draft = Draft(match.position)
        while not draft.is_complete:
            draft.choose(chance.choice(draft.choices))
        match.play_decisions(draft.decisions, draft.move)
        key = f"load-{chance.getrandbits(64):016x}"
        moves.append((seat, json.dumps({"version": version, "decisions": draft.decisions, "key": key})))
        version += 1
    return moves
