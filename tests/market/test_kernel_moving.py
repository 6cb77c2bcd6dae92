"""The river and moving along it, in the compiled rules."""

from __future__ import annotations

import pytest

from rivertable.market.kernel.state import Decision, RiverEnd

from .kernel_table import LOOP, NUMBER, KernelTable, changed_deck, move, play, spot, stop, token

SWAP, DRESS, LARDER, BENCH = LOOP


def stops_with(table: KernelTable, card: str) -> set[str]:
    """Where the pawn can stop with a card."""
    return table.apply(move(card)).stops()


@pytest.mark.parametrize(
    ("card", "booths"),
    [
        ("borrowed-basket", {DRESS}),
        ("skipping-stones", {DRESS, LARDER}),
        ("forage", {DRESS, LARDER, BENCH}),
        ("lily-punt", {DRESS, LARDER, BENCH}),
    ],
)
def test_m37_m38_m39_m40_up_to_the_step_value(card: str, booths: set[str]) -> None:
    """M37, M38: clockwise; M39: up to the Step value of 1, 2, 3, 5; M40: at least one step."""
    assert stops_with(KernelTable([card]), card) == booths


def test_m38_m42_on_from_the_lower_row_to_the_upper_one() -> None:
    """M42: after the last Booth of one side comes the first of the other."""
    table = KernelTable(["skipping-stones"])
    table.put_pawn(0, BENCH)
    assert stops_with(table, "skipping-stones") == {SWAP, DRESS}


def test_m41_r7_never_where_the_pawn_began() -> None:
    """M41, R7: a step value past a full lap reaches nothing new; a Zoom does not stop where it began either."""
    assert SWAP not in stops_with(KernelTable(["lily-punt"]), "lily-punt")
    assert stops_with(KernelTable(["tailwind"]), "tailwind") == {DRESS, LARDER, BENCH}


def test_m43_m44_pawns_share_booths_and_occupied_ones_count_as_steps() -> None:
    """M43: several pawns on one Booth; M44: an occupied Booth is a step like others."""
    table = KernelTable(["skipping-stones"], players=3)
    table.put_pawn(1, DRESS)
    table.put_pawn(2, LARDER)
    assert stops_with(table, "skipping-stones") == {DRESS, LARDER}
    table.apply(stop(LARDER))
    assert table.state.pawn[0] == table.state.pawn[2]


def test_m45_m46_zoom_goes_anywhere() -> None:
    """M45, M46: to any Booth, Events included."""
    table = KernelTable(["odds-and-ends"])
    for booth in ("turnip-barrow", "dawn-catch", "lilypad-hop"):
        table.add_booth(booth, 1)
    assert stops_with(table, "odds-and-ends") == {DRESS, LARDER, BENCH, "turnip-barrow", "dawn-catch", "lilypad-hop"}


@pytest.mark.parametrize(
    ("end", "loop", "upper_count"),
    [
        (RiverEnd.UPPER_LEFT, ["turnip-barrow", SWAP, DRESS, LARDER, BENCH], 3),
        (RiverEnd.UPPER_RIGHT, [SWAP, DRESS, "turnip-barrow", LARDER, BENCH], 3),
        (RiverEnd.LOWER_LEFT, [SWAP, DRESS, LARDER, BENCH, "turnip-barrow"], 2),
        (RiverEnd.LOWER_RIGHT, [SWAP, DRESS, "turnip-barrow", LARDER, BENCH], 2),
    ],
)
def test_m18_m76_r8_the_four_end_spots(end: int, loop: list[str], upper_count: int) -> None:
    """M18, M76: the river grows on both sides; R8: both right spots are one place of the loop, so are the left ones."""
    table = KernelTable(["turnip-barrow"])
    table.put_pawn(0, LARDER)
    table.apply(play("turnip-barrow"))
    assert table.legal() == [spot(k) for k in range(4)]
    table.apply(spot(end))
    cards = {SWAP, DRESS, LARDER, BENCH, "turnip-barrow"}
    assert set(table.loop()) == cards
    # The left ends meet where the loop closes, so a loop may begin elsewhere.
    assert table.loop() == loop
    assert table.state.upper_count == upper_count
    assert table.loop()[table.state.pawn[0]] == LARDER
    assert table.loop()[table.state.pawn[1]] == SWAP


def test_r8_the_row_decides_where_the_next_booth_goes() -> None:
    """R8: after a Booth at the upper right the next at the lower right comes behind it, the next upper one too."""
    for first, second, loop in (
        (RiverEnd.UPPER_RIGHT, RiverEnd.UPPER_RIGHT, [SWAP, DRESS, "turnip-barrow", "odds-and-ends", LARDER, BENCH]),
        (RiverEnd.UPPER_RIGHT, RiverEnd.LOWER_RIGHT, [SWAP, DRESS, "turnip-barrow", "odds-and-ends", LARDER, BENCH]),
        (RiverEnd.LOWER_RIGHT, RiverEnd.UPPER_RIGHT, [SWAP, DRESS, "odds-and-ends", "turnip-barrow", LARDER, BENCH]),
        (RiverEnd.LOWER_RIGHT, RiverEnd.LOWER_RIGHT, [SWAP, DRESS, "odds-and-ends", "turnip-barrow", LARDER, BENCH]),
    ):
        table = KernelTable(["turnip-barrow"], ["odds-and-ends"])
        table.apply(play("turnip-barrow"), spot(first)).settle_chance()
        table.apply(play("odds-and-ends"), spot(second))
        assert table.loop() == loop


