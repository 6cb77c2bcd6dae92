"""The reference game alone, the end and scoring: each tricky rule on a hand-made position."""

import pytest

from .positions import act, let_chance, place, position
from .printed_data import PIECE_NAMED, STANDARD, names
from .reference import ReferenceGame
from .reference_parts import DRAW, PASS, UP
from .reference_scoring import score_breakdown

SIXTEEN = [("white", 5), ("purple", 5), ("yellow", 5), ("orange", 1)]
SEVENTEEN = [("white", 5), ("purple", 5), ("yellow", 5), ("orange", 2)]


def near_the_end(
    players: int,
    seat: int,
    first_seat: int = 0,
    *,
    is_counted: bool = False,
    is_late_draw_allowed: bool = True,
) -> ReferenceGame:
    """`seat` is to act and reaches 17 by placing its white triangle; the others hold three pieces."""
    satchels = [["black triangle", "black heart", "black drop"] for _ in range(players)]
    satchels[seat] = ["white triangle", "black heart", "black drop"]
    columns = [SIXTEEN if number == seat else [] for number in range(players)]
    return position(
        players,
        seat=seat,
        first_seat=first_seat,
        satchels=satchels,
        columns=columns,
        river={"heart": ["orange heart"]},
        lake=["dark blue drop"] * 5,
        bag={"orange drop": 60},
        inventory_counts_overflow=is_counted,
        lake_draws_after_trigger=is_late_draw_allowed,
    )


def turns_to_the_end(game: ReferenceGame) -> list[tuple[int, int, str]]:
    """Play on by first choices; (seat, round, phase) of every turn begun."""
    turns = []
    while game.actor is not None:
        if game.stage == "action":
            turns.append((game.seat, game.round, game.phase()))
        game.apply(game.choices()[0])
    return turns


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("first_seat", [0, 1])
def test_trigger_by_each_seat(players: int, first_seat: int) -> None:
    """G29, G31: the round is finished, then one final turn each, whoever triggers."""
    for place_in_round in range(players):
        seat = (first_seat + place_in_round) % players
        game = near_the_end(players, seat, first_seat)
        assert game.phase() == "play"
        let_chance(act(game, place("white triangle")))
        clockwise = [(first_seat + step) % players for step in range(players)]
        expected = [(number, 1, "finishing") for number in clockwise[place_in_round + 1 :]]
        expected += [(number, 2, "final") for number in clockwise]
        assert turns_to_the_end(game) == expected
        assert (game.phase(), game.seat, game.round) == ("over", clockwise[-1], 2)
        assert game.choices() == []


def test_sixteen_is_not_enough() -> None:
    """G29: 16 does not trigger."""
    game = near_the_end(2, 0)
    game.seats[0].columns[0].pop()
    let_chance(act(game, place("white triangle")))
    assert (game.inventory(0), game.turns_left, game.phase()) == (16, None, "play")


def test_seventeen_passed_in_one_gathering() -> None:
    """G29: reaches or passes."""
    game = near_the_end(2, 0)
    game.river[1].pieces = [PIECE_NAMED["orange heart"]] * 3
    let_chance(act(game, place("white triangle")))
    assert (game.inventory(0), game.phase()) == (19, "finishing")


def test_triggered_once() -> None:
    """G29: a second player reaching 17 changes nothing and tops nobody up."""
    game = near_the_end(3, 0)
    game.seats[1].columns = [[(name, "drop")] * height for name, height in SEVENTEEN[:-1]] + [
        [PIECE_NAMED["orange drop"]]
    ]
    let_chance(act(game, place("white triangle")))
    game.river[0].pieces = [PIECE_NAMED["orange heart"]] * 2
    left = game.turns_left
    let_chance(act(game, place("black triangle"), UP))
    assert game.inventory(1) == 18
    assert (left, game.turns_left) == (5, 4)
    assert len(game.seats[1].satchel) == 2


