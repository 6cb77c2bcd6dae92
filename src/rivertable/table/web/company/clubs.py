"""Clubs: making one, joining it by its link, its members, tables and results."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field
from starlette.responses import Response

from ...company.clubs import Clubs, member_of, standings
from ...domain import documents
from ...domain.lobby import lobby_document
from ...domain.table import time_text
from ...errors import WrongStateError
from ...store.company.clubs import Club, ClubResult
from ..compression import ReadRoute
from ..context import AS_DIGITS, Context, Shared, json_response
from ..limits import address_of
from ..openapi import answers
from ..requests import Name
from ..requests import Request as RequestDocument
from ..routes.people import Here
from .ratings import RatingReply, rating_told

router = APIRouter(tags=["clubs"], route_class=ReadRoute)

ClubId = Annotated[str, Path(alias="club", pattern="^[A-Za-z0-9_-]{22}$", description="The club's id.")]
MemberNumber = Annotated[
    int, Path(alias="member", ge=0, le=99_999, description="By what the club knows the member."), AS_DIGITS
]

_GAMES_AT_MOST = 20


class ClubRequest(RequestDocument):
    """A club to make: its name."""

    name: Name


class ClubTableRequest(RequestDocument):
    """A table to show to a club."""

    table: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}$")]


class ClubMember(documents.Reply):
    """Somebody who is or was in a club, known by ``member`` everywhere else; null is the name of former people."""

    member: int
    name: str | None
    is_owner: bool
    is_in: bool
    joined_at: str


class ClubRating(RatingReply):
    """A member's rating among the games of a pool."""

    member: int
    pool: str


class ClubStandingReply(documents.Reply):
    """How somebody has done at the club's tables: a first place is 1 point, a last 0, those between evenly so."""

    member: int
    games: int
    wins: int
    points: float


class ClubSeat(documents.Reply):
    """How a game ended for a seat; null is whoever was in no club."""

    member: int | None
    place: int
    points: int


class ClubGame(documents.Reply):
    """A game at one of the club's tables that is over."""

    game: documents.GameName
    at: str
    seats: list[ClubSeat]


class ClubReply(documents.Reply):
    """A club: who is in it, the tables that wait for players, and how its games have ended, the last first.

    ``ratings`` are of those who are in it, the best of each pool first.
    """

    club: str
    name: str
    made_at: str
    members: list[ClubMember]
    tables: list[documents.LobbyLine]
    standings: list[ClubStandingReply]
    games: list[ClubGame]
    ratings: list[ClubRating]


class ClubLine(documents.Reply):
    """One of a person's clubs."""

    club: str
    name: str
    is_owner: bool


class OwnClub(documents.Reply):
    """What a club is to the person: whether it is their own, and their number where they are in it."""

    club: str
    is_owner: bool
    member: int | None


def _clubs(context: Context) -> Clubs:
    if context.clubs is None:
        raise WrongStateError("This server keeps no names.")
    return context.clubs


def _told(context: Context, club: Club, status: int = 200) -> Response:
    clubs = _clubs(context)
    results, now = clubs.results(club), time.time()
    return json_response(
        ClubReply(
            club=club.id,
            name=club.name,
            made_at=time_text(club.made_at),
            members=[
                ClubMember(
                    member=each.number,
                    name=each.name,
                    is_owner=each.is_owner,
                    is_in=each.is_in,
                    joined_at=time_text(each.joined_at),
                )
                for each in clubs.members(club)
            ],
            tables=[lobby_document(table) for table in clubs.tables(club)],
            standings=[
                ClubStandingReply(member=each.member, games=each.games, wins=each.wins, points=round(each.points, 2))
                for each in standings(results)
            ],
            games=_games(results),
            ratings=[
                ClubRating(member=each.number, pool=each.pool, **rating_told(each.rating.at(now)))
                for each in clubs.ratings(club)
            ],
        ),
        status,
    )


def _games(results: list[ClubResult]) -> list[ClubGame]:
    """Return the last games."""
    at_table: dict[str, list[ClubResult]] = {}
    for result in results:
        at_table.setdefault(result.table_id, []).append(result)
    return [
        ClubGame(
            game=rows[0].game,
            at=time_text(rows[0].at),
            seats=[ClubSeat(member=row.member, place=row.place, points=row.points) for row in rows],
        )
        for rows in list(at_table.values())[:_GAMES_AT_MOST]
    ]


@router.post("/me/clubs", **answers(ClubReply, 401, 409, status=201))
def make(wanted: ClubRequest, context: Shared, request: Request, visitor: Here) -> Response:
    """Make a club; whoever knows its id may join it."""
    clubs = _clubs(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    return _told(context, clubs.make(visitor, wanted.name), 201)


@router.get("/me/clubs", **answers(list[ClubLine], 401, 409))
def mine(context: Shared, visitor: Here) -> Response:
    """Return the clubs that the person is in, the newest first."""
    lines = [
        ClubLine(club=club.id, name=club.name, is_owner=is_owner) for club, is_owner in _clubs(context).of(visitor)
    ]
    return json_response(lines)


@router.get("/clubs/{club}", **answers(ClubReply, 404, 409))
def page(club_id: ClubId, context: Shared) -> Response:
    """Return a club as everybody with its link may know it."""
    return _told(context, _clubs(context).find(club_id))


@router.get("/me/clubs/{club}", **answers(OwnClub, 401, 404, 409))
def own(club_id: ClubId, context: Shared, visitor: Here) -> Response:
    """Return what a club is to the person."""
    clubs = _clubs(context)
    club = clubs.find(club_id)
    mine = member_of(clubs.members(club), visitor)
    is_in = mine is not None and mine.is_in
    return json_response(
        OwnClub(
            club=club.id,
            is_owner=mine is not None and mine.is_owner,
            member=mine.number if mine is not None and is_in else None,
        )
    )


@router.post("/me/clubs/{club}/join", **answers(ClubReply, 401, 403, 404, 409))
def join(club_id: ClubId, context: Shared, request: Request, visitor: Here) -> Response:
    """Join a club."""
    clubs = _clubs(context)
    context.buckets.take("people", address_of(request.scope), context.limits.people)
    club = clubs.find(club_id)
    clubs.join(club, visitor)
    return _told(context, club)


@router.post("/me/clubs/{club}/leave", **answers(list[ClubLine], 401, 404, 409))
def leave(club_id: ClubId, context: Shared, visitor: Here) -> Response:
    """Leave a club, and return those that the person is still in. A club that nobody is in any more is deleted."""
    clubs = _clubs(context)
    clubs.leave(clubs.find(club_id), visitor)
    return mine(context, visitor)


@router.delete("/me/clubs/{club}/members/{member}", **answers(ClubReply, 401, 403, 404, 409))
def remove(club_id: ClubId, number: MemberNumber, context: Shared, visitor: Here) -> Response:
    """Remove somebody from one's own club, for good."""
    clubs = _clubs(context)
    club = clubs.find(club_id)
    clubs.remove(club, visitor, number)
    return _told(context, club)


@router.post("/me/clubs/{club}/tables", **answers(ClubReply, 401, 403, 404, 409))
def show(wanted: ClubTableRequest, club_id: ClubId, context: Shared, visitor: Here) -> Response:
    """Show a table at which one has a seat to a club: it is listed there while it waits, and its result counts."""
    clubs = _clubs(context)
    club = clubs.find(club_id)
    clubs.show(club, visitor, wanted.table)
    return _told(context, club)
