"""The rules of placing and gathering (G12 to G23), played on the package from hand-made positions."""

import pytest

from rivertable.core.errors import IllegalMoveError
from rivertable.glassworks import Draw, Position
from rivertable.glassworks.kernel.state import Decision

from .tables import after, codes, columns, table

SIX = "wh1 pu1 lb1 db1 lg1 dg1"
SEVEN = "wh1 pu1 lb1 db1 lg1 dg1 ye1"


def refused(position: Position, notation: str, rule: str) -> None:
    """The move is well said but not legal, by this rule."""
    with pytest.raises(IllegalMoveError) as caught:
        position.play(notation)
    assert caught.value.rule == rule


def test_g12_one_piece_goes_on_the_tile_of_its_shape() -> None:
    """G12: the shape decides, the colour does not."""
    position = table(satchels=["whH puH orD"], order="SHTCXD")
    placing = [choice for choice in position.decisions() if choice < Decision.PAIR]
    assert placing == [9, 10, 53]  # white heart, purple heart, orange drop
    played = after(position, "puH@2-3", "whT whT")
    assert codes(played.river[played.tile_number(1) - 1].pieces) == "puH"
    assert codes(played.seats[0].satchel) == "whH orD"
    refused(position, "puH@1-2", "G12")
    refused(position, "whC@4-3", "G12")  # not in the satchel


@pytest.mark.parametrize("tile", [1, 2, 3, 4, 5, 6])
def test_g13_two_pieces_of_one_shape_go_on_any_tile(tile: int) -> None:
    """G13: neither the tile's shape nor the colours matter."""
    position = table(satchels=["whH puH orD"])
    neighbour = tile - 1 if tile > 1 else 2
    move = f"whH+puH@{tile}-{neighbour}"
    assert move in position.moves()
    shape = position.tile(tile).shape
    stones = position.river[0].stones if neighbour != 1 else position.river[1].stones
    played = after(position, move, " ".join(["yeT", "yeT"][:stones]))
    assert codes(played.tile(played.tile_number(shape)).pieces) == "whH puH"


