"""The reference game alone, set-up and turns: each tricky rule on a hand-made position."""

import pytest

from .positions import (
    act,
    colour,
    drawn,
    drop,
    heights,
    leave,
    let_chance,
    pair,
    pick,
    pieces,
    place,
    position,
)
from .printed_data import COLOURS, PIECE_NAMED, SHAPES, STANDARD, full_bag, names
from .reference import ReferenceGame
from .reference_parts import DOWN, DRAW, DRAWN, PASS, TILE, UP

SIX = [("white", 1), ("purple", 1), ("light blue", 1), ("dark blue", 1), ("light green", 1), ("yellow", 1)]
SEVEN = [*SIX, ("orange", 1)]


def test_standard_pieces_are_those_of_the_rules() -> None:
    """G1, G2, G6: 132 pieces by colour, every colour in all six shapes, black with 5 players only."""
    totals = {name: sum(shapes.values()) for name, shapes in STANDARD["pieces"].items()}
    assert [totals[name] for name in COLOURS] == [22, 22, 17, 17, 12, 12, 12, 9, 9]
    assert all(set(shapes) == set(SHAPES) and min(shapes.values()) > 0 for shapes in STANDARD["pieces"].values())
    for players, expected in ((2, 20), (4, 20), (5, 22)):
        bag = full_bag(STANDARD, players)
        by_shape = [sum(count for piece, count in bag.items() if piece[1] == shape) for shape in SHAPES]
        assert by_shape == [expected] * 6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_set_up(players: int) -> None:
    """G7 to G10: six tiles, each its own stones, the lake 5, satchels 3 from the first seat."""
    game = ReferenceGame(players, players - 1)
    order = ["drop", "triangle", "square", "heart", "circle", "hexagon"]
    for number, shape in enumerate(order):
        assert len(game.choices()) == 6 - number
        game.apply(TILE + SHAPES.index(shape))
    for _ in range(9 + 5):
        assert game.actor == "chance"
        game.apply(game.choices()[-1])
    assert [len(tile.pieces) for tile in game.river] == [2, 1, 2, 2, 1, 1]
    assert len(game.lake) == 5
    assert [len(seat.satchel) for seat in game.seats] == [0] * players
    game.apply(DRAWN)
    assert len(game.seats[players - 1].satchel) == 1
    let_chance(game)
    assert [len(seat.satchel) for seat in game.seats] == [3] * players
    assert (game.actor, game.round, game.phase()) == (players - 1, 1, "play")
    assert game.bag.total() == (132 if players == 5 else 120) - 14 - 3 * players


@pytest.mark.parametrize(("players", "first_seat"), [(1, 0), (6, 0), (2, 2), (3, -1)])
def test_no_such_table(players: int, first_seat: int) -> None:
    """G4, G11: 2 to 5 players, and the first player is one of them."""
    with pytest.raises(ValueError, match="no game"):
        ReferenceGame(players, first_seat)


def test_one_piece_goes_on_its_own_shape() -> None:
    """G12: the shape decides the tile, not the colour."""
    game = position(satchels=[["white heart", "purple heart", "white drop"]], lake=[])
    assert game.choices() == sorted(
        [place("white heart"), place("purple heart"), place("white drop")] + [pair("heart", tile) for tile in SHAPES]
    )
    act(game, place("purple heart"))
    assert names(game.river[1].pieces) == ["purple heart"]


def test_pair_goes_on_any_tile() -> None:
    """G13: two of one shape, of any colours, on any tile; G14: they stay there."""
    game = position(
        satchels=[["white heart", "purple heart"]],
        river={"hexagon": ["yellow drop"], "square": ["black drop"]},
    )
    act(game, pair("heart", "hexagon"), UP)
    let_chance(game)
    assert names(game.river[4].pieces) == ["white heart", "purple heart", "yellow drop"]
    assert heights(game, 0) == [("black", 1)]


