"""Whole games of random moves from fixed seeds, and the positions they go through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from rivertable.core.chance import seed_bytes
from rivertable.core.match import Match, Player
from rivertable.core.position import Board, Draft
from rivertable.market import GAME, MarketMove, Position
from rivertable.market.printed.components import EDITIONS

PLAYERS = (2, 3, 4, 5)


def random_decisions(board: Board, rng: Random) -> tuple[int, ...]:
    """The decisions of a legal move, each taken at random."""
    draft = Draft(board)
    while not draft.is_complete:
        draft.choose(rng.choice(draft.choices))
    return draft.decisions


def random_move(board: Board, rng: Random) -> MarketMove:
    """A legal move, made of random decisions."""
    return GAME.moves.move_of(board, random_decisions(board, rng))


@cache
def turn_starts(players: int, seed: int, edition: str = EDITIONS[0]) -> tuple[Position, ...]:
    """All positions of a random game where a seat begins a turn, and the one where it is over."""
    rng = Random(f"{players} {seed}")
    components = GAME.printed.load(Path(edition))
    position = Position.new(players=players, components=components, seed=seed, first_seat=seed % players)
    found = [position]
    while not position.is_over:
        position = position.after(*random_decisions(position, rng)).resolve(rng.getrandbits(32))
        found.append(position)
    return tuple(found)


def sampled(players: int, seed: int, every: int, edition: str = EDITIONS[0]) -> Iterator[Position]:
    """Every so many of the positions of a random game at which a turn begins."""
    for position in turn_starts(players, seed, edition)[::every]:
        if not position.is_over:
            yield position


def steps_of_a_game(players: int, seed: int) -> Iterator[Position]:
    """Every position of a random game, decision by decision and card by card, from before set-up."""
    rng = Random(f"steps {players} {seed}")
    position = Position.before_setup(GAME.make_terms(players), seed % players)
    while not position.is_over:
        yield position
        choices = position.decisions() or [outcome for outcome, _ in position.outcomes()]
        position = position.after(rng.choice(choices))
    yield position


@cache
def random_match(players: int = 3, turns: int | None = None) -> Match:
    """A match of random moves with a known seed, whole or of so many turns; only to be looked at."""
    rng = Random(f"match {players}")
    seats = [Player(f"player {seat + 1}", "random" if seat % 2 else None) for seat in range(players)]
    match = Match.new(GAME.make_terms(players), seats, seed_bytes(f"match {players}"), players - 1)
    while not match.is_over and turns != len(match.turns):
        match.play(random_move(match.position, rng))
    return match
