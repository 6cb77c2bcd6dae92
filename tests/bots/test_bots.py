"""Levels answer with legal moves from their own view, and play as their sentences say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bots.boards import BOTH, UNTIMED, game_of, some_positions, view_of
from rivertable.bots import LEVELS, Bot, Level, kind_of, make_bot, play_out
from rivertable.bots.names import KINDS, QUICK, RANDOM
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import UnknownNameError
from rivertable.core.match import Match, Player
from rivertable.core.position import Position, walk_turns
from rivertable.glassworks import GAME


def worth_of_turns(position: Position) -> dict[tuple[int, ...], float]:
    """The heuristic evaluation of each turn, by its decisions."""
    project = position.game.kernel.primitives.project
    seat = int(position.state.seat)
    return {turn: project(states, 0, position.terms.array, seat) for turn, states in walk_turns(position)}


def test_levels_have_names_and_sentences() -> None:
    assert list(LEVELS) == ["novice", "apprentice", "artisan", "expert", "master"]
    for name, level in LEVELS.items():
        assert isinstance(level, Level)
        assert level.name == name
        assert level.sentence.endswith(".")
    with pytest.raises(UnknownNameError, match="There is no bot 'grandmaster'; there are novice, apprentice, artisan"):
        make_bot("grandmaster")


def test_a_level_stands_for_a_kind_that_keeps_its_time() -> None:
    assert [kind_of(name) for name in LEVELS] == ["sight", "sight", "sight", "search", "search"]
    assert [kind_of(name) for name in (RANDOM, "flat:playouts=3", "rival:pike")] == [RANDOM, "flat", None]
    assert RANDOM in KINDS and RANDOM not in LEVELS
    assert all(below.seconds <= level.seconds <= 1 for below, level in pairwise(LEVELS.values()))
    assert all(level.seconds <= QUICK for level in list(LEVELS.values())[:-1])
    for level in LEVELS.values():
        parts = dict(part.split("=") for part in level.bot.partition(":")[2].split(","))
        assert float(parts.get("time", 0)) < level.seconds
        # Without a limit of time it is one of work: a few positions, of which few turns are evaluated.
        evaluated = int(parts.get("playouts", 1)) * int(parts.get("node_candidates", 1)) + int(
            parts.get("root_candidates", 0)
        )
        assert "time" in parts or 0 < evaluated <= 2000


@pytest.mark.parametrize("level", [RANDOM, *LEVELS])
@pytest.mark.parametrize("name", BOTH)
def test_every_choice_is_legal(name: str, level: str) -> None:
    bot: Bot = make_bot(level, 5)
    for position in some_positions(name, 60 if level in ("expert", "master") else 12):
        assert bot.choose(view_of(position)) in position.moves()


@pytest.mark.parametrize("bot", UNTIMED)
def test_equal_seeds_play_equal_games(bot: str) -> None:
    records = []
    for _ in range(2):
        match = Match.new(GAME.make_terms(3), [Player(f"bot {seat}", bot) for seat in range(3)], seed_bytes(11))
        play_out(match, {seat: make_bot(bot, seat) for seat in range(3)})
        assert match.is_over
        records.append(match.record())
    assert records[0] == records[1]


def test_random_takes_every_choice_about_as_often() -> None:
    """The first decision of a turn is uniform: chi-square with 5 degrees of freedom and more, far from its tail."""
    position = GAME.position_class.new(players=2, seed=3)
    legal = position.decisions()
    bot = make_bot("random", 1)
    first = Counter(GAME.moves.decisions_of(position, bot.choose(position.view(0)))[0] for _ in range(3000))
    assert set(first) == set(legal)
    expected = 3000 / len(legal)
    assert sum((count - expected) ** 2 / expected for count in first.values()) < 5 * len(legal)


@pytest.mark.parametrize("name", BOTH)
def test_without_a_network_the_best_by_the_heuristic_evaluation_is_taken(name: str) -> None:
    """Where it looks at every turn: not in the widest positions."""
    game, bot = game_of(name), "sight:net=no,root_candidates=1000"
    found = 0
    for number, position in enumerate(some_positions(name, 7)):
        worth = worth_of_turns(position)
        if len(worth) <= 800:
            found += 1
            chosen = game.moves.decisions_of(position, make_bot(bot, number).choose(view_of(position)))
            assert worth[chosen] >= max(worth.values()) - 1e-3
    assert found >= 10


@pytest.mark.parametrize("name", BOTH)
def test_who_looks_at_little_does_not_see_all_that_it_could_do(name: str) -> None:
    """It gives up something, and only where there are more turns than it looks at."""
    game = game_of(name)
    missed = 0
    for number, position in enumerate(some_positions(name, 7)):
        worth = worth_of_turns(position)
        chosen = game.moves.decisions_of(
            position, make_bot("sight:net=no,root_candidates=30", number).choose(view_of(position))
        )
        given_up = max(worth.values()) - worth.get(chosen, max(worth.values()))
        assert given_up <= 1e-3 or len(worth) > 30
        missed += given_up > 1e-3
    assert missed > 0


def test_the_heuristic_evaluation_has_no_favourite_end_of_the_river() -> None:
    """To build at either end of either bank has the same one-ply value: different seeds build at each of them."""
    game = game_of("market")
    for position in some_positions("market", 5):
        worth = worth_of_turns(position)
        best = {turn for turn, value in worth.items() if value > max(worth.values()) - 1e-4}
        if len(best) == 4 == len({turn[-1] for turn in best}) and len({turn[:-1] for turn in best}) == 1:
            break
    else:
        pytest.fail("no such position was met")
    view = view_of(position)
    chosen = {game.moves.decisions_of(position, make_bot("sight:net=no", seed).choose(view)) for seed in range(40)}
    assert chosen >= best
    assert all(make_bot("novice", seed).choose(view) == make_bot("novice", seed).choose(view) for seed in range(8))


@pytest.mark.parametrize("name", BOTH)
def test_a_whim_settles_for_less(name: str) -> None:
    """It gives up no more than it may, and now and then something; it compares the best 64."""
    game = game_of(name)
    gave_up = []
    for position in some_positions(name, 9):
        ends = {decisions: states.tobytes() for decisions, states in walk_turns(position)}
        worth = worth_of_turns(position)
        values = sorted({ends[turn]: value for turn, value in worth.items()}.values(), reverse=True)[:64]
        if len(worth) > 800:
            continue
        for seed in range(12):
            chosen = game.moves.decisions_of(
                position, make_bot("sight:net=no,tolerance=0.5", seed).choose(view_of(position))
            )
            gave_up.append(values[0] - worth[chosen])
            assert gave_up[-1] <= 0.5 * (values[0] - sum(values) / len(values)) + 1e-3
    assert max(gave_up) > 0.3


@pytest.mark.parametrize("name", BOTH)
def test_the_outlook_leaves_the_state_as_it_was(name: str) -> None:
    for position in some_positions(name, 7):
        states = position.states.copy()
        for seat in range(position.players):
            position.game.kernel.primitives.project(states, 0, position.terms.array, seat)
        assert states.tobytes() == position.states.tobytes()
