"""Many games at once are the same games, one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from envs.games import PLAYERS
from envs.test_observation import observed
from more_options import add_options
from rivertable.core.errors import DataError, OptionError, UnknownNameError
from rivertable.core.game import GAMES
from rivertable.envs import BatchEnvironment, EnvironmentUseError


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_every_row_is_a_game_by_the_rules(game: str, players: int) -> None:
    batch = BatchEnvironment(game, 7, players=players, seed=3, is_masked=True)
    ended = 0
    for _ in range(700):
        before = [batch.position(row) for row in range(batch.count)]
        for row, position in enumerate(before):
            legal = position.decisions()
            assert tuple(batch.legal[row, : batch.counts[row]].tolist()) == legal
            assert np.flatnonzero(batch.masks[row]).tolist() == list(legal)
            assert position.seat == batch.seats[row]
            assert (observed(position, int(batch.seats[row])) == batch.observations[row]).all()
        actions = batch.sample()
        batch.step(actions)
        for row, position in enumerate(before):
            after = position.after(int(actions[row]))
            if batch.ended[row]:
                assert after.totals == tuple(batch.totals[row].tolist())  # chance scores nothing
            else:
                assert not batch.rewards[row].any()
                assert after.is_chance or batch.position(row) == after
        ended += int(batch.ended.sum())
        for row in np.flatnonzero(batch.ended):
            best = batch.totals[row] == batch.totals[row].max()
            assert batch.rewards[row].tolist() == pytest.approx((best / best.sum()).tolist())
    assert ended > 7


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_are_equal_games_for_any_number_of_threads(game: str) -> None:
    one = BatchEnvironment(game, 11, players=3, seed=5, is_masked=True)
    three = BatchEnvironment(game, 11, players=3, seed=5, is_masked=True, threads=3)
    other = BatchEnvironment(game, 11, players=3, seed=6)
    same = True
    for _ in range(300):
        actions = one.sample()
        assert (actions == three.sample()).all()
        one.step(actions)
        three.step(actions)
        for name in ("observations", "masks", "legal", "counts", "seats", "ended", "rewards", "totals"):
            assert (getattr(one, name) == getattr(three, name)).all(), name
        other.step(other.sample())
        same = same and bool((other.observations == one.observations).all())
    assert not same
    first = one.observations.copy()
    one.reset(5)
    three.reset(5)
    assert (one.observations == three.observations).all()
    assert (one.observations != first).any()
    assert (one.masks.sum(axis=1) == one.counts).all()
    three.close()
    three.step(three.sample())


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_random_decisions_are_those_of_the_rules_and_shown_as_after_a_step(game: str, players: int) -> None:
    batch = BatchEnvironment(game, 5, players=players, seed=4, is_masked=True)
    ended = 0
    for _ in range(400):
        before = [batch.position(row) for row in range(batch.count)]
        batch.play_random(1)
        for row, position in enumerate(before):
            successors = [position.after(decision) for decision in position.decisions()]
            if batch.ended[row]:
                assert tuple(batch.totals[row].tolist()) in [after.totals for after in successors]
                assert batch.rewards[row].sum() == pytest.approx(1)
            else:
                assert not batch.rewards[row].any()
                assert any(after.is_chance or after == batch.position(row) for after in successors)
            now = batch.position(row)
            assert tuple(batch.legal[row, : batch.counts[row]].tolist()) == now.decisions()
            assert np.flatnonzero(batch.masks[row]).tolist() == list(now.decisions())
            assert (observed(now, int(batch.seats[row])) == batch.observations[row]).all()
        ended += int(batch.ended.sum())
    assert ended > 2


@pytest.mark.parametrize("game", GAMES)
def test_many_random_decisions_are_as_many_calls_for_one(game: str) -> None:
    many = BatchEnvironment(game, 9, players=2, seed=8, threads=2)
    single = BatchEnvironment(game, 9, players=2, seed=8)
    for _ in range(4):
        many.play_random(60)
        ended, rewards = np.zeros(9, bool), np.zeros((9, 2))
        for _ in range(60):
            single.play_random(1)
            ended |= single.ended
            rewards[single.ended] = single.rewards[single.ended]
        assert (many.observations == single.observations).all()
        assert (many.totals == single.totals).all()
        assert (many.ended == ended).all()
        assert np.allclose(many.rewards, rewards)
    with pytest.raises(EnvironmentUseError, match="at least one decision a game, not 0"):
        many.play_random(0)


def test_each_random_decision_is_as_likely() -> None:
    batch = BatchEnvironment("glassworks", 6000, players=2, seed=2)
    batch.take(batch, np.zeros(6000, dtype=int))
    legal = batch.legal[0, : batch.counts[0]].tolist()
    start = batch.position(0)
    reached = {start.after(decision): 0 for decision in legal if not start.after(decision).is_chance}
    batch.play_random(1)
    for row in range(6000):
        position = batch.position(row)
        if position in reached:
            reached[position] += 1
    fair = 6000 / len(legal)
    assert len(reached) >= 2
    assert all(abs(count - fair) < 5 * fair**0.5 for count in reached.values())


def test_games_of_a_batch_differ_from_each_other() -> None:
    batch = BatchEnvironment("glassworks", 50, seed=1)
    assert len({row.tobytes() for row in batch.observations}) == 50


def test_arrays_are_written_in_place() -> None:
    batch = BatchEnvironment("market", 3, seed=1)
    held = batch.observations
    before = held.copy()
    batch.step(batch.sample())
    assert held is batch.observations
    assert (held != before).any()
    out = np.empty(3, dtype=np.int16)
    assert batch.sample(out) is out


def test_the_margin_is_the_lead_in_points() -> None:
    batch = BatchEnvironment("glassworks", 20, players=3, seed=2, reward="margin")
    seen = 0
    for _ in range(200):
        batch.step(batch.sample())
        for row in np.flatnonzero(batch.ended):
            totals = batch.totals[row].tolist()
            lead = [total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)]
            assert batch.rewards[row].tolist() == lead
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("illegal", [-1, 264, 265, 70000])
def test_an_illegal_action_changes_no_game(illegal: int) -> None:
    batch = BatchEnvironment("glassworks", 4, seed=2)
    actions = batch.sample().astype(np.int64)
    before = batch.observations.copy()
    actions[2] = illegal
    with pytest.raises(EnvironmentUseError, match=f"The action {illegal} of game 2 is not legal; no game has changed"):
        batch.step(actions)
    assert (batch.observations == before).all()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_of_a_longer_list_is_not_legal(game: str) -> None:
    batch = BatchEnvironment(game, 1, players=2, seed=4, is_observed=False)
    refused = 0
    for _ in range(60):
        count = int(batch.counts[0])
        legal = batch.legal[0, :count].tolist()
        for left in set(batch.legal[0, count:].tolist()) - set(legal):
            with pytest.raises(EnvironmentUseError, match="not legal"):
                batch.step(np.array([left]))
            refused += 1
        batch.step(batch.sample())
    assert refused > 60


@pytest.mark.parametrize("actions", [[1, 2], [0.5] * 4, [[1]] * 4])
def test_a_step_takes_one_whole_number_a_game(actions: list[float]) -> None:
    batch = BatchEnvironment("glassworks", 4, seed=2)
    with pytest.raises(EnvironmentUseError, match="4 whole numbers"):
        batch.step(actions)


def test_options_are_those_of_the_game() -> None:
    plain, other = (BatchEnvironment("glassworks", 30, seed=1, preset=preset) for preset in ("rulebook", "bga"))
    for batch in (plain, other):
        for _ in range(150):
            batch.step(batch.sample())
    assert (plain.totals != other.totals).any()
    with pytest.raises(EnvironmentUseError, match="at least one game"):
        BatchEnvironment("glassworks", 0)
    with pytest.raises(EnvironmentUseError, match="no reward 'glory'; there are win, margin"):
        BatchEnvironment("glassworks", 1, reward="glory")
    with pytest.raises(OptionError, match="2 to 5 players"):
        BatchEnvironment("glassworks", 1, players=6)
    with pytest.raises(UnknownNameError):
        BatchEnvironment("chess", 1)


def test_options_are_of_every_type(monkeypatch: pytest.MonkeyPatch) -> None:
    add_options(monkeypatch)
    batch = BatchEnvironment("glassworks", 1, options={"lake_size": 3, "shore": "reed"})
    assert batch.terms.options.text() == "rulebook+lake_size=3+shore=reed"
    with pytest.raises(OptionError, match="a whole number from 3 to 7, not 8"):
        BatchEnvironment("glassworks", 1, options={"lake_size": 8})


@pytest.mark.parametrize("game", GAMES)
def test_games_are_taken_from_another_batch_without_the_chance_to_come(game: str) -> None:
    source = BatchEnvironment(game, 5, players=3, seed=1, is_masked=True)
    trial = BatchEnvironment(game, 60, players=3, seed=2, is_masked=True)
    for _ in range(40):
        source.step(source.sample())
        trial.step(trial.sample())
    rows = np.repeat([3, 0, 4], 20)
    trial.take(source, rows)
    held = source.observations.copy()
    for own, row in enumerate(rows):
        assert trial.position(own) == source.position(int(row))
    for name in ("observations", "masks", "legal", "counts", "seats"):
        assert (getattr(trial, name) == getattr(source, name)[rows]).all(), name
    assert not (trial.ended.any() or trial.rewards.any() or trial.totals.any())
    for _ in range(6):  # the same decisions while they can be, and yet not the same games
        actions = trial.legal[np.arange(60), 0]
        trial.step(actions)
    assert len({trial.position(own).text for own in range(20)}) > 1
    assert (source.observations == held).all()


def test_games_are_taken_of_a_batch_that_is_alike() -> None:
    batch = BatchEnvironment("glassworks", 3, seed=1)
    for other in (
        BatchEnvironment("market", 3, seed=1),
        BatchEnvironment("glassworks", 3, seed=1, preset="bga"),
        BatchEnvironment("glassworks", 3, seed=1, is_masked=True),
    ):
        with pytest.raises(EnvironmentUseError, match="the same terms, observed and masked alike"):
            batch.take(other, np.arange(3))
    before = batch.observations.copy()
    for rows in ([0, 1], [[0]], [0.0, 1.0, 2.0]):
        with pytest.raises(EnvironmentUseError, match="takes 3 games"):
            batch.take(batch, rows)
    for rows in ([0, 1, 3], [-1, 0, 1]):
        with pytest.raises(EnvironmentUseError, match="has the games 0 to 2"):
            batch.take(batch, rows)
    assert (batch.observations == before).all()
    batch.take(batch, [2, 2, 0])
    assert (batch.observations == before[[2, 2, 0]]).all()


def test_printed_data_is_named_or_a_file_or_read(tmp_path: Path) -> None:
    printed = GAMES["market"].printed
    first = printed.load(Path("first-edition"))
    (tmp_path / "mine.toml").write_text(first.text, encoding="utf-8")
    for asked in ("first-edition", tmp_path / "mine.toml", str(tmp_path / "mine.toml"), first):
        assert BatchEnvironment("market", 2, components=asked).terms.components.sha256 == first.sha256
    with pytest.raises(DataError, match="There is no deck file nosuch"):
        BatchEnvironment("market", 2, components="nosuch")
    with pytest.raises(DataError, match="The components file nosuch cannot be read"):
        BatchEnvironment("glassworks", 2, components="nosuch")
    wrong: Any
    for wrong in (first, 5):
        with pytest.raises(EnvironmentUseError, match="The components of River Valley Glassworks are the name of "):
            BatchEnvironment("glassworks", 2, components=wrong)


@pytest.mark.parametrize("seed", ["x", 1.5, [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(EnvironmentUseError, match="A seed is a whole number or None, not "):
        BatchEnvironment("glassworks", 2, seed=seed)
    batch = BatchEnvironment("glassworks", 2, seed=7)
    with pytest.raises(EnvironmentUseError, match="A seed is a whole number or None, not "):
        batch.reset(seed)
    seen = batch.observations.copy()
    large: Any = np.int64(7)  # NumPy's integers overflow where Python's do not
    batch.reset(large)
    assert (batch.observations == seen).all()


def test_there_are_no_other_games_and_no_masks_that_nobody_asked_for() -> None:
    batch = BatchEnvironment("glassworks", 2, seed=1)
    row: Any
    for row in (5, 2, -1, "x", 0.5):
        with pytest.raises(EnvironmentUseError, match="The batch has the games 0 to 1, not "):
            batch.position(row)
    assert batch.position(np.int64(1)) == batch.position(1)  # type: ignore[arg-type]
    with pytest.raises(EnvironmentUseError, match="is_masked=True"):
        assert batch.masks.any()
