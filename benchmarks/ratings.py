"""Whether ratings find the truth: 1,000 simulated people of known strength play for 100 days.

``python benchmarks/ratings.py`` prints how ratings and strengths agree in rank, how often those who are predicted to
win do, and what leaving games, or beginning anew under a second name, brings. Each day a part of the people plays a
rated game with others who are about as well thought of. What somebody scores is their strength and luck of the same
spread.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from statistics import correlation, mean

from rivertable.bots.strength.scale import BETA
from rivertable.table.company.ratings import Rating, places_of, rate

PEOPLE, DAYS = 1_000, 100
ACTIVE_SHARE = 0.5
"""So many of the people play on a day."""
LEAVERS_SHARE, LEAVES = 0.05, 0.2
"""So many people leave a part of their games."""
DAY = 86_400.0
LUCK = 1.0
"""The spread of luck in a game, beside a spread of strength of 1."""


def play(strengths: Sequence[float], rng: random.Random) -> list[int]:
    """Return the points, in hundredths, of a game between people."""
    return [round(100 * (strength + rng.gauss(0, LUCK))) for strength in strengths]


def simulate(people: int, days: int, seats: int, seed: int) -> None:
    """Let people play for so many days with so many at a table, and print what their ratings then say."""
    rng = random.Random(seed)
    strengths = [rng.gauss(0, 1) for _ in range(people)]
    ratings = [Rating() for _ in range(people)]
    leavers = set(range(int(people * LEAVERS_SHARE)))
    predicted: list[tuple[float, bool]] = []
    began, games = time.perf_counter(), 0
    for day in range(days):
        playing = rng.sample(range(people), int(people * ACTIVE_SHARE))
        playing.sort(key=lambda person: ratings[person].mu + rng.gauss(0, 3))
        for start in range(0, len(playing) - seats + 1, seats):
            table = playing[start : start + seats]
            has_left = [person in leavers and rng.random() < LEAVES for person in table]
            totals = play([strengths[person] for person in table], rng)
            places = places_of(totals, has_left)
            if day >= days // 2 and not any(has_left):
                predicted += _predictions([ratings[person] for person in table], places)
            after = rate([ratings[person] for person in table], places, day * DAY)
            for person, rating in zip(table, after, strict=True):
                ratings[person] = rating
            games += 1
    _tell(seats, games, time.perf_counter() - began, strengths, ratings, leavers, predicted)


def _predictions(ratings: list[Rating], places: list[int]) -> list[tuple[float, bool]]:
    """Return how likely the first was to come before the second, and whether that happened."""
    from openskill.models import PlackettLuce

    if places[0] == places[1]:
        return []
    model = PlackettLuce(beta=BETA)
    pair = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings[:2]]
    return [(float(model.predict_win(pair)[0]), places[0] < places[1])]


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value from 0; no two are equal."""
    ranked = {place: rank for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__))}
    return [float(ranked[place]) for place in range(len(values))]


def _tell(
    seats: int,
    games: int,
    seconds: float,
    strengths: list[float],
    ratings: list[Rating],
    leavers: set[int],
    predicted: list[tuple[float, bool]],
) -> None:
    honest = [person for person in range(len(strengths)) if person not in leavers]
    by_order = correlation(
        _ranks([strengths[person] for person in honest]), _ranks([ratings[person].order for person in honest])
    )
    print(f"{seats} seats: {games} games, {1000 * seconds / games:.2f} ms each to play and rate")
    print(f"  rank correlation of strength and rating  {by_order:.3f}")
    error = mean((chance - won) ** 2 for chance, won in predicted)
    print(f"  mean square error of predictions         {error:.3f} ({len(predicted)} pairs; a guess has 0.250)")
    for low in range(0, 10, 2):
        part = [each for each in predicted if low / 10 <= each[0] < (low + 2) / 10 or (low == 8 and each[0] == 1.0)]
        if part:
            told, happened = mean(chance for chance, _ in part), mean(won for _, won in part)
            print(f"    predicted {told:.2f}, happened {happened:.2f} ({len(part)} pairs)")
    lost = mean(ratings[person].shown for person in leavers) - mean(ratings[person].shown for person in honest)
    skill = mean(strengths[person] for person in leavers) - mean(strengths[person] for person in honest)
    print(f"  leavers: {lost:+.0f} points of rating beside the others, {skill:+.2f} of strength")
    certain = mean(not rating.is_provisional for rating in ratings)
    spread = mean(rating.sigma for rating in ratings)
    print(f"  certain enough: {certain:.0%}, mean sigma {spread:.2f}")
    best = sorted(ratings, key=lambda rating: -rating.order)
    fresh = sum(Rating().order < rating.order for rating in best)
    print(f"  a second name begins at place {fresh + 1} of {len(best) + 1}")


def main() -> None:
    """Simulate and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    for seats in wanted.seats:
        simulate(wanted.people, wanted.days, seats, wanted.seed)


if __name__ == "__main__":
    main()
