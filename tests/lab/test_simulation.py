"""Simulated games: the same whoever plays them, in order, and never many at once."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from rivertable.core.errors import OptionError, UnknownNameError
from rivertable.core.game import GAMES
from rivertable.lab import SimulationError, WorkerError
from rivertable.lab.simulation import GameRow, Job, TurnRow, WholeGame, play_whole, seat_bots, simulate
from rivertable.lab.simulation.games import GAMES_AT_ONCE
from rivertable.lab.simulation.run import play_numbers
from rivertable.lab.workers import WAITING


def job_of(game: str = "glassworks", bots: tuple[str, ...] = ("novice", "random"), seed: str = "one") -> Job:
    return Job(GAMES[game].make_terms(len(bots)), bots, seed)


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_games_are_the_same_in_the_same_order_whoever_plays_them(game: str) -> None:
    job = job_of(game)
    one = list(simulate(job, 9))
    assert [whole.game.number for whole in one] == list(range(1, 10))
    assert list(simulate(job, 9, processes=2)) == one
    assert play_whole(job, 5) == one[4]
    other = list(simulate(replace(job, seed="two"), 9))
    assert all(mine.turns != yours.turns for mine, yours in zip(one, other, strict=True))


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_rows_add_up(game: str) -> None:
    for players in GAMES[game].players:
        (whole,) = simulate(job_of(game, ("random",) * players), 1)
        row, turns = whole.game, whole.turns
        assert isinstance(row, GameRow) and all(isinstance(turn, TurnRow) for turn in turns)
        assert (row.turns, row.decisions) == (len(turns), sum(len(turn.choices) for turn in turns))
        assert [turn.turn for turn in turns] == list(range(len(turns)))
        assert turns[-1].totals == row.totals
        assert list(row.points) == list(GAMES[game].counting.CATEGORIES)
        assert tuple(map(sum, zip(*row.points.values(), strict=True))) == row.totals
        assert max(row.totals) == row.totals[row.winners[0]]
        assert len(row.bots) == len(row.totals) == players


def test_records_come_where_they_are_asked_for() -> None:
    job = job_of()
    assert play_whole(job, 1).record is None
    plain, full = (play_whole(job, 1, records).record or "" for records in ("turns", "states"))
    assert '"after"' in full and '"after"' not in plain


@pytest.mark.parametrize("processes", [1, 2])
def test_few_games_are_held_at_once(processes: int) -> None:
    """However many there are: those given out, and the one that was given."""
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    bound = GAMES_AT_ONCE * (WAITING * processes + 1)
    games = play_numbers(job_of(bots=("random", "random")), numbers(), processes)
    for given, _ in enumerate(islice(games, 60), start=1):
        assert taken <= given + bound
        if given % 10 == 0:
            gc.collect()
            assert sum(type(each) is WholeGame for each in gc.get_objects()) <= bound
    games.close()
    assert taken < 10**3


def test_closing_ends_the_processes() -> None:
    games = simulate(job_of(), 10**6, processes=2)
    next(games)
    assert len(multiprocessing.active_children()) == 2
    games.close()
    assert multiprocessing.active_children() == []


def test_a_process_that_is_killed_is_said() -> None:
    games = simulate(job_of(), 10**6, processes=2)
    next(games)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(WorkerError, match="ended from outside"):
        list(games)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(SimulationError, match="at least one game"):
        simulate(job_of(), 0)
    with pytest.raises(SimulationError, match="at least one process"):
        simulate(job_of(), 1, 0)
    with pytest.raises(OptionError, match="2 to 5 players"):
        job_of(bots=("random",) * 6)
    with pytest.raises(UnknownNameError, match="There is no bot 'heron'"):
        job_of(bots=("heron", "random"))


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    assert seat_bots(("novice", "random"), 4) == ("novice", "random", "random", "random")
    with pytest.raises(OptionError, match="3 bots for 2 seats"):
        seat_bots(("random",) * 3, 2)
    with pytest.raises(OptionError, match="2 seats need as many bots"):
        Job(GAMES["market"].make_terms(2), ("random",), "one")
