"""The games as environments of PettingZoo, by versioned names. Needs the extra ``envs``.

Each game has a module named for it and its version (``NAME_v0``) with ``env()``, which has the wrappers that PettingZoo
puts around every game, ``raw_env()`` without them, and ``parallel_env()``. PettingZoo's registry names both forms
``rivertable/NAME-v0``. The page of a game's environment lists what changed with each version.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..core.errors import IllegalMoveError, require
from ..core.game import GAMES, Game
from ..core.options import OptionValue
from .asked import EnvironmentUseError, Printed, printed_data
from .episode import Episode, Screen, make_spaces, shown_modes

gymnasium: Any = require("gymnasium", "envs")
pettingzoo: Any = require("pettingzoo", "envs")
wrappers: Any = require("pettingzoo.utils.wrappers", "envs")

if TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        """Return the module of a game's environments."""


class _Table:
    """What both forms share."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": shown_modes()}

    def __init__(
        self,
        name: str,
        version: str,
        players: int = 2,
        max_cycles: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        preset: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        components: Printed | None = None,
    ) -> None:
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise EnvironmentUseError(f"A game has at least one cycle, or max_cycles is None; it is {max_cycles}.")
        game = GAMES[name]
        terms = game.make_terms(players, game.options.make(preset, options), printed_data(game, components))
        self.episode = Episode(terms, reward)
        # PettingZoo reads these from an instance; each version of each game has its own.
        facts = {"name": version, "render_modes": shown_modes(), "render_fps": 2, "is_parallelizable": False}
        vars(self)["metadata"] = facts
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        observed, actions = make_spaces(self.episode.terms)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions.n) for agent in self.possible_agents}
        whole = observed["observation"]
        self.state_space = gymnasium.spaces.Box(
            np.tile(whole.low, players), np.tile(whole.high, players), dtype=np.int16
        )
        self._screen = Screen(render_mode, game.title)

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions; the mask says which are legal."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and the mask of its legal actions: all 0 if it does not decide."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def state(self) -> np.ndarray[Any, Any]:
        """Return what all agents observe, one after the other by seat: for a learner that may know all."""
        return np.concatenate([self.episode.observe(seat) for seat in range(len(self.possible_agents))])

    def render(self) -> Any:
        """Show the table as the deciding seat sees it: return pixels or text, or draw a window."""
        return self._screen.show(self.episode.position().view(self.episode.seat))

    def close(self) -> None:
        """Close the window if there is one."""
        self._screen.close()

    def _advance(self, action: int) -> tuple[bool, bool, dict[str, float]]:
        """Take a legal action; return whether the game has ended, whether it is truncated, and the rewards."""
        self.episode.take(action)
        self.cycles += 1
        is_over = self.episode.is_over
        is_cut = not is_over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = self.episode.rewards if is_over else [0.0] * len(self.possible_agents)
        return is_over, is_cut, dict(zip(self.possible_agents, rewards, strict=True))


class TableEnvironment(_Table, pettingzoo.AECEnv):  # type: ignore[misc]  # the class is not known to mypy
    """A game in which the agent on turn takes one decision a step (AEC); a turn of the game has several.

    Args:
        name: the game.
        version: the name with the version.
        players: how many agents.
        max_cycles: the decisions of all agents together after which the game is truncated; None: never.
        reward: ``win``, the win share; or ``margin``, the lead over the best other seat in points.
        render_mode: ``human``, ``rgb_array``, ``ansi``, or None.
        preset: the preset of the game's options.
        options: changes to the preset.
        components: printed data, the name of an edition, or a file; None for the standard data.

    Raises:
        OptionError: the game is not for so many, or has no such preset or option.
        EnvironmentUseError: ``max_cycles`` is below 1, the components are those of another game, or there is no such
            reward or render mode.
        DataError: the components have faults.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with a seed, this and the games after it are always the same."""
        self.episode.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.seat]

    def step(self, action: int | None) -> None:
        """Take a decision of the agent on turn.

        Raises:
            IllegalMoveError: it is not legal; ``env()`` ends the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.episode.decisions:
            raise IllegalMoveError("The decision {decision} is not legal now.", decision=str(action))
        self._cumulative_rewards[agent] = 0.0
        is_over, is_cut, self.rewards = self._advance(int(action))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        self.agent_selection = self.agents[self.episode.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class ParallelTable(_Table, pettingzoo.ParallelEnv):  # type: ignore[misc]  # the class is not known to mypy
    """The same game with an action of every agent at each step, of which only that of the agent on turn counts.

    It is for algorithms that support only this form. An illegal action is replaced by a random legal one, drawn with
    the seed; ``infos`` then say ``is_replaced``. The arguments are those of :class:`TableEnvironment`.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new game; with a seed, this and the games after it are always the same."""
        self.episode.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Take the action of the agent on turn; return observations, rewards, terminations, truncations and infos."""
        agents, agent = self.agents, self.possible_agents[self.episode.seat]
        action = int(actions[agent])
        is_replaced = action not in self.episode.decisions
        is_over, is_cut, rewards = self._advance(self.episode.choose() if is_replaced else action)
        infos: dict[str, dict[str, Any]] = {each: {} for each in agents}
        infos[agent]["is_replaced"] = is_replaced
        observed = self._observed()
        if is_over or is_cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observed, rewards, dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut), infos

    def _observed(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.possible_agents}


def wrapped(environment: TableEnvironment) -> Any:
    """Add PettingZoo's wrappers: an illegal action ends the game, with -1 for the agent that took it."""
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


def module_for(game: Game) -> ModuleType:
    """Return the module of a game's environments, named for the game and its newest version."""
    version = f"{game.name}_v{len(game.learning.VERSIONS) - 1}"

    def env(**settings: Any) -> Any:
        """Return the environment with PettingZoo's wrappers; the settings are those of ``raw_env``."""
        return wrapped(raw_env(**settings))

    def raw_env(**settings: Any) -> TableEnvironment:
        """Return the environment; the settings are those of :class:`~rivertable.envs.pettingzoo.TableEnvironment`."""
        return TableEnvironment(game.name, version, **settings)

    def parallel_env(**settings: Any) -> ParallelTable:
        """Return the form that takes actions of all agents at once."""
        return ParallelTable(game.name, version, **settings)

    made = ModuleType(f"{__name__}.{version}", f"{game.title} for PettingZoo.")
    functions = {"env": env, "raw_env": raw_env, "parallel_env": parallel_env}
    made.__dict__.update(functions, __all__=sorted(functions))
    return made


for _game in GAMES.values():
    _module = module_for(_game)
    _name = _module.__name__.rpartition(".")[2]
    sys.modules[_module.__name__] = _module
    globals()[_name] = _module
    _id = f"rivertable/{_name.replace('_', '-')}"
    pettingzoo.register("aec", _id, f"{_module.__name__}:env")
    pettingzoo.register("parallel", _id, f"{_module.__name__}:parallel_env")
