"""People who have taken a name: the SQL of their devices, their codes, and the links that they keep."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from .care.apart import remove_apart_of
from .care.reports import forget_reports_of
from .care.sanctions import remove_sanctions_of
from .ledger import insert_into
from .messages import remove_contacts_of
from .passkeys import remove_passkeys_of
from .push_devices import remove_push_device
from .schema import DEVICES, LINKS, PERSONS, TRANSFERS

HOST_SEAT = -1
"""Stands for the host's link where links are kept by seat."""
_NONCE_BYTES = 16


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has taken a name.

    Attributes:
        erase_at: when all about the person is erased; None where nobody has asked for that.
        code_issued_at: when an operator issued the code that the person has; None where they made it themselves.
    """

    id: str
    name: str
    created_at: float
    seen_at: float
    has_code: bool
    erase_at: float | None
    code_issued_at: float | None


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that a person uses."""

    created_at: float
    seen_at: float


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a seat that a person keeps; the host's has the seat ``HOST_SEAT``."""

    table_id: str
    seat: int
    secret: str
    kept_at: float


def _found(connection: Connection, condition: ColumnElement[bool]) -> Person | None:
    row = connection.execute(select(PERSONS).where(condition)).one_or_none()
    return None if row is None else _person(row)


def _person(row: Any) -> Person:
    has_code = row.code_hash is not None
    return Person(row.id, row.name, row.created_at, row.seen_at, has_code, row.erase_at, row.code_issued_at)


def person_of_device(connection: Connection, key_hash: str) -> Person | None:
    """Return whose device has a key, by its hash."""
    owner = select(DEVICES.c.person_id).where(DEVICES.c.key_hash == key_hash).scalar_subquery()
    return _found(connection, PERSONS.c.id == owner)


def person_of_code(connection: Connection, code_hash: str) -> Person | None:
    """Return who has a code, by its hash."""
    return _found(connection, PERSONS.c.code_hash == code_hash)


def person_of(connection: Connection, person_id: str) -> Person | None:
    """Return a person by their id."""
    return _found(connection, PERSONS.c.id == person_id)


def find_people(connection: Connection, words: str, limit: int) -> list[Person]:
    """Return the people whose id begins with some letters, or whose name has them, those seen last first."""
    is_it = PERSONS.c.id.startswith(words, autoescape=True) | PERSONS.c.name.icontains(words, autoescape=True)
    rows = connection.execute(select(PERSONS).where(is_it).order_by(PERSONS.c.seen_at.desc()).limit(limit))
    return list(map(_person, rows))


def is_kept(connection: Connection, person_id: str, table_id: str, seat: int) -> bool:
    """Return whether a person keeps the link of a seat already."""
    place = (LINKS.c.person_id == person_id, LINKS.c.table_id == table_id, LINKS.c.seat == seat)
    return connection.execute(select(LINKS.c.seat).where(*place)).first() is not None


def add_person(connection: Connection, name: str, now: float) -> str:
    """Write a new person, and return the id."""
    person_id = secrets.token_hex(16)
    row = {"id": person_id, "name": name, "created_at": now, "seen_at": now}
    connection.execute(insert(PERSONS), row)
    return person_id


def change_person(connection: Connection, person_id: str, **values: Any) -> None:
    """Write other values for a person."""
    connection.execute(update(PERSONS).where(PERSONS.c.id == person_id).values(**values))


def add_device(connection: Connection, person_id: str, key_hash: str, now: float) -> None:
    """Write a new device of a person."""
    row = {"key_hash": key_hash, "person_id": person_id, "created_at": now, "seen_at": now}
    connection.execute(insert(DEVICES), row)


def see_device(connection: Connection, person_id: str, key_hash: str, now: float) -> None:
    """Note that a person was here with a device."""
    connection.execute(update(DEVICES).where(DEVICES.c.key_hash == key_hash).values(seen_at=now))
    change_person(connection, person_id, seen_at=now)


def remove_device(connection: Connection, key_hash: str) -> None:
    """Forget a device, with the messages that it shows."""
    remove_push_device(connection, key_hash)
    connection.execute(delete(DEVICES).where(DEVICES.c.key_hash == key_hash))


def devices_of(connection: Connection, person_id: str) -> list[Device]:
    """Return a person's devices, the oldest first."""
    rows = connection.execute(select(DEVICES).where(DEVICES.c.person_id == person_id).order_by(DEVICES.c.created_at))
    return [Device(row.created_at, row.seen_at) for row in rows]


