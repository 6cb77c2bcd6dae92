"""Chance as it is sampled: by the sources of the package, and inside the compiled loops."""

from collections import Counter
from collections.abc import Hashable, Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

from rivertable.core.chance import Referee, Simulator
from rivertable.core.compiling.bits import new_generator
from rivertable.glassworks import GAME
from rivertable.glassworks.kernel.state import CHOICES_AT_MOST, Goal, Outcome, Phase

from .kernel_games import KernelGame, terms_of
from .strategies import EDITIONS
from .tables import OPTIONS, table

DRAWS = 20_000


def is_likely(seen: Counter[Any], weights: Mapping[Any, float]) -> bool:
    """Whether the chi-square distance is within four standard deviations of what chance does."""
    assert set(seen) <= set(weights)
    total, draws = sum(weights.values()), seen.total()
    expected = {outcome: draws * weight / total for outcome, weight in weights.items()}
    distance = sum((seen[outcome] - count) ** 2 / count for outcome, count in expected.items())
    freedom = len(weights) - 1
    return bool(abs(distance - freedom) < 4 * (2 * freedom) ** 0.5)


def test_the_measure_tells_wrong_weights() -> None:
    """A bag in which one piece in twelve is drawn too often is found out."""
    rng = Random("measure")
    weights = {number: 1 + number % 3 for number in range(12)}
    fair = Counter(rng.choices(list(weights), list(weights.values()), k=DRAWS))
    assert is_likely(fair, weights)
    assert not is_likely(fair, dict.fromkeys(weights, 1))
    assert not is_likely(fair + Counter({3: 400}), weights)


@pytest.mark.parametrize("source", [Simulator(5), Referee(bytes(32))], ids=["simulator", "referee"])
def test_sources_follow_the_weights(source: Simulator | Referee) -> None:
    """Draws of one piece from one bag, by a fixed seed."""
    position = table(satchels=["whC"]).after(2 * 9).apply(145)
    outcomes, weights = zip(*position.outcomes(), strict=True)
    seen = Counter(source.choose(outcomes, weights) for _ in range(DRAWS))
    assert is_likely(seen, dict(position.outcomes()))


def test_the_compiled_loop_follows_the_weights() -> None:
    """G18: the one piece that refills a tile, drawn by the loop that plays whole games."""
    position = table(satchels=["whT"], river={"H": "puT"}, bag="whH whH whH whH puD puD puD lbC lbC orX yeT")
    generator, out = new_generator(3), np.empty(CHOICES_AT_MOST, dtype=np.int16)
    seen: Counter[int] = Counter()
    states = position.states.copy()
    for _ in range(DRAWS):
        states[0] = position.states[0]
        GAME.kernel.step(states, 0, position.terms.array, 0, generator, out)
        seen[int(states[0].tile[1].argmax())] += 1
    assert is_likely(seen, Counter(piece.number for piece in position.bag))


def test_the_compiled_set_up_is_even() -> None:
    """G7, G10: every order of the tiles is as likely, and glass in the last satchel comes by the bag's weights."""
    terms = terms_of(5)
    generator, out = new_generator(8), np.empty(CHOICES_AT_MOST, dtype=np.int16)
    rivers: Counter[Hashable] = Counter()
    last: Counter[int] = Counter()
    for _ in range(DRAWS):
        states = GAME.kernel.new_states(1)
        GAME.kernel.deal(states, 0, terms.array, 5, 0, generator, out)
        rivers[tuple(states[0].river.tolist())] += 1
        last[Random(int(generator[0])).choice(states[0].satchel[4, :3].tolist())] += 1
    assert len(rivers) == 720
    assert is_likely(rivers, dict.fromkeys(rivers, 1))
    assert is_likely(last, dict(enumerate(terms.array[0].bag.tolist())))


def drawn_to(state: Any, goal: int) -> Counter[int]:
    """The types of the glass where drawn pieces go: on a tile, in the lake or in a satchel."""
    if goal < Goal.LAKE:
        return Counter({number: count for number, count in enumerate(state.tile[goal].tolist()) if count})
    if goal == Goal.LAKE:
        return Counter(state.lake[: int(state.lake_count)].tolist())
    seat = goal - Goal.SATCHEL
    return Counter(state.satchel[seat, : int(state.held[seat])].tolist())


def replay(game: KernelGame, decision: int, after: Any) -> None:
    """Apply a decision and, one by one, the outcomes that must have led to the state ``after``."""
    game.apply(decision)
    while game.weights():
        goal = int(game.states[0].goal)
        game.apply(Outcome.DRAWN + min(drawn_to(after, goal) - drawn_to(game.states[0], goal)))


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_the_compiled_loop_is_a_run_of_single_outcomes(edition: str) -> None:
    """G18, G26, G27, G30: what it leaves behind is what the same pieces drawn one by one leave behind."""
    out = np.empty(CHOICES_AT_MOST, dtype=np.int16)
    for number in range(24):
        terms = terms_of(2 + number % 4, sorted(OPTIONS)[number % 6], EDITIONS[edition])
        generator, rng = new_generator(number), Random(number)
        states = GAME.kernel.new_states(1)
        count = GAME.kernel.deal(states, 0, terms.array, terms.players, number % terms.players, generator, out)
        while count:
            game = KernelGame(terms)
            game.states = states.copy()
            assert game.decisions() == out[:count].tolist()
            decision = rng.choice(out[:count].tolist())
            count = GAME.kernel.step(states, 0, terms.array, decision, generator, out)
            replay(game, decision, states[0])
            assert game.states.tobytes() == states.tobytes()
        assert states[0].phase == Phase.OVER


def test_whole_games_in_one_call() -> None:
    """Random games by the compiled loops: over, every piece kept, equal for equal seeds, totals added up by seat."""
    terms = terms_of(3)
    out, blank = np.empty(CHOICES_AT_MOST, dtype=np.int16), GAME.kernel.new_states(1)
    results = []
    for _ in range(2):
        generator, states = new_generator(4), GAME.kernel.new_states(1)
        totals, taken = np.zeros(3, dtype=np.int64), 0
        for _ in range(50):
            one = np.zeros(3, dtype=np.int64)
            taken += GAME.kernel.random_games(states, blank, terms.array, 3, 1, generator, out, one)
            assert states[0].phase == Phase.OVER
            assert one.tolist() == [GAME.kernel.total(states, 0, terms.array, seat) for seat in range(3)]
            totals += one
        results.append((totals.tolist(), taken, states.tobytes()))
    assert results[0] == results[1]
    generator, states, totals = new_generator(4), GAME.kernel.new_states(1), np.zeros(3, dtype=np.int64)
    taken = GAME.kernel.random_games(states, blank, terms.array, 3, 50, generator, out, totals)
    assert (totals.tolist(), taken, states.tobytes()) == results[0]