def test_g13_a_pair_has_one_shape_and_two_pieces() -> None:
    position = table(satchels=["whH puH orD orX", "yeD"])
    pairing = range(Decision.PAIR, Decision.DRAW)
    pairs = {(choice - Decision.PAIR) // 6 for choice in position.decisions() if choice in pairing}
    assert pairs == {1}
    refused(position, "whH+orD@1-2", "G13")
    refused(position, "whH+whH@1-2", "G12")  # one of them is not there
    assert "whH+puH+orD@1-2" not in position.moves()


def test_g13_which_two_is_asked_only_where_it_matters() -> None:
    """G13: of three different ones in rising order; of equal ones not at all."""
    position = table(satchels=["whH puH yeH"]).apply(Decision.PAIR + 6)
    assert position.decisions() == (Decision.PICK + 9, Decision.PICK + 10)
    assert position.apply(Decision.PICK + 9).decisions() == (Decision.PICK + 10, Decision.PICK + 16)
    assert not position.apply(Decision.PICK + 10).is_deciding
    assert not table(satchels=["whH whH whH"]).apply(Decision.PAIR + 6).is_deciding


def test_g14_a_neighbour_is_gathered_whole_and_the_placed_pieces_stay() -> None:
    """G14: up is nearer START, down nearer the lake; all glass of that tile, none of the other."""
    position = table(satchels=["whC", "whT"], river={"H": "puT puX", "C": "yeD", "S": "orH orC lbX"})
    placed = position.apply(2 * 9)
    assert placed.decisions() == (Decision.UP, Decision.DOWN)
    up = after(position, "whC@3-2", "whD")
    assert columns(up) == "pu2"
    assert codes(up.tile(3).pieces) == "whC yeD"
    down = after(position, "whC@3-4:or,lb", "whD")
    assert columns(down) == "or2 lb1"
    assert codes(down.tile(4).pieces) == "whC yeD"
    refused(position, "whC@3-5", "G14")
    refused(position, "whC@3-3", "G14")


@pytest.mark.parametrize(("piece", "tile", "neighbour"), [("whT", 1, 2), ("whD", 6, 5)])
def test_g15_an_end_tile_has_one_neighbour(piece: str, tile: int, neighbour: int) -> None:
    """G15: the lake is no tile: it is neither beside the last tile nor gathered."""
    position = table(satchels=[piece], lake="puT puT puT puT puH")
    placed = position.apply(0 if piece == "whT" else 45)
    assert not placed.is_deciding  # nothing to choose
    assert [str(move) for move in position.moves() if not isinstance(move, Draw)] == [f"{piece}@{tile}-{neighbour}"]
    played = after(position, f"{piece}@{tile}-{neighbour}", "yeT")
    assert len(played.lake) == 5 and columns(played) == ""
    refused(position, f"{piece}@{tile}-{0 if tile == 1 else 7}", "G14" if tile == 1 else "G15")


def test_g16_an_empty_neighbour_may_be_gathered() -> None:
    """G16: it yields nothing, and still moves to START and is refilled."""
    position = table(satchels=["whC"], river={"S": "yeD"})
    played = after(position, "whC@3-2", "orH")
    assert columns(played) == "" and played.seats[0].inventory == 0
    assert [tile.shape_name for tile in played.river][:2] == ["heart", "triangle"]
    assert codes(played.tile(1).pieces) == "orH"


@pytest.mark.parametrize(
    ("move", "order"),
    [("whD@6-5", "XTHCSD"), ("whC@3-4", "STHCXD"), ("whC@3-2", "HTCSXD"), ("whH@2-1", "THCSXD")],
)
def test_g17_the_emptied_tile_moves_to_start(move: str, order: str) -> None:
    """G17: the tiles between close the gap, those behind stay."""
    position = table(satchels=["whD whC whH"], order="THCSXD")
    played = position.play(move, 1)
    assert "".join("THCSXD"[tile.shape] for tile in played.river) == order
    assert [tile.number for tile in played.river] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("order", "move", "drawn"),
    [
        ("THCSXD", "whC@3-2", 1),  # the heart (2 stones) comes to lie beside the triangle (1)
        ("HTCSXD", "whC@3-2", 2),  # the triangle (1) beside the heart (2)
        ("THCSXD", "whH@2-1", 2),  # the triangle is first already: beside it lies the heart (2)
        ("CTHSXD", "whH@3-4", 1),  # the square (2) beside the circle (1)
        ("SHTCXD", "whC@4-5", 2),  # the hexagon (1) beside the square (2)
    ],
)
def test_g18_refill_takes_the_stones_of_the_next_tile(order: str, move: str, drawn: int) -> None:
    """G18: the moved tile gets as many pieces as the tile now beside it has stones, not as its own."""
    position = table(satchels=["whC whH"], order=order)
    played = after(position, move, " ".join(["orH", "orS"][:drawn]))
    assert len(played.tile(1).pieces) == drawn == played.tile(2).stones


def test_g18_nothing_is_drawn_before_all_is_decided() -> None:
    """G18, G20: the order of new colours is named before the refill is seen."""
    position = table(satchels=["whC"], river={"H": "puT yeT"})
    placed = position.apply(2 * 9).apply(Decision.UP)
    assert placed.decisions() == (Decision.COLOUR + 1, Decision.COLOUR + 7) and not placed.is_chance
    assert placed.apply(Decision.COLOUR + 7).is_chance


def test_g19_gathered_glass_goes_to_the_glassworks_where_only_colour_matters() -> None:
    """G19: nothing goes to the satchel; pieces of all shapes share a column."""
    position = table(satchels=["whC"], columns=["pu1"], river={"H": "puT puH puD"})
    played = after(position, "whC@3-2", "orH")
    assert (columns(played), played.seats[0].satchel) == ("pu4", ())


def test_g20_a_new_colour_takes_the_next_column() -> None:
    """G20: left to right; one new colour is not asked about."""
    position = table(satchels=["whC"], columns=["pu1 ye2"], river={"H": "orT orH"})
    assert columns(after(position, "whC@3-2", "lbH")) == "pu1 ye2 or2"


@pytest.mark.parametrize("order", ["pu,lb,ye", "pu,ye,lb", "lb,pu,ye", "lb,ye,pu", "ye,pu,lb", "ye,lb,pu"])
def test_g20_the_player_orders_several_new_colours(order: str) -> None:
    """G20: every order can be chosen, and is what is built."""
    position = table(satchels=["whC"], columns=["wh1"], river={"H": "puT lbH yeX yeC whS"})
    played = after(position, f"whC@3-2:{order}", "orH")
    heights = {"pu": 1, "lb": 1, "ye": 2}
    assert columns(played) == " ".join(["wh2", *(f"{code}{heights[code]}" for code in order.split(","))])


