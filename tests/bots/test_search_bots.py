"""Bots of all levels and kinds: legal, fair, the same for the same seed, and never in the way of the real game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.boards import BOTH, UNTIMED, game_of, some_positions, view_of
from bots.networks import random_network
from rivertable.bots import LEVELS, make_bot, play_turn
from rivertable.bots.lookahead import lookahead
from rivertable.bots.names import KINDS
from rivertable.bots.search.arguments import SearchSettings
from rivertable.bots.search.bots import SearchBot, SearchParameters
from rivertable.bots.search.tree_search import NOBODY, SearchResult, TreeSearcher
from rivertable.core.chance import seed_bytes
from rivertable.core.errors import UnknownNameError
from rivertable.core.game import Game
from rivertable.core.match import Match, Player

KINDS_TRIED = (
    "search:playouts=12",
    "search:playouts=6,threads=2",
    "search:playouts=6,net=no",
    "sight",
    "sight:net=no",
    "flat:playouts=3",
)
BOTS = (*KINDS_TRIED, *UNTIMED)


def written(game: Game, move: Any) -> bytes:
    """A move as a record writes it."""
    return json.dumps(game.documents.write_move(move)).encode()


@pytest.mark.parametrize("bot", KINDS_TRIED)
@pytest.mark.parametrize("name", BOTH)
def test_every_choice_is_legal(name: str, bot: str) -> None:
    player = make_bot(bot, 3)
    for position in some_positions(name, 12):
        before = position.states.tobytes()
        assert player.choose(view_of(position)) in position.moves()
        assert position.states.tobytes() == before


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", BOTH)
def test_a_choice_depends_on_the_view_the_seed_and_the_budget_alone(name: str, bot: str) -> None:
    """M28: everything hidden dealt anew gives the same view, and so the same choice, byte for byte.

    The same holds with no referee behind the position, and for a bot that played before, where it keeps nothing.
    """
    game = game_of(name)
    used = make_bot(bot, 11)
    for number, position in enumerate(some_positions(name, 15)):
        view = view_of(position)
        other = view.sample(number)
        assert view_of(other) == view
        chosen = written(game, make_bot(bot, 11).choose(view))
        assert written(game, make_bot(bot, 11).choose(view_of(other))) == chosen
        alone = game.position_class(position.states.copy(), position.terms)
        assert written(game, make_bot(bot, 11).choose(view_of(alone))) == chosen
        if bot != "random":
            assert [written(game, used.choose(view)) for _ in range(2)] == [chosen] * 2


@pytest.mark.parametrize("name", BOTH)
def test_seeds_matter_where_something_is_sampled(name: str) -> None:
    chosen = [
        {str(make_bot("flat:playouts=2", seed).choose(view_of(position))) for seed in range(6)}
        for position in some_positions(name, 12)
    ]
    assert any(len(moves) > 1 for moves in chosen)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", BOTH)
def test_the_referee_draws_the_same_with_bots_and_without(name: str, bot: str) -> None:
    """What is drawn follows from the seed of the shuffle and the moves, whoever thought about them for how long."""
    game = game_of(name)

    def match() -> Match:
        players = [Player("a"), Player("b")]
        return Match.new(game.make_terms(2), players, seed_bytes("the same for both"))

    searched, replayed = match(), match()
    bots = {seat: make_bot(bot, seat) for seat in range(2)}
    for _ in range(12):
        turn = play_turn(searched, bots)
        assert replayed.play(turn.move).outcomes == turn.outcomes
    assert searched.position == replayed.position


@pytest.mark.parametrize("name", BOTH)
def test_a_budget_in_time_always_has_an_answer(name: str) -> None:
    player = make_bot("search:time=0.01", 1)
    for position in some_positions(name, 20):
        assert player.choose(view_of(position)) in position.moves()


REFUSED = {
    "search:speed=3": "The bot search has no parameter 'speed=3'; it has time, playouts, threads, net",
    "search:time": "The bot search has no parameter 'time'",
    "search:time=soon": "The parameter time of the bot search cannot be 'soon'",
    "search:time=0": "cannot be '0': it is a number from 0.01 to 3600",
    "search:threads=1.5": "The parameter threads of the bot search cannot be '1.5'",
    "search:curiosity=101": "The parameter curiosity of the bot search cannot be '101': it is a number from 0 to 100",
    "search:prior_temperature=0": "it is a number from 0.001 to inf",
    "search:threads=900": "it is a whole number from 1 to 64",
    "search:net=maybe": "it is yes, no or a file of weights (.npz)",
    "flat:playouts=0": "it is a whole number from 1 to 1000000",
    "sight:playouts=3": "The bot sight has no parameter 'playouts=3'; it has net, root_candidates, tolerance",
    "dig:playouts=3": "There is no bot 'dig:playouts=3'; there are novice, apprentice, artisan, expert, master, ",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_parameter_that_is_none_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(UnknownNameError) as refused:
        make_bot(name)
    assert REFUSED[name] in str(refused.value)


def test_former_names_of_parameters_are_read() -> None:
    former = KINDS["search"].read("look=300,glance=40,curiosity=1.5,sharpness=20")
    assert former == KINDS["search"].read("root_candidates=300,node_candidates=40,c_puct=1.5,prior_temperature=0.05")
    assert KINDS["search"].read("sharpness=0") == KINDS["search"].read("prior_temperature=inf")
    assert KINDS["sight"].read("look=8,whim=0.5") == {"root_candidates": 8, "tolerance": 0.5}


def test_kinds_say_how_they_play() -> None:
    assert all(kind.sentence.endswith(".") and name == kind.name for name, kind in KINDS.items())


def test_the_page_about_bots_names_every_kind_and_parameter() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text("utf-8")
    for kind in KINDS.values():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{kind.name}` |")]
        assert all(f"`{parameter}`" in row for parameter in kind.parameters)
    for level in LEVELS.values():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{level.name}` |")]
        cells = [cell.strip() for cell in row.split("|")[2:5]]
        assert cells[0] == f"{level.sentence[0].lower()}{level.sentence[1:-1]}"
        assert cells[1] == f"{1000 * level.seconds:.0f} ms"
        assert cells[2] == f"`{level.bot}`"


@pytest.mark.parametrize("name", BOTH)
def test_stopping_early_changes_no_choice(name: str) -> None:
    """The search ends when no playout that remains can change which turn is taken most, and not where one can."""
    game = game_of(name)
    compiled = lookahead(game)
    network = random_network(game, 12)
    settings = SearchSettings(True, 0.5, 0.05, 1.0, 150, 150)
    whole, early = (TreeSearcher(game, compiled.tree.nodes_for(150, 5), 12) for _ in range(2))
    spared = 0
    for number, position in enumerate(some_positions(name, 15)):
        seat = int(position.state.seat)
        viewer = seat if game.has_hidden else NOBODY
        everything = (position.states, position.terms.array, network, settings)
        for playouts in (1, 20, 150):
            whole.search(*everything, viewer=viewer, seed=number, playouts=playouts)
            early.search(*everything, viewer=viewer, seed=number, playouts=playouts, group=[early])
            chosen = [int(np.lexsort((it.values(seat), it.visits))[-1]) for it in (whole, early)]
            assert chosen[0] == chosen[1]
            assert early.playouts <= whole.playouts == playouts
            assert (early.visits <= whole.visits).all()
            spared += early.playouts < playouts
            if early.playouts < playouts and len(early.visits) > 1:
                second, first = np.sort(early.visits)[-2:]
                assert first - second > playouts - early.playouts
    assert spared > 10


@pytest.mark.parametrize("name", BOTH)
def test_several_searchers_stop_only_when_their_sum_is_settled(name: str) -> None:
    game = game_of(name)
    compiled = lookahead(game)
    network = random_network(game, 13)
    settings = SearchSettings(True, 0.5, 0.05, 1.0, 150, 150)
    for position in some_positions(name, 30):
        viewer = int(position.state.seat) if game.has_hidden else NOBODY
        together = [TreeSearcher(game, compiled.tree.nodes_for(90, 5), 12) for _ in range(2)]
        alone = [TreeSearcher(game, compiled.tree.nodes_for(90, 5), 12) for _ in range(2)]
        for searchers, group in ((together, together), (alone, [])):
            for searcher in searchers:
                searcher.reset()
            for number, searcher in enumerate(searchers):
                searcher.search(
                    position.states, position.terms.array, network, settings,
                    viewer=viewer, seed=number, playouts=90, group=group,
                )  # fmt: skip
        assert together[0].playouts == 90, "as long as the other has not begun, nothing is settled"
        most = [np.sum([searcher.visits for searcher in searchers], axis=0) for searchers in (together, alone)]
        assert most[1].max() == most[1][most[0].argmax()]
        if together[1].playouts < 90 and len(most[0]) > 1:
            second, first = np.sort(most[0])[-2:]
            assert first - second > 180 - int(most[0].sum())


@pytest.mark.parametrize("name", BOTH)
def test_a_bot_tells_what_it_found(name: str) -> None:
    bots = [SearchBot(2, SearchParameters(playouts=16, threads=threads)) for threads in (1, 2)]
    for bot in bots:
        assert bot.result is None
    for position in some_positions(name, 25):
        for bot in bots:
            bot.choose(view_of(position))
            found = bot.result
            assert isinstance(found, SearchResult)
            assert len(found.values) == position.players
            assert abs(sum(found.values) - 1) < 0.05 * position.players + 1e-3
            assert 0 <= found.playouts <= 16 * bot.parameters.threads
            assert found.seconds > 0
