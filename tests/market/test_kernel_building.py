"""Building, Events, Helpers and the refill, in the compiled rules."""

from __future__ import annotations

import pytest

from rivertable.core.compiling.bits import size_of
from rivertable.market.kernel.state import Decision, Phase, RiverEnd
from rivertable.market.printed.effects import Resource

from .kernel_table import KernelTable, changed_deck, do, mask, move, names, pay, play, shed, spot, stop

COST = {"veggie": 1, "fish": 1, "coin": 2}


class TestBuilding:
    def test_m73_m74_m75_m76_m77_pay_place_and_own(self) -> None:
        """M75: the cost goes to the supply; M76, M77: place it, with a house; M74: no move and no activation."""
        table = KernelTable(["turnip-barrow", "forage"])
        table.apply(play("turnip-barrow"))
        assert table.have() == {"coin": 2}
        assert table.state.phase == Phase.PLACING
        table.apply(spot(RiverEnd.LOWER_LEFT))
        assert table.state.phase == Phase.REFILL
        assert table.loop()[-1] == "turnip-barrow"
        assert (table.state.owner[4], table.state.houses[0]) == (0, 4)
        assert (table.have(), table.state.pawn[0]) == ({"coin": 2}, 0)
        assert names(int(table.state.hand[0])) == {"forage"}

    def test_m75_the_whole_cost_is_needed(self) -> None:
        """M75: nothing less will do."""
        for missing in COST:
            table = KernelTable(["twin-scales"], deck=changed_deck(twin_scales={"cost": COST}))
            table.give(0, **{word: amount - (word == missing) for word, amount in COST.items()})
            assert play("twin-scales") not in table.legal()
            table.give(0, **COST)
            assert play("twin-scales") in table.legal()

    def test_m75_a_cost_with_goods_of_choice(self) -> None:
        """A cost may ask for any Goods, as a plank may."""
        table = KernelTable(["twin-scales"], deck=changed_deck(twin_scales={"cost": {"coin": 1, "any": 2}}))
        table.give(0, coin=1, veggie=1)
        assert play("twin-scales") not in table.legal()
        table.give(0, coin=1, veggie=2, fish=1)
        table.apply(play("twin-scales"))
        assert table.have() == {"veggie": 2, "fish": 1}
        assert table.legal() == [pay(veggie=2), pay(veggie=1, fish=1)]
        table.check_conservation()
        table.apply(pay(veggie=2), spot(0))
        assert table.have() == {"fish": 1}

    @pytest.mark.parametrize(
        ("choice", "goods"), [("matching", {"veggie": 2}), ("different", {"veggie": 1, "tool": 1})]
    )
    def test_m75_choices_of_a_cost_come_after_its_fixed_part(self, choice: str, goods: dict[str, int]) -> None:
        table = KernelTable(["twin-scales"], deck=changed_deck(twin_scales={"cost": {"veggie": 1, choice: 2}}))
        table.give(0, **goods)
        assert play("twin-scales") not in table.legal()
        table.give(0, **(goods | {"veggie": goods["veggie"] + 1}))
        assert table.apply(play("twin-scales")).have() == {}

    def test_m78_no_house_no_booth(self) -> None:
        """M78: without a house nothing is built, but Helpers are hired and pawns move."""
        table = KernelTable(["turnip-barrow", "otter-guide"])
        table.state.houses[0] = 0
        table.give(0, coin=9, fish=9)
        assert table.legal() == sorted([move("turnip-barrow"), move("otter-guide"), play("otter-guide")])

    def test_m80_m81_a_new_booth_is_part_of_the_river_for_all(self) -> None:
        """M80: at once; M81: for its builder too."""
        table = KernelTable(["turnip-barrow"], ["odds-and-ends"])
        table.apply(play("turnip-barrow"), spot(RiverEnd.LOWER_LEFT)).settle_chance()
        table.apply(move("odds-and-ends"))
        assert "turnip-barrow" in table.stops()
        table.apply(stop("turnip-barrow"), do(0))
        assert table.have(0) == {"coin": 2, "veggie": 1}
        mine = KernelTable(["odds-and-ends"])
        mine.add_booth("turnip-barrow", 0)
        assert mine.visit("odds-and-ends", "turnip-barrow").apply(do(0)).have() == {"coin": 4, "veggie": 3}

    def test_m83_m93_m107_what_is_built_and_hired_stays(self) -> None:
        """M83, M93, M107: in many turns no Booth, house or Helper leaves its place."""
        table = KernelTable(["forage"], ["haggle"])
        table.add_booth("lilypad-hop", 1)
        table.hire(0, "otter-guide")
        table.state.stars[4, 0] = 1
        table.state.houses[0] -= 1
        table.pass_turns(150)
        assert table.state.shuffles >= 2
        assert table.loop()[-1] == "lilypad-hop"
        assert (table.state.owner[4], table.state.stars[4, 0]) == (1, 1)
        assert table.state.helpers[0] == mask("otter-guide")
        table.check_conservation()