def test_pair_is_named_in_rising_order_once() -> None:
    """G13: of three candidates each pair of types is named in one way."""
    game = position(satchels=[["purple heart", "white heart", "yellow heart"]])
    act(game, pair("heart", "drop"))
    assert game.choices() == [pick("white heart"), pick("purple heart")]
    assert act(game.copy(), pick("white heart")).choices() == [pick("purple heart"), pick("yellow heart")]
    act(game, pick("purple heart"))  # only yellow can follow, and the last tile has one neighbour
    assert game.actor == "chance"
    assert names(game.seats[0].satchel) == ["white heart"]


def test_pair_of_equal_pieces() -> None:
    """G13: with two whites and a purple the first piece is white in any case and not asked."""
    game = position(satchels=[["white heart", "white heart", "purple heart"]])
    act(game, pair("heart", "triangle"))
    assert game.choices() == [pick("white heart"), pick("purple heart")]


@pytest.mark.parametrize(("shape", "ways"), [("triangle", []), ("heart", [UP, DOWN]), ("drop", [])])
def test_neighbours(shape: str, ways: list[int]) -> None:
    """G14, G15: an end tile has one neighbour, so nothing is asked; the lake is nobody's neighbour."""
    game = position(satchels=[[f"white {shape}"]], lake=["white drop"] * 5)
    act(game, place(f"white {shape}"))
    if ways:
        assert game.choices() == ways
    else:
        assert game.actor == "chance"
        assert len(game.lake) == 5


def test_empty_tile_is_gathered() -> None:
    """G16, G17: it yields nothing and still moves to START and is refilled."""
    game = position(satchels=[["white square"]])
    act(game, place("white square"), UP)
    let_chance(game)
    assert game.inventory(0) == 0
    assert [tile.shape for tile in game.river] == ["circle", "triangle", "heart", "square", "hexagon", "drop"]


def test_emptied_tile_moves_to_start_and_the_others_close_up() -> None:
    """G17."""
    game = position(satchels=[["white square"]], river={"hexagon": ["white heart", "white drop"]})
    act(game, place("white square"), DOWN)
    assert [tile.shape for tile in game.river] == ["hexagon", "triangle", "heart", "circle", "square", "drop"]
    assert names(game.river[4].pieces) == ["white square"]
    assert heights(game, 0) == [("white", 2)]


def test_refill_by_the_stones_of_the_next_tile() -> None:
    """G18: circle has 1 stone and heart 2; beside heart at START the circle gets 2."""
    order = ["heart", "triangle", "circle", "square", "hexagon", "drop"]
    game = position(order=order, satchels=[["white square"]])
    act(game, place("white square"), UP)
    let_chance(game)
    assert [(tile.shape, len(tile.pieces)) for tile in game.river[:2]] == [("circle", 2), ("heart", 0)]


def test_refill_when_start_itself_is_gathered() -> None:
    """G18: the tile at START stays there; heart (2 stones) beside triangle (1 stone) gets 1."""
    order = ["heart", "triangle", "circle", "square", "hexagon", "drop"]
    game = position(order=order, satchels=[["white triangle"]], river={"heart": ["white drop"] * 4})
    act(game, place("white triangle"), UP)
    let_chance(game)
    assert [(tile.shape, len(tile.pieces)) for tile in game.river[:2]] == [("heart", 1), ("triangle", 1)]
    assert heights(game, 0) == [("white", 4)]


def test_only_colour_matters_in_the_glassworks() -> None:
    """G19, G21: pieces of one colour share a column whatever their shapes."""
    game = position(
        satchels=[["white triangle"]],
        river={"heart": ["purple drop", "purple heart", "white drop"]},
        columns=[[("white", 2), ("purple", 1)]],
    )
    act(game, place("white triangle"))
    assert heights(game, 0) == [("white", 3), ("purple", 3)]


