"""Two settings beside each other: what the second changes, game by game on the same deals."""

from __future__ import annotations

from html import escape
from typing import Any

from .parts import things_table
from .svg import strip
from .usage_tables import mark_word
from .words import number, percent, signed, signed_ends, triple

_ABOUT = (
    "Every game was played with the same deal under both settings, so these are differences within pairs; of wins they "
    "are wins in 100 games. The intervals of a table hold for all its lines at once (Bonferroni)."
)


def difference_parts(table: dict[str, Any], names: list[str]) -> str:
    """Return the tables of differences of whole games and of uses."""
    clear = [each for each in table["uses"] if each["mark"]]
    clear.sort(key=lambda each: -abs(each["difference"]["value"]))
    parts = [
        f"<h3>What {escape(names[1])} changes</h3><p>{escape(_ABOUT)}</p>",
        differences_table(table["differences"], names),
        "<h3>What is used more or less often</h3>",
        differences_table(clear, names) if clear else "<p>Nothing is clearly used more or less often.</p>",
    ]
    left = len(table["uses"]) - len(clear)
    if clear and left:
        parts.append(f"<p class='few'>The other {left} things that were used show no clear difference.</p>")
    return "".join(parts)


def differences_table(found: list[dict[str, Any]], names: list[str]) -> str:
    """Return differences line by line, each drawn on a scale of its own kind."""
    rows = []
    for each in found:
        is_share, change = each["is_share"], each["difference"]
        form = percent if is_share else number
        text = f"{signed(change['value'], is_share)} ({signed_ends(change, is_share)})"
        widest = max((abs(end) for end in (change["low"], change["high"]) if end is not None), default=1.0)
        plot = strip(f"{each['words']}: {text}", triple(change), widest or 1.0)
        drawn = f"{plot} <span>{escape(signed(change['value'], is_share))}</span>"
        ends = f'<span class="ends">({escape(signed_ends(change, is_share))})</span>'
        rows.append(
            [
                ("", escape(each["words"])),
                ("", form(each["first"]["value"])),
                ("", form(each["second"]["value"])),
                ("drawn", f"{drawn} {ends}"),
                (each["mark"] or "few", mark_word(each["mark"])),
            ]
        )
    return things_table(("", names[0], names[1], "difference", "clearly"), rows)
