"""The curves of a training as a picture, with Matplotlib (extra ``train``)."""

from __future__ import annotations

import json
from pathlib import Path

from matplotlib.figure import Figure

_PARTS = (
    ("share", "share of the win: cross entropy"),
    ("score", "score / 50: mean square error"),
    ("lead", "lead / 20: mean square error"),
)


def draw_curves(lines: Path, picture: Path) -> None:
    """Draw what a training wrote down of each pass, on samples held back; stages are parted by lines."""
    passes = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    figure = Figure(figsize=(9, 3), layout="constrained")
    for axes, (name, title) in zip(figure.subplots(1, len(_PARTS)), _PARTS, strict=True):
        axes.plot(range(len(passes)), [found[name] for found in passes], marker="o", markersize=3)
        for number, found in enumerate(passes):
            if number and found["stage"] != passes[number - 1]["stage"]:
                axes.axvline(number - 0.5, color="0.8", linewidth=1)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("pass", fontsize=9)
        axes.tick_params(labelsize=8)
    figure.savefig(picture)
