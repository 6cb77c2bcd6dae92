"""States as records, and copies of them."""

import pickle

import numpy as np
import pytest

from rivertable.core.game import GAMES
from rivertable.core.states import copied, record_type


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_is_equal_and_its_own(game: str) -> None:
    """Also one of some rows of many, and of states that may not be written to."""
    states = GAMES[game].position_class.new(players=3, seed=1).states
    before = states.tobytes()
    for original in (states, np.concatenate([states] * 3)[1:2]):
        copy = copied(original)
        assert (copy.dtype, copy.shape, copy.tobytes()) == (original.dtype, original.shape, before)
        copy[0].seat = 2
        assert int(copy[0].seat) == 2
        assert original.tobytes() == before


POINT = record_type(__name__, "POINT", [("x", np.int8), ("row", np.int16, 3)])
LINE = record_type(__name__, "LINE", [("end", POINT, 2)])


def test_fields_are_attributes_in_records_within_records_too() -> None:
    lines = np.zeros(2, dtype=LINE)
    lines[1].end[0].x = 7
    lines[1].end[1].row[2] = 9
    assert lines["end"]["x"].tolist() == [[0, 0], [7, 0]]
    assert lines["end"]["row"][1].tolist() == [[0, 0, 0], [0, 0, 9]]
    assert int(lines[1].end[0].x) == 7
    with pytest.raises(AttributeError):
        lines[0].start = 1


def test_records_go_to_other_processes() -> None:
    points = np.zeros(2, dtype=POINT)
    points[1].x = 5
    again = pickle.loads(pickle.dumps(points))
    assert again.dtype == POINT and type(again[1]) is POINT.type
    assert int(again[1].x) == 5
