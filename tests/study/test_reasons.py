"""Sentences say what is counted: the parts that change, from what to what, and both totals."""

from __future__ import annotations

import re

import pytest

from rivertable.study.review.reasons import reasons_against, what_it_brings

from .games import played


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_the_numbers_of_a_sentence_are_those_of_the_score_sheet(game: str) -> None:
    match = played(game, ("artisan", "artisan"), "why")
    words = {part.words: place for place, part in enumerate(match.game.list_parts())}
    changed = 0
    for number, turn in enumerate(match.turns):
        before, after = match.before(number), match.before(number).after(*turn.decisions)
        said = what_it_brings(before, after, turn.seat)
        parts = {
            name: (int(old), int(new)) for name, old, new in re.findall(r"([\w ]+?) from (-?\d+) to (-?\d+)", said)
        }
        total = parts.pop("total", None)
        old, new = (match.game.score_parts(board, turn.seat) for board in (before, after))
        assert {name.strip(): pair for name, pair in parts.items()} == {
            name: (old[place], new[place]) for name, place in words.items() if old[place] != new[place]
        }
        if parts:
            changed += 1
            assert total == (before.total(turn.seat), after.total(turn.seat))
        else:
            assert said == f"no points at once (total {before.total(turn.seat)})"
    assert changed > 5


def test_turns_that_bring_the_same_at_once_are_told_together() -> None:
    match = played("glassworks", ("artisan", "artisan"), "why")
    before, turn = match.before(4), match.turns[4]
    after = before.after(*turn.decisions)
    both, expected = reasons_against(before, after, after, turn.seat, "draw", (41.04, 43.96))
    assert both.startswith("Both bring ")
    assert expected == "41.0 points are expected at the end, after draw 44.0."
