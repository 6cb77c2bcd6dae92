"""A game at which seats decide one after the other (AEC), and the same handed actions of all seats at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...core.errors import IllegalMoveError
from ...core.extras import require
from ...core.game import GAMES, Components
from ...core.options import OptionValue
from ..batch import REWARDS
from ..errors import EnvironmentUseError
from ..render import MODES, Screen
from ..seats import Sitting
from ..spaces import make_spaces

gymnasium: Any = require("gymnasium", "envs")
pettingzoo: Any = require("pettingzoo", "envs")
wrappers: Any = require("pettingzoo.utils.wrappers", "envs")


class _Table:
    """What both forms have in common."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES)}

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
        components: Components | None = None,
    ) -> None:
        super().__init__()
        game = GAMES[name]
        if reward not in REWARDS:
            raise EnvironmentUseError(f"There is no reward {reward!r}; there are {', '.join(REWARDS)}.")
        if render_mode not in (None, *MODES):
            raise EnvironmentUseError(f"There is no render mode {render_mode!r}; there are {', '.join(MODES)}.")
        self.sitting = Sitting(game.make_terms(players, game.make_options(preset, options), components))
        # PettingZoo reads these of an instance; each version of each game has its own.
        facts = {"name": version, "render_modes": list(MODES), "render_fps": 2, "is_parallelizable": False}
        vars(self)["metadata"] = facts
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        self._reward = reward
        observed, actions = make_spaces(self.sitting.terms)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions.n) for agent in self.possible_agents}
        self._screen = Screen(render_mode, game.title)

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions; the mask says which are legal."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and the mask of its legal actions: all 0 when it is not to decide."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.sitting.observe(seat), "action_mask": self.sitting.mask(seat)}

    def render(self) -> Any:
        """Show the table as the seat to decide sees it: pixels, text, or nothing but a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("The environment was made without a render mode.")
            return None
        return self._screen.show(self.sitting.position().view(self.sitting.seat))

    def close(self) -> None:
        """Close the window if there is one."""
        self._screen.close()

    def _advance(self, action: int) -> tuple[bool, bool, dict[str, float]]:
        """Take a legal action, and return whether the game has ended, whether it was cut off, and the rewards."""
        self.sitting.take(action)
        self.cycles += 1
        is_over = self.sitting.is_over
        is_cut = not is_over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = self.sitting.rewards(self._reward) if is_over else [0.0] * len(self.possible_agents)
        return is_over, is_cut, dict(zip(self.possible_agents, rewards, strict=True))


class TableEnvironment(_Table, pettingzoo.AECEnv):  # type: ignore[misc]  # the class is not known to mypy
    """A game at which the agent on turn takes one decision a step; a turn of the game is several.

    Args:
        name: the game.
        version: the name with the version.
        players: how many agents.
        max_cycles: decisions of all agents together after which the game is cut off (truncated); never without.
        reward: ``win``, the share of the win; or ``margin``, points ahead of the best other seat.
        render_mode: ``human``, ``rgb_array``, ``ansi``, or none.
        preset: of the game's options.
        options: changes to the preset.
        components: printed data; the standard data without.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with a seed, this and the games after it are always the same."""
        self.sitting.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.sitting.seat]

    def step(self, action: int | None) -> None:
        """Take a decision of the agent on turn.

        Raises:
            IllegalMoveError: it is not legal; ``env()`` ends the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.sitting.decisions:
            raise IllegalMoveError("The decision {decision} is not legal now.", decision=str(action))
        self._cumulative_rewards[agent] = 0.0
        is_over, is_cut, self.rewards = self._advance(int(action))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        self.agent_selection = self.agents[self.sitting.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class ParallelTable(_Table, pettingzoo.ParallelEnv):  # type: ignore[misc]  # the class is not known to mypy
    """The same game handed an action of every agent at each step: that of the agent on turn counts.

    For learners that know this form only. An action that is not legal is replaced by a legal one, each as likely, drawn
    with the seed; ``infos`` then say ``is_replaced``. The arguments are those of :class:`TableEnvironment`.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a new game; with a seed, this and the games after it are always the same."""
        self.sitting.begin(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Take the action of the agent on turn; return observations, rewards, terminations, truncations and infos."""
        agents, agent = self.agents, self.possible_agents[self.sitting.seat]
        action = int(actions[agent])
        is_replaced = action not in self.sitting.decisions
        is_over, is_cut, rewards = self._advance(self.sitting.choose() if is_replaced else action)
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
    """Put PettingZoo's wrappers around: an illegal action ends the game, with -1 for who took it."""
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))
