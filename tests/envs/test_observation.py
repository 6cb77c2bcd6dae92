"""What a learner is given: named index by index, within its bounds, and nothing that the seat may not know."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from envs.games import PLAYERS, positions_of
from market.test_privacy import hidden_shuffled
from rivertable.core.contract.observation import Field, Layout, Observation
from rivertable.core.game import GAMES
from rivertable.core.position import Board
from rivertable.market import Position as MarketPosition


def observed(board: Board, seat: int) -> np.ndarray:
    out = np.full(board.game.learning.observation(board.game.printed.load()).size(board.players), 99, dtype=np.int16)
    board.game.kernel.observe(board.states, 0, board.terms.array, seat, out)
    return out


def named(board: Board, seat: int) -> dict[str, int]:
    names = board.game.learning.observation(board.terms.components).names(board.players)
    return dict(zip(names, observed(board, seat).tolist(), strict=True))


def test_a_layout_says_where_each_field_begins() -> None:
    layout = Layout(Field("a", "", (("x", "y"), ("1", "2", "3"))), Field("b", "", high=9, scale=3))
    assert (layout.size, layout.first("a"), layout.first("b")) == (7, 0, 6)
    assert list(layout.names())[3:] == ["a[y, 1]", "a[y, 2]", "a[y, 3]", "b"]
    with pytest.raises(KeyError):
        layout.first("c")
    both = Observation(layout, Layout(Field("c", "", low=-4)))
    assert both.names(2)[-2:] == ("own c", "next c")
    low, high = both.bounds(2)
    assert (low.tolist(), high.tolist()) == ([0] * 7 + [-4] * 2, [1] * 6 + [9, 1, 1])
    assert both.scales(1).tolist() == [1] * 6 + [3, 1]


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_every_index_has_a_name_of_its_own(game: str, players: int) -> None:
    found = GAMES[game]
    names = found.learning.observation(found.printed.load()).names(players)
    assert len(set(names)) == len(names) == found.learning.observation(found.printed.load()).size(players)
    actions = found.learning.action_names(found.printed.load())
    assert len(set(actions)) == len(actions) == found.kernel.first_outcome


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_numbers_stay_within_their_bounds(game: str, players: int) -> None:
    low, high = GAMES[game].learning.observation(GAMES[game].printed.load()).bounds(players)
    seen = np.concatenate(
        [[observed(p, seat) for seat in range(players)] for run in range(4) for p in positions_of(game, players, run)]
    )
    assert (seen >= low).all()
    assert (seen <= high).all()
    assert (seen.max(axis=0) > low).mean() > 0.4


@pytest.mark.parametrize("game", GAMES)
def test_every_field_says_something_in_some_game(game: str) -> None:
    silent = {name.partition("[")[0] for name in GAMES[game].learning.observation(GAMES[game].printed.load()).names(5)}
    for seed in range(8):
        for position in positions_of(game, 5, seed):
            for seat in range(5):
                silent -= {name.partition("[")[0] for name, number in named(position, seat).items() if number}
        if not silent:
            break
    assert silent == set()


@pytest.mark.parametrize("players", GAMES["market"].players)
def test_no_observation_depends_on_what_is_hidden(players: int) -> None:
    """M28: dealing the other hands and the deck otherwise changes nothing; a view gives the same numbers."""
    rng = Random(players)
    changed = 0
    for position in (*positions_of("market", players, 5), *positions_of("market", players, 6)):
        assert isinstance(position, MarketPosition)
        for seat in range(players):
            other = hidden_shuffled(position, seat, rng)
            changed += other != position
            mine = observed(position, seat)
            assert (observed(other, seat) == mine).all()
            assert (observed(position.view(seat), seat) == mine).all()
    assert changed > 100


def test_the_own_hand_is_observed_and_no_other() -> None:
    for position in positions_of("market", 3, 8)[::7]:
        cards = [card.id for card in position.cards]  # type: ignore[attr-defined]  # the game's own board
        for seat in range(3):
            numbers = named(position, seat)
            hand = int(position.state.hand[seat])
            assert [numbers[f"hand[{card}]"] for card in cards] == [hand >> k & 1 for k in range(60)]
            assert numbers["own cards"] == hand.bit_count()
            assert numbers["next cards"] == int(position.state.hand[(seat + 1) % 3]).bit_count()


def test_cards_from_before_a_reshuffle_must_be_in_another_hand() -> None:
    """M105: when the discard pile becomes the deck, what is still unseen is in hands."""
    found = 0
    for seed in range(6):
        for position in positions_of("market", 5, seed):
            numbers = named(position, 0)
            held = {name[5:-1] for name, number in numbers.items() if name.startswith("held[") and number}
            others = 0
            for seat in range(1, 5):
                others |= int(position.state.hand[seat])
            elsewhere = {
                card.id
                for k, card in enumerate(position.cards)  # type: ignore[attr-defined]
                if others >> k & 1
            }
            assert held <= elsewhere
            assert len(held) == sum(numbers[f"{who} old cards"] for who in ("next", "2nd next", "3rd next", "4th next"))
            found += len(held)
    assert found > 0


def test_glassworks_is_observed_as_it_lies() -> None:
    for position in positions_of("glassworks", 4, 3):
        for seat in range(4):
            numbers = named(position, seat)
            state = position.state
            assert numbers["own score"] == position.total(seat)
            assert numbers["3rd next score"] == position.total((seat + 3) % 4)
            assert numbers["own on turn"] == (position.seat == seat)
            for whole, part in (
                (int(state.lake_count), "lake["),
                (int(state.bag_count), "bag["),
                (int(state.tile_count.sum()), "on tile["),
                (int(state.held[seat]), "own satchel["),
                (1 if position.is_deciding else 0, "question["),
                (6, "river["),
            ):
                assert sum(number for name, number in numbers.items() if name.startswith(part)) == whole
