"""Ratings: who is rated best in a pool of games, and one's own with what each game has made of them."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field
from sqlalchemy import Connection
from starlette.responses import Response

from ....bots.strength.ladder import ANCHOR
from ....core.game import GAMES
from ....study.documents import Mark
from ...company.levels import level_beside, levels_of
from ...company.ratings import Rating, pool_of
from ...domain import documents
from ...domain.table import time_text
from ...errors import NoSuchPersonError, WrongStateError
from ...store.company.conduct import conduct_of
from ...store.company.deals import meetings_of
from ...store.company.ratings import best_rated, changes_of, rated_people, ratings_of
from ...store.company.studies import Figure, Study, public_among, reviewed_among, studies_of
from ..compression import ReadRoute
from ..context import AS_DIGITS, Shared, json_response
from ..openapi import answers
from ..requests import Query as QueryDocument
from ..routes.people import Here

router = APIRouter(tags=["ratings"], route_class=ReadRoute)

PersonMark = Annotated[
    str, Path(alias="person", pattern="^[0-9a-f]{32}$", description="By what a person is known to everybody.")
]

_BEST_AT_MOST = 100
_CHANGES_AT_MOST = 200


class RatingsQuery(QueryDocument):
    """Which games: of one game and number of players, live or by days."""

    game: Annotated[str, Field(pattern=f"^({'|'.join(GAMES)})$")]
    players: Annotated[int, Field(ge=2, le=5), AS_DIGITS]
    pace: Literal["live", "days"] = "live"


class RatingReply(documents.Reply):
    """A rating: the number with half of its 95 % interval; provisional where it says little yet."""

    rating: int
    plus_minus: int
    is_provisional: bool
    games: int


class RatedPerson(RatingReply):
    """Somebody who is rated; their page is known by ``person``."""

    person: str | None
    name: str | None


class RatedLevel(RatingReply):
    """A level of bots on the scale of people; ``games`` are those of rated people against bots of the deal of the day.

    How far apart levels are was measured in games among themselves.
    """

    level: str


class RatingsReply(documents.Reply):
    """Who is rated best, in the order of what they hardly are below: two standard deviations under the number.

    ``levels`` are those of the bots, the weakest first, as far as they were measured with so many players;
    ``level_met`` is the one that people meet in the deal of the day.
    """

    pool: str
    people: list[RatedPerson]
    levels: list[RatedLevel]
    level_met: str


class MyRating(RatingReply):
    """A rating among the games of a pool, and the ``level`` of bots that is about as strong, once both are certain."""

    pool: str
    level: str | None


class RatingChange(RatingReply):
    """What a game has made of a rating, and the place in it; ``is_reviewed`` once there is a whole review of it.

    ``table`` is null where it is not for everybody: who has played there is told it, others of a public table only.
    """

    pool: str
    place: int
    at: str
    table: str | None
    is_reviewed: bool


class Mean(documents.Reply):
    """A mean over games, with half of its 95 % interval; that is null for fewer games than four."""

    mean: float
    plus_minus: float | None


class ScorePart(documents.Reply):
    """The points a game with a part of the score, and by how much that is ``over`` the mean of the others there."""

    part: str
    own: float
    over: Mean


class PoolStudy(documents.Reply):
    """What somebody's last rated games of a pool say about their play.

    ``games`` were played to their end, and ``parts`` are means over them. Of ``reviewed`` there is a whole review: by
    how much of a win chance has helped a game (``luck``), what the own turns did to the win share (``skill``), the
    ``accuracy`` of turns from 0 to 100, and how many had which mark.
    """

    pool: str
    games: int
    parts: list[ScorePart]
    reviewed: int
    luck: Mean | None
    skill: Mean | None
    accuracy: float | None
    marks: dict[Mark, int]


class PersonPage(documents.Reply):
    """Somebody who is rated: the ratings, what the last rated games have made of them, the newest first.

    Of the last ``games`` that are over, fifty at most, so many were ``finished`` by themselves.
    """

    name: str
    ratings: list[MyRating]
    changes: list[RatingChange]
    studies: list[PoolStudy]
    games: int
    finished: int


class MyRatings(documents.Reply):
    """One's ratings, and what one's last rated games have made of them, the newest first."""

    ratings: list[MyRating]
    changes: list[RatingChange]
    studies: list[PoolStudy]


def rating_told(rating: Rating) -> RatingReply:
    """Return a rating as documents have it."""
    return RatingReply(
        rating=rating.shown,
        plus_minus=rating.plus_minus,
        is_provisional=rating.is_provisional,
        games=rating.games,
    )


def _levels(connection: Connection, pool: str, now: float) -> dict[str, Rating]:
    game, players, _ = pool.rsplit("-", 2)
    return levels_of(game, int(players), meetings_of(connection, pool, game, int(players), now))


def _ratings(connection: Connection, person_id: str, now: float) -> list[MyRating]:
    found = {pool: rating.at(now) for pool, rating in ratings_of(connection, person_id).items()}
    return [
        MyRating(pool=pool, level=level_beside(rating, _levels(connection, pool, now)), **rating_told(rating))
        for pool, rating in found.items()
    ]


def _changes(connection: Connection, person_id: str, *, is_own: bool) -> list[RatingChange]:
    changes = changes_of(connection, person_id, _CHANGES_AT_MOST)
    tables = [each.table_id for each in changes]
    reviewed = reviewed_among(connection, tables)
    shown = frozenset(tables) if is_own else public_among(connection, tables)
    return [
        RatingChange(
            pool=each.pool,
            place=each.place,
            at=time_text(each.at),
            table=each.table_id if each.table_id in shown else None,
            is_reviewed=each.table_id in reviewed,
            **rating_told(each.after),
        )
        for each in changes
    ]


def _studies(connection: Connection, person_id: str) -> list[PoolStudy]:
    return [_study(pool, study) for pool, study in studies_of(connection, person_id).items()]


def _study(pool: str, study: Study) -> PoolStudy:
    return PoolStudy(
        pool=pool,
        games=study.games,
        parts=[ScorePart(part=each.name, own=round(each.own, 2), over=_mean(each.over, 2)) for each in study.parts],
        reviewed=study.reviewed,
        luck=None if study.luck is None else _mean(study.luck, 4),
        skill=None if study.skill is None else _mean(study.skill, 4),
        accuracy=None if study.accuracy is None else round(study.accuracy, 1),
        marks=study.marks,
    )


def _mean(figure: Figure, digits: int) -> Mean:
    half = None if figure.plus_minus is None else round(figure.plus_minus, digits)
    return Mean(mean=round(figure.mean, digits), plus_minus=half)


@router.get("/ratings", **answers(RatingsReply))
def best(context: Shared, wanted: Annotated[RatingsQuery, Query()]) -> Response:
    """Return who is rated best among the games of a pool."""
    pool = pool_of(wanted.game, wanted.players, "turn" if wanted.pace == "days" else "live")
    now = time.time()
    with context.tables.database.read() as connection:
        found = best_rated(connection, pool, _BEST_AT_MOST)
        levels = _levels(connection, pool, now)
    people = [
        RatedPerson(
            person=None if context.people is None else context.people.mark_of(each.person_id),
            name=each.name,
            **rating_told(each.rating.at(now)),
        )
        for each in found
    ]
    told = [RatedLevel(level=level, **rating_told(rating)) for level, rating in levels.items()]
    return json_response(RatingsReply(pool=pool, people=people, levels=told, level_met=ANCHOR))


@router.get("/people/{person}", **answers(PersonPage, 404, 409))
def person_page(mark: PersonMark, context: Shared) -> Response:
    """Return how somebody who is rated has played: ratings, what games have made of them, how many were finished."""
    if context.people is None:
        raise WrongStateError("This server keeps no names.")
    now = time.time()
    with context.tables.database.read() as connection:
        rated = rated_people(connection)
        found = next((person for person in rated if context.people.mark_of(person) == mark), None)
        if found is None:
            raise NoSuchPersonError("There is no such person.")
        ratings, changes = _ratings(connection, found, now), _changes(connection, found, is_own=False)
        studies = _studies(connection, found)
        conduct = conduct_of(connection, found)
    return json_response(
        PersonPage(
            name=rated[found],
            ratings=ratings,
            changes=changes,
            studies=studies,
            games=conduct.games,
            finished=conduct.finished,
        )
    )


@router.get("/me/ratings", **answers(MyRatings, 401, 409))
def mine(context: Shared, visitor: Here) -> Response:
    """Return the person's ratings, and what each game has made of them."""
    with context.tables.database.read() as connection:
        ratings = _ratings(connection, visitor.person.id, time.time())
        changes = _changes(connection, visitor.person.id, is_own=True)
        studies = _studies(connection, visitor.person.id)
    return json_response(MyRatings(ratings=ratings, changes=changes, studies=studies))
