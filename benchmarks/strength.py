"""How strong the search is, measured against simpler methods; writes docs/strength.md and docs/strength.json.

``--keep FOLDER`` keeps the games, so that a run that was interrupted goes on; ``--only NUMBER`` plays some of the
contests, which are numbered from 1, and the others stay on the page as they were measured. Without ``--write`` the page
is only printed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from contests import Match, known, measured, share, today

from rivertable.core.game import GAMES

_FLAT = "flat:playouts=1000"


MATCHES = (
    Match("glassworks", 2, "master", "sight"),
    Match("glassworks", 2, "master", _FLAT),
    Match("glassworks", 2, "search:time=0.095", _FLAT),
    Match("glassworks", 3, "master", _FLAT),
    Match("glassworks", 4, "master", _FLAT),
    Match("market", 2, "master", "search:net=no,time=0.95"),
    Match("glassworks", 2, "master", "search:net=no,time=9.5"),
)


def page(found: dict[Match, dict[str, Any]], command: str) -> str:
    """Return the page."""
    lines = [
        "# Strength of the search",
        "",
        "`master` against simpler methods: the one-ply network (`sight`), random games after each legal choice "
        "(`flat`), and the same search without the network. Every deal is played from every seat. Brackets hold 95 % "
        "intervals ([](arena.md)). Times are for a whole turn; a turn ends early if nothing that remains can change "
        "the choice. The playouts of `flat` are for each legal decision. Each row names the commit that played it.",
        "",
        "| game | players | bot | against | games | win share | times a fair share | ms per turn | of the others "
        "| commit |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *map(_row, found.values()),
    ]
    missing = [match for match in MATCHES if match not in found]
    if missing:
        named = "; ".join(
            f"`{m.bot}` against `{m.others}`, {GAMES[m.game].title}, {m.players} players" for m in missing
        )
        lines += ["", f"Not measured yet: {named}."]
    lines += ["", f"Written {today()}. Made by `{command}`; all figures are in `docs/strength.json`.", ""]
    return "\n".join(lines)


def _row(figures: dict[str, Any]) -> str:
    bot, others = figures["bots"]
    cells = (
        GAMES[figures["game"]].title,
        figures["players"],
        f"`{bot['name']}`",
        f"`{others['name']}`" if figures["players"] == 2 else f"{figures['players'] - 1} `{others['name']}`",
        figures["games"],
        share(bot),
        f"{bot['win_share'] / figures['fair_share']:.2f}",
        f"{bot['ms_per_move']:.0f} (at most {bot['ms_per_move_most']:.0f})",
        f"{others['ms_per_move']:.1f}",
        f"`{figures['versions']['commit']}`",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Play, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games of each contest")
    parser.add_argument("--only", type=int, nargs="+", choices=range(1, len(MATCHES) + 1), help="only these contests")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--jobs", type=int, default=None, help="processes; all processors without")
    parser.add_argument("--keep", type=Path, default=None, help="a folder for the games, to go on with")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write strength.md and strength.json there")
    chosen = parser.parse_args()
    numbers = sorted(set(chosen.only or range(1, len(MATCHES) + 1)))
    matches = [MATCHES[number - 1] for number in numbers]
    played = [
        measured(m.game, m.players, (m.bot, m.others), chosen.games, chosen.seed, chosen.jobs, chosen.keep)
        for m in matches
    ]
    figures = known(played, chosen.write and chosen.write / "strength.json")
    found = {match: figures[match] for match in MATCHES if match in figures}
    text = page(found, f"python benchmarks/strength.py --games {chosen.games} --seed {chosen.seed} --write docs")
    print(text)
    if chosen.write:
        (chosen.write / "strength.md").write_text(text, encoding="utf-8")
        (chosen.write / "strength.json").write_text(json.dumps(list(found.values()), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
