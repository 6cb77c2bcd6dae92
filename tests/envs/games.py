"""Positions of random games, whole and inside turns."""

from __future__ import annotations

from random import Random

from rivertable.core.game import GAMES
from rivertable.core.position import Position

PLAYERS = tuple((name, players) for name in GAMES for players in GAMES[name].players)
"""Every game with every number of players."""


def positions_of(game: str, players: int, seed: int) -> list[Position]:
    """Return every position of one random game at which a seat decides, and the last."""
    rng = Random(seed)
    position: Position = GAMES[game].position_class.new(players=players, seed=seed)
    found = [position]
    while not position.is_over:
        position = position.after(rng.choice(position.decisions())).resolve(rng.getrandbits(60))
        found.append(position)
    return found
