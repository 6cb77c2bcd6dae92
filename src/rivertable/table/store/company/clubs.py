"""The SQL of clubs: making them, who is in them, which tables they have been shown, and how those have ended."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from ...company.ratings import Rating, places_of
from ...domain.table import Table
from ..ledger import insert_into
from ..schema import LINKS, PERSONS, TABLES
from .schema import CLUB_MEMBERS, CLUB_RESULTS, CLUB_TABLES, CLUBS, RATINGS


@dataclass(frozen=True, slots=True)
class Club:
    """A club; ``made_at`` is in seconds since 1970."""

    id: str
    name: str
    made_at: float


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is in a club, or was until ``left_at``; ``name`` is None of former people."""

    number: int
    person_id: str | None
    name: str | None
    is_owner: bool
    joined_at: float
    left_at: float | None
    is_removed: bool

    @property
    def is_in(self) -> bool:
        """Whether they are in it now."""
        return self.left_at is None and self.person_id is not None


@dataclass(frozen=True, slots=True)
class ClubResult:
    """How a game of a club ended for a seat; ``member`` is None where no member sat, and equals share a place."""

    table_id: str
    seat: int
    member: int | None
    game: str
    place: int
    points: int
    at: float


@dataclass(frozen=True, slots=True)
class MemberRating:
    """A member's rating among the games of a pool."""

    number: int
    pool: str
    rating: Rating


def put_club(connection: Connection, club: Club, person_id: str) -> None:
    """Write a new club, whose owner a person is."""
    connection.execute(insert(CLUBS), {name: getattr(club, name) for name in Club.__slots__})
    add_member(connection, club.id, 0, person_id, club.made_at, is_owner=True)


def find_club(connection: Connection, club_id: str) -> Club | None:
    """Return a club; None where there is none of that id."""
    row = connection.execute(select(CLUBS).where(CLUBS.c.id == club_id)).one_or_none()
    return None if row is None else Club(*row)


def clubs_of(connection: Connection, person_id: str) -> list[tuple[Club, bool]]:
    """Return the clubs that a person is in, each with whether it is their own, the newest first."""
    statement = (
        select(CLUBS, CLUB_MEMBERS.c.is_owner)
        .join_from(CLUBS, CLUB_MEMBERS, CLUB_MEMBERS.c.club_id == CLUBS.c.id)
        .where(CLUB_MEMBERS.c.person_id == person_id, CLUB_MEMBERS.c.left_at.is_(None))
        .order_by(CLUBS.c.made_at.desc())
    )
    return [(Club(*row[:-1]), row[-1]) for row in connection.execute(statement)]


# Who is in a club.


def members_of(connection: Connection, club_id: str) -> list[Member]:
    """Return who is or was in a club, by number."""
    fields = ("number", "person_id", "is_owner", "joined_at", "left_at", "is_removed")
    statement = (
        select(*(CLUB_MEMBERS.c[name] for name in fields), PERSONS.c.name)
        .join_from(CLUB_MEMBERS, PERSONS, PERSONS.c.id == CLUB_MEMBERS.c.person_id, isouter=True)
        .where(CLUB_MEMBERS.c.club_id == club_id)
        .order_by(CLUB_MEMBERS.c.number)
    )
    return [Member(**row._mapping) for row in connection.execute(statement)]


def add_member(
    connection: Connection, club_id: str, number: int, person_id: str, now: float, *, is_owner: bool = False
) -> bool:
    """Write who is in a club under a number, and return whether nobody else has taken that number meanwhile."""
    row = {
        "club_id": club_id,
        "number": number,
        "person_id": person_id,
        "is_owner": is_owner,
        "joined_at": now,
        "is_removed": False,
    }
    statement = insert_into(connection, CLUB_MEMBERS, row).on_conflict_do_nothing()
    return connection.execute(statement.returning(CLUB_MEMBERS.c.number)).first() is not None


def return_member(connection: Connection, club_id: str, number: int) -> None:
    """Note that somebody who had left is in a club again."""
    mine = (CLUB_MEMBERS.c.club_id == club_id, CLUB_MEMBERS.c.number == number)
    connection.execute(update(CLUB_MEMBERS).where(*mine).values(left_at=None))


def end_membership(connection: Connection, club_id: str, number: int, now: float, *, is_removed: bool) -> None:
    """Note that somebody is in a club no more; an owner's club is then of whoever is in it longest."""
    mine = (CLUB_MEMBERS.c.club_id == club_id, CLUB_MEMBERS.c.number == number)
    connection.execute(update(CLUB_MEMBERS).where(*mine).values(left_at=now, is_removed=is_removed, is_owner=False))
    _settle_owner(connection, club_id)


