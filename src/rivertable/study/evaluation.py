"""What positions and turns are worth: by one-ply values, and by searches that add up pass by pass."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

import numpy as np

from ..bots.lookahead import lookahead
from ..bots.search.bots import SearchParameters
from ..bots.search.tree_search import NOBODY, TreeSearcher, TurnLister, one_ply_settings
from ..bots.weights import network_for
from ..core.game import Terms
from ..core.position import Board, Position, View
from .documents import OptionDocument, ReplyDocument

CANDIDATES = 400
"""About how many turns are evaluated in a position."""
CANDIDATES_TO_THE_END = 40
"""The same if games are played to the end."""
_KEPT = 8
OPTIONS_AT_MOST = 6
"""The most turns of a position that are kept besides the one that was played."""
LINE_AT_MOST = 4
PLAYOUTS_AT_MOST = 1920
"""The most playouts of one pass. The first has ``_FIRST_PASS``, and each later one twice as many as the one before."""
_FIRST_PASS = 60
_LINE_VISITS = 8
"""The fewest visits of a turn in the expected line."""
_KEPT_AT_MOST = 4
"""For how many terms :class:`ByTerms` keeps something."""
_PARAMETERS = SearchParameters()

Shares = np.ndarray[Any, np.dtype[np.float64]]
T = TypeVar("T")


class Evaluator:
    """Evaluates positions under the same terms by one-ply values.

    The same position, draws and seed give the same numbers. It sees whole positions; hidden information only matters
    for what each seat does with its own. One thread at a time may use it.
    """

    def __init__(self, terms: Terms, network: Any | None = None) -> None:
        """Use a network, by default the one that is shipped for the game, if there is one."""
        self.terms = terms
        self._network = network_for(terms) if network is None else network
        self._lister = TurnLister(terms.game, _KEPT)
        compiled = lookahead(terms.game)
        self._compiled = compiled.turns.evaluate_one_ply
        self._room = int(compiled.network.SEATS_AT_MOST)
        self._values = np.zeros(3 * self._room, np.float32)

    def shares(self, position: Position, seed: int = 0) -> Shares:
        """Return each seat's win share at the start of a turn; at the end of the game, the result."""
        shares, _ = self._evaluate(position, 1, seed)
        return np.asarray(shares[0], np.float64)

    def best_turn(self, position: Position) -> tuple[list[int], Shares]:
        """Return the decisions of the turn with the best one-ply value, and each seat's win share before it."""
        shares = self.shares(position)
        return self._lister.turn(0)[0], shares

    def shares_after(self, after: Position, draws: int, seed: int) -> Shares:
        """Return the win shares after chance has acted on the position after a turn: one row a draw, (draws, seats).

        The draws have the same distribution as in a game.
        """
        shares, _ = self._evaluate(after, draws, seed, is_chance_due=True)
        return shares

    def totals(self, position: Position, games: int, seed: int) -> Shares:
        """Return each seat's total in games continued one-ply from the start of a turn, (games, seats)."""
        _, scores = self._evaluate(position, games, seed, is_to_the_end=True)
        return scores

    def _evaluate(
        self, position: Position, rows: int, seed: int, *, is_chance_due: bool = False, is_to_the_end: bool = False
    ) -> tuple[Shares, Shares]:
        shares = np.zeros((rows, self._room), np.float32)
        scores = np.zeros((rows, self._room), np.float32)
        settings = one_ply_settings(self._network, CANDIDATES_TO_THE_END if is_to_the_end else CANDIDATES)
        work = self._lister.workspace(self.terms.array, self._network, settings, seed)
        self._compiled(work, position.states, is_chance_due, is_to_the_end, self._values, shares, scores)
        players = position.players
        return shares[:, :players].astype(np.float64), scores[:, :players].astype(np.float64)


