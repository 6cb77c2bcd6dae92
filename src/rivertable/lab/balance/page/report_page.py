"""The balance report as a page."""

from __future__ import annotations

from html import escape
from typing import Any

from .differences import difference_parts
from .findings import standing_out
from .parts import figure, made, sentences, whole_page
from .svg import Row, bars, intervals, lines
from .usage_tables import families_part
from .words import ends, number, percent, plain, rough_percent, triple

_TENTHS = [tenth / 10 for tenth in range(1, 11)]


def report_page(document: dict[str, Any]) -> str:
    """Return the page of a report of :func:`~rivertable.lab.balance.report.balance`."""
    title = f"Balance of {document['title']}"
    names = [setting["words"] for setting in document["settings"]]
    links = "".join(
        f'<li><a href="#players-{t["players"]}">{t["players"]} players</a></li>' for t in document["tables"]
    )
    parts = [
        f"<header><h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(_lead(document))}</p></header>',
        sentences(standing_out(document)),
        f'<nav aria-label="Numbers of players"><ul>{links}<li><a href="#made">How it was made</a></li></ul></nav>',
        *(_table_part(table, names) for table in document["tables"]),
        f'<section id="made"><h2>How it was made</h2>{made(document)}</section>',
    ]
    return whole_page(title, "\n".join(parts))


def _lead(document: dict[str, Any]) -> str:
    names = [setting["words"] for setting in document["settings"]]
    compared = f", {names[0]} beside {names[1]} on the same deals" if len(names) == 2 else ""
    return (
        f"{document['games']} games for each number of players, between {', '.join(dict.fromkeys(document['bots']))}"
        f"{compared}. Unofficial; what bots do, people need not."
    )


def _table_part(table: dict[str, Any], names: list[str]) -> str:
    settings = table["settings"]
    key = f" Filled or solid: {names[0]}; outlined or dashed: {names[1]}." if len(names) == 2 else ""
    plots = [
        _seats(table, names, key),
        _spread("Scores", "points of a seat", "scores", settings, names, key),
        _spread("The winner's lead", "points ahead of the second", "margins", settings, names, key),
        _spread("Length", "turns a seat", "turns", settings, names, key),
        _changes(settings, names, key),
        _decided(settings, names, key),
        _leader(table, names, key),
        _parts(settings, names, key),
    ]
    compared = difference_parts(table, names) if len(names) == 2 else ""
    worth = "".join(
        families_part(setting, name if len(names) == 2 else None) for setting, name in zip(settings, names, strict=True)
    )
    return (
        f'<section id="players-{table["players"]}"><h2>{table["players"]} players</h2>{compared}'
        f'<div class="grid">{"".join(plots)}</div>{worth}</section>'
    )


def _head(names: list[str], *columns: str) -> list[str]:
    """Return the head of a table: the columns of each setting."""
    if len(names) == 1:
        return ["", *columns]
    return ["", *(f"{column}, {name}" for name in names for column in columns)]


def _seats(table: dict[str, Any], names: list[str], key: str) -> str:
    settings, players = table["settings"], table["players"]
    rows = [
        Row(f"seat {seat}", tuple(triple(setting["seats"][seat]["wins"]) for setting in settings))
        for seat in range(players)
    ]
    cells = []
    for seat in range(players):
        line = [f"seat {seat}"]
        for setting in settings:
            found = setting["seats"][seat]
            line += [percent(found["wins"]["value"]), ends(found["wins"], True)]
            line += [number(found["score"]["value"]), ends(found["score"])]
        cells.append(line)
    return figure(
        "Who wins, by seat",
        intervals("Share of wins by seat", "share of wins", rows, rough_percent, (1 / players, "fair")),
        f"Seat 0 begins. A shared victory counts in equal parts. The intervals hold for all seats at once.{key}",
        _head(names, "wins", "interval", "score", "interval"),
        cells,
    )


