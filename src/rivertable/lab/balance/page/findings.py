"""What stands out in a report, in sentences."""

from __future__ import annotations

from typing import Any

from .words import between, ends, number, percent, signed, signed_ends

_AT_MOST = 4


def standing_out(document: dict[str, Any]) -> list[str]:
    """Say what a designer would want to know first, number of players by number of players."""
    said = []
    for table in document["tables"]:
        said += _of_table(table, document)
    return said


def _of_table(table: dict[str, Any], document: dict[str, Any]) -> list[str]:
    where = f"{table['players']} players"
    if len(table["settings"]) == 2:
        return [f"{where}: {sentence}" for sentence in _of_differences(table, document["settings"][1]["words"])]
    (found,) = table["settings"]
    said = [f"{where}: {_of_seats(found['seats'], table['players'], document['bots'])}"]
    drama, turns = found["drama"], found["turns"]["mean"]["value"]
    decided, changes = drama["decided"]["mean"]["value"], drama["changes"]["mean"]["value"]
    said.append(
        f"{where}: a seat takes {number(turns)} turns, the lead changes {number(changes)} times a game, and on average "
        f"a game is decided after {percent(decided)} of it."
    )
    marked = [
        (family["title"], thing)
        for family in found["families"]
        for thing in family["things"]
        if thing["mark"] and thing["wins"] and not thing["wins"]["low"] <= 0 <= thing["wins"]["high"]
    ]
    marked.sort(key=lambda each: -abs(each[1]["wins"]["value"]))
    if marked:
        listed = "; ".join(
            f"{thing['words']} ({title}) {signed(thing['wins']['value'], True)}" for title, thing in marked[:_AT_MOST]
        )
        said.append(f"{where}: with one use more go, in wins in 100 games: {listed}.")
    else:
        said.append(f"{where}: nothing that is used goes clearly with winning or losing.")
    return said


def _of_seats(seats: list[dict[str, Any]], players: int, bots: list[str]) -> str:
    clear = [seat for seat in seats if seat["is_clear"]]
    unlike = " (the bots are not alike, so this is not the seat alone)" if len(set(bots)) > 1 else ""
    if not clear:
        return f"no seat wins clearly more or less than its fair {percent(1 / players)}{unlike}."
    listed = ", ".join(
        f"seat {seat['seat']} {percent(seat['wins']['value'])} ({ends(seat['wins'], True)})" for seat in clear
    )
    return f"not every seat wins its fair {percent(1 / players)}: {listed}{unlike}."


def _of_differences(table: dict[str, Any], name: str) -> list[str]:
    clear = [each for each in table["differences"] if each["mark"]]
    if not clear and not any(each["difference"]["value"] for each in table["differences"] + table["uses"]):
        return [f"under {name} every game went exactly as before."]
    used = sorted((each for each in table["uses"] if each["mark"]), key=lambda each: -abs(each["difference"]["value"]))
    said = [f"{name} changes: {_listed(clear)}."] if clear else []
    said += [] if clear else [f"no clear effect of {name} on scores, seats, leads, length or what points come from."]
    said += [f"under {name}, uses a game: {_listed(used[:_AT_MOST])}."] if used else []
    return said


def _listed(differences: list[dict[str, Any]]) -> str:
    return "; ".join(
        f"{each['words']} {signed(each['difference']['value'], each['is_share'])} "
        f"({signed_ends(each['difference'], each['is_share'])})"
        for each in differences
    )


def of_sweeps(document: dict[str, Any]) -> list[str]:
    """Say whether there is an effect, and which: of one more where there is a line, then of each value tried."""
    said = []
    for found in document["sweeps"]:
        for table in found["tables"]:
            said += [_of_trends(found, table)] if table["trends"] else []
            said += [_of_value(found, table, value) for value in table["values"] if not value["is_base"]]
    return said


def _of_trends(found: dict[str, Any], table: dict[str, Any]) -> str:
    numbers = [int(value["value"]) for value in table["values"]]
    head = f"{table['players']} players, {found['words']}, from {min(numbers)} to {max(numbers)}, by each 1 more"
    listed = "; ".join(
        f"{each['words']} {signed(each['rise']['value'], each['is_share'])} "
        f"({signed_ends(each['rise'], each['is_share'])}{' in 100' if each['is_share'] else ''})"
        for each in table["trends"]
        if each["mark"]
    )
    return f"{head}: {listed or 'no effect is seen on anything'}."


def _of_value(found: dict[str, Any], table: dict[str, Any], value: dict[str, Any]) -> str:
    now = f" instead of {found['now']}" if found["now"] is not None else ""
    head = f"{table['players']} players, {found['words']} at {value['value']}{now}"
    measures = value["measures"]
    clear = [each for each in measures if each["mark"]]
    if not any(each["difference"]["value"] for each in measures):
        return f"{head}: no effect; in all that is measured, every game went exactly as before."
    if clear:
        return f"{head}: an effect on {'; '.join(map(_effect, clear))}."
    score = next(each for each in measures if each["id"] == "score")
    if score["difference"]["low"] is None:
        return f"{head}: no effect is seen; too few games went another way to say how large one might be."
    return (
        f"{head}: no effect is seen; every interval holds 0. If there is one on the mean score, it lies between "
        f"{between(score['difference'])} points."
    )


def _effect(each: dict[str, Any]) -> str:
    is_share, change = each["is_share"], each["difference"]
    form = percent if is_share else number
    unit = " in 100" if is_share else ""
    return (
        f"{each['words']} {form(each['second']['value'])} instead of {form(each['first']['value'])} "
        f"({signed_ends(change, is_share)}{unit})"
    )
