"""Games that the page about studying is measured on, each played, judged and dropped by a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rivertable.bots import make_bot
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.study.eye import Eye
from rivertable.study.luck import expectation, swing_of
from rivertable.study.searched import Searcher, merged

PASSES = (60, 120)
"""Playouts of the searches whose shares are looked at."""
POSITIONS_A_GAME = 3
"""Positions of a game that are searched."""


@dataclass(frozen=True, slots=True)
class Order:
    """A game to play: which, with which bots in the seats, from which seed."""

    game: str
    bots: tuple[str, ...]
    seed: str


def play(order: Order) -> Match:
    """Play a game to its end."""
    game = GAMES[order.game]
    match = Match.new(
        game.make_terms(len(order.bots)), [Player(name, name) for name in order.bots], seed_bytes(order.seed)
    )
    bots = [
        make_bot(name, int.from_bytes(seed_bytes(f"{order.seed}/{k}")[:7], "big")) for k, name in enumerate(order.bots)
    ]
    while not match.is_over:
        seat = int(match.position.state.seat)
        match.play(bots[seat].choose(match.position.view(seat)))
    return match


@cache
def _tools(game: str, players: int) -> tuple[Eye, Searcher, tuple[Any, Any]]:
    terms = GAMES[game].make_terms(players)
    eye = Eye(terms)
    return eye, Searcher(terms, max(PASSES)), expectation(eye, 0, 4000)


def predictions(order: Order) -> dict[str, Any]:
    """Give the shares predicted before turns of a game, at first sight and searched, and the result."""
    match = play(order)
    eye, searcher, _ = _tools(order.game, len(order.bots))
    chosen = np.random.default_rng(list(seed_bytes(order.seed)[:8])).permutation(len(match.turns))[:POSITIONS_A_GAME]
    searched = []
    for number in chosen.tolist():
        options: Any = []
        for size in PASSES:
            options = merged(options, searcher.search(match.before(number), match.turns[number].decisions, size, size))
        searched.append(options[0].share)
    return {
        "sight": [eye.shares(match.before(number)).tolist() for number in range(len(match.turns))],
        "searched": searched,
        "result": eye.shares(match.position).tolist(),
    }


def lucks(order: Order) -> list[list[float]]:
    """Give each seat's luck of the deal, luck after it, and skill of a game's decisions, own and others'."""
    match = play(order)
    eye, _, (expected, _) = _tools(order.game, len(order.bots))
    swings = [swing_of(eye, match.before(number), turn, number, 8) for number, turn in enumerate(match.turns)]
    deal = eye.shares(match.start) - expected
    luck = sum(swing.luck for swing in swings)
    own = [sum(swing.skill[seat] for swing in swings if swing.seat == seat) for seat in range(len(order.bots))]
    return [
        deal.tolist(),
        np.asarray(luck).tolist(),
        [float(value) for value in own],
        eye.shares(match.position).tolist(),
    ]
