"""OpenSpiel's own tests for every game at every number of players, and what they do not look at."""

from __future__ import annotations

import unittest
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from envs.games import PLAYERS
from envs.test_observation import observed
from market.test_privacy import hidden_shuffled
from rivertable.core.game import GAMES
from rivertable.envs import EnvironmentUseError
from rivertable.envs.openspiel import CLASSES, TableGame, TableObserver, TableState
from rivertable.market import Position as MarketPosition
from rivertable.market.kernel.observation import HIDDEN_DRAW
from rivertable.market.kernel.state import Decision, Outcome

EVERY = pytest.mark.parametrize(("game", "players"), PLAYERS)
RECALL = pyspiel.IIGObservationType(perfect_recall=True)


def load(game: str, players: int) -> Any:
    return pyspiel.load_game(f"rivertable_{game}(players={players})")


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_random_simulation(game: str, players: int) -> None:
    """Plays a game with OpenSpiel's own checks of states, chance, returns, observations and serialisation."""
    pyspiel.random_sim_test(load(game, players), num_sims=1, serialize=True, verbose=False)


@EVERY
def test_simulation_from_python(game: str, players: int) -> None:
    """Clones, pickles and serialises states on the way."""
    # Here, for it brings SciPy: every process that collects the tests would wait for it.
    from open_spiel.python.tests import games_sim_test

    np.random.seed(players)
    games_sim_test.GamesSimTest().sim_game(load(game, players))


@EVERY
def test_api(game: str, players: int) -> None:
    """What OpenSpiel asks of a game that is too large to be walked through as a whole."""
    from open_spiel.integration_tests import api_test

    np.random.seed(players)
    facts = {"game": load(game, players), "game_name": game}
    cases = unittest.defaultTestLoader.loadTestsFromTestCase(
        type("TestsOfOneGame", (api_test.EnforceAPIOnPartialTreeBase,), facts)
    )
    result = unittest.TestResult()
    cases.run(result)
    assert [text for _, text in (*result.errors, *result.failures)] == []
    assert result.testsRun > 4


def played(game: str, players: int, seed: int) -> list[TableState]:
    """Return every state of a random game."""
    rng = Random(seed)
    state = load(game, players).new_initial_state()
    found = [state.clone()]
    while not state.is_terminal():
        choices = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(choices))
        found.append(state.clone())
    return found


@EVERY
def test_states_are_positions_and_chance_has_its_exact_probabilities(game: str, players: int) -> None:
    first = GAMES[game].kernel.first_outcome
    states = played(game, players, 2)
    for state in states:
        position = state.position
        assert (position.text, position.players) == (str(state), players)
        if state.is_chance_node():
            whole = sum(weight for _, weight in position.outcomes())
            assert state.chance_outcomes() == [(o - first, weight / whole) for o, weight in position.outcomes()]
        elif not state.is_terminal():
            assert state.current_player() == position.seat
            assert state.legal_actions() == list(position.decisions())
            assert state.action_to_string(state.legal_actions()[0]) in GAMES[game].learning.action_names(
                GAMES[game].printed.load()
            )
    winners = states[-1].position.winners
    assert states[-1].returns() == [1 / len(winners) if seat in winners else 0 for seat in range(players)]
    assert states[0].returns() == [0] * players


@EVERY
def test_an_observation_is_that_of_every_environment(game: str, players: int) -> None:
    observation, recall = make_observation(load(game, players)), make_observation(load(game, players), RECALL)
    for state in played(game, players, 3)[:: 11 - players]:
        for player in range(players):
            observation.set_from(state, player)
            assert observation.dict["player"].tolist() == [float(player == k) for k in range(players)]
            assert (observation.dict["observed"] == observed(state.position, player)).all()
            assert observation.string_from(state, player) == f"player {player}\n{state.position.view(player)}"
            recall.set_from(state, player)
            told = state.told[player]
            assert recall.dict["observed"].tolist()[: len(told) + 1] == [*(float(event + 1) for event in told), 0]
            assert state.information_state_string(player) == f"player {player}: {' '.join(map(str, told))}"


