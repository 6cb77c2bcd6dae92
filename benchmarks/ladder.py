"""The ladder: each level against the one below it, in both games; writes docs/ladder.md and each game's ladder.json.

From these files the table knows how far apart the levels are.

``make ladder`` plays all of it, which takes as long as the strongest levels think; ``--game`` and ``--level`` play a
part, and the rest stays on the page as it was measured. ``--keep FOLDER`` keeps the games, so that a run that was
interrupted goes on. Without ``--write`` the page is only printed.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from contests import ROOT, Match, known, measured, share, today

from rivertable.bots import LEVELS
from rivertable.bots.names import RANDOM
from rivertable.core.contract.measured import LADDER
from rivertable.core.game import GAMES

GAMES_EACH = 200
LONG = 0.5
"""A level that takes more seconds per turn plays half as many games."""


MATCHES = tuple(
    Match(game, players, level, below)
    for game, (below, level), players in product(GAMES, pairwise((RANDOM, *LEVELS)), (2, 3, 4, 5))
)
"""Each level against the one below, which has all other seats; the lowest against dice."""


def play_all(matches: list[Match], games: int, seed: str, jobs: int | None, keep: Path | None) -> list[dict[str, Any]]:
    """Play some contests of the ladder."""
    return [
        measured(m.game, m.players, (m.bot, m.others), games // 2 if is_long(m) else games, seed, jobs, keep)
        for m in matches
    ]


def file_of(game: str) -> Path:
    """Return the file of a game's figures."""
    return ROOT / "src" / "rivertable" / game / LADDER


def is_long(match: Match) -> bool:
    """Return whether the higher level of a contest takes long."""
    return LEVELS[match.bot].seconds > LONG


def page(found: list[dict[str, Any]], command: str) -> str:
    """Return the page."""
    steps = [
        figures["bots"][0]["win_share"]
        for figures in found
        if figures["players"] == 2 and figures["bots"][1]["name"] in LEVELS
    ]
    lines = [
        "# Ladder of levels",
        "",
        "Each level plays against the level below it, which has all other seats. Every deal is played from every "
        "seat. Brackets hold 95 % intervals ([](arena.md)). A fair share is one game in as many as there are players. "
        "Each row names the commit that played it. From these shares follows how far apart the levels stand on the "
        "scale of people's ratings ([](api.md)).",
        "",
        f"The levels are chosen to be about evenly apart in both games. With two players a step is {min(steps):.0%} to "
        f"{max(steps):.0%}, and not 70 % throughout: the novice is there for who plays for the first time, the master "
        "for who finds no other match, and the way from the one to the other is four steps long. With more players a "
        "step is smaller, for one seat decides less of a game.",
    ]
    for game in dict.fromkeys(figures["game"] for figures in found):
        lines += [
            "",
            f"## {GAMES[game].title}",
            "",
            "| level | against | players | games | win share | times a fair share | margin | ms per turn | commit |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        lines += [_row(figures) for figures in found if figures["game"] == game]
    lines += [
        "",
        f"Written {today()}. Made by `{command}` with `--games` as each row says; all figures are in `{LADDER}` beside "
        "the code of each game.",
        "",
    ]
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
        f"`{figures['versions']['commit']}`",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Play, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--games", type=int, default=GAMES_EACH, help="games of each contest, half as many of a level that takes long"
    )
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game")
    parser.add_argument("--level", action="append", choices=list(LEVELS), help="only this level's contests")
    parser.add_argument("--players", action="append", type=int, choices=range(2, 6), help="only with so many players")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all processors without")
    parser.add_argument("--keep", type=Path, default=None, help="a folder for the games, to go on with")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the page there, and its figures")
    chosen = parser.parse_args()
    games, levels = chosen.game or list(GAMES), chosen.level or list(LEVELS)
    players = chosen.players or range(2, 6)
    matches = [m for m in MATCHES if m.game in games and m.bot in levels and m.players in players]
    played = play_all(matches, chosen.games, chosen.seed, chosen.jobs, chosen.keep)
    figures: dict[Match, dict[str, Any]] = {}
    for game in GAMES:
        own = [each for each in played if each["game"] == game]
        figures |= known(own, file_of(game) if chosen.write else None)
    found = [figures[match] for match in MATCHES if match in figures]
    text = page(found, f"python benchmarks/ladder.py --seed {chosen.seed} --write docs")
    print(text)
    if chosen.write:
        (chosen.write / "ladder.md").write_text(text, encoding="utf-8")
        for game in GAMES:
            own = [each for each in found if each["game"] == game]
            file_of(game).write_text(json.dumps(own, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
