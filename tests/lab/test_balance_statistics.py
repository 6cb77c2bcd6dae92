"""The figures of a balance report, against games counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rivertable.lab import ArenaError
from rivertable.lab.balance import GameArrays, stack_games
from rivertable.lab.balance.figures import (
    ahead_of_others,
    centred,
    decided_at,
    drama_figures,
    game_figures,
    histogram,
    lead_changes,
    leader_wins,
    part_figures,
    seat_figures,
    slopes,
    strata,
    usage_figures,
    without,
)

from .made_games import PARTS, arrays_of, drawn_games, family, whole_game

FAMILIES = (family("tile", "a", "b"), family("card", "x"))


def three_games() -> GameArrays:
    """Two games of two rounds and one in which a seat has a turn more; the second is shared."""
    return stack_games(
        [
            whole_game(
                1, [(0, "tile:a", (2, 0)), (1, "tile:b tile:b", (2, 3)), (0, "tile:a", (5, 3)), (1, "card:x", (5, 9))]
            ),
            whole_game(2, [(0, "", (0, 0)), (0, "tile:a", (4, 0)), (1, "tile:a", (4, 4))]),
            whole_game(3, [(0, "tile:b", (6, 0)), (1, "tile:a", (6, 5)), (0, "card:x", (9, 5))]),
        ],
        FAMILIES,
        PARTS,
    )


def test_games_are_stacked_as_they_went() -> None:
    arrays = three_games()
    assert (arrays.games, arrays.players, [thing.id for thing in arrays.things]) == (
        3,
        2,
        ["tile:a", "tile:b", "card:x"],
    )
    assert arrays.totals.tolist() == [[5, 9], [4, 4], [9, 5]]
    assert arrays.wins.tolist() == [[0, 1], [0.5, 0.5], [1, 0]]
    # An answer in set-up uses nothing, and is no turn.
    assert arrays.turns.tolist() == [[2, 2], [1, 1], [2, 1]]
    assert arrays.uses.tolist() == [[[2, 0, 0], [0, 2, 1]], [[1, 0, 0], [1, 0, 0]], [[0, 1, 1], [1, 0, 0]]]
    # Rounds are over when all have had as many turns; the end is looked at as it is.
    assert [rounds.tolist() for rounds in arrays.rounds] == [[[2, 3], [5, 9]], [[4, 4]], [[6, 5], [9, 5]]]


def test_nothing_is_said_of_no_games() -> None:
    with pytest.raises(ArenaError, match="no game to measure"):
        stack_games([], FAMILIES, PARTS)


def test_figures_of_whole_games() -> None:
    arrays = three_games()
    first, second = seat_figures(arrays.totals, arrays.wins)
    assert (first["wins"]["value"], second["wins"]["value"]) == (0.5, 0.5)
    assert first["score"]["value"] == 6
    assert not first["is_clear"]
    found = game_figures(arrays)
    assert found["margins"]["mean"]["value"] == pytest.approx(8 / 3, abs=1e-5)
    assert found["shared"]["value"] == pytest.approx(1 / 3, abs=1e-5)
    assert found["turns"]["mean"]["value"] == pytest.approx((2 + 1 + 1.5) / 3, abs=1e-5)
    assert found["scores"]["quantiles"]["50"] == 5
    (part,) = part_figures(arrays)
    assert (part["points"]["value"], part["winners"]["value"]) == (6, pytest.approx(22 / 3, abs=1e-5))


def test_a_seat_that_wins_too_often_is_clear_and_its_interval_is_wide_enough_for_all_seats() -> None:
    totals = np.tile([[30, 20, 10]], (100, 1))
    totals[50:] = [10, 20, 30]
    arrays = arrays_of(totals, np.zeros((100, 3, 1), dtype=int))
    found = seat_figures(arrays.totals, arrays.wins)
    assert [seat["is_clear"] for seat in found] == [True, True, True]
    # Wilson for 50 of 100 at 98.33 %, two-sided z = 2.394.
    assert found[0]["wins"]["low"] == pytest.approx(0.3836, abs=0.004)


def test_histograms_have_round_bars_and_lose_nothing() -> None:
    found = histogram(np.array([3, 3, 4, 7]))
    assert (found["width"], found["from"], found["share"]) == (1, [3, 4, 5, 6, 7], [0.5, 0.25, 0, 0, 0.25])
    wide = histogram(np.array([-7, 0, 93]))
    assert wide["width"] == 5
    assert wide["from"][0] == -10
    assert sum(wide["share"]) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("rounds", "changes", "decided"),
    [
        ([[3, 1], [5, 2]], 0, 0.0),
        ([[1, 3], [5, 2]], 1, 0.5),
        ([[1, 1], [1, 3], [4, 3], [4, 4], [4, 9]], 2, 0.6),
        ([[2, 1], [3, 3], [5, 4], [9, 6]], 0, 0.0),
        # Shared in the end: open until the other drew level.
        ([[2, 1], [3, 2], [4, 4]], 0, 2 / 3),
    ],
)
def test_the_lead(rounds: list[list[int]], changes: int, decided: float) -> None:
    assert lead_changes(np.array(rounds)) == changes
    assert decided_at(np.array(rounds)) == pytest.approx(decided)


def test_who_leads_after_a_tenth() -> None:
    arrays = three_games()
    # The first round: seat 1 leads and wins, both share, seat 0 leads and wins.
    assert leader_wins(arrays, 1).tolist() == [1, 0.5, 1]
    found = drama_figures(arrays)
    assert [each["tenth"] for each in found["leader"]] == list(range(1, 11))
    assert found["leader"][-1]["wins"]["value"] == pytest.approx(2.5 / 3, abs=1e-5)
    assert found["changes"]["mean"]["value"] == 0
    assert found["decided"]["by_tenth"][0]["share"] == 1


def test_strata_are_seats_by_number_with_small_ones_merged() -> None:
    seats = np.tile([0, 1], 100)
    numbers = np.repeat([0, 1, 2, 3], [80, 80, 4, 36])
    found = strata(seats, numbers)
    groups = {
        (seat, number): set(found[(seats == seat) & (numbers == number)]) for seat in (0, 1) for number in range(4)
    }
    assert all(len(group) == 1 for group in groups.values())
    # Forty of 0, forty of 1; of 2 and 3 there are twenty together, which join those before.
    assert groups[0, 0] != groups[0, 1] == groups[0, 2] == groups[0, 3]
    assert groups[0, 0] != groups[1, 0]


def test_the_slope_is_the_difference_between_those_who_did_and_those_who_did_not() -> None:
    used = np.array([[1.0], [0], [0], [1], [1], [0], [0], [0]])
    won = np.array([1.0, 0, 0, 1, 0, 1, 1, 0])
    groups = np.zeros(8, dtype=int)
    (slope,) = slopes(centred(used, groups), centred(won[:, None], groups)[:, 0], 4)
    assert slope.value == pytest.approx(2 / 3 - 2 / 5)
    assert not slope.is_telling
    x = used[:, 0] - 3 / 8
    left = (won - 1 / 2) - x * (2 / 3 - 2 / 5)
    by_game, weight = (x * left).reshape(4, 2).sum(axis=1), (x**2).reshape(4, 2).sum(axis=1)
    # Each game as the slope without it sees it: by leaving one out after the other.
    assert by_game / (1 - weight / weight.sum()) == pytest.approx([_missed(x, won - 1 / 2, game) for game in range(4)])
    scores = by_game / (1 - weight / weight.sum())
    assert slope.error == pytest.approx(np.sqrt((scores**2).sum() * 4 / 3 * 8 / 6) / weight.sum())


def _missed(x: np.ndarray, y: np.ndarray, game: int) -> float:
    """What a game adds to the score of the slope that the other games give."""
    own = np.repeat(np.arange(4) == game, 2)
    slope = (x[~own] @ y[~own]) / (x[~own] @ x[~own])
    return float(x[own] @ (y[own] - slope * x[own]))


def test_what_goes_with_the_number_of_uses_alone_tells_nothing() -> None:
    numbers = np.array([1.0, -1, 2, -2])
    both = np.column_stack([3 * numbers, [1.0, 1, -1, -1]])
    assert without(both, numbers).tolist() == [[0, 1], [0, 1], [0, -1], [0, -1]]
    (nothing, _) = slopes(without(both, numbers), numbers, 2)
    assert not nothing.is_telling
    assert without(both, np.zeros(4)).tolist() == both.tolist()


def test_points_ahead_are_those_over_the_mean_of_the_others() -> None:
    arrays = arrays_of(np.array([[30, 20, 10]]), np.zeros((1, 3, 1), dtype=int))
    assert ahead_of_others(arrays).tolist() == [[15, 0, -15]]


def test_a_thing_that_is_worth_much_is_marked_and_the_others_are_not() -> None:
    arrays = drawn_games(np.random.default_rng(3), 400, 2, 10, [8.0, -8.0])
    (found,) = usage_figures(arrays)
    assert [thing["mark"] for thing in found["things"]] == ["more", "less", *[None] * 8]
    good, bad = found["things"][:2]
    # What is compared is this thing rather than another of as many.
    assert good["points"]["low"] < 8 < good["points"]["high"]
    assert bad["points"]["low"] < -8 < bad["points"]["high"]
    assert good["uses_a_game"] == pytest.approx(arrays.uses[:, :, 0].sum() / 400, abs=1e-5)


def test_what_is_used_too_seldom_has_no_interval() -> None:
    arrays = drawn_games(np.random.default_rng(4), 100, 2, 3)
    arrays.uses[:, :, 0] = 0
    arrays.uses[:5, 0, 0] = 1
    (found,) = usage_figures(arrays)
    assert [thing["wins"] is None for thing in found["things"]] == [True, False, False]
