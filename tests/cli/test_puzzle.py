"""Puzzles at the terminal: wrong answers, right ones, the ladder, and what programs read."""

import json
from pathlib import Path

import pytest

from rivertable.core.game import GAMES
from rivertable.study.puzzles.puzzle import Puzzle, book_of

from .terminals import rivertable

BOTH = pytest.mark.parametrize("game", ["glassworks", "market"])


def first_rung(game: str, level: int = 3) -> Puzzle:
    return book_of(GAMES[game]).of_level(level)[0]


@BOTH
def test_a_wrong_answer_then_the_right_one(game: str, home: Path) -> None:
    puzzle = first_rung(game)
    best, second = puzzle.turns[:2]
    typed = f"nonsense\nhint\n{second.notation}\n{best.notation}\n"
    done = rivertable("puzzle", game, "--id", puzzle.id, home=home, typed=typed)
    assert done.returncode == 0
    assert "'nonsense'" in done.stderr
    wrong, right = done.stdout.index("Wrong. Its win share is"), done.stdout.index("Right. Its win share is")
    assert wrong < right
    assert f"{puzzle.gap:.1%} less than that of the best turn" in done.stdout
    assert best.notation not in done.stdout[:wrong]


def test_an_answer_by_numbers_is_confirmed(home: Path) -> None:
    puzzle = first_rung("glassworks")
    done = rivertable("puzzle", "glassworks", "--id", puzzle.id, home=home, typed="1\n\n" * 6 + "s\n")
    assert done.returncode == 0
    assert f"[{puzzle.turns[0].notation}]" in done.stdout
    assert "Wrong" in done.stdout or "Right" in done.stdout


@BOTH
def test_one_answer_is_judged_by_the_exit_code(game: str, home: Path) -> None:
    puzzle = first_rung(game)
    codes = [
        rivertable("puzzle", game, "--id", puzzle.id, "--answer", turn.notation, "--json", home=home)
        for turn in puzzle.turns[:2]
    ]
    assert [done.returncode for done in codes] == [0, 1]
    right, wrong = (json.loads(done.stdout) for done in codes)
    assert (right["is_right"], right["loss"]) == (True, 0)
    assert wrong["is_right"] is False
    assert wrong["loss"] == pytest.approx(puzzle.gap, abs=1e-4)


@BOTH
def test_programs_read_the_puzzle_without_its_solution(game: str, home: Path) -> None:
    done = rivertable("puzzle", game, "--json", home=home)
    read = json.loads(done.stdout)
    puzzle = book_of(GAMES[game]).find(read["id"])
    assert read["position"] == puzzle.position
    assert read["level"] == puzzle.level
    assert puzzle.turns[0].notation not in done.stdout


def test_a_ladder_goes_on_after_what_was_solved(home: Path) -> None:
    rungs = book_of(GAMES["glassworks"]).of_level(2)
    typed = f"{rungs[0].turns[0].notation}\n"
    first = rivertable("puzzle", "glassworks", "--level", "2", home=home, typed=typed)
    assert f"Puzzle {rungs[0].id} " in first.stdout
    again = rivertable("puzzle", "glassworks", "--level", "2", home=home, typed="q\n")
    assert f"Puzzle {rungs[1].id} " in again.stdout
    assert f"Level 2: 1 of {len(rungs)} solved." in again.stderr


@pytest.mark.parametrize(
    "arguments",
    [("--id", "g0000000"), ("--level", "6"), ("--level", "1", "--daily"), ("--id", "g0000000", "--level", "2")],
)
def test_wrong_usage(arguments: tuple[str, ...], home: Path) -> None:
    assert rivertable("puzzle", "glassworks", *arguments, home=home).returncode == 2


def test_an_answer_that_is_not_legal_is_refused(home: Path) -> None:
    done = rivertable("puzzle", "glassworks", "--answer", "pass", home=home)
    assert done.returncode == 1
    assert "(G" in done.stderr


@pytest.mark.parametrize("answer", ["zzz", "draw"])
def test_an_answer_that_names_no_turn_is_wrong_usage(answer: str, home: Path) -> None:
    done = rivertable("puzzle", "glassworks", "--answer", answer, home=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) >= 1