def _spread(title: str, axis: str, key_name: str, settings: list[dict[str, Any]], names: list[str], key: str) -> str:
    found = [setting[key_name] for setting in settings]
    shapes = [(each["histogram"]["from"], each["histogram"]["share"], each["histogram"]["width"]) for each in found]
    means = " and ".join(number(each["mean"]["value"]) for each in found)
    shared = ""
    if key_name == "margins":
        ties = " and ".join(percent(setting["shared"]["value"]) for setting in settings)
        shared = f" Shared victories (a lead of 0): {ties}."
    cells = [
        ["mean", *(number(each["mean"]["value"]) for each in found)],
        ["interval of the mean", *(ends(each["mean"]) for each in found)],
        ["standard deviation", *(number(each["deviation"]) for each in found)],
        *(
            [f"{share} of 100 are at most", *(number(each["quantiles"][share]) for each in found)]
            for share in ("5", "25", "50", "75", "95")
        ),
    ]
    return figure(title, bars(title, axis, shapes), f"Mean {means}.{shared}{key}", ["", *names], cells)


def _changes(settings: list[dict[str, Any]], names: list[str], key: str) -> str:
    found = [setting["drama"]["changes"] for setting in settings]
    shapes = [(each["histogram"]["from"], each["histogram"]["share"], each["histogram"]["width"]) for each in found]
    means = " and ".join(number(each["mean"]["value"]) for each in found)
    cells = [
        ["mean", *(number(each["mean"]["value"]) for each in found)],
        ["interval of the mean", *(ends(each["mean"]) for each in found)],
    ]
    caption = f"How often another seat took the lead alone, looked at after each round. Mean {means}.{key}"
    return figure(
        "Changes of the lead", bars("Changes of the lead", "changes a game", shapes), caption, ["", *names], cells
    )


def _decided(settings: list[dict[str, Any]], names: list[str], key: str) -> str:
    found = [setting["drama"]["decided"] for setting in settings]
    series = [[(each["share"], None, None) for each in one["by_tenth"]] for one in found]
    plot = lines(
        "Share of games that are decided, by part of the game",
        "part of the game that is over",
        [rough_percent(tenth) for tenth in _TENTHS],
        series,
        rough_percent,
        least=0.0,
    )
    cells = [
        [percent(tenth), *(percent(one["by_tenth"][place]["share"]) for one in found)]
        for place, tenth in enumerate(_TENTHS)
    ]
    means = " and ".join(percent(one["mean"]["value"]) for one in found)
    caption = (
        f"Decided: from here on the winner never again was without a share of the lead. On average after {means}.{key}"
    )
    return figure("When it is decided", plot, caption, _head(names, "decided"), cells)


def _leader(table: dict[str, Any], names: list[str], key: str) -> str:
    found = [setting["drama"]["leader"] for setting in table["settings"]]
    series = [[triple(each["wins"]) for each in one] for one in found]
    plot = lines(
        "How often the leader wins, by part of the game",
        "part of the game that is over",
        [rough_percent(tenth) for tenth in _TENTHS],
        series,
        rough_percent,
        (1 / table["players"], "chance"),
    )
    cells = []
    for place, tenth in enumerate(_TENTHS):
        line = [percent(tenth)]
        for one in found:
            line += [percent(one[place]["wins"]["value"]), ends(one[place]["wins"], True)]
        cells.append(line)
    caption = (
        f"The part of the victory that goes to who leads then, or to one of those who do. Bands are 95 % each.{key}"
    )
    return figure("Does the leader win?", plot, caption, _head(names, "wins", "interval"), cells)


def _parts(settings: list[dict[str, Any]], names: list[str], key: str) -> str:
    found = [setting["parts"] for setting in settings]
    rows = [
        Row(part["words"], tuple(triple(one[place]["points"]) for one in found)) for place, part in enumerate(found[0])
    ]
    cells = []
    for place, part in enumerate(found[0]):
        line = [part["words"]]
        for one in found:
            each = one[place]
            line += [number(each["points"]["value"]), ends(each["points"]), number(each["winners"]["value"])]
        cells.append(line)
    return figure(
        "What points come from",
        intervals("Points a seat by what they come from", "points a seat", rows, plain),
        f"Points a seat, on average; the table has the winners' too. Intervals are 95 % each.{key}",
        _head(names, "points", "interval", "winners"),
        cells,
    )
