"""Passkeys: the SQL of what checks each of them, and of what their authenticators are asked to sign."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, select, update

from .schema import CHALLENGES, PASSKEYS


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key that an authenticator holds for a person.

    Attributes:
        id: the hash of ``credential_id``, by which the authenticator knows it.
        public_key: what checks its signatures, as COSE.
        sign_count: how often it was used, as its authenticator counts; 0 for good where that does not.
        host: the name of the server that it is for.
        is_synced: whether its authenticator keeps it elsewhere, too.
    """

    id: str
    person_id: str
    credential_id: bytes
    public_key: bytes
    sign_count: int
    host: str
    label: str
    is_synced: bool
    created_at: float
    used_at: float | None


def passkey_id(credential_id: bytes) -> str:
    """Return by what a passkey is known here."""
    return hashlib.sha256(credential_id).hexdigest()


def add_passkey(connection: Connection, passkey: Passkey) -> None:
    """Write a new one."""
    connection.execute(insert(PASSKEYS), asdict(passkey))


def find_passkey(connection: Connection, wanted: str) -> Passkey | None:
    """Return a passkey by its id."""
    row = connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == wanted)).one_or_none()
    return None if row is None else Passkey(**row._mapping)


def passkeys_of(connection: Connection, person_id: str) -> list[Passkey]:
    """Return a person's, the oldest first."""
    rows = connection.execute(select(PASSKEYS).where(PASSKEYS.c.person_id == person_id).order_by(PASSKEYS.c.created_at))
    return [Passkey(**row._mapping) for row in rows]


def use_passkey(connection: Connection, passkey: Passkey, sign_count: int, is_synced: bool, now: float) -> bool:
    """Note that a passkey was used; False where it was used meanwhile, or is there no longer."""
    same = (PASSKEYS.c.id == passkey.id, PASSKEYS.c.sign_count == passkey.sign_count)
    values = {"sign_count": sign_count, "is_synced": is_synced, "used_at": now}
    return connection.execute(update(PASSKEYS).where(*same).values(**values)).rowcount == 1


def label_passkey(connection: Connection, person_id: str, wanted: str, label: str) -> bool:
    """Call a passkey of a person something else; False where the person has none such."""
    own = (PASSKEYS.c.id == wanted, PASSKEYS.c.person_id == person_id)
    return connection.execute(update(PASSKEYS).where(*own).values(label=label)).rowcount == 1


def remove_passkey(connection: Connection, person_id: str, wanted: str) -> bool:
    """Delete a passkey of a person; False where the person has none such."""
    own = (PASSKEYS.c.id == wanted, PASSKEYS.c.person_id == person_id)
    return connection.execute(delete(PASSKEYS).where(*own)).rowcount == 1


def remove_passkeys_of(connection: Connection, person_id: str) -> None:
    """Delete all passkeys of a person."""
    connection.execute(delete(PASSKEYS).where(PASSKEYS.c.person_id == person_id))


def add_challenge(
    connection: Connection, token_hash: str, challenge: bytes, device: str | None, expires_at: float
) -> None:
    """Write what an authenticator is asked to sign, for a device or for somebody who comes."""
    row = {"token_hash": token_hash, "challenge": challenge, "device": device, "expires_at": expires_at}
    connection.execute(insert(CHALLENGES), row)


def take_challenge(connection: Connection, token_hash: str, device: str | None, now: float) -> bytes | None:
    """Return what was asked to be signed, this once; None where it was not, or not of this device, or too long ago."""
    of_device = CHALLENGES.c.device.is_(None) if device is None else CHALLENGES.c.device == device
    holds = (CHALLENGES.c.token_hash == token_hash, of_device, CHALLENGES.c.expires_at > now)
    row = connection.execute(delete(CHALLENGES).where(*holds).returning(CHALLENGES.c.challenge)).one_or_none()
    return None if row is None else bytes(row.challenge)


def forget_challenges(connection: Connection, now: float) -> None:
    """Delete those that hold no longer."""
    connection.execute(delete(CHALLENGES).where(CHALLENGES.c.expires_at <= now))
