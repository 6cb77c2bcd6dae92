"""Compiling what is needed before it is needed: named tasks, and the memory of which are done.

Each layer declares its tasks beside what they compile; whoever compiles beforehand takes them from there: the commands,
the table, the tests. A task uses everything once that it is for, so that it is compiled and kept, or loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..game import Game
from ..position import Draft, Position
from .kernel import IS_COMPILED
from .sources import is_kept, keep


@dataclass(frozen=True, slots=True)
class Task:
    """What can be compiled of a game by itself."""

    name: str
    """its word among the tasks of a game"""
    title: str
    """what is compiled, in words that go on with "of" and the game"""
    run: Callable[[Game], None]
    """uses everything once"""
    seconds: float
    """how long it takes on one core, roughly, after the tasks before it: the part that it has of all the work"""
    after: Task | None = None
    """the task whose machine code it goes on from"""


def _use_rules(game: Game) -> None:
    """Take a turn of a throw-away game by decisions, list whole turns, and look at all that a table shows."""
    terms = game.make_terms(2)
    before = Position.before_setup(terms)
    before.outcomes()
    position = before.resolve(1)
    view = position.view(position.seat)
    str(view)
    str(next(iter(position.moves())))
    draft = Draft(view)
    while not draft.is_complete:
        draft.choose(draft.choices[0])
    after = position.after(*draft.decisions).resolve(1)
    game.pictures.explain_score(after, 0)
    str(after.totals)


RULES = Task("rules", "the rules", _use_rules, seconds=9)


def is_done(game: Game, task: Task) -> bool:
    """Return whether everything of a task is compiled, here or by another process; interpreted, nothing has to be."""
    return not IS_COMPILED or is_compiled(game, task)


def is_compiled(game: Game, task: Task) -> bool:
    """Return whether the machine code of a task is kept, though this process may run the rules interpreted."""
    return is_kept(f"{game.name}-{task.name}")


def carry_out(game: Game, task: Task) -> None:
    """Carry out a task and remember that it is done, where the cache can be written."""
    task.run(game)
    if IS_COMPILED:
        keep(f"{game.name}-{task.name}")
