"""What operators do, noted in the store: appended, and never changed."""

from __future__ import annotations

import getpass
import json
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from .schema import AUDIT

_ACTOR_AT_MOST = 64
_SERVER = "server"
"""Who did what a server does of its own accord."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done to a store.

    Attributes:
        at: when, in seconds since 1970.
        actor: the account it was done from, or ``server``.
        act: what: ``backup``, ``restore``, ``upgrade``, ``sanction``…
        detail: plain JSON values, nothing secret among them.
    """

    at: float
    actor: str
    act: str
    detail: dict[str, Any]


def note_act(
    connection: Connection, act: str, at: float, *, by_server: bool = False, by: str | None = None, **detail: Any
) -> None:
    """Note what somebody has done: the account that this process runs from, unless it is said who.

    ``by`` names an operator who came by the operators' page; ``by_server`` says that a server did it of its own accord.
    """
    actor = _SERVER if by_server else (by or account())
    row = {"id": secrets.token_hex(16), "at": at, "actor": actor, "act": act, "detail": json.dumps(detail)}
    connection.execute(insert(AUDIT), row)


def acts(connection: Connection, limit: int | None = None) -> list[Act]:
    """Return all that was noted, in order; with a ``limit`` the last of it."""
    rows = connection.execute(select(AUDIT).order_by(AUDIT.c.at.desc(), AUDIT.c.id.desc()).limit(limit)).all()
    return [Act(row.at, row.actor, row.act, json.loads(row.detail)) for row in reversed(rows)]


def account() -> str:
    """Return the name of the account that this process runs from."""
    try:
        return getpass.getuser()[:_ACTOR_AT_MOST]
    except (KeyError, OSError):  # an image may run a number that no account has
        return "unknown"
