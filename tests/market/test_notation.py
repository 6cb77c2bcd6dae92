"""The one-line notation: written and read again, read kindly, and refused with the choices there are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from market.games_played import PLAYERS, sampled, turn_starts
from rivertable.core.errors import AmbiguousMoveError, MalformedMoveError
from rivertable.core.position import walk_turns
from rivertable.market import GAME, Build, Hire, Keep, Move, Position, Redraw
from rivertable.market.moves.notation import EffectPattern, MovePattern, PlayPattern, TimePattern, is_short_for, read
from rivertable.market.printed.components import edition

FEW = 25
# Seat 0 begins a turn: Forage, Pond Florist, Haggle and Wood Duck in hand; Dawn Catch and Hardware Store built.
TABLE = (
    "market/1 2 rulebook first-edition swap-meet,dawn-catch=1/mending-bench,dressmaker,willow-larder,hardware-store=0 "
    "forage,pond-florist,haggle,wood-duck;-;v2f1l4$3;4;0;swap-meet/tailwind,odd-jobs,driftwood,ice-shed;-;$4;4;0;swap-meet"
    " - 0 0.0.9.main"
)

CARDS = {card.id: card for card in edition("first-edition").cards}


def letters(amounts: Sequence[int]) -> str:
    """Amounts as the notation writes them: a letter for each single resource."""
    return "".join(letter * amount for letter, amount in zip("vfctl$", amounts, strict=True))


DUCK, FLORIST = (f"{card}({letters(CARDS[card].cost.fixed)})" for card in ("wood-duck", "pond-florist"))
HAGGLED = letters(CARDS["haggle"].planks[0].gain.fixed)
CAUGHT = letters(CARDS["dawn-catch"].planks[0].gain.fixed)


def table() -> Position:
    return Position.from_text(TABLE)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_written_is_read_again(players: int) -> None:
    for position in sampled(players, 31, 9):
        turns = [decisions for decisions, _ in walk_turns(position)]
        for decisions in turns if len(turns) <= FEW else Random(3).sample(turns, FEW):
            move = GAME.moves.move_of(position, decisions)
            assert GAME.moves.parse_move(position, str(move)) == move
            assert GAME.moves.parse_move(position, f"  {str(move).upper()} ") == move


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("forage>dawn", "forage>dawn-catch"),
        ("FOR > D-C : 1", f"forage>dawn-catch:1(={CAUGHT})"),
        ("forage>dawn:!2,1", f"forage>dawn-catch:!2(=f),1(={CAUGHT})"),
        ("forage>dawn:1,!2", f"forage>dawn-catch:!2(=f),1(={CAUGHT})"),
        ("wood>hard:2", "wood-duck>hardware-store:2(v=ttt)"),
        ("wood>hard:2(v)", "wood-duck>hardware-store:2(v=ttt)"),
        ("haggle>hard:!1(f),2", f"haggle>hardware-store:!1(f={HAGGLED}),2(v=ttt)"),
        ("wood>willow:2", "wood-duck>willow-larder:2(vv=$)"),
        ("wood>willow:2*", "wood-duck>willow-larder:2(vv=$)"),
        ("wood", f"hire {DUCK}"),
        ("hire w", f"hire {DUCK}"),
        ("pond@tr", f"{FLORIST}@top-right"),
        ("build p-f@bottom-left", f"{FLORIST}@bottom-left"),
    ],
)
def test_reading_is_kind(text: str, exact: str) -> None:
    assert str(GAME.moves.parse_move(table(), text)) == exact


def test_a_text_that_fits_several_moves_lists_them() -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.moves.parse_move(table(), "pond")
    assert caught.value.choices == tuple(
        f"{FLORIST}@{end}" for end in ("top-left", "top-right", "bottom-left", "bottom-right")
    )
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.moves.parse_move(table(), "forage>")
    assert "fits 3 moves: forage>willow-larder, forage>hardware-store, forage>dawn-catch" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", ">", "forage>dawn:", "forage>dawn:0", "forage>dawn:1(x=f)", "haggle>dawn:1(v;f)x2", "pond@north", "§"],
)
def test_what_says_no_move(text: str) -> None:
    with pytest.raises(MalformedMoveError):
        GAME.moves.parse_move(table(), text)


def test_opening_hands_are_kept_and_drawn_anew_by_one_word() -> None:
    for seed in range(80):
        position = Position.new(players=2, seed=seed)
        assert GAME.moves.parse_move(position, "Keep") == Keep()
        if Redraw() in position.moves():
            assert GAME.moves.parse_move(position, "redraw") == Redraw()
            return
    raise AssertionError("no opening hand without a Booth")


def test_reading_takes_a_text_apart() -> None:
    time = TimePattern((1, 0, 0, 0, 0, 1), (0, 1, 0, 0, 0, 0), ("forage",))
    assert read("a>>b-c:!1(v$#forage=f)x2,3*") == MovePattern(
        "a", "b-c", True, (EffectPattern(1, True, 2, (time,)), EffectPattern(3, False, None, ()))
    )
    assert read("hire a(l)") == PlayPattern("hire", "a", None, TimePattern((0, 0, 0, 0, 1, 0)))


def test_amounts_may_be_counted() -> None:
    """``3$`` is ``$$$``; written it is always the latter."""
    assert read("a>b:1(2vf=3$t)") == read("a>b:1(vvf=$$$t)")
    assert read("hire a(10l2$)") == read(f"hire a({'l' * 10}$$)")
    for text in ("a>b:1(3=v)", "a>b:1(0v=t)", "hire a(v2)"):
        with pytest.raises(MalformedMoveError, match="is no resource"):
            read(text)


SHEDDING = Position.from_text(
    "market/1 2 rulebook second-edition swap-meet,message-stump=1/mending-bench,dressmaker,willow-larder "
    "clear-the-stall,forage,tailwind,haggle;-;v2$4;5;0;swap-meet/-;-;$4;4;0;swap-meet - 0 0.0.9.main"
)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("clear>mess:!1(#tail;#for)", "clear-the-stall>message-stump:!1(#forage=$;#tailwind=$)"),
        (
            "clear>mess:!1(#haggle),2(#tail;#for)",
            "clear-the-stall>message-stump:!1(#forage=$),2(#haggle=$;#tailwind=$)",
        ),
        ("clear>mess:2(#tail),!1(#for)", "clear-the-stall>message-stump:!1(#forage=$),2(#tailwind=$)"),
        ("haggle>mess:1(=vf),2(#tail;#for)", "haggle>message-stump:1(=vf$),2(#forage=$;#tailwind=$)"),
        ("haggle>mess:!1(v),2(#clear=$;#tail=$)", "haggle>message-stump:!1(v=$$),2(#tailwind=$;#clear-the-stall=$)"),
    ],
)
def test_further_cards_are_read_in_any_order(text: str, written: str) -> None:
    """However they are said, one form is written, and it is read as the same."""
    move = GAME.moves.parse_move(SHEDDING, text)
    assert str(move) == written and GAME.moves.parse_move(SHEDDING, written) == move


def test_ids_may_be_cut() -> None:
    assert is_short_for("sw-m", "swap-meet") and is_short_for("swap", "swap-meet")
    assert not is_short_for("meet", "swap-meet") and not is_short_for("swap-meet-x", "swap-meet")


def test_an_exact_id_goes_before_a_longer_one() -> None:
    for position in turn_starts(2, 31)[5:8]:
        for card in position.seats[int(position.state.seat)].hand or ():
            moves = [move for move in position.moves() if not isinstance(move, Build | Hire)]
            assert any(isinstance(move, Move) and move.card == card.id for move in moves)