class TestEvents:
    def at_event(self, *, houses: int = 5, taken: int = 0, players: int = 2, owner: int = 1) -> KernelTable:
        """Seat 0 has stopped at Lilypad Hop (three star spaces, some taken by seat 1)."""
        table = KernelTable(["odds-and-ends"], players=players)
        table.add_booth("lilypad-hop", owner)
        table.state.houses[0] = houses
        table.state.stars[4, 1] = taken
        table.give(0)
        table.give(1)
        return table.visit("odds-and-ends", "lilypad-hop")

    def test_m84_events_are_built_and_owned(self) -> None:
        """M84: like any Booth, with a house of the owner that does not attend (M88)."""
        table = KernelTable(["lilypad-hop"])
        table.give(0, coin=2, lily=1)
        table.apply(play("lilypad-hop"), spot(RiverEnd.LOWER_LEFT))
        assert (table.state.owner[4], table.state.houses[0], table.state.stars.sum()) == (0, 4, 0)

    def test_m85_m86_m87_attending_places_one_house(self) -> None:
        """M85, M86, M87: one house in a star space, if the player wants; M94: the owner gets the bonus."""
        table = self.at_event()
        assert table.legal() == [Decision.END, do(0), do(1)]
        table.apply(do(0))
        assert (table.state.stars[4, 0], table.state.houses[0]) == (1, 4)
        assert table.have(1) == {"lily": 1}
        assert table.legal() == [Decision.END, do(1)]

    def test_m87_r9_full_star_spaces(self) -> None:
        """M87, R9: no room, no house; all houses count."""
        assert self.at_event(taken=3).legal() == [Decision.END, do(1)]
        assert self.at_event(taken=2).legal() == [Decision.END, do(0), do(1)]

    def test_m85_no_house_left(self) -> None:
        assert self.at_event(houses=0).legal() == [Decision.END, do(1)]

    def test_m89_the_owner_may_attend(self) -> None:
        """M89: like everybody, without an Owner bonus (M63)."""
        table = self.at_event(owner=0, houses=4)
        table.apply(do(0))
        assert (table.state.stars[4, 0], table.have()) == (1, {})

    def test_m91_r9_a_second_house_is_legal(self) -> None:
        """M91, R9: and may be the last one."""
        table = KernelTable(["odds-and-ends"])
        table.add_booth("lilypad-hop", 1)
        table.state.stars[4, 0] = 1
        table.state.houses[0] = 1
        table.visit("odds-and-ends", "lilypad-hop").apply(do(0), Decision.END)
        assert table.state.stars[4, 0] == 2
        assert table.state.end_seat == 0

    def test_m96_a_gift_for_attending(self) -> None:
        ability = {"power": "when", "when": "attend", "gain": {"cloth": 1}}
        table = KernelTable(["odds-and-ends"], deck=changed_deck(badger_cook={"ability": ability}))
        table.add_booth("lilypad-hop", 1)
        table.hire(0, "badger-cook")
        table.give(0)
        table.visit("odds-and-ends", "lilypad-hop").apply(do(1))
        assert table.have() == {"lily": 1}
        table = KernelTable(["odds-and-ends"], deck=changed_deck(badger_cook={"ability": ability}))
        table.add_booth("lilypad-hop", 1)
        table.hire(0, "badger-cook")
        table.give(0)
        table.visit("odds-and-ends", "lilypad-hop").apply(do(0))
        assert table.have() == {"cloth": 1}


