"""Activating Booths and using Actions, in the compiled rules."""

from __future__ import annotations

from typing import Any

import pytest

from rivertable.market.kernel.state import Decision, Phase

from .kernel_table import DECK, KernelTable, bonus, changed_deck, do, gain, move, names, pay, shed, stop

ZOOM = "odds-and-ends"
"""A card to move anywhere with that is no Action."""


def at(booth: str, *, owner: int | None = 1, card: str = ZOOM, hand: tuple[str, ...] = (), **more: Any) -> KernelTable:
    """A table where seat 0 has just stopped at a Booth; ``more`` are its resources, its helpers and another deck."""
    table = KernelTable([card, *hand], players=more.pop("players", 2), deck=more.pop("deck", DECK))
    table.hire(0, *more.pop("helpers", ()))
    table.hire(1, *more.pop("theirs", ()))
    if booth not in table.loop():
        table.add_booth(booth, 1 if owner is None else owner)
    table.put_pawn(0, table.loop()[table.loop().index(booth) - 1])
    table.give(0, **more)
    table.give(1)
    return table.visit(card, booth)


class TestPlanks:
    def test_m48_m50_r4_activating_is_optional(self) -> None:
        """M48, M50, R4: whatever can be done may be left; then nothing happens to anybody."""
        table = at("turnip-barrow")
        assert table.legal() == [Decision.END, do(0)]
        table.apply(Decision.END)
        assert (table.have(0), table.have(1)) == ({}, {})

    def test_m50_m67_r4_a_booth_of_which_nothing_can_be_done_is_not_activated(self) -> None:
        """M50, M67, R4: what cannot be paid in full cannot be done, and the owner gets nothing (M65)."""
        table = at("soup-kettle", veggie=3)
        assert table.state.phase == Phase.REFILL
        assert table.have(1) == {}

    def test_m49_only_the_booth_where_the_pawn_stops(self) -> None:
        """M49: not those it passes."""
        table = KernelTable(["forage"])
        table.apply(move("forage"), stop("willow-larder"))
        assert [choice for choice in table.legal() if choice < Decision.BONUS] == [Decision.END, do(0)]
        assert table.state.pawn[0] == 2

    def test_m51_m52_m57_m58_a_free_plank_gives_from_the_supply(self) -> None:
        """M51, M52, M57, M58: what is gained comes to the mat, and from nobody."""
        table = at("turnip-barrow", veggie=2)
        table.apply(do(0))
        assert table.have(0) == {"veggie": 5}
        assert table.have(1) == {"veggie": 1}

    def test_m53_m59_a_paid_plank_takes_from_the_mat(self) -> None:
        """M53, M59: what is spent goes to the supply."""
        table = at("soup-kettle", veggie=1, fish=1).apply(do(0))
        assert table.have(0) == {"coin": 2}

    def test_m54_once_unless_it_says_otherwise(self) -> None:
        """M54: the dawn catch gives once, and the turn is over."""
        assert at("dawn-catch").apply(do(0)).have() == {"fish": 2}

    @pytest.mark.parametrize(("veggies", "times"), [(1, 0), (2, 1), (5, 2), (8, 4), (20, 4)])
    def test_m55_m67_up_to_k_times(self, veggies: int, times: int) -> None:
        """M55: fewer times too; M67: as long as it can be paid."""
        table = at("willow-larder", veggie=veggies)
        assert table.legal() == [Decision.END, do(0), *(do(1, time) for time in range(1, times + 1))]

    def test_m55_times_are_paid_one_after_the_other(self) -> None:
        """R5: what one time gives can pay the next."""
        plank = {"spend": {"fish": 2}, "gain": {"fish": 1, "coin": 1}, "times": 4}
        table = at("dawn-catch", deck=changed_deck(dawn_catch={"plank": plank}), fish=4)
        assert table.legal() == [Decision.END, do(0, 1), do(0, 2), do(0, 3)]
        assert table.apply(do(0, 3)).have() == {"fish": 1, "coin": 3}

    def test_m56_r5_choose_one(self) -> None:
        """M56, R5: exactly one plank where one has to be chosen."""
        table = at("hardware-store", veggie=1)
        assert table.legal() == [Decision.END, do(0), do(1)]
        table.apply(do(0))
        assert table.state.phase == Phase.REFILL
        assert table.have() == {"tool": 2, "veggie": 1}

    def test_m56_r5_all_planks_each_optional_and_one_pays_the_next(self) -> None:
        """M56, R5: what the first plank gave pays the second; the second may be left."""
        table = at("pond-florist", veggie=1)
        assert table.legal() == [Decision.END, do(0)]
        table.apply(do(0))
        assert table.legal() == [Decision.END, do(1)]
        table.apply(do(1))
        assert table.have() == {"coin": 1}

    def test_m60_more_unique_effects(self) -> None:
        """M60: Goods for cards of the hand."""
        table = at("message-stump", hand=("forage", "haggle", "tailwind"))
        table.apply(do(1))
        table.apply(shed("haggle"), gain(cloth=1))
        assert names(int(table.state.discard)) == {ZOOM, "haggle"}
        assert table.legal() == [Decision.END, do(1)]
        table.apply(Decision.END)
        assert table.have() == {"cloth": 1}
        assert table.state.phase == Phase.REFILL

    def test_counts_of_others_here(self) -> None:
        table = KernelTable([ZOOM], players=4)
        table.add_booth("ferry-steps", 3)
        table.give(0)
        for seat in (1, 3):
            table.put_pawn(seat, "ferry-steps")
        table.visit(ZOOM, "ferry-steps").apply(do(1))
        assert table.have() == {"coin": 2}

    def test_m8_m10_any_good_is_no_coin(self) -> None:
        """M8: any Good, the gained kind included; M10: no Coin."""
        table = at("pond-florist", lily=1, tool=1, coin=5).apply(do(0))
        assert table.state.phase == Phase.PAYING
        assert table.legal() == [pay(tool=1), pay(lily=1)]

    def test_matching_and_different_goods(self) -> None:
        table = at("twin-scales", veggie=2, fish=3, lily=1, coin=9).apply(do(0))
        assert table.legal() == [pay(veggie=2), pay(fish=2)]
        table = at("wishing-pool", veggie=2, fish=1, lily=1).apply(do(0))
        assert table.legal() == [pay(veggie=1, fish=1), pay(veggie=1, lily=1), pay(fish=1, lily=1)]

    def test_each_pair_matches_within_itself(self) -> None:
        """M54: the second pair may be of another Good."""
        table = at("twin-scales", veggie=2, fish=3)
        table.apply(do(0), pay(veggie=2))
        assert table.legal() == [Decision.END, do(0)]
        assert table.apply(do(0)).have() == {"fish": 1, "coin": 2}

    def test_different_goods_are_gained(self) -> None:
        table = at("odds-and-ends", card="ferry-steps").apply(do(0))
        assert len(table.legal()) == 10
        assert table.apply(gain(fish=1, tool=1)).have() == {"fish": 1, "tool": 1}

    def test_m4_m6_m9_m14_m146_r3_the_supply_never_ends(self) -> None:
        """R3: more than the 20 markers and 25 Coins of the box (M6, M9, M14); M4, M146: a mat holds any number."""
        table = at("lily-punt", lily=100).apply(do(0))
        assert table.have() == {"lily": 104}
        table = at("willow-larder", veggie=8, coin=60).apply(do(1, 4))
        assert table.have() == {"coin": 64}


