"""The Rivals keep to their rules as they are told, on any position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from rivertable.bots import make_bot, rivals_of
from rivertable.core.contract.study import INVENTED, Rival
from rivertable.core.position import Draft
from rivertable.glassworks import GAME, Draw, Place, Position
from rivertable.glassworks.kernel.state import COLOUR_NAMES, Decision
from rivertable.lab import Contest, run, summarise

NAMES = tuple(rivals_of(GAME))
COUNTING = ("rival:vole", "rival:crane", "rival:pike")


@cache
def positions() -> tuple[Position, ...]:
    """Positions at the start of a turn from random games and from games of Rivals, 2 to 5 players, both presets."""
    found = []
    for seed in range(16):
        rng = Random(seed)
        position = Position.new(players=2 + seed % 4, seed=seed, preset=("rulebook", "bga")[seed // 4 % 2])
        bot = make_bot(NAMES[seed % len(NAMES)])
        while not position.is_over:
            found.append(position)
            draft = Draft(position)
            while not draft.is_complete:
                draft.choose(rng.choice(draft.choices))
            view = position.view(position.seat)
            position = position.play(bot.choose(view) if rng.random() < 0.6 else draft.move, rng.getrandbits(32))
    return tuple(found[::3])


def turns(name: str) -> Iterator[tuple[Position, Any, int]]:
    """Positions, with the move of a Rival there and the number of the rule that it followed."""
    rival = rivals_of(GAME)[name]
    for position in positions():
        turn = rival.decide(position.view(position.seat))
        yield position, GAME.moves.move_of(position, turn.decisions), turn.rule


def satchel(position: Position) -> int:
    return int(position.state.held[position.state.seat])


def can_draw(position: Position) -> bool:
    return Decision.DRAW in position.decisions()


def is_rare_first(position: Position, move: Place) -> bool:
    """Whether the colours that get a column are in the order from orange to white."""
    free = 7 - int(position.state.columns_used[position.state.seat])
    numbers = [COLOUR_NAMES.index(colour) for colour in move.order]
    return numbers[:free] == sorted(numbers, reverse=True)[:free]


def gatherings(position: Position) -> list[Place]:
    return [move for move in position.moves() if isinstance(move, Place)]


def landed(position: Position, move: Any) -> tuple[list[int], int, int]:
    """What a move brings: pieces by column, pieces to overflow, glass on the fullest tile before the refill."""
    seat = int(position.state.seat)
    after = position.after(*GAME.moves.decisions_of(position, move))
    columns = [new - old for new, old in zip(after.heights(seat), position.heights(seat), strict=True)]
    lost = int(after.state.overflow_count[seat] - position.state.overflow_count[seat])
    return columns, lost, max(len(tile.pieces) for tile in after.river)


def vole(columns: list[int], lost: int, left: int) -> int:
    return sum(columns) - lost


def crane(columns: list[int], lost: int, left: int) -> int:
    return sum(columns) - lost - left


def pike(columns: list[int], lost: int, left: int) -> int:
    return sum(number * count for number, count in enumerate(columns, start=1)) - 4 * lost - 5 * left


COUNTS: dict[str, Callable[[list[int], int, int], int]] = {"rival:vole": vole, "rival:crane": crane, "rival:pike": pike}


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_legal_and_the_same_for_the_same_view(name: str) -> None:
    for position in positions():
        view = position.view(position.seat)
        move = make_bot(name, 1).choose(view)
        assert move in position.moves()
        assert make_bot(name, 2).choose(position.view(position.seat)) == move


def test_what_is_told_of_them() -> None:
    assert "own invention" in INVENTED
    assert "passes" in GAME.rivals.alike
    for rival in rivals_of(GAME).values():
        assert isinstance(rival, Rival)
        assert rival.title == rival.name.capitalize()
        assert rival.character.endswith(".")
        assert len(rival.rules) == 3 and all(rule.endswith(".") for rule in rival.rules)
        view = positions()[0].view(positions()[0].seat)
        assert rival.reason(view) == f"{rival.title}'s rule 2: {rival.rules[1]}"


@pytest.mark.parametrize("name", NAMES)
def test_rule_1_when_it_draws(name: str) -> None:
    """With an empty satchel, or with one piece; the Vole only where no gathering counts two."""
    few = 0 if name in ("rival:duckling", "rival:magpie") else 1
    drawn = 0
    for position, move, rule in turns(name):
        if isinstance(move, Draw):
            drawn += 1
            assert rule == 1
            assert can_draw(position)
            assert satchel(position) <= few or not gatherings(position)
        elif can_draw(position) and satchel(position) <= few and rule != 3:
            assert name == "rival:vole"
            assert vole(*landed(position, move)) >= 2
    assert drawn > 10


@pytest.mark.parametrize("name", NAMES)
def test_a_draw_takes_what_comes_first(name: str) -> None:
    for position, move, _ in turns(name):
        if isinstance(move, Draw):
            assert move.take == position.lake[:4]
            held = sorted((*position.seat_board(int(position.state.seat)).satchel, *move.take))
            assert list(move.overflow) == held[5:]


def test_rule_2_the_duckling_gathers_nearest_the_lake() -> None:
    for position, move, rule in turns("rival:duckling"):
        if isinstance(move, Place):
            assert rule == 2
            assert move.gather == max(other.gather for other in gatherings(position))


def test_rule_2_the_magpie_gathers_most_glass() -> None:
    for position, move, rule in turns("rival:magpie"):
        if isinstance(move, Place):
            assert rule == 2
            most = max(len(position.tile(other.gather).pieces) for other in gatherings(position))
            assert len(position.tile(move.gather).pieces) == most


@pytest.mark.parametrize("name", COUNTING)
def test_rule_2_the_others_gather_what_counts_most(name: str) -> None:
    count = COUNTS[name]
    for position, move, rule in turns(name):
        if isinstance(move, Place) and rule == 2:
            ways = [other for other in gatherings(position) if is_rare_first(position, other)]
            assert count(*landed(position, move)) == max(count(*landed(position, other)) for other in ways)
            equal = [other for other in ways if count(*landed(position, other)) == count(*landed(position, move))]
            assert len(move.pieces) == min(len(other.pieces) for other in equal)
            fewest = [other for other in equal if len(other.pieces) == len(move.pieces)]
            assert move.gather == min(other.gather for other in fewest)


@pytest.mark.parametrize("name", NAMES)
def test_rule_3_the_order_of_new_colours(name: str) -> None:
    ordered = 0
    for position, move, _ in turns(name):
        if isinstance(move, Place) and move.order:
            ordered += 1
            if name in ("rival:duckling", "rival:magpie"):
                free = 7 - int(position.state.columns_used[position.state.seat])
                numbers = [COLOUR_NAMES.index(colour) for colour in move.order]
                assert numbers[:free] == sorted(numbers)[:free]
            else:
                assert is_rare_first(position, move)
    assert ordered > 5


def test_rule_3_in_its_last_turn_the_pike_scores_most() -> None:
    closed = 0
    for position, move, rule in turns("rival:pike"):
        assert (rule == 3) == (position.phase == "final" and isinstance(move, Place))
        if rule == 3:
            closed += 1
            seat = int(position.state.seat)
            ways = [other for other in gatherings(position) if is_rare_first(position, other)]
            totals = {w: position.after(*GAME.moves.decisions_of(position, w)).total(seat) for w in ways}
            assert totals[move] == max(totals.values())
    assert closed > 3


def test_they_rise_in_strength() -> None:
    """Sixty deals against novice, from both seats: the easiest loses most games, the strongest wins most."""

    shares = []
    for name in ("rival:duckling", "rival:pike"):
        figures = summarise(run(Contest(GAME.make_terms(2), (name, "novice"), "strength", 120)))
        shares.append(figures["bots"][0]["win_share"])
    assert shares[0] < 0.4
    assert shares[1] > 0.6
