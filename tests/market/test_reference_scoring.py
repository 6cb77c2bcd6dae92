"""The reference game alone, scoring: the five categories, and the best assignment by trying everything."""

from random import Random

import pytest

from .positions import LOOP, position
from .reference_cards import Amounts, Scoring, Store
from .reference_scoring import best_storing, most_batches, removals

LILIES = Store(1, 3, {"lily": 2}, 0)
ANYTHING = Store(1, 2, {}, 3)
COINS = Store(2, 3, {"coin": 2}, 0)


@pytest.mark.parametrize(
    ("goods", "batches"),
    [
        ((0, 0, 0, 0, 0), 0),
        ((9, 9, 0, 0, 0), 0),
        ((1, 1, 1, 0, 0), 1),
        ((2, 2, 1, 1, 0), 2),
        ((9, 1, 1, 1, 1), 2),
        ((3, 3, 3, 3, 3), 5),
        ((5, 4, 3, 2, 1), 5),
        ((7, 3, 2, 2, 1), 4),
    ],
)
def test_m140_batches(goods: tuple[int, ...], batches: int) -> None:
    """M140, M141: batches of any three different Goods, and the arithmetic that says how many."""
    assert most_batches(goods) == batches
    by_arithmetic = max(k for k in range(20) if sum(min(amount, k) for amount in goods) >= 3 * k)
    assert by_arithmetic == batches


def test_m140_arithmetic_holds_for_all_small_stocks() -> None:
    """M140: the largest k with enough Goods, no more than k of each, is what trying everything finds."""
    rng = Random("batches")
    for _ in range(300):
        goods = tuple(sorted((rng.randrange(9) for _ in range(5)), reverse=True))
        assert most_batches(goods) == max(k for k in range(20) if sum(min(n, k) for n in goods) >= 3 * k)


def test_ways_to_take_goods() -> None:
    """All multisets there are, each once."""
    assert sorted(removals((2, 0, 1, 0, 3), 2)) == sorted(
        [(2, 0, 0, 0, 0), (1, 0, 1, 0, 0), (1, 0, 0, 0, 1), (0, 0, 1, 0, 1), (0, 0, 0, 0, 2)]
    )
    assert removals((1, 0, 0, 0, 0), 2) == []
    assert len(removals((4, 4, 4, 4, 4), 4)) == 70


@pytest.mark.parametrize(
    ("stock", "stores", "points"),
    [
        ((0, 0, 0, 0, 5, 0), [LILIES], 2),  # the fifth Lily stays on the mat (M136)
        ((0, 0, 0, 0, 9, 0), [LILIES], 3),  # three lots at most
        ((1, 1, 0, 0, 3, 0), [LILIES], 2),  # two Lilies here, the third in a batch
        ((1, 1, 1, 0, 0, 0), [ANYTHING], 1),  # on the card or a batch, not both (M135, M136)
        ((3, 0, 0, 0, 0, 0), [ANYTHING], 1),
        ((4, 1, 1, 0, 0, 0), [ANYTHING], 2),  # three Veggies here, the batch with the fourth
        ((0, 0, 0, 0, 4, 0), [LILIES, ANYTHING], 2),
        ((0, 0, 0, 0, 5, 0), [LILIES, ANYTHING], 2),
        ((0, 0, 0, 0, 0, 5), [COINS], 4),
        ((0, 0, 0, 0, 0, 9), [COINS], 7),  # six Coins here, three left
    ],
)
def test_r11_best_assignment(stock: tuple[int, ...], stores: list[Store], points: int) -> None:
    """R11, M134 to M136, M144: the most points that storing and leftovers make together."""
    found, assigned = best_storing(stock, stores)
    assert found == points
    assert len(assigned) == len(stores)
    assert all(here >= sum(each) for here, each in zip(stock, zip(*assigned, strict=True), strict=True))


def total(resources: Amounts, **more: object) -> int:
    """Seat 0's points in a position."""
    return position(resources=[resources], **more).scores()[0]  # type: ignore[arg-type]


def test_m122_breakdown_of_the_rulebooks_example() -> None:
    """M122 to M141, R11: Lilies count for the Event and lie on the Wood Duck; five categories and the sum."""
    game = position(
        upper=[*LOOP[:2], "lilypad-hop", "dawn-catch", "terrace-garden"],
        owners={"lilypad-hop": 1, "dawn-catch": 0, "terrace-garden": 0},
        helpers=[["wood-duck", "gossiping-vole"]],
        pawns=["lilypad-hop"],
        resources=[{"lily": 5, "coin": 7, "veggie": 2, "fish": 1, "tool": 1}],
    )
    assert game.breakdown(0) == {
        "events": [{"card": "lilypad-hop", "vp": 2}],
        "booths": [{"card": "dawn-catch", "vp": 3}, {"card": "terrace-garden", "vp": 0 + 2}],
        "helpers": [
            {"card": "wood-duck", "stored": {"lily": 4}, "vp": 2 + 2},
            {"card": "gossiping-vole", "vp": 2 + 1},
        ],
        "coins": {"coins": 7, "vp": 3},
        "goods": {"goods": {"veggie": 2, "fish": 1, "tool": 1, "lily": 1}, "vp": 1},
        "total": 2 + 5 + 7 + 3 + 1,
    }
    assert game.scores() == [18, 3]