class TestOwnerBonus:
    def test_m61_m66_the_owner_gains_from_the_supply(self) -> None:
        """M61, M66: not from the visitor, and of its own accord."""
        table = at("hardware-store", veggie=1).apply(do(1))
        assert table.have(0) == {"tool": 3}
        assert table.have(1) == {"tool": 1}

    def test_m62_once_for_several_times_and_planks(self) -> None:
        """M62: once an activation."""
        assert at("soup-kettle", veggie=2, fish=2).apply(do(0, 2)).have(1) == {"veggie": 1}
        assert at("pond-florist", veggie=1).apply(do(0), do(1)).have(1) == {"lily": 1}

    def test_m63_not_for_ones_own_booth(self) -> None:
        assert at("dawn-catch", owner=0).apply(do(0)).have() == {"fish": 2}

    def test_m64_not_for_starting_booths(self) -> None:
        table = at("willow-larder").apply(do(0))
        assert (table.have(0), table.have(1)) == ({"veggie": 1, "fish": 1}, {})

    def test_m65_not_for_stopping(self) -> None:
        assert at("dawn-catch").apply(Decision.END).have(1) == {}

    def test_m72_not_for_the_effect_of_an_action(self) -> None:
        """M72: the Action's effect alone activates nothing."""
        table = at("soup-kettle", card="tailwind")
        table.apply(bonus())
        assert table.have(1) == {}
        assert table.state.phase == Phase.REFILL

    def test_m96_bonus_again(self) -> None:
        assert at("dawn-catch", theirs=("toll-beaver",)).apply(do(0)).have(1) == {"fish": 2}

    def test_m96_shared_bonus(self) -> None:
        table = at("dawn-catch", helpers=("magpie-agent", "toll-beaver")).apply(do(0))
        assert (table.have(0), table.have(1)) == ({"fish": 3}, {"fish": 1})
        assert at("dawn-catch", owner=0, helpers=("magpie-agent",)).apply(do(0)).have() == {"fish": 2}

    @pytest.mark.parametrize(
        ("trigger", "booth", "owner", "mine", "theirs"),
        [
            ("own-booth", "dawn-catch", 0, 1, 0),
            ("own-booth", "dawn-catch", 1, 0, 0),
            ("others-booth", "dawn-catch", 1, 1, 0),
            ("others-booth", "willow-larder", None, 0, 0),
            ("starting-booth", "willow-larder", None, 1, 0),
            ("starting-booth", "dawn-catch", 0, 0, 0),
            ("visited", "dawn-catch", 1, 0, 1),
            ("visited", "dawn-catch", 0, 0, 0),
        ],
    )
    def test_m96_gifts_of_an_activation(
        self, trigger: str, booth: str, owner: int | None, mine: int, theirs: int
    ) -> None:
        changes = {"power": "when", "when": trigger, "gain": {"cloth": 1}}
        deck = changed_deck(badger_cook={"ability": changes}, field_mouse_seamster={"ability": changes})
        table = at(booth, owner=owner, deck=deck, helpers=("badger-cook",), theirs=("field-mouse-seamster",))
        table.apply(do(0))
        assert table.have(0).get("cloth", 0) == mine
        assert table.have(1).get("cloth", 0) == theirs
        assert "cloth" not in at(booth, owner=owner, deck=deck, helpers=("badger-cook",)).apply(Decision.END).have(0)

    def test_m96_yield_comes_once_and_can_pay_a_further_plank(self) -> None:
        table = at("pond-florist", helpers=("wood-duck",), veggie=1, lily=2)
        table.apply(do(0), pay(veggie=1))
        assert table.have() == {"lily": 6}
        assert table.legal() == [Decision.END, do(1, 1), do(1, 2)]
        assert at("turnip-barrow", helpers=("wood-duck",)).apply(do(0)).have() == {"veggie": 3}

    def test_m96_times_and_both(self) -> None:
        table = at("willow-larder", helpers=("frog-porter", "two-minded-toad"), veggie=20)
        assert table.legal() == [Decision.END, do(0), *(do(1, times) for times in range(1, 6))]
        table.apply(do(0))
        assert table.legal() == [Decision.END, *(do(1, times) for times in range(1, 6))]
        table.apply(do(1, 5))
        assert table.have() == {"veggie": 11, "fish": 1, "coin": 5}
        assert at("dawn-catch", helpers=("frog-porter",)).legal() == [Decision.END, do(0)]


