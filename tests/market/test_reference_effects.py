"""The reference game alone, what is done on a Booth: tricky rules on hand-made positions."""

import pytest

from .positions import (
    LOOP,
    NUMBER,
    act,
    bonus,
    do,
    gain,
    have,
    move,
    pay,
    position,
    shed,
    stop,
    visit,
)
from .reference import ReferenceGame
from .reference_cards import Ability, Amounts, Effect, Payment
from .reference_parts import END

ZOOM = "odds-and-ends"  # a card that moves anywhere and does nothing else


def at(
    booth: str,
    resources: Amounts,
    *,
    card: str = ZOOM,
    owner: int | None = None,
    hand: tuple[str, ...] = (),
    helpers: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
    **more: object,
) -> ReferenceGame:
    """A game in which seat 0 has just stopped at the Booth; `others` are seat 1's Helpers."""
    upper = LOOP[:2] if booth in LOOP else (*LOOP[:2], booth)
    game = position(
        upper=upper,
        owners={} if booth in LOOP or owner is None else {booth: owner},
        hands=[[card, *hand]],
        resources=[resources],
        helpers=[helpers, others],
        pawns=["swap-meet" if booth != "swap-meet" else "dressmaker", "dressmaker"],
        **more,  # type: ignore[arg-type]
    )
    visit(game, card, booth)
    return game


def times_of(game: ReferenceGame, plank: int) -> list[int]:
    """How often one decision can do the plank."""
    return [times for times in range(1, 9) if do(plank, times) in game.choices()]


def test_m48_m50_activating_is_optional() -> None:
    """R4, M48 to M50: END is always there; stopping alone gives the owner nothing (M65)."""
    game = at("turnip-barrow", {}, owner=1)
    assert game.choices() == [END, do(0)]
    game.apply(END)
    assert have(game, 1) == {}
    game = at("smoke-hut", {"fish": 1}, owner=1)  # unable: the turn goes on without a question
    assert game.stage == "draws"
    assert have(game, 1) == {}


def test_m54_m55_m67_as_often_as_it_can_be_paid() -> None:
    """M54, M55, M67: up to so many times, fewer, and never unpaid."""
    for veggies, expected in ((1, []), (5, [1, 2]), (8, [1, 2, 3, 4]), (20, [1, 2, 3, 4])):
        assert times_of(at("willow-larder", {"veggie": veggies}), 1) == expected
    game = at("willow-larder", {"veggie": 7})
    game.apply(do(1, 3))
    assert have(game) == {"veggie": 1, "coin": 3}
    assert game.stage == "draws"


def test_m55_gains_of_one_time_pay_for_the_next() -> None:
    """R5, M55: each time is gained before the next is paid."""
    more = Effect(pay=Payment({"fish": 2}), gain={"fish": 1, "coin": 1}, times=4)
    game = at("smoke-hut", {"fish": 4}, changes={"smoke-hut": {"effects": (more,)}})
    assert times_of(game, 0) == [1, 2, 3]


def test_m56_choose_exactly_one() -> None:
    """R5, M56, M67: one of the planks, and then no other."""
    game = at("hardware-store", {"veggie": 1})
    assert game.choices() == [END, do(0), do(1)]
    assert at("hardware-store", {}).choices() == [END, do(0)]
    game.apply(do(0))
    assert game.stage == "draws"
    assert have(game) == {"veggie": 1, "tool": 2}


def test_m56_two_minded_toad_does_both() -> None:
    """M56, M96: each may be done; the free one is listed first, and pays for nothing twice."""
    game = at("mending-bench", {"veggie": 1}, helpers=("two-minded-toad",))
    assert game.choices() == [END, do(0)]
    game.apply(do(0))
    assert game.choices() == [END, do(1)]  # what the free one gave pays
    game.apply(do(1))
    assert have(game) == {"coin": 1}  # paid with the only three Goods, unasked


def test_m56_all_planks_free_ones_first() -> None:
    """R5: all, each optional; in the listed order a free plank is not done after a paid one."""
    game = at("message-stump", {}, hand=("forage", "haggle"))
    assert game.choices() == [END, do(0), do(1)]
    act(game, do(1), shed("forage"), gain("cloth"), END)
    assert game.stage == "draws"
    game = at("message-stump", {}, hand=("forage", "haggle"))
    game.apply(do(0))
    assert game.choices() == [END, do(1)]


