"""The rules of the components and the set-up, played on the package."""

from collections import Counter

import pytest

from rivertable.core.chance import Recorded
from rivertable.core.errors import ChanceError, IllegalMoveError, OptionError
from rivertable.glassworks import GAME, Position
from rivertable.glassworks.board import GlassworksBoard
from rivertable.glassworks.kernel.state import COLOUR_NAMES, SHAPE_NAMES, Outcome
from rivertable.glassworks.printed.components import standard

from .kernel_games import KernelGame, terms_of
from .printed_data import COLOURS, PIECES, SHAPES, full_bag, name
from .printed_data import STANDARD as PRINTED
from .tables import OPTIONS, codes, draws

RIVER = [5, 0, 3, 1, 2, 4]
"""Drop, triangle, square, heart, circle, hexagon: 2, 1, 2, 2, 1 and 1 stones."""
GLASS = "whD whD whT whS whS whH whH whC whX"
LAKE = "puT puT puH puC puX"


def laid(players: int, satchels: str, first_seat: int = 0, options: str = "rulebook") -> Position:
    """A game set up by these outcomes: the river, its glass, the lake, then the satchels."""
    chance = Recorded([Outcome.TILE + tile for tile in RIVER] + draws(f"{GLASS} {LAKE} {satchels}"))
    position = Position.before_setup(terms_of(players, options), first_seat).resolve(chance)
    assert len(chance) == 0
    return position


def all_pieces(board: GlassworksBoard) -> Counter[str]:
    """Colours of all glass wherever it lies."""
    loose = [*board.bag, *board.lake, *(piece for tile in board.river for piece in tile.pieces)]
    for seat in board.seats:
        loose += [*seat.satchel, *seat.overflow]
    counts = Counter(piece.colour_name for piece in loose)
    for seat in board.seats:
        counts.update({COLOUR_NAMES[column.colour]: column.height for column in seat.columns})
    return counts


def test_g1_there_are_132_pieces_of_nine_colours() -> None:
    """G1: how many of each colour."""
    wanted = [22, 22, 17, 17, 12, 12, 12, 9, 9]
    assert [standard().count(colour) for colour in range(9)] == wanted
    assert sum(wanted) == 132
    assert all_pieces(Position.new(players=5, seed=1)) == dict(zip(COLOURS, wanted, strict=True))


def test_g2_every_colour_has_six_shapes() -> None:
    """G2: the same pieces as the tests' own table, each colour in all six shapes."""
    counts = terms_of(5).array[0].bag.tolist()
    assert counts == [PRINTED["pieces"][colour][shape] for colour, shape in PIECES]
    assert min(counts) > 0


def test_g3_six_tiles_have_a_shape_and_one_or_two_stones() -> None:
    """G3: six tiles of six shapes, three of one stone and three of two, and a lake."""
    position = Position.new(players=2, seed=3)
    assert [tile.number for tile in position.river] == [1, 2, 3, 4, 5, 6]
    assert {tile.shape_name: tile.stones for tile in position.river} == PRINTED["stones"]
    assert sorted(PRINTED["stones"].values()) == [1, 1, 1, 2, 2, 2]
    assert position.tile_number(position.river[3].shape) == 4


def test_g4_a_seat_has_a_satchel_seven_columns_of_five_and_an_inventory_from_0() -> None:
    """G4: an empty glassworks of 7 columns and 5 rows."""
    seat = Position.new(players=2, seed=3).seats[1]
    assert (seat.columns, seat.overflow, seat.inventory) == ((), (), 0)
    board = Position.new(players=2, seed=3)
    assert board.heights(1) == (0,) * 7
    assert board.breakdown(1).rows == (0,) * 5
    assert seat.column_of(0) is None


def test_g5_one_bag_one_first_seat_and_how_common_each_colour_is() -> None:
    """G5: the bag is one for all; its counts by colour are what the rarity chart tells."""
    position = Position.new(players=4, seed=3, first_seat=2)
    assert position.first_seat == 2
    chart = {colour: sum(shapes.values()) for colour, shapes in PRINTED["pieces"].items() if colour != "black"}
    assert all_pieces(position) == chart


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_g6_black_glass_only_with_five_players(players: int) -> None:
    """G6: the bag before set-up."""
    position = Position.before_setup(terms_of(players))
    assert Counter(piece.name for piece in position.bag) == {
        name(piece): count for piece, count in full_bag(PRINTED, players).items()
    }
    assert ("black" in {piece.colour_name for piece in position.bag}) == (players == 5)


