"""Games that the page about reviews is measured on, each played and judged by a process of its own."""

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
from rivertable.study.searched import Searcher

_DEALS, _DRAWS = 4000, 8
_PLAYOUTS = 60
_CLEAR, _FIRST_TURNS = 0.25, 4
"""A planted turn loses so much of the win at first sight; it is none of a seat's first turns, nor its last ones."""


@dataclass(frozen=True, slots=True)
class Order:
    """A game to play: which, with which bots in the seats, from which seed."""

    game: str
    bots: tuple[str, ...]
    seed: str


def begun(order: Order) -> tuple[Match, list[Any]]:
    """Give a game after set-up, and its bots."""
    game = GAMES[order.game]
    players = [Player(name, name) for name in order.bots]
    match = Match.new(game.make_terms(len(order.bots)), players, seed_bytes(order.seed))
    keys = [seed_bytes(f"{order.seed}/{seat}") for seat in range(len(order.bots))]
    return match, [make_bot(name, int.from_bytes(key[:7], "big")) for name, key in zip(order.bots, keys, strict=True)]


def play_on(match: Match, bots: list[Any]) -> Match:
    """Play a game to its end."""
    while not match.is_over:
        seat = int(match.position.state.seat)
        match.play(bots[seat].choose(match.position.view(seat)))
    return match


@cache
def eye_for(game: str, players: int) -> Eye:
    """Give this process's eye."""
    return Eye(GAMES[game].make_terms(players))


@cache
def searcher_for(game: str, players: int) -> Searcher:
    """Give this process's searcher."""
    return Searcher(GAMES[game].make_terms(players), _PLAYOUTS)


@cache
def expected_before(game: str, players: int) -> Any:
    """Give each seat's share before the deal."""
    return expectation(eye_for(game, players), 0, _DEALS)[0]


def predicted(order: Order) -> dict[str, Any]:
    """Give the shares at first sight before every turn of a game, and the result."""
    match = play_on(*begun(order))
    eye = eye_for(order.game, len(order.bots))
    shares = [eye.shares(match.before(number)).tolist() for number in range(len(match.turns))]
    return {"shares": shares, "result": eye.shares(match.position).tolist()}


def fortune(order: Order) -> dict[str, Any]:
    """Give each seat's luck of the deal and after it, what the decisions did for it, and the result."""
    match = play_on(*begun(order))
    eye = eye_for(order.game, len(order.bots))
    expected = expected_before(order.game, len(order.bots))
    swings = [swing_of(eye, match.before(number), turn, number, _DRAWS) for number, turn in enumerate(match.turns)]
    return {
        "deal": (eye.shares(match.start) - expected).tolist(),
        "luck": np.sum([swing.luck for swing in swings], axis=0).tolist(),
        "skill": np.sum([swing.skill for swing in swings], axis=0).tolist(),
        "rest": (eye.shares(match.position) - expected).tolist(),
    }


def losses_of(match: Match) -> list[tuple[int, float]]:
    """Give seat and share lost of every turn in which there was a choice, by one pass of the search."""
    searcher = searcher_for(match.game.name, match.terms.players)
    found = []
    for number, turn in enumerate(match.turns):
        options = searcher.search(match.before(number), turn.decisions, _PLAYOUTS, number)
        if len(options) > 1:
            best = max(options, key=lambda option: option.visits)
            played = next(option for option in options if option.notation == str(turn.move))
            found.append((turn.seat, max(best.share[turn.seat] - played.share[turn.seat], 0.0)))
        else:
            found.append((turn.seat, 0.0))
    return found


def lost(order: Order) -> dict[str, Any]:
    """Give the mean share lost a turn by each bot of a game."""
    losses = losses_of(play_on(*begun(order)))
    return {
        name: float(np.mean([loss for seat, loss in losses if seat == place])) for place, name in enumerate(order.bots)
    }


def planted(order: Order) -> bool | None:
    """Plant one clear blunder in a game of good bots; tell whether it lost most. None: there was no place for one."""
    match, bots = begun(order)
    eye = eye_for(order.game, len(order.bots))
    length = len(play_on(*begun(order)).turns)
    rng = np.random.default_rng(list(seed_bytes(order.seed)[:8]))
    for number in range(length):
        if match.is_over:
            return None
        seat = int(match.position.state.seat)
        if _FIRST_TURNS * len(bots) <= number < length - 2 * len(bots) and rng.random() < 3 / length:
            worst = _worst(match, eye, seat)
            if worst is not None:
                match.play_decisions(worst, match.game.move_of(match.position, worst))
                losses = [loss for _, loss in losses_of(play_on(match, bots))]
                return losses[number] == max(losses)
        match.play(bots[seat].choose(match.position.view(seat)))
    return None


def _worst(match: Match, eye: Eye, seat: int) -> tuple[int, ...] | None:
    """Give a turn that loses clearly at first sight, of some that are drawn; None where none does."""
    before = match.position
    share = float(eye.shares(before)[seat])
    for move, _ in zip(before.moves(), range(200), strict=False):
        decisions = match.game.decisions_of(before, move)
        if share - float(eye.shares_after(before.after(*decisions), 8, 1).mean(axis=0)[seat]) >= _CLEAR:
            return decisions
    return None