def test_r5_a_lower_paid_plank_follows_only_if_it_must() -> None:
    """R5: what could as well come first is listed first; what the first one pays for comes after it."""
    game = at("pond-florist", {"veggie": 1, "lily": 3})
    assert game.choices() == [END, do(0), do(1)]
    game.apply(do(1))
    assert game.stage == "draws"
    planks = (
        Effect(pay=Payment({"coin": 1}), gain={"fish": 1}),
        Effect(pay=Payment({"lily": 1}), gain={"coin": 1}),
    )
    changes = {"pond-florist": {"effects": planks}}
    game = at("pond-florist", {"lily": 1}, changes=changes)
    act(game, do(1))
    assert game.choices() == [END, do(0)]
    game = at("pond-florist", {"lily": 1, "coin": 1}, changes=changes)
    act(game, do(1))
    assert game.stage == "draws"


def test_m8_matching_and_different() -> None:
    """M8, M10: two alike, two unlike, never Coins; with one way only it is not asked."""
    stock = {"veggie": 2, "cloth": 3, "tool": 1, "coin": 9}
    game = at("twin-scales", stock)
    game.apply(do(0))
    assert game.choices() == [pay("veggie", "veggie"), pay("cloth", "cloth")]
    game.apply(pay("veggie", "veggie"))
    game.apply(do(0))  # again: cloth, the only pair
    assert have(game) == {"cloth": 1, "tool": 1, "coin": 11}
    game = at("wishing-pool", stock)
    game.apply(do(0))
    assert game.choices() == [pay("veggie", "cloth"), pay("veggie", "tool"), pay("cloth", "tool")]
    assert at("barter-bridge", {"veggie": 9, "fish": 9}).stage == "draws"
    game = at("odds-and-ends", {}, card="tailwind")
    game.apply(do(0))
    assert len(game.choices()) == 10
    assert gain("fish", "fish") not in game.choices()


def test_m55_each_time_of_a_chosen_payment_is_asked() -> None:
    """M55, S4: the triples may differ; a lower payment follows a higher only if the time before gave it."""
    game = at("swap-meet", {"fish": 1, "tool": 1})
    assert game.choices() == [END, do(0)]
    game.apply(do(0))
    assert game.choices() == [pay("fish"), pay("tool")]
    act(game, pay("tool"), gain("veggie", "cloth"))
    assert game.choices() == [END, do(0)]
    game.apply(do(0))
    assert game.choices() == [pay("veggie"), pay("cloth")]  # fish, then tool: listed the other way round
    game.apply(pay("veggie"))
    assert game.choices()[0] == gain("veggie", "cloth")
    game.apply(gain("fish", "lily"))
    assert have(game) == {"fish": 2, "cloth": 1, "lily": 1}
    assert game.stage == "draws"


def test_gains_of_repeated_effects_rise() -> None:
    """The same Goods in another order are the same: listed once, unless the higher had to pay first."""
    game = at("swap-meet", {"fish": 2})
    act(game, do(0), gain("cloth", "tool"), do(0), pay("fish"))
    assert min(game.choices()) == gain("cloth", "tool")
    assert max(game.choices()) == gain("tool", "lily")
    game = at("swap-meet", {"tool": 1})
    act(game, do(0), gain("fish", "tool"), do(0), pay("fish"))
    assert gain("veggie", "cloth") in game.choices()
    assert gain("veggie", "fish") not in game.choices()


def test_ending_a_repeated_effect_is_not_ending_the_turn() -> None:
    """R5: with all planks, one may stop repeating one and do another."""
    planks = (
        Effect(pay=Payment(look="any", number=1), gain={"lily": 1}, times=3),
        Effect(pay=Payment({"coin": 1}), gain={"tool": 1}),
    )
    game = at("pond-florist", {"fish": 2, "coin": 1}, changes={"pond-florist": {"effects": planks}})
    act(game, do(0))
    assert game.choices() == [END, do(0)]
    game.apply(END)
    assert game.choices() == [END, do(1)]


def test_m61_m64_owner_bonus_once_and_only_to_others() -> None:
    """R4, M61 to M66, M72: once an activation, from the supply; none to oneself, none at Starting Booths."""
    game = at("smoke-hut", {"fish": 4}, owner=1)
    game.apply(do(0, 2))
    assert have(game, 1) == {"fish": 1}
    assert have(game) == {"coin": 4}
    game = at("message-stump", {}, owner=1, hand=("forage",))
    act(game, do(0), do(1), gain("fish"))
    assert have(game, 1) == {"veggie": 1}
    game = at("smoke-hut", {"fish": 2}, owner=0)
    game.apply(do(0))
    assert have(game) == {"coin": 2}
    game = at("willow-larder", {})
    game.apply(do(0))
    assert [have(game, seat) for seat in (0, 1)] == [{"veggie": 1, "fish": 1}, {}]
    game = at("turnip-barrow", {}, owner=1, card="tailwind")
    act(game, bonus(), END)
    assert have(game, 1) == {}