def test_g7_the_river_is_laid_from_start_in_any_order() -> None:
    """G7: each tile still free is as likely as any other, the forced last one too."""
    position = Position.before_setup(terms_of(2))
    left = set(range(6))
    for tile in RIVER:
        assert position.outcomes() == tuple((Outcome.TILE + number, 1) for number in sorted(left))
        position = position.apply(Outcome.TILE + tile)
        left.remove(tile)
        with pytest.raises(ChanceError, match=f"outcome {Outcome.TILE + tile}"):
            position.apply(Outcome.TILE + tile)
    river = laid(2, "puD " * 4 + "orX orX").river
    assert [tile.shape for tile in river] == RIVER
    assert river[0].shape_name == "drop"  # tile 1 is the one at START


def test_g8_every_tile_gets_as_many_pieces_as_its_own_stones() -> None:
    """G8: its own stones, not the neighbour's, from START to the lake."""
    river = laid(2, "puD " * 4 + "orX orX").river
    assert [codes(tile.pieces) for tile in river] == ["whD whD", "whT", "whS whS", "whH whH", "whC", "whX"]
    for seed in range(20):
        board = Position.new(players=3, seed=seed)
        assert all(len(tile.pieces) == tile.stones for tile in board.river)


def test_g9_the_lake_gets_five_pieces() -> None:
    """G9: after the river, before the satchels."""
    assert codes(laid(2, "puD " * 4 + "orX orX").lake) == LAKE


@pytest.mark.parametrize("first_seat", [0, 1, 2])
def test_g10_every_satchel_gets_three_pieces_from_the_first_seat_clockwise(first_seat: int) -> None:
    """G10: three random pieces each, and an inventory of 0."""
    position = laid(3, "lbT lbT lbT dbH dbH dbH lgC lgC dgC", first_seat)
    satchels = ["lbT lbT lbT", "dbH dbH dbH", "lgC lgC dgC"]
    for step, satchel in enumerate(satchels):
        seat = position.seats[(first_seat + step) % 3]
        assert (codes(seat.satchel), seat.inventory) == (satchel, 0)
    assert len(position.bag) == 120 - 9 - 5 - 9


@pytest.mark.parametrize("options", list(OPTIONS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_g11_the_table_names_the_first_seat(players: int, options: str) -> None:
    """G11: any seat may begin, and the first turn is its own."""
    for first_seat in range(players):
        position = KernelGame(terms_of(players, options), first_seat).position().resolve(5)
        assert (position.seat, position.first_seat, position.round, position.phase) == (
            first_seat,
            first_seat,
            1,
            "play",
        )
        assert position.is_turn_start and position.is_deciding and not position.is_chance


@pytest.mark.parametrize("first_seat", [-1, 2, 5])
def test_g11_there_is_no_such_first_seat(first_seat: int) -> None:
    with pytest.raises(IllegalMoveError, match=f"no seat {first_seat} among 2"):
        Position.new(players=2, first_seat=first_seat)


@pytest.mark.parametrize("players", [0, 1, 6])
def test_g4_two_to_five_players(players: int) -> None:
    with pytest.raises(OptionError, match=f"2 to 5 players, not {players}"):
        Position.new(players=players)


def test_names_are_those_of_the_record_format() -> None:
    """G1, G3: names in their order, typed here once more."""
    assert list(COLOUR_NAMES) == COLOURS
    assert list(SHAPE_NAMES) == SHAPES
    assert GAME.title == "River Valley Glassworks"


def test_set_up_is_drawn_as_every_game_and_all_of_it_is_chance() -> None:
    """G7 to G10: 6 tiles and 14 + 3 pieces a player are drawn; nobody decides anything."""
    drawn: list[int] = []
    position = Position.before_setup(terms_of(4), 1)
    assert position.phase == "setup" and position.river == () and position.seat is None
    assert not position.moves() and list(position.moves()) == []
    assert position.resolve(7, drawn).is_turn_start
    assert len(drawn) == 6 + 9 + 5 + 12
