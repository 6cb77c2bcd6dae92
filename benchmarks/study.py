"""Reviews, measured: are win shares calibrated, is luck 0 on average, are levels told apart, blunders found?

``--part`` chooses one of the questions; figures go to standard output, and with ``--write`` to ``docs/study.json`` and
the page, or into the weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
from contests import ROOT, stamp
from study_games import Deal, Order, fortune, lost, planted, predicted
from study_page import Figures, furthest, keep, show

from rivertable.bots import LEVELS
from rivertable.bots.names import RANDOM
from rivertable.bots.weights import about_weights, network_for, pack_weights, shipped_weights
from rivertable.core.game import GAMES
from rivertable.lab.statistics import share_interval
from rivertable.lab.workers import processors, spread

_CAREFUL = "search:playouts=120"
"""Who plays where a blunder is planted: a bot that hardly ever makes one itself."""
_HELD = 1_000_000
"""Deals from here on are not among those that curves are fitted on."""
_POINTS = np.linspace(0, 1, 10) ** 2
"""Where the points of a curve lie."""
_STEADY, _ROUNDS = 2.0, 300


def predictions(game: str, players: int, deals: range, jobs: int, *, is_as_learned: bool) -> tuple[Any, Any]:
    """Return one-ply win shares before turns of games played as they assume, (positions, seats), and the results."""
    rows = list(spread(predicted, [Deal(game, players, seed, is_as_learned) for seed in deals], jobs))
    said = np.concatenate([row["shares"] for row in rows])
    return said, np.concatenate([np.tile(row["result"], (len(row["shares"]), 1)) for row in rows])


def curves(game: str, players: int, games: int, jobs: int) -> dict[str, Any]:
    """Fit the curve that calibrates one-ply win shares, for the weights."""
    said, won = predictions(game, players, range(games), jobs, is_as_learned=True)
    curve = curve_through(said, won)
    print(f"{game}, {players} players, {len(said)} positions of {games} games: {curve.round(3).tolist()}")
    return {"positions": len(said), "curve": curve.tolist()}


def curve_through(learned: Any, won: Any) -> Any:
    """Return the curve that calibrates shares: those of one size win as much as they predict.

    Each point is raised or lowered by the ratio of what the shares near it won to what they predicted, weighted by
    distance. This is repeated, because all shares of a position change with it. ``_STEADY`` wins are added to both.
    """
    place = np.clip(np.searchsorted(_POINTS, learned, side="right") - 1, 0, len(_POINTS) - 2)
    part = (learned - _POINTS[place]) / np.diff(_POINTS)[place]
    curve = np.maximum(_POINTS, _POINTS[1] / 4)
    for _ in range(_ROUNDS):
        below, above = curve[place] * (1 - part), curve[place + 1] * part
        told = (below + above) / (below + above).sum(axis=1, keepdims=True)
        change = np.zeros((2, len(curve)))
        for row, size in enumerate((won, told)):
            np.add.at(change[row], place, size * below / (below + above))
            np.add.at(change[row], place + 1, size * above / (below + above))
        change += _STEADY
        curve = np.maximum.accumulate(curve * change[0] / change[1])
    return curve / curve[-1]


def calibration(game: str, players: int, games: int, jobs: int) -> dict[str, Any]:
    """Compare one-ply win shares with results, by tenths, in games that no curve was fitted on."""
    held = predictions(game, players, range(_HELD, _HELD + games), jobs, is_as_learned=False)
    said, won = (np.ravel(values) for values in held)
    tenths = []
    for tenth in range(10):
        inside = np.minimum((said * 10).astype(int), 9) == tenth
        tenths.append([int(inside.sum()), float(said[inside].mean()), float(won[inside].mean())])
    positions, worst = len(said) // players, furthest(tenths)
    print(f"{game}, {players} players, {positions} positions of {games} games: largest deviation {worst:.3f}", tenths)
    return {"positions": positions, "tenths": tenths}


def luck(game: str, players: int, games: int, jobs: int) -> dict[str, Any]:
    """Return mean luck with its interval, and by how much all parts miss the result at most."""
    rows = list(spread(fortune, [Order(game, ("artisan",) * players, f"luck {n}") for n in range(games)], jobs))
    whole = np.array([np.add(row["deal"], row["luck"]) for row in rows])
    missed = np.abs([np.add(row["deal"], row["luck"]) + row["skill"] - row["rest"] for row in rows]).max()
    mean, half = whole.mean(axis=0), 1.96 * whole.std(axis=0, ddof=1) / np.sqrt(games)
    print(f"{game}, {players} players, {games} games: luck {mean.round(4)} +- {half.round(4)}; sums miss {missed:.1e}")
    return {
        "mean": mean.tolist(),
        "half": half.tolist(),
        "missed": float(missed),
        "deviation": whole.std(axis=0).tolist(),
    }


def levels(game: str, players: int, games: int, jobs: int) -> dict[str, Any]:
    """Return the mean win share lost per turn by levels that play each other, with its standard error."""
    names = [RANDOM, *(name for name in LEVELS if name != "master")]
    pairs = [(one, other) for one in names for other in names if one != other]
    orders = [Order(game, pairs[n % len(pairs)], f"levels {n}") for n in range(games)]
    by_level: dict[str, list[float]] = {name: [] for name in names}
    for row in spread(lost, orders, jobs):
        for name, loss in row.items():
            if loss is not None:
                by_level[name].append(loss)
    found = {
        name: [float(np.mean(values)), float(np.std(values) / np.sqrt(len(values)))]
        for name, values in by_level.items()
    }
    print(f"{game}, {games} games: share lost a turn {found}")
    return {"lost": found}


def blunders(game: str, players: int, games: int, jobs: int) -> dict[str, Any]:
    """Return how often a planted blunder is what loses most."""
    orders = [Order(game, (_CAREFUL,) * players, f"planted {n}") for n in range(games)]
    hits = [is_first for is_first in spread(planted, orders, jobs) if is_first is not None]
    ones = np.ones(len(hits))
    found = share_interval(np.array(hits, float), ones, len(hits))
    print(f"{game}, {len(hits)} games: planted first in {found.value:.1%} ({found.low:.1%} to {found.high:.1%})")
    return {"games": len(hits), "share": found.value, "low": found.low, "high": found.high}


def write_curves(game: str, found: Figures) -> None:
    """Put curves, by the number of seats, into the weights that are shipped."""
    terms = GAMES[game].make_terms(2)
    about, shipped = about_weights(terms), shipped_weights(terms)
    named = {players: (name, GAMES[game].make_terms(int(players))) for players, name in about["networks"].items()}
    networks = {name: network_for(terms) for name, terms in named.values()}
    for players, row in found.items():
        networks[about["networks"][players]].curves[int(players)] = row["curve"]
        about.setdefault("curves", {})[players] = f"by {row['games']} games"
    path = ROOT / "src" / "rivertable" / "bots" / "weights" / shipped.name
    path.write_bytes(pack_weights(networks, about))


PARTS: dict[str, Callable[[str, int, int, int], dict[str, Any]]] = {
    "curves": curves,
    "calibration": calibration,
    "luck": luck,
    "levels": levels,
    "blunders": blunders,
}


def main() -> None:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=list(PARTS), action="append", help="only this question")
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only this game")
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=processors())
    parser.add_argument(
        "--write", action="store_true", help="renew the page, and the calibration curves in the weights"
    )
    chosen = parser.parse_args()
    found: Figures = {}
    for part in chosen.part or PARTS:
        for game in chosen.game or GAMES:
            for players in chosen.players:
                row = PARTS[part](game, players, chosen.games, chosen.jobs)
                found[f"{part} {game} {players}"] = {"games": chosen.games} | row | {"stamp": stamp()}
    print(stamp())
    if not chosen.write:
        return
    for game in GAMES:
        fitted = {str(players): found.get(f"curves {game} {players}") for players in chosen.players}
        if any(fitted.values()):
            write_curves(game, {players: row for players, row in fitted.items() if row})
    show(keep(found))


if __name__ == "__main__":
    main()