def _settle_owner(connection: Connection, club_id: str) -> None:
    """Let a club have an owner; one that nobody is in any more is deleted."""
    present = (
        select(CLUB_MEMBERS.c.number, CLUB_MEMBERS.c.is_owner)
        .where(
            CLUB_MEMBERS.c.club_id == club_id,
            CLUB_MEMBERS.c.left_at.is_(None),
            CLUB_MEMBERS.c.person_id.is_not(None),
        )
        .order_by(CLUB_MEMBERS.c.joined_at, CLUB_MEMBERS.c.number)
    )
    rows = list(connection.execute(present))
    if not rows:
        connection.execute(delete(CLUB_MEMBERS).where(CLUB_MEMBERS.c.club_id == club_id))
        connection.execute(delete(CLUB_TABLES).where(CLUB_TABLES.c.club_id == club_id))
        connection.execute(delete(CLUB_RESULTS).where(CLUB_RESULTS.c.club_id == club_id))
        connection.execute(delete(CLUBS).where(CLUBS.c.id == club_id))
    elif not any(row.is_owner for row in rows):
        mine = (CLUB_MEMBERS.c.club_id == club_id, CLUB_MEMBERS.c.number == rows[0].number)
        connection.execute(update(CLUB_MEMBERS).where(*mine).values(is_owner=True))


def forget_member(connection: Connection, person_id: str, now: float) -> None:
    """Forget which clubs an erased person was in; their results stay, under no name."""
    mine = CLUB_MEMBERS.c.person_id == person_id
    clubs = list(connection.execute(select(CLUB_MEMBERS.c.club_id).where(mine)).scalars())
    left_at = func.coalesce(CLUB_MEMBERS.c.left_at, now)
    connection.execute(update(CLUB_MEMBERS).where(mine).values(person_id=None, is_owner=False, left_at=left_at))
    for club_id in clubs:
        _settle_owner(connection, club_id)


def member_ratings(connection: Connection, club_id: str) -> list[MemberRating]:
    """Return the ratings of all who are in a club, the best of each pool first."""
    statement = (
        select(CLUB_MEMBERS.c.number, RATINGS)
        .join_from(CLUB_MEMBERS, RATINGS, RATINGS.c.person_id == CLUB_MEMBERS.c.person_id)
        .where(CLUB_MEMBERS.c.club_id == club_id, CLUB_MEMBERS.c.left_at.is_(None))
        .order_by(RATINGS.c.pool, (RATINGS.c.mu - 2 * RATINGS.c.sigma).desc(), CLUB_MEMBERS.c.number)
    )
    return [
        MemberRating(row.number, row.pool, Rating(row.mu, row.sigma, row.games, row.last))
        for row in connection.execute(statement)
    ]


# Its tables.


def show_table(connection: Connection, club_id: str, table_id: str, now: float) -> None:
    """Note that a table is shown to a club; nothing is done where it is already."""
    row = {"club_id": club_id, "table_id": table_id, "at": now}
    connection.execute(insert_into(connection, CLUB_TABLES, row).on_conflict_do_nothing())


def waiting_tables(connection: Connection, club_id: str) -> list[str]:
    """Return the tables that were shown to a club and still wait for players, the last first."""
    statement = (
        select(CLUB_TABLES.c.table_id)
        .join(TABLES, TABLES.c.id == CLUB_TABLES.c.table_id)
        .where(CLUB_TABLES.c.club_id == club_id, TABLES.c.status == "waiting")
        .order_by(CLUB_TABLES.c.at.desc())
    )
    return list(connection.execute(statement).scalars())


def note_club_result(connection: Connection, table: Table) -> None:
    """Write how a game that has just ended came out, for the clubs that its table was shown to."""
    match = table.match
    if match is None or table.status != "over" or table.shared is not None:
        return
    shown = select(CLUB_TABLES.c.club_id).where(CLUB_TABLES.c.table_id == table.id)
    clubs = list(connection.execute(shown).scalars())
    if not clubs:
        return
    taken = select(LINKS.c.seat, LINKS.c.person_id).where(LINKS.c.table_id == table.id, LINKS.c.seat >= 0)
    sitting = {row.seat: row.person_id for row in connection.execute(taken)}
    totals = match.position.totals
    places = places_of(totals, [seat.is_resigned or seat.absence is not None for seat in table.seats])
    for club_id in clubs:
        numbers = {each.person_id: each.number for each in members_of(connection, club_id) if each.is_in}
        rows = [
            {
                "club_id": club_id,
                "table_id": table.id,
                "seat": seat,
                "member": numbers.get(sitting.get(seat)),
                "game": table.game.name,
                "place": place,
                "points": points,
                "at": table.events[-1].at,
            }
            for seat, (place, points) in enumerate(zip(places, totals, strict=True))
        ]
        for row in rows:
            connection.execute(insert_into(connection, CLUB_RESULTS, row).on_conflict_do_nothing())


def results_of(connection: Connection, club_id: str) -> list[ClubResult]:
    """Return how all games of a club have ended, the last first, by seat."""
    chosen = [CLUB_RESULTS.c[name] for name in ClubResult.__slots__]
    statement = select(*chosen).where(CLUB_RESULTS.c.club_id == club_id)
    ordered = statement.order_by(CLUB_RESULTS.c.at.desc(), CLUB_RESULTS.c.table_id, CLUB_RESULTS.c.seat)
    return [ClubResult(*row) for row in connection.execute(ordered)]