class TestActions:
    def test_m69_r6_the_effect_is_optional(self) -> None:
        """M69, R6: it may be left, with or without an activation."""
        table = at("dawn-catch", card="tailwind")
        assert table.legal() == [Decision.END, do(0), bonus()]
        assert table.apply(Decision.END).have() == {}

    def test_m70_m71_r6_before_the_activation_it_can_pay_for_it(self) -> None:
        """M70, M71: Forage gives two Veggies, and a Coin can be had for them."""
        table = at("willow-larder", card="forage")
        assert table.legal() == [Decision.END, do(0), bonus(0), bonus(1)]
        table.apply(bonus(0))
        assert table.legal() == [Decision.END, do(0), do(1)]
        assert table.apply(do(1)).have() == {"coin": 1}

    def test_m70_r6_after_the_activation_where_before_was_impossible(self) -> None:
        """M70, R6: what the Booth gave pays for the Action."""
        table = at("turnip-barrow", card="picnic-hamper")
        assert table.legal() == [Decision.END, do(0)]
        table.apply(do(0))
        assert table.legal() == [Decision.END, bonus()]
        assert table.apply(bonus()).have() == {"veggie": 2, "fish": 1, "cloth": 1}

    def test_m70_before_and_after_with_the_same_end_are_listed_once(self) -> None:
        """M70: an effect that could have been done before is not offered after."""
        table = at("turnip-barrow", card="picnic-hamper", veggie=1)
        assert table.legal() == [Decision.END, do(0), bonus()]
        assert table.apply(do(0)).state.phase == Phase.REFILL
        table = at("smoke-hut", card="haggle", fish=3)
        table.apply(do(0))
        assert table.state.phase == Phase.REFILL
        table = at("smoke-hut", card="haggle", fish=3)
        table.apply(bonus())
        assert table.have() == {"fish": 2, "lily": 1, "coin": 1}
        assert table.legal() == [Decision.END, do(0)]

    def test_m70_after_with_goods_that_could_not_be_spared_before(self) -> None:
        """M70: a Good of what the Booth gave may be haggled away after it, one that was there before not."""
        table = at("turnip-barrow", card="haggle", fish=1)
        table.apply(do(0))
        assert table.legal() == [Decision.END, bonus()]
        table.apply(bonus())
        assert table.have() == {"veggie": 2, "fish": 1, "lily": 1, "coin": 1}

    def test_m70_a_card_that_says_before(self) -> None:
        """M70: the card's own time goes first."""
        table = at("dawn-catch", card="up-before-the-sun")
        assert table.legal() == [Decision.END, do(0), bonus()]
        assert table.apply(do(0)).state.phase == Phase.REFILL

    def test_m70_a_card_that_says_after(self) -> None:
        """M70: after the activation, or without one; no activation follows it."""
        table = at("lily-punt", card="basket-race", veggie=1, fish=1)
        assert table.legal() == [Decision.END, do(0), bonus()]
        table.apply(bonus())
        assert table.state.phase == Phase.REFILL
        table = at("lily-punt", card="basket-race", veggie=1).apply(do(0))
        assert table.legal() == [Decision.END, bonus()]
        assert table.apply(bonus()).have() == {"lily": 4, "coin": 2}

    def test_m69_one_alternative_only(self) -> None:
        """M69: Forage gives Veggies or Fish, not both."""
        table = at("smoke-hut", card="forage")
        assert table.legal() == [Decision.END, bonus(0), bonus(1)]
        assert table.apply(bonus(1)).have() == {"fish": 1}
        assert table.state.phase == Phase.REFILL

    def test_r6_no_booth_no_matter(self) -> None:
        """R6: the effect is to be had where nothing is activated."""
        table = at("soup-kettle", card="skipping-stones")
        assert table.legal() == [Decision.END, bonus()]
        assert table.apply(bonus()).have() == {"lily": 3}

    def test_counted_effects(self) -> None:
        """A Lily for each Booth of one's own."""
        table = KernelTable(["family-favour"])
        for booth in ("dawn-catch", "lilypad-hop"):
            table.add_booth(booth, 0)
        table.add_booth("smoke-hut", 1)
        table.give(0)
        assert table.visit("family-favour", "dressmaker").apply(bonus()).have() == {"lily": 2}


