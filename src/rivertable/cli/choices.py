"""The numbered list from which a move is built step by step."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.moves import Draft
from .console import note, say


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of the list: its words, and the decisions that it stands for (several where it opens a shorter list)."""

    words: str
    decisions: tuple[int, ...]


class Menu:
    """The open question of a draft as a short numbered list; alike choices are folded into one line."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._group: tuple[int, ...] = ()

    def _items(self) -> list[_Item]:
        draft = self._draft
        choices = self._group or draft.choices
        items: list[_Item] = []
        groups: dict[str, list[int]] = {}
        for decision in choices:
            name = "" if self._group else draft.board.game.group_of_decision(draft.board, decision)
            if name:
                groups.setdefault(name, []).append(decision)
                if len(groups[name]) == 1:
                    items.append(_Item(name, ()))
            else:
                items.append(_Item(draft.board.game.describe_decision(draft.board, decision), (decision,)))
        return [item if item.decisions else _Item(item.words, tuple(groups[item.words])) for item in items]

    def show(self) -> None:
        """Show the open question, or the finished move and what it would change."""
        draft = self._draft
        if draft.is_complete:
            self._show_move()
            return
        say(draft.board.game.describe_question(draft.board))
        for number, item in enumerate(self._items(), start=1):
            say(f" {number:>2}  {item.words}")

    def _show_move(self) -> None:
        draft = self._draft
        seat = int(draft.start.state.seat)
        before, after = draft.start.total(seat), draft.board.total(seat)
        change = f"your score {before} -> {after}" if before != after else f"your score stays {before}"
        say(f"Your move: {draft.start.game.describe_move(draft.start, draft.move)}; {change}.  [{draft.move}]")
        say("Enter plays it, u takes the last choice back.")

    def choose(self, number: int) -> None:
        """Take a line of the list by its number."""
        if self._draft.is_complete:
            note("The move is complete: Enter plays it, u takes the last choice back.")
            return
        items = self._items()
        if not 1 <= number <= len(items):
            note(f"There is no {number} in the list; it goes from 1 to {len(items)}.")
            return
        decisions = items[number - 1].decisions
        if len(decisions) > 1:
            self._group = decisions
        else:
            self._group = ()
            self._draft.choose(decisions[0])
        self.show()

    def undo(self) -> None:
        """Take the last choice back."""
        if self._group:
            self._group = ()
        elif not self._draft.undo():
            note("There is nothing to take back: what was drawn stays drawn.")
            return
        self.show()
