"""Reports of made-up games, and pages taken apart."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import numpy as np

from rivertable.core.contract.parts import PrintedValue
from rivertable.core.game import GAMES
from rivertable.lab.balance import GameArrays, Question, Setting, Variation
from rivertable.lab.balance.questions import Varied
from rivertable.lab.balance.reports import (
    BALANCE_FORMAT,
    SWEEP_FORMAT,
    Selection,
    compare,
    compare_uses,
    figures,
    trends,
)

from .made_games import arrays_of, drawn_games

STANDARD = Setting("standard", GAMES["glassworks"].options.make("rulebook"), GAMES["glassworks"].printed.load())
OTHER = Setting("a <b> & c", GAMES["glassworks"].options.make("bga"), GAMES["glassworks"].printed.load())
VOID = {"meta", "br", "line", "rect", "circle", "path", "polygon", "polyline"}


def asked(*settings: Setting) -> Question:
    """The question behind made-up reports."""
    return Question("glassworks", (2, 3), ("novice",), 120, "one", "rivertable balance glassworks", settings)


def report(*settings: Setting) -> dict[str, Any]:
    """A report of made-up games with one thing of great worth."""
    rng = np.random.default_rng(21)
    tables = []
    for players in (2, 3):
        arrays = [drawn_games(rng, 120, players, 12, [15.0]) for _ in settings]
        table: dict[str, Any] = {"players": players, "settings": [figures(each) for each in arrays]}
        if len(arrays) == 2:
            table["differences"] = compare(*arrays, Selection(parts=("all",)), 0.99)
            table["uses"] = compare_uses(*arrays)
        tables.append(table)
    return asked(*settings).head(BALANCE_FORMAT) | {"tables": tables}


def sweep_report(values: dict[str, int], noise: int = 0) -> dict[str, Any]:
    """A made-up sweep: each value and how many points it brings, besides noise."""
    rng = np.random.default_rng(22)
    base = drawn_games(rng, 200, 2, 3)
    value = PrintedValue("thing.0", "points of <thing> 0", 3, ("thing:0",), "invented")
    found, steps = [], {3: base}
    for text, points in values.items():
        other = shifted(base, points, noise, rng) if text != "3" else base
        steps[int(text)] = other
        measured = compare(base, other, Selection(("thing:0",)), 1 - 0.05 / 14)
        found.append({"value": text, "is_base": text == "3", "components": "0" * 64, "measures": measured})
    line = trends(steps, Selection(("thing:0",)), 1 - 0.05 / 14) if len(steps) > 2 else []
    tried = Variation(value, "3", tuple(Varied(text, STANDARD, text == "3") for text in values))
    swept = {
        "name": value.name,
        "words": value.words,
        "now": tried.now,
        "things": list(value.things),
        "source": value.source,
        "is_number": tried.is_number,
        "tables": [{"players": 2, "comparisons": 14, "values": found, "trends": line}],
    }
    return asked(STANDARD).head(SWEEP_FORMAT) | {"sweeps": [swept]}


def shifted(base: GameArrays, points: int, noise: int, rng: np.random.Generator) -> GameArrays:
    """The same games with so many more points for everybody, and noise."""
    change = rng.integers(-noise, noise + 1, base.totals.shape) + points
    return arrays_of(base.totals + change, base.uses)


class Page(HTMLParser):
    """A page taken apart: its text, its ids, what it asks for, and what is not closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.faults += [f"{tag} is never closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        found = dict(attrs)
        self.ids += [str(found["id"])] if "id" in found else []
        self.asked += [str(value) for name, value in attrs if name in ("href", "src", "xlink:href", "srcset", "data")]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"{tag} closes {self._open[-1:]}")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self._open or self._open[-1] != "style":
            self.text += f"{data} "
