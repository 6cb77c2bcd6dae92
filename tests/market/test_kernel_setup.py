"""Set-up, the opening hands and the turn of River Market in the compiled rules."""

from __future__ import annotations

import numpy as np
import pytest

from rivertable.core.compiling.bits import above, bit, lowest, member, size_of
from rivertable.market.kernel.state import (
    DECISIONS,
    DECK_MASK,
    OUTCOMES_END,
    PICK_AMOUNTS,
    PICKS,
    Decision,
    Outcome,
    Phase,
)

from .kernel_table import KernelTable, drawn, mask, move, names, play, stop

BOOTHS = ("turnip-barrow", "dawn-catch", "lily-punt", "soup-kettle")
NO_BOOTHS = ("forage", "haggle", "tailwind", "wood-duck")
OTHERS = ("driftwood", "odd-jobs", "otter-guide", "toll-beaver")


def opening(*hands: tuple[str, ...], first_seat: int = 0) -> KernelTable:
    """A game whose opening hands are dealt and about to be asked about."""
    table = KernelTable(players=len(hands), first_seat=first_seat, is_set_up=False)
    table.apply(Outcome.LAY + 1, Outcome.LAY, Outcome.LAY + 3, Outcome.LAY + 2)
    for turn in range(len(hands)):
        for card in hands[(first_seat + turn) % len(hands)]:
            table.apply(drawn(card))
    return table


def test_the_integers_are_as_documented() -> None:
    assert (DECISIONS, Outcome.DRAWN, Outcome.LAY, OUTCOMES_END) == (622, 622, 682, 686)


