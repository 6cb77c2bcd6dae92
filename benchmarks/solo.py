"""How often bots win against each Rival, at two players: the figures of docs/solo.md.

``python benchmarks/solo.py --bots novice`` plays and prints; ``--write`` puts the table into docs/solo.md, with two
columns for each bot that was measured. ``--keep FOLDER`` keeps the games, so that a run that was interrupted goes
on.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from contests import ROOT, measured, share, stamp, write_between

from rivertable.bots import find_rival, read_bots, rivals_of
from rivertable.core.game import GAMES

GAMES_EACH = 400


def table(bots: tuple[str, ...], games: int, seed: str, jobs: int | None, keep: Path | None) -> str:
    """Play all contests and return the table with its stamp."""
    lines = [
        "| Rival | " + " | ".join(f"{bot} wins | mean scores" for bot in bots) + " |",
        "|---|" + "---|---|" * len(bots),
    ]
    for game in GAMES.values():
        for name in rivals_of(game):
            title = find_rival(name)[1].title
            found = [measured(game.name, 2, (bot, name), games, seed, jobs, keep) for bot in bots]
            cells = " | ".join(_cells(*figures["bots"]) for figures in found)
            lines.append(f"| {title} ({game.title}) | {cells} |")
    command = f"python benchmarks/solo.py --bots {','.join(bots)} --games {games} --seed {seed}"
    lines += [
        "",
        f"{games} games each; every deal is played from both seats. Brackets hold the 95 % interval. {stamp()}.",
    ]
    return "\n".join([*lines, "", f"Made by `{command} --write`."])


def _cells(bot: dict[str, Any], rival: dict[str, Any]) -> str:
    return f"{share(bot)} | {bot['mean_score']:.1f} to {rival['mean_score']:.1f}"


def main() -> None:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="novice,artisan", help="who plays against the Rivals")
    parser.add_argument("--games", type=int, default=GAMES_EACH, help="games of each contest")
    parser.add_argument("--seed", default="solo")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all processors without")
    parser.add_argument("--keep", type=Path, default=None, help="a folder for the games, to go on with")
    parser.add_argument("--write", action="store_true", help="write the table into docs/solo.md")
    chosen = parser.parse_args()
    bots = read_bots(chosen.bots, next(iter(GAMES.values())))
    text = table(bots, chosen.games, chosen.seed, chosen.jobs, chosen.keep)
    print(text)
    if chosen.write:
        write_between(ROOT / "docs" / "solo.md", "figures", text)


if __name__ == "__main__":
    main()
