"""The compiled search against what is worked out slowly: the list of turns, the network, what is hidden, the ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from operator import itemgetter
from typing import Any

import numpy as np
import pytest

from bots.boards import BOTH, game_of, some_positions
from bots.networks import inputs_of, random_network, told_of
from rivertable.bots.lookahead import lookahead
from rivertable.bots.search.arguments import Layers, Network, SearchSettings
from rivertable.bots.search.tree_search import NOBODY, TreeSearcher, TurnLister
from rivertable.core.compiling.bits import new_generator
from rivertable.core.game import GAMES, Game
from rivertable.core.position import Position, walk_turns
from rivertable.glassworks.kernel.state import Decision


def value_by_hand(game: Game, states: Any, terms: Any, seat: int, network: Any) -> float:
    """The value of a position after a turn, as the documents say it."""
    rules = game.kernel.primitives
    if rules.is_decided(states[0]):
        totals = [game.kernel.total(states, 0, terms, other) for other in range(int(states[0].players))]
        share = (totals[seat] == max(totals)) / totals.count(max(totals))
        lead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    else:
        logit, _, lead_unit = told_of(network, game, states, terms, seat)
        share, lead = 1 / (1 + np.exp(-logit)), lead_unit * 20
    return float(share + 0.05 * np.clip(lead / 20, -1, 1))


def reached_by_hand(position: Position, turns_at_most: int | None = None) -> list[Any]:
    """The states that turns lead to, each once; none where there are more turns than so many."""
    turns = list(islice(walk_turns(position), turns_at_most and turns_at_most + 1))
    if turns_at_most and len(turns) > turns_at_most:
        return []
    return list({states.tobytes(): states for _, states in turns}.values())


def values_by_hand(position: Position, reached: list[Any], network: Any | None) -> dict[bytes, float]:
    """The value of each of these states to the seat on turn, by the heuristic evaluation or a network."""
    game, terms, seat = position.game, position.terms.array, int(position.state.seat)
    if network is None:
        project = game.kernel.primitives.project
        return {states.tobytes(): float(project(states, 0, terms, seat)) for states in reached}
    return {states.tobytes(): value_by_hand(game, states, terms, seat, network) for states in reached}


@pytest.mark.parametrize("name", BOTH)
def test_the_list_of_turns_is_whole_and_in_order(name: str) -> None:
    """By the heuristic evaluation and by a network."""
    game = game_of(name)
    network = random_network(game, 5)
    lister = TurnLister(game, 8000)
    listed_turns = 0
    for position in some_positions(name, 9):
        reached = reached_by_hand(position, 40_000)
        for has_network in (False, True) if reached else ():
            expected = values_by_hand(position, reached, network if has_network else None)
            count = lister.list_turns(position.states, position.terms.array, network if has_network else None, 8000)
            listed = [lister.turn(place) for place in range(count)]
            found = [position.after(*decisions).states.tobytes() for decisions, _ in listed]
            assert Counter(found) == Counter(dict.fromkeys(expected, 1))
            values = [value for _, value in listed]
            assert values == sorted(values, reverse=True)
            assert np.allclose(values, [expected[state] for state in found], atol=1e-3)
            listed_turns += count
    assert listed_turns > 1000


@pytest.mark.parametrize("name", BOTH)
def test_a_short_list_keeps_the_best(name: str) -> None:
    game = game_of(name)
    network = random_network(game, 6)
    whole, short = TurnLister(game, 8000), TurnLister(game, 5)
    for position in some_positions(name, 13):
        everything = (position.states, position.terms.array, network, 8000)
        count = whole.list_turns(*everything)
        kept = short.list_turns(*everything)
        assert kept == min(count, 5)
        assert [short.turn(place)[1] for place in range(kept)] == [whole.turn(place)[1] for place in range(kept)]


@pytest.mark.parametrize("name", BOTH)
def test_a_look_that_is_cut_short_tries_every_beginning(name: str) -> None:
    game = game_of(name)
    lister = TurnLister(game, 8000)
    reached, widest = max(((len(reached_by_hand(each)), each) for each in some_positions(name, 3)), key=itemgetter(0))
    count = lister.list_turns(widest.states, widest.terms.array, None, 30)
    assert {lister.turn(place)[0][0] for place in range(count)} == set(widest.decisions())
    assert count < reached


def considered_by_hand(position: Position) -> list[int]:
    """How a seat with a little sense may begin its turn: not by a lake draw that sends several pieces to overflow."""
    ways, state = list(position.decisions()), position.state
    if position.game.name == "glassworks" and len(ways) > 1:
        pool = len(position.seats[int(state.seat)].satchel) + min(len(position.lake), 4)
        ways = [way for way in ways if way != Decision.DRAW or pool <= 6]
    return ways


@pytest.mark.parametrize("name", BOTH)
def test_below_its_root_a_tree_holds_what_a_seat_with_a_little_sense_considers(name: str) -> None:
    """At the root it holds everything; a descent goes on until the seat was on turn so often as the game says."""
    game = game_of(name)
    compiled = lookahead(game)
    network, settings = random_network(game, 21), SearchSettings(True, 0.5, 0.05, 1.0, 4000, 4000)
    left_out = 0
    for number, position in enumerate(some_positions(name, 12)):
        nodes, seat = compiled.tree.nodes_for(8, position.players), int(position.state.seat)
        tree = compiled.tree.new_tree(nodes, 4000)
        work = TurnLister(game, 4000).workspace(position.terms.array, network, settings, number + 1)
        work.listing.states[0] = position.states[0]
        viewer = seat if game.has_hidden else NOBODY
        assert compiled.tree.search(tree, work, viewer, 1) == 1
        made = tree.nodes[: tree.used[0]]
        own = sum(int(tree.states[node].seat) == seat for node in range(1, len(made)))
        has_ended = made[-1].edges == 0
        ahead = game.kernel.primitives.OWN_TURNS_AHEAD
        assert own <= ahead if has_ended else own == ahead
        assert compiled.tree.search(tree, work, viewer, 7) == 7
        for node in range(tree.used[0]):
            first, count = int(tree.nodes[node].first_edge), int(tree.nodes[node].edges)
            begun = {int(tree.decisions[edge.start]) for edge in tree.edges[first : first + count]}
            reached = game.position_class(tree.states[node : node + 1].copy(), position.terms)
            ways = set(reached.decisions())
            assert begun == (ways if node == 0 else set(considered_by_hand(reached)))
            left_out += node > 0 and begun != ways
        # All turns have an edge here, so they are those that were evaluated.
        assert tree.used[compiled.tree.EVALUATED] == tree.nodes["edges"][: tree.used[0]].sum()
    assert (left_out > 0) == (name == "glassworks")


@pytest.mark.parametrize("name", BOTH)
def test_win_shares_are_calibrated_and_values_are_not(name: str) -> None:
    game = game_of(name)
    network, compiled = random_network(game, 17), lookahead(game).network
    values = np.zeros(3 * compiled.SEATS_AT_MOST, np.float32)
    for position in some_positions(name, 11):
        states = next(iter(walk_turns(position)))[1]
        if game.kernel.primitives.is_decided(states[0]):
            continue
        seats = range(position.players)
        found = np.array([told_of(network, game, states, position.terms.array, seat) for seat in seats])
        shares = 1 / (1 + np.exp(-found[:, 0]))
        even = shares / shares.sum()
        curved = np.interp(even, np.linspace(0, 1, compiled.BENDS + 1) ** 2, network.curves[position.players])
        compiled.evaluate_all_entry(states[0], position.terms.array[0], network, compiled.new_layers(), values)
        valued, told, scores = values.reshape(3, -1)[:, : position.players]
        leads = 0.05 * np.clip(found[:, 2], -1, 1)
        assert np.allclose(valued, even + leads, atol=1e-4)
        assert np.allclose(told, curved / curved.sum(), atol=1e-4)
        assert np.allclose(scores, found[:, 1] * 50, rtol=1e-3, atol=1e-2)


@pytest.mark.parametrize("name", BOTH)
def test_inputs_do_not_depend_on_what_is_hidden(name: str) -> None:
    game = game_of(name)
    for number, position in enumerate(some_positions(name, 7)):
        for seat in range(position.players):
            other = position.view(seat).sample(number)
            own = inputs_of(game, position.states.copy(), position.terms.array, seat)
            assert np.array_equal(own, inputs_of(game, other.states.copy(), position.terms.array, seat))


@pytest.mark.parametrize("name", BOTH)
def test_inputs_leave_the_state_as_it_was(name: str) -> None:
    for position in some_positions(name, 11):
        states = position.states.copy()
        for seat in range(position.players):
            inputs_of(game_of(name), states, position.terms.array, seat)
        assert states.tobytes() == position.states.tobytes()


def cards_of(hands: Iterable[int]) -> set[int]:
    """Return the numbers of all cards that are in one of some hands."""
    return {card for hand in hands for card in range(60) if int(hand) >> card & 1}


def test_hidden_cards_are_dealt_as_a_view_samples_them() -> None:
    """Each dealing is one the viewer must think possible, and each unseen card is as often in each place."""
    game = game_of("market")
    deal = game.kernel.primitives.deal_hidden
    position = some_positions("market", 10)[3]
    viewer = int(position.state.seat)
    view = position.view(viewer)
    generator = new_generator(3)
    other = (viewer + 1) % position.players
    dealt: Counter[int] = Counter()
    rounds = 2000
    for _ in range(rounds):
        states = view.states.copy()
        deal(states[0], position.terms.array[0], viewer, generator)
        assert game.position_class(states.copy(), position.terms).view(viewer) == view
        dealt.update(card for card in range(60) if int(states[0].hand[other]) >> card & 1)
    unseen = cards_of(view.sample(seed).state.hand[other] for seed in range(300))
    assert set(dealt) == unseen
    expected = sum(dealt.values()) / len(unseen)
    assert sum((dealt[card] - expected) ** 2 / expected for card in unseen) < 2 * len(unseen)


@pytest.mark.parametrize("name", BOTH)
def test_the_last_turn_is_played_exactly(name: str) -> None:
    """Where nothing follows, every value is the result itself, and the best turn is taken most."""
    game = game_of(name)
    network = random_network(game, 7)
    settings = SearchSettings(True, 0.5, 0.05, 1.0, 8000, 8000)
    searcher = TreeSearcher(game, 700, 48)
    found = 0
    for position in some_positions(name, 1, games=12):
        first = next(states for _, states in walk_turns(position))
        if not game.kernel.primitives.is_decided(first[0]):
            continue
        found += 1
        seat = int(position.state.seat)
        best = max(values_by_hand(position, reached_by_hand(position), network).values())
        searcher.search(position.states, position.terms.array, network, settings, playouts=120, seed=found)
        values = searcher.values(seat)
        chosen = int(np.lexsort((values, searcher.visits))[-1])
        assert values[chosen] == pytest.approx(best, abs=1e-4)
    assert found >= 8


@pytest.mark.parametrize("name", BOTH)
def test_the_tree_adds_up(name: str) -> None:
    """Every playout goes through the root once; an edge's nodes are as many as widening allows, each drawn for it."""
    game = game_of(name)
    compiled = lookahead(game)
    settings = SearchSettings(True, 0.5, 0.05, 1.0, 4000, 4000)
    network = random_network(game, 8)
    searcher = TreeSearcher(game, compiled.tree.nodes_for(60, 5), 48)
    for position in some_positions(name, 29):
        searcher.search(position.states, position.terms.array, network, settings, playouts=60, seed=1)
        tree = searcher._tree
        assert searcher.playouts == 60 == int(tree.nodes[0].visits) == int(searcher.visits.sum())
        assert 61 < int(tree.used[0]) <= 1 + 60 * position.players * game.kernel.primitives.OWN_TURNS_AHEAD
        edges = tree.edges[searcher.edges]
        assert all(edge["children"] <= 1 + edge["taken"] ** 0.5 for edge in edges)
        assert np.isclose(edges["prior"].sum(), 1, atol=1e-4)
        shares = edges["total"][edges["taken"] > 0, : position.players].sum(axis=1) / edges["taken"][edges["taken"] > 0]
        assert (abs(shares - 1) < 0.05 * position.players + 1e-3).all()


