"""Decisions as programs get them: every one tells itself from the others, and says where it leads."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from market.games_played import PLAYERS
from market.made_up_decks import random_deck
from market.test_refusals import HAND, table
from rivertable.core.documents import as_document
from rivertable.core.position import Board
from rivertable.market import GAME, MarketComponents, Position
from rivertable.market.moves.decisions import (
    ActionDecision,
    AgainDecision,
    EndDecision,
    GoodsDecision,
    MoveDecision,
    PlankDecision,
    PlayDecision,
    ShedDecision,
    ShortDecision,
    SpotDecision,
    StopDecision,
)
from rivertable.market.printed.tables import read_deck

KINDS: dict[str, Any] = {
    **dict.fromkeys(("keep", "redraw", "pass"), ShortDecision),
    "move": MoveDecision,
    **dict.fromkeys(("build", "hire"), PlayDecision),
    "stop": StopDecision,
    "plank": PlankDecision,
    "action": ActionDecision,
    "again": AgainDecision,
    **dict.fromkeys(("pay", "gain"), GoodsDecision),
    "shed": ShedDecision,
    "spot": SpotDecision,
    "end": EndDecision,
}


def choices(board: Board) -> dict[int, dict[str, Any]]:
    """The legal decisions of a board, each a good document and unlike the others."""
    found = {decision: GAME.documents.write_decision(board, decision) for decision in board.decisions()}
    for document in found.values():
        assert (
            as_document(GAME.documents.DecisionDocument, document)
            == as_document(KINDS[document["type"]], document)
            == document
        )
    assert len({repr(document) for document in found.values()}) == len(found)
    return found


def check_promises(position: Position, found: dict[int, dict[str, Any]]) -> None:
    """What a document says of stops, prices and amounts is what the decision does."""
    for decision, document in found.items():
        after = position.after(decision)
        seat = int(position.state.seat)
        if document["type"] == "move":
            assert sorted(document["stops"]) == sorted(d["booth"] for d in choices(after).values())
        elif document["type"] == "stop":
            start, end = position.seats[seat].pawn, position.booth_named(document["booth"])
            assert end is not None and (start + document["steps"]) % len(position.river) == end.place


def play_and_look(position: Position, rng: Random, kinds: Counter[str]) -> None:
    while not position.is_over:
        if position.is_deciding:
            found = choices(position)
            view = position.view(position.seat)
            assert choices(view) == found
            if rng.random() < 0.2:
                check_promises(position, found)
            kinds.update(document["type"] for document in found.values())
            position = position.after(rng.choice(list(found)))
        else:
            position = position.resolve(rng.getrandbits(32))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_decision_of_a_random_game_has_a_document_of_its_own(players: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4):
        play_and_look(Position.new(players=players, seed=seed), Random(f"choices {players} {seed}"), kinds)
    assert set(KINDS) - {"redraw", "pass"} <= set(kinds)


def test_decisions_of_awkward_decks_have_documents_of_their_own() -> None:
    """Mixtures of primitives that no sensible card has."""
    kinds: Counter[str] = Counter()
    for seed, players in enumerate(PLAYERS):
        rng = Random(f"awkward choices {seed}")
        components = MarketComponents(read_deck(random_deck(rng)))
        play_and_look(Position.new(players=players, seed=seed, components=components), rng, kinds)
    assert kinds["again"] and kinds["shed"] and kinds["pay"]


def test_the_ways_to_use_a_card() -> None:
    """M36, M73, M95: every card moves, a Booth is built and a Helper hired, each for its price."""
    found = list(choices(table(HAND)).values())
    assert {"type": "build", "card": "twin-scales", "price": {"veggie": 1, "fish": 1, "coin": 1}} in found
    assert {"type": "hire", "card": "wood-duck", "price": {"lily": 1, "coin": 1}} in found
    moves = {document["card"]: document["stops"] for document in found if document["type"] == "move"}
    assert set(moves) == set(HAND.split(","))
    assert moves["forage"] == ["pond-florist", "hardware-store", "willow-larder"]


def test_planks_say_what_is_spent_and_gained_in_all() -> None:
    """M51, M55, M69: how often, and what it comes to."""
    position = table(HAND)
    for kind, card in (("move", "forage"), ("stop", "pond-florist")):
        decision = next(d for d, doc in choices(position).items() if doc["type"] == kind and card in doc.values())
        position = position.after(decision)
    found = list(choices(position).values())
    assert {"type": "end", "of": "turn"} in found
    assert [document for document in found if document["type"] == "plank"] == [
        {"type": "plank", "card": "pond-florist", "plank": 1},
        {"type": "plank", "card": "pond-florist", "plank": 2, "times": 1, "spent": {"lily": 3}, "gained": {"coin": 1}},
    ]
    assert [document for document in found if document["type"] == "action"] == [
        {"type": "action", "card": "forage", "alternative": 1, "times": 1, "gained": {"veggie": 2}},
        {"type": "action", "card": "forage", "alternative": 2, "times": 1, "gained": {"fish": 1}},
    ]


def test_opening_hands_and_passes() -> None:
    """M29, R12."""
    kept = next(p for p in (Position.new(seed=seed) for seed in range(9)) if len(p.decisions()) == 1)
    assert list(choices(kept).values()) == [{"type": "keep"}]
    assert list(choices(table("-")).values()) == [{"type": "pass"}]
    assert choices(kept.view()) == {} and GAME.documents.write_decision(kept, 2) == {"type": "redraw"}
