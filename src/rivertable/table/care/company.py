"""What people do about one another: mute, block, report, and appeal against what was imposed on them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ..domain.table import Table
from ..errors import NoSuchEntryError, NotWelcomeError, SanctionedError, TooManyError, WrongStateError
from ..store.care import apart, reports, sanctions
from ..store.care.apart import Apart, ApartKind
from ..store.care.reports import Report
from ..store.care.sanctions import CLOSED, UNLISTED, UNRATED, Sanction, SanctionKind
from ..store.database import Database
from ..store.people import HOST_SEAT, Person

TEXT_AT_MOST = 500
"""Characters of a report, of a reason, of an appeal and of its answer."""
_APART_AT_MOST = 500


@dataclass(frozen=True, slots=True)
class Standing:
    """What concerns a person in their dealings with others, the newest first."""

    apart: list[Apart]
    reports: list[Report]
    sanctions: list[Sanction]


class Company:
    """What people do about one another.

    Whoever keeps the link of a seat is taken for who sits there. Who has taken no name is nobody whom the server knows
    again, so nobody can keep apart from them.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep_apart(self, person: Person, table: Table, seat: int, kind: ApartKind | None) -> None:
        """Mute or block who sits at a seat, or neither any more; nobody is told.

        Raises:
            NoSuchEntryError: nobody else with a name sits there, or the person keeps no link at the table.
            TooManyError: the person keeps apart from too many.
        """
        with self._database.write() as connection:
            others = [other for other in apart.people_at(connection, table.id, seat) if other != person.id]
            # Who only watches is not to learn who has a name.
            if not others or not apart.is_there(connection, table.id, person.id):
                raise NoSuchEntryError("Nobody else with a name sits there.")
            if len(apart.apart_from(connection, person.id)) >= _APART_AT_MOST:
                raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=3600)
            for other in others:
                if kind is None:
                    apart.let_other_be(connection, person.id, other)
                else:
                    name = None if seat == HOST_SEAT else table.seats[seat].name
                    apart.keep_apart(connection, person.id, other, kind, name, time.time())

    def let_be(self, person: Person, apart_id: str) -> None:
        """Let a person keep apart from somebody no longer.

        Raises:
            NoSuchEntryError: they did not.
        """
        with self._database.write() as connection:
            if not apart.let_be(connection, person.id, apart_id):
                raise NoSuchEntryError("You keep apart from nobody like that.")

    def others_at(self, person: Person, table_id: str) -> list[tuple[int, ApartKind | None]]:
        """Return the seats of a table where others with a name sit, each with how the person keeps apart from them.

        Whoever keeps no link there is told of those only from whom they keep apart already.
        """
        with self._database.read() as connection:
            return apart.others_at(connection, table_id, person.id)

    def unnamed(self, person: Person) -> dict[str, list[int]]:
        """Return the seats whose names a person does not see, by table: at those of their own, and those listed."""
        with self._database.read() as connection:
            return apart.unnamed_seats(connection, person.id)

    def standing(self, person: Person) -> Standing:
        """Return what concerns a person in their dealings with others."""
        with self._database.read() as connection:
            return Standing(
                apart.apart_from(connection, person.id),
                reports.reports_by(connection, person.id),
                sanctions.sanctions_of(connection, person.id),
            )

    def check_seat(self, person: Person, table: Table) -> None:
        """Refuse a seat at a table that waits for players.

        Raises:
            NotWelcomeError: somebody at the table and the person are kept apart.
            SanctionedError: the person may not have to do with such a table.
        """
        with self._database.read() as connection:
            check_seat(connection, person.id, table)

    def report(self, table: Table, seat: int, about: int | None, text: str, person: Person | None = None) -> None:
        """Report what happens at a table to those who run the server; ``seat`` is from where, the host's is -1.

        A ``person`` is somebody who only watches, from the seat ``WATCHING``.

        Raises:
            TooManyError: too many reports from this table wait already.
        """
        with self._database.write() as connection:
            if reports.has_too_many(connection, table.id, seat):
                raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=3600)
            by = apart.people_at(connection, table.id, seat) if person is None else [person.id]
            whom = [] if about is None else apart.people_at(connection, table.id, about)
            reports.add_report(
                connection,
                at=time.time(),
                table_id=table.id,
                version=table.version,
                seat=seat,
                # The last who came: a host who made the links of others has kept them first.
                person_id=by[-1] if by else None,
                about_seat=about,
                about_id=whom[-1] if whom else None,
                about_name=None if about is None else table.seats[about].name,
                text=text,
            )

    def appeal(self, person: Person, sanction_id: str, text: str) -> None:
        """Say something against a sanction, once.

        Raises:
            NoSuchEntryError: there is no such one.
            WrongStateError: that was done, or the sanction holds no longer.
        """
        now = time.time()
        with self._database.write() as connection:
            found = sanctions.sanction_of(connection, sanction_id)
            if found is None or found.person_id != person.id:
                raise NoSuchEntryError("There is no such sanction.")
            if found.appealed_at is not None or not found.holds(now):
                raise WrongStateError("You have said something to this already, or it is over.")
            sanctions.change_sanction(connection, sanction_id, appeal=text, appealed_at=now)


def check_inviting(connection: Connection, person_id: str) -> None:
    """Refuse to let a person invite anybody.

    Raises:
        SanctionedError: an operator has closed it to them, as listed tables are.
    """
    _check_allowed(connection, person_id, UNLISTED)


def check_link(connection: Connection, person_id: str, table: Table, seat: int) -> None:
    """Refuse to keep one more link for a person; see :meth:`Company.check_seat`."""
    if seat != HOST_SEAT and table.status == "waiting":
        check_seat(connection, person_id, table)
    else:
        _check_allowed(connection, person_id, CLOSED)


def check_seat(connection: Connection, person_id: str, table: Table) -> None:
    """Refuse a person a seat at a table that waits for players; see :meth:`Company.check_seat`."""
    closing = UNLISTED if table.is_public else CLOSED
    _check_allowed(connection, person_id, (*closing, *(UNRATED if table.agreement.is_rated else ())))
    if apart.is_kept_apart(connection, table.id, person_id):
        raise NotWelcomeError("No seat at this table is open to you.")


def _check_allowed(connection: Connection, person_id: str, closing: Sequence[SanctionKind]) -> None:
    if sanctions.has_sanction(connection, person_id, closing, time.time()):
        raise SanctionedError("An operator has closed this to your name; your page says why, and until when.")
