"""The reference game alone, what decks can say besides paying and gaining: on hand-made positions."""

from typing import Any

import pytest

from .positions import LOOP, NUMBER, act, bonus, do, gain, have, ids, move, pay, position, shed, stop, token
from .reference import ReferenceGame
from .reference_cards import Ability, Amounts, Effect, Payment
from .reference_parts import END

ZOOM = "odds-and-ends"  # a card that moves anywhere and does nothing else
UPPER = (*LOOP[:2], "smoke-hut", "ice-shed")
"""Downstream: Swap Meet, Dressmaker, Smoke Hut, Ice Shed, Willow Larder, Mending Bench."""
COIN = Effect(gain={"coin": 1})
Changes = dict[str, dict[str, Any]]
YIELDS = {"wood-duck": Ability("when", when="yield", resource="fish", amounts={"lily": 1})}


def at(
    *planks: Effect,
    card: str = ZOOM,
    resources: Amounts | None = None,
    hand: tuple[str, ...] = (),
    pawns: tuple[str, ...] = ("swap-meet", "swap-meet"),
    owners: dict[str, int] | None = None,
    helpers: dict[str, Ability] | None = None,
    changes: Changes | None = None,
) -> ReferenceGame:
    """A game in which seat 0 has just stopped at a Smoke Hut with these planks; `helpers` are seat 0's."""
    changed = {"smoke-hut": {"effects": planks}, "ice-shed": {"effects": (COIN,)}} | (changes or {})
    changed |= {helper: {"ability": ability} for helper, ability in (helpers or {}).items()}
    game = position(
        len(pawns),
        upper=UPPER,
        owners={"smoke-hut": 1, "ice-shed": 1} | (owners or {}),
        hands=[[card, *hand]],
        resources=[resources or {}],
        helpers=[list(helpers or {})],
        pawns=pawns,
        changes=changed,
    )
    act(game, move(card), stop("smoke-hut"))
    return game


def where(game: ReferenceGame) -> list[str]:
    """The Booths on which the pawns stand."""
    return ids([seat.pawn for seat in game.table.seats])


def test_u1_draw_adds_two_cards_to_the_refill() -> None:
    """Three cards in hand, one used: two are missing, and each draw brings two more; of a full hand only those."""
    for planks, extra in (((COIN,), 0), ((Effect(also="draw"),), 2), ((Effect(also="draw"),) * 2, 4)):
        game = at(*planks, hand=("forage", "haggle"))
        for number in range(len(planks)):
            assert len(game.table.seats[0].hand) == 2
            game.apply(do(number))
        assert game.queue == [0] * (2 + extra)
    game = at(Effect(also="draw"), hand=("forage", "haggle", "tailwind", "twin-scales", "dawn-catch"))
    game.apply(do(0))
    assert game.queue == [0] * 2


def test_u2_take_back_returns_the_card_used() -> None:
    """It counts as a card in hand at the refill, and is not in the discard pile a second time."""
    game = at(Effect(also="take-back"), Effect(also="take-back"), COIN, hand=("forage",))
    game.apply(do(0))
    assert game.table.seats[0].hand == {NUMBER[ZOOM], NUMBER["forage"]}
    assert game.table.discard == set()
    assert game.choices() == [END, do(2)]
    game.apply(do(2))
    assert game.queue == [0] * 2


def test_a_card_taken_back_pays_for_what_follows_only() -> None:
    """It cannot pay for taking itself back; afterwards any card can be spent, and be taken back once more."""
    dearly = Effect(pay=Payment(cards=1), also="take-back")
    assert at(dearly, hand=()).stage == "draws"
    game = at(dearly, Effect(pay=Payment(cards=1), gain={"coin": 1}), Effect(also="take-back"), hand=("forage",))
    act(game, do(0))  # Forage, the only card, unasked
    assert game.table.discard == {NUMBER["forage"]}
    game.apply(do(1))
    assert game.table.discard == {NUMBER["forage"], NUMBER[ZOOM]}
    game.apply(do(2))
    assert game.table.discard == {NUMBER["forage"]}
    # The Action that moved the pawn is a lower card than the one spent before.
    low, high = sorted(("haggle", "forage"), key=NUMBER.__getitem__)
    planks = Effect(pay=Payment(cards=1), gain={"coin": 1}, times=2), Effect(pay=Payment({"coin": 1}), also="take-back")
    game = position(
        upper=UPPER, owners={"smoke-hut": 1}, hands=[[low, high]], changes={"smoke-hut": {"effects": planks}}
    )
    game.table.seats[0].tokens = 1
    act(game, token(low), stop("smoke-hut"), do(0))
    assert have(game) == {"coin": 1}
    game.apply(do(1))
    assert game.table.seats[0].hand == {NUMBER[low]}


