"""How exciting games are: changes of the lead, when a game is decided, how well an early lead tells the winner.

Leads are looked at only when every seat has taken as many turns, for whoever has just moved is ahead by a turn; the end
of the game is looked at too, as it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..intervals import share_interval
from .game_arrays import Noted, Numbers
from .whole_games import histogram, mean_of, written

TENTHS = tuple(range(1, 11))


def lead_changes(rounds: Numbers) -> int:
    """Return how often another seat alone took the lead than the one that last had it alone."""
    holder, changes = -1, 0
    for totals in rounds:
        leaders = np.flatnonzero(totals == totals.max())
        if len(leaders) == 1 and int(leaders[0]) != holder:
            changes += holder >= 0
            holder = int(leaders[0])
    return changes


def decided_at(rounds: Numbers) -> float:
    """Return after which part of the rounds the winner was never again without at least a share of the lead.

    Of several winners it is the last of whom that holds: a shared victory is open until the other draws level.
    """
    ahead = rounds == rounds.max(axis=1, keepdims=True)
    worst = 0
    for seat in np.flatnonzero(ahead[-1]):
        behind = np.flatnonzero(~ahead[:, seat])
        worst = max(worst, int(behind[-1]) + 1 if len(behind) else 0)
    return worst / len(rounds)


def leader_wins(noted: Noted, tenth: int) -> Numbers:
    """Give, by game, the part of the victory that goes to who leads after so many tenths of the rounds."""
    shares = np.empty(noted.games)
    for game, rounds in enumerate(noted.rounds):
        now = rounds[max(-(-len(rounds) * tenth // 10), 1) - 1]
        leaders = now == now.max()
        shares[game] = noted.wins[game][leaders].mean()
    return shares


def drama_figures(noted: Noted) -> dict[str, Any]:
    """Return the figures of drama."""
    changes = np.array([lead_changes(rounds) for rounds in noted.rounds])
    decided = np.array([decided_at(rounds) for rounds in noted.rounds])
    ones = np.ones(noted.games)
    return {
        "changes": {"mean": written(mean_of(changes)), "histogram": histogram(changes)},
        "decided": {
            "mean": written(mean_of(decided)),
            "by_tenth": [
                {"tenth": tenth, "share": round(float((decided <= tenth / 10 + 1e-9).mean()), 6)} for tenth in TENTHS
            ],
        },
        "leader": [
            {"tenth": tenth, "wins": written(share_interval(leader_wins(noted, tenth), ones, noted.games))}
            for tenth in TENTHS
        ],
    }
