"""Puzzles: what is shipped holds what it says, and answers are judged by where they lead."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from mining import FAILING, clearly_best, level_of, mine, reclassified

from rivertable.core.errors import IllegalMoveError, UnknownNameError
from rivertable.core.game import GAMES
from rivertable.study.evaluation import Searcher
from rivertable.study.puzzles.puzzle import (
    LEVELS,
    Book,
    Posed,
    PuzzleError,
    book_of,
    id_of,
    read_book,
    themes_for,
    write_book,
)

BOTH = pytest.mark.parametrize("game", ["glassworks", "market"])
AT_LEAST = {"glassworks": 300, "market": 300}
SEARCHED_AGAIN = 2
PRODUCTIVE = {"glassworks": ("river", 1003), "market": ("river", 1012)}


def book(game: str) -> Book:
    return book_of(GAMES[game])


@BOTH
def test_every_shipped_puzzle_holds_what_it_says(game: str) -> None:
    shipped = book(game)
    assert len(shipped.puzzles) >= AT_LEAST[game]
    assert len({puzzle.id for puzzle in shipped.puzzles}) == len(shipped.puzzles)
    for puzzle in shipped.puzzles:
        posed = Posed(puzzle, shipped.game)
        assert puzzle.id == id_of(shipped.game, puzzle.position)
        assert posed.view.is_turn_start
        best, second, *others = puzzle.turns
        assert all(turn.win_share <= second.win_share for turn in others)
        assert puzzle.gap >= shipped.header.gap
        assert puzzle.gap >= shipped.header.errors * np.hypot(best.standard_error, second.standard_error) - 1e-9
        assert posed.judge(posed.solution).is_right
        assert str(posed.solution) == best.notation
        for turn in puzzle.turns[1:]:
            judgement = posed.judge(shipped.game.documents.read_move(turn.move))
            assert (judgement.is_right, judgement.weighed) == (False, turn)
        assert set(puzzle.fails) == set(FAILING)
        assert reclassified(puzzle, shipped.game) == puzzle
        assert set(puzzle.themes) <= set(themes_for(shipped.game))


@BOTH
def test_a_shipped_position_holds_nothing_that_its_seat_may_not_know(game: str) -> None:
    for puzzle in book(game).puzzles[:40]:
        posed = Posed(puzzle, GAMES[game])
        assert posed.view.states.tobytes() == posed.position.states.tobytes()


@BOTH
def test_a_search_from_another_seed_finds_the_same_best_turn(game: str) -> None:
    puzzles = book(game).puzzles
    for puzzle in puzzles[:: len(puzzles) // SEARCHED_AGAIN][:SEARCHED_AGAIN]:
        posed = Posed(puzzle, GAMES[game])
        playouts = max(400, book(game).header.searches[-1].playouts)
        found = Searcher(posed.position.terms, playouts).search(posed.position, None, playouts, seed=77)
        best = max(found, key=lambda option: option.visits)
        assert posed.judge(GAMES[game].documents.read_move(best.move)).is_right


@BOTH
def test_another_turn_than_the_best_is_not_clearly_best(game: str) -> None:
    posed = Posed(max(book(game).puzzles, key=lambda puzzle: puzzle.gap), GAMES[game])
    searcher = Searcher(posed.position.terms, 480)
    best, second = (GAMES[game].documents.read_move(turn.move) for turn in posed.puzzle.turns[:2])
    spare = GAMES[game].moves.decisions_of(posed.view, second)
    found = clearly_best(searcher, posed.position, posed.result_of(best), spare, 240, 5)
    assert found is not None
    assert posed.judge(GAMES[game].documents.read_move(found[0].move)).is_right
    assert clearly_best(searcher, posed.position, posed.result_of(second), spare, 60, 5) is None


@BOTH
def test_a_game_gives_the_same_puzzles_again(game: str) -> None:
    first, again = (mine(GAMES[game], *PRODUCTIVE[game]) for _ in range(2))
    assert first == again
    assert first.puzzles
    assert first.positions >= first.searched >= first.clear >= first.checked >= len(first.puzzles)


def test_the_same_in_another_order_is_right() -> None:
    """Two pieces named the other way round are the same turn."""
    notations = ((puzzle, puzzle.turns[0].notation) for puzzle in book("glassworks").puzzles)
    puzzle, notation = next(found for found in notations if re.match(r"\w+\+\w+@", found[1]))
    posed = Posed(puzzle, GAMES["glassworks"])
    pieces, _, tiles = notation.partition("@")
    other = f"{'+'.join(reversed(pieces.split('+')))}@{tiles}"
    assert other != notation
    assert posed.judge(posed.game.moves.parse_move(posed.view, other)).is_right


@BOTH
def test_an_answer_that_was_not_weighed_is_wrong_and_has_no_figure(game: str) -> None:
    posed = Posed(book(game).puzzles[0], GAMES[game])
    weighed = {turn.notation for turn in posed.puzzle.turns}
    move = next(move for move in posed.view.moves() if str(move) not in weighed and not posed.judge(move).weighed)
    assert posed.judge(move).is_right is False
    assert posed.judge(move).loss is None


def test_an_answer_that_is_not_legal_is_refused() -> None:
    posed = Posed(book("glassworks").puzzles[0], GAMES["glassworks"])
    with pytest.raises(IllegalMoveError):
        posed.judge(posed.game.documents.read_move({"type": "pass"}))


@BOTH
def test_the_puzzle_of_a_day_hangs_on_the_date_and_none_comes_again_before_all_were_had(game: str) -> None:
    shipped = book(game)
    first = date(2030, 1, 1)
    days = [shipped.of_day(first + timedelta(days=number)).id for number in range(len(shipped.puzzles))]
    assert sorted(days) == sorted(puzzle.id for puzzle in shipped.puzzles)
    again = Book(shipped.header, reversed(shipped.puzzles))
    assert again.of_day(first) == shipped.of_day(first)


@BOTH
def test_a_ladder_rises(game: str) -> None:
    shipped = book(game)
    means = []
    for level in LEVELS:
        rungs = shipped.of_level(level)
        assert {level_of(rung.fails) for rung in rungs} <= {level}
        means += [sum(rung.fails.values()) for rung in rungs]
    assert len(means) == len(shipped.puzzles)
    assert means == sorted(means)


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        book("glassworks").find("g0000000")


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    shipped, path = book("market"), tmp_path / "market.jsonl"
    write_book(path, shipped)
    assert read_book(path).puzzles == shipped.puzzles
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(PuzzleError):
        read_book(path)
