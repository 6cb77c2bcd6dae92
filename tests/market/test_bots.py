"""Bots at River Market: they answer from views alone, so hidden cards change nothing."""

from __future__ import annotations

import pytest

from market.games_played import turn_starts
from rivertable.bots import LEVELS, Bot, Level, make_bot


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_answers_from_its_view_alone(level: str) -> None:
    """M28: a sample of what could be true gets the same answer as what is."""
    assert isinstance(LEVELS[level], Level)
    for number, position in enumerate(turn_starts(2, 81)[:24:6]):
        seat = int(position.state.seat)
        view = position.view(seat)
        bots: list[Bot] = [make_bot(level, 5), make_bot(level, 5)]
        move = bots[0].choose(view)
        assert move in position.moves()
        assert bots[1].choose(view.sample(number).view(seat)) == move
