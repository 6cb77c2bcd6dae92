"""What somebody's rated games say about their play: what their scores are made of, and what reviews have found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

from sqlalchemy import Connection, select

from ....study.documents import Mark
from ...company.fields import half_interval
from ...domain.table import Table
from ..schema import REVIEWS, TABLES
from .schema import RATED_SEATS

_LAST_GAMES = 200


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over games with half of its 95 % interval, which is None for few games."""

    mean: float
    plus_minus: float | None


@dataclass(frozen=True, slots=True)
class Part:
    """The points that somebody scores with a part of the score, and by how much that is ``over`` the others' mean."""

    name: str
    own: float
    over: Figure


@dataclass(frozen=True, slots=True)
class Study:
    """What the last rated games of a pool say about somebody.

    Attributes:
        games: those that were played to their end, which ``parts`` are means of, in the order of the score.
        reviewed: those of which there is a whole review; the rest is of them.
        luck: by how much of a win chance has helped, a game.
        skill: what the own turns did to the win share, a game: 0 were the best that a bot sees at a glance.
        accuracy: of the turns, 0 to 100; None where nothing was ever at stake.
        marks: how many turns had which mark.
    """

    games: int
    parts: tuple[Part, ...]
    reviewed: int
    luck: Figure | None
    skill: Figure | None
    accuracy: float | None
    marks: dict[Mark, int]


@dataclass(slots=True)
class _Found:
    """What was found in the games of a pool, a value each."""

    parts: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    games: int = 0
    seats: list[dict[str, Any]] = field(default_factory=list)


def parts_of(table: Table) -> list[str | None]:
    """Return what each seat's score is made of, as JSON by the names of the parts; None of a game that broke off."""
    match = table.match
    if match is None or table.status != "over" or not match.is_over:
        return [None] * len(table.seats)
    counting = table.game.counting
    return [
        json.dumps(dict(zip(counting.CATEGORIES, counting.category_points(match.position, seat), strict=True)))
        for seat in range(len(table.seats))
    ]


def studies_of(connection: Connection, person_id: str) -> dict[str, Study]:
    """Return what somebody's last rated games say about their play, by pool."""
    mine = (
        select(RATED_SEATS)
        .where(RATED_SEATS.c.person_id == person_id, RATED_SEATS.c.place.is_not(None))
        .order_by(RATED_SEATS.c.number.desc())
        .limit(_LAST_GAMES)
    )
    own = {row.table_id: row for row in connection.execute(mine)}
    sitting: dict[str, list[dict[str, int]]] = {}
    everybody = select(RATED_SEATS).where(RATED_SEATS.c.table_id.in_(own), RATED_SEATS.c.parts.is_not(None))
    for row in connection.execute(everybody):
        if row.seat != own[row.table_id].seat:
            sitting.setdefault(row.table_id, []).append(json.loads(row.parts))
    found: dict[str, _Found] = {}
    for row in own.values():
        pool = found.setdefault(row.pool, _Found())
        if row.parts is not None and row.table_id in sitting:
            pool.games += 1
            for name, points in json.loads(row.parts).items():
                others = mean(other[name] for other in sitting[row.table_id])
                pool.parts.setdefault(name, []).append((points, points - others))
    for table_id, seats in _reviews(connection, list(own)).items():
        found[own[table_id].pool].seats.append(seats[own[table_id].seat])
    return {pool: _study(each) for pool, each in found.items()}


def reviewed_among(connection: Connection, table_ids: Sequence[str]) -> frozenset[str]:
    """Return which of some tables have a whole review."""
    return frozenset(_reviews(connection, table_ids))


def public_among(connection: Connection, table_ids: Sequence[str]) -> frozenset[str]:
    """Return which of some tables everybody could find, so that everybody may be led there."""
    found = select(TABLES.c.id).where(TABLES.c.id.in_(table_ids), TABLES.c.is_public)
    return frozenset(connection.execute(found).scalars())


def _reviews(connection: Connection, table_ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return what the whole reviews of some tables say of each seat."""
    is_whole = (REVIEWS.c.spent >= REVIEWS.c.seconds) & REVIEWS.c.seats.is_not(None)
    rows = connection.execute(
        select(REVIEWS.c.table_id, REVIEWS.c.seats).where(REVIEWS.c.table_id.in_(table_ids), is_whole)
    )
    return {row.table_id: json.loads(row.seats) for row in rows}


def _study(found: _Found) -> Study:
    parts = tuple(
        Part(name, mean(own for own, _ in values), _figure([over for _, over in values]))
        for name, values in found.parts.items()
    )
    accuracies = [seat["accuracy"] for seat in found.seats if seat["accuracy"] is not None]
    marks: Counter[Mark] = Counter()
    for seat in found.seats:
        marks.update(seat["marks"])
    return Study(
        found.games,
        parts,
        len(found.seats),
        _figure([seat["luck"] for seat in found.seats]) if found.seats else None,
        _figure([seat["own_skill"] for seat in found.seats]) if found.seats else None,
        mean(accuracies) if accuracies else None,
        dict(marks),
    )


def _figure(values: Sequence[float]) -> Figure:
    return Figure(mean(values), half_interval(values))
