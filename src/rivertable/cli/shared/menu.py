"""Asking a person at the terminal for a line, and for a move of the game step by step."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from textwrap import wrap
from typing import Any

from ...core.errors import MalformedMoveError, RivertableError
from ...core.game import Game
from ...core.position import Board, Draft, walk_turns
from .console import DONE, INTERRUPTED, note, say, tell, terminal_width

_MOVES_AT_MOST = 2000
"""Where a turn has more moves than this, the list does not say what they score: a person does not wait for that."""
_BEFORE = 5
"""Columns before the words of a line of the list: its number."""
_BETWEEN = "  "
"""What parts the words from what the line adds to the score."""
_GAINS = "points at once"
"""The head of what lines add to the score: before anything is drawn."""


class LeftError(Exception):
    """The person leaves; ``code`` is the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


def edit_lines() -> None:
    """Let one edit the line that is typed and take up an earlier one, where Python can do that."""
    with suppress(ImportError):
        readline = importlib.import_module("readline")
        readline.parse_and_bind("set enable-bracketed-paste off")


def read_line(prompt: str) -> str:
    """Read a line.

    Raises:
        LeftError: at the end of the input, or when interrupted.
    """
    try:
        return input(prompt).strip()
    except EOFError:
        raise LeftError(DONE) from None
    except KeyboardInterrupt:
        raise LeftError(INTERRUPTED) from None


def ask_move(draft: Draft, names: Sequence[str], prompt: str, obey: Callable[[str, Menu], bool]) -> Any:
    """Ask until a move is confirmed, and return it.

    ``names`` are the seats' names. ``obey`` does what a line says that is a command of its own, and returns whether it
    is one.

    Raises:
        LeftError: at the end of the input, when interrupted, or when the person quits.
    """
    menu = Menu(draft, names)
    menu.begin()
    while True:
        answer = read_line(prompt)
        word = answer.lower()
        if draft.is_complete and word in ("", "y", "yes", "ok"):
            return draft.move
        command = word.partition(" ")[0]
        if command in ("quit", "q", "exit"):
            raise LeftError(DONE)
        if command in ("undo", "u"):
            menu.undo()
        elif word.isdecimal():
            menu.choose(int(word[:9]))
        elif not obey(word, menu):
            move = _try_notation(draft.start, answer, menu)
            if move is not None:
                return move


def only_move(board: Board) -> Any:
    """Return the move of a turn that can be taken in one way only, None where there is a choice."""
    turns = [decisions for decisions, _ in islice(walk_turns(board), 2)]
    return board.game.moves.move_of(board, turns[0]) if len(turns) == 1 else None


