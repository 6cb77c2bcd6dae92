"""Turns of one position weighed by search, pass by pass: each is a search of its own and adds to what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...bots.search.compiled import lookahead
from ...bots.search.tree_search import NOBODY, Thinker
from ...bots.search.turn_bots import Thought
from ...bots.weights import network_for
from ...core.game import Terms
from ...core.position import Position
from ..documents import OptionDocument

OPTIONS_AT_MOST = 6
"""Turns kept of a position beside the one that was taken."""
LINE_AT_MOST = 4
PLAYOUTS_AT_MOST = 1920
"""Of one pass. The first has ``_FIRST_PASS``; each later one twice as many as the one before, up to this."""
_FIRST_PASS = 60
_LINE_VISITS = 8
"""A turn of the expected line was taken so often at least."""
_THOUGHT = Thought()
GLANCE = _THOUGHT.glance
"""About how many turns are looked at, at most, in each position that may come of the one searched."""
_SHARPNESS_IN_POINTS = 0.5


class Searcher:
    """Searches positions under the same terms. One thread at a time may use it."""

    def __init__(self, terms: Terms, playouts_at_most: int, glance: int = GLANCE) -> None:
        """It looks at about so many turns at most in each position that may come: fewer are a hasty search."""
        game = terms.game
        self._terms = terms
        network = network_for(terms)
        compiled = lookahead(game)
        self._network = compiled.network.blank_network() if network is None else network
        self._settings = compiled.tree.Settings(
            network is not None,
            _THOUGHT.curiosity,
            _THOUGHT.sharpness if network is not None else _SHARPNESS_IN_POINTS,
            _THOUGHT.widening,
            _THOUGHT.look,
            glance,
        )
        self._thinker = Thinker(game, compiled.tree.nodes_for(playouts_at_most, game.players[-1]), _THOUGHT.turns)

    def search(
        self,
        position: Position,
        played: Sequence[int] | None,
        playouts: int,
        seed: int,
        until: float | None = None,
    ) -> list[OptionDocument]:
        """Weigh the turns of a position from what its seat knows; the one taken is weighed as well as the best.

        ``played`` are its decisions, None where none was taken. The options come in no order. The search stops at the
        time ``until``, of ``time.perf_counter``, even where not all playouts were made.
        """
        self._think(position, playouts, seed, None, until)
        visits, target = self._thinker.visits.copy(), None if played is None else position.after(*played)
        options, taken = [], 0
        for place in np.argsort(-visits, kind="stable")[:OPTIONS_AT_MOST].tolist():
            decisions = self._thinker.decisions(place)
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
        """Weigh one turn of a position, its decisions, and no other; it was free to choose none."""
        self._think(position, playouts, seed, turn, until)
        return self._option(position, 0, turn, 0)

    def _think(
        self, position: Position, playouts: int, seed: int, only: Sequence[int] | None, until: float | None
    ) -> None:
        game, view = self._terms.game, position.view(position.seat)
        viewer = int(view.state.seat) if game.has_hidden else NOBODY
        where = (view.states, self._terms.array, self._network, self._settings)
        self._thinker.think(*where, viewer=viewer, seed=seed, playouts=playouts, until=until, only=only)

    def _option(self, position: Position, place: int, decisions: Sequence[int], visits: int) -> OptionDocument:
        game, seat = self._terms.game, int(position.state.seat)
        found = self._thinker.outcomes(place)
        descents = int(found.visits.sum())
        weights = found.visits / descents
        share, score = weights @ found.shares, weights @ found.scores
        error = float(np.sqrt(np.sum((weights * (found.shares[:, seat] - share[seat])) ** 2)))
        move = game.move_of(position, decisions)
        line = [self._said(*turn) for turn in self._thinker.line(place, _LINE_VISITS)[1:LINE_AT_MOST]]
        return OptionDocument(
            notation=str(move),
            move=game.write_move(move),
            visits=visits,
            descents=descents,
            share=rounded(share),
            error=round(error, 5),
            score=rounded(score, 2),
            line=[str(move), *line],
        )

    def _said(self, states: Any, decisions: list[int]) -> str:
        board = self._terms.game.position_class(states, self._terms)
        return str(self._terms.game.move_of(board, decisions))


def merged(earlier: Iterable[OptionDocument], later: Iterable[OptionDocument]) -> list[OptionDocument]:
    """Return what two passes know together, each turn by how often it was looked at; the best first."""
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
            "share": rounded(first * np.array(one.share) + second * np.array(other.share)),
            "score": rounded(first * np.array(one.score) + second * np.array(other.score), 2),
            "error": round(float(np.hypot(first * one.error, second * other.error)), 5),
        }
    )


def next_pass(playouts: int) -> tuple[int, int]:
    """Return how many playouts the next pass has, and its number, by how many were made of a position before."""
    number, size = 0, _FIRST_PASS
    while playouts > 0:
        playouts -= size
        size = min(2 * size, PLAYOUTS_AT_MOST)
        number += 1
    return size, number


def rounded(values: Any, digits: int = 5) -> list[float]:
    """Return numbers as a document writes them."""
    return [round(float(value), digits) for value in values]
