"""What is counted over many games of River Market, and what studying and training need to know of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from ..core.contract.parts import Family, Thing
from ..core.contract.study import COMPARED_THEMES, Recipe, Study, heuristic_stage, one_ply_stage
from .board import CATEGORY_NAMES, MarketBoard, MarketView
from .moves.notation import Build, Hire, Keep, MarketMove, Move, Redraw
from .printed.components import MarketComponents
from .printed.deck import CardKind

_TURNS = (
    Thing("turn:move", "move with a card"),
    Thing("turn:token", "move with the Zoom token"),
    Thing("turn:build", "build a Booth or Event"),
    Thing("turn:hire", "hire a Helper"),
    Thing("turn:pass", "pass"),
)


@cache
def list_uses(components: MarketComponents) -> tuple[Family, ...]:
    """Return all that turns can use with a deck."""
    cards = components.cards

    def things(prefix: str, *kinds: CardKind) -> tuple[Thing, ...]:
        return tuple(Thing(f"{prefix}:{card.id}", card.name) for card in cards if card.kind in kinds)

    booths = (CardKind.STARTING, CardKind.BOOTH, CardKind.EVENT)
    planks = tuple(
        Thing(f"plank:{card.id}.{number}", f"{card.name}, plank {number}")
        for card in cards
        if card.is_booth and len(card.planks) > 1
        for number in range(1, len(card.planks) + 1)
    )
    attended = things("attend", CardKind.EVENT)
    moved = things("step", CardKind.BOOTH, CardKind.EVENT, CardKind.HELPER, CardKind.ACTION)
    return (
        Family("turn", "Actions", "a turn of this kind", "turn", _TURNS),
        Family("booth", "Booths", "the Booth was built", "card", things("booth", CardKind.BOOTH)),
        Family("event", "Events", "the Event was built", "card", things("event", CardKind.EVENT)),
        Family("helper", "Helpers", "the Helper was hired", "card", things("helper", CardKind.HELPER)),
        Family("action", "Action cards", "the Action's effect was done", "action", things("action", CardKind.ACTION)),
        Family("attend", "Events attended", "a house was put in a star space", "attend", attended),
        Family("visit", "Booths visited", "a turn in which it was activated", "visit", things("visit", *booths)),
        Family("plank", "Planks", "a turn in which this one of several planks was done", "plank", planks),
        Family("step", "Cards moved with", "the card was discarded to move", "step", moved),
    )


def uses(before: MarketBoard, move: MarketMove, after: MarketBoard) -> tuple[str, ...]:
    """Return the ids of what a turn used."""
    if isinstance(move, Move):
        return _uses_of_move(before, move)
    if isinstance(move, Build):
        kind = before.components.deck.card(move.card).kind
        return ("turn:build", f"{kind.word}:{move.card}")
    if isinstance(move, Hire):
        return ("turn:hire", f"helper:{move.card}")
    return () if isinstance(move, Keep | Redraw) else ("turn:pass",)


def _uses_of_move(before: MarketBoard, move: Move) -> tuple[str, ...]:
    found = ["turn:token" if move.has_token else "turn:move", f"step:{move.card}"]
    for booth in dict.fromkeys(plank.booth or move.booth for plank in move.planks):
        done = [plank for plank in move.planks if (plank.booth or move.booth) == booth]
        found.append(f"visit:{booth}")
        if len(before.components.deck.card(booth).planks) > 1:
            found += [f"plank:{booth}.{plank.number}" for plank in done]
        if any(plank.has_house for plank in done):
            found.append(f"attend:{booth}")
    if move.action is not None:
        found.append(f"action:{move.card}")
    return tuple(found)


@cache
def list_parts() -> tuple[Thing, ...]:
    """Return what a total is the sum of: the scoring categories (M122)."""
    words = ("Events attended", "Booths", "Helpers", "Coins left", "batches of Goods left")
    return tuple(Thing(name, said) for name, said in zip(CATEGORY_NAMES, words, strict=True))


def score_parts(board: MarketBoard, seat: int) -> tuple[int, ...]:
    """Return a seat's points by these parts."""
    return board.breakdown(seat).categories


CATEGORIES = {
    "events": "points of Events attended",
    "booths": "points of Booths, with their bonuses and what is stored on them",
    "helpers": "points of Helpers, with their bonuses and what is stored on them",
    "coins": "points of Coins left over",
    "batches": "points of Goods left over",
}
"""What a total is made of, in the rows of a simulation."""

category_points = score_parts


# Studying and training.

THEMES = {
    "end": "bring the end of the game",
    "hold": COMPARED_THEMES["hold"],
    "patience": COMPARED_THEMES["patience"],
    "attend": "attend an Event",
    "token": "spend the Zoom token",
    "hire": "hire a Helper",
    "build": "build",
    "action": "use an Action card",
    "points": COMPARED_THEMES["points"],
    "move": "move along the river",
    "pass": "pass",
    "keep": "keep the opening hand",
    "redraw": "draw the opening hand anew",
}
_OPENING = {"keep", "redraw"}
"""Moves that use nothing and are themes by themselves."""


def _facts(view: MarketView, move: Any, after: MarketView) -> set[str]:
    used = uses(view, move, after)
    found = {name.removeprefix("turn:") for name in used if name.startswith("turn:")}
    found |= {"attend", "action"} & {name.partition(":")[0] for name in used}
    if view.phase == "play" != after.phase:
        found.add("end")
    return found | (_OPENING & {str(move)})


_LEARNING: dict[str, Any] = {"passes": 2, "rate": 3e-3, "samples_a_step": 1024, "decay": 3e-5}
"""The inputs name cards, and what few games tell of a card is soon learned by heart."""
_LATE = _LEARNING | {"rate": 1e-3}

STUDY = Study(
    themes=THEMES,
    facts=_facts,
    puzzle_playouts=240,
    puzzle_candidates=400,
    recipe=Recipe(
        (
            replace(heuristic_stage(16000, 5000, 3000, 2000), **_LEARNING),
            replace(one_ply_stage(24000, 4000, 2500, 1500), **_LEARNING),
            replace(one_ply_stage(50000, 1500, 1000, 700), **_LEARNING, exploration=0.02),
            replace(one_ply_stage(10000, 10000, 6000, 4000), **_LEARNING, exploration=0.02, remembers=1),
            replace(one_ply_stage(10000, 8000, 8000, 16000), **_LATE, exploration=0.02),
            replace(one_ply_stage(150000, 30000, 16000, 10000), **_LATE, exploration=0.02),
            replace(one_ply_stage(24000, 10000, 10000, 20000), **_LATE, exploration=0.02),
            replace(one_ply_stage(70000, 24000, 20000, 24000), **_LATE, exploration=0.02),
        ),
        candidates=400,
        kept=32,
    ),
)