class TestHelpers:
    def test_m95_hiring(self) -> None:
        """M95: pay, and that is the turn."""
        table = KernelTable(["otter-guide", "forage"])
        table.give(0, fish=1, coin=4)
        table.apply(play("otter-guide"))
        assert table.state.phase == Phase.REFILL
        assert table.have() == {"coin": 3}
        assert table.state.helpers[0] == mask("otter-guide")
        assert table.state.houses[0] == 5

    def test_m96_r13_it_works_in_the_same_turn(self) -> None:
        """M96, R13: the refill of the turn it is hired in draws one card more (M103)."""
        table = KernelTable(["squirrel-steward", "forage", "haggle", "tailwind"])
        table.give(0, veggie=2)
        table.apply(play("squirrel-steward")).settle_chance()
        assert size_of(table.state.hand[0]) == 5
        assert size_of(table.state.hand[1]) == 0

    def test_m96_discounts(self) -> None:
        """M96: a Booth costs a Coin less, no part below nothing; a Helper does not."""
        table = KernelTable(["turnip-barrow", "lily-punt", "toll-beaver"])
        table.hire(0, "mole-builder")
        table.give(0, coin=1, veggie=1, tool=1)
        assert play("turnip-barrow") in table.legal()
        table.give(0, tool=1, veggie=1)
        assert table.legal()[-1] == play("lily-punt")
        assert play("toll-beaver") not in table.legal()
        table.give(0, coin=3)
        assert table.apply(play("turnip-barrow")).have() == {"coin": 2}

    @pytest.mark.parametrize(("cards", "is_cheaper"), [("all", True), ("events", False), ("helpers", True)])
    def test_m96_groups_of_discounts(self, cards: str, is_cheaper: bool) -> None:
        ability = {"power": "discount", "cards": cards, "less": {"coin": 1, "fish": 1}}
        table = KernelTable(["otter-guide"], deck=changed_deck(mole_builder={"ability": ability}))
        table.hire(0, "mole-builder")
        table.give(0)
        assert (play("otter-guide") in table.legal()) == is_cheaper

    def test_m96_gifts_for_building_and_hiring(self) -> None:
        """Building gives what it says; the hiring of the very Helper does not count."""
        table = KernelTable(["turnip-barrow"])
        table.hire(0, "field-mouse-seamster")
        table.apply(play("turnip-barrow"))
        assert table.have() == {"coin": 2}
        assert table.apply(spot(0)).have() == {"coin": 2, "cloth": 1, "lily": 1}
        ability = {"power": "when", "when": "hire", "gain": {"cloth": 1}}
        deck = changed_deck(badger_cook={"ability": ability})
        table = KernelTable(["badger-cook"], ["forage"], deck=deck)
        table.give(0, veggie=1, fish=2, coin=1)
        assert table.apply(play("badger-cook")).have() == {"fish": 1, "coin": 1}
        table.settle_chance().pass_turns(1)
        table.state.hand[0] = mask("otter-guide")
        assert table.apply(play("otter-guide")).have() == {"cloth": 1}

    def test_m95_m146_any_number_of_helpers(self) -> None:
        """M146: no limit on Helpers, nor on Booths but the houses."""
        table = KernelTable(["otter-guide"])
        table.hire(0, "patient-heron", "mole-builder", "toll-beaver", "magpie-agent", "hare-courier", "badger-cook")
        table.give(0, fish=1, coin=1)
        assert size_of(table.apply(play("otter-guide")).state.helpers[0]) == 7


