"""Boards of real tables with the scores that the package gives: what the client's own scoring is held against."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import tomli_w

from market.made_up_decks import random_deck
from rivertable.core.game import GAMES, Game

SEED = 20
STANDARD_CASES, DECK_CASES, DECKS = 160, 20, 6
AMOUNTS = (0, 0, 0, 1, 2, 3, 5, 7, 12)
BUILT_OR_ATTENDED = 20
"""The most Booths that fit into a river with its Starting Booths (M13, M27)."""
SCORED_FIELDS = ("id", "kind", "points", "attending", "scorings", "store")


def glassworks_cases() -> dict[str, Any]:
    """Return boards of River Valley Glassworks, awkward ones first (G34-G40)."""
    game, rng = GAMES["glassworks"], Random(SEED)
    boards: list[tuple[list[int], int]] = [
        *[([3, 5, 2, 4, 2, 1, 1], 2), ([], 0), ([], 7), ([0] * 7, 0), ([5] * 7, 160), ([1] * 7, 1), ([5], 0)],
        *[([3, 3], 0), ([2, 5, 5, 5], 2), ([1, 2, 3, 4, 5], 3), ([5, 4, 3, 2, 1, 0, 0], 0), ([0] * 7, 4)],
    ]
    while len(boards) < STANDARD_CASES + DECKS * DECK_CASES:
        used = rng.randint(1, 7)
        boards.append(([rng.randint(1, 5) for _ in range(used)], rng.choice((0, 0, 1, 2, 5, rng.randint(0, 160)))))
    printed = game.printed.write_components(game.printed.load())
    cases = [
        {"sheet": (sheet := {"heights": heights, "overflow": overflow}), "score": _glassworks_score(game, sheet)}
        for heights, overflow in boards
    ]
    return {"printed": {key: printed[key] for key in ("row_vp", "column_vp", "overflow_vp")}, "cases": cases}


def _glassworks_score(game: Game, sheet: dict[str, Any]) -> Any:
    columns = [{"height": height} for height in sheet["heights"]]
    return _score(game, {"columns": columns, "overflow": sheet["overflow"]}, None)


def market_cases() -> dict[str, Any]:
    """Return sheets of River Market with the standard deck and with decks of awkward cards (M122-M144, R11)."""
    game, rng = GAMES["market"], Random(SEED)
    groups = [_market_group(game, None, rng, STANDARD_CASES)]
    for _ in range(DECKS):
        groups.append(_market_group(game, game.printed.parse(tomli_w.dumps(random_deck(rng)), "deck"), rng, DECK_CASES))
    return {"decks": groups}


def _market_group(game: Game, components: Any, rng: Random, count: int) -> dict[str, Any]:
    printed = game.printed.write_components(components or game.printed.load())
    sheets = [{"booths": [], "events": [], "helpers": [], "resources": {}}, *_everything(printed)]
    sheets += [_random_sheet(printed, rng) for _ in range(count - len(sheets))]
    cards = [{key: card[key] for key in SCORED_FIELDS if key in card} for card in printed["cards"]]
    return {
        "houses": printed["houses"],
        "cards": cards,
        "cases": [{"sheet": sheet, "score": _score(game, sheet, components)} for sheet in sheets],
    }


def _of_kind(printed: dict[str, Any], *kinds: str) -> list[dict[str, Any]]:
    return [card for card in printed["cards"] if card["kind"] in kinds]


def _everything(printed: dict[str, Any]) -> list[dict[str, Any]]:
    """Return sheets with every storing card, and with as much as possible of what is only attended."""
    owned = [card["id"] for card in _of_kind(printed, "booth", "event") if "store" in card]
    hired = [card["id"] for card in _of_kind(printed, "helper")]
    attended = [card["id"] for card in _of_kind(printed, "event") if card["id"] not in owned]
    storing = {"booths": owned, "events": [], "helpers": hired}
    attending = {"booths": [], "events": attended[:BUILT_OR_ATTENDED], "helpers": []}
    goods = [dict.fromkeys(printed["resources"], amount) for amount in (1, 2, 3, 6)]
    few = {"veggie": 1, "fish": 1, "coin": 1}
    return [sheet | {"resources": amounts} for sheet in (storing, attending) for amounts in (*goods, few)]


def _random_sheet(printed: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return a sheet in which storing cards are frequent and events are owned, attended or both."""
    booths, events, helpers = (_of_kind(printed, kind) for kind in ("booth", "event", "helper"))
    owned = _some([*booths, *events], rng, 8)
    attended = _some(events, rng, 6)
    resources = {name: rng.choice(AMOUNTS) for name in printed["resources"]}
    return {
        "booths": owned,
        "events": attended,
        "helpers": _some(helpers, rng, 5),
        "resources": {name: amount for name, amount in resources.items() if amount},
    }


def _some(cards: list[dict[str, Any]], rng: Random, most: int) -> list[str]:
    storing = [card["id"] for card in cards if "store" in card]
    chosen = rng.sample(storing, rng.randint(0, min(2, len(storing))))
    others = [card["id"] for card in cards if card["id"] not in chosen]
    chosen += rng.sample(others, rng.randint(0, min(most - len(chosen), len(others))))
    rng.shuffle(chosen)
    return chosen


def _score(game: Game, sheet: Any, components: Any) -> Any:
    terms = game.make_terms(2, None, components)
    return game.documents.write_breakdown(game.sheet.board_of(sheet, terms), 0)


def text_of(cases: dict[str, Any]) -> str:
    """Return cases as JSON with a line for each sheet."""
    text = json.dumps(cases, separators=(",", ":"))
    return text.replace('{"sheet"', '\n{"sheet"').replace(',"cases":[', ',\n"cases":[') + "\n"
