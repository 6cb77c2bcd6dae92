"""Whole random games of the compiled rules: what always holds, and the same game however it is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rivertable.core.compiling.bits import new_generator
from rivertable.market.kernel import KERNEL
from rivertable.market.kernel.state import DECISIONS, OUTCOMES_END, STATE, Outcome, Phase, new_states

from .kernel_table import KernelTable
from .random_games import random_games

INSIDE = ("card", "used", "times_left", "need", "last_shed", "done", "bonus", "given", "last_pay", "last_gain")
"""Fields that are 0 but inside a turn."""
LEVELS = ("start", "low", "prior", "dip", "before")


def check_blank_between_turns(table: KernelTable) -> None:
    """Nothing of the last turn is left in the state, so that equal positions are equal bytes."""
    state = table.state
    assert all(state[field] == 0 for field in (*INSIDE, "due", "yielded"))
    assert (state.plank, state.last_plank) == (-1, -1)
    assert all((state[field] == 0).all() for field in LEVELS)
    count = int(state.river_count)
    assert (state.river[count:] == -1).all()
    assert (state.owner[count:] == -1).all()
    assert (state.stars[count:] == 0).all()
    assert (state.pawn[: table.players] < count).all()


def changed_fields(before: np.ndarray, after: np.ndarray) -> set[str]:
    """The fields in which two states differ."""
    assert STATE.names is not None
    return {field for field in STATE.names if not np.array_equal(before[0][field], after[0][field])}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_m1_m2_nothing_is_lost_in_random_games(players: int) -> None:
    """M1, M2: every card, house and token is somewhere exactly once after every step."""
    rng = Random(f"conservation {players}")
    seen = set()
    for _ in range(12):
        table = KernelTable(players=players, is_set_up=False, first_seat=rng.randrange(players))
        while int(table.state.phase) != Phase.OVER:
            legal, outcomes = table.legal(), table.outcomes()
            assert bool(legal) != bool(outcomes)
            choices = legal or outcomes
            assert choices == sorted(set(choices))
            assert all(choice < DECISIONS for choice in legal)
            assert all(Outcome.DRAWN <= choice < OUTCOMES_END for choice in outcomes)
            before = table.states.copy()
            phase = int(table.state.phase)
            if phase == Phase.MAIN:
                check_blank_between_turns(table)
            if phase in (Phase.DOING, Phase.AGAIN, Phase.PAYING, Phase.GAINING, Phase.SHEDDING):
                assert len(legal) > 1, "what has one answer is not asked"
            seen.add(phase)
            table.apply(rng.choice(choices))
            table.check_conservation()
            if phase == Phase.REFILL and table.state.shuffles == before[0].shuffles:
                assert "resource" not in changed_fields(before, table.states)
                assert "discard" not in changed_fields(before, table.states)
        check_blank_between_turns(table)
        assert (table.state.seat, table.state.turns_left) == (table.state.end_seat, 0)
        assert table.state.houses.min() == 0
        for seat in range(players):
            assert table.sheet(seat).total == table.total(seat)
    assert {Phase.MAIN, Phase.DOING, Phase.PAYING, Phase.GAINING, Phase.REFILL} <= seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_game_always_ends(players: int) -> None:
    """M110, M116: hundreds of games come to their end, each decision being one of few."""
    table = KernelTable(players=players, is_set_up=False)
    blank, totals = new_states(1), np.zeros(5, np.int64)
    generator = new_generator(players)
    games = 300
    taken = KERNEL.random_games(table.states, blank, table.terms, players, games, generator, table.out, totals)
    assert table.state.phase == Phase.OVER
    assert 50 < taken / games < 1500
    assert (totals[:players] > 0).all()
    assert (totals[players:] == 0).all()


def test_stepping_is_playing() -> None:
    """A game stepped with its own chance goes as one in which each outcome is drawn and applied on its own."""
    table = KernelTable(players=3, is_set_up=False)
    states, generator, rng = new_states(1), new_generator(5), Random(1)
    count = KERNEL.deal(states, 0, table.terms, 3, 1, generator, table.out)
    assert (states[0].seat, states[0].phase) == (1, Phase.MULLIGAN)
    while count:
        table.states[0] = states[0]
        decision = int(table.out[rng.randrange(count)])
        assert count == len(table.legal())
        table.apply(decision)
        count = KERNEL.step(states, 0, table.terms, decision, generator, table.out)
        while (outcomes := table.outcomes()) and table.states.tobytes() != states.tobytes():
            new_cards = int(states[0].hand[table.state.seat]) & ~int(table.state.hand[table.state.seat])
            table.apply(next(outcome for outcome in outcomes if new_cards >> (outcome - Outcome.DRAWN) & 1))
        assert table.states.tobytes() == states.tobytes()
        table.out[:count] = table.legal()
    assert states[0].phase == Phase.OVER


def outputs(variable: str, players: int, games: int) -> str:
    """What a process of its own says of random games, with an environment variable set."""
    script = Path(__file__).with_name("random_games.py")
    # Indices are checked however little the machine code is optimised; with less of that it compiles a fifth sooner.
    settings = {variable: "1", "NUMBA_OPT": "1", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environment = os.environ | settings
    command = [sys.executable, str(script), str(players), str(games)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("variable", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
@pytest.mark.parametrize("players", [2, 5])
def test_the_same_games_interpreted_and_with_bounds_checked(variable: str, players: int) -> None:
    assert outputs(variable, players, 3) == random_games(players, 3)
