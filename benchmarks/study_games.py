"""Games that the page about reviews is measured on, each played and judged by a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rivertable.bots import make_bot
from rivertable.bots.lookahead import lookahead
from rivertable.bots.weights import network_for
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.core.position import Position
from rivertable.study.documents import OptionDocument
from rivertable.study.evaluation import Evaluator, Searcher, merged, next_pass
from rivertable.study.review.luck import expectation, swing_of
from rivertable.study.review.summary import mean_loss_of

_DEALS, _DRAWS = 4000, 8
_DRAWS_OF_LUCK = 2
"""Luck is 0 on average however few draws it is measured by."""
_PLANTING = 240
"""Playouts of the search that says whether a turn to be planted is a clear blunder; not those of the review."""
_CLEAR, _FIRST_TURNS, _LAST_TURNS = 0.3, 4, 2
"""A planted turn loses so much of the win; it is none of a seat's first turns, nor its last ones."""
_LOOKED_AT = 60


@dataclass(frozen=True, slots=True)
class Order:
    """A game to play: which, with which bots in the seats, from which seed."""

    game: str
    bots: tuple[str, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Deal:
    """A game to play in which every seat takes the turn with the best one-ply value."""

    game: str
    players: int
    seed: int
    is_as_learned: bool
    """whether shares are told as the network learned them, without its curves"""


def begun(order: Order) -> tuple[Match, list[Any]]:
    """Return a game after set-up, and its bots."""
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
def evaluator_for(game: str, players: int) -> Evaluator:
    """Return this process's evaluator."""
    return Evaluator(GAMES[game].make_terms(players))


@cache
def learned_evaluator_for(game: str, players: int) -> Evaluator:
    """Return this process's evaluator for shares as they were learned."""
    terms = GAMES[game].make_terms(players)
    blank = lookahead(terms.game).network.blank_network()
    return Evaluator(terms, network_for(terms)._replace(curves=blank.curves))


@cache
def searcher_for(game: str, players: int, playouts: int) -> Searcher:
    """Return this process's searcher, for so many playouts at most."""
    return Searcher(GAMES[game].make_terms(players), playouts)


@cache
def expected_before(game: str, players: int) -> Any:
    """Return each seat's share before the deal."""
    return expectation(evaluator_for(game, players), 0, _DEALS)[0]


def predicted(deal: Deal) -> dict[str, Any]:
    """Return the one-ply win shares before the turns of a game that is played as they assume, and the result."""
    evaluator = (learned_evaluator_for if deal.is_as_learned else evaluator_for)(deal.game, deal.players)
    rng = np.random.default_rng(deal.seed)
    position = GAMES[deal.game].position_class.new(players=deal.players, seed=int(rng.integers(1 << 62)))
    shares = []
    while not position.is_over:
        turn, seen = evaluator.best_turn(position)
        shares.append(seen.tolist())
        position = position.after(*turn).resolve(int(rng.integers(1 << 62)))
    return {"shares": shares, "result": evaluator.shares(position).tolist()}


def fortune(order: Order) -> dict[str, Any]:
    """Return each seat's luck of the deal and after it, what the decisions did for it, and the result."""
    match = play_on(*begun(order))
    evaluator = evaluator_for(order.game, len(order.bots))
    expected = expected_before(order.game, len(order.bots))
    swings = [
        swing_of(evaluator, match.before(number), turn, _DRAWS_OF_LUCK) for number, turn in enumerate(match.turns)
    ]
    return {
        "deal": (evaluator.shares(match.start) - expected).tolist(),
        "luck": np.sum([swing.luck for swing in swings], axis=0).tolist(),
        "skill": np.sum([swing.skill for swing in swings], axis=0).tolist(),
        "rest": (evaluator.shares(match.position) - expected).tolist(),
    }


def losses_of(match: Match, passes: int) -> list[tuple[int, float, float]]:
    """Return seat, share lost and share at stake of every turn, by a review's first passes; none without a choice."""
    sizes = [next_pass(0)]
    while len(sizes) < passes:
        sizes.append(next_pass(sum(playouts for playouts, _ in sizes)))
    searcher = searcher_for(match.game.name, match.terms.players, max(playouts for playouts, _ in sizes))
    found = []
    for number, turn in enumerate(match.turns):
        options: list[OptionDocument] = []
        for playouts, pass_number in sizes:
            seed = number << 8 | pass_number
            options = merged(options, searcher.search(match.before(number), turn.decisions, playouts, seed))
        best = options[0].win_share[turn.seat]
        played = next(option for option in options if option.notation == str(turn.move))
        found.append((turn.seat, max(best - played.win_share[turn.seat], 0.0), best if len(options) > 1 else 0.0))
    return found


def lost(order: Order) -> dict[str, Any]:
    """Return the mean share lost a turn by each bot of a game, by one pass."""
    turns = losses_of(play_on(*begun(order)), 1)
    by_seat = [[turn for turn in turns if turn[0] == place] for place in range(len(order.bots))]
    return {
        name: mean_loss_of([loss for _, loss, _ in own], [stake for _, _, stake in own])
        for name, own in zip(order.bots, by_seat, strict=True)
    }


def planted(order: Order) -> bool | None:
    """Plant one clear blunder in a game of good bots; tell whether it lost most, by two passes. None: it had no place.

    It is planted from a turn on that is drawn, where one is found first.
    """
    turns = play_on(*begun(order)).turns
    rng = np.random.default_rng(list(seed_bytes(order.seed)[:8]))
    first, last = _FIRST_TURNS * len(order.bots), len(turns) - _LAST_TURNS * len(order.bots)
    from_there = int(rng.integers(first, max(last, first + 1)))
    match, bots = begun(order)
    for number, turn in enumerate(turns[:last]):
        blunder = _blunder(match, rng) if number >= from_there else None
        if blunder is not None:
            match.play_decisions(blunder, match.game.moves.move_of(match.position, blunder))
            losses = [loss for _, loss, _ in losses_of(play_on(match, bots), 2)]
            return losses[number] == max(losses)
        match.play_decisions(turn.decisions, turn.move)
    return None


def _blunder(match: Match, rng: np.random.Generator) -> tuple[int, ...] | None:
    """Return the turn with the worst one-ply value of some that are drawn, if a search says that it loses clearly."""
    before = match.position
    seat, evaluator = int(before.state.seat), evaluator_for(match.game.name, before.players)
    turns = [_drawn(before, rng) for _ in range(_LOOKED_AT)]
    worst = min(
        turns, key=lambda turn: float(evaluator.shares_after(before.after(*turn), _DRAWS, 1).mean(axis=0)[seat])
    )
    searcher = searcher_for(match.game.name, before.players, _PLANTING)
    best = max(searcher.search(before, None, _PLANTING, 1), key=lambda option: option.visits)
    weighed = searcher.weigh(before, worst, _PLANTING, 2)
    return worst if best.win_share[seat] - weighed.win_share[seat] >= _CLEAR else None


def _drawn(before: Position, rng: np.random.Generator) -> tuple[int, ...]:
    """Return the decisions of a turn, each drawn from those that there are."""
    position, turn = before, []
    while position.is_deciding and (not turn or not position.is_turn_start):
        turn.append(int(rng.choice(position.decisions())))
        position = position.after(turn[-1])
    return tuple(turn)