def test_m85_m93_star_spaces() -> None:
    """M85 to M89, R9: one house a visit while there is room, owner and second houses included."""
    game = at("angling-contest", {}, owner=1)
    assert game.choices() == [END, do(0)]
    game.apply(do(0))
    assert game.table.stars == {NUMBER["angling-contest"]: [0]}
    assert game.table.seats[0].houses == 4
    assert have(game, 1) == {"fish": 1}  # M94
    for stars, houses, can_attend in (([1], 5, True), ([0], 5, True), ([0, 1], 5, False), ([], 0, False)):
        game = at("angling-contest", {}, owner=0, stars={"angling-contest": stars}, houses=[houses])
        assert (game.stage == "visit") == can_attend
    game = at("lilypad-hop", {}, owner=1, stars={"lilypad-hop": [1, 1, 1]})
    assert game.choices() == [END, do(1)]  # M87: the other plank still activates
    game.apply(do(1))
    assert have(game, 1) == {"lily": 1}


def test_m69_m70_action_before_or_after() -> None:
    """R6, M69 to M71: one alternative, once; free and at any time is listed before the activation only."""
    game = at("willow-larder", {}, card="forage", hand=())
    assert game.choices() == [END, do(0), bonus(0), bonus(1)]
    game.apply(bonus(0))
    assert game.choices() == [END, do(0), do(1)]  # M71: the two Veggies pay
    game.apply(do(1))
    assert have(game) == {"coin": 1}
    game = at("willow-larder", {}, card="forage")
    game.apply(do(0))
    assert game.stage == "draws"


def at_one_step(card: str, resources: Amounts, helpers: tuple[str, ...] = ()) -> ReferenceGame:
    """A game in which seat 0 walked from the Dressmaker to the Willow Larder."""
    game = position(hands=[[card]], resources=[resources], pawns=["dressmaker"], helpers=[helpers])
    act(game, move(card), stop("willow-larder"))
    return game


def test_m70_paid_effects_after_only_what_could_not_be_paid_before() -> None:
    """R6, M70: Haggle after the planks takes Goods that were not there, or that the planks needed first."""
    game = at_one_step("haggle", {"fish": 1})
    act(game, do(0))
    assert game.choices() == [END, bonus()]
    game.apply(bonus())  # the Veggie of the plank; the Fish could have been sold before
    assert have(game) == {"fish": 2, "lily": 1, "coin": 1}
    game = at_one_step("haggle", {"veggie": 2, "lily": 1})
    act(game, do(1))
    assert game.stage == "draws"  # the Lily could be sold before
    game = at_one_step("haggle", {"veggie": 2, "lily": 1})
    act(game, bonus())
    assert game.choices() == [pay("veggie"), pay("lily")]


def test_m70_fixed_times_before_and_after() -> None:
    """M70: an Action that says so comes before, or after, or at the end of a turn without activation."""
    game = at_one_step("up-before-the-sun", {})
    assert game.choices() == [END, do(0), bonus()]
    game.apply(do(0))
    assert game.stage == "draws"
    game = at_one_step("last-orders", {"veggie": 4})
    assert game.choices() == [END, do(0), do(1, 1), do(1, 2), bonus()]
    game.apply(bonus())
    assert game.stage == "draws"  # after the bonus no activation
    game = at_one_step("last-orders", {"veggie": 4})
    game.apply(do(1))
    assert game.choices() == [END, bonus()]
    game.apply(bonus())
    assert have(game) == {"lily": 1, "coin": 3}


def test_further_cards_as_payment() -> None:
    """M47, M103: cards go to the discard pile in rising order, and are drawn again at the refill."""
    game = at("message-stump", {}, hand=("forage", "haggle", "tailwind"))
    game.apply(do(1))
    assert game.choices() == [shed("forage"), shed("haggle"), shed("tailwind")]
    act(game, shed("haggle"), gain("tool"))
    game.apply(do(1))
    assert game.choices() == [gain("tool"), gain("lily")]  # Tailwind, the only higher card, unasked
    game.apply(gain("tool"))
    assert NUMBER["tailwind"] in game.table.discard
    assert have(game) == {"tool": 2}
    assert game.queue == [0] * 3
    game = at("message-stump", {}, card="clear-the-stall", hand=("forage", "haggle"))
    act(game, bonus(), shed("haggle"))
    assert game.choices() == [END, do(0)]  # over the whole turn cards rise: Forage comes first
    two = Effect(pay=Payment(cards=2), gain={"coin": 1})
    game = at("smoke-hut", {}, hand=("forage", "haggle", "tailwind"), changes={"smoke-hut": {"effects": (two,)}})
    game.apply(do(0))
    assert game.choices() == [shed("forage"), shed("haggle")]
    assert at("smoke-hut", {}, hand=("forage",), changes={"smoke-hut": {"effects": (two,)}}).stage == "draws"


