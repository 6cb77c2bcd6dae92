"""The figures of the games, and the page that shows them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from outsiders.games import Row
from rivertable.core.game import GAMES, Game
from rivertable.lab.statistics import rate, share_interval

INTRODUCTION = (
    "# Players of other kinds",
    "",
    "All against all with two players, so that a bot's own kind is not the only measure. Every deal is played from "
    "both seats. A cell is the win share of the row's player against the column's, with its 95 % interval; ratings are "
    "as in [](arena.md). Times are processor time. `python benchmarks/outsiders GAME --write docs` measures it.",
    "",
    "- `greedy`, by hand, takes a whole turn that leaves it the most points now.",
    "- `openspiel-mcts` is OpenSpiel's tree search with so many simulations for each question of a turn, each followed "
    "by a random game of the compiled rules; hidden cards are dealt anew before each question.",
    "- `ppo` is a policy that learned against random choices (`python examples/maskable_ppo.py --game GAME --save "
    "FILE`). It sees the environment's observation and mask, and takes its most likely action.",
    "- `c-playouts` is a program in C with rules of its own. It plays so many random games after each answer to a "
    "question, and draws the order of the bag anew in each. It knows River Valley Glassworks only.",
    "",
)
"""How the page begins."""


def figures_of(game: Game, entrants: tuple[str, ...], rows: list[Row], seed: str, note: str | None) -> dict[str, Any]:
    """Return the win shares of all pairs that met, and each entrant's rating and time; ``entrants`` are labels."""
    deals = 1 + max(row["deal"] for row in rows)
    place = {name: number for number, name in enumerate(entrants)}
    wins = np.zeros((deals, len(entrants), len(entrants)))
    thought, turns = np.zeros(len(entrants)), np.zeros(len(entrants))
    for row in rows:
        first, second = (place[name] for name in row["bots"])
        part = 0.5 + 0.5 * np.sign(row["totals"][0] - row["totals"][1])
        wins[row["deal"], first, second] += part
        wins[row["deal"], second, first] += 1 - part
        for seat, entrant in enumerate((first, second)):
            thought[entrant] += row["ms"][seat]
            turns[entrant] += row["turns"][seat]
    pairs = {}
    for one, two in combinations(entrants, 2):
        won, lost = wins[:, place[one], place[two]], wins[:, place[two], place[one]]
        met = won + lost > 0
        if met.any():
            games = won[met] + lost[met]
            share = share_interval(won[met], games, round(games.sum()))
            pairs[f"{one} | {two}"] = share.rounded(4, ("win_share", "low", "high")) | {"games": round(games.sum())}
    ratings = rate(wins)
    return {
        "game": game.name,
        "seed": seed,
        "note": note,
        "played": sorted({row["day"] for row in rows}),
        "rules": sorted({row["rules"] for row in rows}),
        "pairs": pairs,
        "ratings": {
            name: ratings[number].rounded(1, ("rating", "low", "high"))
            | {"ms": round(thought[number] / turns[number], 2)}
            for name, number in place.items()
            if turns[number]
        },
    }


def section(figures: dict[str, Any]) -> list[str]:
    """Return the part of the page about a game."""
    ratings, pairs = figures["ratings"], figures["pairs"]
    order = sorted(ratings, key=lambda name: -ratings[name]["rating"])
    usual = max(pair["games"] for pair in pairs.values())
    lines = [f"## {GAMES[figures['game']].title}", ""]
    lines += [f"| {' | '.join(['', *(f'`{name}`' for name in order), 'rating', 'ms a turn'])} |"]
    lines += ["|---" * (len(order) + 3) + "|"]
    for name in order:
        cells = [_share(pairs, name, other, usual) for other in order]
        rating = ratings[name]
        told = f"{rating['rating']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"
        lines.append(f"| `{name}` | {' | '.join(cells)} | {told} | {rating['ms']:.1f} |")
    games = f"{usual} games of each pair, or as many as its cell says; seed `{figures['seed']}`"
    rules = ", ".join(f"`{each}`" for each in figures["rules"])
    lines += ["", f"{games}, played {' and '.join(figures['played'])} by rules and bots {rules}.", ""]
    return [*lines, figures["note"], ""] if figures["note"] else lines


def _share(pairs: dict[str, Any], name: str, other: str, usual: int) -> str:
    found, is_turned = pairs.get(f"{name} | {other}"), False
    if found is None:
        found, is_turned = pairs.get(f"{other} | {name}"), True
    if found is None:
        return "–"
    share, low, high = found["win_share"], found["low"], found["high"]
    share, low, high = (1 - share, 1 - high, 1 - low) if is_turned else (share, low, high)
    games = "" if found["games"] == usual else f", {found['games']} games"
    return f"{share:.0%} ({low:.0%} to {high:.0%}{games})"


def page(found: list[dict[str, Any]]) -> str:
    """Return the page."""
    lines = list(INTRODUCTION)
    for figures in found:
        lines += section(figures)
    measured = {figures["game"] for figures in found}
    missing = [game.title for name, game in GAMES.items() if name not in measured]
    if missing:
        lines += [f"Not measured yet: {', '.join(missing)}.", ""]
    return "\n".join(lines)
