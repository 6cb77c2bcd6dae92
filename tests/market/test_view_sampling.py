"""Samples from a view: possible, seen as the same view again, and each as likely as it must be."""

from __future__ import annotations

from collections import Counter

import pytest

from market.games_played import PLAYERS, turn_starts
from rivertable.core.chance import Simulator
from rivertable.market import Position
from rivertable.market.consistency import check_state
from rivertable.market.printed.components import edition

DRAWS = 6000
# The 99.9th percentile of chi-square with 5 degrees of freedom.
CHI_SQUARE_AT_MOST = 20.52
STARTS = ("swap-meet", "dressmaker", "willow-larder", "mending-bench")


def small_table(hands: list[list[str]], deck: list[str], eras: dict[str, int]) -> Position:
    """A table where all other cards lie in the discard pile, so that few are hidden."""
    cards = [card.id for card in edition("first-edition").cards if card.id not in STARTS]
    named = {card for hand in hands for card in hand} | set(deck)
    discard = ",".join(card for card in cards if card not in named)
    seats = "/".join(f"{','.join(hand)};-;$4;5;0;swap-meet" for hand in hands)
    shuffles = max(eras.values(), default=0)
    groups = [",".join(card for card in eras if eras[card] == era) for era in range(1, shuffles + 1)]
    return Position.from_text(
        f"market/1 {len(hands)} rulebook first-edition swap-meet,dressmaker/mending-bench,willow-larder {seats} "
        f"{discard} {':'.join([str(shuffles), *groups])} 0.0.9.main"
    )


def law(position: Position, viewer: int | None) -> Counter[tuple[object, ...]]:
    """How often each way the hidden hands can lie was sampled."""
    view, source = position.view(viewer), Simulator(7)
    return Counter(tuple(seat.hand for seat in view.sample(source).seats) for _ in range(DRAWS))


def chi_square(found: Counter[tuple[object, ...]], ways: int) -> float:
    """The distance of what was found from all ways being as likely."""
    expected = DRAWS / ways
    return sum((count - expected) ** 2 / expected for count in found.values()) + expected * (ways - len(found))


def test_each_hand_is_as_likely() -> None:
    """R14: four unseen cards, two of them in the other hand: six hands."""
    position = small_table([["forage", "haggle"], ["odd-jobs", "tailwind"]], ["driftwood", "wood-duck"], {})
    found = law(position, 0)
    assert len(found) == 6 and chi_square(found, 6) < CHI_SQUARE_AT_MOST


def test_a_hand_holds_only_cards_of_the_reshuffles_it_was_drawn_after() -> None:
    """M105: what was drawn before a reshuffle stays among what was hidden then."""
    position = small_table(
        [["forage"], ["odd-jobs", "tailwind"], ["driftwood"]],
        ["wood-duck", "haggle"],
        {"tailwind": 1, "wood-duck": 1, "haggle": 1},
    )
    found = law(position, 0)
    assert len(found) == 2 * 3 and chi_square(found, 6) < CHI_SQUARE_AT_MOST
    for _, second, third in found:
        assert [card.id for card in third] in (["driftwood"], ["odd-jobs"])  # type: ignore[attr-defined]
        assert len({card.id for card in second} & {"tailwind", "wood-duck", "haggle"}) == 1  # type: ignore[attr-defined]


def test_a_spectator_must_think_of_all_hands() -> None:
    position = small_table([["forage"], ["odd-jobs"]], ["driftwood"], {})
    found = law(position, None)
    assert len(found) == 6 and chi_square(found, 6) < CHI_SQUARE_AT_MOST


@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_is_possible_and_seen_as_the_same(players: int) -> None:
    for number, position in enumerate(turn_starts(players, 51)[::4]):
        for viewer in (None, *range(players)):
            view = position.view(viewer)
            sample = view.sample(number)
            check_state(sample.state, sample.terms)
            assert sample.view(viewer) == view and view.sample(number) == sample
            if viewer is not None:
                assert sample.seats[viewer] == position.seats[viewer]
                if position.seat == viewer:
                    assert sample.decisions() == position.decisions() == view.decisions()


def test_the_game_goes_on_from_a_sample() -> None:
    view = turn_starts(4, 51)[30].view(2)
    position = view.sample(1)
    for _ in range(8):
        position = position.play(next(iter(position.moves())), 3)
    assert position.turn == view.turn + 8
