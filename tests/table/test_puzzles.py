"""Puzzles at the table: nothing of the solution before it is asked for, exact judgements, exact refusals."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from rivertable.core.documents import as_document
from rivertable.core.game import GAMES
from rivertable.study.puzzles.puzzle import LEVELS, Book, Posed, Puzzle, book_of
from rivertable.table.domain.documents import DraftReply
from rivertable.table.web.openapi import described

from .in_process import Document, Server, running
from .problem_documents import check_refused

BOTH = pytest.mark.parametrize("game", GAMES)
PATH = "/api/games/{game}/puzzles/{puzzle}"
FACTS = {
    "game",
    "id",
    "level",
    "theme",
    "players",
    "seat",
    "options",
    "position",
    "fails",
    "edition",
    "is_standard_edition",
}
SHOWN = {"state", "totals", "breakdowns"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("puzzles"), has_jobs=False) as server:
        yield server


def book(game: str) -> Book:
    return book_of(GAMES[game])


def first_of(game: str, level: int = 3) -> Puzzle:
    return book(game).of_level(level)[0]


def path_of(game: str, puzzle: Puzzle) -> str:
    return f"/api/games/{game}/puzzles/{puzzle.id}"


def check_hides_solution(text: str, puzzle: Puzzle) -> None:
    assert '"win_share"' not in text and '"turns"' not in text
    assert not [turn.notation for turn in puzzle.turns if f'"{turn.notation}"' in text]


@BOTH
def test_a_puzzle_is_what_its_seat_knows_and_no_more(table: Server, game: str) -> None:
    for level in LEVELS:
        puzzle = first_of(game, level)
        response = table.call("GET", path_of(game, puzzle))
        check_hides_solution(response.text, puzzle)
        told: Document = response.json()
        assert set(told) == FACTS | SHOWN
        posed = Posed(puzzle, GAMES[game])
        assert told["state"] == GAMES[game].documents.write_state(posed.view)
        assert (told["id"], told["level"], told["theme"]) == (puzzle.id, level, puzzle.theme)
        assert (told["seat"], told["position"]) == (posed.seat, puzzle.position)
        assert told["totals"][posed.seat] == posed.view.totals[posed.seat]
        printed = GAMES[game].printed
        assert table.get(f"/api/games/{game}/editions/{told['edition']}") == printed.write_components(
            posed.view.terms.components
        )
        assert told["is_standard_edition"] == (posed.view.terms.components.sha256 == printed.load().sha256)


@BOTH
def test_the_puzzle_of_the_day_is_that_of_the_date(table: Server, game: str) -> None:
    before = date.today()
    response = table.call("GET", f"/api/games/{game}/puzzle")
    days = {day.isoformat(): day for day in (before, date.today())}
    told = response.json()
    puzzle = book(game).of_day(days[told["day"]])
    check_hides_solution(response.text, puzzle)
    assert told["puzzle"] == table.get(path_of(game, puzzle))


@BOTH
def test_a_ladder_is_climbed_by_its_rungs(table: Server, game: str) -> None:
    ladders = table.get(f"/api/games/{game}/puzzles")
    assert [ladder["level"] for ladder in ladders] == list(LEVELS)
    for ladder in ladders:
        rungs = [puzzle.id for puzzle in book(game).of_level(ladder["level"])]
        assert ladder["puzzles"] == rungs
        path = f"/api/games/{game}/puzzles/levels/{ladder['level']}"
        assert table.get(path)["id"] == rungs[0]
        assert table.get(f"{path}?rung={len(rungs) - 1}")["id"] == rungs[-1]
        check_refused(
            table.call("GET", f"{path}?rung={len(rungs)}"), "get", f"{PATH.replace('{puzzle}', 'levels/{level}')}", 404
        )


@BOTH
def test_a_right_answer_is_right_however_it_is_said(table: Server, game: str) -> None:
    puzzle = first_of(game)
    posed, best = Posed(puzzle, GAMES[game]), puzzle.turns[0]
    decisions = list(posed.game.moves.decisions_of(posed.view, posed.solution))
    for said in ({"move": best.move}, {"text": best.notation}, {"decisions": decisions}):
        judged = table.post(f"{path_of(game, puzzle)}/answer", said)
        assert judged == {
            "game": game,
            "is_right": True,
            "notation": best.notation,
            "move": best.move,
            "win_share": best.win_share,
            "standard_error": best.standard_error,
            "loss": 0.0,
            "best_win_share": best.win_share,
            "best_standard_error": best.standard_error,
        }


@BOTH
def test_a_wrong_answer_is_told_what_it_loses(table: Server, game: str) -> None:
    puzzle = first_of(game)
    best, second = puzzle.turns[:2]
    judged = table.post(f"{path_of(game, puzzle)}/answer", {"text": second.notation})
    assert (judged["is_right"], judged["notation"]) == (False, second.notation)
    assert (judged["win_share"], judged["standard_error"]) == (second.win_share, second.standard_error)
    assert judged["loss"] == pytest.approx(puzzle.gap, abs=1e-4)
    assert (judged["best_win_share"], judged["best_standard_error"]) == (best.win_share, best.standard_error)
    assert best.notation not in judged.values(), "what is best is not told"


@BOTH
def test_an_answer_that_was_not_weighed_has_no_figure(table: Server, game: str) -> None:
    puzzle = first_of(game)
    posed = Posed(puzzle, GAMES[game])
    move = next(move for move in posed.view.moves() if posed.judge(move).weighed is None)
    judged = table.post(f"{path_of(game, puzzle)}/answer", {"move": GAMES[game].documents.write_move(move)})
    assert [judged[name] for name in ("is_right", "win_share", "standard_error", "loss")] == [False, None, None, None]


@BOTH
def test_a_draft_is_that_of_a_table(table: Server, game: str) -> None:
    puzzle = first_of(game)
    path, posed = f"{path_of(game, puzzle)}/draft", Posed(puzzle, GAMES[game])
    fresh = table.post(path, {"decisions": []})
    as_document(described(DraftReply), fresh)
    assert not fresh["is_complete"] and fresh["preview"]["state"] == GAMES[game].documents.write_state(posed.view)
    assert [choice["decision"] for choice in fresh["choices"]] == list(posed.view.decisions())
    whole = table.post(path, {"text": puzzle.turns[1].notation})
    assert whole["is_complete"] and whole["notation"] == puzzle.turns[1].notation
    assert table.post(path, {"decisions": whole["decisions"]}) == whole


@BOTH
def test_the_solution_is_told_on_asking(table: Server, game: str) -> None:
    puzzle = first_of(game)
    told = table.get(f"{path_of(game, puzzle)}/solution")
    assert told["themes"] == puzzle.themes
    assert [turn["notation"] for turn in told["turns"]] == [turn.notation for turn in puzzle.turns]
    assert told["turns"][0] == puzzle.turns[0].model_dump(
        include={"notation", "move", "win_share", "standard_error", "score"}
    )


@pytest.mark.parametrize("last", ["", "/solution", "/draft", "/answer"])
def test_an_unknown_puzzle_is_refused_by_its_name(table: Server, last: str) -> None:
    method, body = ("POST", {"decisions": []}) if last in ("/draft", "/answer") else ("GET", None)
    games = list(GAMES)
    # An id of the other game is as unknown here as one that nobody has.
    for unknown in ("g0000000", "m0000000", first_of(games[1]).id):
        response = table.call(method, f"/api/games/{games[0]}/puzzles/{unknown}{last}", body)
        problem = check_refused(response, method, f"{PATH}{last}", 404)
        assert problem.code == "unknown-name"
        assert problem.detail == f"There is no puzzle {unknown!r} of {GAMES[games[0]].title}."
    for malformed in ("no-id", "g12345678", "G1234567"):
        response = table.call(method, f"/api/games/{games[0]}/puzzles/{malformed}{last}", body)
        assert check_refused(response, method, f"{PATH}{last}", 404).detail == "There is no such place here."


@pytest.mark.parametrize("level", ["0", "6", "-1", "two", "1.0"])
def test_a_level_that_there_is_not_is_refused(table: Server, level: str) -> None:
    response = table.call("GET", f"/api/games/glassworks/puzzles/levels/{level}")
    check_refused(response, "get", "/api/games/{game}/puzzles/levels/{level}", 404)


@pytest.mark.parametrize("rung", ["-1", "x", "100001"])
def test_a_rung_that_is_no_number_of_one_is_refused(table: Server, rung: str) -> None:
    response = table.call("GET", f"/api/games/glassworks/puzzles/levels/1?rung={rung}")
    check_refused(response, "get", "/api/games/{game}/puzzles/levels/{level}", 422)


BAD_MOVES: list[tuple[Any, int, str]] = [
    ({"decisions": []}, 409, "illegal-move"),
    ({"decisions": [32_000]}, 409, "illegal-move"),
    ({"text": "?!"}, 409, "malformed-move"),
    ({"move": {"type": "pass"}}, 409, "illegal-move"),
    ({"move": {"type": "wander"}}, 422, "malformed-request"),
    ({"decisions": [0], "text": "pass"}, 422, "malformed-request"),
    ({}, 422, "malformed-request"),
]


@BOTH
@pytest.mark.parametrize(("said", "status", "code"), BAD_MOVES, ids=lambda part: str(part) if part else "nothing")
def test_what_is_no_turn_is_refused_with_the_reason(
    table: Server, game: str, said: Any, status: int, code: str
) -> None:
    puzzle = first_of(game)
    response = table.call("POST", f"{path_of(game, puzzle)}/answer", said)
    problem = check_refused(response, "post", f"{PATH}/answer", status)
    assert problem.code == code
    assert not [turn.notation for turn in puzzle.turns if turn.notation in response.text]