def _try_notation(board: Board, answer: str, menu: Menu) -> Any:
    """Return the move that a line says, None after a sentence why it says none; the menu keeps the refusal."""
    if not answer:
        note("Choose a number, type a move, or help.")
        return None
    try:
        return board.game.moves.parse_move(board, answer)
    except MalformedMoveError as error:
        menu.refused = error
        note(f"{answer!r} is neither a number of the list, nor a move, nor a command; help shows all of them.")
    except RivertableError as error:
        menu.refused = error
        note(str(error))
    return None


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of the list: its words, and the decisions that it stands for (several where it opens a shorter list)."""

    words: str
    decisions: tuple[int, ...]


class Menu:
    """The open question of a draft as a short numbered list; alike choices are folded into one line."""

    def __init__(self, draft: Draft, names: Sequence[str]) -> None:
        self._draft = draft
        self._names = names
        self._group: tuple[int, ...] = ()
        self._gains: dict[tuple[int, ...], tuple[int, int]] = _gains_of(draft)
        self.refused: RivertableError | None = None
        """Why the last line that said no move was refused; None where a choice or a hint came after it."""

    def begin(self) -> None:
        """Show the first question that has several answers."""
        self._settle()
        self.show()

    def _settle(self) -> None:
        """Take each choice that is the only one: a question with one answer is not asked."""
        while not self._draft.is_complete and len(items := self._items()) == 1:
            self._take(items[0].decisions)

    def _take(self, decisions: tuple[int, ...]) -> None:
        if len(decisions) > 1:
            self._group = decisions
        else:
            self._group = ()
            self._draft.choose(decisions[0])

    def _items(self) -> list[_Item]:
        draft = self._draft
        choices = self._group or draft.choices
        items: list[_Item] = []
        groups: dict[str, list[int]] = {}
        for decision in choices:
            name = "" if self._group else draft.board.game.pictures.group_of_decision(draft.board, decision)
            if name:
                groups.setdefault(name, []).append(decision)
                if len(groups[name]) == 1:
                    items.append(_Item(name, ()))
            else:
                items.append(_Item(draft.board.game.pictures.describe_decision(draft.board, decision), (decision,)))
        return [item if item.decisions else _Item(item.words, tuple(groups[item.words])) for item in items]

    def show(self) -> None:
        """Show the open question, or the finished move and what it would change."""
        draft = self._draft
        if draft.is_complete:
            self._show_move()
            return
        items = self._items()
        gains = [self._gain(item.decisions) for item in items]
        # The head may be its first word.
        heads = (_GAINS, _GAINS.partition(" ")[0]) if any(gains) else ("",)
        room = terminal_width() - _BEFORE - len(_BETWEEN) - max(map(len, (*gains, heads[-1])))
        width = min(max(len(item.words) for item in items), room)
        question = draft.board.game.pictures.describe_question(draft.board)
        start = width + _BEFORE
        if len(question) <= start:
            fitting = (head for head in heads if start + len(_BETWEEN) + len(head) <= terminal_width())
            question = f"{question:<{start}}{_BETWEEN}{next(fitting, '')}".rstrip()
        say(question)
        for number, (item, gain) in enumerate(zip(items, gains, strict=True), start=1):
            first, *others = wrap(item.words, width, break_on_hyphens=False)
            say(f" {number:>2}  {first:<{width}}{_BETWEEN}{gain}".rstrip())
            for line in others:
                say(" " * _BEFORE + line)

    def _gain(self, decisions: Iterable[int]) -> str:
        """Say what a line of the list adds to the score before anything is drawn: "+3", or "up to +3"."""
        taken = self._draft.decisions
        ranges = [self._gains[(*taken, decision)] for decision in decisions if (*taken, decision) in self._gains]
        if not ranges:
            return ""
        low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
        return f"{high:+}" if low == high else f"up to {high:+}"

    def _show_move(self) -> None:
        draft = self._draft
        game, seat = draft.start.game, int(draft.start.state.seat)
        before, after = draft.start.total(seat), draft.board.total(seat)
        change = f"Score {before} -> {after}" if before != after else f"The score stays {before}"
        tell(f"Your move: {game.pictures.describe_move(draft.start, draft.move)}. {change}.  [{draft.move}]")
        tell_consequences(game, draft.start, draft.decisions, self._names, "  ")
        say("Enter plays it, u undoes the last choice.")

    def choose(self, number: int) -> None:
        """Take a line of the list by its number."""
        if self._draft.is_complete:
            note("The move is complete: Enter plays it, u undoes the last choice.")
            return
        items = self._items()
        if not 1 <= number <= len(items):
            note(f"There is no {number} in the list; it has 1 to {len(items)}.")
            return
        self.refused = None
        self._take(items[number - 1].decisions)
        self._settle()
        self.show()

    def undo(self) -> None:
        """Take the last choice back, and with it those that were the only ones."""
        while self._step_back():
            if len(self._items()) > 1:
                self.show()
                return
        self._settle()
        note("There is nothing to undo: what was drawn stays drawn.")

    def _step_back(self) -> bool:
        if self._group:
            self._group = ()
            return True
        return self._draft.undo()


def tell_consequences(game: Game, position: Board, decisions: Sequence[int], names: Sequence[str], indent: str) -> None:
    """Tell what a turn's decisions bring beside what its move says, where they do.

    ``position`` is one on which the hand of the seat on turn is known.
    """
    if game.consequences is not None and (said := game.consequences.describe_consequences(position, decisions, names)):
        tell(said, indent)


def _gains_of(draft: Draft) -> dict[tuple[int, ...], tuple[int, int]]:
    """Give, for every beginning of a move, the least and the most that a move which begins so adds to the score."""
    start = draft.start
    seat = int(start.state.seat)
    before = start.total(seat)
    gains: dict[tuple[int, ...], tuple[int, int]] = {}
    turns = list(islice(walk_turns(start), _MOVES_AT_MOST + 1))
    for decisions, states in turns if len(turns) <= _MOVES_AT_MOST else ():
        gain = int(start.game.kernel.total(states, 0, start.terms.array, seat)) - before
        for length in range(1, len(decisions) + 1):
            low, high = gains.get(decisions[:length], (gain, gain))
            gains[decisions[:length]] = min(low, gain), max(high, gain)
    return gains
