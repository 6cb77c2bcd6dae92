"""Clubs: groups of people that one joins by a link, with the tables that they show one another and their results.

Whoever has the link sees the club's page and may join. What is played counts for those who are in the club when the
game ends, at tables that a member has shown to it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..care.company import check_inviting
from ..domain.table import Table
from ..errors import (
    NoSecretError,
    NoSuchClubError,
    NoSuchTableError,
    NotYoursError,
    StoreError,
    TooManyError,
    WrongStateError,
)
from ..people import Visitor
from ..store.company import clubs as stored
from ..store.company.clubs import Club, ClubResult, Member, MemberRating
from ..store.people import HOST_SEAT, links_of
from ..store.server_secrets import ServerSecrets
from ..tables import Tables

MEMBERS_AT_MOST = 200
_CLUBS_AT_MOST = 20
_TABLES_AT_MOST = 50


@dataclass(frozen=True, slots=True)
class ClubStanding:
    """How somebody has done at a club's tables: ``points`` are 1 for a first place, 0 for a last, evenly between."""

    member: int
    games: int
    wins: int
    points: float


class Clubs:
    """The clubs of a server."""

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._secrets = server_secrets

    def make(self, visitor: Visitor, name: str) -> Club:
        """Make a club, whose owner a person is.

        Raises:
            TooManyError: the person is in too many.
        """
        club = Club(secrets.token_urlsafe(16), name, time.time())
        self._check_room(visitor)
        with self._tables.database.write() as connection:
            stored.put_club(connection, club, visitor.person.id)
        return club

    def find(self, club_id: str) -> Club:
        """Return a club.

        Raises:
            NoSuchClubError: there is none.
        """
        with self._tables.database.read() as connection:
            found = stored.find_club(connection, club_id)
        if found is None:
            raise NoSuchClubError("There is no such club.")
        return found

    def of(self, visitor: Visitor) -> list[tuple[Club, bool]]:
        """Return the clubs that a person is in, each with whether it is their own, the newest first."""
        with self._tables.database.read() as connection:
            return stored.clubs_of(connection, visitor.person.id)

    def members(self, club: Club) -> list[Member]:
        """Return who is or was in a club, by number."""
        with self._tables.database.read() as connection:
            return stored.members_of(connection, club.id)

    def ratings(self, club: Club) -> list[MemberRating]:
        """Return the ratings of all who are in a club, the best of each pool first."""
        with self._tables.database.read() as connection:
            return stored.member_ratings(connection, club.id)

    def results(self, club: Club) -> list[ClubResult]:
        """Return how all games of a club have ended, the last first."""
        with self._tables.database.read() as connection:
            return stored.results_of(connection, club.id)

    def tables(self, club: Club) -> list[Table]:
        """Return the tables that a club was shown and that still wait for players, the last first."""
        with self._tables.database.read() as connection:
            waiting = stored.waiting_tables(connection, club.id)[:_TABLES_AT_MOST]
        found = []
        for table_id in waiting:
            # One that was deleted just now, or cannot be read, is not listed.
            with suppress(NoSuchTableError, StoreError):
                found.append(self._tables.open(table_id))
        return [table for table in found if table.status == "waiting"]

    # Coming and going.

    def join(self, club: Club, visitor: Visitor) -> None:
        """Let a person be in a club; nothing is done where they are already.

        Raises:
            NotYoursError: the owner has removed the person.
            WrongStateError: the club is full.
            TooManyError: the person is in too many.
        """
        members = self.members(club)
        mine = member_of(members, visitor)
        if mine is not None and mine.is_in:
            return
        if mine is not None and mine.is_removed:
            raise NotYoursError("Who has been removed from a club does not come back.")
        if sum(each.is_in for each in members) >= MEMBERS_AT_MOST:
            raise WrongStateError("This club is full.")
        self._check_room(visitor)
        with self._tables.database.write() as connection:
            if mine is not None:
                stored.return_member(connection, club.id, mine.number)
                return
            number = len(members)
            # Others may join at the same moment.
            while not stored.add_member(connection, club.id, number, visitor.person.id, time.time()):
                number += 1

    def leave(self, club: Club, visitor: Visitor) -> None:
        """Let a person leave a club: an owner's is then of whoever is in it longest, and one without any is deleted.

        Raises:
            WrongStateError: the person is not in it.
        """
        mine = self._present(club, visitor)
        with self._tables.database.write() as connection:
            stored.end_membership(connection, club.id, mine.number, time.time(), is_removed=False)

    def remove(self, club: Club, visitor: Visitor, number: int) -> None:
        """Remove somebody from a club for good, as its owner.

        Raises:
            NotYoursError: the person is not its owner.
            WrongStateError: there is nobody of this number, or it is the owner.
        """
        if not self._present(club, visitor).is_owner:
            raise NotYoursError("Only the owner of a club removes somebody.")
        found = next((each for each in self.members(club) if each.number == number and each.is_in), None)
        if found is None or found.is_owner:
            raise WrongStateError("There is nobody to remove.")
        with self._tables.database.write() as connection:
            stored.end_membership(connection, club.id, number, time.time(), is_removed=True)

    # Tables.

    def show(self, club: Club, visitor: Visitor, table_id: str) -> None:
        """Show a table that waits for players to a club that the person is in.

        Raises:
            SanctionedError: an operator has closed it to the person.
            NoSuchTableError: there is no such table.
            NoSecretError: the person keeps no link to a seat there, or to the table as its host.
            WrongStateError: the person is not in the club, or the table does not wait.
        """
        self._present(club, visitor)
        table = self._tables.open(table_id)
        with self._tables.database.read() as connection:
            check_inviting(connection, visitor.person.id)
            links = links_of(connection, visitor.person.id, self._secrets.people_key)
        if not any(
            table.is_host(link.secret) if link.seat == HOST_SEAT else table.seat_of(link.secret) == link.seat
            for link in links
            if link.table_id == table_id
        ):
            raise NoSecretError("Only who has a seat at a table invites to it.")
        if table.status != "waiting" or table.shared is not None:
            raise WrongStateError("The table does not wait for players.")
        with self._tables.database.write() as connection:
            stored.show_table(connection, club.id, table_id, time.time())

    def _present(self, club: Club, visitor: Visitor) -> Member:
        mine = member_of(self.members(club), visitor)
        if mine is None or not mine.is_in:
            raise WrongStateError("You are not in this club.")
        return mine

    def _check_room(self, visitor: Visitor) -> None:
        if len(self.of(visitor)) >= _CLUBS_AT_MOST:
            raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=3600)


def member_of(members: Sequence[Member], visitor: Visitor) -> Member | None:
    """Return which of the members a person is or was; None where they never were one."""
    return next((each for each in members if each.person_id == visitor.person.id), None)


def standings(results: Sequence[ClubResult]) -> list[ClubStanding]:
    """Return how everybody has done at a club's tables, by points; of equals who has played less comes first."""
    at_table: dict[str, list[ClubResult]] = {}
    for result in results:
        at_table.setdefault(result.table_id, []).append(result)
    found: dict[int, ClubStanding] = {}
    for rows in at_table.values():
        places = [row.place for row in rows]
        for row in rows:
            if row.member is None:
                continue
            # Who shares a place has beaten half of the others there.
            below = sum(place > row.place for place in places) + (places.count(row.place) - 1) / 2
            known = found.get(row.member, ClubStanding(row.member, 0, 0, 0.0))
            points = known.points + below / (len(rows) - 1)
            found[row.member] = ClubStanding(row.member, known.games + 1, known.wins + (row.place == 1), points)
    return sorted(found.values(), key=lambda one: (-round(one.points, 9), one.games, one.member))
