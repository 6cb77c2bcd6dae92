"""The games for OpenSpiel, by the names ``rivertable_NAME``. Needs the extra ``openspiel``.

Importing this registers them; ``pyspiel.load_game("rivertable_NAME(players=3)")`` loads one. The page of a game's
environment lists what changed with each version.

Chance is explicit: an outcome is an action of the chance player, and the outcomes are listed with their probabilities.
The number of an outcome is its decision integer minus the game's ``first_outcome``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np

from ..core.errors import require
from ..core.game import GAMES, Game, Terms
from ..core.position import Position
from ..core.states import copied
from .batch import EnvironmentUseError

pyspiel: Any = require("pyspiel", "openspiel")

__all__ = ["CLASSES", "TableGame", "TableObserver", "TableState"]

MOST_EVENTS = 3000
"""The most events that a player learns in a game: the length of an information state's tensor."""
MOST_DECISIONS = 1000
"""A game is truncated after so many decisions. No rule says so; a random game has about 50 to 200."""
_MARGIN = 300
"""More events than one decision and the chance outcomes after it can have."""


@cache
def _terms(name: str, players: int) -> Terms:
    return GAMES[name].make_terms(players)


def _type_of(game: Game) -> Any:
    kind = pyspiel.GameType
    information = kind.Information.IMPERFECT_INFORMATION if game.has_hidden else kind.Information.PERFECT_INFORMATION
    return kind(
        short_name=f"rivertable_{game.name}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.players[0]},
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]  # the class is not known to mypy
    """A game of rivertable with its standard options; the parameter ``players`` is the number of players."""

    name: ClassVar[str]
    type: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = GAMES[self.name]
        self.players = int((params or {}).get("players", game.players[0]))
        self.terms = _terms(self.name, self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.kernel.first_outcome,
            max_chance_outcomes=game.kernel.outcomes_end - game.kernel.first_outcome,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(self.type, info, params or {})

    def new_initial_state(self) -> TableState:
        """Return the state before anything is drawn."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the chance outcomes of a game."""
        return MOST_EVENTS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver | None:
        """Return an observer of everything that a player learned (perfect recall), or of the current table.

        Return None for observations of less or more than a player may know, which are not provided.
        """
        observed = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if observed.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not observed.public_info:
            return None
        return TableObserver(self.terms, bool(observed.perfect_recall), params)


class TableState(pyspiel.State):  # type: ignore[misc]  # the class is not known to mypy
    """A state: the position, and what each player learned on the way to it."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._name, self._players = game.name, game.players
        self._states = copied(Position.before_setup(game.terms).states)
        self._decisions = 0
        self.told: tuple[list[int], ...] = tuple([] for _ in range(self._players))
        """What each player learned, in order: see :meth:`rivertable.core.contract.parts.Learning.told`."""

    @property
    def position(self) -> Position:
        """The state as a position, which does not change."""
        return Position.from_states(copied(self._states), _terms(self._name, self._players))

    @property
    def is_cut(self) -> bool:
        """Whether the game is too long and is truncated."""
        most = max(len(told) for told in self.told)
        return not self.position.is_chance and (self._decisions >= MOST_DECISIONS or most > MOST_EVENTS - _MARGIN)

    def current_player(self) -> int:
        """Return who acts: a player, chance, or nobody at the end of the game."""
        position = self.position
        if position.is_over or self.is_cut:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if position.seat is None else position.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.decisions()) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        position = self.position
        outcomes = position.outcomes()
        whole = sum(weight for _, weight in outcomes)
        return [(outcome - position.game.kernel.first_outcome, weight / whole) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        position = self.position
        is_chance = position.is_chance
        choice = action + position.game.kernel.first_outcome if is_chance else action
        for player in range(self._players):
            self.told[player].extend(position.game.learning.told(position, choice, player))
        self._decisions += not is_chance
        self._states = copied(position.after(choice).states)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return _action_names(self._name)[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return each player's win share; 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self._players
        winners = self.position.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self._players)]

    def __str__(self) -> str:
        return self.position.text


class TableObserver:
    """What a player observes, as a tensor and as a string.

    With perfect recall: everything that the player learned, event by event, each as its number plus one, then 0. It
    distinguishes whatever the player can. Without: the current table, listed index by index in the documentation.

    Raises:
        EnvironmentUseError: parameters are given.
    """

    def __init__(self, terms: Terms, is_recalling: bool, params: Any = None) -> None:
        if params:
            raise EnvironmentUseError(f"An observer has no parameters, but was given {params}.")
        self._terms = terms
        self._is_recalling = is_recalling
        size = (
            MOST_EVENTS if self._is_recalling else terms.game.learning.observation(terms.components).size(terms.players)
        )
        self.tensor = np.zeros(terms.players + size, dtype=np.float32)
        """The observing player (one-hot), then the observation."""
        self.dict = {"player": self.tensor[: terms.players], "observed": self.tensor[terms.players :]}
        """The same by name."""
        self._out = np.zeros(size, dtype=np.int16)

    def set_from(self, state: TableState, player: int) -> None:
        """Write what a player observes of a state to :attr:`tensor`."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if self._is_recalling:
            told = state.told[player]
            self.dict["observed"][: len(told)] = np.array(told, dtype=np.float32) + 1
        else:
            position = state.position
            position.game.kernel.observe(position.states, 0, self._terms.array, player, self._out)
            self.dict["observed"][:] = self._out

    def string_from(self, state: TableState, player: int) -> str:
        """Return what a player observes of a state in words."""
        if self._is_recalling:
            return f"player {player}: {' '.join(map(str, state.told[player]))}"
        return f"player {player}\n{state.position.view(player)}"


@cache
def _action_names(name: str) -> tuple[str, ...]:
    return GAMES[name].learning.action_names(GAMES[name].printed.load())


def _register(game: Game) -> type[TableGame]:
    about = _type_of(game)
    kind = type(f"{game.name.capitalize()}Table", (TableGame,), {"name": game.name, "type": about})
    kind.__module__ = __name__
    # States are pickled with their class, which is found again by its name.
    globals()[kind.__name__] = kind
    pyspiel.register_game(about, kind)
    return kind


CLASSES = {game.name: _register(game) for game in GAMES.values()}
"""The classes of the games as OpenSpiel knows them, by the games' names."""
