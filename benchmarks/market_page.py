"""The page that says what was measured of a River Market deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rivertable.lab.balance.findings import amount, ends, target_words

Run = dict[str, Any]

BOUNDS = {2: (0.9, 1.1), 3: (0.9, 1.1), 4: (0.9, 1.1), 5: (0.85, 1.15)}
"""Within which each seat should win with the best options, as a multiple of its share."""


HEAD = """# Balance of River Market

This page is written by `make balance-market`. The cards are reconstructed, so the results say nothing about the printed
game. The same bot plays all seats of a game. What holds between bots need not hold between people.

[](balance.md) says how each figure is defined. Columns name the number of players and the bot. Intervals are 95 %, for
each figure by itself."""


def page(runs: Sequence[Run]) -> str:
    """Return the page of all runs, those of the deck that was measured last first."""
    decks = dict.fromkeys(run["deck"] for run in reversed(runs))
    parts = [HEAD]
    for deck in decks:
        parts += deck_parts([run for run in runs if run["deck"] == deck])
    return "\n\n".join(parts) + "\n"


def deck_parts(runs: Sequence[Run]) -> list[str]:
    """Return what there is to say of one deck."""
    reports = sorted((run for run in runs if run["part"] == "report"), key=_order)
    trials = sorted((run for run in runs if run["part"] == "seats"), key=_order)
    parts = [how_measured(runs)]
    if reports:
        parts += [targets(reports), *tables(reports)]
    return [*parts, seats(trials)] if trials else parts


def _order(run: Run) -> tuple[int, str]:
    return run["players"], run["bot"]


def _name(run: Run) -> str:
    return f"{run['players']}, {run['bot']}"


def how_measured(runs: Sequence[Run]) -> str:
    """Return the heading of a deck, and which games were played with it."""
    lines = [f"## The deck “{runs[0]['deck']}”", ""]
    for run in sorted(runs, key=lambda run: (run["part"], *_order(run))):
        under = " under each option for the seats" if run["part"] == "seats" else ""
        commit = f", commit `{run['commit']}`" if run["commit"] else ""
        lines.append(
            f"- {run['players']} players: {run['games']} games of `{run['bot']}`{under}, seed {run['seed']}, "
            f"hash `{run['sha256'][:16]}`{commit}."
        )
    return "\n".join(lines)


def targets(reports: Sequence[Run]) -> str:
    """Return what misses its target."""
    lines = [
        "### Targets missed",
        "",
        "| players, bot | target | | figure | interval | clearly |",
        "|---|---|---|---|---|---|",
    ]
    for run in reports:
        found = run["figures"]["targets"]
        missed = [each for each in found if not each["is_met"]]
        lines.append(f"| {_name(run)} | {len(found) - len(missed)} of {len(found)} figures meet theirs | | | | |")
        for each in missed:
            is_share = each["is_share"]
            words = f"{each['words']}: {target_words(each)}"
            figure = f"{amount(each['figure']['value'], is_share)} | {ends(each['figure'], is_share)}"
            lines.append(
                f"| {_name(run)} | {words} | {each['row_words']} | {figure} | {'yes' if each['is_clear'] else ''} |"
            )
    return "\n".join(lines)


def tables(reports: Sequence[Run]) -> Iterable[str]:
    """Return each table of the report, a column for each run; a cell has all columns of the table."""
    first = reports[0]["figures"]["tables"]
    for place, table in enumerate(first):
        if not table["rows"]:
            continue
        columns = "; ".join(column["words"] for column in table["columns"])
        lines = [
            f"### {table['title']}",
            "",
            f"{table['sentence']} Each cell: {columns}.",
            "",
            "| | " + " | ".join(map(_name, reports)) + " |",
            "|---|" + "---|" * len(reports),
        ]
        rows: dict[str, list[str]] = {row["id"]: [row["words"]] for row in table["rows"]}
        for run in reports:
            found = {row["id"]: row for row in run["figures"]["tables"][place]["rows"]}
            for name, cells in rows.items():
                cells.append(_cell(table, found[name]) if name in found else "")
        yield "\n".join([*lines, *(f"| {' | '.join(cells)} |" for cells in rows.values())])


def _cell(table: dict[str, Any], row: dict[str, Any]) -> str:
    return "; ".join(
        amount(figure["value"], row["is_share"] or column["is_share"]) if figure else "–"
        for figure, column in zip(row["figures"], table["columns"], strict=True)
    )


def seats(trials: Sequence[Run]) -> str:
    """Return how the seats fare under each of the options."""
    lines = [
        "### Seats",
        "",
        "Wins as multiples of a fair share, the start player first, with intervals that hold for the seats of a line",
        "together. After the trigger everyone has two more turns (M114), so early seats often have one turn more.",
        "*Within*: every seat wins 0.9 to 1.1 times its share with two to four players, 0.85 to 1.15 times with five.",
        "",
        "| players, bot | options | seats | within |",
        "|---|---|---|---|",
    ]
    for run in trials:
        low, high = BOUNDS[run["players"]]
        for trial in run["figures"]:
            options = ", ".join(f"`{name}={_option(value)}`" for name, value in trial["options"].items())
            ratios = [each["wins"]["value"] * run["players"] for each in trial["seats"]]
            shown = ", ".join(_ratio(each["wins"], run["players"]) for each in trial["seats"])
            is_within = all(low <= ratio <= high for ratio in ratios)
            lines.append(f"| {_name(run)} | {options or 'as printed'} | {shown} | {'yes' if is_within else ''} |")
    return "\n".join(lines)


def _option(value: Any) -> str:
    return "yes" if value is True else str(value)


def _ratio(wins: dict[str, float], players: int) -> str:
    return f"{wins['value'] * players:.2f} ({wins['low'] * players:.2f} to {wins['high'] * players:.2f})"
