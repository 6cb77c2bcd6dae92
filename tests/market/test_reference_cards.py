"""The reference game alone, what cards can be besides planks and values: on hand-made positions."""

from typing import Any

import pytest

from .positions import LOOP, NUMBER, act, do, have, move, position, stop, stops, token
from .reference import ReferenceGame
from .reference_cards import Ability, Amounts, Effect, Payment, Scoring
from .reference_parts import END

ZOOM = "odds-and-ends"  # a card that moves anywhere and does nothing else
COIN = Effect(gain={"coin": 1})
EIGHT = (*LOOP[:2], "smoke-hut", "ice-shed", "dawn-catch", "pond-florist")
"""Downstream: Swap Meet, Dressmaker, Smoke Hut, Ice Shed, Dawn Catch, Pond Florist, Willow Larder, Mending Bench."""
Changes = dict[str, dict[str, Any]]


def gift(when: str) -> Ability:
    """A Cloth on that occasion."""
    return Ability("when", when=when, amounts={"cloth": 1})


def moving(step: int | None, abilities: tuple[Ability, ...] = (), *, is_against: bool = True) -> ReferenceGame:
    """A game of eight Booths: seat 0, at the Ice Shed, is to move with a card of that step, and has these Helpers."""
    helpers = ("otter-guide", "wood-duck", "magpie-agent")[: len(abilities)]
    changes: Changes = {"forage": {"step": step, "is_against": is_against, "effects": ()}}
    changes |= {helper: {"ability": ability} for helper, ability in zip(helpers, abilities, strict=True)}
    game = position(upper=EIGHT, hands=[["forage"]], helpers=[helpers], pawns=["ice-shed"], changes=changes)
    game.table.seats[0].tokens = 1
    return game


def test_u8_against_the_current() -> None:
    """Three steps back and none on; `reach` and `back` lengthen it; round the whole river at most."""
    everywhere = {*EIGHT, *LOOP} - {"ice-shed"}
    for game, expected in (
        (moving(3), {"smoke-hut", "dressmaker", "swap-meet"}),
        (moving(1, (Ability("reach", 1), Ability("back", 1))), {"smoke-hut", "dressmaker", "swap-meet"}),
        (moving(9), everywhere),
        (moving(1, (Ability("zoom"),)), everywhere),
    ):
        game.apply(move("forage"))
        assert stops(game) == expected
    game = moving(1)
    game.apply(token("forage"))  # a Zoom as ever
    assert stops(game) == everywhere


@pytest.mark.parametrize(
    ("step", "is_against", "place", "is_stroll"),
    [
        (3, True, "smoke-hut", True),  # one step against the current
        (3, True, "dressmaker", False),
        (9, True, "dawn-catch", True),  # the next one with the current, whichever way the pawn came
        (9, False, "smoke-hut", False),  # seven steps on; nothing leads back
        (None, False, "smoke-hut", False),
        (None, False, "dawn-catch", True),
    ],
)
def test_strolls(step: int | None, is_against: bool, place: str, is_stroll: bool) -> None:
    """One step clockwise in any way, or one against the current where the move may go so."""
    game = moving(step, (gift("stroll"),), is_against=is_against)
    act(game, move("forage"), stop(place))
    assert have(game) == ({"cloth": 1} if is_stroll else {})


@pytest.mark.parametrize(
    ("step", "is_against", "place", "passed"),
    [
        (4, False, "mending-bench", ("dawn-catch", "pond-florist", "willow-larder")),
        (9, False, "smoke-hut", ("dawn-catch", "pond-florist", "willow-larder", "mending-bench", *LOOP[:2])),
        (3, True, "swap-meet", ("dressmaker", "smoke-hut")),
        (9, True, "dawn-catch", ("smoke-hut", *LOOP, "pond-florist")),
        (1, True, "smoke-hut", ()),
        (None, False, "mending-bench", ()),  # a Zoom passes nothing
    ],
)
def test_u11_passed(step: int | None, is_against: bool, place: str, passed: tuple[str, ...]) -> None:
    """A gift for each Booth of its owner on the way, start and stop not among them; none for one's own pawn."""
    for owners in ({"smoke-hut": 1, "dawn-catch": 1, "pond-florist": 0, "ice-shed": 1}, {"pond-florist": 1}):
        game = moving(step, (gift("passed"),), is_against=is_against)
        game.table.owner = {NUMBER[booth]: owner for booth, owner in owners.items()}
        game.table.seats[1].helpers = set(game.table.seats[0].helpers)
        act(game, move("forage"), stop(place))
        times = sum(owners.get(booth) == 1 for booth in passed)
        assert [have(game, seat) for seat in (0, 1)] == [{}, {"cloth": times} if times else {}]