def test_order_of_new_colours_is_chosen() -> None:
    """G20: three new colours, two questions; the last settles by itself."""
    game = position(
        satchels=[["white triangle"]],
        river={"heart": ["purple drop", "white heart", "yellow drop", "yellow drop"]},
    )
    act(game, place("white triangle"))
    assert game.choices() == [colour("white"), colour("purple"), colour("yellow")]
    act(game, colour("yellow"))
    assert game.choices() == [colour("white"), colour("purple")]
    act(game, colour("purple"))
    assert game.actor == "chance"
    assert heights(game, 0) == [("yellow", 2), ("purple", 1), ("white", 1)]
    assert game.move["order"] == ["yellow", "purple", "white"]


def test_one_column_free_for_two_new_colours() -> None:
    """G20, G22: one is chosen for it, the other goes to overflow whole."""
    river = {"heart": ["orange drop", "black drop", "black heart", "white drop"]}
    game = position(satchels=[["white triangle"]], river=river, columns=[SIX])
    act(game, place("white triangle"))
    assert game.choices() == [colour("black"), colour("orange")]
    act(game, colour("orange"))
    assert heights(game, 0) == [("white", 2), *SIX[1:], ("orange", 1)]
    assert names(game.seats[0].overflow) == ["black heart", "black drop"]
    assert game.move["order"] == ["orange", "black"]


def test_eighth_colour() -> None:
    """G22: with 7 colours there, new ones are overflow and their order is not asked."""
    river = {"heart": ["black drop", "dark green heart"]}
    game = position(satchels=[["white triangle"]], river=river, columns=[SEVEN])
    act(game, place("white triangle"))
    assert game.actor == "chance"
    assert heights(game, 0) == SEVEN
    assert names(game.seats[0].overflow) == ["dark green heart", "black drop"]
    assert "order" not in game.move


def test_full_column() -> None:
    """G22: a column takes glass until 5, lower types first; the rest is overflow. G23: not counted."""
    river = {"heart": ["white drop", "white triangle", "white heart"]}
    game = position(satchels=[["purple triangle"]], river=river, columns=[[("white", 4)]])
    act(game, place("purple triangle"))
    assert heights(game, 0) == [("white", 5)]
    assert names(game.seats[0].overflow) == ["white heart", "white drop"]
    assert game.inventory(0) == 5


def test_new_colour_of_more_than_five() -> None:
    """G20, G22: a new column takes five at once, the sixth is overflow."""
    game = position(satchels=[["purple triangle"]], river={"heart": ["white drop"] * 6})
    act(game, place("purple triangle"))
    assert heights(game, 0) == [("white", 5)]
    assert names(game.seats[0].overflow) == ["white drop"]


def test_inventory_with_overflow_counted() -> None:
    """G23, option: the marker counts overflow too."""
    game = position(columns=[[("white", 5)]], overflow=[["white drop"] * 3], inventory_counts_overflow=True)
    assert game.inventory(0) == 8
    assert game.state_document()["seats"][0]["inventory"] == 8


def test_lake_draw_leaves_one() -> None:
    """G24, G26: four of five by choice of the one that stays; then the lake is filled to 5."""
    lake = ["white drop", "white drop", "purple heart", "yellow heart", "black heart"]
    game = position(lake=lake)
    act(game, DRAW)
    stays = ["white drop", "purple heart", "yellow heart", "black heart"]
    assert game.choices() == sorted(leave(it) for it in stays)
    act(game, leave("yellow heart"))
    assert names(game.seats[0].satchel) == ["purple heart", "black heart", "white drop", "white drop"]
    assert heights(game, 0) == []
    let_chance(game)
    assert names(game.lake) == ["yellow heart"] + ["orange drop"] * 4


def test_lake_of_one_type_is_not_asked() -> None:
    """G24: which of five equal pieces stays is no choice."""
    game = act(position(lake=["white drop"] * 5), DRAW)
    assert game.actor == "chance"


