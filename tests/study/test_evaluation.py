"""Searches of one position: what they add up, how passes come together, what is asked from what a seat knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rivertable.bots.lookahead import lookahead
from rivertable.bots.search.bots import SearchParameters
from rivertable.bots.search.tree_search import NOBODY, TreeSearcher
from rivertable.bots.weights import network_for
from rivertable.core.match import Match
from rivertable.study.documents import OptionDocument
from rivertable.study.evaluation import Searcher, merged

from .games import played

BOTH = pytest.mark.parametrize("game", ["glassworks", "market"])


def searched(match: Match, number: int, only: Any = None) -> tuple[TreeSearcher, int]:
    """Return a searcher that searched the position before a turn, telling shares as learned, and the seat on turn."""
    game, view = match.game, match.before(number).view(match.turns[number].seat)
    parameters, weights = SearchParameters(), network_for(match.terms)
    assert weights is not None
    network = weights._replace(curves=lookahead(game).network.blank_network().curves)
    searcher = TreeSearcher(game, 2000, parameters.turns)
    settings = parameters.settings(network)
    seat = match.turns[number].seat
    viewer = seat if game.has_hidden else NOBODY
    searcher.search(view.states, match.terms.array, network, settings, viewer=viewer, seed=5, playouts=150, only=only)
    return searcher, seat


@BOTH
def test_what_lies_below_a_turn_adds_up_to_what_the_search_says_of_it(game: str) -> None:
    """A value is the share of the win and a twentieth for the lead: within that they agree."""
    searcher, seat = searched(played(game, ("artisan", "artisan"), "below"), 8)
    places = [place for place, visits in enumerate(searcher.visits) if visits]
    assert places
    for place in places:
        found = searcher.outcomes(place)
        assert found.visits.sum() == searcher.visits[place]
        share = found.visits @ found.shares / found.visits.sum()
        assert share.sum() == pytest.approx(1, abs=1e-4)
        assert searcher.values(seat)[place] == pytest.approx(share[seat], abs=0.0501)


@BOTH
def test_only_the_turn_asked_for_is_looked_at(game: str) -> None:
    match = played(game, ("artisan", "artisan"), "only")
    turn = match.turns[8]
    searcher, _ = searched(match, 8, turn.decisions)
    assert (searcher.visits.tolist(), searcher.decisions(0)) == ([150], list(turn.decisions))


@BOTH
def test_the_turn_that_was_taken_is_always_weighed_and_as_often_as_the_best(game: str) -> None:
    match = played(game, ("random", "artisan"), "weighed")
    searcher = Searcher(match.terms, 80)
    for number in range(4, len(match.turns), 5):
        options = searcher.search(match.before(number), match.turns[number].decisions, 80, seed=1)
        by_notation = {option.notation: option for option in options}
        assert len(by_notation) == len(options)
        taken = by_notation[str(match.turns[number].move)]
        assert taken.descents >= max(option.visits for option in options)
        assert all(
            sum(option.win_share) == pytest.approx(1, abs=1e-3) and option.line[0] == option.notation
            for option in options
        )


@BOTH
def test_a_continuation_tells_its_turns_with_who_takes_them(game: str) -> None:
    match = played(game, ("random", "artisan"), "weighed")
    searcher, read, has_replies = Searcher(match.terms, 400), match.terms.game.documents.read_move, False
    for number in (4, 5, 6):
        seat = match.turns[number].seat
        for option in searcher.search(match.before(number), None, 400, seed=1):
            has_replies |= bool(option.replies)
            assert [str(read(reply.move)) for reply in option.replies] == option.line[1:]
            assert [reply.seat for reply in option.replies] == [1 - seat, seat, 1 - seat][: len(option.replies)]
    assert has_replies


@BOTH
def test_the_same_seed_finds_the_same(game: str) -> None:
    match = played(game, ("artisan", "artisan"), "same")
    decisions = match.turns[6].decisions
    once, again, other = (Searcher(match.terms, 50).search(match.before(6), decisions, 50, seed) for seed in (1, 1, 2))
    assert once == again != other


def test_a_search_asks_nothing_that_the_seat_does_not_know() -> None:
    """In Market the other hands and the deck may be anything: the same is found."""
    match = played("market", ("artisan", "artisan", "artisan"), "hidden")
    before, decisions = match.before(9), match.turns[9].decisions
    seat = match.turns[9].seat
    others = {before.view(seat).sample(seed) for seed in range(6)}
    assert len(others) > 1
    found = [Searcher(match.terms, 60).search(position, decisions, 60, seed=3) for position in (before, *others)]
    assert all(options == found[0] for options in found)


def option(notation: str, visits: int, descents: int, share: float, error: float) -> OptionDocument:
    """Return a turn that was looked at."""
    return OptionDocument(
        notation=notation,
        move={},
        visits=visits,
        descents=descents,
        win_share=[share, 1 - share],
        standard_error=error,
        score=[10.0, 20.0],
        line=[notation],
    )


def test_passes_come_together_by_how_often_they_looked() -> None:
    first = [option("a", 30, 30, 0.5, 0.1), option("b", 10, 30, 0.2, 0.1)]
    both = merged(first, [option("b", 60, 60, 0.8, 0.2), option("a", 0, 10, 0.1, 0.0)])
    assert [found.notation for found in both] == ["b", "a"]
    assert (both[0].visits, both[0].descents, both[1].visits, both[1].descents) == (70, 90, 30, 40)
    assert both[0].win_share == pytest.approx([0.6, 0.4])
    assert both[1].win_share == pytest.approx([0.4, 0.6])
    assert both[0].standard_error == pytest.approx(np.hypot(0.1 / 3, 0.2 * 2 / 3), abs=1e-5)