class TestEachMeaningOnce:
    """R5: orders and picks that come to the same are listed once, and none is missing."""

    def test_r5_payments_rise(self) -> None:
        table = at("mending-bench", veggie=6, fish=3).apply(do(1), pay(veggie=2, fish=1), do(1))
        assert pay(veggie=3) not in table.legal()
        assert table.legal() == [pay(veggie=2, fish=1), pay(veggie=1, fish=2)]

    def test_r5_a_lower_payment_follows_where_the_last_time_made_it_possible(self) -> None:
        table = at("swap-meet", fish=1)
        table.apply(do(0))
        assert len(table.legal()) == 10
        table.apply(gain(veggie=1, cloth=1))
        table.apply(do(0))
        assert table.legal() == [pay(veggie=1), pay(cloth=1)]

    def test_r5_gains_rise(self) -> None:
        """A lower gain follows only if the higher one had to come first."""
        table = at("swap-meet", fish=2).apply(do(0), gain(veggie=1, tool=1), do(0), pay(fish=1))
        assert table.legal()[0] == gain(veggie=1, tool=1)
        table = at("swap-meet", fish=1).apply(do(0), gain(veggie=1, tool=1), do(0), pay(tool=1))
        # With another gain before there would be no Tool to pay with, but for a pair with a Tool.
        assert gain(veggie=1, fish=1) in table.legal()
        assert gain(veggie=1, cloth=1) in table.legal()

    def test_r5_cards_rise(self) -> None:
        hand = ("turnip-barrow", "forage", "haggle")
        table = at("message-stump", hand=hand).apply(do(1), shed("forage"), gain(veggie=1))
        assert table.legal() == [Decision.END, do(1)]
        table.apply(do(1))
        assert gain(veggie=1) in table.legal()
        assert names(int(table.state.hand[0])) == {"turnip-barrow"}
        table = at("message-stump", hand=hand).apply(do(1), shed("haggle"), gain(veggie=1))
        assert table.state.phase == Phase.REFILL

    def test_r5_free_planks_first(self) -> None:
        table = at("willow-larder", helpers=("two-minded-toad",), veggie=2).apply(do(1))
        assert table.state.phase == Phase.REFILL

    def test_r5_a_lower_paid_plank_follows_only_where_it_could_not_go_first(self) -> None:
        table = at("pond-florist", veggie=1, lily=3).apply(do(1))
        assert table.state.phase == Phase.REFILL
        table = at("pond-florist", lily=3).apply(do(0))
        assert table.legal() == [Decision.END, do(1)]
        planks = [{"spend": {"coin": 1}, "gain": {"fish": 2}}, {"spend": {"tool": 1}, "gain": {"coin": 1}}]
        deck = changed_deck(pond_florist={"plank": planks})
        assert at("pond-florist", deck=deck, tool=1).apply(do(1)).legal() == [Decision.END, do(0)]
        assert at("pond-florist", deck=deck, tool=1, coin=1).apply(do(1)).state.phase == Phase.REFILL

    def test_counting_effects_are_listed_in_every_order(self) -> None:
        planks = [{"gain": {"fish": 1}}, {"gain": {"coin": 1}, "for_each": "kinds"}]
        deck = changed_deck(pond_florist={"plank": planks})
        table = at("pond-florist", deck=deck, veggie=1).apply(do(1))
        assert table.legal() == [Decision.END, do(0)]
        assert table.apply(do(0)).have() == {"veggie": 1, "fish": 1, "coin": 1}
        assert at("pond-florist", deck=deck, veggie=1).apply(do(0), do(1)).have()["coin"] == 2

    def test_a_count_is_taken_after_the_payment(self) -> None:
        plank = {"spend": {"fish": 1}, "gain": {"coin": 1}, "for_each": "kinds"}
        deck = changed_deck(dawn_catch={"plank": plank})
        assert at("dawn-catch", deck=deck, fish=1, tool=1).apply(do(0)).have() == {"tool": 1, "coin": 1}


def test_single_choices_are_not_asked() -> None:
    table = at("pond-florist", tool=1)
    table.apply(do(0))
    assert table.have() == {"lily": 3}
    table.apply(Decision.END).settle_chance()
    assert table.state.phase == Phase.MAIN