def test_satchel_over_five() -> None:
    """G25: pieces old or new go to overflow, named in rising order, until 5 are left."""
    lake = ["white triangle"] * 4 + ["yellow drop"]
    game = position(lake=lake, satchels=[["white heart", "purple heart", "orange drop"]])
    act(game, DRAW, leave("yellow drop"))
    assert game.choices() == [drop("white triangle"), drop("white heart"), drop("purple heart")]
    act(game, drop("purple heart"))  # one more must follow it: only the orange drop can
    assert game.actor == "chance"
    assert names(game.seats[0].satchel) == ["white triangle"] * 4 + ["white heart"]
    assert names(game.seats[0].overflow) == ["purple heart", "orange drop"]
    assert game.inventory(0) == 0


def test_satchel_of_exactly_five() -> None:
    """G25: 1 and 4 fit."""
    game = position(lake=["white triangle"] * 5, satchels=[["white heart"]])
    act(game, DRAW)
    assert (len(game.seats[0].satchel), game.seats[0].overflow) == (5, [])


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_short_lake(count: int) -> None:
    """G27: a draw takes min(4, lake) and asks nothing when all are taken."""
    lake = ["white drop", "white heart", "purple drop", "purple heart"][:count]
    game = position(lake=lake, satchels=[[], ["white drop"]], bag={})
    act(game, DRAW)
    assert sorted(game.seats[0].satchel) == sorted(pieces(lake))
    assert (game.lake, game.actor) == ([], 1)


def test_bag_runs_out_in_a_refill() -> None:
    """G27: a refill takes what there is."""
    game = position(satchels=[["white heart"], ["white drop"]], bag={"black drop": 1}, order=SHAPES[1:] + SHAPES[:1])
    act(game, place("white heart"), drawn("black drop"))
    assert names(game.river[0].pieces) == ["black drop"]
    assert (game.actor, game.bag.total()) == (1, 0)
    assert game.river[1].stones == 2


def test_bag_runs_out_in_a_lake_refill() -> None:
    """G27: the lake too; the next draw takes the three that are there."""
    game = position(lake=["white drop"] * 5, bag={"black drop": 2})
    let_chance(act(game, DRAW))
    assert names(game.lake) == ["white drop", "black drop", "black drop"]
    act(game, DRAW)
    assert len(game.seats[1].satchel) == 3


def test_chance_weighs_by_what_the_bag_holds() -> None:
    """G8, G18: every piece in the bag is equally likely; a forced draw is made too."""
    game = position(satchels=[["white drop"]], bag={"white heart": 3, "black drop": 1})
    act(game, place("white drop"))
    assert game.weights() == {drawn("white heart"): 3, drawn("black drop"): 1}
    assert game.choices() == list(game.weights())


def test_pass_only_when_nothing_is_possible() -> None:
    """G28: satchel and lake are empty; the turn is passed and nothing is drawn."""
    game = position(satchels=[[], ["white drop"]])
    assert game.choices() == [PASS]
    act(game, PASS)
    assert (game.actor, game.bag.total(), game.drawn) == (1, 30, [])
    assert position(satchels=[[]], lake=["white drop"]).choices() == [DRAW]


def test_an_answer_that_is_no_choice() -> None:
    """G28: a pass is refused while there is something to do, and the game stays as it was."""
    game = position(satchels=[["white drop"]])
    before = game.key()
    with pytest.raises(ValueError, match="not a choice"):
        game.apply(PASS)
    assert game.key() == before


def test_placed_glass_is_not_gathered() -> None:
    """G14: of two tiles with glass only the neighbour's is taken."""
    game = position(satchels=[["white heart"]], river={"heart": ["purple drop"], "circle": ["yellow drop"]})
    act(game, place("white heart"), DOWN)
    assert heights(game, 0) == [("yellow", 1)]
    assert game.river[2].pieces == [PIECE_NAMED["purple drop"], PIECE_NAMED["white heart"]]
