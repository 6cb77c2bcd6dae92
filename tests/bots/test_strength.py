"""A person beside the levels: what games say, as often as it is said, and which games say nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Any

import pytest

from rivertable.bots import LEVELS
from rivertable.bots.strength.games import LevelGame, game_of_record, refusal_of
from rivertable.bots.strength.ladder import ANCHOR, ladder_of
from rivertable.bots.strength.person import PersonStrength, strengths_of
from rivertable.bots.strength.scale import POINTS, luck
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.core.record import RecordDocument, read_document

GLASS = "glassworks"


def games_of(*ends: tuple[str, int | None, int], players: int = 2) -> list[LevelGame]:
    """Games of one deal each: the level in all other seats, the person's total and theirs."""
    return [
        LevelGame(GLASS, players, str(number), ((level, other),) * (players - 1), own)
        for number, (level, own, other) in enumerate(ends)
    ]


def game_played(rng: Random, game: str, own: float, others: Sequence[str], heights: Mapping[str, float]) -> LevelGame:
    """A game as the model has it: exponential times at the rates of all who play end in such an order."""
    players = len(others) + 1
    strengths = (own, *(heights[level] for level in others))
    times = [-rng.expovariate(math.exp(strength / luck(players))) for strength in strengths]
    totals = [sorted(times).index(one) for one in times]
    return LevelGame(game, players, str(rng.random()), tuple(zip(others, totals[1:], strict=True)), totals[0])


def strength_of(games: Sequence[LevelGame]) -> PersonStrength:
    (found,) = strengths_of(games)
    return found


@pytest.mark.parametrize(("players", "fewest", "most"), [(2, 200, 200), (4, 5, 30)])
def test_a_person_is_within_the_interval_as_often_as_is_said(players: int, fewest: int, most: int) -> None:
    """True strengths are known, and the levels stand where they do as far as that is measured."""
    rng, held, persons = Random(players), 0, 300
    for number in range(persons):
        game = ("glassworks", "market")[number % 2]
        ladder = ladder_of(game, players)
        assert ladder is not None
        order = list(ladder.heights)
        # A step that is longer than measured moves all levels beyond it; the anchor stays where it is.
        moved = [0.0, *accumulate(rng.gauss(0, math.sqrt(doubt)) for doubt in ladder.doubts)]
        heights = {
            level: ladder.heights[level] + more - moved[order.index(ANCHOR)]
            for level, more in zip(order, moved, strict=True)
        }
        truth = rng.uniform(heights[order[0]], heights[order[-1]])
        games = [
            game_played(rng, game, truth, rng.choices(order, k=players - 1), heights)
            for _ in range(rng.randint(fewest, most))
        ]
        found = strength_of(games)
        low = -math.inf if found.low is None else found.low
        high = math.inf if found.high is None else found.high
        held += low <= POINTS * truth <= high
    # Twice the standard error of 300 persons is 2.5 %.
    assert 0.925 <= held / persons <= 0.975


def test_more_games_say_more_and_few_say_little() -> None:
    few, many = (strength_of(games_of(*[("artisan", 5, 4), ("artisan", 4, 5)] * count)) for count in (2, 40))
    assert (few.verdict, few.level, few.games) == ("about", "artisan", 4)
    assert few.points == pytest.approx(0, abs=1e-3) == many.points
    assert few.plus_minus is not None and many.plus_minus is not None
    # Less than the root of twenty: what the ladder is uncertain by does not go away.
    assert few.plus_minus > 900 > 4 * many.plus_minus > 800
    drawn = strength_of(games_of(("artisan", 5, 5)))
    assert (drawn.verdict, drawn.level) == ("about", "artisan")
    assert drawn.levels[2].won == 0.5