@pytest.mark.parametrize("players", GAMES["market"].players)
def test_what_a_player_learned_says_what_that_player_observes_and_nothing_hidden(players: int) -> None:
    """M28: the same game with other cards drawn by the others tells the same, and shows the same table."""
    rng = Random(players)
    compared = other_draws = 0
    for _ in range(12):
        one = load("market", players).new_initial_state()
        two = one.clone()
        viewer = rng.randrange(players)
        while not one.is_terminal():
            position, other = one.position, two.position
            if one.is_chance_node():
                choices = [action for action, _ in one.chance_outcomes()]
                taken = [rng.choice(choices)] * 2
                is_draw = Outcome.DRAWN <= taken[0] + position.game.kernel.first_outcome < Outcome.LAY
                if is_draw and int(position.state.seat) != viewer:
                    taken[1] = rng.choice([action for action, _ in two.chance_outcomes()])
                    other_draws += taken[0] != taken[1]
            else:
                taken = [rng.choice(one.legal_actions())] * 2
            legal = {a for a, _ in two.chance_outcomes()} if two.is_chance_node() else set(two.legal_actions())
            if taken[1] not in legal or (taken[0] == Decision.REDRAW and position.seat != viewer and position != other):
                break
            one.apply_action(taken[0])
            two.apply_action(taken[1])
            assert one.told[viewer] == two.told[viewer]
            assert (observed(one.position, viewer) == observed(two.position, viewer)).all()
            compared += 1
    assert compared > 100
    assert other_draws > 20


def test_a_redraw_shows_the_hand_that_goes() -> None:
    """M29: what another seat discards lies open; what it draws does not."""
    state = load("market", 2).new_initial_state()
    rng = Random(1)
    while state.is_chance_node() or Decision.REDRAW not in state.legal_actions():
        if state.is_terminal() or state.position.state.turn > 0:
            state = load("market", 2).new_initial_state()
        choices = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else [state.legal_actions()[0]]
        state.apply_action(rng.choice(choices))
    seat, hand = state.current_player(), int(state.position.state.hand[state.current_player()])
    cards = [card for card in range(60) if hand >> card & 1]
    before = len(state.told[1 - seat])
    state.apply_action(Decision.REDRAW)
    assert state.told[1 - seat][before:] == [Decision.REDRAW, *(HIDDEN_DRAW + 1 + card for card in cards)]
    state.apply_action(state.chance_outcomes()[0][0])
    assert state.told[1 - seat][-1] == HIDDEN_DRAW
    assert Outcome.DRAWN <= state.told[seat][-1] < Outcome.LAY


def test_hidden_cards_dealt_otherwise_give_the_same_observation_string() -> None:
    """M28."""
    rng = Random(4)
    for state in played("market", 3, 4)[20::9]:
        position = state.position
        assert isinstance(position, MarketPosition)
        other = hidden_shuffled(position, 1, rng)
        assert f"player 1\n{other.view(1)}" == state.observation_string(1)


def test_what_nobody_sees_is_not_offered() -> None:
    game = load("market", 2)
    for private in (pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE):
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=private)
        assert make_observation(game, kind) is None
    with pytest.raises(EnvironmentUseError, match="no parameters"):
        TableObserver(GAMES["market"].make_terms(2), True, {"secret": True})


def test_a_game_that_does_not_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rivertable.envs.openspiel.MOST_DECISIONS", 7)
    states = played("glassworks", 2, 1)
    assert sum(not state.is_chance_node() for state in states) == 8
    assert states[-1].is_cut
    assert sum(states[-1].returns()) == 1
    monkeypatch.undo()
    monkeypatch.setattr("rivertable.envs.openspiel.MOST_EVENTS", 400)
    states = played("glassworks", 2, 1)
    assert 100 < len(states[-1].told[0]) < 200


def test_games_are_registered() -> None:
    names = pyspiel.registered_names()
    assert {"rivertable_glassworks", "rivertable_market"} <= set(names)
    assert all(issubclass(kind, TableGame) and kind.name == name for name, kind in CLASSES.items())
    assert load("glassworks", 4).get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert load("market", 4).get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    with pytest.raises(Exception, match=r"2 to 5 players|num_players"):
        load("market", 6)
