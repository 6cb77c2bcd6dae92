"""Gymnasium's own check for every game at every number of players, and what it does not look at."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from envs.games import PLAYERS
from rivertable.core.errors import UnknownNameError
from rivertable.envs import EnvironmentUseError
from rivertable.envs.gymnasium import SeatEnvironment

IDS = {"glassworks": "rivertable/Glassworks-v0", "market": "rivertable/Market-v0"}


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_gymnasiums_own_check(game: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    check_env(gymnasium.make(IDS[game], players=players).unwrapped)
    check_env(gymnasium.make(IDS[game], players=players, seat=players - 1, opponents="random").unwrapped)


def played(environment: SeatEnvironment, seed: int | None) -> list[tuple[bytes, float, bool, dict[str, Any]]]:
    """Play one game with legal actions by a fixed rule, and return all that was told."""
    observed, info = environment.reset(seed=seed)
    told = [(observed["observation"].tobytes(), 0.0, False, info)]
    while not told[-1][2]:
        assert observed in environment.observation_space
        legal = np.flatnonzero(observed["action_mask"])
        observed, reward, is_over, is_cut, info = environment.step(int(legal[len(told) * 7 % len(legal)]))
        assert not is_cut
        told.append((observed["observation"].tobytes(), reward, is_over, info))
    return told


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_a_game_against_bots_from_start_to_score(game: str, players: int) -> None:
    names = ["novice", "random", "novice", "random"][: players - 1]
    one, other = (SeatEnvironment(game, players, names, seat=None) for _ in range(2))
    told = played(one, 3)
    assert told == played(other, 3)
    assert played(one, None) == played(other, None)
    assert played(one, None) != told
    totals, seat = told[-1][3]["totals"], told[-1][3]["seat"]
    assert told[-1][1] == (1 / totals.count(max(totals)) if totals[seat] == max(totals) else 0)
    assert {reward for _, reward, _, _ in told[:-1]} == {0}


def test_every_seat_is_drawn() -> None:
    environment = SeatEnvironment("glassworks", 3, "random", seat=None)
    environment.reset(seed=1)
    assert {environment.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2}


def test_the_margin_is_the_lead_in_points() -> None:
    told = played(SeatEnvironment("glassworks", 3, "random", reward="margin", seat=1), 6)
    totals = told[-1][3]["totals"]
    assert told[-1][1] == totals[1] - max(totals[0], totals[2])


def test_an_illegal_action_ends_the_game() -> None:
    environment = SeatEnvironment("glassworks")
    with pytest.raises(EnvironmentUseError, match="call reset first"):
        environment.step(0)
    environment.reset(seed=1)
    _, reward, is_over, _, info = environment.step(264)
    assert (reward, is_over, info["is_illegal"]) == (-1, True, True)
    with pytest.raises(EnvironmentUseError, match="call reset first"):
        environment.step(0)
    environment.reset()
    assert environment.step(int(np.flatnonzero(environment.episode.mask(0))[0]))[2] is False


def test_pictures_show_what_the_own_seat_sees() -> None:
    environment = gymnasium.make(IDS["market"], players=3, seat=2, render_mode="ansi", opponents="random").unwrapped
    environment.reset(seed=3)
    assert isinstance(environment, SeatEnvironment)
    assert environment.render() == str(environment.episode.position().view(2))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"players": 3, "opponents": ["random"]}, "With 3 players there are 2 opponents, not 1."),
        ({"seat": 2}, "There is no seat 2 among 2, counted from 0."),
        ({"reward": "glory"}, "There is no reward 'glory'; there are win, margin."),
        (
            {"components": 5},
            "The components of River Valley Glassworks are the name of an edition, a file, or what its printed.load "
            "returns, not 5.",
        ),
        ({"render_mode": "cinema"}, "There is no render mode 'cinema'; there are human, rgb_array, ansi."),
    ],
)
def test_settings_that_do_not_exist_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(EnvironmentUseError) as raised:
        SeatEnvironment("glassworks", **settings)
    assert str(raised.value) == sentence


def test_bots_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="There is no bot 'oracle'"):
        SeatEnvironment("glassworks", opponents="oracle")
