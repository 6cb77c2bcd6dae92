"""What a review says of whole games: each seat's accuracy, luck and skill, and where the game turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ...core.match import Player
from ..documents import BySeat, Mark, SeatDocument, TurnDocument
from .marks import accuracy_of, mean_loss_of

_MARKS: tuple[Mark, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")
_TURNING, _POINTS_AT_MOST = 0.1, 3
"""A game turns where the share of who won changes by so much; so many of them are named."""


def seat_documents(
    players: Sequence[Player],
    turns: Sequence[TurnDocument],
    expected: tuple[BySeat, BySeat],
    start: BySeat,
    result: BySeat,
) -> list[SeatDocument]:
    """Return what is said of each seat; ``expected`` are its shares before the deal and their errors.

    Luck and skill are sums of what stands with the turns, so that they add up to the result.
    """
    return [_seat(seat, player, turns, expected, start, result) for seat, player in enumerate(players)]


def _seat(
    seat: int,
    player: Player,
    turns: Sequence[TurnDocument],
    expected: tuple[BySeat, BySeat],
    start: BySeat,
    result: BySeat,
) -> SeatDocument:
    own = [turn for turn in turns if turn.seat == seat]
    chosen = [turn for turn in own if turn.mark is not None]
    losses, stakes = [turn.loss for turn in chosen], [turn.share[seat] for turn in chosen]
    marks = Counter(turn.mark for turn in own)
    before, error = expected[0][seat], expected[1][seat]
    deal = start[seat] - before
    errors = [error, *(turn.luck_error[seat] for turn in turns)]
    return SeatDocument(
        name=player.name,
        bot=player.bot,
        accuracy=accuracy_of(losses, stakes),
        mean_loss=mean_loss_of(losses, stakes),
        marks={mark: marks[mark] for mark in _MARKS},
        expected=round(before, 5),
        deal=round(deal, 5),
        luck=round(deal + sum(turn.luck[seat] for turn in turns), 5),
        own_skill=round(sum(turn.skill[seat] for turn in own), 5),
        others_skill=round(sum(turn.skill[seat] for turn in turns if turn.seat != seat), 5),
        error=round(float(np.sqrt(np.sum(np.square(errors)))), 5),
        result=result[seat],
    )


def turning_points(turns: Sequence[TurnDocument], result: BySeat) -> list[int]:
    """Return the turns after which the share of a seat that won changed most, the greatest change first."""
    winner = int(np.argmax(result))
    shares = [turn.share[winner] for turn in turns] + [result[winner]]
    changes = np.abs(np.diff(shares))
    order = np.argsort(-changes, kind="stable")[:_POINTS_AT_MOST].tolist()
    return [number + 1 for number in order if changes[number] >= _TURNING]
