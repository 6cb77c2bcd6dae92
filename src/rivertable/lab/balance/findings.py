"""What stands out in a report, in sentences, and figures as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.wording import in_words

Figure = Mapping[str, Any]
"""An interval as a report writes it: value, low and high."""

Difference = dict[str, Any]
"""What a setting or value changes of one measure, as a report writes it."""


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


def amount(value: float, is_share: bool) -> str:
    """Return a mean, or a share in per cent."""
    return percent(value) if is_share else number(value)


def sentence(words: str) -> str:
    """Return words as a sentence or title begins."""
    return words[:1].upper() + words[1:]


def signed(value: float, is_share: bool = False) -> str:
    """Return a difference with its sign; of shares in percentage points."""
    text = f"{value * 100:+.1f}" if is_share else f"{value:+.2f}"
    return text.replace("-", "−")


def ends(figure: Figure, is_share: bool = False) -> str:
    """Return the ends of an interval of a figure that is no difference."""
    if figure["low"] is None:
        return "no interval"
    return f"{amount(figure['low'], is_share)} to {amount(figure['high'], is_share)}"


def signed_ends(figure: Figure, is_share: bool = False) -> str:
    """Return the ends of an interval of a difference."""
    if figure["low"] is None:
        return "too few games differ"
    return f"{signed(figure['low'], is_share)} to {signed(figure['high'], is_share)}"


def triple(figure: Figure) -> tuple[float, float | None, float | None]:
    """Return value, low and high, as plots take them."""
    return figure["value"], figure["low"], figure["high"]


def clear(differences: Iterable[Difference]) -> list[Difference]:
    """Return the differences whose whole interval lies on one side of zero, the largest first."""
    return sorted((each for each in differences if each["mark"]), key=lambda each: -abs(each["difference"]["value"]))


def compared(each: Difference, before: str = "") -> str:
    """Say a measure that differs clearly: "the mean score is 63.90, 1.60 lower (0.50 to 2.70 lower)".

    ``before`` is said before the interval.
    """
    change, is_share = each["difference"], each["is_share"]
    size, low, high = (signed(abs(change[key]), is_share)[1:] for key in ("value", "low", "high"))
    if change["value"] < 0:
        low, high = high, low
    way = "higher" if change["value"] > 0 else "lower"
    points = "percentage points " if is_share else ""
    are = "are" if _are_several(each) else "is"
    value = amount(each["second"]["value"], is_share)
    return f"the {each['words']} {are} {value}, {size} {points}{way} ({before}{low} to {high} {way})"


def _are_several(each: Mapping[str, Any]) -> bool:
    return bool(each["words"].startswith(_SEVERAL))


def typed(text: str) -> str:
    """Return a value that was typed, a negative number with a minus sign."""
    return f"−{text[1:]}" if text[:1] == "-" else text


def source_words(source: str) -> str:
    """Say where a value comes from; letters are those by which a components file calls its sources."""
    letters = source.split()
    if all(len(letter) == 1 and letter.isupper() for letter in letters):
        return f"It is printed in the sources {in_words(letters)} of the components file."
    return f"Its source: {source}."


def _listed(differences: Iterable[Difference]) -> str:
    """Say several measures; that their intervals are 95 % is said once."""
    return "; ".join(compared(each, "" if number else "95 %: ") for number, each in enumerate(differences))


_SEVERAL = ("wins", "uses", "points", "turns")
"""How the words of measures begin that are several."""


def report_findings(document: dict[str, Any]) -> list[str]:
    """Say what a designer would want to know first, for one number of players after the other."""
    found = []
    for table in document["tables"]:
        are_two = len(table["settings"]) == 2
        sentences = _of_two(table, document["settings"][1]["words"]) if are_two else _of_one(table, document["bots"])
        found += [f"{table['players']} players: {sentence}" for sentence in sentences]
    return found


def _of_one(table: dict[str, Any], bots: list[str]) -> list[str]:
    (found,) = table["settings"]
    drama, turns = found["drama"], found["turns"]["mean"]["value"]
    decided, changes = drama["decided"]["mean"]["value"], drama["changes"]["mean"]["value"]
    used = [
        (family["title"], thing)
        for family in found["families"]
        for thing in family["things"]
        if thing["mark"] and thing["wins"] and not thing["wins"]["low"] <= 0 <= thing["wins"]["high"]
    ]
    used.sort(key=lambda each: -abs(each[1]["wins"]["value"]))
    listed = "; ".join(
        f"{thing['words']} ({title}) {signed(thing['wins']['value'], True)}" for title, thing in used[:4]
    )
    return [
        _of_seats(found["seats"], table["players"], bots),
        f"a seat takes {number(turns)} turns, the lead changes {number(changes)} times per game, and on average a game "
        f"is decided after {percent(decided)} of its rounds.",
        f"one more use correlates with these differences of wins in 100 games: {listed}."
        if listed
        else "nothing that is used correlates clearly with winning.",
    ]


def _of_seats(seats: list[dict[str, Any]], players: int, bots: list[str]) -> str:
    unlike = " (The bots differ, so this is not due to the seat alone.)" if len(set(bots)) > 1 else ""
    listed = "; ".join(
        f"seat {seat['seat']} wins {percent(seat['wins']['value'])} ({ends(seat['wins'], True)})"
        for seat in seats
        if seat["is_clear"]
    )
    fair = f"the fair share of {percent(1 / players)}"
    return f"{f'{listed}, not' if listed else 'no seat wins clearly more or less than'} {fair}.{unlike}"


def _of_two(table: dict[str, Any], name: str) -> list[str]:
    marked, used = [each for each in table["differences"] if each["mark"]], clear(table["uses"])[:4]
    if not marked and not any(each["difference"]["value"] for each in table["differences"] + table["uses"]):
        return [f"under {name} every game is exactly the same."]
    nothing = "no clear effect on scores, seats, leads, length or the sources of points"
    found = [f"under {name} {_listed(marked)}." if marked else f"under {name} there is {nothing}."]
    used = [each | {"words": f"uses of {each['words']} per game"} for each in used]
    return [*found, f"under {name} {_listed(used)}."] if used else found


def sweep_findings(document: dict[str, Any]) -> list[str]:
    """Say whether there is an effect, and which: of an increase by 1 where there is a line, then of each value."""
    found = []
    for swept in document["sweeps"]:
        for table in swept["tables"]:
            found += [_of_trends(swept, table)] if table["trends"] else []
            found += [_of_value(swept, table, value) for value in table["values"] if not value["is_base"]]
    return found


def _of_trends(swept: dict[str, Any], table: dict[str, Any]) -> str:
    numbers = [int(value["value"]) for value in table["values"]]
    listed = "; ".join(
        _trend(each, "" if number else "95 %: ")
        for number, each in enumerate(each for each in table["trends"] if each["mark"])
    )
    head = f"{table['players']} players: with each increase of {swept['words']} by 1"
    span = f"from {typed(str(min(numbers)))} to {typed(str(max(numbers)))}"
    return f"{head}, {span}, {listed}." if listed else f"{head}, {span}, there is no clear effect."


def _trend(each: dict[str, Any], before: str) -> str:
    """Say by how much a measure rises: "the mean score rises by 0.86 (0.27 to 1.45)"."""
    rise, is_share = each["rise"], each["is_share"]
    size, low, high = (signed(abs(rise[key]), is_share)[1:] for key in ("value", "low", "high"))
    if rise["value"] < 0:
        low, high = high, low
    verb = ("rise" if rise["value"] > 0 else "fall") + ("" if _are_several(each) else "s")
    points = " percentage points" if is_share else ""
    return f"the {each['words']} {verb} by {size}{points} ({before}{low} to {high})"


def _of_value(swept: dict[str, Any], table: dict[str, Any], value: dict[str, Any]) -> str:
    now = f" instead of {typed(swept['now'])}" if swept["now"] is not None else ""
    head = f"{table['players']} players: with {swept['words']} at {typed(value['value'])}{now}"
    measures = value["measures"]
    if not any(each["difference"]["value"] for each in measures):
        return f"{head} every game is the same in all that is measured."
    if marked := [each for each in measures if each["mark"]]:
        return f"{head} {_listed(marked)}."
    score = next(each for each in measures if each["id"] == "score")["difference"]
    if score["low"] is None:
        return f"{head} there is no clear effect; too few games differ to estimate one."
    return (
        f"{head} there is no clear effect: every interval contains 0, that of the mean score is {signed_ends(score)}."
    )


def grid_findings(document: dict[str, Any]) -> list[str]:
    """Say of each measure that differs clearly in how many combinations it does, and where most."""
    grid = document["grid"]
    down, across = grid["down"], grid["across"]
    found = []
    for table in grid["tables"]:
        head = f"{table['players']} players: "
        cells = [
            (
                f"{down['words']} at {typed(down['values'][row])} and "
                f"{across['words']} at {typed(across['values'][column])}",
                cell,
            )
            for row, cells in enumerate(table["rows"])
            for column, cell in enumerate(cells)
            if not cell["is_base"]
        ]
        sentences = []
        for place in range(len(cells[0][1]["measures"]) if cells else 0):
            marked = [(where, cell["measures"][place]) for where, cell in cells if cell["measures"][place]["mark"]]
            if marked:
                where, most = max(marked, key=lambda each: abs(each[1]["difference"]["value"]))
                sentences.append(
                    f"{head}with {where} {_listed([most])}. The difference is clear in {len(marked)} of {len(cells)} "
                    "combinations, and largest in this one."
                )
        found += sentences or [f"{head}no combination has a clear effect."]
    return found


def missed_targets(document: dict[str, Any]) -> list[list[str]]:
    """Return a line for each figure that misses its target: where, what, the figure with its interval, the target."""
    lines = []
    for setting, table, found in _settings_of(document):
        for each in found.get("metrics", {}).get("targets", []):
            if not each["is_met"]:
                is_share, figure = each["is_share"], each["figure"]
                lines.append(
                    [
                        f"{table['players']} players{setting}",
                        each["words"],
                        each["row_words"],
                        amount(figure["value"], is_share),
                        f"({ends(figure, is_share)})",
                        target_words(each),
                        "clearly" if each["is_clear"] else "",
                    ]
                )
    return lines


def metrics_tables(document: dict[str, Any]) -> list[tuple[str, list[list[str]]]]:
    """Return all tables of a game's own metrics: a heading, and lines of words, the head first."""
    found = []
    for setting, table, figures in _settings_of(document):
        for each in figures.get("metrics", {}).get("tables", []):
            head = ["", *(column["words"] for column in each["columns"])]
            lines = [[row["words"], *row_words(each, row)] for row in each["rows"]]
            found.append((f"{table['players']} players{setting}: {each['title']}", [head, *lines]))
    return found


def row_words(table: dict[str, Any], row: dict[str, Any]) -> list[str]:
    """Return the figures of a row of a metrics table as people read them."""
    return [
        amount(figure["value"], row["is_share"] or column["is_share"]) if figure else ""
        for figure, column in zip(row["figures"], table["columns"], strict=True)
    ]


def target_words(target: dict[str, Any]) -> str:
    """Return where a figure should lie."""
    parts = (("at least", target["at_least"]), ("at most", target["at_most"]))
    return " and ".join(f"{words} {amount(end, target['is_share'])}" for words, end in parts if end is not None)


def _settings_of(document: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return the figures of each setting at each number of players; the name of a setting where there are two."""
    names = [setting["words"] for setting in document["settings"]]
    for table in document["tables"]:
        for name, found in zip(names, table["settings"], strict=True):
            yield (f", {name}" if len(names) > 1 else ""), table, found
