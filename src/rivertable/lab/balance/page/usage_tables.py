"""What is used and what goes with it, as tables with an interval drawn in each line."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from .parts import things_table
from .svg import strip
from .words import number, percent, signed, signed_ends, triple

_HEAD = ("", "uses a game", "in games", "wins in 100 games", "points ahead", "clearly")
_OPEN_AT_MOST = 9
"""A longer table is opened by who wants it."""
_ABOUT = (
    "Uses a game are those of all seats together. The figures beside them go with one use more, compared with players "
    "in the same seat who used as many things of the group: wins in 100 games, and points ahead of the mean of the "
    "others. The intervals of a number of players hold for all its {count} figures at once (Bonferroni), so what is "
    "clearly more or less is hardly chance. It is no cause, though: who wins may use a thing for being ahead. What a "
    "change of the thing does is told by a sweep, or by two settings side by side."
)


def families_part(setting: dict[str, Any], name: str | None) -> str:
    """Return the tables of all families of one setting, under its name where there are several."""
    families = [family for family in setting["families"] if any(thing["uses_a_game"] for thing in family["things"])]
    inside = "".join(_family(family) for family in families)
    about = _ABOUT.format(count=setting["comparisons"])
    if name is None:
        return f"<h3>What is used, and what it is worth</h3><p>{escape(about)}</p>{inside}"
    title = f"What is used, and what it is worth: {name}"
    return f"<details><summary>{escape(title)}</summary><p>{escape(about)}</p>{inside}</details>"


def _family(family: dict[str, Any]) -> str:
    reach = {key: _reach([thing[key] for thing in family["things"]]) for key in ("wins", "points")}
    rows = [
        [
            ("", escape(thing["words"])),
            ("", number(thing["uses_a_game"])),
            ("", percent(thing["games"])),
            ("drawn", _drawn(thing, "wins", reach["wins"], True)),
            ("drawn", _drawn(thing, "points", reach["points"], False)),
            (thing["mark"] or "few", mark_word(thing["mark"])),
        ]
        for thing in family["things"]
        if thing["uses_a_game"]
    ]
    unused = [thing["words"] for thing in family["things"] if not thing["uses_a_game"]]
    never = f"<p class='few'>Never: {escape(', '.join(unused))}.</p>" if unused else ""
    counted = [(sum(thing["mark"] == mark for thing in family["things"]), mark) for mark in ("more", "less")]
    marked = ", ".join(f"{count} clearly {mark}" for count, mark in counted if count)
    said = f"{len(rows)} used{', ' + marked if marked else ''}"
    about = f"A use: {family['sentence']}."
    is_open = " open" if len(rows) <= _OPEN_AT_MOST else ""
    return (
        f"<details class='family'{is_open}><summary><h3>{escape(family['title'])}</h3> {said}</summary>"
        f"<p class='few'>{escape(about)}</p>{things_table(_HEAD, rows)}{never}</details>"
    )


def mark_word(mark: str | None) -> str:
    """Say a mark."""
    return {"more": "▲ more", "less": "▼ less"}.get(mark or "", "")


def _reach(figures: Sequence[dict[str, Any] | None]) -> float:
    """Return the scale of a column: what its intervals reach, but for the few that are far wider than most."""
    ends = sorted(max(abs(each["low"]), abs(each["high"])) for each in figures if each is not None)
    return ends[int((len(ends) - 1) * 0.9)] if ends else 1.0


def _drawn(thing: dict[str, Any], key: str, reach: float, is_share: bool) -> str:
    found = thing[key]
    if found is None:
        return '<span class="few">too seldom used, or too seldom not, to say</span>'
    text = f"{signed(found['value'], is_share)} ({signed_ends(found, is_share)})"
    plot = strip(f"{thing['words']}: {text}", triple(found), reach or 1.0)
    ends = f'<span class="ends">({escape(signed_ends(found, is_share))})</span>'
    return f"{plot} <span>{escape(signed(found['value'], is_share))}</span> {ends}"