def test_top_up() -> None:
    """G30: all below 3 draw from the bag to 3; fuller satchels and the lake stay as they are."""
    game = near_the_end(3, 1)
    game.seats[2].satchel = []
    game.seats[0].satchel = [PIECE_NAMED["black drop"]] * 5
    let_chance(act(game, place("white triangle")))
    assert names(game.seats[1].satchel) == ["black heart", "black drop", "orange drop"]
    assert names(game.seats[2].satchel) == ["orange drop"] * 3
    assert len(game.seats[0].satchel) == 5
    assert len(game.lake) == 5


def test_top_up_order_with_a_short_bag() -> None:
    """G27, G30: the refill first, then from the triggering player clockwise, each filled before the next."""
    game = near_the_end(4, 2)
    game.seats[0].satchel = []
    game.seats[1].satchel = []
    game.seats[3].satchel = [PIECE_NAMED["black drop"]]
    # heart is emptied and lies beside triangle (1 stone): 1 refill, 1 for seat 2, 2 for seat 3, 2 for seat 0.
    game.bag.clear()
    game.bag[PIECE_NAMED["orange drop"]] = 6
    act(game, place("white triangle"))
    let_chance(game)
    assert [destination for destination, _ in game.drawn] == [
        ("tile", 0),
        ("satchel", 2),
        ("satchel", 3),
        ("satchel", 3),
        ("satchel", 0),
        ("satchel", 0),
    ]
    assert [len(seat.satchel) for seat in game.seats] == [2, 0, 3, 3]
    assert game.actor == 3


def test_top_up_with_an_empty_bag() -> None:
    """G27, G30: nothing to draw, and the end is triggered all the same."""
    game = near_the_end(2, 0)
    game.bag.clear()
    act(game, place("white triangle"))
    assert (game.actor, game.phase(), len(game.seats[0].satchel)) == (1, "finishing", 2)


def test_overflow_does_not_trigger() -> None:
    """G23, G29: the glassworks stays at 16; the piece for the full column is overflow."""
    game = near_the_end(2, 0)
    game.river[1].pieces = [PIECE_NAMED["white heart"]]
    let_chance(act(game, place("white triangle")))
    assert (game.inventory(0), game.phase()) == (16, "play")


def test_overflow_triggers_where_it_counts() -> None:
    """G23, G29, option: the same gathering reaches 17."""
    game = near_the_end(2, 0, is_counted=True)
    game.river[1].pieces = [PIECE_NAMED["white heart"]]
    let_chance(act(game, place("white triangle")))
    assert (game.inventory(0), game.phase()) == (17, "finishing")


@pytest.mark.parametrize(("is_counted", "phase"), [(True, "finishing"), (False, "play")])
def test_a_lake_draw_can_trigger_where_overflow_counts(is_counted: bool, phase: str) -> None:
    """G23, G25, G29, option: two dropped pieces move the marker from 16 to 18."""
    game = near_the_end(2, 0, is_counted=is_counted)
    let_chance(act(game, DRAW))
    while game.actor == 0:
        game.apply(game.choices()[0])
    let_chance(game)
    assert len(game.seats[0].overflow) == 2
    assert (game.inventory(0), game.phase()) == (18 if is_counted else 16, phase)


@pytest.mark.parametrize("is_allowed", [True, False])
def test_lake_draws_after_the_trigger(is_allowed: bool) -> None:
    """G32, option: barred from the turn after the triggering one, so an empty satchel passes (G28)."""
    game = near_the_end(2, 0, is_late_draw_allowed=is_allowed)
    assert DRAW in game.choices()
    let_chance(act(game, place("white triangle")))
    assert (DRAW in game.choices()) == is_allowed
    game.seats[1].satchel = []
    assert game.choices() == ([DRAW] if is_allowed else [PASS])


def test_nobody_can_act_any_more() -> None:
    """G33: bag, lake and satchels are empty after the last piece is placed; no passes follow."""
    game = position(3, seat=1, satchels=[[], ["white triangle"], []], bag={}, columns=[[("white", 1)]])
    act(game, place("white triangle"))
    assert (game.actor, game.phase(), game.seat, game.round) == (None, "over", 1, 1)
    assert game.scores() == [2, 0, 0]


def test_passes_while_another_can_act() -> None:
    """G28, G33: a seat with nothing passes as long as somebody holds glass."""
    game = position(3, satchels=[[], [], ["white triangle"]], bag={})
    act(game, PASS, PASS)
    assert (game.actor, game.phase()) == (2, "play")
    act(game, place("white triangle"))
    assert game.actor is None