def test_u3_call_brings_the_next_pawns_downstream() -> None:
    """All pawns of the first other Booth with any; those further on stay, and so do those upstream."""
    pawns = ("swap-meet", "willow-larder", "willow-larder", "mending-bench", "dressmaker")
    helpers = {"otter-guide": Ability("when", when="meeting", amounts={"cloth": 1})}
    game = at(Effect(also="call"), COIN, Effect(also="call"), pawns=pawns, helpers=helpers)
    game.apply(do(0))
    assert where(game) == ["smoke-hut"] * 3 + ["mending-bench", "dressmaker"]
    assert have(game) == {}  # no gifts of arrival
    game.apply(do(2))
    assert where(game) == ["smoke-hut"] * 4 + ["dressmaker"]
    game = at(Effect(also="call"), COIN, pawns=("swap-meet", "smoke-hut"))
    assert game.choices() == [END, do(1)]  # nobody stands elsewhere


def test_a_count_is_taken_after_the_deed() -> None:
    """One pawn comes: a Coin for it, and one for the one that was there."""
    game = at(
        Effect(gain={"coin": 1}, for_each="others-here", also="call"), pawns=("swap-meet", "smoke-hut", *LOOP[:1])
    )
    game.apply(do(0))
    assert have(game) == {"coin": 2}


def test_u4_collect_gives_each_own_owner_bonus() -> None:
    """Both own Booths' bonuses, each as often as `bonus-again` says; nothing of other players' Booths."""
    changes = {
        "ice-shed": {"owner_bonus": {"fish": 2}},
        "smoke-hut": {"owner_bonus": {"coin": 1}, "effects": (Effect(also="collect"),)},
    }
    game = at(changes=changes, owners={"ice-shed": 0, "smoke-hut": 0})
    game.apply(do(0))
    assert have(game) == {"fish": 2, "coin": 1}
    again = {"otter-guide": Ability("bonus-again", 2)}
    game = at(changes=changes, owners={"ice-shed": 0}, helpers=again)
    game.apply(do(0))
    assert have(game) == {"fish": 6}
    assert have(game, 1) == {"coin": 1}  # its owner's, for the activation
    assert at(Effect(also="collect")).stage == "draws"  # no own Booth


def test_collect_counts_pawns_where_the_bonus_is_per_pawn() -> None:
    """Two pawns on the Ice Shed: twice its bonus. Without a pawn there is nothing to collect."""
    changes = {"ice-shed": {"owner_bonus": {"fish": 2}, "is_bonus_per_pawn": True}}
    pawns = ("swap-meet", "ice-shed", "ice-shed")
    game = at(Effect(also="collect"), changes=changes, owners={"ice-shed": 0}, pawns=pawns)
    game.apply(do(0))
    assert have(game) == {"fish": 4}
    assert at(Effect(also="collect"), changes=changes, owners={"ice-shed": 0}).stage == "draws"


def test_what_is_collected_does_not_pay_for_it() -> None:
    """A Good has to be there before: then that one is paid, though there would be two to choose from afterwards."""
    dear = Effect(pay=Payment(look="any", number=1), also="collect")
    changes = {"ice-shed": {"owner_bonus": {"fish": 1}}}
    assert at(dear, changes=changes, owners={"ice-shed": 0}).stage == "draws"
    game = at(dear, changes=changes, owners={"ice-shed": 0}, resources={"tool": 1})
    game.apply(do(0))
    assert have(game) == {"fish": 1}
    game = at(Effect(gain={"coin": 5}, also="collect"), changes=changes, owners={"ice-shed": 0}, helpers=YIELDS)
    game.apply(do(0))
    assert have(game) == {"fish": 1, "coin": 5}  # what is collected is no gain of the plank


