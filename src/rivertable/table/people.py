"""People who have taken a name: they find their tables again on every device, and are erased when they ask for it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from functools import partial

from .care.company import check_link
from .domain.hours import Hours
from .domain.retention import DAY
from .errors import NoPersonError, NoSecretError, TooManyError
from .store import erasures, messages, passkeys, people
from .store.messages import Contact
from .store.passkeys import Passkey
from .store.people import HOST_SEAT, Device, Link, Person
from .store.server_secrets import ServerSecrets
from .tables import Tables

DEVICE_DAYS = 400
"""So long a browser keeps a cookie at most."""
ERASURE_DAYS = 7
"""So long a person who has asked to be erased may think better of it; pages say so."""
_KEY_BYTES = 32
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The letters of a code: none is taken for another one (Crockford)."""
_ALIKE = str.maketrans("OIL", "011")
_CODE_LETTERS = 16
"""80 bits."""
_MARK_LETTERS = 32
_SHORT_LETTERS = 8
"""40 bits: such a code holds for some minutes, for one device, and that one waits to be confirmed."""
_SHORT_SECONDS = 600.0
_LINKS_AT_MOST = 2_000
_SEEN_SECONDS = 3_600.0
"""A visit is noted so often at most."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person with the device that they have come by."""

    person: Person
    key: str

    @property
    def device(self) -> str:
        """By what the device is known in the store."""
        return _hash(self.key)


