"""What a review says: the marks of turns, sentences about them, each seat's accuracy and luck, the turning points."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from ...core.match import Player
from ...core.position import Position
from ..documents import BySeat, Mark, SeatDocument, TurnDocument

THRESHOLDS: tuple[tuple[Mark, float], ...] = (("blunder", 0.15), ("mistake", 0.07), ("inaccuracy", 0.03))
"""A mark and the smallest loss of win share that gets it, the worst first. The thresholds are this project's own."""
CERTAIN = 2.0
"""The loss must also be at least so many times its standard error."""
HALF = 0.05
"""The loss of win share that halves the accuracy of a turn."""
_MARKS: tuple[Mark, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")
_TURNING, _POINTS_AT_MOST = 0.1, 3
"""The change of the winner's win share that makes a turning point, and the most turning points that are named."""


def mark_of(loss: float, error: float, *, is_best: bool) -> Mark:
    """Return the mark of a turn from the win share that it lost and the standard error of the loss."""
    if is_best:
        return "best"
    if loss >= CERTAIN * error:
        for mark, least in THRESHOLDS:
            if loss >= least:
                return mark
    return "fine"


def accuracy_of(losses: Sequence[float], stakes: Sequence[float]) -> float | None:
    """Return the accuracy of turns with these losses, 0 to 100; None if nothing was at stake.

    It is the weighted mean over the turns. The weight of a turn is its stake, the win share before it: a seat that has
    no chance left can hardly do anything wrong.
    """
    return weighed([100.0 * math.pow(0.5, loss / HALF) for loss in losses], stakes, 1)


def mean_loss_of(losses: Sequence[float], stakes: Sequence[float]) -> float | None:
    """Return the mean loss of win share, weighted by the stakes; None if nothing was at stake."""
    return weighed(losses, stakes, 5)


def weighed(values: Sequence[float], weights: Sequence[float], digits: int) -> float | None:
    """Return a weighted mean, rounded; None if the weights add up to 0."""
    whole = sum(weights)
    if whole <= 0:
        return None
    return round(sum(value * weight for value, weight in zip(values, weights, strict=True)) / whole, digits)


def what_it_brings(before: Position, after: Position, seat: int) -> str:
    """Say which parts of a seat's score a turn changes, from what to what, or that none changes."""
    game = before.game
    parts = zip(
        game.counting.list_parts(),
        game.counting.score_parts(before, seat),
        game.counting.score_parts(after, seat),
        strict=True,
    )
    changes = [f"{part.words} from {old} to {new}" for part, old, new in parts if old != new]
    total, then = before.total(seat), after.total(seat)
    if not changes:
        return f"no points at once (total {total})"
    return f"{', '.join(changes)} (total from {total} to {then})"


def reasons(before: Position, played: Position, seat: int) -> list[str]:
    """Return sentences about a turn alone; ``played`` is the position after it, before chance acts."""
    return [f"This turn brings {what_it_brings(before, played, seat)}."]


def reasons_against(
    before: Position, played: Position, best: Position, seat: int, best_turn: str, scores: tuple[float, float]
) -> list[str]:
    """Return sentences that compare a turn with the best one, whose notation is ``best_turn``.

    ``scores`` are the expected final scores of the seat, after the turn and after the best one.
    """
    own, other = what_it_brings(before, played, seat), what_it_brings(before, best, seat)
    found = [f"Both bring {own}."] if own == other else [f"This turn brings {own}.", f"{best_turn} brings {other}."]
    return [*found, f"The expected final score is {scores[0]:.1f} points; after {best_turn} it is {scores[1]:.1f}."]


def seat_documents(
    players: Sequence[Player],
    turns: Sequence[TurnDocument],
    expected: tuple[BySeat, BySeat],
    start: BySeat,
    result: BySeat,
) -> list[SeatDocument]:
    """Return the summary of each seat; ``expected`` are the win shares before the deal and their standard errors.

    Luck and skill are sums over the turns as documented, so they add up to the result.
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
    losses, stakes = [turn.loss for turn in chosen], [turn.win_share[seat] for turn in chosen]
    marks = Counter(turn.mark for turn in own)
    before, error = expected[0][seat], expected[1][seat]
    deal = start[seat] - before
    errors = [error, *(turn.luck_standard_error[seat] for turn in turns)]
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
        standard_error=round(float(np.sqrt(np.sum(np.square(errors)))), 5),
        result=result[seat],
    )


def turning_points(turns: Sequence[TurnDocument], result: BySeat) -> list[int]:
    """Return the turns after which the winner's win share changed most, the greatest change first."""
    winner = int(np.argmax(result))
    shares = [turn.win_share[winner] for turn in turns] + [result[winner]]
    changes = np.abs(np.diff(shares))
    order = np.argsort(-changes, kind="stable")[:_POINTS_AT_MOST].tolist()
    return [number + 1 for number in order if changes[number] >= _TURNING]
