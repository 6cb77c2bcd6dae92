"""What turns use and scores are made of, by id, for those who count over many games."""

from __future__ import annotations

from functools import cache

from ..core.contract.counting import Family, Thing
from .board import CATEGORY_NAMES, MarketBoard
from .moves.moves import Build, Hire, Keep, MarketMove, Move, Redraw
from .printed.deck import Card, Deck, Kind
from .printed.words import KIND_WORDS

_TURNS = (
    ("move", "move with a card"),
    ("token", "move with the Zoom token"),
    ("build", "build a Booth or Event"),
    ("hire", "hire a Helper"),
    ("pass", "pass"),
)


@cache
def _families(cards: tuple[Card, ...]) -> tuple[Family, ...]:
    def things(prefix: str, *kinds: Kind) -> tuple[Thing, ...]:
        return tuple(Thing(f"{prefix}:{card.id}", card.name) for card in cards if card.kind in kinds)

    booths = (Kind.STARTING, Kind.BOOTH, Kind.EVENT)
    planks = tuple(
        Thing(f"plank:{card.id}.{number}", f"{card.name}, plank {number}")
        for card in cards
        if card.is_booth and len(card.planks) > 1
        for number in range(1, len(card.planks) + 1)
    )
    moved = things("step", Kind.BOOTH, Kind.EVENT, Kind.HELPER, Kind.ACTION)
    turns = tuple(Thing(f"turn:{name}", words) for name, words in _TURNS)
    return (
        Family("turn", "Actions", "a turn of this kind", "turn", turns),
        Family("booth", "Booths", "the Booth was built", "card", things("booth", Kind.BOOTH)),
        Family("event", "Events", "the Event was built", "card", things("event", Kind.EVENT)),
        Family("helper", "Helpers", "the Helper was hired", "card", things("helper", Kind.HELPER)),
        Family("action", "Action cards", "the Action's effect was done", "action", things("action", Kind.ACTION)),
        Family("attend", "Events attended", "a house was put in a star space", "attend", things("attend", Kind.EVENT)),
        Family("visit", "Booths visited", "a turn in which it was activated", "visit", things("visit", *booths)),
        Family("plank", "Planks", "a turn in which this one of several planks was done", "plank", planks),
        Family("step", "Cards moved with", "the card was discarded to move", "step", moved),
    )


def list_uses(deck: Deck) -> tuple[Family, ...]:
    """Return all that turns can use with a deck."""
    return _families(deck.cards)


def uses(before: MarketBoard, move: MarketMove) -> tuple[str, ...]:
    """Return the ids of what a turn used."""
    if isinstance(move, Move):
        return _uses_of_move(before, move)
    if isinstance(move, Build):
        kind = before.components.deck.card(move.card).kind
        return ("turn:build", f"{KIND_WORDS[kind]}:{move.card}")
    if isinstance(move, Hire):
        return ("turn:hire", f"helper:{move.card}")
    return () if isinstance(move, Keep | Redraw) else ("turn:pass",)


def _uses_of_move(before: MarketBoard, move: Move) -> tuple[str, ...]:
    found = ["turn:token" if move.has_token else "turn:move", f"step:{move.card}"]
    if move.planks:
        found.append(f"visit:{move.booth}")
    if len(before.components.deck.card(move.booth).planks) > 1:
        found += [f"plank:{move.booth}.{plank.number}" for plank in move.planks]
    if any(plank.has_house for plank in move.planks):
        found.append(f"attend:{move.booth}")
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
