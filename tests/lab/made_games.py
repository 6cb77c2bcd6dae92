"""Games as the laboratory stacks them, made up: by hand, or with a known truth and drawn by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from rivertable.core.contract.parts import Family, Thing
from rivertable.lab.balance import GameArrays
from rivertable.lab.simulation import GameRow, TurnRow, WholeGame

PARTS = (Thing("all", "every <thing> & more"),)


def family(name: str, *names: str, group: str | None = None) -> Family:
    """A family of things of these names."""
    things = tuple(Thing(f"{name}:{each}", each) for each in names)
    return Family(name, name.title(), "it was used", group or name, things)


def whole_game(number: int, turns: Sequence[tuple[int, str, tuple[int, ...]]]) -> WholeGame:
    """A game of turns: seat, ids of what it used with spaces between, totals after it."""
    end = turns[-1][2]
    rows = tuple(
        TurnRow(number, place, seat, "", (0,), (), totals, tuple(used.split()))
        for place, (seat, used, totals) in enumerate(turns)
    )
    winners = tuple(seat for seat, total in enumerate(end) if total == max(end))
    parts = tuple((total,) for total in end)
    row = GameRow(number, ("none",) * len(end), end, winners, len(rows), len(rows), {"all": end})
    return WholeGame(row, rows, parts)


def drawn_games(
    rng: np.random.Generator,
    games: int,
    players: int,
    things: int,
    worth: Sequence[float] = (),
    luck: float = 10.0,
    shared_luck: float = 8.0,
) -> GameArrays:
    """Games in which each use of a thing adds its worth to a seat's points, and chance the rest.

    Seats of a game share luck, and who has better luck uses a little more of everything.
    """
    skill = rng.normal(0, 1, (games, players))
    uses = rng.poisson(0.6 * np.exp(0.15 * skill)[:, :, None], (games, players, things))
    points = 60 + rng.normal(0, shared_luck, (games, 1)) + rng.normal(0, luck, (games, players)) + 2 * uses.sum(axis=2)
    for place, each in enumerate(worth):
        points = points + each * uses[:, :, place]
    return arrays_of(np.rint(points).astype(int), uses)


def arrays_of(totals: Any, uses: Any) -> GameArrays:
    """Games of these totals and uses, decided in their last round."""
    best = totals == totals.max(axis=1, keepdims=True)
    wins = best / best.sum(axis=1, keepdims=True)
    kinds = (family("thing", *(str(place) for place in range(uses.shape[2]))),)
    turns = np.full(totals.shape, 9)
    return GameArrays(kinds, PARTS, totals, wins, turns, totals[:, :, None], uses, tuple(totals[:, None, :]))


def assert_same(one: GameArrays, other: GameArrays) -> None:
    """Fail where two stacks of games differ in anything."""
    for field in fields(GameArrays):
        ours, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(ours, np.ndarray):
            assert ours.dtype == theirs.dtype, field.name
            np.testing.assert_array_equal(ours, theirs, field.name)
        elif field.name in ("rounds", "by_turn"):
            assert [(each.dtype, each.tolist()) for each in ours] == [(each.dtype, each.tolist()) for each in theirs]
        else:
            assert ours == theirs, field.name
