"""Plots as SVG in a page: text that stays readable on a phone, colours from the page, a title for who does not see it.

A plot is 340 units wide and never drawn narrower than a phone, so that its text is as large as the page's. Colour is
never all that tells two settings apart: the second is outlined, dashed or a square.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count

WIDTH = 340
_LEFT, _RIGHT, _TOP, _FOOT = 40, 12, 12, 34
_LABEL = 22
"""Letters of a label at most; the table beside has the whole of it."""

Form = Callable[[float], str]
_numbers = count(1)


@dataclass(frozen=True)
class Row:
    """A line of a plot of intervals: its label, and for each setting the figure with its ends."""

    label: str
    figures: tuple[tuple[float, float | None, float | None], ...]


def _whole(title: str, height: float, inside: Sequence[str], kind: str = "plot") -> str:
    name = f"plot-{next(_numbers)}"
    parts = "\n".join(inside)
    return (
        f'<svg class="{kind}" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-labelledby="{name}">'
        f'<title id="{name}">{escape(title)}</title>\n{parts}\n</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle", kind: str = "tick") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def ticks(low: float, high: float, at_most: int = 5) -> list[float]:
    """Return round values from ``low`` to ``high``, a few of them, evenly spaced."""
    span = high - low
    if span <= 0:
        return [low]
    step = next(
        times * 10.0**power for power in range(-4, 6) for times in (1, 2, 5) if span / (times * 10.0**power) <= at_most
    )
    first = -(-low // step)
    found: list[float] = []
    while (first + len(found)) * step <= high + step * 1e-9:
        found.append((first + len(found)) * step)
    return found


def bars(title: str, axis: str, series: Sequence[tuple[Sequence[float], Sequence[float], float]]) -> str:
    """Draw one histogram, or a second one as an outline over it: where bars begin, their shares, their width."""
    low = min(starts[0] for starts, _, _ in series)
    high = max(starts[-1] + width for starts, _, width in series)
    most = max(max(share) / width for _, share, width in series)
    height, floor = 176, 176 - _FOOT
    wide = WIDTH - _LEFT - _RIGHT

    def across(value: float) -> float:
        return _LEFT + (value - low) / (high - low) * wide

    def up(share: float, width: float) -> float:
        return floor - share / width / most * (floor - _TOP)

    unit = series[0][2]
    inside = []
    for share in ticks(0, most * unit, 4):
        y = up(share, unit)
        inside += [_line(_LEFT, y, WIDTH - _RIGHT, y, "grid"), _text(_LEFT - 5, y + 4, f"{share:.0%}", "end")]
    starts, shares, width = series[0]
    for start, share in zip(starts, shares, strict=True):
        x, y = across(start) + 0.7, up(share, width)
        across_bar = max(across(start + width) - across(start) - 1.4, 0.8)
        inside.append(f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{across_bar:.1f}" height="{floor - y:.1f}"/>')
    for starts, shares, width in series[1:]:
        path = [f"M{across(starts[0]):.1f} {floor}"]
        for start, share in zip(starts, shares, strict=True):
            path.append(f"V{up(share, width):.1f}H{across(start + width):.1f}")
        inside.append(f'<path class="outline" d="{"".join(path)}V{floor}"/>')
    inside.append(_line(_LEFT, floor, WIDTH - _RIGHT, floor, "axis"))
    middle = 0.5 if unit == 1 else 0.0
    for value in ticks(low, high - unit, 6):
        if value == int(value):
            inside.append(_text(across(value + middle), floor + 14, f"{value:g}".replace("-", "−")))
    inside.append(_text(_LEFT + wide / 2, height - 4, axis, kind="label"))
    return _whole(title, height, inside)


def intervals(title: str, axis: str, rows: Sequence[Row], form: Form, mark: tuple[float, str] | None = None) -> str:
    """Draw a figure with its interval in each line; ``mark`` is a value to compare with, and its name."""
    values = [value for row in rows for figure in row.figures for value in figure if value is not None]
    values += [mark[0]] if mark else []
    low, high = min(values), max(values)
    room = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    low, high = low - room, high + room
    labels = [row.label if len(row.label) <= _LABEL else f"{row.label[: _LABEL - 1]}…" for row in rows]
    left = 18 + 7.6 * max(map(len, labels))
    line = 26 if len(rows[0].figures) == 1 else 34
    top = 22 if mark else _TOP
    floor = top + line * len(rows)
    wide = WIDTH - left - _RIGHT - 4

    def across(value: float) -> float:
        return left + (value - low) / (high - low) * wide

    inside = []
    for value in ticks(low, high, 4):
        inside += [
            _line(across(value), top, across(value), floor, "grid"),
            _text(across(value), floor + 14, form(value)),
        ]
    if mark:
        inside.append(_line(across(mark[0]), top, across(mark[0]), floor, "fair"))
        anchor = "start" if across(mark[0]) < left + 40 else "end" if across(mark[0]) > WIDTH - 60 else "middle"
        inside.append(_text(across(mark[0]), top - 7, mark[1], anchor, "label"))
    for place, (row, label) in enumerate(zip(rows, labels, strict=True)):
        y = top + line * (place + 0.5)
        inside.append(_text(left - 10, y + 4, label, "end", "name"))
        offsets = (0.0,) if len(row.figures) == 1 else (-6.0, 6.0)
        for number, (figure, offset) in enumerate(zip(row.figures, offsets, strict=True)):
            inside += _interval(figure, across, y + offset, number)
    inside.append(_text(left + wide / 2, floor + 30, axis, kind="label"))
    return _whole(title, floor + 34, inside)


def _interval(
    figure: tuple[float, float | None, float | None], across: Callable[[float], float], y: float, number: int
) -> list[str]:
    value, low, high = figure
    kind = ("first", "second")[number]
    found = []
    if low is not None and high is not None:
        found.append(_line(across(low), y, across(high), y, f"reach {kind}"))
    x = across(value)
    if number == 0:
        found.append(f'<circle class="dot {kind}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>')
    else:
        found.append(f'<rect class="dot {kind}" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>')
    return found


def lines(
    title: str,
    axis: str,
    labels: Sequence[str],
    series: Sequence[Sequence[tuple[float, float | None, float | None]]],
    form: Form,
    mark: tuple[float, str] | None = None,
    *,
    least: float | None = None,
    has_bands: bool = True,
) -> str:
    """Draw figures one step after another as a line, with bands or whiskers for their intervals; a second is dashed.

    The axis reaches down to ``least``, where that is given; ``mark`` is a value to compare with, and its name.
    """
    values = [value for one in series for figure in one for value in figure if value is not None]
    values += [value for value in (mark[0] if mark else None, least) if value is not None]
    low, high = min(values), max(values)
    room = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    low, high = (low if low == least else low - room), high + room
    height, floor, left = 190, 190 - _FOOT, 46
    # Bands leave room for the mark's name above them, whiskers do not: it stands beside the last one.
    beside = 0 if has_bands or not mark else 7 * len(mark[1])
    step = (WIDTH - left - _RIGHT - 24 - beside) / max(len(labels) - 1, 1)

    def across(place: int) -> float:
        return left + 12 + place * step

    def up(value: float) -> float:
        return floor - (value - low) / (high - low) * (floor - _TOP)

    inside = []
    for value in ticks(low, high, 5):
        y = up(value)
        inside += [_line(left, y, WIDTH - _RIGHT, y, "grid"), _text(left - 5, y + 4, form(value), "end")]
    inside += [_line(left, up(mark[0]), WIDTH - _RIGHT, up(mark[0]), "fair")] if mark else []
    curves = [part for number, one in enumerate(series) for part in _curve(one, number, across, up, has_bands)]
    inside += curves
    inside += [_text(WIDTH - _RIGHT, up(mark[0]) - 5, mark[1], "end", "label")] if mark else []
    every = -(-len(labels) // 12)
    inside += [_text(across(place), floor + 15, label) for place, label in enumerate(labels) if place % every == 0]
    inside.append(_text((left + WIDTH - _RIGHT) / 2, height - 4, axis, kind="label"))
    return _whole(title, height, inside)


def _curve(
    figures: Sequence[tuple[float, float | None, float | None]],
    number: int,
    across: Callable[[int], float],
    up: Callable[[float], float],
    has_bands: bool,
) -> list[str]:
    kind = ("first", "second")[number]
    known = [
        (across(place), up(low), up(high))
        for place, (_, low, high) in enumerate(figures)
        if low is not None and high is not None
    ]
    found = []
    if has_bands and len(known) > 1:
        edge = [(x, high) for x, _, high in known] + [(x, low) for x, low, _ in reversed(known)]
        found.append(f'<polygon class="band {kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in edge)}"/>')
    elif not has_bands:
        found += [_line(x, low, x, high, f"reach {kind}") for x, low, high in known]
    points = [(across(place), up(value)) for place, (value, _, _) in enumerate(figures)]
    found.append(f'<polyline class="curve {kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
    return [*found, *(_point(x, y, number) for x, y in points)]


def _point(x: float, y: float, number: int) -> str:
    if number == 0:
        return f'<circle class="dot first" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
    return f'<rect class="dot second" x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"/>'


def strip(title: str, figure: tuple[float, float | None, float | None], reach: float) -> str:
    """Draw one interval small, for a cell of a table, on a scale from minus to plus ``reach``."""
    wide, height, middle = 120, 20, 10

    def across(value: float) -> float:
        return wide / 2 + max(min(value / reach, 1.0), -1.0) * (wide / 2 - 6)

    inside = [_line(wide / 2, 1, wide / 2, height - 1, "fair"), *_interval(figure, across, middle, 0)]
    name = f"plot-{next(_numbers)}"
    return (
        f'<svg class="strip" viewBox="0 0 {wide} {height}" role="img" aria-labelledby="{name}">'
        f'<title id="{name}">{escape(title)}</title>{"".join(inside)}</svg>'
    )
