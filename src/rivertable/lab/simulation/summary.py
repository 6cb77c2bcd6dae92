"""What a simulation comes to: sums that grow by a game, so that no game need be kept for them."""

from __future__ import annotations

from typing import Any

from .playing import Job
from .rows import GameRow


class Summary:
    """Games counted so far, by seat.

    Attributes:
        games: how many they are.
        decisions: how many decisions were taken in them.
        is_interrupted: whether the simulation was stopped before all were played.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self.games = 0
        self.decisions = 0
        self.is_interrupted = False
        self._totals = [0] * len(job.bots)
        self._wins = [0.0] * len(job.bots)

    def add(self, row: GameRow) -> None:
        """Count a game."""
        self.games += 1
        self.decisions += row.decisions
        for seat, total in enumerate(row.totals):
            self._totals[seat] += total
        for seat in row.winners:
            self._wins[seat] += 1 / len(row.winners)

    @property
    def mean_scores(self) -> list[float]:
        """The mean total by seat."""
        return [total / max(self.games, 1) for total in self._totals]

    @property
    def win_shares(self) -> list[float]:
        """The share of wins by seat; a shared victory counts in equal parts."""
        return [wins / max(self.games, 1) for wins in self._wins]

    def document(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "game": self._job.game,
            "games": self.games,
            "players": len(self._job.bots),
            "bots": list(self._job.bots),
            "seed": self._job.seed,
            "decisions": self.decisions,
            "mean_scores": [round(mean, 4) for mean in self.mean_scores],
            "win_shares": [round(share, 4) for share in self.win_shares],
        }
