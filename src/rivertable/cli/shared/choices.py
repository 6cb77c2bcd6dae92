"""The numbered list from which a move is built step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from ...core.moves import Draft, walk_turns
from .console import note, say, tell

_MOVES_AT_MOST = 2000
"""Where a turn has more moves than this, the list does not say what they score: a person does not wait for that."""
_WORDS = 52


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
        self._gains: dict[tuple[int, ...], tuple[int, int]] = _gains_of(draft)

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
        items = self._items()
        width = min(max(len(item.words) for item in items), _WORDS)
        for number, item in enumerate(items, start=1):
            tell(f"{item.words:<{width}}  {self._gain(item.decisions)}".rstrip(), f" {number:>2}  ")

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
        seat = int(draft.start.state.seat)
        before, after = draft.start.total(seat), draft.board.total(seat)
        change = f"Score {before} -> {after}" if before != after else f"The score stays {before}"
        tell(f"Your move: {draft.start.game.describe_move(draft.start, draft.move)}. {change}.  [{draft.move}]")
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


def _gains_of(draft: Draft) -> dict[tuple[int, ...], tuple[int, int]]:
    """Give, for every beginning of a move, the least and the most that a move which begins so adds to the score."""
    start = draft.start
    seat = int(start.state.seat)
    before = start.total(seat)
    gains: dict[tuple[int, ...], tuple[int, int]] = {}
    turns = list(islice(walk_turns(start), _MOVES_AT_MOST + 1))
    for decisions, states in turns if len(turns) <= _MOVES_AT_MOST else ():
        gain = int(start.game.engine.total(states, 0, start.terms.array, seat)) - before
        for length in range(1, len(decisions) + 1):
            low, high = gains.get(decisions[:length], (gain, gain))
            gains[decisions[:length]] = min(low, gain), max(high, gain)
    return gains
