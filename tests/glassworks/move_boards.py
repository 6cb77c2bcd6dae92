"""Positions that the tests of moves and their notation share."""

from rivertable.glassworks import Piece

from .tables import table

LAKE = "whT puH puH lbC yeX"
BOARD = table(
    satchels=["whH puH orD whC", "yeD"],
    order="THCSXD",
    river={"T": "lbT", "C": "puC yeC", "S": "", "X": "whX orX", "D": "dgD"},
    columns=["wh2"],
    lake=LAKE,
)
"""Seat 0 holds two hearts (tile 2), a drop (tile 6) and a circle (tile 3)."""
FORCED = table(satchels=["", "yeD"])
FULL = table(satchels=["whH puH orD whC dbX", "yeD"], lake=LAKE)
CLOSED = table(satchels=["whH", "yeD"], lake=LAKE, turns_left=2, options="bga")
SMALL_LAKE = table(satchels=["whH", "yeD"], lake="whT puH")
LAST_COLUMN = table(satchels=["whC"], columns=["wh1 pu1 lb1 db1 lg1 dg1"], river={"H": "orT yeH"})
OVER = table(satchels=["whT", ""], bag="").play("whT@1-2")


def pieces(codes: str) -> tuple[Piece, ...]:
    """The pieces of these codes."""
    return tuple(map(Piece.from_code, codes.split()))
