"""The games as environments of Gymnasium: one seat against chosen bots. Needs the extra ``envs``.

Importing this registers each game as ``rivertable/Name-v0``. The page of a game's environment lists what changed with
each version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..bots import Bot, check_bot, make_bot
from ..core.errors import require
from ..core.game import GAMES
from ..core.options import OptionValue
from .asked import EnvironmentUseError, Printed, printed_data
from .episode import Episode, Screen, make_spaces, shown_modes

gymnasium: Any = require("gymnasium", "envs")

__all__ = ["SeatEnvironment"]

ILLEGAL_REWARD = -1.0
"""The reward of an illegal action, which ends the game."""


class SeatEnvironment(gymnasium.Env):  # type: ignore[misc]  # the class is not known to mypy
    """A game in which a step is one decision of one seat, followed by everything that the other seats do.

    Observations are a dictionary: ``observation``, listed index by index in the documentation, and ``action_mask``.
    An illegal action ends the game with a reward of -1 and sets ``info["is_illegal"]``.

    Args:
        game: its name, one of :data:`~rivertable.core.game.GAMES`.
        players: how many seats there are.
        opponents: one name of a bot for all other seats, or one for each, in the order of turns after the agent's seat.
        seat: the agent's seat; None draws it for each game.
        reward: ``win``, the win share; or ``margin``, the lead over the best other seat in points. 0 before the end.
        render_mode: ``human``, ``rgb_array``, ``ansi``, or None.
        preset: the preset of the game's options.
        options: changes to the preset.
        components: printed data, the name of an edition, or a file; None for the standard data.

    Raises:
        UnknownNameError: there is no such game or bot.
        OptionError: the game is not for so many, or has no such preset or option.
        EnvironmentUseError: there is no such seat, reward or render mode, not one bot for each other seat, or the
            components are those of another game.
        DataError: the components have faults.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": shown_modes(), "render_fps": 2}

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
        components: Printed | None = None,
    ) -> None:
        found = GAMES[game]
        terms = found.make_terms(players, found.options.make(preset, options), printed_data(found, components))
        self.episode = Episode(terms, reward)
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise EnvironmentUseError(f"With {players} players there are {players - 1} opponents, not {len(names)}.")
        for name in names:
            check_bot(name, found)
        if seat is not None and not 0 <= seat < players:
            raise EnvironmentUseError(f"There is no seat {seat} among {players}, counted from 0.")
        self.render_mode = render_mode
        self.observation_space, self.action_space = make_spaces(self.episode.terms)
        self.seat = seat or 0
        """The agent's seat in the current game."""
        self._asked_seat = seat
        self._opponents = names
        self._bots: dict[int, Bot] = {}
        self._is_stopped = True
        self._screen = Screen(render_mode, found.title)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; with a seed, this and the games after it are always the same."""
        super().reset(seed=seed)
        players = self.episode.terms.players
        self.seat = int(self.np_random.integers(players)) if self._asked_seat is None else self._asked_seat
        self._bots = {
            (self.seat + 1 + k) % players: make_bot(name, self._draw()) for k, name in enumerate(self._opponents)
        }
        self.episode.begin(self._draw())
        self._is_stopped = False
        self._let_others()
        self._show()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take a decision; the other seats then play until the agent decides again or the game is over.

        Raises:
            EnvironmentUseError: the game is over or has not begun.
        """
        if self._is_stopped:
            raise EnvironmentUseError("The game is over or has not begun: call reset first.")
        is_legal = int(action) in self.episode.decisions
        if is_legal:
            self.episode.take(int(action))
            self._let_others()
        self._is_stopped = not is_legal or self.episode.is_over
        reward = self.episode.rewards[self.seat] if self.episode.is_over else 0.0
        self._show()
        return (
            self._observe(),
            reward if is_legal else ILLEGAL_REWARD,
            self._is_stopped,
            False,
            self._info() if is_legal else self._info() | {"is_illegal": True},
        )

    def render(self) -> Any:
        """Show the table as the agent's seat sees it: return pixels or text, or draw a window."""
        return self._screen.show(self.episode.position().view(self.seat))

    def close(self) -> None:
        """Close the window if there is one."""
        self._screen.close()

    def _draw(self) -> int:
        return int(self.np_random.integers(1 << 62))

    def _let_others(self) -> None:
        """Let bots play whole turns, each from its own view, until the agent decides."""
        game = self.episode.game
        while not self.episode.is_over and self.episode.seat != self.seat:
            view = self.episode.position().view(self.episode.seat)
            move = self._bots[self.episode.seat].choose(view)
            for decision in game.moves.decisions_of(view, move):
                self.episode.take(decision)

    def _observe(self) -> dict[str, Any]:
        mask = self.episode.mask(self.seat)
        return {"observation": self.episode.observe(self.seat), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "totals": self.episode.totals}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


for _game in GAMES.values():
    _id = f"rivertable/{_game.name.capitalize()}-v{len(_game.learning.VERSIONS) - 1}"
    gymnasium.register(_id, f"{__name__}:SeatEnvironment", kwargs={"game": _game.name})
