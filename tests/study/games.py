"""Games that the tests of study look at."""

from __future__ import annotations

from functools import cache

from rivertable.bots import make_bot, play_out
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player


@cache
def played(game: str, bots: tuple[str, ...], seed: str) -> Match:
    """Return a game that was played to its end; nobody may change it."""
    match = Match.new(
        GAMES[game].make_terms(len(bots)),
        [Player(f"{name} {k}", name) for k, name in enumerate(bots)],
        seed_bytes(seed),
    )
    play_out(match, {seat: make_bot(name, seat) for seat, name in enumerate(bots)})
    return match
