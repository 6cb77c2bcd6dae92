"""The end of a game, to the turn, in the compiled rules."""

from __future__ import annotations

import pytest

from rivertable.core.compiling.bits import size_of
from rivertable.market.kernel.state import Decision, Phase

from .kernel_table import KernelTable, do, move, play, spot, stop, token

ALL_SEATS = [(players, seat) for players in (2, 3, 4, 5) for seat in range(players)]


def about_to_end(players: int, seat: int, *, is_attending: bool, first_seat: int = 0) -> KernelTable:
    """A game in which a seat is on turn with one house left and a card to place it with."""
    card = "odds-and-ends" if is_attending else "turnip-barrow"
    table = KernelTable(players=players, first_seat=first_seat)
    if is_attending:
        table.add_booth("roof-raising", (seat + 1) % players)
    table.deal(seat, card)
    while table.state.seat != seat:
        table.state.hand[table.state.seat] = table.state.deck & -table.state.deck
        table.state.deck ^= table.state.hand[table.state.seat]
        table.pass_turns(1)
    table.state.houses[seat] = 1
    return table


def place_last_house(table: KernelTable, *, is_attending: bool) -> None:
    """Do the turn that triggers the end, its refill included."""
    if is_attending:
        table.visit("odds-and-ends", "roof-raising").apply(do(0))
    else:
        table.apply(play("turnip-barrow"), spot(1))
    assert table.state.phase == Phase.REFILL
    table.settle_chance()


@pytest.mark.parametrize("is_attending", [False, True], ids=["building", "attending"])
@pytest.mark.parametrize(("players", "seat"), ALL_SEATS)
def test_m79_m92_m110_m114_m116_r10_two_more_turns_each(players: int, seat: int, is_attending: bool) -> None:
    """M79, M92, M110: the last house triggers the end; M114, M116, R10: two turns each, the end player last."""
    table = about_to_end(players, seat, is_attending=is_attending)
    place_last_house(table, is_attending=is_attending)
    assert (table.state.end_seat, table.state.turns_left) == (seat, 2 * players)
    for turn in range(2 * players):
        assert table.state.phase == Phase.MAIN
        assert table.state.seat == (seat + 1 + turn) % players
        assert table.state.turns_left == 2 * players - turn
        table.pass_turns(1)
    assert (table.state.phase, table.state.seat, table.state.turns_left) == (Phase.OVER, seat, 0)
    assert (table.legal(), table.outcomes()) == ([], [])


def test_m5_m111_m112_m113_what_happens_at_the_trigger() -> None:
    """M111: the turn is finished, the refill included; M5, M112: the Firefly; M113: a Zoom token for all."""
    table = about_to_end(3, 1, is_attending=False)
    table.deal(1, "forage", "haggle")
    table.apply(play("turnip-barrow"))
    assert (table.state.end_seat, table.state.tokens.sum()) == (-1, 0)
    table.apply(spot(0))
    assert table.state.end_seat == 1
    assert table.state.tokens.tolist() == [1, 1, 1, 0, 0]
    assert (table.state.phase, table.state.due) == (Phase.REFILL, 2)
    table.settle_chance()
    assert size_of(table.state.hand[1]) == 4


def test_m111_effects_still_open_are_done_first() -> None:
    """M111: after the last house the Booth's other plank can still be done."""
    table = KernelTable(["odds-and-ends"])
    table.add_booth("lilypad-hop", 1)
    table.state.houses[0] = 1
    table.visit("odds-and-ends", "lilypad-hop").apply(do(0))
    assert table.legal() == [Decision.END, do(1)]
    assert table.state.end_seat == -1
    table.apply(do(1))
    assert table.state.end_seat == 0


def test_m115_the_firefly_glows_after_the_second_last_turn() -> None:
    """M115: from then on as many turns are left as there are players."""
    table = about_to_end(4, 2, is_attending=False)
    place_last_house(table, is_attending=False)
    turns = []
    while table.state.phase != Phase.OVER:
        turns.append((int(table.state.seat), bool(table.state.turns_left <= 4)))
        table.pass_turns(1)
    assert turns == [(3, False), (0, False), (1, False), (2, False), (3, True), (0, True), (1, True), (2, True)]


def test_m11_m117_m118_the_zoom_token() -> None:
    """M117: it makes a card a Zoom, with a move only; M118: once; M11: one for each."""
    table = about_to_end(2, 0, is_attending=False)
    place_last_house(table, is_attending=False)
    table.gather_hands()
    table.deal(1, "borrowed-basket", "otter-guide", "tailwind")
    table.give(1, fish=1, coin=1)
    assert table.legal() == sorted(
        [
            *(move(card) for card in ("borrowed-basket", "otter-guide", "tailwind")),
            token("borrowed-basket"),
            token("otter-guide"),
            play("otter-guide"),
        ]
    )
    table.apply(token("borrowed-basket"))
    assert len(table.stops()) == len(table.loop()) - 1
    assert table.state.tokens[:2].tolist() == [1, 0]
    table.apply(stop("mending-bench"))
    # The Action's effect is to be had with the token too.
    assert len(table.legal()) > 2
    table.apply(Decision.END).settle_chance().pass_turns(1)
    assert (table.state.seat, table.state.turns_left) == (1, 2)
    assert not any(68 <= choice < 128 for choice in table.legal())


def test_m117_no_token_before_the_last_turns() -> None:
    """M117: not in the turn that triggers the end, for tokens come after its decisions."""
    table = KernelTable(["borrowed-basket"])
    table.state.houses[0] = 1
    assert table.legal() == [move("borrowed-basket")]


def test_m119_an_unused_token_scores_nothing() -> None:
    table = KernelTable()
    before = table.total()
    table.state.tokens[0] = 1
    assert table.total() == before


def test_m120_m121_later_players_out_of_houses_change_nothing() -> None:
    """M120: only the first time counts; M121: everything else may still be done in the last turns."""
    table = about_to_end(3, 0, is_attending=False)
    place_last_house(table, is_attending=False)
    table.gather_hands()
    table.deal(1, "dawn-catch")
    table.state.houses[1] = 1
    table.give(1, tool=2, coin=1)
    table.apply(play("dawn-catch"), spot(2)).settle_chance()
    assert (table.state.end_seat, table.state.turns_left, table.state.seat) == (0, 5, 2)


def test_m110_only_ones_own_houses_count() -> None:
    """M110: no houses left at a mat that was never on turn does not end the game before its turn."""
    table = KernelTable(["forage"], ["haggle"])
    table.pass_turns(2)
    assert table.state.end_seat == -1


def test_m35_turns_go_on_until_the_end() -> None:
    """M35: as long as nobody has placed the last house."""
    table = KernelTable(["forage"], ["haggle"]).pass_turns(200)
    assert (table.state.phase, table.state.turn, table.state.end_seat) == (Phase.MAIN, 201, -1)
