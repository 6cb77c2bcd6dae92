"""Copies of states."""

import numpy as np
import pytest

from rivertable.core.game import GAMES
from rivertable.core.states import copied


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_is_equal_and_its_own(game: str) -> None:
    """Also one of some rows of many, and of states that may not be written to."""
    states = GAMES[game].position_class.new(players=3, seed=1).states
    before = states.tobytes()
    for original in (states, np.concatenate([states] * 3)[1:2]):
        copy = copied(original)
        assert (copy.dtype, copy.shape, copy.tobytes()) == (original.dtype, original.shape, before)
        assert isinstance(copy[0], np.record)
        copy[0].seat = 2
        assert int(copy[0].seat) == 2
        assert original.tobytes() == before
