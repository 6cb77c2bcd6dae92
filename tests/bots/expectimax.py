"""Expectimax worked out slowly: over positions as anybody may use them, with fractions, and nothing of the search."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from rivertable.core.position import Position, walk_turns

Vector = tuple[Fraction, ...]


def result(totals: tuple[int, ...]) -> Vector:
    """Each seat's share of the win and a twentieth of its lead over the best other, in units of 20 points; totals."""
    values = []
    for seat, own in enumerate(totals):
        share = Fraction(own == max(totals), totals.count(max(totals)))
        lead = Fraction(own - max(totals[:seat] + totals[seat + 1 :]), 20)
        values.append(share + Fraction(1, 20) * max(min(lead, Fraction(1)), Fraction(-1)))
    return (*values, *map(Fraction, totals))


def expectation(position: Position, viewer: int, known: dict[Position, Vector]) -> Vector:
    """Each seat's value and score if all play best; chance by its weights.

    Of equal turns a seat takes what brings it more points, then what is worse for the viewer and those after it.
    """
    if position not in known:
        outcomes = position.outcomes()
        if position.is_over:
            known[position] = result(position.totals)
        elif outcomes:
            whole = sum(weight for _, weight in outcomes)
            found = [(expectation(position.apply(it), viewer, known), weight) for it, weight in outcomes]
            known[position] = tuple(
                sum((vector[k] * weight for vector, weight in found), Fraction()) / whole
                for k in range(2 * position.players)
            )
        else:
            seat = int(position.state.seat)
            others = [(viewer + k) % position.players for k in range(position.players)]
            known[position] = max(
                (expectation(after, viewer, known) for after in ends(position)),
                key=lambda vector: rank(vector, seat, others),
            )
    return known[position]


def rank(vector: Vector, seat: int, others: list[int]) -> Vector:
    """What a seat prefers is higher."""
    players = len(others)
    rest = [-vector[place] for other in others for place in (other, players + other)]
    return (vector[seat], vector[players + seat], *rest)


def ends(position: Position) -> set[Position]:
    """The positions that a turn can lead to, before chance acts."""
    return {type(position)(states, position.terms) for _, states in walk_turns(position)}


def changed(position: Position, **fields: Any) -> Position:
    """The same position with other numbers in some fields."""
    states = position.states.copy()
    for name, value in fields.items():
        states[0][name] = value
    return type(position)(states, position.terms)


def thinned(position: Position, bag: dict[int, int], satchels: int, lake: int) -> Position:
    """A position of River Valley Glassworks with another bag, and no more in each satchel and the lake than said."""
    state = position.state
    counts = np.zeros_like(state.bag)
    for piece, count in bag.items():
        counts[piece] = count
    held = np.minimum(state.held, satchels)
    kept = [
        [int(piece) if k < held[seat] else 0 for k, piece in enumerate(row)] for seat, row in enumerate(state.satchel)
    ]
    lying = min(int(state.lake_count), lake)
    return changed(
        position,
        bag=counts,
        bag_count=sum(bag.values()),
        held=held,
        satchel=kept,
        lake_count=lying,
        lake=[int(piece) if k < lying else 0 for k, piece in enumerate(state.lake)],
    )


def paired(position: Position, bag: dict[int, int]) -> Position:
    """A position of River Valley Glassworks with another bag, no lake, and pairs in the satchels.

    With a pair any tile can be gathered next, also one that was just refilled.
    """
    found = thinned(position, bag, 2, 0)
    rows = zip(found.state.satchel.tolist(), found.state.held.tolist(), strict=True)
    return changed(found, satchel=[[row[0]] * held + [0] * (len(row) - held) for row, held in rows])
