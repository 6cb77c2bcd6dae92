"""The ladder: each level against the one below it, in both games; writes docs/ladder.md and docs/ladder.json.

``make ladder`` plays all of it, which takes as long as the strongest levels think; ``--up-to LEVEL`` leaves out those
above. ``--keep FOLDER`` keeps the games, so that a run that was interrupted goes on. Without ``--write`` the page
is only printed.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from contests import measured, share, stamp

from rivertable.bots import LEVELS
from rivertable.core.game import GAMES

GAMES_EACH = 200
LONG = 0.5
"""Seconds a turn from which on a level plays half as many games."""


def climb(
    levels: list[str], games: int, seed: str, jobs: int | None, keep: Path | None, names: list[str]
) -> list[dict[str, Any]]:
    """Play every contest of the ladder: two players, and four with three of the level below."""
    found = []
    for game, (below, level) in product(names, pairwise(levels)):
        number = games // 2 if LEVELS[level].seconds > LONG else games
        found += [measured(game, players, (level, below), number, seed, jobs, keep) for players in (2, 4)]
    return found


def page(found: list[dict[str, Any]], levels: list[str], command: str) -> str:
    """Give the page."""
    lines = [
        "# Ladder of levels",
        "",
        "Each level plays against the one below it: with two players, and with four where three are of the level "
        "below. Every deal is played from every seat; in brackets are 95 % intervals, as [](arena.md) explains them. "
        "A fair share is 50 % with two players and 25 % with four.",
    ]
    if missing := [level for level in LEVELS if level not in levels]:
        lines += ["", f"Not measured yet: {', '.join(missing)}."]
    for game in dict.fromkeys(figures["game"] for figures in found):
        lines += [
            "",
            f"## {GAMES[game].title}",
            "",
            "| level | against | players | games | share of wins | times its fair share | margin | ms a turn |",
            "|---|---|---|---|---|---|---|---|",
        ]
        lines += [_row(figures) for figures in found if figures["game"] == game]
    lines += ["", f"{stamp()}. Made by `{command}`; all figures are in `docs/ladder.json`.", ""]
    return "\n".join(lines)


def _row(figures: dict[str, Any]) -> str:
    level, below = figures["bots"]
    cells = (
        level["name"],
        below["name"] if figures["players"] == 2 else f"{figures['players'] - 1} {below['name']}",
        figures["players"],
        figures["games"],
        share(level),
        f"{level['win_share'] / figures['fair_share']:.2f}",
        f"{level['mean_margin']:+.1f}",
        f"{level['ms_per_move']:.1f} (at most {level['ms_per_move_most']:.0f})",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Play, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--games", type=int, default=GAMES_EACH, help="games of each contest, half as many of a level that thinks long"
    )
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game")
    parser.add_argument("--up-to", choices=list(LEVELS)[1:], default=list(LEVELS)[-1], help="the highest level")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all processors without")
    parser.add_argument("--keep", type=Path, default=None, help="a folder for the games, to go on with")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write ladder.md and ladder.json there")
    chosen = parser.parse_args()
    levels = list(LEVELS)[: list(LEVELS).index(chosen.up_to) + 1]
    found = climb(levels, chosen.games, chosen.seed, chosen.jobs, chosen.keep, chosen.game or list(GAMES))
    options = f"--up-to {chosen.up_to} --games {chosen.games} --seed {chosen.seed}"
    text = page(found, levels, f"python benchmarks/ladder.py {options} --write docs")
    print(text)
    if chosen.write:
        (chosen.write / "ladder.md").write_text(text, encoding="utf-8")
        (chosen.write / "ladder.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