def test_sets_of_cards() -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        cards = sorted(int(card) for card in rng.choice(60, size=rng.integers(1, 60), replace=False))
        cards_mask = np.int64(sum(1 << card for card in cards))
        assert lowest(cards_mask) == cards[0]
        assert size_of(cards_mask) == len(cards)
        assert member(cards_mask, len(cards) // 2) == cards[len(cards) // 2]
        assert above(cards_mask, cards[0]) == cards_mask - bit(cards[0])


def test_m7_m8_m10_picks_are_the_multisets_of_goods() -> None:
    """M7: five Goods; M8: any of them; M10: Coins are never among them."""
    assert len(PICK_AMOUNTS) == len(set(PICK_AMOUNTS)) == PICKS
    assert {(len(pick), pick[5]) for pick in PICK_AMOUNTS} == {(6, 0)}
    assert [sum(sum(pick) == size for pick in PICK_AMOUNTS) for size in (1, 2, 3, 4)] == [5, 15, 35, 70]


def test_m16_the_starting_booths_lie_in_any_order() -> None:
    """M16: each of the Booths not laid yet is as likely; two rows of two."""
    table = KernelTable(is_set_up=False)
    assert table.outcomes() == [Outcome.LAY, Outcome.LAY + 1, Outcome.LAY + 2, Outcome.LAY + 3]
    table.apply(Outcome.LAY + 2, Outcome.LAY)
    assert table.outcomes() == [Outcome.LAY + 1, Outcome.LAY + 3]
    table.apply(Outcome.LAY + 3, Outcome.LAY + 1)
    assert table.loop() == ["willow-larder", "swap-meet", "mending-bench", "dressmaker"]
    assert table.state.upper_count == 2


def test_m20_m21_m25_the_deck_and_the_hands() -> None:
    """M20: no Firefly and no Zoom tokens yet; M21: all 56 cards; M25: four each, from the first seat clockwise."""
    table = KernelTable(players=3, first_seat=1, is_set_up=False)
    assert table.state.deck == DECK_MASK
    table.apply(Outcome.LAY, Outcome.LAY + 1, Outcome.LAY + 2, Outcome.LAY + 3)
    for seat in (1, 2, 0):
        for _ in range(4):
            assert table.state.seat == seat
            assert len(table.outcomes()) == size_of(table.state.deck)
            table.apply(table.outcomes()[0])
        assert size_of(table.state.hand[seat]) == 4
    assert table.state.phase == Phase.MULLIGAN
    assert table.state.end_seat == -1
    assert table.state.tokens.sum() == 0
    table.check_conservation()


@pytest.mark.parametrize(("players", "houses"), [(2, 5), (3, 5), (4, 5), (5, 4)])
def test_m13_m22_m27_r1_houses(players: int, houses: int) -> None:
    """M13, M22: five houses each; M27, R1: four with five players."""
    table = KernelTable(players=players)
    assert table.state.houses.tolist() == [houses] * players + [0] * (5 - players)


def test_m12_m23_m24_m26_what_a_player_begins_with() -> None:
    """M23: four Coins; M24: no Goods; M12, M26: one pawn, on Swap Meet wherever that lies."""
    table = opening(BOOTHS, NO_BOOTHS)
    for seat in (0, 1):
        assert table.have(seat) == {"coin": 4}
        assert table.loop()[table.state.pawn[seat]] == "swap-meet"
    assert table.loop()[0] == "dressmaker"


def test_m29_r2_everybody_is_asked_and_only_a_hand_without_booth_may_go() -> None:
    """M29, R2: in seat order from the start player; the choice is the player's."""
    table = opening(NO_BOOTHS, BOOTHS, first_seat=1)
    assert (table.state.seat, table.legal()) == (1, [Decision.KEEP])
    table.apply(Decision.KEEP)
    assert (table.state.seat, table.legal()) == (0, [Decision.KEEP, Decision.REDRAW])
    table.apply(Decision.KEEP)
    assert (table.state.phase, table.state.seat, table.state.turn) == (Phase.MAIN, 1, 1)


def test_m29_r2_an_event_counts_as_booth() -> None:
    """R2: an Event is a Booth, a Helper is none (M84)."""
    table = opening((*NO_BOOTHS[:3], "lilypad-hop"), BOOTHS)
    assert table.legal() == [Decision.KEEP]


def test_m29_m108_r2_a_rejected_hand_is_discarded_and_the_choice_repeats() -> None:
    """M29: as often as wanted; M108: the rejected cards lie in the discard pile."""
    table = opening(NO_BOOTHS, BOOTHS)
    table.apply(Decision.REDRAW)
    assert names(int(table.state.discard)) == set(NO_BOOTHS)
    for card in OTHERS:
        table.apply(drawn(card))
    assert table.legal() == [Decision.KEEP, Decision.REDRAW]
    table.apply(Decision.REDRAW)
    assert names(int(table.state.discard)) == {*NO_BOOTHS, *OTHERS}
    table.settle_chance()
    table.check_conservation()
    table.apply(Decision.KEEP, Decision.KEEP)
    assert names(int(table.state.discard)) == {*NO_BOOTHS, *OTHERS}


def test_m30_any_seat_can_begin() -> None:
    for first_seat in range(4):
        table = KernelTable(players=4, first_seat=first_seat)
        assert (table.state.seat, table.state.turn) == (first_seat, 1)


def test_m31_m34_turns_go_clockwise_and_hands_are_refilled() -> None:
    """M31: the next seat; M34: after the refill."""
    table = KernelTable(["forage", "turnip-barrow"], ["haggle"], ["odd-jobs"], players=3)
    for seat in (0, 1, 2, 0):
        assert table.state.seat == seat
        table.pass_turns(1)
        assert size_of(table.state.hand[seat]) == 4
    assert table.state.turn == 5


def test_m32_m33_each_card_is_moved_with_or_put_into_play() -> None:
    """M32: any one card of the hand; M33, M73: to move or to build; M68: an Action only to move."""
    table = KernelTable(["forage", "turnip-barrow", "otter-guide", "dawn-catch"])
    table.give(0, coin=4, fish=1)
    assert table.legal() == [
        *sorted(move(card) for card in ("forage", "turnip-barrow", "otter-guide", "dawn-catch")),
        *sorted(play(card) for card in ("turnip-barrow", "otter-guide")),
    ]
    table.visit("turnip-barrow", "dressmaker")
    assert table.state.houses[0] == 5
    assert "turnip-barrow" not in table.loop()


def test_m36_m47_m106_any_card_can_be_discarded_to_move() -> None:
    """M36: of any kind; M47, M106: it is in the discard pile at once."""
    for card in ("forage", "turnip-barrow", "wood-duck", "lilypad-hop"):
        table = KernelTable([card])
        table.apply(move(card))
        assert names(int(table.state.discard)) == {card}
        assert table.state.hand[0] == 0


def test_r12_m109_an_empty_hand_passes() -> None:
    """R12, M109: deck and discard pile empty: no card is drawn, and without a card the turn passes."""
    table = KernelTable([], ["forage"])
    table.state.helpers[1] = table.state.deck
    table.state.deck = 0
    assert table.legal() == [Decision.PASS]
    table.apply(Decision.PASS)
    assert (table.state.seat, table.state.phase) == (1, Phase.MAIN)
    table.visit("forage", "dressmaker").pass_turns(1)
    assert table.state.hand[1] == mask("forage")
    assert table.state.seat == 0


def test_m145_m147_nothing_else_can_be_decided() -> None:
    """M145: no trading, no passing, no selling; M147: nothing for a lap or for the Booth one began on."""
    table = KernelTable(["tailwind", "forage"])
    table.give(0, coin=20, veggie=9)
    assert table.legal() == sorted([move("tailwind"), move("forage")])
    table.apply(move("tailwind"))
    assert table.legal() == sorted(stop(booth) for booth in ("dressmaker", "willow-larder", "mending-bench"))
