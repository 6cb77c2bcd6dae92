"""The games for OpenSpiel's own algorithms: parameters, names, what a player may think, and searches that use them."""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
import tomli_w
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from envs.test_observation import observed
from rivertable.core.errors import OptionError
from rivertable.core.game import GAMES
from rivertable.envs.openspiel import TableState
from rivertable.market.kernel.state import Outcome


def walk(game: Any, decisions: int, seed: int = 1) -> TableState:
    """Return a state where a player is to decide, after so many random decisions."""
    rng, state = Random(seed), game.new_initial_state()
    left = decisions
    while left or state.is_chance_node():
        left -= not state.is_chance_node()
        choices = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(choices))
    return state


def test_every_option_is_a_parameter() -> None:
    for name, home in GAMES.items():
        given = pyspiel.load_game(f"rivertable_{name}").get_parameters()
        assert given.keys() == {"players", "preset", "components", *(option.name for option in home.options)}
    market = pyspiel.load_game("rivertable_market(players=3,later_seats_coins=2,equal_turns=yes)")
    terms = walk(market, 0).position.terms
    assert dict(terms.options) == {"later_seats_coins": 2, "later_seats_from_third": False, "equal_turns": True}
    assert terms.players == 3
    edition = GAMES["market"].printed.EDITIONS[1]
    other = pyspiel.load_game("rivertable_market", {"components": edition})
    assert walk(other, 0).position.components.sha256 == GAMES["market"].printed.load(Path(edition)).sha256
    with pytest.raises(OptionError, match="equal_turns"):
        pyspiel.load_game("rivertable_market(equal_turns=perhaps)")


def test_an_option_that_is_not_given_is_as_the_preset_says() -> None:
    options = GAMES["glassworks"].options
    for text, changes in (("", {}), (",inventory_counts_overflow=no", {"inventory_counts_overflow": False})):
        state = walk(pyspiel.load_game(f"rivertable_glassworks(preset=bga{text})"), 0)
        assert state.position.terms.options == options.make("bga", changes)
        assert (
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1].position
            == state.position
        )


def test_chance_and_decisions_have_names() -> None:
    for name, home in GAMES.items():
        printed = home.printed.load()
        names = home.learning.outcome_names(printed)
        assert len(set(names)) == len(names) == home.kernel.outcomes_end - home.kernel.first_outcome
        state = pyspiel.load_game(f"rivertable_{name}").new_initial_state()
        action, _ = state.chance_outcomes()[1]
        assert state.action_to_string(state.current_player(), action) == names[action]
        decided = walk(pyspiel.load_game(f"rivertable_{name}"), 3)
        assert decided.action_to_string(decided.legal_actions()[0]) in home.learning.action_names(printed)
    assert GAMES["market"].learning.outcome_names(GAMES["market"].printed.load())[-1].endswith(" is laid next")


def test_a_clone_goes_its_own_way() -> None:
    state = walk(pyspiel.load_game("rivertable_market"), 9)
    before, told = state.position, [list(each) for each in state.told]
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.position, [list(each) for each in state.told]) == (before, told)
    assert twin.position != before and len(twin.told[0]) == len(told[0]) + 1


@pytest.mark.parametrize("players", [2, 4])
def test_resampling_changes_what_is_hidden_and_what_was_learned_of_it(players: int) -> None:
    """M28: the asking player learned the same; what each other learned fits the hand that it then has."""
    state = walk(pyspiel.load_game(f"rivertable_market(players={players})"), 40, seed=players)
    player, numbers = state.current_player(), itertools.cycle([0.1, 0.73, 0.512, 0.999])
    hands = set()
    for _ in range(4):
        other = state.resample_from_infostate(player, lambda: next(numbers))
        assert other.told[player] == state.told[player]
        assert (observed(other.position, player) == observed(state.position, player)).all()
        assert other.legal_actions() == state.legal_actions()
        for seat in range(players):
            hand = {card for card in range(60) if int(other.states[0].hand[seat]) >> card & 1}
            learned = {event - Outcome.DRAWN for event in other.told[seat] if Outcome.DRAWN <= event < Outcome.LAY}
            assert hand <= learned
            assert len(other.told[seat]) == len(state.told[seat])
            if seat != player:
                hands.add(frozenset(hand))
    assert len(hands) > players - 1
    assert state.position == walk(state.get_game(), 40, seed=players).position


def test_resampling_where_nothing_is_hidden_gives_the_same() -> None:
    state = walk(pyspiel.load_game("rivertable_glassworks"), 5)
    other = state.resample_from_infostate(0, lambda: 0.5)
    assert (other.position, other.told) == (state.position, state.told)


def test_information_set_search_plays_the_market() -> None:
    """States of one information state have the same decisions, or the search would fail."""
    state = walk(pyspiel.load_game("rivertable_market"), 30, seed=3)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, random), 1.0, 20, random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_tree_search_plays_glassworks() -> None:
    state = walk(pyspiel.load_game("rivertable_glassworks"), 12)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(state.get_game(), 1.0, 20, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_a_playthrough_can_be_replayed(tmp_path: Path) -> None:
    """OpenSpiel writes down everything that it can ask of a game on the way, and finds the same again."""
    edition = tomllib.loads(GAMES["glassworks"].printed.load().text)
    edition["pieces"] = dict.fromkeys(edition["pieces"], [0] * 6) | {"white": [35, 25, 0, 0, 0, 0], "source": "made up"}
    edition["stones"]["value"], edition["inventory_trigger"]["value"] = [1] * 6, 1
    (tmp_path / "small.toml").write_text(tomli_w.dumps(edition), encoding="utf-8")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    text = generate_playthrough.playthrough(f"rivertable_glassworks(components={tmp_path}/small.toml)", None, seed=3)
    (tmp_path / "played.txt").write_text(text, encoding="utf-8")
    written, replayed = generate_playthrough.replay(str(tmp_path / "played.txt"))
    assert written == replayed
    assert "IsTerminal() = True" in text
    assert "gather the neighbour nearer the START" in text
