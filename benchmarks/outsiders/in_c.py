"""A player of River Valley Glassworks in C, with rules of its own: ``playouts.c`` says what it reads and answers.

What it answers is checked by the rules here: a turn that they do not allow, or that leaves other points than it says,
is an error.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from plain_c import compiled

from rivertable.core.errors import RivertableError
from rivertable.core.game import GAMES, Game
from rivertable.core.position import Draft, View
from rivertable.glassworks.kernel.state import COLOURS, SHAPES, TYPES, Decision

GAME = "glassworks"
_SOURCE = Path(__file__).with_name("playouts.c")
_SEEDS = 1 << 63


class ProgramError(RivertableError):
    """A C program that cannot be compiled, knows another game, or fails."""

    code = "bad-program"


class DisagreementError(RivertableError):
    """Two programs that do not play by the same rules."""

    code = "rules-disagree"


@cache
def program() -> Path:
    """Compile the program once and return it.

    Raises:
        ProgramError: there is no gcc.
    """
    if shutil.which("gcc") is None:
        raise ProgramError("The player in C needs gcc, and there is none on the path.")
    folder = tempfile.TemporaryDirectory(prefix="rivertable-")
    _kept.append(folder)
    return compiled(_SOURCE, Path(folder.name))


_kept: list[tempfile.TemporaryDirectory[str]] = []
"""Folders that are needed as long as this runs."""


def asked(view: View, *words: str) -> list[tuple[int, list[int]]]:
    """Return what the program answers to some words: points and decisions, a pair for each turn.

    Raises:
        ProgramError: it ends with an error.
    """
    done = subprocess.run([str(program()), *words], input=position_text(view), capture_output=True, text=True)
    if done.returncode != 0:
        raise ProgramError("The player in C ended with {code}: {said}", code=done.returncode, said=done.stderr.strip())
    rows = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    return [(row[0], row[1:]) for row in rows]


def position_text(view: View) -> str:
    """Return a position, at the start of a turn, as the program reads it: seats in order from the one that began."""
    state, players = view.state, view.players
    first = int(state.first_seat)
    by_colour = state.tile.reshape(-1, SHAPES, COLOURS).sum(axis=1)
    parts: list[Any] = [
        [players, (int(state.seat) - first) % players, int(state.is_triggered), int(state.turns_left)],
        *(state.river, view.terms.array[0].stones, by_colour.ravel()),
        *(np.bincount(state.lake[: state.lake_count], minlength=TYPES), state.bag),
    ]
    for seat in ((first + place) % players for place in range(players)):
        parts.append(np.bincount(state.satchel[seat, : state.held[seat]], minlength=TYPES))
        parts.append([state.columns_used[seat], state.inventory[seat], state.overflow_count[seat]])
        parts += [state.column_of[seat], state.height[seat]]
    return " ".join(str(int(number)) for part in parts for number in part)


def is_named(decision: int) -> bool:
    """Return whether a decision names one of several pieces; where there is no choice nobody is asked for it."""
    return Decision.PICK <= decision < Decision.UP or Decision.LEAVE <= decision < Decision.PASS


def draft_of(view: View, points: int, decisions: Sequence[int]) -> Draft:
    """Return a turn of the program by the rules here, in which pieces are named in rising order.

    Raises:
        DisagreementError: it is no legal turn, or it does not leave these points.
    """
    draft, left = Draft(view), list(decisions)
    while not draft.is_complete:
        fitting = [decision for decision in left if decision in draft.choices]
        if not fitting:
            raise _disagreement(view, decisions, "is not legal")
        decision = min(fitting) if is_named(fitting[0]) else fitting[0]
        left.remove(decision)
        draft.choose(decision)
    if not all(map(is_named, left)):
        raise _disagreement(view, decisions, "is longer than a turn")
    found = view.game.kernel.total(draft.board.states, 0, view.terms.array, int(view.state.seat))
    if found != points:
        raise _disagreement(view, decisions, f"leaves {found} points, not {points}")
    return draft


def _disagreement(view: View, decisions: Sequence[int], what: str) -> DisagreementError:
    names = view.game.learning.action_names(view.terms.components)
    turn = ", ".join(names[decision] for decision in decisions)
    return DisagreementError("The turn of the player in C ({turn}) {what}.", turn=turn, what=what)


class PlayoutsInC:
    """Random games of the C program after every answer to a question.

    Raises:
        ProgramError: there is no gcc, or it is another game.
    """

    def __init__(self, game: Game, seed: int, playouts: int) -> None:
        if game is not GAMES[GAME]:
            raise ProgramError(f"The player in C plays {GAMES[GAME].title}, not {game.title}.")
        program()
        self._random = np.random.default_rng(seed)
        self._playouts = playouts

    def choose(self, view: Any) -> Any:
        """Return the turn that it comes to.

        Raises:
            DisagreementError: the rules here do not allow it.
        """
        seed = int(self._random.integers(_SEEDS, dtype=np.uint64))
        ((points, decisions),) = asked(view, "choose", str(self._playouts), str(seed))
        return draft_of(view, points, decisions).move
