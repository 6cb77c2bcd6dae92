"""What opens the operators' page: links that do so once, and the keys in the cookies that they lead to."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, delete, insert, select

from ..schema import OPERATOR_KEYS

KeyKind = Literal["link", "cookie"]


def add_key(connection: Connection, kind: KeyKind, key_hash: str, name: str, expires_at: float) -> None:
    """Write a key by its hash; ``name`` is the operator's."""
    row = {"key_hash": key_hash, "kind": kind, "name": name, "expires_at": expires_at}
    connection.execute(insert(OPERATOR_KEYS), row)


def operator_of(connection: Connection, kind: KeyKind, key_hash: str, now: float) -> str | None:
    """Return whose key it is; None where it does not hold."""
    holds = (OPERATOR_KEYS.c.key_hash == key_hash, OPERATOR_KEYS.c.kind == kind, OPERATOR_KEYS.c.expires_at > now)
    found: str | None = connection.execute(select(OPERATOR_KEYS.c.name).where(*holds)).scalar_one_or_none()
    return found


def remove_key(connection: Connection, key_hash: str) -> bool:
    """Let a key open nothing any more; False where it was gone already."""
    return connection.execute(delete(OPERATOR_KEYS).where(OPERATOR_KEYS.c.key_hash == key_hash)).rowcount == 1


def remove_keys(connection: Connection, before: float | None = None) -> None:
    """Delete the keys that held until a time, or all."""
    wanted = delete(OPERATOR_KEYS)
    connection.execute(wanted if before is None else wanted.where(OPERATOR_KEYS.c.expires_at < before))
