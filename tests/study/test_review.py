"""The review: what it finds, that it goes on where it was, and whom it refuses."""

from __future__ import annotations

import re

import pytest

from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.study.documents import ReviewDocument
from rivertable.study.review.review import Review, ReviewError
from rivertable.study.review.summary import accuracy_of, mark_of, mean_loss_of, reasons_against, what_it_brings

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
    Review(match).refine(seconds=0, progress=lambda _, so_far: shares.append([turn.win_share for turn in so_far.turns]))
    assert len(shares[0]) == len(match.turns)
    assert all(sum(share) == pytest.approx(1, abs=1e-3) for share in shares[0])


def test_a_review_of_version_0_1_is_read() -> None:
    """It named standard errors only errors, and win shares only shares."""
    review = Review(played("glassworks", ("artisan", "novice"), "review"))
    review.refine(seconds=0)
    document = review.document()
    written = document.model_dump_json()
    former = written.replace('standard_error":', 'error":').replace('"win_share":', '"share":')
    assert former.count('"error":') == written.count('"standard_error":') > len(document.turns)
    assert former.count('"share":') == written.count('"win_share":') >= len(document.turns)
    assert ReviewDocument.model_validate_json(former) == document


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


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_the_numbers_of_a_sentence_are_those_of_the_score_sheet(game: str) -> None:
    match = played(game, ("artisan", "artisan"), "why")
    words = {part.words: place for place, part in enumerate(match.game.counting.list_parts())}
    changed = 0
    for number, turn in enumerate(match.turns):
        before, after = match.before(number), match.before(number).after(*turn.decisions)
        said = what_it_brings(before, after, turn.seat)
        parts = {
            name: (int(old), int(new)) for name, old, new in re.findall(r"([\w ]+?) from (-?\d+) to (-?\d+)", said)
        }
        total = parts.pop("total", None)
        old, new = (match.game.counting.score_parts(board, turn.seat) for board in (before, after))
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
    assert expected == "The expected final score is 41.0 points; after draw it is 44.0."
