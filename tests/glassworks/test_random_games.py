"""The reference game in random play: conservation, canonical keys, and how many ways a game can go on."""

from random import Random

import pytest

from .depth_counts import depth_counts
from .positions import position
from .printed_data import COLUMN_COUNT, COLUMN_HEIGHT, ENDLESS, LAKE_SIZE, SATCHEL_LIMIT, SCARCE
from .random_records import PRESETS, play_randomly, random_answer
from .reference import ReferenceGame
from .reference_parts import PASS

GAMES_PER_TABLE = 25


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_play_keeps_every_piece(players: int, preset: str) -> None:
    """G1 to G33: nothing is lost or made, and every limit holds, at every step to the end."""
    rng = Random(f"{players} {preset}")
    for _ in range(GAMES_PER_TABLE):
        game = ReferenceGame(players, rng.randrange(players), **PRESETS[preset])
        everything = game.all_pieces()
        turns = [0] * players
        for _ in play_randomly(game, rng):
            assert game.all_pieces() == everything
            if game.stage == "action":
                turns[game.seat] += 1
                assert len(game.lake) <= LAKE_SIZE
                for seat in game.seats:
                    assert len(seat.satchel) <= SATCHEL_LIMIT
                    assert len(seat.columns) <= COLUMN_COUNT
                    assert all(len({piece[0] for piece in column}) == 1 for column in seat.columns)
                    assert all(1 <= len(column) <= COLUMN_HEIGHT for column in seat.columns)
        assert game.turns_left == 0
        assert game.phase() == "over"
        assert len(set(turns)) == 1  # G31: all have had the same number of turns


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_play_when_nobody_can_end_it(players: int) -> None:
    """G27, G28, G33: bag, lake and satchels run out with passes, and all glass is on boards and river."""
    rng = Random(f"endless {players}")
    passes = 0
    for _ in range(GAMES_PER_TABLE):
        game = ReferenceGame(players, rng.randrange(players), data=ENDLESS)
        everything = game.all_pieces()
        for answer in play_randomly(game, rng):
            passes += answer == PASS
            assert game.all_pieces() == everything
        assert game.turns_left is None
        assert not game.bag
        assert not game.lake
        assert not any(seat.satchel for seat in game.seats)
    assert passes > 0


def test_random_play_with_short_bags() -> None:
    """G27, G30: some games are triggered when the bag cannot top everybody up."""
    rng = Random("scarce")
    short = 0
    for number in range(4 * GAMES_PER_TABLE):
        game = ReferenceGame(2 + number % 4, data=SCARCE)
        everything = game.all_pieces()
        for _ in play_randomly(game, rng):
            assert game.all_pieces() == everything
            is_triggered = game.turns_left is not None and game.stage == "action"
            short += is_triggered and not game.bag
    assert short > 0


def test_copies_go_their_own_way() -> None:
    """A copy plays on without touching the game it came from, and equal answers give equal keys."""
    rng = Random("copies")
    game = ReferenceGame(3)
    while game.actor is not None:
        before = game.key()
        twin, other = game.copy(), game.copy()
        answer = random_answer(game, rng)
        twin.apply(answer)
        assert game.key() == before == other.key()
        game.apply(answer)
        assert game.key() == twin.key() != before


def test_key_forgets_the_order_of_glass() -> None:
    """Pieces in a satchel, the lake, on a tile or in overflow stand in no order."""
    first = position(satchels=[["white drop", "black drop"]], lake=["white drop", "purple heart"])
    second = position(satchels=[["black drop", "white drop"]], lake=["purple heart", "white drop"])
    assert first.key() == second.key()
    first.seats[1].satchel = first.seats[0].satchel
    assert first.key() != second.key()


def test_sequences_of_the_set_up() -> None:
    """G7, G8: 6! orders of tiles, then any of the 48 types without black (54 with it)."""
    orders = [6, 30, 120, 360, 720, 720]
    assert depth_counts(ReferenceGame(2), 6) == orders
    game = ReferenceGame(5)
    for _ in range(5):
        game.apply(game.choices()[0])
    assert depth_counts(game, 2) == [1, 54]


def test_counts_by_memory_and_by_hand_agree() -> None:
    """The remembered counts equal those of a walk over every sequence."""

    def walk(game: ReferenceGame, depth: int) -> list[int]:
        totals = [0] * depth
        for choice in game.choices() if depth else []:
            totals[0] += 1
            child = game.copy()
            child.apply(choice)
            for extra, count in enumerate(walk(child, depth - 1)):
                totals[extra + 1] += count
        return totals

    game = position(
        satchels=[["white heart", "purple heart", "white drop"], ["yellow square"]],
        river={"triangle": ["white drop", "yellow drop"], "square": ["purple heart"]},
        lake=["white drop", "white heart", "black drop", "black drop", "yellow heart"],
        bag={"orange drop": 2, "white square": 1},
    )
    counts = depth_counts(game, 5)
    assert counts == walk(game, 5)
    assert counts[0] == 10  # three places, a pair onto six tiles, the lake