@pytest.mark.parametrize(("place", "passed"), [("swap-meet", "dressmaker"), ("willow-larder", "dawn-catch")])
def test_the_way_a_move_takes(place: str, passed: str) -> None:
    """With `back`, what can be reached clockwise is reached so, and only the rest against the current."""
    for booth, times in ((passed, 1), ("mending-bench", 0)):
        game = moving(3, (Ability("back", 5), gift("passed")), is_against=False)
        game.table.owner = {NUMBER[booth]: 1}
        game.table.seats[1].helpers = {NUMBER["wood-duck"]}
        act(game, move("forage"), stop(place))
        assert have(game, 1).get("cloth", 0) == times


# ---- Booths ----


def at(booth: str, changes: Changes, **more: Any) -> ReferenceGame:
    """A game of the eight Booths in which seat 0 has just stopped at one of them."""
    game = position(len(more.get("pawns", "ab")), upper=EIGHT, hands=[[ZOOM]], changes=changes, **more)
    act(game, move(ZOOM), stop(booth))
    return game


MIRRORS: Changes = {name: {"is_mirror": True, "effects": ()} for name in ("smoke-hut", "ice-shed")}


def test_u7_a_mirror_has_the_planks_of_the_next_booth_that_is_none() -> None:
    """Past another mirror, with the way of choosing; what is activated is the mirror, with its owner's bonus."""
    changes = MIRRORS | {"dawn-catch": {"effects": (COIN, Effect(gain={"fish": 2})), "is_choose": True}}
    changes["smoke-hut"] |= {"owner_bonus": {"lily": 1}}
    owners = {"smoke-hut": 1, "ice-shed": 2, "dawn-catch": 2}
    game = at("smoke-hut", changes, owners=owners, pawns=["swap-meet"] * 3)
    assert game.choices() == [END, do(0), do(1)]
    game.apply(do(1))
    assert [have(game, seat) for seat in range(3)] == [{"fish": 2}, {"lily": 1}, {}]
    assert game.stage == "draws"


def test_a_mirror_may_copy_a_starting_booth_round_the_bend() -> None:
    """The last built Booth has the planks of the next one in the other row; with those of one way nothing is added."""
    changes: Changes = {"pond-florist": {"is_mirror": True, "effects": ()}}
    game = at("pond-florist", changes, owners={"pond-florist": 1}, resources=[{"veggie": 2}])
    assert game.choices() == [END, do(0), do(1)]  # the Willow Larder's
    game.apply(do(1))
    assert have(game) == {"coin": 1}
    planks = Effect(pay=Payment({"coin": 1}), gain={"fish": 1}), COIN
    changes |= {"willow-larder": {"effects": planks, "is_choose": False}}
    game = at("pond-florist", changes, owners={"pond-florist": 1}, resources=[{"coin": 1}])
    game.apply(do(0))
    assert game.stage == "draws"  # the free one is listed first, as on the Willow Larder


def test_a_mirror_has_no_star_spaces() -> None:
    """A plank that attends cannot be done there; the others can."""
    changes = MIRRORS | {"dawn-catch": {"kind": "event", "stars": 3, "effects": (Effect(is_attending=True), COIN)}}
    game = at("ice-shed", changes, owners={"ice-shed": 1, "dawn-catch": 1})
    assert game.choices() == [END, do(1)]


