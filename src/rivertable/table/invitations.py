"""Inviting people whom one has played with to a table that waits for players."""

from __future__ import annotations

import hmac
import time

from .care.company import check_inviting
from .errors import NoSecretError, NoSuchPersonError, WrongStateError
from .people import Visitor
from .store.company import invitations
from .store.company.invitations import Companion, Invitation
from .store.people import HOST_SEAT, links_of
from .store.server_secrets import ServerSecrets
from .tables import Tables

_MARK_LETTERS = 32


class Invitations:
    """Who may be invited, and who is.

    A person is told of others by marks that mean something to that person only: nobody learns by them that two people
    have played with the same third one.
    """

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._key = server_secrets.people_key

    def companions(self, visitor: Visitor) -> list[tuple[str, Companion]]:
        """Return whom a person has played with, each by a mark; the last first."""
        with self._tables.database.read() as connection:
            found = invitations.companions_of(connection, visitor.person.id)
        return [(self._mark(visitor, each.person_id), each) for each in found]

    def invite(self, visitor: Visitor, table_id: str, mark: str) -> None:
        """Invite somebody by the mark; once more, it is the same invitation.

        Raises:
            SanctionedError: an operator has closed it to the person.
            NoSuchTableError: there is no such table.
            NoSecretError: the person keeps no link to a seat there, or to the table as its host.
            NoSuchPersonError: the person has not played with anybody of this mark.
            WrongStateError: no seat is free there for whoever comes.
        """
        table = self._tables.open(table_id)
        with self._tables.database.read() as connection:
            check_inviting(connection, visitor.person.id)
            links = links_of(connection, visitor.person.id, self._key)
        own = [link for link in links if link.table_id == table_id]
        if not any(
            table.is_host(link.secret) if link.seat == HOST_SEAT else table.seat_of(link.secret) == link.seat
            for link in own
        ):
            raise NoSecretError("Only who has a seat at a table invites to it.")
        if table.match is not None or not any(seat.kind == "open" and not seat.is_taken for seat in table.seats):
            raise WrongStateError("No seat is free there.")
        found = next((each for known, each in self.companions(visitor) if hmac.compare_digest(known, mark)), None)
        if found is None:
            raise NoSuchPersonError("You have not played with this person.")
        with self._tables.database.write() as connection:
            invitations.invite(connection, table_id, found.person_id, visitor.person.id, time.time())

    def of(self, visitor: Visitor) -> list[Invitation]:
        """Return the invitations that a person has got and not answered, the latest first."""
        with self._tables.database.read() as connection:
            return invitations.invitations_of(connection, visitor.person.id)

    def decline(self, visitor: Visitor, table_id: str) -> None:
        """Forget that a person is invited to a table; nothing is done where they are not."""
        with self._tables.database.write() as connection:
            invitations.end_invitation(connection, table_id, visitor.person.id)

    def _mark(self, visitor: Visitor, person_id: str) -> str:
        text = f"companion/{visitor.person.id}/{person_id}"
        return hmac.digest(self._key, text.encode(), "sha256").hex()[:_MARK_LETTERS]
