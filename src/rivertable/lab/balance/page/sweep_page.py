"""A sweep as a page: each measure against what is varied."""

from __future__ import annotations

from html import escape
from typing import Any

from .findings import of_sweeps
from .parts import figure, made, sentences, whole_page
from .svg import Row, intervals, lines
from .words import Figure, number, percent, plain, signed, signed_ends, triple

_LINE_FROM = 4
"""With fewer values there is a row for each; from here on a line through them."""


def sweep_page(document: dict[str, Any]) -> str:
    """Return the page of a report of :func:`~rivertable.lab.balance.sweep.sweep`."""
    title = f"A sweep of {document['title']}"
    parts = [
        f"<header><h1>{escape(title)}</h1><p class='lead'>{escape(_lead(document))}</p></header>",
        sentences(of_sweeps(document)),
        *(_sweep_part(found) for found in document["sweeps"]),
        f'<section id="made"><h2>How it was made</h2>{made(document)}</section>',
    ]
    return whole_page(title, "\n".join(parts))


def _lead(document: dict[str, Any]) -> str:
    return (
        f"{document['games']} games for each value and number of players, between "
        f"{', '.join(dict.fromkeys(document['bots']))}, with the same deals for every value. Unofficial; what bots do, "
        "people need not."
    )


def _sweep_part(found: dict[str, Any]) -> str:
    now = f" Now it is {found['now']}." if found["now"] is not None else ""
    source = f" Its source: {found['source']}." if found["source"] else ""
    title = found["words"][:1].upper() + found["words"][1:]
    about = f"<code>{escape(found['name'])}</code>.{escape(now + source)}"
    tables = "".join(_table_part(found, table) for table in found["tables"])
    return f"<section><h2>{escape(title)}</h2><p>{about}</p>{tables}</section>"


def _table_part(found: dict[str, Any], table: dict[str, Any]) -> str:
    about = (
        f"Each figure is the difference from the setting as it is now, game by game on the same deals; of wins, in 100 "
        f"games. All {table['comparisons']} intervals hold at once (Bonferroni)."
    )
    plots = [_measure(found, table, place) for place in range(len(table["values"][0]["measures"]))]
    head = f"<h3>{table['players']} players</h3><p class='few'>{escape(about)}</p>"
    return f'{head}<div class="grid">{"".join(plots)}</div>'


def _measure(found: dict[str, Any], table: dict[str, Any], place: int) -> str:
    values = table["values"]
    measure = values[0]["measures"][place]
    is_share, title = measure["is_share"], measure["words"]
    title = title[:1].upper() + title[1:]
    form = percent if is_share else number
    figures = [_scaled(each["measures"][place]["difference"], is_share) for each in values]
    axis = found["name"] if found["now"] is None else f"{found['name']}, now {found['now']}"
    mark = (0.0, "as it is")
    if found["is_number"] and len(values) >= _LINE_FROM:
        labels = [each["value"].replace("-", "−") for each in values]
        plot = lines(title, axis, labels, [[triple(each) for each in figures]], plain, mark, has_bands=False)
    else:
        rows = [
            Row(f"{each['value']}{' (now)' if each['is_base'] else ''}", (triple(shown),))
            for each, shown in zip(values, figures, strict=True)
        ]
        plot = intervals(title, f"difference in {measure['words']}", rows, plain, mark)
    cells = []
    for each in values:
        one = each["measures"][place]
        change = signed(one["difference"]["value"], is_share)
        cells.append([each["value"], form(one["second"]["value"]), change, signed_ends(one["difference"], is_share)])
    clear = [each["value"] for each in values if each["measures"][place]["mark"]]
    seen = f"Clearly another at {', '.join(clear)}." if clear else "No effect is seen."
    trend = f" {_trend(table['trends'][place])}" if table["trends"] else ""
    caption = f"{form(measure['first']['value'])} as it is. {seen}{trend}"
    return figure(title, plot, caption, [found["name"], title, "difference", "interval"], cells)


def _trend(each: dict[str, Any]) -> str:
    rise, is_share = each["rise"], each["is_share"]
    return f"By each 1 more: {signed(rise['value'], is_share)} ({signed_ends(rise, is_share)})."


def _scaled(change: Figure, is_share: bool) -> dict[str, float | None]:
    """Return a difference as it is drawn: of shares, in 100 games."""
    times = 100 if is_share else 1
    return {key: None if change[key] is None else change[key] * times for key in ("value", "low", "high")}
