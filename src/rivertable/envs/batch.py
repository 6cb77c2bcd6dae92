"""Thousands of games stepped at once by compiled code on NumPy arrays, with no Python in the inner loop."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ..core import stepping
from ..core.chance import Simulator
from ..core.compiling.random import new_generator
from ..core.compiling.template import load_for
from ..core.game import GAMES, Components, Game
from ..core.options import OptionValue
from ..core.position import Position
from ..core.states import copied
from .errors import EnvironmentUseError

Array = np.ndarray[Any, Any]

REWARDS = ("win", "margin")
"""What a reward can be, by the numbers of the compiled code."""

_FOLDER = Path(str(stepping.__file__)).parent


@cache
def _compiled(game: Game) -> Any:
    (module,) = load_for(game, _FOLDER, "rivertable.core.stepping", ["batch"])
    return module


class BatchEnvironment:
    """Many games of the same terms, each waiting for one decision.

    Row ``i`` of every array is game ``i``. The arrays are made once and written in place: what you hold is what the
    next :meth:`step` changes, and nothing is copied. Copy what you want to keep.

    A game that ends begins anew within the same step: ``ended`` says so, ``rewards`` and ``totals`` are those of the
    game that ended, and ``observations``, ``seats`` and the legal decisions are those of the new one.

    Each game has a generator of its own, so equal seeds and equal actions give equal games, however many threads there
    are.

    Args:
        game: its name, one of :data:`~rivertable.core.game.GAMES`.
        count: how many games.
        players: how many seats each has.
        seed: of all chance; fresh randomness without.
        threads: how many threads share the games.
        is_observed: whether ``observations`` are written.
        is_masked: whether ``masks`` are written.
        reward: ``win``, the share of the win; or ``margin``, points ahead of the best other seat.
        preset: of the game's options.
        options: changes to the preset.
        components: printed data; the standard data without.

    Raises:
        UnknownNameError: there is no such game.
        OptionError: the game is not for so many, or has no such preset or option.
        EnvironmentUseError: a number is below 1, or there is no such reward.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        players: int = 2,
        seed: int | None = None,
        threads: int = 1,
        is_observed: bool = True,
        is_masked: bool = False,
        reward: str = "win",
        preset: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        components: Components | None = None,
    ) -> None:
        self.game: Game = GAMES[game]
        if count < 1 or threads < 1:
            raise EnvironmentUseError("A batch needs at least one game and one thread.")
        if reward not in REWARDS:
            raise EnvironmentUseError(f"There is no reward {reward!r}; there are {', '.join(REWARDS)}.")
        self.terms = self.game.make_terms(players, self.game.make_options(preset, options), components)
        self.count = count
        self.players = players
        goal = REWARDS.index(reward)
        self._code = _compiled(self.game)
        self._states = self.game.blank_states(count)
        self._blank = self.game.blank_states(1)
        size = self.game.observation(components).size(players) if is_observed else 0
        self.observations: Array = np.zeros((count, size), dtype=np.int16)
        """What the seat that decides may know, as :meth:`Game.observation` names it; no columns if not observed."""
        self.masks: Array = np.zeros((count, self.game.first_outcome if is_masked else 0), dtype=np.int8)
        """1 at each legal decision; no columns if not masked."""
        room = -(-self.game.choices_at_most // self._code.COMPARED) * self._code.COMPARED
        self.legal: Array = np.zeros((count, room), dtype=np.int16)
        """The legal decisions, rising: the first ``counts[i]`` of row ``i``."""
        self.counts: Array = np.zeros(count, dtype=np.int16)
        """How many legal decisions there are, never 0."""
        self.seats: Array = np.zeros(count, dtype=np.int8)
        """Which seat decides."""
        self.ended: Array = np.zeros(count, dtype=np.bool_)
        """Whether the last step ended a game."""
        self.rewards: Array = np.zeros((count, players), dtype=np.float32)
        """Each seat's reward where the last step ended a game, else 0."""
        self.totals: Array = np.zeros((count, players), dtype=np.int16)
        """Each seat's total in the last game that ended."""
        self._shown = (self.observations, self.masks, self.legal, self.counts, self.seats)
        self._parts = [part for part in _split(count, threads) if part[0] < part[1]]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._generators = np.zeros(count, dtype=np.uint64)
        self._chooser = new_generator(0)
        # The arrays stay the same, so what a call is given is put together once.
        arrays = (
            *(self._states, self._blank, self.terms.array, players, _records(self._generators[:, None], "bits")),
            *(_records(self.legal, "choices"), self.counts, self.seats, self.observations, self.masks),
        )
        self._rows = [(*arrays, *part) for part in self._parts]
        results = (goal, self.ended, self.totals, self.rewards)
        self._results = [(*results, np.zeros(players, dtype=np.int64)) for _ in self._parts]
        self.reset(seed)

    @property
    def actions(self) -> int:
        """How many actions there are: an action is the number of a decision."""
        return self.game.first_outcome

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew; equal seeds give equal chance, without one it is fresh."""
        source = Simulator(seed)
        self._chooser = new_generator(source.bits())
        self._generators[:] = [source.bits() or 1 for _ in range(self.count)]
        self.masks[:] = 0
        self.ended[:] = False
        self.rewards[:] = 0
        self.totals[:] = 0
        self._in_parts(lambda part: self._code.begin(*self._rows[part]))

    def step(self, actions: Any) -> None:
        """Take one decision in each game: an array of as many whole numbers as there are games.

        Raises:
            EnvironmentUseError: one of them is not legal; no game has changed.
        """
        chosen = self._read(actions)
        row = int(self._code.find_illegal(self.legal, self.counts, chosen))
        if row >= 0:
            action = int(np.asarray(actions)[row])
            raise EnvironmentUseError(f"The action {action} of game {row} is not legal; no game has changed.")

        self._in_parts(lambda part: self._code.advance(*self._rows[part], chosen, *self._results[part]))

    def play_random(self, decisions: int) -> None:
        """Take so many random legal decisions in each game, each as likely: to play out, or to begin in the middle.

        They are drawn from each game's own chance, so threads make no difference, and all is compiled: nothing is shown
        in between. ``ended`` and ``rewards`` then tell whether the call ended a game, and what the last one brought.

        Raises:
            EnvironmentUseError: there is to be less than one decision.
        """
        if decisions < 1:
            raise EnvironmentUseError(f"Playing on takes at least one decision a game, not {decisions}.")
        self._in_parts(lambda part: self._code.roam(*self._rows[part], decisions, *self._results[part]))

    def sample(self, out: Array | None = None) -> Array:
        """Return a legal action for each game, each as likely (int16), drawn with the environment's seed."""
        out = np.empty(self.count, dtype=np.int16) if out is None else out
        self._code.sample(self.legal, self.counts, self._chooser, out)
        return out

    def take(self, source: BatchEnvironment, rows: Any) -> None:
        """Go on from games of another batch: game ``i`` becomes as its game ``rows[i]`` stands, which stays as it is.

        Only the table is taken over, not the chance to come: a search that plays on here cannot foresee what is drawn
        there. What is shown is that of the games taken; ``ended``, ``rewards`` and ``totals`` are blank.

        Raises:
            EnvironmentUseError: the batches differ in their terms or in what they show, or there are no such games.
        """
        if self.terms != source.terms or not self._is_shown_as(source):
            raise EnvironmentUseError("A batch takes games of a batch with the same terms, observed and masked alike.")
        chosen = np.asarray(rows)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise EnvironmentUseError(f"This batch takes {self.count} games, the numbers of their rows.")
        if chosen.min() < 0 or chosen.max() >= source.count:
            raise EnvironmentUseError(f"The other batch has the games 0 to {source.count - 1}.")
        self._states[:] = source._states[chosen]
        for own, other in zip(self._shown, source._shown, strict=True):
            own[:] = other[chosen]
        self.ended[:] = False
        self.rewards[:] = 0
        self.totals[:] = 0

    def position(self, row: int) -> Position:
        """Return a game as a position, which does not change: to look at, to search from, to record."""
        return self.game.position_class(copied(self._states[row : row + 1]), self.terms)

    def close(self) -> None:
        """End the threads; the arrays stay as they are."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def _is_shown_as(self, other: BatchEnvironment) -> bool:
        return all(own.shape[1:] == shown.shape[1:] for own, shown in zip(self._shown, other._shown, strict=True))

    def _read(self, actions: Any) -> Array:
        """Return actions as int16, those that do not fit as -1, which is never legal."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise EnvironmentUseError(f"A step takes {self.count} whole numbers, one for each game.")
        if given.dtype == np.int16:
            return given
        return np.where((given >= 0) & (given < self.actions), given, -1).astype(np.int16)

    def _in_parts(self, work: Any) -> None:
        if self._pool is None:
            for part in range(len(self._parts)):
                work(part)
        else:
            list(self._pool.map(work, range(len(self._parts))))


def _records(rows: Array, name: str) -> Array:
    """Return the rows of an array as records of one field: the same memory."""
    return rows.view(np.dtype((np.record, [(name, rows.dtype, rows.shape[1:])])))[:, 0]


def _split(count: int, parts: int) -> list[tuple[int, int]]:
    return list(pairwise(count * part // parts for part in range(parts + 1)))
