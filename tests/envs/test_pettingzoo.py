"""PettingZoo's own tests for every game at every number of players, and what they do not look at."""

from __future__ import annotations

import pickle
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from envs.games import PLAYERS
from rivertable.core.errors import IllegalMoveError, OptionError
from rivertable.envs import EnvironmentUseError
from rivertable.envs.pettingzoo import TableEnvironment, glassworks_v0, market_v0

MODULES: dict[str, ModuleType] = {"glassworks": glassworks_v0, "market": market_v0}
EVERY = pytest.mark.parametrize(("game", "players"), PLAYERS)


# A dictionary with a mask is what PettingZoo's own board games have; it warns about all but a list of those.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@EVERY
def test_api(game: str, players: int) -> None:
    api_test(MODULES[game].env(players=players), num_cycles=600, verbose_progress=False)


@EVERY
def test_the_state_is_what_all_agents_observe(game: str, players: int) -> None:
    for environment in (MODULES[game].env(players=players), MODULES[game].parallel_env(players=players)):
        environment.reset(seed=players)
        state, size = environment.state(), environment.state_space.shape[0] // players
        for seat, agent in enumerate(environment.possible_agents):
            seen = environment.unwrapped.observe(agent)["observation"]
            assert (state[seat * size : (seat + 1) * size] == seen).all()
    state_test(MODULES[game].env(players=players), MODULES[game].parallel_env(players=players), num_cycles=20)


@EVERY
def test_seeds(game: str, players: int) -> None:
    seed_test(lambda: MODULES[game].env(players=players), num_cycles=100)


@EVERY
def test_parallel_api_and_seeds(game: str, players: int) -> None:
    parallel_api_test(MODULES[game].parallel_env(players=players), num_cycles=300)
    parallel_seed_test(lambda: MODULES[game].parallel_env(players=players), num_cycles=100)


@EVERY
def test_max_cycles(game: str, players: int) -> None:
    """PettingZoo's test is for parallel environments: it hands actions that need not be legal, for all agents."""

    def parallel(max_cycles: int) -> Any:
        return MODULES[game].parallel_env(players=players, max_cycles=max_cycles)

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    )


@EVERY
def test_rendering(game: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(lambda render_mode: MODULES[game].env(players=players, render_mode=render_mode))


def played(environment: TableEnvironment, seed: int) -> tuple[list[int], dict[str, float]]:
    """Play one game with the first legal action or the last by turns; return the actions and what each agent got."""
    environment.reset(seed=seed)
    actions: list[int] = []
    got = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observed, reward, is_over, is_cut, _ = environment.last()
        got[agent] += reward
        if is_over or is_cut:
            environment.step(None)
            continue
        legal = np.flatnonzero(observed["action_mask"])
        actions.append(int(legal[len(actions) * 7 % len(legal)]))
        environment.step(actions[-1])
    return actions, got


@pytest.mark.parametrize("game", MODULES)
def test_ids_are_versioned(game: str) -> None:
    environment = pettingzoo.make("aec", f"rivertable/{game}-v0", players=4)
    assert environment.metadata["name"] == f"{game}_v0"
    assert len(environment.possible_agents) == 4
    assert pettingzoo.make("parallel", f"rivertable/{game}-v0", max_cycles=3).max_cycles == 3


@EVERY
def test_a_game_ends_with_the_share_of_the_win(game: str, players: int) -> None:
    environment = MODULES[game].raw_env(players=players)
    _, got = played(environment, 4)
    totals = environment.episode.totals
    winners = [f"seat_{seat}" for seat, total in enumerate(totals) if total == max(totals)]
    assert got == {agent: 1 / len(winners) if agent in winners else 0 for agent in environment.possible_agents}
    lead = MODULES[game].raw_env(players=players, reward="margin")
    _, got = played(lead, 4)
    assert lead.episode.totals == totals
    assert got["seat_0"] == totals[0] - max(totals[1:])


def test_a_game_is_cut_off_after_so_many_decisions() -> None:
    environment = market_v0.raw_env(players=3, max_cycles=9)
    actions, got = played(environment, 1)
    assert len(actions) == 9
    assert set(got.values()) == {0}
    assert not environment.episode.is_over


def test_cycles_seeds_and_printed_data_are_what_they_can_be() -> None:
    for form in (market_v0.env, market_v0.raw_env, market_v0.parallel_env):
        with pytest.raises(EnvironmentUseError, match="at least one cycle, or max_cycles is None; it is 0"):
            form(max_cycles=0)
        with pytest.raises(EnvironmentUseError, match="A seed is a whole number or None, not 'x'"):
            form().reset(seed="x")
        assert form(components="first-edition").unwrapped.episode.terms.components.name == "reconstructed"


def test_only_who_decides_has_legal_actions() -> None:
    environment = glassworks_v0.raw_env(players=3)
    environment.reset(seed=1)
    for agent in environment.agents:
        observed = environment.observe(agent)
        assert observed["action_mask"].any() == (agent == environment.agent_selection)
        assert observed in environment.observation_space(agent)


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    plain = glassworks_v0.raw_env()
    plain.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="The decision 264 is not legal now"):
        plain.step(264)
    environment = glassworks_v0.env()
    environment.reset(seed=1)
    environment.last()
    environment.step(264)
    assert environment.terminations == {"seat_0": True, "seat_1": True}
    assert environment.rewards == {"seat_0": -1, "seat_1": 0}
    parallel = glassworks_v0.parallel_env()
    parallel.reset(seed=1)
    *_, infos = parallel.step({"seat_0": 264, "seat_1": 0})
    assert infos == {"seat_0": {"is_replaced": True}, "seat_1": {}}


def test_pictures_show_what_the_seat_on_turn_sees() -> None:
    environment = market_v0.raw_env(players=2, render_mode="ansi")
    environment.reset(seed=3)
    view = environment.episode.position().view(0)
    assert environment.render() == str(view)
    pixels = market_v0.raw_env(players=2, render_mode="rgb_array")
    pixels.reset(seed=3)
    first = pixels.render()
    assert first.dtype == np.uint8
    assert first.std() > 5
    pixels.reset(seed=4)
    assert (pixels.render() != first).any()


def test_settings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(EnvironmentUseError, match="no reward 'glory'; there are win, margin"):
        glassworks_v0.env(reward="glory")
    with pytest.raises(EnvironmentUseError, match="no render mode 'cinema'; there are human, rgb_array, ansi"):
        glassworks_v0.env(render_mode="cinema")
    with pytest.raises(OptionError, match="2 to 5 players"):
        market_v0.env(players=1)


def test_an_environment_can_be_sent_to_another_process() -> None:
    environment = market_v0.raw_env(players=3)
    environment.reset(seed=5)
    again = pickle.loads(pickle.dumps(environment))
    action = environment.episode.decisions[0]
    for each in (environment, again):
        each.step(action)
    assert (again.observe("seat_1")["observation"] == environment.observe("seat_1")["observation"]).all()
