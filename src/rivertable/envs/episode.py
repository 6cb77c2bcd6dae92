"""One game as environments step it, one decision at a time; its spaces; and its pictures, as pixels or in a window."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np

from ..core.chance import Simulator
from ..core.compiling.bits import new_generator
from ..core.errors import require
from ..core.game import Terms
from ..core.position import Position, View
from ..core.rendering import DRAWING, FONTS, as_png, can_render
from ..core.states import copied
from .asked import REWARDS, EnvironmentUseError, reward_number, whole_seed

Array = np.ndarray[Any, Any]
MODES = ("human", "rgb_array", "ansi")
"""The ways to show an environment: a window, pixels, text."""


def shown_modes() -> list[str]:
    """Return the modes that an environment can be shown in with what is installed: without drawing, text alone."""
    return list(MODES) if can_render() else ["ansi"]


class Episode:
    """A game that is stepped in place.

    Raises:
        EnvironmentUseError: there is no such reward.
    """

    def __init__(self, terms: Terms, reward: str) -> None:
        self._reward = REWARDS[reward_number(reward)]
        self.terms = terms
        self.game = terms.game
        self.size = self.game.learning.observation(terms.components).size(terms.players)
        """How many numbers an observation has."""
        self._states = self.game.kernel.new_states(1)
        self._blank = self.game.kernel.new_states(1)
        self._out = self.game.kernel.new_list()
        self._count = 0
        self._source = Simulator()
        self._generator = new_generator(0)

    def begin(self, seed: int | None) -> None:
        """Set up a new game; with a seed, this game and those after it are always the same.

        Raises:
            EnvironmentUseError: the seed is no whole number.
        """
        if seed is not None:
            self._source = Simulator(whole_seed(seed))
        self._generator = new_generator(self._source.bits())
        self._states[0] = self._blank[0]
        self._count = self.game.kernel.deal(
            self._states, 0, self.terms.array, self.terms.players, 0, self._generator, self._out
        )

    def take(self, decision: int) -> None:
        """Take a legal decision, and let chance act."""
        self._count = self.game.kernel.step(self._states, 0, self.terms.array, decision, self._generator, self._out)

    def choose(self) -> int:
        """Return a random legal decision, drawn with the seed."""
        return int(self._out[self._source.below(self._count)])

    @property
    def seat(self) -> int:
        """The seat that decides; at the end of the game, the one whose turn it was."""
        return int(self._states[0].seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._count == 0

    @property
    def decisions(self) -> list[int]:
        """The legal decisions in rising order."""
        found: list[int] = self._out[: self._count].tolist()
        return found

    def mask(self, seat: int) -> Array:
        """Return 1 at each decision that a seat may take now (int8): all 0 if it does not decide."""
        mask = np.zeros(self.game.kernel.first_outcome, dtype=np.int8)
        if seat == self.seat:
            mask[self._out[: self._count]] = 1
        return mask

    def observe(self, seat: int) -> Array:
        """Return what a seat may know (int16)."""
        out = np.empty(self.size, dtype=np.int16)
        self.game.kernel.observe(self._states, 0, self.terms.array, seat, out)
        return out

    def position(self) -> Position:
        """Return the current state as a position, which does not change."""
        return Position.from_states(copied(self._states), self.terms)

    @property
    def totals(self) -> list[int]:
        """Each seat's total in the current state."""
        kernel = self.game.kernel
        return [int(kernel.total(self._states, 0, self.terms.array, seat)) for seat in range(self.terms.players)]

    @property
    def rewards(self) -> list[float]:
        """Each seat's reward for the current state."""
        totals = self.totals
        if self._reward == "margin":
            return [float(own - max(totals[:seat] + totals[seat + 1 :])) for seat, own in enumerate(totals)]
        winners = totals.count(max(totals))
        return [1.0 / winners if own == max(totals) else 0.0 for own in totals]


def make_spaces(terms: Terms) -> tuple[Any, Any]:
    """Return Gymnasium's spaces of observations and of actions.

    Raises:
        MissingExtraError: the extra ``envs`` is not installed.
    """
    spaces = require("gymnasium.spaces", "envs")
    low, high = terms.game.learning.observation(terms.components).bounds(terms.players)
    actions = terms.game.kernel.first_outcome
    observed = spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
        }
    )
    return observed, spaces.Discrete(actions)


def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return require(FONTS, "render")


def _picture(view: View) -> Any:
    """Return a view as a surface of pygame."""
    drawn: Any = view
    return _pygame().image.load(io.BytesIO(as_png(drawn._repr_svg_())))


class Screen:
    """Shows an environment in its render mode; a window opens when something is first shown.

    Raises:
        EnvironmentUseError: there is no such mode.
        MissingExtraError: the mode needs the extra ``render``, which is not installed.
    """

    def __init__(self, mode: str | None, title: str) -> None:
        if mode not in (None, *MODES):
            raise EnvironmentUseError(f"There is no render mode {mode!r}; there are {', '.join(MODES)}.")
        self.mode = mode
        self._title = title
        self._window: Any = None
        if mode in ("human", "rgb_array"):
            _pygame()
            require(DRAWING, "render")

    def show(self, view: View) -> np.ndarray | str | None:
        """Return a view as text or as rows of red, green and blue (uint8), or draw it in the window.

        Warn if the environment has no render mode.
        """
        if self.mode is None:
            require("gymnasium", "envs").logger.warn("The environment was created without a render mode.")
            return None
        if self.mode == "ansi":
            return str(view)
        if self.mode == "rgb_array":
            pixels: np.ndarray = _pygame().surfarray.array3d(_picture(view)).transpose(1, 0, 2)
            return pixels
        self._draw(_picture(view))
        return None

    def _draw(self, picture: Any) -> None:
        pygame = _pygame()
        if self._window is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
        if self._window is None or self._window.get_size() != picture.get_size():
            self._window = pygame.display.set_mode(picture.get_size())
        self._window.blit(picture, (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window if it is open."""
        if self._window is not None:
            _pygame().display.quit()
            self._window = None
