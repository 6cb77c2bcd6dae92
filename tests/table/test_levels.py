"""The levels of bots on the scale of people: apart as measured, and beside people by the deal of the day."""

from __future__ import annotations

import math
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert

from rivertable.bots import LEVELS
from rivertable.bots.strength.ladder import ANCHOR
from rivertable.bots.strength.scale import BETA, MU, SIGMA
from rivertable.core.game import GAMES
from rivertable.table.company.levels import Meeting, anchor_of, level_beside, levels_of
from rivertable.table.company.ratings import Rating, pool_of
from rivertable.table.store.company.deals import meetings_of
from rivertable.table.store.company.schema import RATINGS

from .days import Days, days
from .in_process import running
from .tables import GAME_NAMES, play_at_random
from .test_days import MORNING, SECRETS, begin
from .test_people import named

__all__ = ["days"]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_levels_are_as_far_apart_as_they_were_measured(game: str) -> None:
    for players, measured in GAMES[game].measured.items():
        levels = levels_of(game, players, [])
        steps = measured.ladder
        assert list(levels) == [step.level for step in steps] == list(LEVELS)
        assert (levels[ANCHOR].mu, levels[ANCHOR].sigma) == (MU, pytest.approx(SIGMA))
        for step in steps[1:]:
            # The model of ratings, turned round: who is so much stronger wins the share that was measured.
            ahead = math.exp((levels[step.level].mu - levels[step.below].mu) / (BETA * math.sqrt(players)))
            assert ahead / (ahead + players - 1) == pytest.approx(step.share)
            outer = max(step.level, step.below, key=lambda level: abs(list(LEVELS).index(level) - 2))
            assert levels[outer].sigma > levels[ANCHOR].sigma


def test_where_levels_stand_beside_people_is_found_as_often_as_is_said() -> None:
    rng = Random(4)
    held, widths = 0, []
    for _ in range(200):
        truth, people = rng.gauss(MU, SIGMA), []
        for _ in range(rng.randint(1, 30)):
            sigma, games = rng.uniform(2, 7), rng.randint(1, 40)
            mu = rng.gauss(MU, 6.0)
            chance = 1 / (1 + math.exp((truth - rng.gauss(mu, sigma)) / (BETA * math.sqrt(2))))
            people.append(Meeting(Rating(mu, sigma), games, sum(rng.random() < chance for _ in range(games))))
        found = anchor_of(2, people)
        held += abs(found.mu - truth) < 1.96 * found.sigma
        widths.append(found.sigma)
    assert 0.9 <= held / 200 <= 0.98
    assert sum(widths) / 200 < SIGMA / 3


def test_what_is_uncertain_is_not_said() -> None:
    levels = {"novice": Rating(15.0, 3.0), ANCHOR: Rating(25.0, 3.0), "master": Rating(50.0, 7.0)}
    assert level_beside(Rating(21.0, 3.0), levels) == ANCHOR
    assert level_beside(Rating(49.0, 3.0), levels) == ANCHOR
    assert level_beside(Rating(21.0, 7.0), levels) is None
    assert level_beside(Rating(21.0, 3.0), {ANCHOR: Rating()}) is None


def test_the_deal_of_the_day_says_how_strong_the_bots_are(tmp_path: Path, days: Days) -> None:
    days.move(MORNING - time.time())
    with running(tmp_path, has_jobs=False, secrets=SECRETS) as server:
        ada, ben = named(server, "Ada"), named(server, "Ben")
        before = server.get("/api/ratings?game=glassworks&players=2")
        assert [each["level"] for each in before["levels"]] == list(LEVELS) and before["level_met"] == ANCHOR
        assert {each["games"] for each in before["levels"]} == {0}
        pool = pool_of("glassworks", 2, "none")
        totals = []
        for person in (ada, ben):
            played, is_scored = begin(person, players=2)
            assert is_scored
            play_at_random(server, played, 500, Random(1))
            match = server.tables.open(played.id).match
            assert match is not None
            totals.append(match.position.totals)
        assert server.context.people is not None
        rated = server.context.people.visitor(ada.cookie).person.id
        with server.database.write() as connection:
            row = {"pool": pool, "person_id": rated, "mu": 25.0, "sigma": 3.0, "games": 30, "last": time.time()}
            connection.execute(insert(RATINGS), row)
            # Ben is not rated: what he has played says nothing.
            (met,) = meetings_of(connection, pool, "glassworks", 2, time.time())
        (own, bot), _ = totals
        assert own != bot and (met.games, met.beaten) == (1, float(own > bot))
        after = server.get("/api/ratings?game=glassworks&players=2")["levels"]
        assert {each["games"] for each in after} == {1}
        assert all(
            (now["rating"] < was["rating"]) is (own > bot) for now, was in zip(after, before["levels"], strict=True)
        )
