"""Luck and skill: they add up to the result, luck is 0 on average, and a turn without chance has none."""

from __future__ import annotations

import numpy as np
import pytest

from rivertable.core.game import GAMES
from rivertable.study.evaluation import Evaluator
from rivertable.study.review.luck import dealt, expectation, swing_of

from .games import played

GAMES_EACH = [
    ("glassworks", ("artisan", "novice")),
    ("glassworks", ("novice", "artisan", "apprentice", "novice", "novice")),
    ("market", ("artisan", "novice")),
    ("market", ("novice", "apprentice", "artisan")),
]


@pytest.mark.parametrize(("game", "bots"), GAMES_EACH)
def test_luck_and_skill_add_up_to_the_result_for_each_seat(game: str, bots: tuple[str, ...]) -> None:
    match = played(game, bots, "sums")
    evaluator = Evaluator(match.terms)
    expected, _ = expectation(evaluator, int(match.start.state.first_seat), deals=8)
    deal = evaluator.shares(match.start) - expected
    swings = [swing_of(evaluator, match.before(n), turn, draws=4) for n, turn in enumerate(match.turns)]
    luck, skill = sum(swing.luck for swing in swings), sum(swing.skill for swing in swings)
    result = evaluator.shares(match.position)
    assert expected + deal + luck + skill == pytest.approx(result, abs=1e-6)
    assert result.sum() == pytest.approx(1)
    assert expected.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_what_chance_brings_is_no_luck_on_average(game: str) -> None:
    """The mean over many draws of one turn, against the expectation of other draws: within five standard errors."""
    match = played(game, ("artisan", "artisan"), "mean")
    evaluator = Evaluator(match.terms)
    number = next(n for n, turn in enumerate(match.turns) if turn.outcomes and n > 5)
    after = match.before(number).after(*match.turns[number].decisions)
    expectation = evaluator.shares_after(after, 400, 1)
    drawn = np.array([evaluator.shares(after.resolve(seed)) for seed in range(400)])
    error = np.sqrt(expectation.var(axis=0, ddof=1) / 400 + drawn.var(axis=0, ddof=1) / 400)
    assert np.all(np.abs(expectation.mean(axis=0) - drawn.mean(axis=0)) < 5 * error + 1e-6)
    assert drawn[:, 0].std() > 0


def test_a_turn_after_which_nothing_is_drawn_brings_no_luck() -> None:
    match = played("market", ("novice", "novice"), "still")
    evaluator = Evaluator(match.terms)
    still = [n for n, turn in enumerate(match.turns) if not turn.outcomes]
    assert still
    for number in still:
        swing = swing_of(evaluator, match.before(number), match.turns[number], draws=4)
        assert swing.luck == pytest.approx(np.zeros(2), abs=1e-6)
        assert not swing.error.any()


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_first_sight_judges_by_the_result_where_the_game_is_over(game: str) -> None:
    match = played(game, ("novice", "novice", "novice"), "over")
    evaluator = Evaluator(match.terms)
    won = [1 / len(match.position.winners) if seat in match.position.winners else 0.0 for seat in range(3)]
    assert evaluator.shares(match.position).tolist() == pytest.approx(won)
    assert evaluator.totals(match.position, 2, 1).tolist() == [[float(total) for total in match.position.totals]] * 2


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_games_played_on_end_with_the_totals_that_the_rules_count(game: str) -> None:
    """Played on from the last turn, after which nothing is drawn that counts, every game ends alike."""
    match = played(game, ("artisan", "artisan"), "ends")
    before, seat = match.before(len(match.turns) - 1), match.turns[-1].seat
    totals = Evaluator(match.terms).totals(before, 3, 1)
    assert np.all(totals == totals[0])
    assert totals[0, 1 - seat] == match.position.total(1 - seat)
    assert totals[0, seat] >= match.position.total(seat)


def test_deals_differ_and_the_same_seed_deals_the_same() -> None:
    terms = GAMES["glassworks"].make_terms(2)
    assert dealt(terms, 0, 1) == dealt(terms, 0, 1) != dealt(terms, 0, 2)
