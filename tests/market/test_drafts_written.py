"""What a move in the making looks like: every card lies somewhere, and what is spent is gone."""

from random import Random
from typing import Any

import pytest

from market.games_played import PLAYERS, random_decisions, turn_starts
from market.test_refusals import HAND, table
from rivertable.core.documents import as_document
from rivertable.core.position import Board
from rivertable.market import GAME, Position

CARDS = sorted(card.id for card in GAME.printed.load().cards)


def written(board: Board) -> dict[str, Any]:
    """The state of a board, which its model takes, and every seat's score."""
    document = GAME.documents.write_state(board)
    assert as_document(GAME.documents.StateDocument, document)
    for seat in range(board.players):
        score = GAME.documents.write_breakdown(board, seat)
        assert as_document(GAME.documents.BreakdownDocument, score) and score["total"] == board.total(seat)
    return document


def cards_in(document: dict[str, Any]) -> list[str]:
    """Every card of a state, hidden ones too, once for each place where it lies."""
    found = [booth["card"] for row in document["river"].values() for booth in row] + document["discard"]
    for seat in document["seats"]:
        found += seat["hand"] + seat["helpers"]
    return sorted(found + [card for card, count in document["deck"].items() for _ in range(count)])


@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_lost_while_a_move_is_made(players: int) -> None:
    rng = Random(f"drafts {players}")
    for start in turn_starts(players, 71)[:-1]:
        mover = start.seat
        position, view = start, start.view(mover)
        for decision in random_decisions(start, rng):
            position, view = position.after(decision), view.after(decision)
            true, known = written(position), written(view)
            assert cards_in(true) == CARDS
            seen = cards_in(known)
            open_cards = {card for card in seen if card[0] != "?"}
            assert len(seen) == len(CARDS) and open_cards <= set(CARDS)
            assert len(open_cards) == sum(card[0] != "?" for card in seen)
            for seat, (exact, shown) in enumerate(zip(true["seats"], known["seats"], strict=True)):
                assert len(shown["hand"]) == len(exact["hand"])
                assert shown["hand"] == exact["hand"] if seat == mover else all(c[0] == "?" for c in shown["hand"])


@pytest.mark.parametrize("players", PLAYERS)
def test_how_many_cards_a_turn_reveals_is_known_beforehand(players: int) -> None:
    """M102, M105: the hand is refilled, from the discard pile if need be; of a view nothing hidden is asked."""
    rng = Random(f"reveals {players}")
    counts = set()
    for start in turn_starts(players, 72)[:-1]:
        decisions = random_decisions(start, rng)
        drawn: list[int] = []
        start.after(*decisions).resolve(rng.getrandbits(32), drawn)
        view = start.view(start.seat)
        assert start.count_revealed(*decisions) == view.count_revealed(*decisions) == len(drawn)
        assert view.sample(1).count_revealed(*decisions) == len(drawn)
        counts.add(len(drawn))
    assert {0, 1} <= counts


def after(position: Position, **wanted: Any) -> Position:
    """The position after the first decision whose document has these values."""
    found = {number: GAME.documents.write_decision(position, number) for number in position.decisions()}
    return position.after(next(number for number, document in found.items() if wanted.items() <= document.items()))


def test_a_move_shows_the_card_discarded_and_the_pawn_moved() -> None:
    """M36, M38, M53, M57."""
    moved = after(table(HAND), type="move", card="forage")
    state = written(moved)
    assert state["discard"] == ["forage"] and "forage" not in state["seats"][0]["hand"]
    assert state["seats"][0]["pawn"] == "swap-meet"
    stopped = after(moved, type="stop", booth="pond-florist")
    assert written(stopped)["seats"][0]["pawn"] == "pond-florist"
    bought = after(stopped, type="plank", plank=2)
    resources = written(bought)["seats"][0]["resources"]
    assert (resources["lily"], resources["coin"]) == (1, 5)


def test_a_card_being_built_lies_in_the_hand_until_it_has_its_place() -> None:
    """M75, M76: it is paid for already."""
    paid = after(table(HAND), type="build", card="twin-scales")
    state = written(paid)
    assert "twin-scales" in state["seats"][0]["hand"] and state["seats"][0]["resources"]["coin"] == 3
    built = written(after(paid, type="spot", end="top-left"))
    assert built["river"]["top"][0] == {"card": "twin-scales", "owner": 0}
    assert "twin-scales" not in built["seats"][0]["hand"]
    hidden = written(paid.view(1))
    assert hidden["seats"][0]["hand"] == ["?0"] * 4
    hired = written(after(table(HAND), type="hire", card="wood-duck"))
    assert hired["seats"][0]["helpers"] == ["wood-duck"] and "wood-duck" not in hired["seats"][0]["hand"]
