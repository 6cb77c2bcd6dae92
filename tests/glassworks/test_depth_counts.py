"""From fixed positions the compiled rules and the reference allow equally many sequences of choices, and these many."""

import pytest

from rivertable.glassworks import Position

from . import depth_counts as reference_counts
from .kernel_games import depth_counts, terms_of
from .reference import ReferenceGame
from .tables import reference_of, table

MIDDLE = (
    "glassworks/1 3 rulebook standard H:dbSpuX,D:lgCorX,C:dbC,S:puClbC,X:orH,T:dbD lbHdbHyeHyeCdbX "
    "443333.442334.310323.222122.221222.122222.000000.111110.101212 "
    "dgTyeTlbC;-;-;0/whClbClbX;-;-;0/whSdbSyeD;-;-;0 0.0.1.main"
)

SIX = "wh5 pu3 lb1 db2 lg1 ye2"
SIXTEEN = "wh5 pu5 lb3 db3"

POSITIONS: dict[str, tuple[Position, list[int]]] = {
    "after set-up": (Position.from_text(MIDDLE), [10, 152, 6351, 73333]),
    "pairs of many colours": (
        table(
            satchels=["whH whH puH yeH orD", "lgS lgS dgS"],
            columns=["pu2 wh1", "db4"],
            order="DSHTXC",
            river={"S": "whD yeT", "T": "puC puX orC", "C": "dbT"},
            lake="whT whC lbC orS dgX",
            bag="whT puT lbT",
        ),
        [11, 26, 81, 258, 972, 2952, 8685, 23744],
    ),
    "one column free, four new colours": (
        table(
            satchels=["whT puC", "lgS"],
            columns=[SIX, "ye1"],
            river={"H": "lbH lbX orD orX dgX dgD", "S": "dgT orC", "T": "whD whX"},
            lake="whH whC lbC orS dgH",
            bag="whT puT",
            rest="D",
        ),
        [3, 9, 38, 72, 80, 180, 1016, 4482],
    ),
    "no column free": (
        table(
            players=3,
            satchels=["whT puC", "lgS", "yeC yeH"],
            columns=["wh5 pu3 lb1 db2 lg1 ye2 or1", SIX, "wh5"],
            river={"H": "lbH lbX orD dgX dgD", "S": "dgT orC", "T": "whD whX"},
            lake="whH whC",
            bag="puT puT yeD",
            rest="X",
            options="bga",
        ),
        [3, 6, 10, 12, 15, 24, 51, 212],
    ),
    "the end is one piece away": (
        table(
            players=2,
            satchels=["whH whT", ""],
            columns=[SIXTEEN, SIX],
            river={"H": "orH orD", "T": "whD lbX", "C": "yeS"},
            lake="puT puT puH lbT dbT",
            bag="whC lgC lgC",
            seat=1,
            first_seat=1,
        ),
        [1, 4, 8, 12, 12, 36, 207, 1083],
    ),
    "a drop can trigger": (
        table(
            players=2,
            satchels=["whH whT puS dbD yeC", "orH"],
            columns=["wh5 pu5 lb3 db2", SIX],
            overflow=["lbS"],
            river={"H": "orD", "T": "whD lbX", "C": "yeS"},
            lake="puT puT puH lbT dbT",
            bag="whC lgC",
            options="bga",
            rest="S",
        ),
        [6, 14, 41, 113, 274, 654, 1208, 3196],
    ),
    "passes in the last round": (
        table(
            players=4,
            satchels=["", "", "whT whH", ""],
            columns=[SIXTEEN, SIX, "wh3", ""],
            river={"H": "orH", "T": "lbD"},
            lake="puT puC",
            bag="lgC",
            seat=1,
            turns_left=3,
            options="rulebook+lake_draws_after_trigger=no",
        ),
        [1, 2, 3, 3, 2, 0, 0, 0],
    ),
    "everything runs out": (
        table(players=2, satchels=["whT", ""], river={"H": "orH", "T": "lbD"}, lake="puT puC puC", bag=""),
        [2, 2, 16, 32, 79, 234, 307, 254],
    ),
    "five players with black": (
        table(
            players=5,
            satchels=["bkT bkT bkH whC", "bkD", "orX orX", "", "puS puH puT"],
            columns=["bk1 wh2", "wh3", "or1", "ye1 bk1", ""],
            river={"H": "bkH bkC whT", "C": "bkC puC", "X": "lgX"},
            lake="bkS bkX dgX dgC orT",
            bag="bkD yeT",
            seat=3,
            first_seat=2,
        ),
        [1, 5, 10, 10, 40, 120, 980, 2220],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_counts_from_fixed_positions(name: str) -> None:
    """G12 to G33: both allow the same number of sequences to every depth, and the number known before."""
    position, golden = POSITIONS[name]
    depth = len(golden)
    assert depth >= 4
    assert depth_counts(position.states, position.terms, depth) == golden
    assert reference_counts.depth_counts(reference_of(position), depth) == golden


@pytest.mark.parametrize(("players", "types"), [(2, 48), (5, 54)])
def test_counts_of_the_set_up(players: int, types: int) -> None:
    """G6, G7, G8: 6! rivers, then one piece of any type on the first tile; black only with five."""
    golden = [6, 30, 120, 360, 720, 720, 720 * types]
    position = Position.before_setup(terms_of(players))
    assert depth_counts(position.states, position.terms, 7) == golden
    assert reference_counts.depth_counts(ReferenceGame(players), 7) == golden


def test_fixed_positions_are_read_from_text() -> None:
    """Each position stands in one line, which says all of it."""
    for position, _ in POSITIONS.values():
        assert Position.from_text(position.text) == position
