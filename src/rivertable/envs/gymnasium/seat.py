"""One seat of a game; the others are taken by bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ...bots import Bot, check_bot, make_bot
from ...core.extras import require
from ...core.game import GAMES, Components
from ...core.options import OptionValue
from ..batch import REWARDS
from ..errors import EnvironmentUseError
from ..render import MODES, Screen
from ..seats import Sitting
from ..spaces import make_spaces

gymnasium: Any = require("gymnasium", "envs")

ILLEGAL_REWARD = -1.0
"""What an illegal action brings, and it ends the game."""


class SeatEnvironment(gymnasium.Env):  # type: ignore[misc]  # the class is not known to mypy
    """A game in which a step is one decision of one seat; all that the others do then belongs to the step.

    Observations are a dictionary: ``observation``, listed index by index in the documentation, and ``action_mask``.
    An action that is not legal ends the game with a reward of -1, and ``info["is_illegal"]``.

    Args:
        game: its name, one of :data:`~rivertable.core.game.GAMES`.
        players: how many seats there are.
        opponents: names of bots as everywhere, for the seats after the own one in the order of turns; one name is for
            all of them.
        seat: which seat is the own one; for None it is drawn for each game.
        reward: ``win``, the share of the win; or ``margin``, points ahead of the best other seat. 0 before the end.
        render_mode: ``human``, ``rgb_array``, ``ansi``, or none.
        preset: of the game's options.
        options: changes to the preset.
        components: printed data; the standard data without.

    Raises:
        UnknownNameError: there is no such game or bot.
        OptionError: the game is not for so many, or has no such preset or option.
        EnvironmentUseError: there is no such seat, reward or render mode, or not one bot for each other seat.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "novice",
        seat: int | None = 0,
        reward: str = "win",
        render_mode: str | None = None,
        preset: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        components: Components | None = None,
    ) -> None:
        found = GAMES[game]
        self.sitting = Sitting(found.make_terms(players, found.make_options(preset, options), components))
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise EnvironmentUseError(f"With {players} players there are {players - 1} opponents, not {len(names)}.")
        for name in names:
            check_bot(name, found)
        if seat is not None and not 0 <= seat < players:
            raise EnvironmentUseError(f"There is no seat {seat} among {players}, counted from 0.")
        if reward not in REWARDS:
            raise EnvironmentUseError(f"There is no reward {reward!r}; there are {', '.join(REWARDS)}.")
        if render_mode not in (None, *MODES):
            raise EnvironmentUseError(f"There is no render mode {render_mode!r}; there are {', '.join(MODES)}.")
        self.render_mode = render_mode
        self.observation_space, self.action_space = make_spaces(self.sitting.terms)
        self.seat = seat or 0
        """Which seat is the own one in the game that runs."""
        self._asked_seat = seat
        self._opponents = names
        self._bots: dict[int, Bot] = {}
        self._reward = reward
        self._is_stopped = True
        self._screen = Screen(render_mode, found.title)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; with a seed, this and the games after it are always the same."""
        super().reset(seed=seed)
        players = self.sitting.terms.players
        self.seat = int(self.np_random.integers(players)) if self._asked_seat is None else self._asked_seat
        self._bots = {
            (self.seat + 1 + k) % players: make_bot(name, self._draw()) for k, name in enumerate(self._opponents)
        }
        self.sitting.begin(self._draw())
        self._is_stopped = False
        self._let_others()
        self._show()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take a decision; the other seats then play until the own one is to decide again, or the game is over.

        Raises:
            EnvironmentUseError: the game is over or has not begun.
        """
        if self._is_stopped:
            raise EnvironmentUseError("The game is over or has not begun: call reset first.")
        is_legal = int(action) in self.sitting.decisions
        if is_legal:
            self.sitting.take(int(action))
            self._let_others()
        self._is_stopped = not is_legal or self.sitting.is_over
        reward = self.sitting.rewards(self._reward)[self.seat] if self.sitting.is_over else 0.0
        self._show()
        return (
            self._observe(),
            reward if is_legal else ILLEGAL_REWARD,
            self._is_stopped,
            False,
            self._info() if is_legal else self._info() | {"is_illegal": True},
        )

    def render(self) -> Any:
        """Show the table as the own seat sees it: pixels, text, or nothing but a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("The environment was made without a render mode.")
            return None
        return self._screen.show(self.sitting.position().view(self.seat))

    def close(self) -> None:
        """Close the window if there is one."""
        self._screen.close()

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 62))

    def _let_others(self) -> None:
        """Let bots play whole turns, each from its own view, until the own seat is to decide."""
        game = self.sitting.game
        while not self.sitting.is_over and self.sitting.seat != self.seat:
            view = self.sitting.position().view(self.sitting.seat)
            move = self._bots[self.sitting.seat].choose(view)
            for decision in game.decisions_of(view, move):
                self.sitting.take(decision)

    def _observe(self) -> dict[str, Any]:
        mask = self.sitting.mask(self.seat)
        return {"observation": self.sitting.observe(self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "totals": self.sitting.totals}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
