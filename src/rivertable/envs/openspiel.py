"""The games for OpenSpiel, by the names ``rivertable_NAME``. Needs the extra ``openspiel``.

Importing this registers them; ``pyspiel.load_game("rivertable_NAME(players=3)")`` loads one. The page of a game's
environment lists what changed with each version.

Chance is explicit: an outcome is an action of the chance player, and the outcomes are listed with their probabilities.
The number of an outcome is its decision integer minus the game's ``first_outcome``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np

from ..core.chance import Simulator
from ..core.errors import require
from ..core.game import GAMES, Game, Terms
from ..core.options import NumberOption
from ..core.position import Position
from ..core.states import copied
from .asked import EnvironmentUseError

pyspiel: Any = require("pyspiel", "openspiel")

__all__ = ["CLASSES", "TableGame", "TableObserver", "TableState"]

MOST_EVENTS = 3000
"""The most events that a player learns in a game: the length of an information state's tensor."""
MOST_DECISIONS = 1000
"""A game is truncated after so many decisions. No rule says so; a random game has about 50 to 200."""
PLAYERS, PRESET, COMPONENTS = "players", "preset", "components"
"""The parameters that every game has; those that its options have are called as they are."""
_CHANCE, _NOBODY = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_UNSAID, _UNSAID_NUMBER = "", -1
"""What a parameter is that was not given."""
_SEEDS = 1 << 53
"""Numbers from 0 to 1 are of so many parts."""
_MARGIN = 300
"""More events than one decision and the chance outcomes after it can have."""


def _terms_of(game: Game, parameters: Mapping[str, Any]) -> Terms:
    """Return the terms that the parameters of a game mean."""
    given = _parameters_of(game) | dict(parameters)
    players, preset, printed = (given.pop(word) for word in (PLAYERS, PRESET, COMPONENTS))
    changes = {name: str(value) for name, value in given.items() if value not in (_UNSAID, _UNSAID_NUMBER)}
    options = game.options.parse(preset or None, changes)
    return game.make_terms(players, options, game.printed.load(Path(printed)) if printed else None)


def _parameters_of(game: Game) -> dict[str, Any]:
    """Return the parameters of a game, each with what it is where it is not given.

    OpenSpiel knows a parameter's type by this, and fills in what is missing: so it has to say that nothing was said.
    """
    options = {option.name: _UNSAID_NUMBER if isinstance(option, NumberOption) else _UNSAID for option in game.options}
    return {PLAYERS: game.players[0], PRESET: _UNSAID, COMPONENTS: _UNSAID, **options}


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
        parameter_specification=_parameters_of(game),
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]  # the class is not known to mypy
    """A game of rivertable.

    Its parameters are ``players``, ``preset``, ``components`` (an edition's name or a file) and every option of the
    game by its name, as commands take it (``yes``, ``no``, a number). What is not given is as the preset says.

    Raises:
        OptionError: a number of players, a preset or a value that the game does not have.
        DataError: the printed data has faults.
    """

    name: ClassVar[str]
    type: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = GAMES[self.name]
        self.terms = _terms_of(game, params or {})
        self.players = self.terms.players
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


@cache
def _names(terms: Terms, is_chance: bool) -> tuple[str, ...]:
    """Return what each decision, or each outcome of chance, means."""
    learning = terms.game.learning
    return (learning.outcome_names if is_chance else learning.action_names)(terms.components)


