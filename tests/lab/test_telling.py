"""Rows that compiled code tells: word for word those of the typed moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extent import repeated
from rivertable.bots.whole_games import matches_of
from rivertable.core.game import GAMES, Terms
from rivertable.lab.simulation.games import Job, play_compiled, rows_of
from rivertable.lab.simulation.tables import tables_of, tables_of_compiled
from rivertable.lab.simulation.telling import TELLING, Teller, teller_for

GAMES_PLAYED = repeated(12, 1000)


def job_of(terms: Terms, bots: tuple[str, ...]) -> Job:
    return Job(terms, bots, "told")


@pytest.mark.parametrize("bots", [("random", "artisan"), ("random",) * 3, ("random",) * 4, ("novice",) * 5])
@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_told_rows_are_those_of_typed_moves(game: str, bots: tuple[str, ...]) -> None:
    job, numbers = job_of(GAMES[game].make_terms(len(bots)), bots), range(1, GAMES_PLAYED + 1)
    played = play_compiled(job, numbers, is_written=True)
    matches = matches_of(played, job.players, [job.key_of(number) for number in numbers])
    wholes = [rows_of(match, job, number) for number, match in zip(numbers, matches, strict=True)]
    assert tables_of_compiled(played, job, numbers) == tables_of(wholes, job)


def test_names_come_from_the_printed_data() -> None:
    """A card of another name sorts elsewhere, and is told by its own id."""
    game = GAMES["market"]
    printed = game.printed.load()
    other = game.printed.parse(printed.text.replace('"dawn-catch"', '"zz-catch"'), "other")
    assert printed.text != other.text
    job, numbers = job_of(game.make_terms(2, components=other), ("random",) * 2), range(1, 6)
    played = play_compiled(job, numbers, is_written=True)
    matches = matches_of(played, job.players, [job.key_of(number) for number in numbers])
    wholes = [rows_of(match, job, number) for number, match in zip(numbers, matches, strict=True)]
    told = tables_of_compiled(played, job, numbers)
    assert told == tables_of(wholes, job)
    assert any("zz-catch" in move for move in told[1]["move"].to_pylist())


def test_room_grows_until_all_is_told() -> None:
    job = job_of(GAMES["glassworks"].make_terms(2), ("random",) * 2)
    played = play_compiled(job, (1, 2), is_written=True)
    teller = teller_for(job.terms)
    assert isinstance(teller, Teller)
    whole = teller.tell(played)
    teller._room = 1
    assert [part.tolist() for part in teller.tell(played)] == [part.tolist() for part in whole]
    assert teller._room > 1


def test_a_game_that_tells_nothing_has_the_same_rows() -> None:
    game = GAMES["glassworks"]
    silent = replace(game, telling=None)
    bots, numbers = ("random",) * 2, (1, 2)
    played = play_compiled(job_of(game.make_terms(2), bots), numbers, is_written=True)
    job = job_of(silent.make_terms(2), bots)
    assert teller_for(job.terms) is None
    TELLING.run(silent)
    assert tables_of_compiled(played, job, numbers) == tables_of_compiled(
        played, job_of(game.make_terms(2), bots), numbers
    )
