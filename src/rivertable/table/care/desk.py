"""What operators do, from the command line or from their page: all of it goes into the log.

Nothing here tells what a seat may see: a report leads to a table, which an operator watches as anybody may.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass

from ..errors import NoOperatorError, NoSuchEntryError, WrongStateError
from ..people import code_hash, new_recovery_code
from ..store import people
from ..store.audit import Act, acts, note_act
from ..store.care import keys, reports, sanctions
from ..store.care.reports import Report
from ..store.care.sanctions import Sanction, SanctionKind
from ..store.database import Database
from ..store.people import Person
from ..store.server_secrets import ServerSecrets

LINK_SECONDS = 3_600.0
"""So long a link opens the operators' page, once."""
COOKIE_SECONDS = 12 * 3_600.0
"""So long a browser is an operator's after that."""
_DAY = 86_400.0
_KEY_BYTES = 32
_FOUND_AT_MOST = 50


@dataclass(frozen=True, slots=True)
class File:
    """What operators see of a person: no key, no code, no address, no hand, and no table but by reports."""

    person: Person
    sanctions: list[Sanction]


class Desk:
    """What operators do.

    ``by`` names who does it where that is not the account that the process runs from.
    """

    def __init__(self, database: Database, server_secrets: ServerSecrets | None) -> None:
        """Without the server's secrets no codes can be issued, and all else can be done."""
        self._database = database
        self._secrets = server_secrets

    # Who is an operator.

    def new_link(self, name: str) -> str:
        """Return a key that opens the operators' page once, within the hour, for an operator of a name."""
        return self._new_key("link", name, LINK_SECONDS)

    def enter(self, link: str) -> str:
        """Return the key for an operator's cookie; the link opens nothing any more.

        Raises:
            NoOperatorError: it opened nothing.
        """
        now = time.time()
        with self._database.write() as connection:
            keys.remove_keys(connection, now)
            name = keys.operator_of(connection, "link", _hash(link), now)
            if name is None or not keys.remove_key(connection, _hash(link)):
                raise NoOperatorError("This link opens nothing, or has opened the page already.")
            key = secrets.token_urlsafe(_KEY_BYTES)
            keys.add_key(connection, "cookie", _hash(key), name, now + COOKIE_SECONDS)
            note_act(connection, "enter", now, by=name)
        return key

    def operator(self, key: str | None) -> str:
        """Return the operator who has come with the key of a cookie.

        Raises:
            NoOperatorError: nobody has.
        """
        if key is not None:
            with self._database.read() as connection:
                name = keys.operator_of(connection, "cookie", _hash(key), time.time())
            if name is not None:
                return name
        raise NoOperatorError("This page is for those who run the server.")

    def leave(self, key: str) -> None:
        """Let the key of a cookie open nothing any more."""
        with self._database.write() as connection:
            keys.remove_key(connection, _hash(key))

    def _new_key(self, kind: keys.KeyKind, name: str, seconds: float) -> str:
        key, now = secrets.token_urlsafe(_KEY_BYTES), time.time()
        with self._database.write() as connection:
            keys.add_key(connection, kind, _hash(key), name, now + seconds)
        return key

    # Reports.

    def reports(self, *, is_all: bool = False) -> list[Report]:
        """Return the reports that wait, the oldest first; or the last of all, the newest first."""
        with self._database.read() as connection:
            return reports.reports(connection, is_all=is_all)

    def report(self, report_id: str) -> Report:
        """Return a report.

        Raises:
            NoSuchEntryError: there is no such one.
        """
        with self._database.read() as connection:
            found = reports.report_of(connection, report_id)
        if found is None:
            raise NoSuchEntryError("There is no such report.")
        return found

    def close_report(self, report_id: str, answer: str, by: str | None = None) -> None:
        """Note what became of a report.

        Raises:
            NoSuchEntryError: none waits by that id.
        """
        now = time.time()
        with self._database.write() as connection:
            if not reports.close_report(connection, report_id, answer, now):
                raise NoSuchEntryError("No such report waits.")
            note_act(connection, "close-report", now, by=by, report=report_id, answer=answer)

    # People.

    def find(self, words: str) -> list[Person]:
        """Return the people whose id begins with some letters, or whose name has them, those seen last first."""
        with self._database.read() as connection:
            return people.find_people(connection, words.strip(), _FOUND_AT_MOST)

    def file(self, person_id: str) -> File:
        """Return what operators see of a person.

        Raises:
            NoSuchEntryError: there is no such one.
        """
        with self._database.read() as connection:
            person = people.person_of(connection, person_id)
            if person is None:
                raise NoSuchEntryError("There is no such person.")
            return File(person, sanctions.sanctions_of(connection, person_id))

    def issue_code(self, person_id: str, by: str | None = None) -> str:
        """Return a new code by which a person is found again; the one before holds no longer, and the person is told.

        Raises:
            NoSuchEntryError: there is no such one.
            WrongStateError: the server's secrets are not there.
        """
        self.file(person_id)
        if self._secrets is None:
            raise WrongStateError("Without the server's secrets no code can be issued.")
        code, now = new_recovery_code(), time.time()
        with self._database.write() as connection:
            people.change_person(connection, person_id, code_hash=code_hash(self._secrets, code), code_issued_at=now)
            note_act(connection, "issue-code", now, by=by, person=person_id)
        return code

    # Sanctions.

    def sanctions(self) -> list[Sanction]:
        """Return the sanctions that hold or have an appeal that waits, these first."""
        with self._database.read() as connection:
            return sanctions.open_sanctions(connection, time.time())

    def sanction(
        self,
        person_id: str,
        kind: SanctionKind,
        reason: str,
        days: float | None,
        report_id: str | None = None,
        by: str | None = None,
    ) -> str:
        """Impose something on a person, for some days or (None) for good, and return its id.

        Raises:
            NoSuchEntryError: there is no such person, or no such report.
        """
        self.file(person_id)
        if report_id is not None:
            self.report(report_id)
        now = time.time()
        until = None if days is None else now + days * _DAY
        with self._database.write() as connection:
            made = sanctions.add_sanction(
                connection, person_id=person_id, kind=kind, reason=reason, at=now, until=until, report_id=report_id
            )
            note_act(connection, "sanction", now, by=by, person=person_id, kind=kind, days=days, sanction=made)
        return made

    def lift(self, sanction_id: str, by: str | None = None) -> None:
        """Take a sanction back.

        Raises:
            NoSuchEntryError: there is no such one.
            WrongStateError: it holds no longer.
        """
        now = time.time()
        if not self._sanction(sanction_id).holds(now):
            raise WrongStateError("The sanction holds no longer.")
        with self._database.write() as connection:
            sanctions.change_sanction(connection, sanction_id, lifted_at=now)
            note_act(connection, "lift", now, by=by, sanction=sanction_id)

    def answer(self, sanction_id: str, text: str, by: str | None = None) -> None:
        """Answer an appeal; the person reads it.

        Raises:
            NoSuchEntryError: there is no such sanction.
            WrongStateError: nobody has appealed against it.
        """
        if self._sanction(sanction_id).appealed_at is None:
            raise WrongStateError("Nobody has appealed against this.")
        now = time.time()
        with self._database.write() as connection:
            sanctions.change_sanction(connection, sanction_id, answer=text, answered_at=now)
            note_act(connection, "answer-appeal", now, by=by, sanction=sanction_id)

    def _sanction(self, sanction_id: str) -> Sanction:
        with self._database.read() as connection:
            found = sanctions.sanction_of(connection, sanction_id)
        if found is None:
            raise NoSuchEntryError("There is no such sanction.")
        return found

    # The log.

    def log(self, limit: int | None = None) -> list[Act]:
        """Return what operators did, in order; with a ``limit`` the last of it."""
        with self._database.read() as connection:
            return acts(connection, limit)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
