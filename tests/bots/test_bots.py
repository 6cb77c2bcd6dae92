"""Levels answer with legal moves from their own view, and play as their sentences say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bots.boards import BOTH, game_of, some_positions, view_of
from bots.budgets import UNTIMED
from rivertable.bots import LEVELS, Bot, Level, kind_of, make_bot
from rivertable.bots.compiled import lookahead
from rivertable.bots.driver import play_out
from rivertable.bots.kinds import KINDS
from rivertable.bots.whims import is_moved
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import UnknownNameError
from rivertable.core.match import Match, Player
from rivertable.core.moves import walk_turns
from rivertable.core.position import Position
from rivertable.glassworks import GAME


def worth_of_turns(position: Position) -> dict[tuple[int, ...], float]:
    """What a beginner thinks of each turn, by its decisions."""
    project = lookahead(position.game).game.project
    seat = int(position.state.seat)
    return {turn: project(states, 0, position.terms.array, seat) for turn, states in walk_turns(position)}


def test_levels_have_names_and_sentences() -> None:
    assert list(LEVELS) == ["random", "novice", "apprentice", "artisan", "master"]
    for name, level in LEVELS.items():
        assert isinstance(level, Level)
        assert level.name == name
        assert level.sentence.endswith(".")
    with pytest.raises(UnknownNameError, match="There is no bot 'grandmaster'; there are random, novice, apprentice"):
        make_bot("grandmaster")


def test_a_level_stands_for_a_kind_that_keeps_its_time() -> None:
    assert [kind_of(name) for name in LEVELS] == [None, "sight", "sight", "search", "search"]
    assert kind_of("flat:playouts=3") == "flat" and kind_of("rival:pike") is None and "flat" in KINDS
    assert all(below.seconds <= level.seconds <= 1 for below, level in pairwise(LEVELS.values()))
    for level in LEVELS.values():
        parts = dict(part.split("=") for part in level.bot.partition(":")[2].split(",") if part)
        assert "playouts" not in parts or "time" in parts
        assert float(parts.get("time", 0)) < level.seconds


@pytest.mark.parametrize("level", list(LEVELS))
@pytest.mark.parametrize("name", BOTH)
def test_every_choice_is_legal(name: str, level: str) -> None:
    bot: Bot = make_bot(level, 5)
    for position in some_positions(name, 60 if level == "master" else 12):
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
    first = Counter(GAME.decisions_of(position, bot.choose(position.view(0)))[0] for _ in range(3000))
    assert set(first) == set(legal)
    expected = 3000 / len(legal)
    assert sum((count - expected) ** 2 / expected for count in first.values()) < 5 * len(legal)


@pytest.mark.parametrize("name", BOTH)
def test_a_beginners_eye_takes_what_promises_most_or_hardly_less(name: str) -> None:
    """Where it looks at every turn: not in the widest positions."""
    game, eye = game_of(name), "sight:net=no,look=1000,whim=0.1"
    found = 0
    for number, position in enumerate(some_positions(name, 7)):
        worth = worth_of_turns(position)
        if len(worth) <= 800:
            found += 1
            chosen = game.decisions_of(position, make_bot(eye, number).choose(view_of(position)))
            assert worth[chosen] >= max(worth.values()) - 0.101
    assert found >= 10


@pytest.mark.parametrize("name", BOTH)
def test_a_novice_does_not_see_all_that_it_could_do(name: str) -> None:
    """It gives up more than its mood allows, and only where there are more turns than it looks at."""
    game = game_of(name)
    missed = 0
    for number, position in enumerate(some_positions(name, 7)):
        worth = worth_of_turns(position)
        chosen = game.decisions_of(position, make_bot("novice", number).choose(view_of(position)))
        given_up = max(worth.values()) - worth.get(chosen, max(worth.values()))
        assert given_up <= 1.001 or len(worth) > 30
        missed += given_up > 1.001
    assert missed > 0


def test_a_novice_has_no_favourite_end_of_the_river() -> None:
    """To build at either end of either bank is the same at first sight: different seeds build at each of them."""
    game = game_of("market")
    for position in some_positions("market", 5):
        worth = worth_of_turns(position)
        best = {turn for turn, value in worth.items() if value > max(worth.values()) - 1e-4}
        if len(best) == 4 == len({turn[-1] for turn in best}) and len({turn[:-1] for turn in best}) == 1:
            break
    else:
        pytest.fail("no such position was met")
    view = view_of(position)
    chosen = {game.decisions_of(position, make_bot("novice", seed).choose(view)) for seed in range(40)}
    assert chosen >= best
    assert all(make_bot("novice", seed).choose(view) == make_bot("novice", seed).choose(view) for seed in range(8))


@pytest.mark.parametrize("name", BOTH)
def test_a_whim_settles_for_less(name: str) -> None:
    game = game_of(name)
    given_up = []
    for number, position in enumerate(some_positions(name, 9)):
        worth = worth_of_turns(position)
        chosen = game.decisions_of(position, make_bot("sight:net=no,whim=2", number).choose(view_of(position)))
        given_up.append(max(worth.values()) - worth.get(chosen, max(worth.values())))
    assert max(given_up) > 0.3
    assert all(-1e-4 <= lost <= 2.001 for lost in given_up)


@pytest.mark.parametrize("name", BOTH)
def test_a_slip_is_the_second_best_turn(name: str) -> None:
    """One that always slips takes another turn wherever the second is close, and never one that was not looked at."""
    game = game_of(name)
    slipped = 0
    for position in some_positions(name, 6):
        view = view_of(position)
        never, always = (make_bot(f"search:playouts=20{slip}", 2).choose(view) for slip in ("", ",slip=1"))
        assert always in position.moves()
        slipped += game.write_move(never) != game.write_move(always)
    assert 0 < slipped < len(some_positions(name, 6))


def test_what_comes_over_a_bot_does_so_as_often_as_is_said() -> None:
    view = view_of(some_positions("glassworks", 20)[1])
    assert 60 < sum(is_moved(seed, view, 0.1) for seed in range(1000)) < 140
    assert not any(is_moved(seed, view, 0.0) for seed in range(50))
    assert all(is_moved(seed, view, 1.0) for seed in range(50))


@pytest.mark.parametrize("name", BOTH)
def test_the_outlook_leaves_the_state_as_it_was(name: str) -> None:
    for position in some_positions(name, 7):
        states = position.states.copy()
        for seat in range(position.players):
            lookahead(position.game).game.project(states, 0, position.terms.array, seat)
        assert states.tobytes() == position.states.tobytes()
