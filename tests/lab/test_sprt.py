"""The sequential test: it errs no more than it says, and it ends early."""

from __future__ import annotations

import numpy as np
import pytest

from rivertable.lab import ArenaError, Sequential, Verdict

TEST = Sequential(0.5, 0.6)


def verdicts(share: float, together: float, repeats: int) -> list[Verdict]:
    """What the test finds about bots with a planted share of wins, at most 2,000 deals of two games."""
    rng = np.random.default_rng(int(1000 * share + 10 * together))
    found = []
    for _ in range(repeats):
        games = rng.random((2000, 2)) < share
        alike = rng.random(2000) < together
        games[alike, 1] = games[alike, 0]
        found.append(TEST.verdict(games.mean(axis=1).tolist(), 2))
    return found


@pytest.mark.parametrize("together", [0.0, 0.5])
@pytest.mark.parametrize(("share", "right"), [(0.5, "low"), (0.6, "high")])
def test_it_errs_in_about_5_of_100(share: float, right: str, together: float) -> None:
    found = verdicts(share, together, 400)
    assert all(verdict.answer is not None for verdict in found)
    assert sum(verdict.answer != right for verdict in found) / 400 <= 0.07


def test_it_ends_earlier_where_more_is_to_be_seen() -> None:
    far = np.mean([verdict.deals for verdict in verdicts(0.75, 0.0, 200)])
    near = np.mean([verdict.deals for verdict in verdicts(0.55, 0.0, 200)])
    assert far < 60 < near


def test_it_needs_some_deals_and_does_not_break_on_equal_ones() -> None:
    assert TEST.verdict([], 2) == Verdict(0, 0.0, None)
    assert TEST.verdict([1.0] * 7, 2).answer is None
    assert TEST.verdict([1.0] * 40, 2).answer == "high"
    assert TEST.verdict([0.0] * 40, 2).answer == "low"


def test_what_comes_after_the_answer_changes_nothing() -> None:
    first = TEST.verdict([1.0] * 40, 2)
    assert TEST.verdict([1.0] * 40 + [0.0] * 500, 2) == first
    assert TEST.document(first)["answer"] == "high"


def test_shares_are_read() -> None:
    assert Sequential.read("0.5,0.6") == TEST
    for text in ("0.5", "a,b", "0.6,0.5", "0,0.5", "0.5,1", "0.5,0.5", "0.1,0.2,0.3", "nan,0.5"):
        with pytest.raises(ArenaError, match="shares"):
            Sequential.read(text)