def test_houses_in_star_spaces_move_with_their_event() -> None:
    table = KernelTable(["turnip-barrow"])
    table.add_booth("lilypad-hop", 1)
    table.state.stars[4, 0] = 1
    table.state.houses[0] -= 1
    table.apply(play("turnip-barrow"), spot(RiverEnd.UPPER_LEFT))
    place = table.loop().index("lilypad-hop")
    assert place == 5
    assert table.state.stars[:, 0].nonzero()[0].tolist() == [place]
    assert table.state.owner[place] == 1


class TestHelpersThatMove:
    """M96: what Helpers change about moving."""

    def test_m96_reach(self) -> None:
        table = KernelTable(["borrowed-basket"])
        table.hire(0, "otter-guide")
        assert stops_with(table, "borrowed-basket") == {DRESS, LARDER, BENCH}

    def test_m96_reach_is_the_owners_only(self) -> None:
        table = KernelTable(["borrowed-basket"])
        table.hire(1, "otter-guide")
        assert stops_with(table, "borrowed-basket") == {DRESS}

    def test_m96_back(self) -> None:
        table = KernelTable(["borrowed-basket"])
        table.hire(0, "patient-heron")
        for booth in ("turnip-barrow", "dawn-catch"):
            table.add_booth(booth, 1)
        assert stops_with(table, "borrowed-basket") == {DRESS, "dawn-catch", "turnip-barrow"}

    def test_m96_actions_as_zooms(self) -> None:
        table = KernelTable(["borrowed-basket", "smoke-hut"])
        table.hire(0, "hare-courier")
        table.state.tokens[0] = 1
        assert token("borrowed-basket") not in table.legal()
        assert token("smoke-hut") in table.legal()
        assert stops_with(table, "borrowed-basket") == {DRESS, LARDER, BENCH}

    @pytest.mark.parametrize(
        ("cards", "zooms"),
        [
            ("all", {"smoke-hut", "moonrise-auction", "badger-cook", "family-favour"}),
            ("booths", {"smoke-hut", "moonrise-auction"}),
            ("events", {"moonrise-auction"}),
            ("helpers", {"badger-cook"}),
            ("actions", {"family-favour"}),
        ],
    )
    def test_m96_groups_of_cards(self, cards: str, zooms: set[str]) -> None:
        deck = changed_deck(hare_courier={"ability": {"power": "zoom", "cards": cards}})
        hand = ["smoke-hut", "moonrise-auction", "badger-cook", "family-favour"]
        table = KernelTable(hand, deck=deck)
        table.hire(0, "hare-courier")
        table.state.tokens[0] = 1
        no_zoom = {card for card in hand if Decision.TOKEN + NUMBER[card] in table.legal()}
        assert set(hand) - no_zoom == zooms
        assert sum(Decision.MOVE <= choice < Decision.TOKEN for choice in table.legal()) == 4

    @pytest.mark.parametrize(
        ("trigger", "card", "booth", "is_given"),
        [
            ("action", "tailwind", DRESS, True),
            ("action", "odds-and-ends", DRESS, False),
            ("zoom", "tailwind", LARDER, True),
            ("zoom", "forage", LARDER, False),
            ("stroll", "forage", DRESS, True),
            ("stroll", "tailwind", DRESS, True),
            ("stroll", "forage", LARDER, False),
            ("stroll", "forage", BENCH, False),
            ("meeting", "forage", BENCH, True),
            ("meeting", "forage", LARDER, False),
        ],
    )
    def test_m96_gifts_on_arrival(self, trigger: str, card: str, booth: str, is_given: bool) -> None:
        ability = {"power": "when", "when": trigger, "gain": {"fish": 3}}
        table = KernelTable([card], deck=changed_deck(gossiping_vole={"ability": ability}))
        table.hire(0, "gossiping-vole")
        table.give(0)
        table.put_pawn(1, BENCH)
        table.visit(card, booth)
        assert table.have() == ({"fish": 3} if is_given else {})

    def test_m96_a_step_back_is_a_stroll(self) -> None:
        ability = {"power": "when", "when": "stroll", "gain": {"fish": 3}}
        table = KernelTable(["skipping-stones"], deck=changed_deck(gossiping_vole={"ability": ability}))
        table.hire(0, "gossiping-vole", "patient-heron")
        table.give(0)
        table.visit("skipping-stones", BENCH)
        assert table.have() == {"fish": 3}
