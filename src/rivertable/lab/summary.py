"""The figures of each bot of a contest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .intervals import Interval, mean_interval, share_interval
from .play import Played
from .ratings import Rating, rate


@dataclass(frozen=True, slots=True)
class Standing:
    """How a bot did.

    Attributes:
        name: the bot.
        games: games that it played.
        seats: seats that it had in them; figures are means over these.
        share: its share of wins, a shared victory counting in equal parts.
        score: its mean score.
        margin: how far its score is above the best other seat's, on average.
        ms_per_move: milliseconds that it thought about a turn, on average.
        slowest: the most milliseconds for one turn.
        rating: its rating; None where it met no other bot.
    """

    name: str
    games: int
    seats: int
    share: Interval
    score: Interval
    margin: Interval
    ms_per_move: float
    slowest: float
    rating: Rating | None

    def document(self) -> dict[str, Any]:
        """Return the figures as plain JSON."""
        rating = self.rating
        return {
            "name": self.name,
            "games": self.games,
            "seats": self.seats,
            "win_share": round(self.share.value, 6),
            "low": _rounded(self.share.low, 6),
            "high": _rounded(self.share.high, 6),
            "mean_score": round(self.score.value, 4),
            "score_low": _rounded(self.score.low, 4),
            "score_high": _rounded(self.score.high, 4),
            "mean_margin": round(self.margin.value, 4),
            "margin_low": _rounded(self.margin.low, 4),
            "margin_high": _rounded(self.margin.high, 4),
            "ms_per_move": round(self.ms_per_move, 3),
            "ms_per_move_most": round(self.slowest, 3),
            "rating": _rounded(rating.value if rating else None, 1),
            "rating_low": _rounded(rating.low if rating else None, 1),
            "rating_high": _rounded(rating.high if rating else None, 1),
        }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def standings(played: Sequence[Played], names: Sequence[str]) -> list[Standing]:
    """Return the standing of each bot that has played, in the order of ``names``."""
    deals = {deal: place for place, deal in enumerate(dict.fromkeys(game.deal for game in played))}
    present = [name for name in names if any(name in game.bots for game in played)]
    ratings = rate(_comparisons(played, present, deals)) if len(present) > 1 else (None,)
    return [_standing(played, name, deals, rating) for name, rating in zip(present, ratings, strict=True)]


def _standing(played: Sequence[Played], name: str, deals: dict[int, int], rating: Rating | None) -> Standing:
    wins, scores, margins, seats = (np.zeros(len(deals)) for _ in range(4))
    games, turns, thought, slowest = 0, 0, 0.0, 0.0
    for game in played:
        deal = deals[game.deal]
        games += name in game.bots
        for seat, other in enumerate(game.bots):
            if other != name:
                continue
            seats[deal] += 1
            wins[deal] += (seat in game.winners) / len(game.winners)
            scores[deal] += game.totals[seat]
            margins[deal] += game.totals[seat] - max(game.totals[:seat] + game.totals[seat + 1 :])
            turns += game.turns[seat]
            thought += game.thought[seat]
            slowest = max(slowest, game.slowest[seat])
    of = seats > 0
    return Standing(
        name,
        games,
        int(seats.sum()),
        share_interval(wins[of], seats[of], games),
        mean_interval(scores[of], seats[of]),
        mean_interval(margins[of], seats[of]),
        thought / max(turns, 1),
        slowest,
        rating,
    )


def _comparisons(played: Sequence[Played], names: Sequence[str], deals: dict[int, int]) -> np.ndarray[Any, Any]:
    """Return by deal how often each bot was before each other one, equal scores counting half."""
    place = {name: number for number, name in enumerate(names)}
    wins = np.zeros((len(deals), len(names), len(names)))
    for game in played:
        for seat, name in enumerate(game.bots):
            for other, rival in enumerate(game.bots):
                if name != rival:
                    difference = game.totals[seat] - game.totals[other]
                    wins[deals[game.deal], place[name], place[rival]] += (
                        1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
                    )
    return wins