def test_for_each() -> None:
    """M57: a Coin for each other pawn here, a Lily for each own Booth."""
    game = position(
        4,
        upper=[*LOOP[:2], "ferry-steps"],
        owners={"ferry-steps": 1},
        hands=[["family-favour"]],
        pawns=["dressmaker", "ferry-steps", "ferry-steps", "swap-meet"],
    )
    visit(game, "family-favour", "ferry-steps")
    game.apply(do(1))
    assert have(game) == {"coin": 2}
    assert have(game, 1) == {"coin": 1}
    game = at("ferry-steps", {}, owner=0, card="tailwind")
    assert game.choices() == [END, do(0), do(1), bonus()]  # doing it for nobody is doing it


def test_helpers_of_visits() -> None:
    """M96: yield, own Booth, more times, bonus again, shared bonus; each for its owner only."""
    game = at("lily-punt", {}, owner=1, helpers=("wood-duck",), others=("wood-duck", "toll-beaver"))
    game.apply(do(0))
    assert have(game) == {"lily": 5}
    assert have(game, 1) == {"lily": 4}
    game = at_one_step("skipping-stones", {}, ("wood-duck",))
    act(game, bonus(), END)
    assert have(game) == {"lily": 3}  # not from a plank
    game = at("smoke-hut", {"fish": 6}, owner=0, helpers=("badger-cook", "frog-porter"))
    assert times_of(game, 0) == [1, 2, 3]
    game.apply(do(0, 3))
    assert have(game) == {"coin": 7}
    assert times_of(at("ice-shed", {"fish": 3}, helpers=("frog-porter",)), 0) == [1]
    game = at("dawn-catch", {}, owner=1, helpers=("magpie-agent",), others=("badger-cook",))
    game.apply(do(0))
    assert (have(game), have(game, 1)) == ({"fish": 3}, {"fish": 1})
    game = at("dawn-catch", {}, owner=0, helpers=("magpie-agent", "toll-beaver"))
    game.apply(do(0))
    assert have(game) == {"fish": 2}


@pytest.mark.parametrize(
    ("when", "booth", "owner", "receiver"),
    [
        ("starting-booth", "willow-larder", None, 0),
        ("others-booth", "turnip-barrow", 1, 0),
        ("own-booth", "turnip-barrow", 0, 0),
        ("visited", "turnip-barrow", 1, 1),
        ("attend", "angling-contest", 1, 0),
    ],
)
def test_occasions_of_visits(when: str, booth: str, owner: int | None, receiver: int) -> None:
    """M96: each occasion gives to the Helper's owner, once."""
    changes = {"otter-guide": {"ability": Ability("when", when=when, amounts={"cloth": 7})}}
    for seat, others in ((0, 1), (1, 0)):
        helpers = {"helpers": ("otter-guide",)} if seat == 0 else {"others": ("otter-guide",)}
        game = at(booth, {}, owner=owner, changes=changes, **helpers)  # type: ignore[arg-type]
        game.apply(do(0))
        is_given = seat == receiver
        assert have(game, seat).get("cloth", 0) == 7 * is_given
        assert "cloth" not in have(game, others)


def test_what_counts_takes_every_order() -> None:
    """R5: where an effect counts Goods, orders differ; all are listed."""
    planks = (Effect(gain={"veggie": 2}), Effect(gain={"coin": 1}, for_each="goods"))
    for order, coins in (((0, 1), 2), ((1, 0), 0)):
        game = at("pond-florist", {}, changes={"pond-florist": {"effects": planks}})
        for plank in order:
            game.apply(do(plank))
        assert have(game).get("coin", 0) == coins


def test_a_single_way_to_pay_is_not_asked() -> None:
    """Inside a turn only choices with at least two options are questions."""
    game = at("ice-shed", {"lily": 3})
    game.apply(do(0))
    assert have(game) == {"lily": 2, "fish": 2}