@pytest.mark.parametrize(("owner", "gained"), [(0, {"coin": 1, "fish": 3}), (1, {"coin": 1, "fish": 3})])
def test_u5_share_gives_the_owner_bonus_to_the_visitor(owner: int, gained: Amounts) -> None:
    """As the first plank it is for its own activation, with one's own `bonus-again` and the Booth's pawns."""
    changes = {"smoke-hut": {"owner_bonus": {"fish": 1}, "effects": (Effect(gain={"coin": 1}, also="share"),)}}
    again = {"otter-guide": Ability("bonus-again", 2)}
    game = at(changes=changes, owners={"smoke-hut": owner}, helpers=again)
    game.apply(do(0))
    assert have(game) == gained
    assert have(game, 1) == ({"fish": 1} if owner else {})
    changes["smoke-hut"]["is_bonus_per_pawn"] = True
    game = at(changes=changes, owners={"smoke-hut": owner}, pawns=("swap-meet", "smoke-hut"))
    game.apply(do(0))
    assert have(game) == {"coin": 1, "fish": 2}


def test_share_comes_too_late_for_an_activation_before() -> None:
    """Done as the second plank it is for nothing here, and still good for the Booth sailed to; not done unowned."""
    planks = COIN, Effect(also="share"), Effect(also="sail-on")
    changes: Changes = {name: {"owner_bonus": {"fish": 1}} for name in ("smoke-hut", "ice-shed")}
    changes["smoke-hut"]["effects"], changes["ice-shed"]["effects"] = planks, (COIN,)
    game = at(changes=changes)
    act(game, do(0), do(1))
    assert have(game) == {"coin": 1}
    act(game, do(2), do(0))
    assert have(game) == {"coin": 2, "fish": 1}
    game = position(hands=[[ZOOM]], changes={"mending-bench": {"effects": (Effect(also="share"), COIN)}})
    act(game, move(ZOOM), stop("mending-bench"))
    assert game.choices() == [END, do(1)]  # a Starting Booth has no owner


def test_u6_sail_on_activates_the_next_booth_too() -> None:
    """After gains and the Owner bonus; the planks left behind are gone, and the next Booth is a new activation."""
    changes: Changes = {name: {"owner_bonus": {"fish": 1}} for name in ("smoke-hut", "ice-shed")}
    changes["smoke-hut"]["effects"] = (Effect(gain={"tool": 1}, also="sail-on"), COIN)
    changes["ice-shed"]["effects"] = (COIN, Effect(gain={"cloth": 2}), Effect(also="sail-on"))
    game = at(changes=changes, helpers={"otter-guide": Ability("when", when="others-booth", amounts={"veggie": 1})})
    game.apply(do(0))
    assert where(game)[0] == "ice-shed"
    assert (have(game), have(game, 1)) == ({"tool": 1, "veggie": 1}, {"fish": 1})
    assert game.choices() == [END, do(0), do(1)]  # sailing on once a turn
    act(game, do(1), do(0))  # every order is listed
    assert have(game) == {"tool": 1, "veggie": 2, "coin": 1, "cloth": 2}
    assert have(game, 1) == {"fish": 2}
    assert game.stage == "draws"


def test_sail_on_opens_the_next_booth_whole() -> None:
    """It chooses for itself what the Booth before has chosen already, and yields are asked for again."""
    fish = Effect(gain={"fish": 1})
    changes: Changes = {
        "smoke-hut": {"is_choose": True, "effects": (COIN, Effect(gain={"fish": 1}, also="sail-on"))},
        "ice-shed": {"is_choose": True, "effects": (fish, COIN)},
    }
    game = at(changes=changes, helpers=YIELDS)
    game.apply(do(1))
    assert game.choices() == [END, do(0), do(1)]
    game.apply(do(0))
    assert have(game) == {"fish": 2, "lily": 2}
    assert game.stage == "draws"