def test_m126_m129_who_attends() -> None:
    """M126 to M129, M88, M90: by house or pawn, once; the owner's marking house does not attend."""
    more: dict[str, object] = {"upper": [*LOOP[:2], "angling-contest"], "owners": {"angling-contest": 1}}
    fish = {"fish": 4}
    assert total(fish, **more) == 0
    assert total(fish, **more, pawns=["angling-contest"]) == 4
    assert total(fish, **more, stars={"angling-contest": [0]}) == 4
    assert total(fish, **more, stars={"angling-contest": [0, 0]}, pawns=["angling-contest"]) == 4
    assert total({"fish": 9}, **more, pawns=["angling-contest"]) == 6  # its limit
    game = position(**more, resources=[{}, fish])  # type: ignore[arg-type]
    assert game.scores() == [0, 2]


def test_counts_that_score() -> None:
    """M125, M133: kinds, Booths, Helpers, Events attended, pairs, whatever the card names."""
    row = [*LOOP[:2], "bank-side-potluck", "roof-raising", "helpers-holiday", "float-of-lanterns", "patchwork-parade"]
    everywhere = {event: [0] for event in row[2:]}
    game = position(
        upper=row,
        owners=dict.fromkeys(row[2:], 1),
        stars=everywhere,
        helpers=[["otter-guide", "frog-porter"]],
        resources=[{"cloth": 5, "tool": 6, "veggie": 1}],
    )
    assert [item["vp"] for item in game.breakdown(0)["events"]] == [3, 0, 4, 2 * 5, 5]
    game.table.owner = dict.fromkeys(game.table.owner, 0)
    assert [item["vp"] for item in game.breakdown(0)["events"]] == [3, 5, 4, 2 * 5, 5]


def test_every_count() -> None:
    """The counts that deck files may name."""
    game = position(
        3,
        upper=[*LOOP[:2], "roof-raising"],
        owners={"roof-raising": 0},
        helpers=[["otter-guide", "frog-porter"]],
        pawns=["roof-raising", "roof-raising"],
        houses=[3],
        resources=[{"cloth": 5, "tool": 6, "coin": 7}],
    )
    counts = {"one": 1, "goods": 11, "kinds": 2, "booths": 1, "events": 1, "helpers": 2, "attended": 1}
    counts |= {"houses-left": 3, "others-here": 1, "river": 5}
    assert {what: game.table.count(0, what) for what in counts} == counts
    with pytest.raises(ValueError, match="no count"):
        game.table.count(0, "luck")


def test_scorings_with_measure_and_limit() -> None:
    """M133: for every so many of a count, remainders ignored, and never above the limit."""
    scorings = (Scoring(2, {}, "goods", 4, 0), Scoring(3, {"fish": 1, "coin": 2}, "", 1, 5))
    changes = {"otter-guide": {"scorings": scorings, "points": 0}}
    resources = {"fish": 7, "coin": 5}
    assert total(resources, helpers=[["otter-guide"]], changes=changes) == 2 + 5 + 2


def test_best_storing_beats_every_random_assignment() -> None:
    """R11: no way of filling the cards at random is worth more than what is found."""
    rng = Random("storing")
    stores = [LILIES, ANYTHING, COINS, Store(2, 3, {"cloth": 1, "tool": 1}, 0)]
    for _ in range(60):
        stock = tuple(rng.randrange(6) for _ in range(6))
        best, _ = best_storing(stock, stores)
        for _ in range(30):
            left = list(stock)
            points = 0
            for store in rng.sample(stores, len(stores)):
                for _ in range(rng.randrange(store.lots + 1)):
                    goods = [place for place in range(5) for _ in range(left[place])]
                    if store.any_goods:
                        lot = rng.sample(goods, 3) if len(goods) >= 3 else [0] * 99
                    else:
                        names = ("veggie", "fish", "cloth", "tool", "lily", "coin")
                        lot = [names.index(name) for name, n in store.lot.items() for _ in range(n)]
                    if all(left[place] >= lot.count(place) for place in lot):
                        points += store.points
                        for place in lot:
                            left[place] -= 1
            batches = most_batches(tuple(sorted(left[:5], reverse=True)))
            assert points + batches + left[5] // 2 <= best