class People:
    """The people of a server who have taken a name.

    Whoever has a device's key, or the code, is the person. Only hashes of both are stored, and the secrets of seats are
    sealed: the store alone opens no seat.
    """

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._secrets = server_secrets

    def visitor(self, key: str | None) -> Visitor:
        """Return who has come with a device's key.

        Raises:
            NoPersonError: nobody has such a device.
        """
        person = self.person_of(key)
        if person is not None and key is not None:
            return Visitor(person, key)
        raise NoPersonError("Nobody has taken a name on this device.")

    def person_of(self, key: str | None) -> Person | None:
        """Return whose device has a key; None where it is nobody's."""
        if key is None:
            return None
        with self._tables.database.read() as connection:
            return people.person_of_device(connection, _hash(key))

    def mark_of(self, person_id: str) -> str:
        """Return by what a person is known to everybody; it leads to a page of theirs, and opens nothing."""
        return hmac.digest(self._secrets.people_key, f"page/{person_id}".encode(), "sha256").hex()[:_MARK_LETTERS]

    def see(self, visitor: Visitor) -> None:
        """Note that a person is here."""
        now = time.time()
        if now - visitor.person.seen_at > _SEEN_SECONDS:
            with self._tables.database.write() as connection:
                people.see_device(connection, visitor.person.id, _hash(visitor.key), now)

    def arrive(self, name: str) -> Visitor:
        """Let somebody take a name, and return them with the key of their device."""
        now, key = time.time(), secrets.token_urlsafe(_KEY_BYTES)
        with self._tables.database.write() as connection:
            people.add_device(connection, people.add_person(connection, name, now), _hash(key), now)
        return self.visitor(key)

    def rename(self, visitor: Visitor, name: str) -> Visitor:
        """Let a person take another name; the names at their seats stay."""
        with self._tables.database.write() as connection:
            people.change_person(connection, visitor.person.id, name=name)
        return self.visitor(visitor.key)

    def new_code(self, visitor: Visitor) -> str:
        """Return a code by which a person is found again, in groups of four; the one before holds no longer."""
        code = new_recovery_code()
        with self._tables.database.write() as connection:
            people.change_person(connection, visitor.person.id, code_hash=self._code_hash(code), code_issued_at=None)
        return code

    def recover(self, code: str) -> Visitor:
        """Return who has a code, with the key of a new device.

        Raises:
            NoPersonError: nobody has it.
        """
        now, key = time.time(), secrets.token_urlsafe(_KEY_BYTES)
        with self._tables.database.write() as connection:
            person = people.person_of_code(connection, self._code_hash(code))
            if person is None:
                raise NoPersonError("Nobody has this code.")
            people.add_device(connection, person.id, _hash(key), now)
        return self.visitor(key)

    def welcome(self, person_id: str) -> Visitor:
        """Return a person who has shown otherwise who they are, with the key of a new device.

        Raises:
            NoPersonError: the person is there no longer.
        """
        key = secrets.token_urlsafe(_KEY_BYTES)
        with self._tables.database.write() as connection:
            if people.person_of(connection, person_id) is not None:
                people.add_device(connection, person_id, _hash(key), time.time())
        return self.visitor(key)

    def begin_transfer(self, visitor: Visitor) -> tuple[str, float]:
        """Return a short code to show a new device, and until when it holds; the one before holds no longer."""
        code, expires_at = _new_code(_SHORT_LETTERS), time.time() + _SHORT_SECONDS
        with self._tables.database.write() as connection:
            people.put_transfer(connection, visitor.person.id, self._code_hash(code), expires_at)
        return code, expires_at

    def come(self, code: str) -> str:
        """Let a new device wait for whose short code it was shown, and return its key.

        Raises:
            NoPersonError: the code does not hold, or another device has come with it.
        """
        key = secrets.token_urlsafe(_KEY_BYTES)
        with self._tables.database.write() as connection:
            if not people.take_transfer(connection, self._code_hash(code), _hash(key), time.time()):
                raise NoPersonError("Nobody has this code.")
        return key

    def transfer(self, visitor: Visitor) -> tuple[bool, bool]:
        """Return whether a person's short code holds, and whether a device has come with it."""
        with self._tables.database.read() as connection:
            holds, device = people.device_in_transfer(connection, visitor.person.id, time.time())
        return holds, device is not None

    def end_transfer(self, visitor: Visitor, *, is_mine: bool) -> Visitor:
        """Say whether the device that has come is one's own; the short code holds no longer."""
        now = time.time()
        with self._tables.database.write() as connection:
            _, device = people.device_in_transfer(connection, visitor.person.id, now)
            if is_mine and device is not None:
                people.add_device(connection, visitor.person.id, device, now)
            people.end_transfer(connection, visitor.person.id)
        return self.visitor(visitor.key)

    def leave(self, visitor: Visitor) -> None:
        """Forget a device."""
        with self._tables.database.write() as connection:
            people.remove_device(connection, _hash(visitor.key))

    def devices(self, visitor: Visitor) -> list[Device]:
        """Return a person's devices, the oldest first."""
        with self._tables.database.read() as connection:
            return people.devices_of(connection, visitor.person.id)

    def keep(self, visitor: Visitor, table_id: str, secret: str) -> Link:
        """Keep the link that a secret is for a person, and return it.

        Raises:
            NoSuchTableError: there is no such table.
            NoSecretError: the secret opens nothing there.
            NotWelcomeError: somebody at the table and the person are kept apart.
            SanctionedError: the person may not have to do with such a table.
            TooManyError: the person keeps too many.
        """
        table = self._tables.open(table_id)
        seat = HOST_SEAT if table.is_host(secret) else table.seat_of(secret)
        if seat is None:
            raise NoSecretError("This secret opens no seat at this table.")
        link = Link(table_id, seat, secret, time.time())
        with self._tables.database.write() as connection:
            if people.count_links(connection, visitor.person.id) >= _LINKS_AT_MOST:
                raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=3600)
            if not people.is_kept(connection, visitor.person.id, table_id, seat):
                check_link(connection, visitor.person.id, table, seat)
            people.keep_link(connection, visitor.person.id, link, self._secrets.people_key)
        return link

    def links(self, visitor: Visitor) -> list[Link]:
        """Return the links that a person keeps, the newest first."""
        with self._tables.database.read() as connection:
            return people.links_of(connection, visitor.person.id, self._secrets.people_key)

    def contacts(self, visitor: Visitor) -> list[Contact]:
        """Return where a person wants messages, whether this server sends any or not; the oldest first."""
        with self._tables.database.read() as connection:
            return messages.contacts_of(connection, visitor.person.id, self._secrets.people_key)

    def hours(self, visitor: Visitor) -> Hours | None:
        """Return at which hours a person wants messages; None for any."""
        with self._tables.database.read() as connection:
            return messages.hours_of(connection, visitor.person.id)

    def passkeys(self, visitor: Visitor) -> list[Passkey]:
        """Return a person's passkeys, whether this server takes any or not; the oldest first."""
        with self._tables.database.read() as connection:
            return passkeys.passkeys_of(connection, visitor.person.id)

    def erase_later(self, visitor: Visitor, *, is_wanted: bool) -> Visitor:
        """Let a person be erased in some days, or not after all."""
        at = time.time() + ERASURE_DAYS * DAY if is_wanted else None
        with self._tables.database.write() as connection:
            people.change_person(connection, visitor.person.id, erase_at=at)
        return self.visitor(visitor.key)

    def sweep(self, now: float) -> None:
        """Erase who is due: who has asked for it some days ago, and who has not come for long."""
        with self._tables.database.read() as connection:
            due = people.people_to_erase(connection, now, now - self._tables.retention.people * DAY)
        for person_id in due:
            erase = partial(erasures.erase_person, secrets=self._secrets, person_id=person_id, at=now)
            self._tables.change_stored(erase)

    def _code_hash(self, code: str) -> str:
        return code_hash(self._secrets, code)


def new_recovery_code() -> str:
    """Return a new code by which somebody is found again, in groups of four letters."""
    return _new_code(_CODE_LETTERS)


def code_hash(server_secrets: ServerSecrets, code: str) -> str:
    """Return the keyed hash of a code, however it was typed."""
    typed = "".join(code.upper().translate(_ALIKE).replace("-", " ").split())
    return hmac.digest(server_secrets.people_key, f"code/{typed}".encode(), "sha256").hex()


def _new_code(letters: int) -> str:
    """Return a new code in groups of four letters."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(letters))
    return "-".join(code[start : start + 4] for start in range(0, letters, 4))


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
