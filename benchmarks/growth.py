"""How strength grew over the games that a network learned from, as a table and a picture in the documents.

``python benchmarks/growth.py`` reads ``docs/growth.json``, writes the table in ``docs/training.md`` and draws
``docs/images/growth.svg``. Each entry was measured by ``benchmarks/former.py``: a bot of one network among bots of the
network that is named, all one-ply.
"""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

from contests import ROOT, write_between

from rivertable.core.game import GAMES

KEPT = ROOT / "docs" / "growth.json"
PAGE = ROOT / "docs" / "training.md"
PLOT = ROOT / "docs" / "images" / "growth.svg"

Row = dict[str, Any]


def rows() -> list[Row]:
    """Return what was measured, by game, players and games learned from."""
    found: list[Row] = json.loads(KEPT.read_text("utf-8"))
    return sorted(found, key=lambda row: (row["game"], row["players"], row["learned_from"], row["seed"] or ""))


def table(found: list[Row]) -> str:
    """Return a line for each measurement."""
    lines = [
        "| | players | games learned from | share among the former | times a fair share | games measured | seed |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    for row in found:
        share = f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"
        seed = f"`{row['seed']}`" if row["seed"] else "not noted"
        lines.append(
            f"| {GAMES[row['game']].title} | {row['players']} | {row['learned_from']:,} | {share} "
            f"| {row['share'] * row['players']:.2f} | {row['games']:,} | {seed} |"
        )
    return "\n".join(lines)


def draw(found: list[Row]) -> None:
    """Draw a panel for each game: times a fair share over games learned from, a line for each number of players."""
    import matplotlib as drawing
    import matplotlib.pyplot as plot

    drawing.rcParams["svg.hashsalt"] = "rivertable"
    games = list(dict.fromkeys(row["game"] for row in found))
    picture, panels = plot.subplots(1, len(games), figsize=(4.5 * len(games), 3.6), squeeze=False, layout="constrained")
    for panel, game in zip(panels[0], games, strict=True):
        of_game = [row for row in found if row["game"] == game]
        panel.axhline(1, color="0.75", linewidth=1)
        for players, measured in groupby(of_game, key=lambda row: row["players"]):
            points = list(measured)
            at = [row["learned_from"] for row in points]
            shares, lows, highs = ([row[name] * players for row in points] for name in ("share", "low", "high"))
            (line,) = panel.plot(at, shares, marker="o", markersize=4, linewidth=1, label=f"{players} players")
            panel.vlines(at, lows, highs, color=line.get_color(), linewidth=1, alpha=0.5)
        panel.set(title=GAMES[game].title, xlabel="games learned from", xscale="log")
        panel.legend(frameon=False)
    panels[0][0].set_ylabel("times a fair share among the former")
    picture.savefig(PLOT, metadata={"Date": None})
    plot.close(picture)


def main() -> None:
    """Write the table and draw the picture."""
    found = rows()
    write_between(PAGE, "growth", table(found))
    draw(found)


if __name__ == "__main__":
    main()
