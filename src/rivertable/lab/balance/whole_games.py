"""What whole games are like: who wins by seat, scores, leads, length, and what points come from."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..intervals import CONFIDENCE, Interval, mean_interval, share_interval
from .game_arrays import Noted, Numbers

_BARS_AT_MOST = 24


def written(interval: Interval) -> dict[str, float | None]:
    """Return an interval as plain JSON."""
    return {"value": _rounded(interval.value), "low": _rounded(interval.low), "high": _rounded(interval.high)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)


def mean_of(values: Numbers, confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of one value a game with its interval."""
    return mean_interval(values.astype(float), np.ones(len(values)), confidence)


def seat_figures(noted: Noted) -> list[dict[str, Any]]:
    """Return each seat's share of wins and mean score; the intervals hold for all seats at once (Bonferroni)."""
    confidence = 1 - (1 - CONFIDENCE) / noted.players
    fair = 1 / noted.players
    found = []
    for seat in range(noted.players):
        share = share_interval(noted.wins[:, seat], np.ones(noted.games), noted.games, confidence)
        score = mean_of(noted.totals[:, seat], confidence)
        found.append(
            {
                "seat": seat,
                "wins": written(share),
                "score": written(score),
                "is_clear": share.low is not None and share.high is not None and not share.low <= fair <= share.high,
            }
        )
    return found


def margins(noted: Noted) -> Numbers:
    """Return how far the best seat is ahead of the second best, by game; 0 where a victory is shared."""
    ordered = np.sort(noted.totals, axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])


def turns_a_seat(noted: Noted) -> Numbers:
    """Return how many turns a seat took on average, by game."""
    return np.asarray(noted.turns.mean(axis=1))


def histogram(values: Numbers) -> dict[str, Any]:
    """Return how whole numbers are spread: bars of one width, the least value of each, and the share of all in it."""
    low, high = int(values.min()), int(values.max())
    span = high - low + 1
    width = next(
        width for step in (1, 10, 100, 1000) for width in (step, 2 * step, 5 * step) if span / width <= _BARS_AT_MOST
    )
    first = low // width * width
    counts = np.bincount((values.ravel().astype(int) - first) // width)
    return {
        "width": width,
        "from": [first + place * width for place in range(len(counts))],
        "share": [_rounded(count / values.size) for count in counts],
    }


def spread(values: Numbers) -> dict[str, Any]:
    """Return mean with interval (by game), quantiles and histogram of values of shape (games,) or (games, seats)."""
    by_game = values.reshape(len(values), -1).mean(axis=1)
    quantiles = np.quantile(values, (0.05, 0.25, 0.5, 0.75, 0.95))
    return {
        "mean": written(mean_of(by_game)),
        "deviation": _rounded(float(values.std())),
        "quantiles": {
            name: _rounded(value) for name, value in zip(("5", "25", "50", "75", "95"), quantiles, strict=True)
        },
        "histogram": histogram(np.floor(values + 0.5)),
    }


def game_figures(noted: Noted) -> dict[str, Any]:
    """Return scores, leads, length and shared victories."""
    lead = margins(noted)
    return {
        "scores": spread(noted.totals),
        "winning_scores": spread(noted.totals.max(axis=1)),
        "margins": spread(lead),
        "shared": written(share_interval((lead == 0).astype(float), np.ones(noted.games), noted.games)),
        "turns": spread(turns_a_seat(noted)),
    }


def part_figures(noted: Noted) -> list[dict[str, Any]]:
    """Return the points a seat that each part brings, on average, and those of the winners."""
    found = []
    for place, thing in enumerate(noted.part_things):
        points = noted.parts[:, :, place]
        winners = (points * noted.wins).sum(axis=1)
        found.append(
            {
                "id": thing.id,
                "words": thing.words,
                "points": written(mean_of(points.mean(axis=1))),
                "winners": written(mean_of(winners)),
            }
        )
    return found
