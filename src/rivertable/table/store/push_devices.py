"""Browsers that show messages by themselves: the SQL of what is known of each beside its contact."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update

from .messages import remove_contact
from .schema import CONTACTS, PUSH_DEVICES


@dataclass(frozen=True, slots=True)
class PushDevice:
    """A browser that shows messages.

    Attributes:
        device: the hash of the key in its cookie.
        seen_at: when it last registered, or showed something.
        asked: the id of the last test that was sent there, and ``shown_at`` when it was shown.
    """

    contact_id: str
    device: str
    endpoint_hash: str
    server_key: str
    seen_at: float
    asked: str | None
    shown_at: float | None


def add_push_device(connection: Connection, device: PushDevice) -> None:
    """Write a new one."""
    connection.execute(insert(PUSH_DEVICES), asdict(device))


def push_device_at(connection: Connection, endpoint_hash: str) -> PushDevice | None:
    """Return the one that takes messages at an endpoint."""
    row = connection.execute(select(PUSH_DEVICES).where(PUSH_DEVICES.c.endpoint_hash == endpoint_hash)).one_or_none()
    return None if row is None else PushDevice(**row._mapping)


def see_push_device(connection: Connection, contact_id: str, device: str, server_key: str, now: float) -> None:
    """Note that a browser is in use, with the key that it has now."""
    connection.execute(
        update(PUSH_DEVICES)
        .where(PUSH_DEVICES.c.contact_id == contact_id)
        .values(device=device, server_key=server_key, seen_at=now)
    )


def ask_push_device(connection: Connection, contact_id: str, asked: str) -> None:
    """Note that a test is sent to a browser; nothing where the contact is none."""
    connection.execute(
        update(PUSH_DEVICES).where(PUSH_DEVICES.c.contact_id == contact_id).values(asked=asked, shown_at=None)
    )


def note_push_shown(connection: Connection, device: str, shown: str, now: float) -> None:
    """Note that a browser has shown a message."""
    own = PUSH_DEVICES.c.device == device
    connection.execute(update(PUSH_DEVICES).where(own).values(seen_at=now))
    connection.execute(update(PUSH_DEVICES).where(own, PUSH_DEVICES.c.asked == shown).values(shown_at=now))


def all_push_devices_of(connection: Connection, person_id: str) -> list[PushDevice]:
    """Return a person's, the one first that was in use last."""
    return [PushDevice(**row._mapping) for row in connection.execute(_of_person(select(PUSH_DEVICES), person_id))]


def push_devices_of(connection: Connection, person_id: str) -> list[str]:
    """Return the contacts of a person's, the one first that was in use last."""
    return list(connection.execute(_of_person(select(PUSH_DEVICES.c.contact_id), person_id)).scalars())


def _of_person(wanted: Select[Any], person_id: str) -> Select[Any]:
    joined = wanted.join(CONTACTS, CONTACTS.c.id == PUSH_DEVICES.c.contact_id)
    return joined.where(CONTACTS.c.person_id == person_id).order_by(PUSH_DEVICES.c.seen_at.desc())


def unseen_push_devices(connection: Connection, before: float) -> list[str]:
    """Return the contacts of those that were not in use since a time."""
    return list(connection.execute(select(PUSH_DEVICES.c.contact_id).where(PUSH_DEVICES.c.seen_at < before)).scalars())


def foreign_push_devices(connection: Connection, server_key: str) -> int:
    """Return how many have registered with another key than a server's."""
    found = select(PUSH_DEVICES.c.contact_id).where(PUSH_DEVICES.c.server_key != server_key)
    return len(connection.execute(found).all())


def remove_push_device(connection: Connection, device: str, *, except_for: str | None = None) -> None:
    """Forget a browser by the hash of its key, with its contact and what was still to be sent there."""
    found = select(PUSH_DEVICES.c.contact_id).where(PUSH_DEVICES.c.device == device)
    for contact_id in connection.execute(found).scalars().all():
        if contact_id != except_for:
            remove_contact(connection, contact_id)
