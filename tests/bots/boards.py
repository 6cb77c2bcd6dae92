"""Positions of random games of both games, and levels without a clock, for tests of bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from rivertable.bots import LEVELS
from rivertable.bots.names import RANDOM
from rivertable.core.game import GAMES, Game
from rivertable.core.position import Draft, Position

BOTH = ("glassworks", "market")


def game_of(name: str) -> Game:
    return GAMES[name]


def random_game(game: Game, players: int, seed: int) -> Iterator[Position]:
    """The positions at the start of each turn of a game of random decisions."""
    rng = Random(f"{game.name} {players} {seed}")
    position = game.position_class.new(players=players, seed=seed)
    turn = 0
    while not position.is_over:
        yield position
        draft = Draft(position)
        while not draft.is_complete:
            draft.choose(rng.choice(draft.choices))
        turn += 1
        position = position.play(draft.move, chance=seed * 1000 + turn)


@cache
def _game_played(name: str, players: int, seed: int) -> tuple[Position, ...]:
    """The same, kept: a position never changes, and many tests look at the same games."""
    return tuple(random_game(game_of(name), players, seed))


def some_positions(name: str, every: int, games: int = 4) -> list[Position]:
    """Each ``every``-th position of some games of 2 to 5 players."""
    return [
        position
        for seed in range(games)
        for number, position in enumerate(_game_played(name, 2 + seed % 4, seed))
        if number % every == seed % every
    ]


def view_of(position: Position) -> Any:
    """The view of the seat on turn."""
    return position.view(position.seat)


def untimed(level: str, playouts: int = 6) -> str:
    """Return the bot that a level stands for, with so many playouts where it searches, and no limit of time."""
    kind, _, text = LEVELS[level].bot.partition(":")
    parts = [part for part in text.split(",") if part and part.partition("=")[0] not in ("time", "playouts")]
    if kind == "search":
        parts.append(f"playouts={playouts}")
    return f"{kind}:{','.join(parts)}" if parts else kind


UNTIMED = (RANDOM, *(untimed(level) for level in LEVELS))
"""The bot that plays by dice, and all levels, the weakest first."""
