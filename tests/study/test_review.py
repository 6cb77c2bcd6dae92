"""The review: what it finds, that it goes on where it was, and whom it refuses."""

from __future__ import annotations

import pytest

from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.study.documents import ReviewDocument
from rivertable.study.errors import ReviewError
from rivertable.study.review.marks import accuracy_of, mark_of, mean_loss_of
from rivertable.study.review.review import Review

from .games import played

BOTH = pytest.mark.parametrize("game", ["glassworks", "market"])


@BOTH
def test_a_review_adds_up_and_says_the_same_again(game: str) -> None:
    match = played(game, ("artisan", "novice"), "review")
    first, second = (Review(match, threads=threads) for threads in (1, 2))
    for review in (first, second):
        review.refine(seconds=None, playouts=60)
    document = first.document()
    assert document == second.document()
    assert ReviewDocument.model_validate_json(document.model_dump_json()) == document
    for seat, told in enumerate(document.seats):
        parts = told.expected + told.luck + told.own_skill + told.others_skill
        assert parts == pytest.approx(told.result, abs=1e-3)
        assert sum(told.marks.values()) == sum(turn.mark is not None for turn in document.turns if turn.seat == seat)
    for turn in document.turns:
        assert turn.playouts == (0 if turn.is_forced else 60)
        assert (turn.mark == "best") == (not turn.is_forced and turn.options[0].notation == turn.notation)
        assert turn.loss >= 0


def test_a_review_that_goes_on_does_nothing_twice_and_ends_like_one_that_was_made_at_once() -> None:
    match = played("glassworks", ("artisan", "novice"), "go on")
    whole = Review(match)
    whole.refine(seconds=None, playouts=180)
    begun = Review(match)
    begun.refine(seconds=None, playouts=60)
    later = Review(match, begun.document())
    heard: list[int] = []
    later.refine(seconds=None, playouts=180, progress=lambda part, so_far: heard.append(so_far.playouts))
    assert heard[0] == begun.document().playouts > 0
    assert later.document().model_dump(exclude={"turns"}) == whole.document().model_dump(exclude={"turns"})
    assert [turn.playouts for turn in later.document().turns] == [turn.playouts for turn in whole.document().turns]


def test_the_review_of_another_game_is_not_gone_on_with() -> None:
    other = Review(played("glassworks", ("artisan", "novice"), "another"))
    other.refine(seconds=None, playouts=60)
    assert Review(played("glassworks", ("artisan", "novice"), "this"), other.document()).document().playouts == 0


def test_first_sight_is_there_before_anything_is_searched() -> None:
    match = played("glassworks", ("artisan", "novice"), "review")
    shares: list[list[list[float]]] = []
    Review(match).refine(seconds=0, progress=lambda part, so_far: shares.append([turn.share for turn in so_far.turns]))
    assert len(shares[0]) == len(match.turns)
    assert all(sum(share) == pytest.approx(1, abs=1e-3) for share in shares[0])


def test_a_game_that_is_being_played_is_not_reviewed() -> None:
    match = Match.new(GAMES["glassworks"].make_terms(2), [Player("a"), Player("b")], bytes(32))
    with pytest.raises(ReviewError, match="is not over"):
        Review(match)


def test_a_review_without_a_limit_is_refused() -> None:
    with pytest.raises(ReviewError, match="needs a limit"):
        Review(played("glassworks", ("artisan", "novice"), "review")).refine(seconds=None)


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.0, 0.0, "fine"),
        (0.029, 0.0, "fine"),
        (0.03, 0.015, "inaccuracy"),
        (0.03, 0.016, "fine"),
        (0.07, 0.0, "mistake"),
        (0.15, 0.0, "blunder"),
        (0.5, 0.3, "fine"),
    ],
)
def test_marks_by_the_share_lost(loss: float, error: float, mark: str) -> None:
    assert mark_of(loss, error, is_best=False) == mark
    assert mark_of(loss, error, is_best=True) == "best"


def test_accuracy_halves_with_each_twentieth_of_the_win_lost() -> None:
    assert accuracy_of([], []) is None
    assert accuracy_of([0.0, 0.0], [0.5, 0.5]) == 100
    assert accuracy_of([0.05], [0.3]) == 50
    assert accuracy_of([0.1, 0.0], [0.4, 0.4]) == 62.5


def test_a_turn_counts_as_much_as_there_was_to_lose() -> None:
    """Who lost everything at once is not accurate for having nothing left to lose."""
    assert accuracy_of([0.4, 0.0, 0.0], [0.5, 0.0, 0.0]) == 0.4
    assert mean_loss_of([0.4, 0.0, 0.0], [0.5, 0.0, 0.0]) == 0.4
    assert mean_loss_of([0.2, 0.1], [0.3, 0.6]) == pytest.approx(0.13333)
    assert mean_loss_of([0.0], [0.0]) is None