def test_a_triggered_game_goes_on_with_passes() -> None:
    """G31, G33: after the trigger all turns are taken, if only by passing."""
    game = position(2, satchels=[["white triangle"]], bag={}, columns=[SIXTEEN], river={"heart": ["orange drop"]})
    act(game, place("white triangle"))
    assert turns_to_the_end(game) == [(1, 1, "finishing"), (0, 2, "final"), (1, 2, "final")]


@pytest.mark.parametrize(
    ("heights", "rows"),
    [
        ([], [0, 0, 0, 0, 0]),
        ([1], [1, 0, 0, 0, 0]),
        ([1, 5, 5, 5, 5, 5, 5], [22, 0, 0, 0, 0]),
        ([5, 1, 5, 5, 5, 5, 5], [22, 1, 1, 1, 1]),
        ([5, 4, 3, 2, 1], [11, 7, 4, 2, 1]),
        ([2, 2, 2, 2, 2, 2, 1], [22, 16, 0, 0, 0]),
        ([5] * 7, [22] * 5),
    ],
)
def test_rows(heights: list[int], rows: list[int]) -> None:
    """G34, G35: from the left up to the first gap, bottom to top."""
    assert score_breakdown(heights, 0, STANDARD)["rows"] == rows


@pytest.mark.parametrize(
    ("heights", "columns"),
    [
        ([], []),
        ([3], [(1, 3, 3)]),
        ([1, 1], [(1, 1, 1), (2, 1, 2)]),
        ([2, 3, 3, 3], [(2, 3, 6), (3, 3, 9)]),
        ([4, 5, 4, 4], [(2, 5, 10), (1, 4, 4)]),
        ([1, 1, 1, 1, 1, 1, 2], [(7, 2, 14), (1, 1, 1)]),
        ([5] * 7, [(1, 5, 5), (2, 5, 10)]),
    ],
)
def test_columns(heights: list[int], columns: list[tuple[int, int, int]]) -> None:
    """G36, G37: the two tallest, ties leftmost first; fewer where fewer are in use."""
    written = score_breakdown(heights, 0, STANDARD)["columns"]
    assert [(column["column"], column["height"], column["vp"]) for column in written] == columns


def test_the_published_example() -> None:
    """G40: rows 0 + 0 + 2 + 11 + 22, columns 10 + 16, two pieces of overflow: 55."""
    game = position(
        columns=[
            [
                ("white", 3),
                ("purple", 5),
                ("yellow", 2),
                ("orange", 4),
                ("black", 2),
                ("light blue", 1),
                ("dark blue", 1),
            ]
        ],
        overflow=[["white heart", "white drop"]],
    )
    assert game.breakdown(0) == {
        "rows": [22, 11, 2, 0, 0],
        "columns": [{"column": 2, "height": 5, "vp": 10}, {"column": 4, "height": 4, "vp": 16}],
        "overflow": -6,
        "total": 55,
    }


def test_shared_victory() -> None:
    """G39: equal totals share, however they came about; no tie-break by overflow or inventory."""
    game = position(
        3,
        columns=[[("white", 1), ("purple", 1)], [("white", 2), ("purple", 1)], [("yellow", 1), ("black", 1)]],
        overflow=[[], ["white drop"], []],
    )
    assert game.scores() == [5, 4, 5]
    assert game.winners() == [0, 2]
    game.seats[1].overflow = []
    assert game.winners() == [1]


def test_a_negative_total_can_win() -> None:
    """G38, G39: -3 a piece, and the highest wins even below 0."""
    game = position(2, overflow=[["white drop"], ["white drop"] * 2])
    assert (game.scores(), game.winners()) == ([-3, -6], [0])


def test_scores_use_the_printed_data_of_the_game() -> None:
    """G35, G37: other tables score otherwise."""
    game = position(columns=[[("white", 2)]])
    game.data = {**STANDARD, "row_vp": [0, 10, 20, 30, 40, 50, 60, 70], "overflow_vp": -1}
    assert game.scores()[0] == 10 + 10 + 2