class Searcher:
    """Searches positions under the same terms. One thread at a time may use it."""

    def __init__(self, terms: Terms, playouts_at_most: int, node_candidates: int = _PARAMETERS.node_candidates) -> None:
        """Evaluate about ``node_candidates`` turns at most in a position below the root; fewer are a hasty search."""
        game = terms.game
        self._terms = terms
        self._network = network_for(terms)
        self._settings = replace(_PARAMETERS, node_candidates=node_candidates).settings(self._network)
        nodes = lookahead(game).tree.nodes_for(playouts_at_most, game.players[-1])
        self._tree = TreeSearcher(game, nodes, _PARAMETERS.turns)

    def search(
        self,
        position: Position,
        played: Sequence[int] | None,
        playouts: int,
        seed: int,
        until: float | None = None,
    ) -> list[OptionDocument]:
        """Search the turns of a position from what its seat knows; the turn played is searched as often as the best.

        ``played`` are its decisions, None if there is none. The options are in no order. The search stops at the time
        ``until``, of ``time.perf_counter``, even if not all playouts were made.
        """
        self._search_tree(position, playouts, seed, None, until)
        visits, target = self._tree.visits.copy(), None if played is None else position.after(*played)
        options, taken = [], 0
        for place in np.argsort(-visits, kind="stable")[:OPTIONS_AT_MOST].tolist():
            decisions = self._tree.decisions(place)
            if played is not None and position.after(*decisions) == target:
                taken = int(visits[place])
                if taken < visits.max():
                    continue
                decisions = list(played)
            if visits[place]:
                options.append(self._option(position, place, decisions, int(visits[place])))
        if played is not None and taken < visits.max():
            options.append(self.weigh(position, played, int(visits.max()), seed).model_copy(update={"visits": taken}))
        return options

    def weigh(
        self, position: Position, turn: Sequence[int], playouts: int, seed: int, until: float | None = None
    ) -> OptionDocument:
        """Search one turn of a position, by its decisions, and no other; its ``visits`` are 0."""
        self._search_tree(position, playouts, seed, turn, until)
        return self._option(position, 0, turn, 0)

    def _search_tree(
        self, position: Position, playouts: int, seed: int, only: Sequence[int] | None, until: float | None
    ) -> None:
        game, view = self._terms.game, position.view(position.seat)
        viewer = int(view.state.seat) if game.has_hidden else NOBODY
        where = (view.states, self._terms.array, self._network, self._settings)
        self._tree.search(*where, viewer=viewer, seed=seed, playouts=playouts, until=until, only=only)

    def _option(self, position: Position, place: int, decisions: Sequence[int], visits: int) -> OptionDocument:
        game, seat = self._terms.game, int(position.state.seat)
        found = self._tree.outcomes(place)
        descents = int(found.visits.sum())
        weights = found.visits / descents
        share, score = weights @ found.shares, weights @ found.scores
        error = float(np.sqrt(np.sum((weights * (found.shares[:, seat] - share[seat])) ** 2)))
        move = game.moves.move_of(position, decisions)
        line = [self._turn(*turn) for turn in self._tree.line(place, _LINE_VISITS)[1:LINE_AT_MOST]]
        return OptionDocument(
            notation=str(move),
            move=game.documents.write_move(move),
            visits=visits,
            descents=descents,
            win_share=rounded(share),
            standard_error=round(error, 5),
            score=rounded(score, 2),
            line=[str(move), *(str(reply) for _, reply in line)],
            replies=[ReplyDocument(seat=who, move=game.documents.write_move(reply)) for who, reply in line],
        )

    def _turn(self, states: Any, decisions: list[int]) -> tuple[int, Any]:
        board = Position.from_states(states, self._terms)
        return int(board.state.seat), self._terms.game.moves.move_of(board, decisions)


def decisions_of(board: Board, option: OptionDocument) -> tuple[int, ...]:
    """Return the decisions of a turn that was searched."""
    return board.game.moves.decisions_of(board, board.game.documents.read_move(option.move))


def view_after(view: View, option: OptionDocument) -> View:
    """Return the view after a turn that was searched, before chance acts."""
    return view.after(*decisions_of(view, option))


def merged(earlier: Iterable[OptionDocument], later: Iterable[OptionDocument]) -> list[OptionDocument]:
    """Return the options of two passes together, each turn weighted by its descents; the most visited first."""
    found = {option.notation: option for option in earlier}
    for option in later:
        known = found.get(option.notation)
        found[option.notation] = option if known is None else _mean(known, option)
    return sorted(found.values(), key=lambda option: -option.visits)


def _mean(one: OptionDocument, other: OptionDocument) -> OptionDocument:
    descents = one.descents + other.descents
    first, second = one.descents / descents, other.descents / descents
    return other.model_copy(
        update={
            "visits": one.visits + other.visits,
            "descents": descents,
            "win_share": rounded(first * np.array(one.win_share) + second * np.array(other.win_share)),
            "score": rounded(first * np.array(one.score) + second * np.array(other.score), 2),
            "standard_error": round(float(np.hypot(first * one.standard_error, second * other.standard_error)), 5),
        }
    )


def next_pass(playouts: int) -> tuple[int, int]:
    """Return how many playouts the next pass has, and its number, from the playouts made before."""
    number, size = 0, _FIRST_PASS
    while playouts > 0:
        playouts -= size
        size = min(2 * size, PLAYOUTS_AT_MOST)
        number += 1
    return size, number


def rounded(values: Any, digits: int = 5) -> list[float]:
    """Return numbers, rounded for a document."""
    return [round(float(value), digits) for value in values]


class ByTerms(Generic[T]):
    """Keeps what is made for terms, of the last few."""

    def __init__(self, make: Callable[[Terms], T]) -> None:
        self._make = make
        self._kept: OrderedDict[Any, T] = OrderedDict()

    def get(self, terms: Terms) -> T:
        """Return what was made for equal terms, or make it."""
        key = (terms.game.name, terms.players, str(terms.options.document()), terms.components.sha256)
        if key not in self._kept:
            self._kept[key] = self._make(terms)
            if len(self._kept) > _KEPT_AT_MOST:
                self._kept.popitem(last=False)
        return self._kept[key]
