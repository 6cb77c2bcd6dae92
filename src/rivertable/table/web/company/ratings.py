"""Ratings: who is rated best in a pool of games, and one's own with what each game has made of them."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from ....core.game import GAMES
from ...company.ratings import Rating, pool_of
from ...domain import documents
from ...domain.table import time_text
from ...errors import NoSuchPersonError, WrongStateError
from ...store.company.conduct import conduct_of
from ...store.company.ratings import best_rated, changes_of, rated_people, ratings_of
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


class RatingsReply(documents.Reply):
    """Who is rated best, in the order of what they hardly are below: two standard deviations under the number."""

    pool: str
    people: list[RatedPerson]


class MyRating(RatingReply):
    """One's own rating among the games of a pool."""

    pool: str


class RatingChange(RatingReply):
    """What a game has made of a rating, and the place in it."""

    pool: str
    place: int
    at: str


class MyRatingChange(RatingChange):
    """What a game at a table has made of one's rating."""

    table: str


class PersonPage(documents.Reply):
    """Somebody who is rated: the ratings, what the last rated games have made of them, the newest first.

    Of the last ``games`` that are over, fifty at most, so many were ``finished`` by themselves.
    """

    name: str
    ratings: list[MyRating]
    changes: list[RatingChange]
    games: int
    finished: int


class MyRatings(documents.Reply):
    """One's ratings, and what one's last rated games have made of them, the newest first."""

    ratings: list[MyRating]
    changes: list[MyRatingChange]


def _told(rating: Rating) -> RatingReply:
    return RatingReply(
        rating=rating.shown,
        plus_minus=rating.plus_minus,
        is_provisional=rating.is_provisional,
        games=rating.games,
    )


@router.get("/ratings", **answers(RatingsReply))
def best(context: Shared, wanted: Annotated[RatingsQuery, Query()]) -> Response:
    """Return who is rated best among the games of a pool."""
    pool = pool_of(wanted.game, wanted.players, "turn" if wanted.pace == "days" else "live")
    with context.tables.database.read() as connection:
        found = best_rated(connection, pool, _BEST_AT_MOST)
    now = time.time()
    people = [
        RatedPerson(
            person=None if context.people is None else context.people.mark_of(each.person_id),
            name=each.name,
            **_told(each.rating.at(now)),
        )
        for each in found
    ]
    return json_response(RatingsReply(pool=pool, people=people))


@router.get("/people/{person}", **answers(PersonPage, 404, 409))
def person_page(mark: PersonMark, context: Shared) -> Response:
    """Return how somebody who is rated has played: ratings, what games have made of them, how many were finished."""
    if context.people is None:
        raise WrongStateError("This server keeps no names.")
    with context.tables.database.read() as connection:
        rated = rated_people(connection)
        found = next((person for person in rated if context.people.mark_of(person) == mark), None)
        if found is None:
            raise NoSuchPersonError("There is no such person.")
        ratings, changes = ratings_of(connection, found), changes_of(connection, found, _CHANGES_AT_MOST)
        conduct = conduct_of(connection, found)
    now = time.time()
    return json_response(
        PersonPage(
            name=rated[found],
            ratings=[MyRating(pool=pool, **_told(rating.at(now))) for pool, rating in ratings.items()],
            changes=[
                RatingChange(pool=each.pool, place=each.place, at=time_text(each.at), **_told(each.after))
                for each in changes
            ],
            games=conduct.games,
            finished=conduct.finished,
        )
    )


@router.get("/me/ratings", **answers(MyRatings, 401, 409))
def mine(context: Shared, visitor: Here) -> Response:
    """Return the person's ratings, and what each game has made of them."""
    with context.tables.database.read() as connection:
        ratings = ratings_of(connection, visitor.person.id)
        changes = changes_of(connection, visitor.person.id, _CHANGES_AT_MOST)
    now = time.time()
    told = [MyRating(pool=pool, **_told(rating.at(now))) for pool, rating in ratings.items()]
    history = [
        MyRatingChange(
            pool=each.pool, table=each.table_id, place=each.place, at=time_text(each.at), **_told(each.after)
        )
        for each in changes
    ]
    return json_response(MyRatings(ratings=told, changes=history))
