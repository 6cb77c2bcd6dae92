"""Thousands of games stepped at once on NumPy arrays by compiled code, with no Python in the inner loop."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from ..core.chance import Simulator
from ..core.compiling.bits import new_generator
from ..core.compiling.warmup import Task
from ..core.game import GAMES, Game
from ..core.options import OptionValue
from ..core.position import Position
from ..core.states import copied
from .asked import EnvironmentUseError, Printed, printed_data, reward_number, whole_seed

Array = np.ndarray[Any, Any]


class BatchEnvironment:
    """Many games of the same terms, each waiting for one decision.

    Row ``i`` of every array is game ``i``. The arrays are allocated once and written in place: the next :meth:`step`
    changes what you hold. Copy what you want to keep.

    When a game ends, a new one begins within the same step. ``ended`` says so; ``rewards`` and ``totals`` belong to the
    game that ended, and ``observations``, ``seats`` and the legal decisions to the new one.

    Each game has its own generator, so equal seeds and equal actions give equal games with any number of threads.

    Args:
        game: its name, one of :data:`~rivertable.core.game.GAMES`.
        count: how many games.
        players: how many seats each game has.
        seed: the seed of all chance; None for fresh randomness.
        threads: how many threads share the games.
        is_observed: whether ``observations`` are written.
        is_masked: whether ``masks`` are written.
        reward: ``win``, the win share; or ``margin``, the lead over the best other seat in points.
        preset: the preset of the game's options.
        options: changes to the preset.
        components: printed data, the name of an edition, or a file; None for the standard data.

    Raises:
        UnknownNameError: there is no such game.
        OptionError: the game is not for so many, or has no such preset or option.
        EnvironmentUseError: a number is below 1, the seed is none, the components are those of another game, or there
            is no such reward.
        DataError: the components have faults.
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
        components: Printed | None = None,
    ) -> None:
        self.game: Game = GAMES[game]
        if count < 1 or threads < 1:
            raise EnvironmentUseError("A batch needs at least one game and one thread.")
        goal = reward_number(reward)
        self.terms = self.game.make_terms(
            players, self.game.options.make(preset, options), printed_data(self.game, components)
        )
        self.count = count
        self.players = players
        self._code = self.game.kernel.batch
        self._states = self.game.kernel.new_states(count)
        self._blank = self.game.kernel.new_states(1)
        size = self.game.learning.observation(self.terms.components).size(players) if is_observed else 0
        self.observations: Array = np.zeros((count, size), dtype=np.int16)
        """What the deciding seat may know, as :meth:`Game.observation` lists it; no columns if not observed."""
        self._masks: Array = np.zeros((count, self.game.kernel.first_outcome if is_masked else 0), dtype=np.int8)
        room = -(-self.game.kernel.choices_at_most // self._code.COMPARED) * self._code.COMPARED
        self.legal: Array = np.zeros((count, room), dtype=np.int16)
        """The legal decisions in rising order: the first ``counts[i]`` of row ``i``."""
        self.counts: Array = np.zeros(count, dtype=np.int16)
        """The number of legal decisions, never 0."""
        self.seats: Array = np.zeros(count, dtype=np.int8)
        """The deciding seat."""
        self.ended: Array = np.zeros(count, dtype=np.bool_)
        """Whether the last step ended a game."""
        self.rewards: Array = np.zeros((count, players), dtype=np.float32)
        """Each seat's reward if the last step ended a game, else 0."""
        self.totals: Array = np.zeros((count, players), dtype=np.int16)
        """Each seat's total in the last game that ended."""
        self._shown = (self.observations, self._masks, self.legal, self.counts, self.seats)
        self._parts = [part for part in _split(count, threads) if part[0] < part[1]]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._generators = np.zeros(count, dtype=np.uint64)
        self._chooser = new_generator(0)
        # The arrays stay the same, so the arguments of the calls are assembled once.
        arrays = (
            *(self._states, self._blank, self.terms.array, players, _records(self._generators[:, None], "bits")),
            *(_records(self.legal, "choices"), self.counts, self.seats, self.observations, self._masks),
        )
        self._rows = [(*arrays, *part) for part in self._parts]
        results = (goal, self.ended, self.totals, self.rewards)
        self._results = [(*results, np.zeros(players, dtype=np.int64)) for _ in self._parts]
        self.reset(seed)

    @property
    def masks(self) -> Array:
        """1 at each legal decision.

        Raises:
            EnvironmentUseError: the environment was created without ``is_masked``.
        """
        if not self._masks.shape[1]:
            raise EnvironmentUseError("Masks are written where the environment is created with is_masked=True.")
        return self._masks

    @property
    def actions(self) -> int:
        """The number of actions; an action is the number of a decision."""
        return self.game.kernel.first_outcome

    def reset(self, seed: int | None = None) -> None:
        """Start every game again; equal seeds give equal chance, None fresh randomness.

        Raises:
            EnvironmentUseError: the seed is no whole number.
        """
        source = Simulator(whole_seed(seed))
        self._chooser = new_generator(source.bits())
        self._generators[:] = [source.bits() or 1 for _ in range(self.count)]
        self._masks[:] = 0
        self.ended[:] = False
        self.rewards[:] = 0
        self.totals[:] = 0
        self._in_parts(lambda part: self._code.begin(*self._rows[part]))

    def step(self, actions: Any) -> None:
        """Take one decision in each game: an array with one whole number for each.

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
        """Take so many random legal decisions in each game, for rollouts or to start in the middle.

        They are drawn from each game's own generator, so threads make no difference. Nothing is written in between.
        ``ended`` and ``rewards`` then refer to the last game that ended within the call.

        Raises:
            EnvironmentUseError: ``decisions`` is below 1.
        """
        if decisions < 1:
            raise EnvironmentUseError(f"Playing on takes at least one decision a game, not {decisions}.")
        self._in_parts(lambda part: self._code.random_rollout(*self._rows[part], decisions, *self._results[part]))

    def sample(self, out: Array | None = None) -> Array:
        """Return a random legal action for each game (int16), drawn with the environment's seed."""
        out = np.empty(self.count, dtype=np.int16) if out is None else out
        self._code.sample(self.legal, self.counts, self._chooser, out)
        return out

    def take(self, source: BatchEnvironment, rows: Any) -> None:
        """Copy games from another batch: game ``i`` becomes a copy of its game ``rows[i]``.

        Future chance is not copied, so a search in this batch cannot foresee what is drawn there. ``ended``,
        ``rewards`` and ``totals`` are blank.

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
        """Return a game as a position, which does not change.

        Raises:
            EnvironmentUseError: there is no such game.
        """
        if row not in range(self.count):
            raise EnvironmentUseError(f"The batch has the games 0 to {self.count - 1}, not {row!r:.60}.")
        return Position.from_states(copied(self._states[row : row + 1]), self.terms)

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


def _step(game: Game) -> None:
    """Step a batch once, with masks."""
    batch = BatchEnvironment(game.name, 2, seed=1, is_masked=True)
    batch.step(batch.sample())


BATCH = Task("batch", "games stepped at once", _step, seconds=10)
"""What environments need compiled: the batch step."""
