"""What the network sees: nothing depends on names of colours and shapes; each input says what it is said to say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from bots.boards import game_of, some_positions
from bots.networks import inputs_of
from rivertable.bots.lookahead import lookahead
from rivertable.core.position import Position, walk_turns
from rivertable.glassworks.kernel import features as seen
from rivertable.glassworks.kernel.primitives import viewpoint
from rivertable.glassworks.kernel.state import COLOURS, SATCHEL_SLOTS, SHAPES

GAME = game_of("glassworks")


def after_turns(every: int) -> Iterator[tuple[Position, Any]]:
    """Positions of random games of 2 to 5 players, each with the state after one of its turns."""
    for number, position in enumerate(some_positions("glassworks", every)):
        ends = [states for _, states in zip(range(number % 7 + 1), walk_turns(position), strict=False)]
        yield position, ends[-1][1].copy()


def renamed(state: Any, colours: np.ndarray[Any, Any], shapes: np.ndarray[Any, Any]) -> None:
    """Give colours and shapes other names: the old number leads to the new one."""
    types = np.array([shapes[piece // COLOURS] * COLOURS + colours[piece % COLOURS] for piece in range(54)])
    tile, tile_types, tile_count = state.tile.copy(), state.tile_types.copy(), state.tile_count.copy()
    bag, column_of = state.bag.copy(), state.column_of.copy()
    for shape in range(SHAPES):
        state.tile[shapes[shape]][types] = tile[shape]
        state.tile_count[shapes[shape]] = tile_count[shape]
        bits = [piece for piece in range(54) if int(tile_types[shape]) >> piece & 1]
        state.tile_types[shapes[shape]] = sum(1 << int(types[piece]) for piece in bits)
    state.bag[types] = bag
    state.column_of[:, colours] = column_of
    state.river[:] = shapes[state.river]
    state.lake[: state.lake_count] = np.sort(types[state.lake[: state.lake_count]])
    for seat in range(5):
        held = int(state.held[seat])
        state.satchel[seat, :held] = np.sort(types[state.satchel[seat, :held]])
        assert held <= SATCHEL_SLOTS


def is_gain() -> np.ndarray[Any, Any]:
    """Which inputs are estimated gains: they let new colours take columns in the order of their names."""
    places = np.arange(seen.FEATURES)
    within = (places - seen.TABLE_END) % seen.BLOCK
    among = (within >= seen.GAINS) & (within < seen.TILES_AT) | (within >= seen.BEST) & (within < seen.HELD)
    return (places >= seen.TABLE_END) & among


def test_names_of_colours_and_shapes_mean_nothing() -> None:
    gains = is_gain()
    rng = np.random.default_rng(5)
    compared = 0
    for position, states in after_turns(5):
        terms = position.terms.array.copy()
        view = int(viewpoint(states[0], 0))
        before = inputs_of(GAME, states, terms, view)
        colours, shapes = rng.permutation(COLOURS), rng.permutation(SHAPES)
        record = states.view(np.recarray)[0]
        renamed(record, colours, shapes)
        terms["stones"][0][shapes] = position.terms.array["stones"][0]
        after = inputs_of(GAME, states, terms, view)
        assert after[~gains] == pytest.approx(before[~gains], abs=1e-6)
        compared += 1
    assert compared > 20


def test_a_position_is_seen_from_the_seat_that_took_the_turn() -> None:
    """Whether pieces are still to be drawn or the next seat is on turn; no input tells of seats that are not there."""
    for position, states in after_turns(6):
        assert {int(viewpoint(states[0], seat)) for seat in range(position.players)} == {position.seat}
        drawn = position.from_states(states.copy(), position.terms).resolve(3)
        assert int(viewpoint(drawn.states[0], 0)) == position.seat
        inputs = inputs_of(GAME, states, position.terms.array, position.seat)
        assert not inputs[seen.TABLE_END + position.players * seen.BLOCK :].any()


def test_inputs_tell_boards_and_glass() -> None:
    """Points, leads, heights, and all glass of each tile once for each seat."""
    for position, states in after_turns(4):
        players, state = position.players, states[0]
        totals = [GAME.kernel.total(states, 0, position.terms.array, seat) for seat in range(players)]
        inputs = inputs_of(GAME, states, position.terms.array, position.seat)
        blocks = inputs[seen.TABLE_END :].reshape(-1, seen.BLOCK)
        for place in range(players):
            seat, block = (position.seat + place) % players, blocks[place]
            assert block[seen.POINTS] * 50 == pytest.approx(totals[seat], abs=1e-4)
            others = [total for other, total in enumerate(totals) if other != seat]
            assert block[seen.LEAD] * 20 == pytest.approx(totals[seat] - max(others), abs=1e-4)
            heights = block[seen.HEIGHTS : seen.HEIGHTS + 35].reshape(7, 5).sum(axis=1)
            assert heights.tolist() == state["height"][seat].tolist()
            assert block[seen.HELD + min(int(state["held"][seat]), 5)] == 1
            tiles = block[seen.TILES_AT : seen.TILES_AT + 6 * seen.SLOTS].reshape(6, -1).sum(axis=1) * 2
            assert tiles == pytest.approx(state["tile_count"][state["river"]], abs=1e-4)
            lake = block[seen.LAKE_SLOTS_AT : seen.LAKE_SLOTS_AT + seen.SLOTS].sum() * 2
            assert lake == pytest.approx(int(state["lake_count"]), abs=1e-4)
            bag = block[seen.BAG_SLOTS_AT : seen.BAG_SLOTS_AT + seen.SLOTS].sum() * 10
            assert bag == pytest.approx(int(state["bag_count"]), abs=1e-3)


def test_once_the_end_is_known_each_seat_knows_its_last_turns() -> None:
    """They are those that the game then takes."""
    counted = 0
    for position, states in after_turns(1):
        inputs = inputs_of(GAME, states, position.terms.array, position.seat)
        known = np.flatnonzero(inputs[seen.LAST_TURNS : seen.LAST_TURNS + seen.MOST_TURNS + 1])
        if not known.size:
            continue
        taken = [0] * position.players
        left = position.from_states(states.copy(), position.terms).resolve(1)
        while not left.is_over:
            taken[left.seat] += 1
            left = position.from_states(next(iter(walk_turns(left)))[1].copy(), left.terms).resolve(2)
        assert known.tolist() == [sum(taken)]
        blocks = inputs[seen.TABLE_END :].reshape(-1, seen.BLOCK)
        for place in range(position.players):
            own = np.flatnonzero(blocks[place][seen.TURNS : seen.TURNS + 3]).tolist()
            assert own == [taken[(position.seat + place) % position.players]]
        counted += 1
    assert counted > 5


def test_what_no_turn_changes_is_the_same_after_all_of_them() -> None:
    rules, layers = GAME.kernel.primitives, lookahead(GAME).network.new_layers()

    def lasting(states: Any, terms: Any, seat: int) -> list[tuple[int, float]]:
        count = rules.write_lasting(states[0], terms[0], seat, layers.places, layers.amounts)
        return list(zip(layers.places[:count].tolist(), layers.amounts[:count].tolist(), strict=True))

    for position in some_positions("glassworks", 9):
        terms, seat = position.terms.array, position.seat
        before = lasting(position.states.copy(), terms, seat)
        assert len(before) > 10
        for _, states in islice(walk_turns(position), 300):
            assert lasting(states.copy(), terms, seat) == before
