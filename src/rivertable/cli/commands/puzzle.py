"""``rivertable puzzle``: a position with one clearly best turn; find it."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from platformdirs import user_data_path

from ...core.errors import AmbiguousMoveError, MalformedMoveError
from ...core.files import write_whole_text
from ...core.game import Game
from ...core.position import Draft
from ...study.puzzles.puzzle import LEVELS, Book, Judgement, Posed, Puzzle, book_of, themes_for
from ..shared.arguments import ChosenGame, Json
from ..shared.compiling import warm
from ..shared.console import DONE, FAILED, WRONG_USAGE, note, say, say_board, say_json, stop, tell, tell_words
from ..shared.menu import LeftError, Menu, ask_move, edit_lines

_HELP = {
    "a number": "choose from the list; the move is yours to change until you confirm it",
    "a move": "whole in one line, your answer at once",
    "undo, u": "undo the last choice",
    "board, b": "show the table again",
    "hint, h": "what the best turn does, in a few words",
    "solution, s": "the best turn, with the figures of the search",
    "quit, q": "leave",
}
"""What the prompt knows."""


def puzzle(
    game: ChosenGame,
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of the day, as without any option.")] = False,
    level: Annotated[
        int | None,
        typer.Option("--level", metavar="1-5", min=LEVELS[0], max=LEVELS[-1], help="The next puzzle of a level."),
    ] = None,
    puzzle_id: Annotated[str | None, typer.Option("--id", metavar="ID", help="The puzzle with this id.")] = None,
    answer: Annotated[
        str | None,
        typer.Option(
            "--answer",
            metavar="MOVE",
            help="Judge this turn without asking; exit code 1 if it is wrong, 2 if it cannot be read.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the one clearly best turn of a position.

    Solved puzzles are remembered on this computer, so a level continues where you stopped.
    """
    if sum((daily, level is not None, puzzle_id is not None)) > 1:
        raise typer.BadParameter("--daily, --level and --id are three ways to choose a puzzle; take one.")
    book = book_of(game)
    chosen = _choose(book, level, puzzle_id)
    warm(game)
    posed = Posed(chosen, game)
    if answer is not None:
        raise typer.Exit(_answer(posed, answer, as_json))
    if as_json:
        say_json(_document(posed))
        return
    _Asking(posed).run()


def _choose(book: Book, level: int | None, puzzle_id: str | None) -> Puzzle:
    if puzzle_id is not None:
        return book.find(puzzle_id)
    if level is None:
        return book.of_day(date.today())
    rungs = book.of_level(level)
    solved = _read_solved(book.game)
    left = [rung for rung in rungs if rung.id not in solved]
    note(
        f"Level {level}: {len(rungs) - len(left)} of {len(rungs)} solved." + ("" if left else " From the first again.")
    )
    return (left or rungs)[0]


def _answer(posed: Posed, text: str, as_json: bool) -> int:
    """Judge one answer, and return the exit code."""
    try:
        move = posed.game.moves.parse_move(posed.view, text)
    except (MalformedMoveError, AmbiguousMoveError) as error:
        stop(str(error), WRONG_USAGE)
    judgement = posed.judge(move)
    if as_json:
        say_json(_document(posed) | _judged(posed, judgement, text))
    else:
        _tell(posed, judgement)
    return DONE if judgement.is_right else FAILED


def _document(posed: Posed) -> dict[str, Any]:
    """Return a puzzle without its solution."""
    chosen = posed.puzzle
    return {
        "game": posed.game.name,
        "id": chosen.id,
        "level": chosen.level,
        "theme": chosen.theme,
        "players": posed.view.players,
        "seat": posed.seat,
        "position": chosen.position,
        "state": posed.game.documents.write_state(posed.view),
        "fails": chosen.fails,
    }


def _judged(posed: Posed, judgement: Judgement, text: str) -> dict[str, Any]:
    best, weighed = posed.puzzle.turns[0], judgement.weighed
    return {
        "answer": text,
        "is_right": judgement.is_right,
        "win_share": None if weighed is None else weighed.win_share,
        "standard_error": None if weighed is None else weighed.standard_error,
        "loss": judgement.loss,
        "best_win_share": best.win_share,
        "best_standard_error": best.standard_error,
    }


class _GivenUpError(Exception):
    """The person wants to see the solution."""


