"""Whole games in compiled code: the same games, byte for byte, as bots play by their own views in a match."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from extent import repeated
from rivertable.bots.search.choosing import compiled_seed_for, seed_for
from rivertable.bots.weights import shipped_weights
from rivertable.bots.whole_games import are_compiled, compiled_table, matches_of, tasks_for
from rivertable.core.game import GAMES, Terms
from rivertable.core.match import Match
from rivertable.core.position import Position
from rivertable.core.record import read_document, write_record
from rivertable.lab.simulation.games import Job, play_compiled, play_match, rows_of

GAMES_PLAYED = repeated(2, 1000)
LINE_UPS = {
    2: ("random", "artisan"),
    3: ("novice", "random", "apprentice"),
    4: ("random",) * 4,
    5: ("random", "novice", "sight:root_candidates=9,tolerance=1", "random", "sight:net=no,root_candidates=5"),
}


def written(match: Match) -> str:
    return write_record(read_document(match.record(states=True), "the record"))


@pytest.mark.parametrize("players", LINE_UPS)
@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_games_are_those_of_the_ordinary_path(game: str, players: int) -> None:
    """Their decisions, draws and positions, hence their records with every state, and their rows."""
    job = Job(GAMES[game].make_terms(players), LINE_UPS[players], f"same {players}")
    numbers = range(1, GAMES_PLAYED + 1)
    played = play_compiled(job, numbers, is_written=True)
    unwritten = play_compiled(job, numbers, is_written=False)
    assert unwritten.log is None
    matches = matches_of(played, job.players, [job.key_of(number) for number in numbers])
    for place, (number, match) in enumerate(zip(numbers, matches, strict=True)):
        ordinary = play_match(job, number)
        assert written(match) == written(ordinary)
        assert [(turn.seat, turn.decisions, turn.outcomes) for turn in match.turns] == [
            (turn.seat, turn.decisions, turn.outcomes) for turn in ordinary.turns
        ]
        assert [turn.after for turn in match.turns] == [turn.after for turn in ordinary.turns]
        row = rows_of(ordinary, job, number).game
        for found in (played, unwritten):
            assert tuple(found.totals[place].tolist()) == row.totals
            assert (found.turns[place], found.decisions[place]) == (row.turns, row.decisions)


def test_options_and_other_printed_data_are_played_by() -> None:
    """Without a network for the data the heuristic evaluation plays, as it does by views."""
    home = GAMES["glassworks"]
    changed = home.printed.with_value(home.printed.load(), "row_vp.1", 2)
    terms = home.make_terms(2, home.options.make("bga", {}), changed)
    assert_same(terms, ("artisan", "random"), range(1, 4))


def assert_same(terms: Terms, bots: Sequence[str], numbers: range) -> None:
    job = Job(terms, tuple(bots), "some")
    played = play_compiled(job, numbers, is_written=True)
    for number, match in zip(
        numbers, matches_of(played, job.players, [job.key_of(number) for number in numbers]), strict=True
    ):
        assert written(match) == written(play_match(job, number))


def test_a_log_grows_until_all_games_have_room() -> None:
    job = Job(GAMES["market"].make_terms(5), ("random",) * 5, "long")
    table = compiled_table(job.terms, job.bots)
    table._room = 1
    keys, seeds = [job.key_of(number) for number in (1, 2)], [job.seeds_of(number) for number in (1, 2)]
    played = table.play(keys, seeds, is_written=True)
    assert table._room > 1 and len(played) == 2
    for number, match in zip((1, 2), matches_of(played, job.players, keys), strict=True):
        assert written(match) == written(play_match(job, number))


def test_which_bots_are_compiled(tmp_path: Path) -> None:
    own = tmp_path / "own.npz"
    shipped = shipped_weights(GAMES["glassworks"].make_terms(2))
    assert shipped is not None
    own.write_bytes(shipped.read_bytes())
    assert are_compiled(("random", "novice", "artisan", "sight:net=no"))
    assert are_compiled((f"sight:net={own}", "novice", "random"))
    assert not are_compiled((f"sight:net={own}", "artisan"))
    for bot in ("master", "flat:playouts=1", "rival:pike"):
        assert not are_compiled(("random", bot))
    assert tasks_for(("master",) * 2) == ()
    assert [task.name for task in tasks_for(("master", "random"), ("random", "novice"))] == ["games"]
    terms = GAMES["glassworks"].make_terms(2)
    assert_same(terms, (f"sight:net={own},root_candidates=5", "random"), range(1, 3))


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_the_seed_of_a_turn_is_the_same(game: str) -> None:
    for seed in (0, 77, 2**62 - 1):
        view = Position.before_setup(GAMES[game].make_terms(3)).resolve(seed).view(0)
        data = np.frombuffer(view.states.tobytes(), np.uint8).reshape(1, -1)
        assert int(compiled_seed_for(np.uint64(seed), data, 0)) == seed_for(seed, view)


def test_positions_of_a_log_outlive_it() -> None:
    job = Job(GAMES["glassworks"].make_terms(2), ("random",) * 2, "kept")
    (match,) = matches_of(play_compiled(job, (1,), is_written=True), job.players, [job.key_of(1)])
    end = pickle.loads(pickle.dumps(match.position))
    assert end == match.position and end.is_over and not end.states.flags.writeable
