"""What was measured of reviews, as it stands in the docs: kept in ``docs/study.json``, shown as tables and a plot."""

from __future__ import annotations

import json
from typing import Any

from contests import ROOT, write_between

from rivertable.core.game import GAMES

KEPT = ROOT / "docs" / "study.json"
PAGE = ROOT / "docs" / "study.md"
PLOT = ROOT / "docs" / "images" / "calibration.svg"

Figures = dict[str, dict[str, Any]]


def keep(found: Figures) -> Figures:
    """Put figures beside those that were kept before, in place of older ones, and return all."""
    kept: Figures = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    kept |= found
    KEPT.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")
    return kept


def show(figures: Figures) -> None:
    """Write the tables and the plot of the page."""
    tables = {"calibration": _calibration, "luck": _luck, "levels": _levels, "blunders": _blunders}
    for part, table in tables.items():
        text = f"{table(figures)}\n\n{_stamps(figures, part)}" if _of(figures, part) else "Not measured yet."
        write_between(PAGE, part, text)
    _plot(figures)


def _of(figures: Figures, part: str) -> list[tuple[str, int, dict[str, Any]]]:
    """Return the figures of a part, with title of the game and number of players."""
    found = []
    for name, game in GAMES.items():
        for players in game.players:
            row = figures.get(f"{part} {name} {players}")
            if row:
                found.append((game.title, players, row))
    return found


def furthest(tenths: list[list[float]]) -> float:
    """Return the largest distance between share and result in a tenth."""
    return max(abs(share - seen) for count, share, seen in tenths if count)


def _calibration(figures: Figures) -> str:
    lines = ["| | players | games | positions | largest deviation |", "|---|---:|---:|---:|---:|"]
    for title, players, row in _of(figures, "calibration"):
        lines.append(
            f"| {title} | {players} | {row['games']:,} | {row['positions']:,} | {furthest(row['tenths']):.3f} |"
        )
    return "\n".join(lines)


def _luck(figures: Figures) -> str:
    lines = ["| | games | mean luck of the first seat | its standard deviation | sums miss by at most |"]
    lines.append("|---|---:|---:|---:|---:|")
    for title, _, row in _of(figures, "luck"):
        mean, half = row["mean"][0], row["half"][0]
        lines.append(
            f"| {title} | {row['games']:,} | {mean:+.4f} ({mean - half:+.4f} to {mean + half:+.4f}) |"
            f" {row['deviation'][0]:.3f} | {row['missed']:.0e} |"
        )
    return "\n".join(lines)


def _levels(figures: Figures) -> str:
    rows = _of(figures, "levels")
    names = list(rows[0][2]["lost"])
    lines = ["| | games | " + " | ".join(f"`{name}`" for name in names) + " |", "|---|---:|" + "---:|" * len(names)]
    for title, _, row in rows:
        lost = (f"{mean:.4f} (± {1.96 * error:.4f})" for mean, error in row["lost"].values())
        lines.append(f"| {title} | {row['games']:,} | " + " | ".join(lost) + " |")
    return "\n".join(lines)


def _blunders(figures: Figures) -> str:
    lines = ["| | games | marked first |", "|---|---:|---:|"]
    for title, _, row in _of(figures, "blunders"):
        lines.append(f"| {title} | {row['games']} | {row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%}) |")
    return "\n".join(lines)


def _stamps(figures: Figures, part: str) -> str:
    return "; ".join(dict.fromkeys(row["stamp"] for _, _, row in _of(figures, part))) + "."


def _plot(figures: Figures) -> None:
    """Draw predicted share against share won, a panel for each game and a line for each number of players."""
    import matplotlib as drawing
    import matplotlib.pyplot as plot

    drawing.rcParams["svg.hashsalt"] = "rivertable"
    picture, panels = plot.subplots(1, len(GAMES), figsize=(9, 4.4), sharey=True, layout="constrained")
    for panel, game in zip(panels, GAMES.values(), strict=True):
        panel.plot([0, 1], [0, 1], color="0.75", linewidth=1)
        for title, players, row in _of(figures, "calibration"):
            if title == game.title:
                points = [(share, seen) for count, share, seen in row["tenths"] if count]
                panel.plot(
                    *zip(*points, strict=True), marker="o", markersize=4, linewidth=1, label=f"{players} players"
                )
        panel.set(title=game.title, xlabel="predicted share", xlim=(0, 1), ylim=(0, 1), aspect="equal")
        panel.legend(frameon=False)
    panels[0].set_ylabel("share won")
    picture.savefig(PLOT, metadata={"Date": None})
    plot.close(picture)
