"""Exact endings against expectimax worked out slowly, and the bot that uses them."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from bots.boards import BOTH, some_positions, view_of
from bots.expectimax import Vector, changed, ends, expectation, paired, result, thinned
from rivertable.bots.search.bots import SearchBot, SearchParameters
from rivertable.bots.search.endings import Solver
from rivertable.core.position import Position
from rivertable.glassworks import GAME

TRIGGER = 17
BAGS = ({4: 1, 22: 1, 40: 1}, {13: 2, 30: 1}, {0: 1, 9: 1, 8: 1})
"""Pieces by type; some share a colour, which is the remainder by 9."""
SEEDS = (0, 1, 4)
"""Games that end in every way that is to be solved."""


def late_positions(players: int, preset: str, seed: int) -> Iterator[Position]:
    """The positions of a game of quick bots, as far as the next turn triggers the end, or it is triggered."""
    position = GAME.position_class.new(players=players, seed=seed, preset=preset)
    bot = SearchBot(seed, SearchParameters(playouts=1, root_candidates=30))
    turn = 0
    while not position.is_over:
        turn += 1
        after = position.play(bot.choose(view_of(position)), chance=seed * 1000 + turn)
        if position.state.is_triggered or after.state.is_triggered:
            yield position
        position = after


def small_endings(players: int, preset: str, seed: int) -> Iterator[Position]:
    """Endings made so small that they can be worked out slowly, of every length."""
    bag = BAGS[seed % len(BAGS)]
    for position in late_positions(players, preset, seed):
        left = int(position.state.turns_left) if position.state.is_triggered else 99
        if left == 1:
            yield thinned(position, bag, 5, 5)
        elif left == 2:
            yield thinned(position, bag, 2, 5 if seed % 2 else 0)
            yield paired(position, bag)
        elif left == 3:
            yield paired(position, bag)
        elif left == 99:
            yield thinned(position, {4: 1}, 1, 0)
            yield changed(thinned(position, {}, 2, 0), inventory=[0] * 5)


def floats(vector: Vector) -> list[float]:
    return [float(number) for number in vector]


@pytest.mark.parametrize("preset", ["rulebook", "bga"])
@pytest.mark.parametrize("players", [2, 3])
def test_endings_are_solved_as_slow_expectimax_solves_them(players: int, preset: str) -> None:
    """G18, G26, G29-G33: what every turn brings, and the turn chosen, through refills, the top-up and the end."""
    solver = Solver(GAME, players, 2_000_000)
    lengths = set()
    for seed in SEEDS:
        for position in small_endings(players, preset, seed):
            seat = int(position.state.seat)
            known: dict[Position, Vector] = {}
            found = solver.solve(position.states, position.terms.array, has_hidden=False, positions=2_000_000)
            assert found is not None
            assert solver.positions == found.positions > 0
            expected = floats(expectation(position, seat, known))
            assert [*found.values, *found.scores] == pytest.approx(expected, abs=1e-6)
            assert floats(expectation(position.after(*found.decisions), seat, known)) == expected
            for after in ends(position):
                values, scores = solver.rate(after.states, position.terms.array)
                assert [*values, *scores] == pytest.approx(floats(expectation(after, seat, known)), abs=1e-6)
            lengths.add(int(position.state.turns_left) if position.state.is_triggered else 99)
    assert lengths == {1, 2, 3, 99}


def test_the_last_turn_of_a_hidden_game_is_solved_and_no_turn_before() -> None:
    """R10: nobody decides after it, so no hand matters; any other turn is answered by hands that nobody sees."""
    solved = 0
    for position in some_positions("market", 1, games=8):
        view, seat = view_of(position), int(position.state.seat)
        solver = Solver(position.game, position.players, 100_000)
        found = solver.solve(view.states, view.terms.array, has_hidden=True)
        if position.state.turns_left != 1:
            assert found is None
            assert solver.positions < 200, "it is noticed at the first turn that is over"
            continue
        assert found is not None
        solved += 1
        expected = max(result(after.totals)[seat] for after in ends(position))
        assert found.values[seat] == pytest.approx(float(expected), abs=1e-6)
        assert result(position.after(*found.decisions).totals)[seat] == expected
        other = view.sample(solved)
        assert solver.solve(other.states, view.terms.array, has_hidden=True) == found
    assert solved == 8


@pytest.mark.parametrize("name", BOTH)
def test_what_is_too_much_is_given_up(name: str) -> None:
    for position in some_positions(name, 16, games=2):
        solver = Solver(position.game, position.players, 10_000)
        found = solver.solve(position.states, position.terms.array, has_hidden=False, positions=6_000)
        assert found is None
        assert solver.positions <= 6_000
        began = time.perf_counter()
        assert solver.solve(position.states, position.terms.array, has_hidden=False, until=began) is None
        with pytest.raises(KeyError):
            solver.rate(position.states, position.terms.array)


@pytest.mark.parametrize("name", BOTH)
def test_the_bot_takes_over_exactly_and_says_so(name: str) -> None:
    """At the last turn its value is the result itself, whatever its budget; told not to, it searches."""
    bots = [
        SearchBot(3, SearchParameters(playouts=1)),
        SearchBot(3, SearchParameters(playouts=50, threads=2)),
        SearchBot(3, SearchParameters(playouts=8, exact=False)),
    ]
    solved = 0
    for position in some_positions(name, 1, games=6):
        seat = int(position.state.seat)
        if position.state.turns_left != 1:
            continue
        solved += 1
        expected = float(max(result(after.totals)[seat] for after in ends(position)))
        for bot in bots:
            move = bot.choose(view_of(position))
            found = bot.result
            assert found is not None
            assert found.is_exact is bot.parameters.exact
            if found.is_exact:
                after = position.after(*position.game.moves.decisions_of(position, move))
                assert found.values[seat] == pytest.approx(expected, abs=1e-6)
                assert result(after.totals)[seat] == pytest.approx(expected, abs=1e-6)
                assert found.playouts == 0
    assert solved >= 5


def test_the_search_answers_where_the_end_is_too_far() -> None:
    bot = SearchBot(4, SearchParameters(playouts=8))
    for position in some_positions("glassworks", 20, games=2):
        assert bot.choose(view_of(position)) in position.moves()
        assert bot.result is not None
        assert not bot.result.is_exact
        assert bot.result.playouts > 0


@pytest.mark.parametrize("game", BOTH)
def test_nothing_is_left_to_be_compiled_in_the_middle_of_an_ending(game: str) -> None:
    """In a process of its own: here other tests have solved endings already."""
    program = (
        "from rivertable.bots.lookahead import lookahead\n"
        "from rivertable.bots.search.endings import Solver\n"
        "from rivertable.core.game import GAMES\n"
        f"game = GAMES[{game!r}]\n"
        "recall = lookahead(game).exact.recall\n"
        "assert not recall.signatures\n"
        "Solver(game, 2, 1)\n"
        "assert len(recall.signatures) == 1, recall.signatures\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