def test_copied_deeds_work_from_where_the_pawn_is() -> None:
    """Sailing on from the mirror leads to the next Booth, though the plank is that of a later one."""
    changes = MIRRORS | {"dawn-catch": {"effects": (Effect(also="sail-on"), COIN)}}
    game = at("smoke-hut", changes, owners={})
    game.apply(do(0))
    assert game.table.seats[0].pawn == NUMBER["ice-shed"]
    assert game.choices() == [END, do(1)]


@pytest.mark.parametrize(
    ("ability", "own", "owners"),
    [
        (None, {}, {"fish": 3}),
        (Ability("shared-bonus"), {"fish": 3}, {"fish": 3}),
        (Ability("bonus-too"), {"fish": 6}, {"fish": 3}),  # with the visitor's `bonus-again`
    ],
)
def test_u9_owner_bonus_per_pawn(ability: Ability | None, own: Amounts, owners: Amounts) -> None:
    """U9, U12: the visitor's and the owner's pawns count; powers of the visitor come to it or not."""
    changes: Changes = {"smoke-hut": {"owner_bonus": {"fish": 1}, "is_bonus_per_pawn": True, "effects": (COIN,)}}
    changes |= {"otter-guide": {"ability": Ability("bonus-again", 1)}, "wood-duck": {"ability": ability}}
    pawns = ["swap-meet", "smoke-hut", "smoke-hut", "ice-shed"]
    helpers = [["otter-guide", "wood-duck"]]
    game = at("smoke-hut", changes, owners={"smoke-hut": 1}, pawns=pawns, helpers=helpers)
    game.apply(do(0))
    assert have(game) == {"coin": 1} | own
    assert have(game, 1) == owners
    game = at("smoke-hut", changes, owners={"smoke-hut": 0}, pawns=pawns, helpers=helpers)
    game.apply(do(0))
    assert have(game) == {"coin": 1}  # no Owner bonus of one's own Booth


# ---- scoring ----


def test_guests() -> None:
    """Other seats' pawns on Booths that the seat owns, wherever they are; not its own, and none unowned."""
    game = position(
        4,
        upper=EIGHT,
        owners={"smoke-hut": 0, "ice-shed": 0, "dawn-catch": 1},
        pawns=["smoke-hut", "smoke-hut", "ice-shed", "dawn-catch"],
    )
    assert [game.table.count(seat, "guests") for seat in range(4)] == [2, 1, 0, 0]


@pytest.mark.parametrize(
    ("cloths", "points"),
    [
        ((4, 3, 9), [5, 0, 0]),  # the last one does not attend
        ((5, 4, 0), [5, 5, 0]),  # two full measures each: a tie
        ((1, 1, 9), [0, 0, 0]),  # no full measure
        ((0, 2, 0), [0, 5, 0]),
    ],
)
def test_u10_contests(cloths: tuple[int, ...], points: list[int]) -> None:
    """The points once, to all who have most full measures of those who attend, and at least one."""
    contest = Scoring(5, {"cloth": 2}, "", 1, 0, is_contest=True)
    game = position(
        3,
        upper=EIGHT,
        owners={"dawn-catch": 2},
        stars={"dawn-catch": [0]},
        pawns=["swap-meet", "dawn-catch", "swap-meet"],
        resources=[{"cloth": number} for number in cloths],
        changes={"dawn-catch": {"kind": "event", "stars": 2, "attending": (contest,)}},
    )
    found = [sum(item["vp"] for item in game.breakdown(seat)["events"]) for seat in range(3)]
    assert found == points


def test_a_contest_of_a_count() -> None:
    """Two Booths a measure: three and two Booths are a tie."""
    contest = Scoring(4, {}, "booths", 2, 0, is_contest=True)
    owned = dict(zip(EIGHT[2:5], (0, 0, 0), strict=True)) | {"pond-florist": 1, "turnip-barrow": 1}
    game = position(
        upper=[*EIGHT, "turnip-barrow"],
        owners=owned,
        pawns=["dawn-catch", "dawn-catch"],
        changes={"dawn-catch": {"kind": "event", "stars": 2, "attending": (contest,)}},
    )
    assert [game.breakdown(seat)["events"][0]["vp"] for seat in (0, 1)] == [4, 4]
