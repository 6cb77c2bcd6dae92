"""Hand-made positions of the reference game, written with the names records use."""

from collections import Counter
from collections.abc import Sequence

from .printed_data import COLOURS, PIECE_NAMED, SHAPES, STANDARD, TYPE, Piece
from .reference import ReferenceGame
from .reference_parts import COLOUR, DRAWN, DROP, LEAVE, PAIR, PICK, PLACE, Seat, Tile


def position(
    players: int = 2,
    *,
    river: dict[str, list[str]] | None = None,
    order: Sequence[str] = SHAPES,
    lake: Sequence[str] = (),
    bag: dict[str, int] | None = None,
    satchels: Sequence[Sequence[str]] = (),
    columns: Sequence[Sequence[tuple[str, int]]] = (),
    overflow: Sequence[Sequence[str]] = (),
    seat: int = 0,
    first_seat: int = 0,
    inventory_counts_overflow: bool = False,
    lake_draws_after_trigger: bool = True,
) -> ReferenceGame:
    """A game at the start of a turn of `seat`, in round 1, the end not triggered.

    `river` gives the glass by tile, `order` the tiles from START; what is not given is empty, and the bag
    then holds 30 orange drops. Not all 132 pieces need to be there.
    """
    game = ReferenceGame(
        players,
        first_seat,
        inventory_counts_overflow=inventory_counts_overflow,
        lake_draws_after_trigger=lake_draws_after_trigger,
    )
    glass = river or {}
    game.river = [Tile(shape, STANDARD["stones"][shape], pieces(glass.get(shape, []))) for shape in order]
    game.lake = pieces(lake)
    counts = {"orange drop": 30} if bag is None else bag
    game.bag = Counter({PIECE_NAMED[piece_name]: count for piece_name, count in counts.items()})
    game.seats = [Seat() for _ in range(players)]
    for owner, satchel in zip(game.seats, satchels, strict=False):
        owner.satchel = pieces(satchel)
    for owner, seat_columns in zip(game.seats, columns, strict=False):
        # The shape is free: only colour matters in the glassworks (G19).
        owner.columns = [[(colour, "triangle")] * height for colour, height in seat_columns]
    for owner, spilled in zip(game.seats, overflow, strict=False):
        owner.overflow = pieces(spilled)
    game.seat = seat
    game.stage = "action"
    return game


def pieces(listed: Sequence[str]) -> list[Piece]:
    """The pieces of these names."""
    return [PIECE_NAMED[piece_name] for piece_name in listed]


def place(piece_name: str) -> int:
    """PLACE that piece."""
    return PLACE + TYPE[PIECE_NAMED[piece_name]]


def pair(shape: str, tile: str) -> int:
    """PAIR of that shape onto that tile."""
    return PAIR + SHAPES.index(shape) * 6 + SHAPES.index(tile)


def pick(piece_name: str) -> int:
    """PICK that piece for the pair."""
    return PICK + TYPE[PIECE_NAMED[piece_name]]


def colour(colour_name: str) -> int:
    """COLOUR takes the next column."""
    return COLOUR + COLOURS.index(colour_name)


def leave(piece_name: str) -> int:
    """LEAVE that piece in the lake."""
    return LEAVE + TYPE[PIECE_NAMED[piece_name]]


def drop(piece_name: str) -> int:
    """DROP that piece to overflow."""
    return DROP + TYPE[PIECE_NAMED[piece_name]]


def drawn(piece_name: str) -> int:
    """Chance: that piece comes out of the bag."""
    return DRAWN + TYPE[PIECE_NAMED[piece_name]]


def act(game: ReferenceGame, *answers: int) -> ReferenceGame:
    """Answer in turn; returns the game."""
    for answer in answers:
        game.apply(answer)
    return game


def let_chance(game: ReferenceGame) -> ReferenceGame:
    """Let chance go on by its first outcomes until a player is asked or the game is over."""
    while game.actor == "chance":
        game.apply(game.choices()[0])
    return game


def heights(game: ReferenceGame, seat: int) -> list[tuple[str, int]]:
    """Colours and heights of a seat's columns, left to right."""
    return [(column[0][0], len(column)) for column in game.seats[seat].columns]