def test_equal_positions_of_different_turns_have_one_node() -> None:
    """With one piece to be drawn the same piece comes again: its weight grows and no second node is made."""
    game = game_of("glassworks")
    settings = SearchSettings(True, 0.5, 0.05, 50.0, 4000, 4000)
    network = random_network(game, 9)
    searcher = TreeSearcher(game, 12600, 4)
    position = some_positions("glassworks", 8)[2]
    searcher.search(position.states, position.terms.array, network, settings, playouts=2500, seed=2)
    tree = searcher._tree
    for edge in range(*searcher.edges.indices(10**6)):
        keys, weights, node = [], 0, int(tree.edges[edge].child)
        while node >= 0:
            keys.append(int(tree.nodes[node].key))
            weights += int(tree.nodes[node].weight)
            node = int(tree.nodes[node].next_node)
        assert len(keys) == len(set(keys)) == int(tree.edges[edge].children)
        assert weights >= len(keys)


def test_the_search_thinks_of_many_hands_that_others_may_hold() -> None:
    """Below the root lie different dealings, all of which the viewer must think possible; each visit deals anew."""
    game = game_of("market")
    settings = SearchSettings(True, 0.5, 0.05, 50.0, 4000, 4000)
    network = random_network(game, 10)
    searcher = TreeSearcher(game, 7600, 48)
    position = some_positions("market", 10)[4]
    viewer = int(position.state.seat)
    other = (viewer + 1) % position.players
    view = position.view(viewer)
    unseen = cards_of(view.sample(seed).state.hand[other] for seed in range(200))
    searcher.search(view.states, view.terms.array, network, settings, viewer=viewer, playouts=1500, seed=4)
    tree = searcher._tree
    hands, first = set(), set()
    for edge in range(*searcher.edges.indices(10**6)):
        node = int(tree.edges[edge].child)
        while node >= 0:
            hands.add(int(tree.states[node].hand[other]))
            if int(tree.nodes[node].next_node) < 0:
                first.add(int(tree.nodes[node].luck))
            node = int(tree.nodes[node].next_node)
    assert len(hands) > 20
    assert len(first) == 1, "the same luck beside every turn"
    assert all(hand.bit_count() == int(view.state.hand[other]).bit_count() for hand in hands)
    assert cards_of(hands) <= unseen


def test_all_games_share_what_is_the_same_for_all() -> None:
    """Numba knows a tuple from Python by its fields: a class of each game's own would be taken for the first one's."""
    first, *others = (lookahead(game) for game in GAMES.values())
    assert others
    for other in others:
        assert type(first.network.blank_network()) is type(other.network.blank_network()) is Network
        assert type(first.network.new_layers()) is type(other.network.new_layers()) is Layers
        assert (
            first.tree.SearchSettings is other.tree.SearchSettings
            and first.selfplay.SelfPlaySettings is other.selfplay.SelfPlaySettings
        )