class _Asking:
    """A puzzle at the terminal, until it is solved, shown or left."""

    def __init__(self, posed: Posed) -> None:
        self._posed = posed
        self._names = ["you" if seat == posed.seat else f"player {seat}" for seat in range(posed.view.players)]

    def run(self) -> None:
        """Ask until the puzzle is solved, shown or left.

        Raises:
            typer.Exit: with the exit code when the person left.
        """
        edit_lines()
        self._show()
        try:
            while not self._take():
                say()
        except LeftError as left:
            say()
            say(f"Continue with: rivertable puzzle {self._posed.game.name} --id {self._posed.puzzle.id}")
            raise typer.Exit(left.code) from None

    def _show(self) -> None:
        posed, chosen = self._posed, self._posed.puzzle
        tell(
            f"Puzzle {chosen.id} of {posed.game.title} (unofficial), level {chosen.level} of {LEVELS[-1]}.",
            style="bold",
        )
        self._show_board()
        tell(f"You are seat {posed.seat}. One turn is clearly best. Which? Type help for the commands.")

    def _show_board(self) -> None:
        say_board(self._posed.view, self._names)

    def _take(self) -> bool:
        """Take one answer; tell whether the puzzle is done."""
        try:
            move = ask_move(Draft(self._posed.view), self._names, "Your answer> ", self._obey)
        except _GivenUpError:
            _tell_solution(self._posed)
            return True
        judgement = self._posed.judge(move)
        _tell(self._posed, judgement)
        if judgement.is_right:
            _keep_solved(self._posed)
            _tell_solution(self._posed)
        else:
            tell("Try again, or type solution.")
        return judgement.is_right

    def _obey(self, word: str, menu: Menu) -> bool:
        """Do what a command word says; False where the line is no command."""
        if word in ("solution", "s"):
            raise _GivenUpError
        if word in ("help", "?"):
            tell_words(_HELP)
        elif word in ("hint", "h"):
            tell(f"The best turn does this: {themes_for(self._posed.game)[self._posed.puzzle.theme]}.")
        elif word in ("board", "b"):
            self._show_board()
            menu.show()
        else:
            return False
        return True


def _tell(posed: Posed, judgement: Judgement) -> None:
    """Say whether an answer is right, with what the search found of it."""
    weighed = judgement.weighed
    if judgement.is_right and weighed is not None:
        second = posed.puzzle.turns[1]
        tell(
            f"Right. Its win share is {_share(weighed)}; that of the next best turn is {_share(second)}.", style="bold"
        )
    elif weighed is not None:
        tell(f"Wrong. Its win share is {_share(weighed)}, {judgement.loss:.1%} less than that of the best turn.")
    else:
        tell("Wrong. The search dropped it too early to have a figure.")


def _share(weighed: Any) -> str:
    return f"{weighed.win_share:.1%} ±{2 * weighed.standard_error:.1%}"


def _tell_solution(posed: Posed) -> None:
    """Show the turns that were weighed, and how often the levels fail."""
    chosen = posed.puzzle
    move = posed.game.pictures.describe_move(posed.view, posed.solution)
    tell(f"The best turn: {move}.  [{chosen.turns[0].notation}]")
    for weighed in chosen.turns:
        tell(f"{_share(weighed):>14}  {weighed.notation}", "  ")
    tell(f"Themes: {', '.join(themes_for(posed.game)[theme] for theme in chosen.themes)}.")
    tell("Missed by " + ", ".join(f"{level} {part:.0%}" for level, part in chosen.fails.items()) + " of the time.")
    tell("Figures are win shares; ± is twice the standard error.")


# What was solved.


def _solved_file() -> Path:
    return user_data_path("rivertable", appauthor=False) / "puzzles.json"


def _read_solved(game: Game) -> set[str]:
    """Return the ids of the puzzles of a game that were solved; none where that was not kept or cannot be read."""
    return set(_read_all().get(game.name, []))


def _read_all() -> dict[str, list[str]]:
    with suppress(OSError, ValueError):
        found = json.loads(_solved_file().read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def _keep_solved(posed: Posed) -> None:
    """Keep that a puzzle is solved; where that cannot be, say so."""
    found = _read_all()
    found[posed.game.name] = sorted({*found.get(posed.game.name, []), posed.puzzle.id})
    path = _solved_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole_text(path, json.dumps(found) + "\n")
    except OSError as error:
        note(f"That you solved it is not saved: {path} cannot be written ({error.strerror}).")
