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
from rivertable.core.moves import Draft
from rivertable.table.desk import Desk, Plan, SeatPlan
from rivertable.table.domain import commands
from rivertable.table.domain.sitting import Sitting
from rivertable.table.store.database import Store


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


def prepare(store: Store, count: int, seed: int) -> list[Prepared]:
    """Return so many games of all kinds in turn, for two; their tables stand in the store, started."""
    desk, chance = Desk(store), random.Random(seed)
    games = list(GAMES.values())
    return [_prepare_one(desk, games[number % len(games)], chance) for number in range(count)]


def _prepare_one(desk: Desk, game: Game, chance: random.Random) -> Prepared:
    seats = (SeatPlan("person"), SeatPlan("person"))
    table, _, own = desk.create(Plan(game.make_terms(2), seats))
    secrets = [secret for secret in own if secret is not None]
    for seat, secret in enumerate(secrets):
        name = f"player {seat}"
        desk.act(table, lambda at, _, s=seat, k=secret, n=name: commands.join(at, s, k, n, b""))  # type: ignore[misc]
    desk.act(table, lambda at, _: commands.start(at, None))
    with desk.hold(table) as sitting:
        prepared = Prepared(table, game.name, secrets, _moves(sitting, chance))
        desk.drop(sitting)
    return prepared


def _moves(sitting: Sitting, chance: random.Random) -> list[tuple[int, str]]:
    """Play the game to its end beside the table, with its own seed, and return the requests that will play it there."""
    match = Match.new(sitting.terms, sitting.players_list(), sitting.seed, 0, [b"", b""])
    version, moves = sitting.version, []
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
