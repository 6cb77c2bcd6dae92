"""Bots answer with legal moves from their own view, and the same for the same seed."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from rivertable.bots import LEVELS, Bot, Level, make_bot
from rivertable.bots.driver import play_out, play_turn
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import UnknownNameError
from rivertable.core.match import Match, Player
from rivertable.core.moves import walk_turns
from rivertable.glassworks import GAME, Position


def match_of(players: int, seed: int) -> Match:
    return Match.new(
        GAME.make_terms(players), [Player(f"bot {seat}", "novice") for seat in range(players)], seed_bytes(seed)
    )


def positions(count: int) -> Iterator[Position]:
    """Positions at the start of a turn, from the beginning to the end of random games."""
    for seed in range(count):
        match = match_of(2 + seed % 4, seed)
        bots = {seat: make_bot("random", seed + seat) for seat in range(match.terms.players)}
        while not match.is_over:
            position = match.position
            assert isinstance(position, Position)
            yield position
            play_turn(match, bots)


def test_levels_have_names_and_sentences() -> None:
    assert list(LEVELS) == ["random", "novice"]
    for name, level in LEVELS.items():
        assert isinstance(level, Level)
        assert level.name == name
        assert level.sentence.endswith(".")
    with pytest.raises(UnknownNameError, match="There is no bot 'grandmaster'; there are random, novice"):
        make_bot("grandmaster")


@pytest.mark.parametrize("level", list(LEVELS))
def test_every_choice_is_legal(level: str) -> None:
    bot: Bot = make_bot(level, 5)
    for position in islice(positions(6), 0, None, 5):
        assert bot.choose(position.view(position.seat)) in position.moves()


@pytest.mark.parametrize("level", list(LEVELS))
def test_equal_seeds_play_equal_games(level: str) -> None:
    records = []
    for _ in range(2):
        match = match_of(3, 11)
        play_out(match, {seat: make_bot(level, seat) for seat in range(3)})
        assert match.is_over
        records.append(match.record())
    assert records[0] == records[1]


def test_random_takes_every_choice_about_as_often() -> None:
    """The first decision of a turn is uniform: chi-square with 5 degrees of freedom and more, far from its tail."""
    position = Position.new(players=2, seed=3)
    legal = position.decisions()
    bot = make_bot("random", 1)
    first = Counter(GAME.decisions_of(position, bot.choose(position.view(0)))[0] for _ in range(3000))
    assert set(first) == set(legal)
    expected = 3000 / len(legal)
    assert sum((count - expected) ** 2 / expected for count in first.values()) < 5 * len(legal)


def test_novice_takes_the_best_projection() -> None:
    bot = make_bot("novice")
    for position in islice(positions(4), 0, None, 7):
        seat = int(position.state.seat)
        worth = {
            decisions: GAME.engine.project(states, 0, position.terms.array, seat)
            for decisions, states in walk_turns(position)
        }
        chosen = GAME.decisions_of(position, bot.choose(position.view(seat)))
        assert worth[chosen] == max(worth.values())


def test_the_outlook_leaves_the_state_as_it_was() -> None:
    for position in islice(positions(4), 0, None, 3):
        states = position.states.copy()
        for seat in range(position.players):
            GAME.engine.project(states, 0, position.terms.array, seat)
        assert states.tobytes() == position.states.tobytes()
