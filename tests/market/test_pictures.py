"""The drawn table: within 79 columns, well formed, and holding what a player must see."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from market.games_played import PLAYERS, random_match, turn_starts
from rivertable.market import GAME, Position

WIDTH = 79
WIDE_NAMES = ["a name that is much longer than the place it has"] * 5


@pytest.mark.parametrize("players", PLAYERS)
def test_the_drawing_fits_79_columns(players: int) -> None:
    for position in turn_starts(players, 61)[::3]:
        for text in (str(position), GAME.pictures.draw_text(position.view(0), WIDE_NAMES[:players])):
            assert max(map(len, text.splitlines())) <= WIDTH


@pytest.mark.parametrize("players", PLAYERS)
def test_the_svg_is_well_formed(players: int) -> None:
    for position in (*turn_starts(players, 61)[::9], turn_starts(players, 61)[-1]):
        for board in (position, position.view(1), position.view(None)):
            root = ElementTree.fromstring(board._repr_svg_())
            texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
            assert root.tag.endswith("svg")
            for booth in board.river:
                assert any(text and text.startswith(booth.card.name) for text in texts)


def test_every_booth_stands_with_owner_pawns_and_steps() -> None:
    """M38, M77: the river is a loop, and houses say whose a Booth is."""
    position = turn_starts(3, 61)[-2]
    assert not position.is_over
    text = str(position.view(1))
    for booth in position.river:
        steps = (booth.place - position.seats[1].pawn) % len(position.river)
        assert re.search(rf"{f'[+]{steps}' if steps else 'here'} {re.escape(booth.card.name)}", text)
    owners = [booth.owner for booth in position.river if booth.owner is not None]
    assert sum(text.count(f"     seat {seat}") for seat in range(3)) == len(owners) > 0
    assert all(f"@{seat}" in text for seat in range(3))


def test_an_owner_bonus_for_each_pawn_is_drawn_so() -> None:
    """U9: the ring says how often the bonus is given, as the hand does."""
    position = Position.from_text(
        "market/1 2 rulebook second-edition swap-meet,lantern-maker=1/mending-bench,dressmaker,willow-larder "
        "forage;-;$4;5;0;swap-meet/-;-;$4;4;0;swap-meet - 0 0.0.9.main"
    )
    upper = " ".join(line[:38].strip() for line in str(position.view(0)).splitlines())
    assert "(owner l for each pawn here*)" in upper


def test_the_own_hand_is_drawn_with_what_its_cards_can_do() -> None:
    for position in turn_starts(2, 62)[3:40:4]:
        seat = int(position.state.seat)
        text = str(position.view(seat)).partition("Hand of")[2]
        hand = position.seats[seat].hand or ()
        assert hand and all(card.name in text for card in hand)
        assert text.count("Moves by") == len(hand)
        other = str(position.view(None))
        assert "Hand of" not in other


def test_where_a_card_leads_is_where_it_may_stop() -> None:
    """M39, M46: the drawn reach is that of the rules."""
    checked = 0
    for position in turn_starts(4, 63)[6:60:3]:
        seat = int(position.state.seat)
        text = " ".join(str(position.view(seat)).partition("Hand of")[2].split())
        for card in position.seats[seat].hand or ():
            stops = {move.booth for move in position.moves() if getattr(move, "booth", "") and move.card == card.id}
            drawn = text.partition(f"{card.name}")[2].partition("Moves by ")[2]
            if drawn.partition(".")[0].endswith("to any Booth but this"):
                assert len(stops) == len(position.river) - 1
            else:
                span = re.match(r"[^:]*: \+1(?: to \+(\d+))? \(", drawn)
                if span:
                    assert len(stops) == int(span[1] or 1)
                    checked += 1
        if checked > 12:
            return
    raise AssertionError("too few reaches were looked at")


def test_what_this_project_made_up_is_marked() -> None:
    text = str(Position.new(players=2, seed=1).view(0))
    assert "Swap Meet " not in text.replace("Swap Meet\n", "")
    assert "Willow Larder*" in text and "* made up by this project" in text


def test_a_position_in_set_up_can_be_drawn() -> None:
    position = Position.before_setup(GAME.make_terms(2))
    assert "set-up" in str(position) and ElementTree.fromstring(position._repr_svg_()) is not None


def test_the_score_is_told_item_by_item() -> None:
    """M122: five categories, every stored resource in its place."""
    match = random_match(3)
    for seat in range(3):
        lines = GAME.pictures.explain_score(match.position, seat).splitlines()
        parts = match.position.breakdown(seat)
        assert lines[-1] == f"total: {' + '.join(map(str, parts.categories))} = {match.position.total(seat)}"
        assert sum(parts.categories) == parts.total == match.position.total(seat)
        assert parts.categories[0] == sum(points for _, points in parts.events)
        assert parts.categories[1] == sum(card.points for card in parts.booths)
        assert parts.categories[2] == sum(card.points for card in parts.helpers)
        held = match.position.seats[seat].resources
        stored = [sum(card.stored[k] for card in (*parts.booths, *parts.helpers)) + parts.left[k] for k in range(6)]
        assert stored == list(held)
        for card in (*parts.booths, *parts.helpers):
            assert any(f"= {card.points}" in line for line in lines)