def test_g20_an_order_names_each_new_colour_once() -> None:
    position = table(satchels=["whC"], columns=["wh1"], river={"H": "puT lbH", "S": "whD"})
    for wrong in ("pu", "pu,pu", "pu,lb,wh", "wh,pu", "or,pu"):
        refused(position, f"whC@3-2:{wrong}", "G20")
    refused(position, "whC@3-4:wh", "G20")  # nothing to order


def test_g21_a_known_colour_goes_on_its_column() -> None:
    """G21: bottom to top, whatever column it is."""
    position = table(satchels=["whC"], columns=["pu1 ye2 wh4"], river={"H": "whT yeH whX"}, options="bga")
    played = after(position, "whC@3-2", "lbH")
    assert columns(played) == "pu1 ye3 wh5"
    assert codes(played.seats[0].overflow) == "whX"


def test_g22_a_full_column_sends_glass_to_overflow() -> None:
    """G22: what is over 5, by triangle, heart, circle, square, hexagon, drop."""
    position = table(satchels=["whC"], columns=["pu3"], river={"H": "puT puD puC puH"})
    played = after(position, "whC@3-2", "lbH")
    assert (columns(played), codes(played.seats[0].overflow)) == ("pu5", "puC puD")


def test_g22_an_eighth_colour_goes_to_overflow() -> None:
    """G22: with seven columns a new colour has no place; nothing is asked."""
    position = table(satchels=["whC"], columns=[SEVEN], river={"H": "orT orD whH"})
    played = after(position, "whC@3-2", "lbH")
    assert columns(played) == SEVEN.replace("wh1", "wh2")
    assert codes(played.seats[0].overflow) == "orT orD"


def test_g22_one_free_column_and_three_new_colours() -> None:
    """G20, G22: one takes the column, the others go to overflow; the record lists them last."""
    position = table(players=5, satchels=["whC"], columns=[SIX], river={"H": "orT yeH bkD bkX"})
    played = after(position, "whC@3-2:bk,ye,or", "lbH")
    assert (columns(played), codes(played.seats[0].overflow)) == (f"{SIX} bk2", "orT yeH")
    assert position.play("whC@3-2:or,bk,ye", 1).seats[0].columns[6].colour == 8
    refused(position, "whC@3-2:bk,or,ye", "G22")
    assert sum(not isinstance(move, Draw) and move.gather == 2 for move in position.moves()) == 3


@pytest.mark.parametrize(("options", "inventory"), [("rulebook", 6), ("bga", 8)])
def test_g23_the_inventory_counts_the_glassworks(options: str, inventory: int) -> None:
    """G23: overflow is not counted, but for the option of the help page."""
    position = table(satchels=["whC"], columns=["pu3 wh1"], river={"H": "puT puD puC puH"}, options=options)
    assert position.seats[0].inventory == 4
    assert after(position, "whC@3-2", "lbH").seats[0].inventory == inventory


@pytest.mark.parametrize(
    ("options", "inventory"),
    [
        ("rulebook+inventory_counts_overflow=yes", 9),
        ("bga+inventory_counts_overflow=no", 7),
        ("rulebook+lake_draws_after_trigger=no", 7),
        ("bga+lake_draws_after_trigger=yes", 9),
    ],
)
def test_g23_the_option_alone(options: str, inventory: int) -> None:
    """G22, G23: pieces of an eighth colour count with the option, and only with it."""
    position = table(satchels=["whC"], columns=[SEVEN], river={"H": "orT orD"}, options=options)
    assert after(position, "whC@3-2", "lbH").seats[0].inventory == inventory


def test_a_turn_is_one_action_and_then_the_next_seat_is_on() -> None:
    """G12, G24: placing or drawing, never both, never neither."""
    position = table(players=3, satchels=["whC", "whT"], lake="puT puT puT puT puH", seat=1, first_seat=1)
    assert position.decisions() == (0, Decision.DRAW)
    assert Decision.PASS not in position.decisions()
    played = after(position, "whT@1-2", "orH")
    assert (played.seat, played.round) == (2, 1)