def test_all_won_or_lost_is_a_sentence_and_no_number() -> None:
    assert strengths_of([]) == []
    for level, count, verdict, beside in (
        ("novice", 1, "all won", "apprentice"),
        ("expert", 6, "all won", "master"),
        ("master", 1, "all won", "master"),
        ("master", 8, "above", "master"),
    ):
        found = strength_of(games_of(*[(level, 9, 1)] * count))
        assert (found.verdict, found.level, found.points, found.high) == (verdict, beside, None, None), (level, count)
        assert found.low is not None and found.plus_minus is None
    for level, count, verdict, beside in (
        ("artisan", 2, "all lost", "apprentice"),
        ("novice", 1, "all lost", "novice"),
        ("novice", 8, "below", "novice"),
    ):
        found = strength_of(games_of(*[(level, 1, 9)] * count))
        assert (found.verdict, found.level, found.points, found.low) == (verdict, beside, None, None), (level, count)


def test_who_has_left_is_last_and_a_deal_counts_once() -> None:
    left, lost = (strength_of(games_of(("artisan", own, 3), players=4)) for own in (None, 0))
    assert left == lost
    once = games_of(("artisan", 9, 3), ("artisan", 2, 3))
    assert strength_of([*once, *(one for one in once)]) == strength_of(once)
    both = strengths_of([*once, *games_of(("artisan", 9, 3), players=3)])
    assert [(one.players, one.games) for one in both] == [(2, 2), (3, 1)]


def test_the_games_by_level() -> None:
    found = strength_of(games_of(("novice", 9, 1), ("novice", 1, 9), ("expert", 5, 5)))
    assert [(one.level, one.games, one.won) for one in found.levels] == [
        ("novice", 2, 1.0),
        ("apprentice", 0, 0.0),
        ("artisan", 0, 0.0),
        ("expert", 1, 0.5),
        ("master", 0, 0.0),
    ]
    anchor = found.levels[2]
    assert (anchor.points, anchor.plus_minus) == (0, 0)
    assert [one.points for one in found.levels] == sorted(one.points for one in found.levels)


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        ([None, "artisan"], None),
        (["master", None], None),
        ([None, None, "artisan"], "people"),
        (["artisan", "artisan"], "people"),
        ([None, "rival:pike"], "other bots"),
        ([None, "random"], "other bots"),
        ([None, "search:time=2"], "other bots"),
        ([None, "artisan", "master"], None),
    ],
)
def test_which_tables_say_something(bots: list[str | None], reason: str | None) -> None:
    game = GAMES[GLASS]
    terms = game.make_terms(len(bots))
    assert refusal_of(GLASS, bots, terms.options.document(), terms.components.sha256) == reason
    if reason is None:
        other = game.options.make("bga").document()
        assert refusal_of(GLASS, bots, other, terms.components.sha256) == "other rules"
        assert refusal_of(GLASS, bots, terms.options.document(), "0" * 64) == "other rules"


def record_of(bots: Sequence[str | None], *, turns: int = 10_000) -> RecordDocument[Any, Any, Any, Any]:
    """The record of a game in which every seat takes its first move."""
    players = [Player("you" if bot is None else "bot", bot) for bot in bots]
    match = Match.new(GAMES[GLASS].make_terms(len(bots)), players, seed_bytes("strength"))
    while not match.is_over and len(match.turns) < turns:
        match.play(next(iter(match.position.view(match.position.seat).moves())))
    return read_document(match.record(is_revealed=True), "the game")


def test_what_a_record_says() -> None:
    record = record_of(["novice", None])
    assert record.result is not None
    other, own = record.result.totals
    assert game_of_record(record) == LevelGame(GLASS, 2, record.shuffle.commitment, (("novice", other),), own)
    assert game_of_record(record_of([None, "novice"], turns=3)) == "unfinished"
    assert game_of_record(record_of([None, None], turns=3)) == "people"
    branch = {"of": "0" * 64, "turn": 3}
    assert game_of_record(record.model_copy(update={"branch": branch})) == "played on"
    foreign = [record.seats[0].model_copy(update={"bot": None}), record.seats[1]]
    assert game_of_record(record.model_copy(update={"seats": foreign})) == "other bots"


def test_levels_are_all_there_is() -> None:
    ladder = ladder_of(GLASS, 2)
    assert ladder is not None and list(ladder.heights) == list(LEVELS)
