"""Positions of the package made by hand or from the tests' own printed data, and the same as reference games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from rivertable.core.chance import Recorded
from rivertable.glassworks import GAME, GlassworksComponents, Position
from rivertable.glassworks.board import GlassworksBoard

from .printed_data import COLOURS, PIECE_NAMED, PIECES, SHAPES, STANDARD, TYPE, Piece, PrintedData, full_bag
from .reference import ReferenceGame
from .reference_parts import DRAWN, Seat, Tile

COLOUR_CODES = ("wh", "pu", "lb", "db", "lg", "dg", "bk", "ye", "or")
SHAPE_CODES = "THCSXD"
CODE: dict[Piece, str] = {
    (colour, shape): COLOUR_CODES[COLOURS.index(colour)] + SHAPE_CODES[SHAPES.index(shape)] for colour, shape in PIECES
}
"""The three letters of each piece."""
PIECE_OF = {code: piece for piece, code in CODE.items()}
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

OPTIONS = {
    "rulebook": (False, True),
    "bga": (True, False),
    "rulebook+inventory_counts_overflow=yes": (True, True),
    "rulebook+lake_draws_after_trigger=no": (False, False),
    "bga+inventory_counts_overflow=no": (False, False),
    "bga+lake_draws_after_trigger=yes": (True, True),
}
"""Options as positions write them: does the inventory count overflow, may the lake be drawn from after the trigger."""


def components_of(data: PrintedData, *, name: str = "of the tests") -> GlassworksComponents:
    """The same printed data as the package takes it, whatever its reader would say to it."""
    return GlassworksComponents(
        name=name,
        stones=tuple(data["stones"][shape] for shape in SHAPES),
        row_vp=tuple(data["row_vp"]),
        column_vp=tuple(map(tuple, data["column_vp"])),
        overflow_vp=data["overflow_vp"],
        inventory_trigger=data["inventory_trigger"],
        pieces=tuple(tuple(data["pieces"][colour][shape] for shape in SHAPES) for colour in COLOURS),
        five_players_only=("black",),
        sources=(),
    )


def line_of(
    players: int = 2,
    *,
    order: str = SHAPE_CODES,
    river: Mapping[str, str] | None = None,
    lake: str = "",
    bag: str | None = None,
    rest: str = "overflow",
    satchels: Sequence[str] = (),
    columns: Sequence[str] = (),
    overflow: Sequence[str] = (),
    seat: int = 0,
    first_seat: int = 0,
    round_number: int = 1,
    turns_left: int = 0,
    options: str = "rulebook",
    data: PrintedData = STANDARD,
) -> str:
    """The text of a position at the start of a turn; pieces are codes parted by spaces, columns `wh5 pu3`.

    What is not given is empty. The bag holds all other pieces, unless it is given: then those lie in the last
    seat's overflow, or on the tile `rest`. `turns_left` counts the running turn; 0: the end is not triggered.
    """
    box = full_bag(data, players)
    glass = {letter: (river or {}).get(letter, "").split() for letter in order}
    in_satchels = [_at(satchels, number) for number in range(players)]
    spilled = [_at(overflow, number) for number in range(players)]
    built = [[(code[:2], int(code[2:])) for code in _at(columns, number)] for number in range(players)]
    marker = [sum(height for _, height in built[number]) for number in range(players)]
    if OPTIONS[options][0]:
        marker = [count + len(spilled[number]) for number, count in enumerate(marker)]
    loose = [*lake.split(), *(bag or "").split(), *chain(*glass.values(), *in_satchels, *spilled)]
    left = box - Counter(PIECE_OF[code] for code in loose)
    assert left.total() == box.total() - len(loose), "more pieces than the box holds"
    _take_columns(left, built)
    others = [CODE[piece] for piece in left.elements()]
    if bag is None:
        in_bag = others
    else:
        in_bag = bag.split()
        (spilled[-1] if rest == "overflow" else glass[rest]).extend(others)
    fields = [
        "glassworks/1",
        str(players),
        options,
        "standard" if data is STANDARD else components_of(data).sha256[:12],
        ",".join(f"{letter}:{''.join(glass[letter])}" for letter in order),
        "".join(lake.split()) or "-",
        _bag_text(in_bag),
        "/".join(
            f"{''.join(in_satchels[n]) or '-'};{''.join(f'{c}{h}' for c, h in built[n]) or '-'};"
            f"{''.join(spilled[n]) or '-'};{marker[n]}"
            for n in range(players)
        ),
        f"{seat}.{first_seat}.{round_number}.main" + (f".1.{turns_left}" if turns_left else ""),
    ]
    return " ".join(fields)


def table(players: int = 2, *, data: PrintedData = STANDARD, **given: object) -> Position:
    """The position that :func:`line_of` writes."""
    line = line_of(players, data=data, **given)  # type: ignore[arg-type]
    return Position.from_text(line, None if data is STANDARD else components_of(data))


def _at(lists: Sequence[str], number: int) -> list[str]:
    return lists[number].split() if number < len(lists) else []


def _take_columns(left: Counter[Piece], built: list[list[tuple[str, int]]]) -> None:
    """Take the columns' pieces out of those left, of each colour the shapes there are most of."""
    for code, height in chain(*built):
        colour = COLOURS[COLOUR_CODES.index(code)]
        for _ in range(height):
            _, piece = max((left[(colour, shape)], (colour, shape)) for shape in SHAPES)
            left[piece] -= 1
    assert not left or min(left.values()) >= 0, "more pieces than the box holds"