class _Standing:
    """Where a game stands: a state of the kernel, and what each player learned on the way to it.

    OpenSpiel copies states by a deep copy of their attributes. Of this one that is a copy of bytes and of a few lists.
    """

    __slots__ = ("choices", "decisions", "listed", "player", "states", "taken", "terms", "told", "unheard", "weights")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.states = copied(Position.before_setup(terms).states)
        self.decisions = 0
        self.taken = 0
        """Decisions and outcomes of chance so far."""
        self.told: tuple[list[int], ...] = tuple([] for _ in range(terms.players))
        self.unheard: list[tuple[bytes, int]] = []
        """What happened since :attr:`told` was asked for: the state before it as bytes, and the choice."""
        self.look()

    def look(self) -> None:
        """Find who acts and what can happen."""
        kernel = self.terms.game.kernel
        out, weights = kernel.new_list(), kernel.new_list()
        self.weights: list[int] = []
        count = kernel.list_outcomes(self.states, 0, out, weights)
        if count:
            self.player = _CHANCE
            self.weights = weights[:count].tolist()
        else:
            is_cut = self.decisions >= MOST_DECISIONS or self.taken > MOST_EVENTS - _MARGIN
            count = 0 if is_cut else kernel.list_decisions(self.states, 0, self.terms.array, out)
            self.player = int(self.states["seat"][0]) if count else _NOBODY
        self.choices: list[int] = out[:count].tolist()

    def take(self, choice: int) -> None:
        """Apply a decision or an outcome of chance."""
        self.unheard.append((self.states.tobytes(), choice))
        self.decisions += self.player != _CHANCE
        self.taken += 1
        self.terms.game.kernel.apply(self.states, 0, self.terms.array, choice)
        self.look()

    def hear(self) -> tuple[list[int], ...]:
        """Return what each player has learned, in order."""
        learning = self.terms.game.learning
        for before, choice in self.unheard:
            position = Position.from_states(np.frombuffer(before, self.states.dtype), self.terms)
            for player, told in enumerate(self.told):
                told.extend(learning.told(position, choice, player))
        self.unheard = []
        return self.told

    def __deepcopy__(self, memo: Any) -> _Standing:
        twin = copy(self)
        twin.states = copied(self.states)
        twin.told = tuple(map(list, self.told))
        twin.unheard = self.unheard[:]
        return twin


class TableState(pyspiel.State):  # type: ignore[misc]  # the class is not known to mypy
    """A state: the position, and what each player learned on the way to it."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._standing = _Standing(game.terms)

    @property
    def _terms(self) -> Terms:
        return self._standing.terms

    @property
    def position(self) -> Position:
        """The state as a position, which does not change."""
        return Position.from_states(copied(self._standing.states), self._terms)

    @property
    def states(self) -> np.ndarray[Any, Any]:
        """The kernel's record, an array of one; nobody else may write to it."""
        return self._standing.states

    @property
    def told(self) -> tuple[list[int], ...]:
        """What each player learned, in order: see :meth:`rivertable.core.contract.parts.Learning.told`."""
        return self._standing.hear()

    @property
    def is_cut(self) -> bool:
        """Whether the game is too long and is truncated."""
        return self.is_terminal() and not self.position.is_over

    def current_player(self) -> int:
        """Return who acts: a player, chance, or nobody at the end of the game."""
        return self._standing.player

    def _legal_actions(self, player: int) -> list[int]:
        standing = self._standing
        return standing.choices[:] if player == standing.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        standing, first = self._standing, self._terms.game.kernel.first_outcome
        whole = sum(standing.weights)
        return [
            (outcome - first, weight / whole)
            for outcome, weight in zip(standing.choices, standing.weights, strict=True)
        ]

    def _apply_action(self, action: int) -> None:
        standing = self._standing
        first = standing.terms.game.kernel.first_outcome
        standing.take(action + first if standing.player == _CHANCE else action)

    def _action_to_string(self, player: int, action: int) -> str:
        return _names(self._terms, player == _CHANCE)[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._standing.player == _NOBODY

    def returns(self) -> list[float]:
        """Return each player's win share; 0 before the end."""
        players = self._terms.players
        if not self.is_terminal():
            return [0.0] * players
        winners = self.position.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> TableState:
        """Return a state that the player may think to be in: what is hidden is dealt anew, each way as likely.

        What the other players have learned on the way is changed with it.

        Args:
            player_id: the player who asks.
            probability_sampler: gives numbers from 0 to below 1.
        """
        terms, position = self._terms, self.position
        found = position.view(player_id).sample(Simulator(int(probability_sampler() * _SEEDS)))
        told = self.told
        twin = cast("TableState", self.clone())
        twin._standing.told = tuple(
            told[player][:]
            if player == player_id
            else terms.game.learning.retold(told[player], player, position, found)
            for player in range(terms.players)
        )
        twin._standing.states = copied(found.states)
        twin._standing.look()
        return twin

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
            self._terms.game.kernel.observe(state.states, 0, self._terms.array, player, self._out)
            self.dict["observed"][:] = self._out

    def string_from(self, state: TableState, player: int) -> str:
        """Return what a player observes of a state in words."""
        if self._is_recalling:
            return f"player {player}: {' '.join(map(str, state.told[player]))}"
        return f"player {player}\n{state.position.view(player)}"


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
