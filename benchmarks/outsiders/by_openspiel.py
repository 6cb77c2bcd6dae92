"""OpenSpiel's tree search (``MCTSBot``, c 1, solved states backed up) on the games of ``rivertable.envs.openspiel``.

It decides each question of a turn by so many simulations, each of them followed by a random game. What it may not know
is dealt anew before each question.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import rivertable.envs.openspiel  # noqa: F401  # registers the games
from rivertable.bots.lookahead import lookahead
from rivertable.core.chance import Simulator
from rivertable.core.compiling.bits import new_generator
from rivertable.core.game import Game

_SEEDS = 1 << 62


class RandomGames(mcts.Evaluator):  # type: ignore[misc]  # the class is not known to mypy
    """What OpenSpiel's search asks of a position, by one random game of the compiled rules."""

    def __init__(self, game: Game, seed: int) -> None:
        self._play = lookahead(game).turns.evaluate_by_random_games
        self._states, self._out = game.kernel.new_states(2), game.kernel.new_list()
        self._generator = new_generator(seed)
        self._random = np.random.RandomState(seed % 2**32)

    def evaluate(self, state: Any) -> Any:
        """Return the result of a game, by seat."""
        state = state.clone()
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(self._random.choice(outcomes, p=chances)))
        if state.is_terminal():
            return state.returns()
        seat = state.current_player()
        decision = int(self._random.choice(state.legal_actions()))
        self._states[0] = state.states[0]
        terms = state.position.terms.array
        won = self._play(self._states, terms, decision, -1, 1, self._generator, self._out)
        shares = [1.0 - won] * 2
        shares[seat] = won
        return np.array(shares)

    def prior(self, state: Any) -> Any:
        """Return every action with the same probability."""
        actions = state.chance_outcomes() if state.is_chance_node() else None
        legal = state.legal_actions()
        return actions or [(action, 1.0 / len(legal)) for action in legal]


class OpenSpielBot:
    """OpenSpiel's tree search, one question after the other."""

    def __init__(self, game: Game, seed: int, simulations: int) -> None:
        self._game = game
        self._spiel = pyspiel.load_game(f"rivertable_{game.name}(players=2)")
        self._chance = Simulator(seed)
        random = np.random.RandomState(seed % 2**32)
        evaluator = RandomGames(game, seed & (_SEEDS - 1))
        self._bot = mcts.MCTSBot(self._spiel, 1.0, simulations, evaluator, random_state=random)

    def choose(self, view: Any) -> Any:
        """Return the turn that it comes to."""
        decisions: list[int] = []
        while True:
            # The turn so far in a world that is as likely as any other.
            position = view.sample(self._chance).after(*decisions)
            if position.seat != view.seat or position.is_chance or (decisions and position.is_turn_start):
                return self._game.moves.move_of(view, tuple(decisions))
            state = self._spiel.new_initial_state()
            state._standing.states[:] = position.states
            state._standing.look()
            decisions.append(int(self._bot.step(state)))