def _bag_text(codes: Sequence[str]) -> str:
    counts = Counter(codes)
    return ".".join("".join(DIGITS[counts[colour + shape]] for shape in SHAPE_CODES) for colour in COLOUR_CODES)


def draws(codes: str) -> list[int]:
    """The outcomes of these pieces coming out of the bag."""
    return [DRAWN + TYPE[PIECE_OF[code]] for code in codes.split()]


def after(position: Position, notation: str, drawn: str = "") -> Position:
    """The position after a move that draws just these pieces from the bag, in this order."""
    chance = Recorded(draws(drawn))
    played = position.play(notation, chance)
    assert len(chance) == 0, f"{len(chance)} of {drawn!r} were not drawn"
    return played


def codes(pieces: Sequence[object]) -> str:
    """Pieces as the tables write them."""
    return " ".join(map(str, pieces))


def columns(board: GlassworksBoard, seat: int = 0) -> str:
    """A seat's columns as the tables write them."""
    return " ".join(f"{COLOUR_CODES[column.colour]}{column.height}" for column in board.seats[seat].columns)


def reference_of(board: GlassworksBoard, data: PrintedData = STANDARD) -> ReferenceGame:
    """The reference game at the same point, the start of a turn."""
    document = GAME.documents.write_state(board)
    turn = document["turn"]
    is_counted, is_open = OPTIONS[board.terms.options.text()]
    game = ReferenceGame(
        board.players,
        turn["first_seat"],
        inventory_counts_overflow=is_counted,
        lake_draws_after_trigger=is_open,
        data=data,
    )
    game.river = [Tile(tile["shape"], tile["stones"], _pieces(tile["pieces"])) for tile in document["river"]]
    game.lake = _pieces(document["lake"])
    game.bag = Counter({PIECE_NAMED[name]: count for name, count in document["bag"].items()})
    game.seats = [
        Seat(
            _pieces(seat["satchel"]),
            # The shape is free: only colour matters in the glassworks (G19).
            [[(column["colour"], "triangle")] * column["height"] for column in seat["columns"]],
            _pieces(seat["overflow"]),
        )
        for seat in document["seats"]
    ]
    game.seat, game.round, game.stage = turn["seat"], turn["round"], "action"
    left_in_round = board.players - (game.seat - game.first_seat) % board.players
    game.turns_left = {"finishing": left_in_round + board.players, "final": left_in_round}.get(turn["phase"])
    return game


def _pieces(names: Sequence[str]) -> list[Piece]:
    return [PIECE_NAMED[name] for name in names]