class TestRefill:
    def test_m102_m104_usually_one_card(self) -> None:
        """M102, M104: up to four; M103: the limit."""
        table = KernelTable(["forage", "haggle", "tailwind", "odd-jobs"])
        table.visit("tailwind", "mending-bench").apply(Decision.END)
        assert table.state.due == 1
        table.settle_chance()
        assert size_of(table.state.hand[0]) == 4

    def test_m103_m104_more_after_shedding(self) -> None:
        """M104: as many as it takes."""
        table = KernelTable(["clear-the-stall", "haggle", "tailwind", "odd-jobs"])
        table.visit("clear-the-stall", "dressmaker")
        table.apply(table.legal()[-1], shed("haggle"), table.legal()[-1])
        assert names(int(table.state.discard)) == {"clear-the-stall", "haggle", "tailwind"}
        assert (table.state.due, table.have()) == (3, {"tool": 2, "coin": 4})

    def test_m103_a_hand_over_the_limit_stays(self) -> None:
        """M103: nobody discards down; nothing is drawn then."""
        table = KernelTable(["forage", "haggle", "tailwind", "odd-jobs", "turnip-barrow", "dawn-catch"])
        table.visit("tailwind", "mending-bench").apply(Decision.END)
        assert (table.state.phase, table.state.seat) == (Phase.MAIN, 1)
        assert size_of(table.state.hand[0]) == 5

    def test_m105_m106_the_discard_pile_becomes_the_deck_when_a_card_is_due(self) -> None:
        """M105: in the middle of a refill; M106: the card just used is among it; what is in play is not (M107)."""
        table = KernelTable(["forage"])
        table.hire(1, "otter-guide")
        table.state.discard = table.state.deck & ~mask("haggle", "odd-jobs")
        table.state.deck = mask("haggle", "odd-jobs")
        rest = int(table.state.discard)
        table.visit("forage", "dressmaker").apply(Decision.END)
        assert table.outcomes() == sorted(table.outcomes())
        assert len(table.outcomes()) == 2
        table.apply(table.outcomes()[0])
        assert (table.state.deck != 0, table.state.shuffles) == (True, 0)
        table.apply(table.outcomes()[0])
        assert table.state.deck == rest | mask("forage")
        assert (table.state.discard, table.state.shuffles) == (0, 1)
        assert table.state.era[int(table.outcomes()[0]) - 622] == 1
        table.settle_chance()
        table.check_conservation()

    def test_m105_not_before_a_card_is_needed(self) -> None:
        """M105: with the last card drawn and none due the deck stays empty."""
        table = KernelTable(["forage", "haggle", "tailwind", "odd-jobs"])
        table.state.discard = table.state.deck & ~mask("dawn-catch")
        table.state.deck = mask("dawn-catch")
        table.visit("forage", "dressmaker").apply(Decision.END).settle_chance()
        assert (table.state.deck, table.state.shuffles, table.state.phase) == (0, 0, Phase.MAIN)

    def test_r12_m109_draw_what_there_is(self) -> None:
        """R12: one card only for four that are due."""
        table = KernelTable(["forage"])
        table.state.helpers[1] = table.state.deck
        table.state.deck = 0
        table.visit("forage", "dressmaker").apply(Decision.END).settle_chance()
        assert table.state.hand[0] == mask("forage")
        assert (table.state.seat, table.state.phase) == (1, Phase.MAIN)


def test_the_order_of_resources() -> None:
    assert [resource.name for resource in Resource] == ["VEGGIE", "FISH", "CLOTH", "TOOL", "LILY", "COIN"]
