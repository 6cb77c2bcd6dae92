"""Games of the package on the bare compiled functions, as the tests drive them: quick, one array, no positions."""

from random import Random
from typing import Any

import numpy as np

from rivertable.core.game import Terms
from rivertable.glassworks import GAME, GlassworksComponents, Position
from rivertable.glassworks.board import GlassworksBoard
from rivertable.glassworks.kernel.state import CHOICES_AT_MOST, Phase

from .tables import OPTIONS


def terms_of(players: int, options: str = "rulebook", components: GlassworksComponents | None = None) -> Terms:
    """The terms of a game; options as positions write them."""
    preset = options.split("+")[0]
    is_counted, is_open = OPTIONS[options]
    changes = {"inventory_counts_overflow": is_counted, "lake_draws_after_trigger": is_open}
    return GAME.make_terms(players, GAME.options.make(preset, changes), components)


class KernelGame:
    """One game, changed in place."""

    def __init__(self, terms: Terms, first_seat: int = 0) -> None:
        self.terms = terms
        self.states = GAME.kernel.new_states(1)
        GAME.kernel.start(self.states, 0, terms.array, terms.players, first_seat)
        self._out = np.empty(CHOICES_AT_MOST, dtype=np.int16)
        self._weights = np.empty(CHOICES_AT_MOST, dtype=np.int16)

    @classmethod
    def at(cls, board: GlassworksBoard) -> "KernelGame":
        """A game of its own that goes on from a board."""
        game = cls.__new__(cls)
        game.__dict__.update(cls(board.terms).__dict__)
        game.states = board.states.copy()
        return game

    def decisions(self) -> list[int]:
        """The legal decisions, rising; none while chance acts."""
        count = GAME.kernel.list_decisions(self.states, 0, self.terms.array, self._out)
        listed: list[int] = self._out[:count].tolist()
        return listed

    def weights(self) -> dict[int, int]:
        """What chance can do, each outcome with its weight."""
        count = GAME.kernel.list_outcomes(self.states, 0, self._out, self._weights)
        return dict(zip(self._out[:count].tolist(), self._weights[:count].tolist(), strict=True))

    def apply(self, choice: int) -> None:
        """Apply a decision or an outcome that is known to be possible."""
        GAME.kernel.apply(self.states, 0, self.terms.array, choice)

    def go_on(self, rng: Random) -> int:
        """Apply a random choice, chance by its weights and return it."""
        weights = self.weights()
        choice = rng.choices(list(weights), list(weights.values()))[0] if weights else rng.choice(self.decisions())
        self.apply(choice)
        return choice

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return int(self.states[0].phase) == Phase.OVER

    @property
    def is_turn_start(self) -> bool:
        """Whether a seat is to begin a turn."""
        return int(self.states[0].phase) == Phase.MAIN

    def position(self) -> Position:
        """The position as it stands; the game goes on without changing it."""
        return Position(self.states.copy(), self.terms)


def random_position(rng: Random, terms: Terms, turns: int) -> Position:
    """The start of a turn after so many random turns, or the end of the game where it is shorter."""
    game = KernelGame(terms, rng.randrange(terms.players))
    while not game.is_turn_start:
        game.go_on(rng)
    for _ in range(turns):
        if game.is_over:
            break
        game.go_on(rng)
        while not (game.is_turn_start or game.is_over):
            game.go_on(rng)
    return game.position()


def depth_counts(states: Any, terms: Terms, depth: int) -> list[int]:
    """How many sequences of 1, 2, .. depth decisions and outcomes begin at a state."""
    return list(_depth_counts(KernelGame.at(Position(states.copy(), terms)), depth, {}))


def _depth_counts(game: KernelGame, depth: int, known: dict[tuple[bytes, int], tuple[int, ...]]) -> tuple[int, ...]:
    if depth == 0:
        return ()
    memory = (game.states.tobytes(), depth)
    if memory not in known:
        before = game.states.copy()
        choices = game.decisions() or list(game.weights())
        totals = [len(choices)] + [0] * (depth - 1)
        for choice in choices if depth > 1 else []:
            game.apply(choice)
            for extra, count in enumerate(_depth_counts(game, depth - 1, known)):
                totals[extra + 1] += count
            game.states[0] = before[0]
        known[memory] = tuple(totals)
    return known[memory]
