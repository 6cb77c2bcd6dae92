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
Triple = tuple[float, float | None, float | None]
"""A figure, and the ends of its interval where it has one."""
_KINDS = ("first", "second")
_numbers = count(1)


@dataclass(frozen=True)
class Row:
    """A line of a plot of intervals: its label, and for each setting the figure with its ends."""

    label: str
    figures: tuple[Triple, ...]


@dataclass(frozen=True)
class _Scale:
    """Where values from ``low`` to ``high`` lie, between two places of a plot."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def _with_room(values: Sequence[float], part: float) -> tuple[float, float]:
    """Return the least and the greatest value with some room around them."""
    low, high = min(values), max(values)
    room = (high - low) * part or abs(high) * 0.1 or 1.0
    return low - room, high + room


def whole(title: str, height: float, inside: Sequence[str], kind: str = "plot", width: int = WIDTH) -> str:
    """Return the parts of a plot as one picture, with a title for who does not see it."""
    name = f"plot-{next(_numbers)}"
    parts = "\n".join(inside)
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height:g}" role="img" aria-labelledby="{name}">'
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
    height, bottom, unit = 176, 176 - _FOOT, series[0][2]
    across, up = _Scale(low, high, _LEFT, WIDTH - _RIGHT), _Scale(0, most, bottom, _TOP)
    inside = []
    for share in ticks(0, most * unit, 4):
        y = up(share / unit)
        inside += [_line(_LEFT, y, WIDTH - _RIGHT, y, "grid"), _text(_LEFT - 5, y + 4, f"{share:.0%}", "end")]
    starts, shares, width = series[0]
    for start, share in zip(starts, shares, strict=True):
        x, y = across(start) + 0.7, up(share / width)
        wide = max(across(start + width) - across(start) - 1.4, 0.8)
        inside.append(f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{bottom - y:.1f}"/>')
    for starts, shares, width in series[1:]:
        steps = (
            f"V{up(share / width):.1f}H{across(start + width):.1f}" for start, share in zip(starts, shares, strict=True)
        )
        inside.append(f'<path class="outline" d="M{across(starts[0]):.1f} {bottom}{"".join(steps)}V{bottom}"/>')
    inside.append(_line(_LEFT, bottom, WIDTH - _RIGHT, bottom, "axis"))
    middle = 0.5 if unit == 1 else 0.0
    for value in ticks(low, high - unit, 6):
        if value == int(value):
            inside.append(_text(across(value + middle), bottom + 14, f"{value:g}".replace("-", "−")))
    inside.append(_text((_LEFT + WIDTH - _RIGHT) / 2, height - 4, axis, kind="label"))
    return whole(title, height, inside)


def intervals(title: str, axis: str, rows: Sequence[Row], form: Form, mark: tuple[float, str] | None = None) -> str:
    """Draw a figure with its interval in each line; ``mark`` is a value to compare with, and its name."""
    values = [value for row in rows for figure in row.figures for value in figure if value is not None]
    low, high = _with_room([*values, mark[0]] if mark else values, 0.06)
    labels = [row.label if len(row.label) <= _LABEL else f"{row.label[: _LABEL - 1]}…" for row in rows]
    left, right = 18 + 7.6 * max(map(len, labels)), WIDTH - _RIGHT - 4
    line = 26 if len(rows[0].figures) == 1 else 34
    top = 22 if mark else _TOP
    bottom = top + line * len(rows)
    across = _Scale(low, high, left, right)
    inside = []
    for value in ticks(low, high, 4):
        x = across(value)
        inside += [_line(x, top, x, bottom, "grid"), _text(x, bottom + 14, form(value))]
    if mark:
        x = across(mark[0])
        anchor = "start" if x < left + 40 else "end" if x > WIDTH - 60 else "middle"
        inside += [_line(x, top, x, bottom, "fair"), _text(x, top - 7, mark[1], anchor, "label")]
    for place, (row, label) in enumerate(zip(rows, labels, strict=True)):
        y = top + line * (place + 0.5)
        inside.append(_text(left - 10, y + 4, label, "end", "name"))
        offsets = (0.0,) if len(row.figures) == 1 else (-6.0, 6.0)
        for number, (figure, offset) in enumerate(zip(row.figures, offsets, strict=True)):
            inside += _interval(figure, across, y + offset, number)
    inside.append(_text((left + right) / 2, bottom + 30, axis, kind="label"))
    return whole(title, bottom + 34, inside)


def _interval(figure: Triple, across: Callable[[float], float], y: float, number: int) -> list[str]:
    value, low, high = figure
    reach = [] if low is None or high is None else [_line(across(low), y, across(high), y, f"reach {_KINDS[number]}")]
    return [*reach, _dot(across(value), y, number, 4.5)]


def _dot(x: float, y: float, number: int, radius: float) -> str:
    """Draw a dot of the first setting, or a square of the second."""
    if number == 0:
        return f'<circle class="dot first" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>'
    half = radius - 0.5
    side = f"{2 * half:g}"
    return f'<rect class="dot second" x="{x - half:.1f}" y="{y - half:.1f}" width="{side}" height="{side}"/>'


def lines(
    title: str,
    axis: str,
    labels: Sequence[str],
    series: Sequence[Sequence[Triple]],
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
    low, high = _with_room(values, 0.05)
    low = min(values) if min(values) == least else low
    height, bottom, left, right = 190, 190 - _FOOT, 46, WIDTH - _RIGHT
    # Bands leave room for the mark's name above them, whiskers do not: it stands beside the last one.
    beside = 0 if has_bands or not mark else 7 * len(mark[1])
    across = _Scale(0, max(len(labels) - 1, 1), left + 12, right - 12 - beside)
    up = _Scale(low, high, bottom, _TOP)
    inside = []
    for value in ticks(low, high, 5):
        inside += [_line(left, up(value), right, up(value), "grid"), _text(left - 5, up(value) + 4, form(value), "end")]
    inside += [_line(left, up(mark[0]), right, up(mark[0]), "fair")] if mark else []
    inside += [part for number, one in enumerate(series) for part in _curve(one, number, across, up, has_bands)]
    inside += [_text(right, up(mark[0]) - 5, mark[1], "end", "label")] if mark else []
    every = -(-len(labels) // 12)
    inside += [_text(across(place), bottom + 15, label) for place, label in enumerate(labels) if place % every == 0]
    inside.append(_text((left + right) / 2, height - 4, axis, kind="label"))
    return whole(title, height, inside)


def _curve(figures: Sequence[Triple], number: int, across: _Scale, up: _Scale, has_bands: bool) -> list[str]:
    kind = _KINDS[number]
    known = [
        (across(place), up(low), up(high))
        for place, (_, low, high) in enumerate(figures)
        if low is not None and high is not None
    ]
    found = []
    if has_bands and len(known) > 1:
        edge = [(x, high) for x, _, high in known] + [(x, low) for x, low, _ in reversed(known)]
        found.append(f'<polygon class="band {kind}" points="{_path(edge)}"/>')
    elif not has_bands:
        found += [_line(x, low, x, high, f"reach {kind}") for x, low, high in known]
    points = [(across(place), up(value)) for place, (value, _, _) in enumerate(figures)]
    found.append(f'<polyline class="curve {kind}" points="{_path(points)}"/>')
    return [*found, *(_dot(x, y, number, 3.5) for x, y in points)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def strip(title: str, figure: Triple, reach: float) -> str:
    """Draw one interval small, for a cell of a table, on a scale from minus to plus ``reach``."""
    wide, height = 120, 20
    scale = _Scale(-reach, reach, 6, wide - 6)

    def across(value: float) -> float:
        return scale(max(min(value, reach), -reach))

    inside = [_line(wide / 2, 1, wide / 2, height - 1, "fair"), *_interval(figure, across, height / 2, 0)]
    return whole(title, height, inside, "strip", wide)
