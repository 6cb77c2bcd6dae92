"""Measure a River Market deck and write its page: what happens in games, and how seats fare under the options for them.

``--part report`` plays games of one bot at each number of players and makes the figures of
``rivertable balance market``. ``--part seats`` plays the same deals under each option that makes up for where a player
sits. Each part adds its figures to ``docs/market-balance.json`` and writes ``docs/market-balance.md`` from all that is
there, deck by deck.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from contests import ROOT
from market_page import page

from rivertable.core.game import GAMES
from rivertable.lab.balance import Question, Setting, balance
from rivertable.lab.balance.figures import seat_figures
from rivertable.lab.simulation.lots import Wanted
from rivertable.lab.simulation.run import play_lots
from rivertable.lab.versions import versions
from rivertable.lab.workers import processors

GAME = GAMES["market"]
FIGURES = ROOT / "docs" / "market-balance.json"
PAGE = FIGURES.with_suffix(".md")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"later_seats_coins": 1},
    {"later_seats_coins": 1, "later_seats_from_third": True},
    {"later_seats_coins": 2},
    {"equal_turns": True},
    {"later_seats_coins": 1, "equal_turns": True},
    {"later_seats_coins": 2, "equal_turns": True},
)
"""What is compared: the game as printed, and the options that make up for where a player sits."""


def question(asked: argparse.Namespace, players: int, games: int, options: dict[str, Any]) -> Question:
    """Return the question of one number of players under some options."""
    setting = Setting("measured", GAME.options.make(changes=options), GAME.printed.load(asked.deck))
    return Question(GAME.name, (players,), (asked.bot,), games, asked.seed, "", (setting,), asked.keep)


def _shortened(figure: dict[str, float | None] | None) -> dict[str, float | None] | None:
    """Return a figure with three decimals."""
    return figure and {name: None if end is None else round(end, 3) for name, end in figure.items()}


def report(asked: argparse.Namespace, players: int, games: int) -> dict[str, Any]:
    """Return what happens in games at one number of players."""
    (table,) = balance(question(asked, players, games, {}), asked.jobs)["tables"]
    (found,) = table["settings"]
    for each in found["metrics"]["tables"]:
        for row in each["rows"]:
            row["figures"] = [_shortened(figure) for figure in row["figures"]]
    return {
        "seats": found["seats"],
        "turns": found["turns"]["mean"],
        "scores": found["scores"]["mean"],
        **found["metrics"],
    }


def seats(asked: argparse.Namespace, players: int, games: int) -> list[dict[str, Any]]:
    """Return how each seat fares under each of the options; nothing but the totals of the games is kept."""
    found = []
    for options in OPTIONS:
        asks = question(asked, players, games, options)
        job = asks.job(asks.settings[0], players)
        lots = play_lots(job, range(1, games + 1), games, asked.jobs, None, Wanted())
        totals = np.concatenate([lot.totals for lot in lots])
        is_best = totals == totals.max(axis=1, keepdims=True)
        found.append({"options": options, "seats": seat_figures(totals, is_best / is_best.sum(axis=1, keepdims=True))})
        print(players, options, [round(each["wins"]["value"] * players, 2) for each in found[-1]["seats"]], flush=True)
    return found


PARTS = {"report": report, "seats": seats}


def main() -> None:
    """Read the command line, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=(*PARTS, "page"), default="page")
    parser.add_argument("--bot", default="artisan", help="who plays all seats")
    parser.add_argument("--games", type=int, default=2000, help="how many for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=list(GAME.players), choices=list(GAME.players))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--deck", type=Path, help="a deck file, or another packaged deck by its name")
    parser.add_argument("--keep", type=Path, help="a folder for the games' records, to go on where it stopped")
    parser.add_argument("--jobs", type=int, default=processors())
    asked = parser.parse_args()
    kept: list[dict[str, Any]] = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else []
    deck, commit = GAME.printed.load(asked.deck), versions()["commit"]  # before figures are written into the tree
    for players in asked.players if asked.part in PARTS else ():
        about = {"deck": deck.name, "part": asked.part, "bot": asked.bot, "players": players}
        measured = {"sha256": deck.sha256, "games": asked.games, "seed": asked.seed, "commit": commit}
        found = PARTS[asked.part](asked, players, asked.games)
        kept = [run for run in kept if any(run[name] != about[name] for name in about)]
        kept.append({**about, **measured, "figures": found})
        FIGURES.write_text(json.dumps(kept, separators=(",", ":")).replace('{"id"', '\n{"id"') + "\n", encoding="utf-8")
    PAGE.write_text(page(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
