"""The Fox keeps to its rules as they are told, and looks at no card that it does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from market.games_played import PLAYERS, sampled
from rivertable.bots import make_bot, rivals_of
from rivertable.core.contract.study import RivalTurn
from rivertable.core.position import walk_turns
from rivertable.market import GAME, Build, Hire, Keep, Move, Position
from rivertable.market.kernel import price_of
from rivertable.market.kernel.state import Decision, Phase

FOX = rivals_of(GAME)["rival:fox"]


@cache
def turns() -> list[tuple[Position, Any, RivalTurn]]:
    """Positions of random games, with the Fox's move there and its turn."""
    positions = [position for players in PLAYERS for position in sampled(players, 7, 3)]
    chosen = [FOX.decide(position.view(position.seat)) for position in positions]
    moves = [GAME.moves.move_of(position, turn.decisions) for position, turn in zip(positions, chosen, strict=True)]
    return list(zip(positions, moves, chosen, strict=True))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_choice_is_legal_and_the_same_for_the_same_view(players: int) -> None:
    for position in sampled(players, 5, 4):
        view = position.view(position.seat)
        move = make_bot("rival:fox", 1).choose(view)
        assert move in position.moves()
        assert make_bot("rival:fox", 2).choose(view.sample(3).view(position.seat)) == move


def test_what_is_told_of_it() -> None:
    assert (FOX.name, FOX.title) == ("fox", "Fox")
    assert len(FOX.rules) == 3 and all(rule.endswith(".") for rule in (FOX.character, *FOX.rules))


def test_rule_1_it_buys_the_card_with_most_points_at_the_first_end() -> None:
    bought = 0
    for position, move, turn in turns():
        payable = [number - Decision.PLAY for number in position.decisions() if Decision.PLAY <= number < Decision.STOP]
        assert (turn.rule == 1) == bool(payable)
        if not payable:
            continue
        bought += 1
        assert isinstance(move, Build | Hire)
        card = next(card for card in position.cards if card.id == move.card)
        assert card.points == max(position.cards[number].points for number in payable)
        if isinstance(move, Build):
            assert move.end == "top-left"
    assert bought > 10


def best_off(position: Position, decisions: tuple[int, ...]) -> float:
    """What the Fox counts after a turn, worked out from the board that a person sees."""
    after = position.after(*decisions)
    seat = after.seats[int(position.state.seat)]
    things = sum(seat.resources) + 3 * sum(booth.houses[seat.seat] for booth in after.river)
    near = [-9]
    for card in seat.hand or ():
        if card.kind.name == "HELPER" or (card.kind.name in ("BOOTH", "EVENT") and seat.houses):
            price = price_of(after.states, after.terms.array, position.cards.index(card))
            lacking = sum(max(0, cost - have) for cost, have in zip(price, seat.resources, strict=True))
            near.append(card.points - lacking)
    return max(near) + things / 2


def idle_stops(position: Position) -> Iterator[tuple[int, ...]]:
    """Turns that move and do nothing where the pawn stops."""
    for decisions, _ in walk_turns(position):
        if not any(Decision.DO <= decision < Decision.BONUS for decision in decisions):
            move = GAME.moves.move_of(position, decisions)
            if isinstance(move, Move) and not move.effects:
                yield decisions


def test_rule_2_it_moves_where_it_is_best_off() -> None:
    """It is better off nowhere else without doing anything there: its count is at least that of every idle stop."""
    moved = 0
    for position, move, turn in turns():
        if turn.rule != 2 or not isinstance(move, Move):
            continue
        moved += 1
        assert not move.has_token
        mine = best_off(position, turn.decisions)
        assert all(mine >= best_off(position, decisions) for decisions in islice(idle_stops(position), 8))
    assert moved > 20


def test_rule_3_it_keeps_its_opening_hand() -> None:
    for players in PLAYERS:
        position = Position.new(players=players, seed=3)
        while int(position.state.phase) == Phase.MULLIGAN:
            turn = FOX.decide(position.view(position.seat))
            assert (GAME.moves.move_of(position, turn.decisions), turn.rule) == (Keep(), 3)
            position = position.after(*turn.decisions).resolve(1)
