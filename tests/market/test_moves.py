"""Typed moves: every legal turn means one, and every move finds its decisions again."""

from __future__ import annotations

from random import Random

import pytest

from market.games_played import PLAYERS, random_decisions, sampled, steps_of_a_game, turn_starts
from market.parity import kind_of
from rivertable.core.errors import IllegalMoveError, MalformedMoveError
from rivertable.core.position import walk_turns
from rivertable.market import GAME, Build, Done, Hire, Keep, Move, Pass, Position, Redraw, Time
from rivertable.market.documents import read_move, write_move
from rivertable.market.kernel.state import Decision

FIRST = "first-edition"
"""The deck of the tests that a turn with more than resources would disturb; the second has some of its own."""
FEW = 60
"""Turns of a position that are tried."""


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_turn_is_a_move_and_back(players: int) -> None:
    """Each kind of decision of a turn is among those tried, with four players or more the Zoom token too."""
    kinds, reached = set(), set()
    for position in sampled(players, 11, 7, FIRST):
        turns = [decisions for decisions, _ in walk_turns(position)]
        chosen = turns if len(turns) <= FEW else Random(len(turns)).sample(turns, FEW)
        moves = [GAME.moves.move_of(position, decisions) for decisions in chosen]
        assert len({str(move) for move in moves}) == len(set(moves)) == len(moves)
        for decisions, move in zip(chosen, moves, strict=True):
            assert GAME.moves.decisions_of(position, move) == decisions
            assert read_move(write_move(move)) == move
            kinds.add(type(move))
            reached |= {kind_of(decision) for decision in decisions}
    assert Move in kinds and kinds & {Build, Hire}
    assert reached == {
        Decision.KEEP,
        Decision.END,
        Decision.SPOT,
        Decision.MOVE,
        Decision.PLAY,
        Decision.STOP,
        Decision.DO,
        Decision.BONUS,
        Decision.PAY,
        Decision.GAIN,
        Decision.SHED,
    } | ({Decision.TOKEN} if players > 3 else set())


def test_what_a_move_says_is_what_happens() -> None:
    rng = Random(5)
    spent = 0
    positions = [position for seed in (21, 22, 23) for position in turn_starts(3, seed, FIRST)[3:-1]]
    for position in positions:
        decisions = random_decisions(position, rng)
        move, after = GAME.moves.move_of(position, decisions), position.after(*decisions)
        seat = int(position.state.seat)
        before, now = position.seats[seat].resources, after.state.resource[seat].tolist()
        helpers = position.seats[seat].helpers
        if isinstance(move, Move) and not helpers:
            times = [time for effect in move.effects for time in effect.times]
            change = [sum(t.gained[k] - t.spent[k] for t in times) for k in range(6)]
            assert [now[k] - before[k] for k in range(6)] == change
            assert after.river[int(after.state.pawn[seat])].card.id == move.booth
            spent += sum(sum(time.spent) for time in times)
        if isinstance(move, Build):
            assert [before[k] - now[k] for k in range(6)] == list(move.paid) or helpers
            assert move.card in {after.upper[0].card.id, after.upper[-1].card.id, after.lower[0].card.id,
                                 after.lower[-1].card.id}  # fmt: skip
        if isinstance(move, Hire):
            assert move.card in {card.id for card in after.seats[seat].helpers}
    assert spent > 0


def test_moves_are_found_lazily() -> None:
    position = turn_starts(5, 11)[-10]
    moves = position.moves()
    assert bool(moves) and next(iter(moves)) in moves
    assert "no-such-card>swap-meet" not in moves


def test_an_order_that_is_not_listed_means_its_listed_twin() -> None:
    """M56, R5: planks in another order that comes to the same are the same move."""
    found = 0
    for position in sampled(4, 3, 2, FIRST):
        for decisions, _ in walk_turns(position):
            done = [decision for decision in decisions if Decision.DO <= decision < Decision.PAY]
            if len(done) != 2 or max(done) >= Decision.BONUS:
                continue  # it does not do two planks and nothing else
            move = GAME.moves.move_of(position, decisions)
            if isinstance(move, Move) and len(move.planks) == 2 and len(move.effects) == 2:
                turned = Move(move.card, move.booth, move.effects[::-1], move.has_token)
                try:
                    twin = GAME.moves.decisions_of(position, turned)
                except IllegalMoveError:
                    continue
                assert position.after(*twin) == position.after(*decisions) or twin != decisions
                found += twin == decisions
                break
    assert found == 5


def test_times_in_another_order_mean_the_listed_ones() -> None:
    """M55: what is done several times has no order that matters."""
    found = 0
    for position in sampled(3, 8, 1):
        swap = [d for d, _ in zip(walk_turns(position), range(3000), strict=False)]
        for decisions, _ in swap:
            move = GAME.moves.move_of(position, decisions)
            if not isinstance(move, Move) or not move.planks or len(set(move.planks[0].times)) < 2:
                continue
            plank = move.planks[0]
            others = tuple(effect for effect in move.effects if effect is not plank)
            turned = Move(move.card, move.booth, (*others, Done(plank.number, plank.times[::-1])), move.has_token)
            try:
                twin = GAME.moves.decisions_of(position, turned)
            except IllegalMoveError:
                continue
            assert sorted(position.after(*twin).state.resource.ravel()) == sorted(
                position.after(*decisions).state.resource.ravel()
            )
            found += 1
            break
        if found > 5:
            return
    raise AssertionError("too few turns do something twice")


def test_opening_hands_are_turns_of_their_own() -> None:
    """M29, R2: each seat keeps its hand, or draws a new one if it holds no Booth."""
    redrawn = 0
    for seed in range(80):
        position = Position.new(players=2, seed=seed)
        assert position.phase == "mulligan" and position.turn == 0
        has_booth = any(card.is_booth for card in position.seats[0].hand or ())
        assert set(position.moves()) == ({Keep()} if has_booth else {Keep(), Redraw()})
        if not has_booth:
            redrawn += 1
            again = position.play(Redraw(), 1)
            assert again.seat == 0 and again.phase == "mulligan" and len(again.discard) == 4
        assert position.play(Keep(), 1).seat == 1
    assert redrawn > 0


def test_a_pass_needs_an_empty_hand() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.moves.decisions_of(turn_starts(2, 11)[5], Pass())
    assert caught.value.rule == "R12"


def test_what_is_no_move_of_the_game() -> None:
    with pytest.raises(MalformedMoveError):
        GAME.moves.decisions_of(turn_starts(2, 11)[5], 7)


def test_effects_are_told_with_what_was_spent_each_time() -> None:
    move = Move("haggle", "swap-meet", (Done(1, (Time((1, 0, 0, 0, 0, 0), (0, 1, 1, 0, 0, 0)),)),))
    assert str(move) == "haggle>swap-meet:1(v=fc)" and move.action is None and move.planks_before_action == 0


def test_decisions_inside_a_turn_lead_on() -> None:
    inside = 0
    for position in steps_of_a_game(2, 4):
        assert bool(position.decisions()) == position.is_deciding
        inside += GAME.kernel.is_inside_turn(position.states, 0)
    assert inside > 50
