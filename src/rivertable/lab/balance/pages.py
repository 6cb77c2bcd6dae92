"""Reports as pages: one HTML file each that holds all it shows, reaches out for nothing and needs no script.

The templates are in ``templates``; here are the plots that they show and the words that they use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...core.options import value_text
from ...core.wording import in_words
from . import findings
from .heat import Cell, heat
from .plots import Row, Triple, bars, intervals, lines, strip
from .questions import bot_words

Document = dict[str, Any]

_TENTHS = [tenth / 10 for tenth in range(1, 11)]
_LINE_FROM = 4
"""With fewer values of a sweep there is a row for each; from here on a line through them."""


def report_page(document: Document) -> str:
    """Return the page of a report of :func:`~rivertable.lab.balance.reports.balance`."""
    names = [setting["words"] for setting in document["settings"]]
    return (
        _templates()
        .get_template("report.html")
        .render(
            title=f"Balance of {document['title']}",
            document=document,
            names=names,
            key=f" Filled or solid: {names[0]}; outlined or dashed: {names[1]}." if len(names) == 2 else "",
            findings=findings.report_findings(document),
            plots=[_report_plots(table) for table in document["tables"]],
        )
    )


def sweep_page(document: Document) -> str:
    """Return the page of a report of :func:`~rivertable.lab.balance.reports.sweep`."""
    return (
        _templates()
        .get_template("sweep.html")
        .render(title=f"A sweep of {document['title']}", document=document, findings=findings.sweep_findings(document))
    )


def grid_page(document: Document) -> str:
    """Return the page of a report of :func:`~rivertable.lab.balance.grids.sweep_grid`."""
    title = f"A sweep of {document['title']}, two values at once"
    said = findings.grid_findings(document)
    return _templates().get_template("grid.html").render(title=title, document=document, findings=said)


@cache
def _templates() -> Environment:
    loader = PackageLoader(__package__)
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    names = (
        "amount",
        "clear",
        "ends",
        "number",
        "percent",
        "row_words",
        "sentence",
        "signed",
        "signed_ends",
        "source_words",
    )
    found.filters |= {name: getattr(findings, name) for name in (*names, "target_words", "typed")}
    found.filters |= {"bot_words": bot_words, "in_words": in_words, "scale": _scale, "value_text": value_text}
    found.globals |= {"columns": _columns, "strip": _strip, "sweep_plot": _sweep_plot, "heat_plot": _heat_plot}
    return found


def _columns(names: Sequence[str], *columns: str) -> list[str]:
    """Return the head of a table: the columns of each setting."""
    return ["", *(columns if len(names) == 1 else (f"{column}, {name}" for name in names for column in columns))]


def _scale(figures: Iterable[Mapping[str, Any] | None]) -> float:
    """Return the scale of a column of intervals: what they reach, but for the few that are far wider than most."""
    known = [each for each in figures if each is not None and each["low"] is not None]
    ends = sorted(max(abs(each["low"]), abs(each["high"])) for each in known)
    return (ends[int((len(ends) - 1) * 0.9)] if ends else 0.0) or 1.0


def _strip(words: str, figure: findings.Figure, scale: float) -> Markup:
    return Markup(strip(words, findings.triple(figure), scale))


def _report_plots(table: Document) -> dict[str, Markup]:
    """Return the plots of one number of players, with what each setting has in it."""
    settings, fair = table["settings"], 1 / table["players"]
    triple, percent = findings.triple, findings.rough_percent
    tenths = [percent(tenth) for tenth in _TENTHS]

    def spread(title: str, axis: str, *path: str) -> str:
        found = [_at(setting, *path)["histogram"] for setting in settings]
        return bars(title, axis, [(each["from"], each["share"], each["width"]) for each in found])

    seats = [
        Row(f"seat {seat}", tuple(triple(setting["seats"][seat]["wins"]) for setting in settings))
        for seat in range(table["players"])
    ]
    parts = [
        Row(part["words"], tuple(triple(setting["parts"][place]["points"]) for setting in settings))
        for place, part in enumerate(settings[0]["parts"])
    ]
    dramas = [setting["drama"] for setting in settings]
    decided = [[(each["share"], None, None) for each in drama["decided"]["by_tenth"]] for drama in dramas]
    leader = [[triple(each["wins"]) for each in drama["leader"]] for drama in dramas]
    axis = "part of the game that is over"
    plots = {
        "seats": intervals("Win share by seat", "win share", seats, percent, (fair, "fair")),
        "scores": spread("Scores", "points of a seat", "scores"),
        "margins": spread("The winner's lead", "points ahead of the second", "margins"),
        "turns": spread("Length", "turns per seat", "turns"),
        "changes": spread("Changes of the lead", "changes per game", "drama", "changes"),
        "decided": lines(
            "Share of games that are decided, by part of the game", axis, tenths, decided, percent, least=0.0
        ),
        "leader": lines(
            "How often the leader wins, by part of the game", axis, tenths, leader, percent, (fair, "chance")
        ),
        "parts": intervals("Points per seat by source", "points per seat", parts, findings.plain),
    }
    return {name: Markup(plot) for name, plot in plots.items()}


def _at(document: Document, *path: str) -> Any:
    for key in path:
        document = document[key]
    return document


def _sweep_plot(found: Document, table: Document, place: int) -> Markup:
    """Return the plot of one measure of a sweep: a line over many numbers, else a row for each value."""
    values = table["values"]
    measure = values[0]["measures"][place]
    times, words, mark = 100 if measure["is_share"] else 1, measure["words"], (0.0, "unchanged")
    figures = [_scaled(each["measures"][place]["difference"], times) for each in values]
    if found["is_number"] and len(values) >= _LINE_FROM:
        axis = found["name"] if found["now"] is None else f"{found['name']}, currently {found['now']}"
        labels = [each["value"].replace("-", "−") for each in values]
        title = findings.sentence(words)
        return Markup(lines(title, axis, labels, [figures], findings.plain, mark, has_bands=False))
    rows = [
        Row(f"{each['value']}{' (current)' if each['is_base'] else ''}", (shown,))
        for each, shown in zip(values, figures, strict=True)
    ]
    return Markup(intervals(findings.sentence(words), f"difference in {words}", rows, findings.plain, mark))


def _heat_plot(grid: Document, table: Document, place: int) -> Markup:
    """Return one measure of a grid as a heat map."""
    rows = [[cell | {"measure": cell["measures"][place]} for cell in row] for row in table["rows"]]
    most = max(abs(cell["measure"]["difference"]["value"]) for row in rows for cell in row) or 1.0
    cells = [
        [
            Cell(
                findings.signed(cell["measure"]["difference"]["value"], cell["measure"]["is_share"]),
                cell["measure"]["difference"]["value"] / most,
                cell["measure"]["mark"] is not None,
                cell["is_base"],
            )
            for cell in row
        ]
        for row in rows
    ]
    names = tuple([findings.typed(value) for value in grid[side]["values"]] for side in ("down", "across"))
    title = findings.sentence(rows[0][0]["measure"]["words"])
    return Markup(heat(title, grid["down"]["name"], grid["across"]["name"], (names[0], names[1]), cells))


def _scaled(change: findings.Figure, times: int) -> Triple:
    """Return a difference as it is drawn: of shares, in 100 games."""
    value, low, high = findings.triple(change)
    return value * times, None if low is None else low * times, None if high is None else high * times
