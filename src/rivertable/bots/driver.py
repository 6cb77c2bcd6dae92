"""Bots at a table: choosing the turns of a match."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.match import Match, Turn
from .player import Bot


def play_turn(match: Match, bots: Mapping[int, Bot], at: str | None = None) -> Turn:
    """Let the bot on turn choose from its own view, and play its move; ``bots`` are by seat."""
    position = match.position
    seat = int(position.state.seat)
    return match.play(bots[seat].choose(position.view(seat)), at)


def play_out(match: Match, bots: Mapping[int, Bot]) -> None:
    """Play a match of bots to its end."""
    while not match.is_over:
        play_turn(match, bots)
