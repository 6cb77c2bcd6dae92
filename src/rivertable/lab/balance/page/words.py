"""Figures as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Figure = Mapping[str, Any]
"""An interval as a report writes it: value, low and high."""


def percent(value: float) -> str:
    """Return a share in per cent."""
    return f"{value:.1%}"


def rough_percent(value: float) -> str:
    """Return a share in whole per cent, as an axis shows it."""
    return f"{value:.0%}".replace("-", "−")


def plain(value: float) -> str:
    """Return a number as an axis shows it."""
    return f"{value:g}".replace("-", "−")


def number(value: float) -> str:
    """Return a mean with as many decimals as it deserves."""
    return f"{value:.2f}".replace("-", "−") if abs(value) < 100 else f"{value:.1f}".replace("-", "−")


def signed(value: float, is_share: bool = False) -> str:
    """Return a difference with its sign; of shares in percentage points."""
    text = f"{value * 100:+.1f}" if is_share else f"{value:+.2f}"
    return text.replace("-", "−")


def ends(figure: Figure, is_share: bool = False) -> str:
    """Return the ends of an interval of a figure that is no difference."""
    if figure["low"] is None:
        return "no interval"
    form = percent if is_share else number
    return f"{form(figure['low'])} to {form(figure['high'])}"


def signed_ends(figure: Figure, is_share: bool = False) -> str:
    """Return the ends of an interval of a difference."""
    if figure["low"] is None:
        return "too few games differ"
    return f"{signed(figure['low'], is_share)} to {signed(figure['high'], is_share)}"


def between(figure: Figure) -> str:
    """Return the ends of an interval of a difference, after "between"."""
    return signed_ends(figure).replace(" to ", " and ")


def triple(figure: Figure) -> tuple[float, float | None, float | None]:
    """Return value, low and high, as plots take them."""
    return figure["value"], figure["low"], figure["high"]