def test_sailing_on_is_no_arrival() -> None:
    """No stroll, no meeting, nobody passed; the current leads from the last Booth to the first."""
    helpers = {
        name: Ability("when", when=when, amounts={"cloth": 1})
        for name, when in (("otter-guide", "meeting"), ("wood-duck", "stroll"))
    }
    changes: Changes = {"mending-bench": {"effects": (Effect(also="sail-on"),)}}
    changes |= {helper: {"ability": ability} for helper, ability in helpers.items()}
    game = position(hands=[[ZOOM]], helpers=[list(helpers)], pawns=["dressmaker", "swap-meet"], changes=changes)
    act(game, move(ZOOM), stop("mending-bench"), do(0))
    assert where(game) == ["swap-meet", "swap-meet"]
    assert have(game) == {}


@pytest.mark.parametrize(
    ("timing", "first", "later"),
    [
        ("either", [END, do(0), do(1), bonus()], [END, do(1), bonus()]),
        ("before", [END, do(0), do(1), bonus()], [END, do(1)]),
        ("after", [END, do(0), do(1), bonus()], [END, do(1), bonus()]),
    ],
)
def test_sail_on_as_an_action(timing: str, first: list[int], later: list[int]) -> None:
    """Before the planks, between them or after them as the timing allows; the next Booth's planks follow."""
    effects = {"haggle": {"effects": (Effect(also="sail-on"),), "timing": timing, "step": None}}
    planks = COIN, Effect(pay=Payment({"coin": 1}), gain={"tool": 1})
    game = at(*planks, card="haggle", resources={"coin": 1}, changes=effects)
    assert game.choices() == first
    twin = game.copy()
    twin.apply(bonus())
    assert twin.choices() == [END, do(0)]  # the Ice Shed's
    game.apply(do(0))
    assert game.choices() == later
    if bonus() in later:
        game.apply(bonus())
        assert where(game)[0] == "ice-shed"
        assert game.choices() == [END, do(0)]


@pytest.mark.parametrize("timing", ["either", "before", "after"])
def test_another_action_between_two_booths(timing: str) -> None:
    """After sailing on, an Action is before the planks of the next Booth; one for afterwards ends them."""
    changes = {"haggle": {"effects": (Effect(gain={"lily": 1}),), "timing": timing, "step": None}}
    game = at(Effect(also="sail-on"), card="haggle", changes=changes)
    game.apply(do(0))
    assert game.choices() == [END, do(0), bonus()]
    game.apply(bonus())
    assert game.stage == ("draws" if timing == "after" else "visit")


def test_with_a_deed_every_order_is_listed() -> None:
    """Free planks after paid ones, lower after higher, the Action's free effect after the planks."""
    planks = COIN, Effect(pay=Payment({"fish": 1}), gain={"tool": 1}), Effect(also="draw")
    free = {"haggle": {"effects": (Effect(gain={"lily": 1}),), "step": None}}
    game = at(*planks, card="haggle", resources={"fish": 1}, changes=free)
    for done, rest in ((2, [do(0), do(1)]), (1, [do(0)])):
        game.apply(do(done))
        assert game.choices() == [END, *rest, bonus()]
    paid = Payment(look="any", number=1)
    game = at(Effect(pay=paid, gain_look="any", gain_number=1, times=2), Effect(also="draw"), resources={"tool": 2})
    act(game, do(0), gain("lily"), do(0))
    assert game.choices() == [pay("tool"), pay("lily")]
    game.apply(pay("tool"))
    assert gain("veggie") in game.choices()


def test_cards_of_one_payment_rise() -> None:
    """M47: with a deed too, which cards are spent is a choice, and not their order."""
    game = at(Effect(pay=Payment(cards=2), also="draw"), hand=("forage", "haggle", "tailwind"))
    game.apply(do(0))
    low, middle, high = sorted(("forage", "haggle", "tailwind"), key=NUMBER.__getitem__)
    assert game.choices() == [shed(low), shed(middle)]
    game.apply(shed(middle))
    assert NUMBER[high] in game.table.discard