def put_transfer(connection: Connection, person_id: str, code_hash: str, expires_at: float) -> None:
    """Let a short code bring one device to a person; the one before holds no longer."""
    end_transfer(connection, person_id)
    row = {"person_id": person_id, "code_hash": code_hash, "expires_at": expires_at}
    connection.execute(insert(TRANSFERS), row)


def take_transfer(connection: Connection, code_hash: str, key_hash: str, now: float) -> bool:
    """Let a device wait for whose code it has come with; False where it does not hold, or another one has come."""
    is_open = (TRANSFERS.c.code_hash == code_hash, TRANSFERS.c.expires_at > now, TRANSFERS.c.key_hash.is_(None))
    return connection.execute(update(TRANSFERS).where(*is_open).values(key_hash=key_hash)).rowcount == 1


def device_in_transfer(connection: Connection, person_id: str, now: float) -> tuple[bool, str | None]:
    """Return whether a person's short code holds, and the device that has come with it, by the hash of its key."""
    holds = (TRANSFERS.c.person_id == person_id, TRANSFERS.c.expires_at > now)
    row = connection.execute(select(TRANSFERS.c.key_hash).where(*holds)).one_or_none()
    return (False, None) if row is None else (True, row.key_hash)


def end_transfer(connection: Connection, person_id: str) -> None:
    """Let a person's short code hold no longer."""
    connection.execute(delete(TRANSFERS).where(TRANSFERS.c.person_id == person_id))


def count_links(connection: Connection, person_id: str) -> int:
    """Return how many links a person keeps."""
    counting = select(func.count()).select_from(LINKS).where(LINKS.c.person_id == person_id)
    return int(connection.execute(counting).scalar_one())


def keep_link(connection: Connection, person_id: str, link: Link, key: bytes) -> None:
    """Keep a link for a person, sealed; one to the same seat takes the place of the former."""
    row = {
        "person_id": person_id,
        "table_id": link.table_id,
        "seat": link.seat,
        "sealed": _seal(key, link),
        "kept_at": link.kept_at,
    }
    places = ["person_id", "table_id", "seat"]
    changed = {"sealed": row["sealed"], "kept_at": link.kept_at}
    connection.execute(insert_into(connection, LINKS, row).on_conflict_do_update(index_elements=places, set_=changed))


def links_of(connection: Connection, person_id: str, key: bytes) -> list[Link]:
    """Return the links that a person keeps, the newest first."""
    rows = connection.execute(select(LINKS).where(LINKS.c.person_id == person_id).order_by(LINKS.c.kept_at.desc()))
    return [Link(row.table_id, row.seat, _unseal(key, row), row.kept_at) for row in rows]


def remove_person(connection: Connection, person_id: str) -> None:
    """Delete a person, with all devices, passkeys, links and addresses, and what there was about and with others."""
    remove_contacts_of(connection, person_id)
    remove_apart_of(connection, person_id)
    remove_sanctions_of(connection, person_id)
    forget_reports_of(connection, person_id)
    connection.execute(delete(LINKS).where(LINKS.c.person_id == person_id))
    connection.execute(delete(DEVICES).where(DEVICES.c.person_id == person_id))
    remove_passkeys_of(connection, person_id)
    end_transfer(connection, person_id)
    connection.execute(delete(PERSONS).where(PERSONS.c.id == person_id))


def people_to_erase(connection: Connection, now: float, unseen_since: float) -> list[str]:
    """Return who has asked to be erased by now, and who was last seen before a time."""
    is_due = (PERSONS.c.erase_at <= now) | (PERSONS.c.seen_at < unseen_since)
    return list(connection.execute(select(PERSONS.c.id).where(is_due)).scalars())


def all_people(connection: Connection) -> Iterator[str]:
    """Return the ids of all people."""
    return iter(connection.execute(select(PERSONS.c.id)).scalars().all())


def _seal(key: bytes, link: Link) -> bytes:
    """Return a secret as it is stored: nobody reads it without the server's key."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + _mixed(_pad(key, nonce, link.table_id, link.seat), link.secret.encode())


def _unseal(key: bytes, row: Any) -> str:
    nonce, mixed = row.sealed[:_NONCE_BYTES], row.sealed[_NONCE_BYTES:]
    # With another key than it was sealed with, what comes out opens nothing.
    return _mixed(_pad(key, nonce, row.table_id, row.seat), mixed).decode("latin-1")


def _pad(key: bytes, nonce: bytes, table_id: str, seat: int) -> bytes:
    """Return 64 bytes, as many as a secret may have, that nobody can tell who lacks the key."""
    return hmac.digest(key, nonce + f"{table_id}/{seat}".encode(), "sha512")


def _mixed(pad: bytes, text: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(pad, text, strict=False))
