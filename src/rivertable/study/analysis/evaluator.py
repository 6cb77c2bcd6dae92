"""What positions are worth at first sight: the share of the win of each seat if all take what looks best."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...bots.search.compiled import lookahead
from ...bots.weights import network_for
from ...core.compiling.random import new_generator
from ...core.game import Terms
from ...core.position import Position

LOOK = 400
"""About how many turns are judged in a position."""
LOOK_PLAYING = 40
"""The same where games are played on to the end: as ``artisan`` plays."""
_KEPT = 8

Shares = np.ndarray[Any, np.dtype[np.float64]]


class Eye:
    """Judges positions under the same terms; the same position, draws and seed give the same numbers.

    It sees whole positions: what seats do not know of each other plays no part but in what each does with its own.
    One thread at a time may use it.
    """

    def __init__(self, terms: Terms, network: Any | None = None) -> None:
        """It judges by the network that is shipped for the game, where there is one, or by another."""
        game = terms.game
        self.terms = terms
        compiled = lookahead(game)
        self._compiled = compiled.appraise
        network = network_for(terms) if network is None else network
        self._has_network = network is not None
        self._network = compiled.network.blank_network() if network is None else network
        self._desk = compiled.turns.new_desk(game.blank_states, game.choices_at_most, game.turn_at_most, _KEPT)
        self._judge = compiled.network.new_judge()
        self._room = int(compiled.network.SEATS_AT_MOST)
        self._values = np.zeros(3 * self._room, np.float32)

    def shares(self, position: Position, seed: int = 0) -> Shares:
        """Return each seat's share of the win at the start of a turn, or at the end of the game: the result."""
        shares, _ = self._appraise(position, 1, seed)
        return np.asarray(shares[0], np.float64)

    def best_turn(self, position: Position) -> tuple[list[int], Shares]:
        """Return the decisions of the turn that looks best at the start of a turn, and each seat's share of the win."""
        shares, best = self.shares(position), int(self._desk.order[0])
        return self._desk.turn[best, : int(self._desk.length[best])].tolist(), shares

    def shares_after(self, after: Position, draws: int, seed: int) -> Shares:
        """Return the shares that chance may lead to from the position after a turn: one row a draw, (draws, seats).

        The draws are as likely as in a game.
        """
        shares, _ = self._appraise(after, draws, seed, is_chance_due=True)
        return shares

    def totals(self, position: Position, games: int, seed: int) -> Shares:
        """Return each seat's total in games played on at first sight from the start of a turn, (games, seats)."""
        _, scores = self._appraise(position, games, seed, is_to_the_end=True)
        return scores

    def _appraise(
        self, position: Position, rows: int, seed: int, *, is_chance_due: bool = False, is_to_the_end: bool = False
    ) -> tuple[Shares, Shares]:
        shares = np.zeros((rows, self._room), np.float32)
        scores = np.zeros((rows, self._room), np.float32)
        self._compiled.appraise(
            self._desk,
            position.states,
            self.terms.array,
            self._network,
            self._judge,
            new_generator(seed),
            self._has_network,
            LOOK_PLAYING if is_to_the_end else LOOK,
            is_chance_due,
            is_to_the_end,
            self._values,
            shares,
            scores,
        )
        players = position.players
        return shares[:, :players].astype(np.float64), scores[:, :players].astype(np.float64)
