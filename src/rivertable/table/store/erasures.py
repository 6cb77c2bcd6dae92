"""What was erased for good stays erased: each erasure leaves a mark, by which a restore erases it again."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select, update

from ..domain.table import secret_hash
from . import ledger, people
from .company import boards
from .company.clubs import forget_member
from .company.deals import forget_scorer
from .company.holidays import forget_holidays_of
from .company.invitations import forget_invitations_of
from .company.listings import forget_name
from .company.ratings import forget_rated
from .company.tournaments import forget_entrant
from .schema import EVENTS, TABLES, TOMBSTONES
from .server_secrets import ServerSecrets

_TABLE, _PERSON, _BOARD = "table", "person", "board"


def mark_table(connection: Connection, key: bytes, table_id: str, at: float) -> None:
    """Leave the mark of a table that is deleted for good; ``key`` is the server's, without which it says nothing."""
    _leave_mark(connection, _mark(key, _TABLE, table_id), at)


def mark_board(connection: Connection, key: bytes, board_id: str, at: float) -> None:
    """Leave the mark of a board to study that is deleted for good."""
    _leave_mark(connection, _mark(key, _BOARD, board_id), at)


def erase_person(connection: Connection, secrets: ServerSecrets, person_id: str, at: float) -> list[str]:
    """Erase a person, who leaves a mark, and return the tables and boards that are to be read anew.

    Deleted are the name, the code, all devices, links and addresses; the names at the seats of those links; and what
    was said on boards, with the boards that are the person's own. What was played stays.
    """
    _leave_mark(connection, _mark(secrets.erasure_key, _PERSON, person_id), at)
    links = people.links_of(connection, person_id, secrets.people_key)
    for link in links:
        _forget_name(connection, link.table_id, secret_hash(link.secret))
        if link.seat != people.HOST_SEAT:
            forget_name(connection, link.table_id, link.seat)
    forget_scorer(connection, person_id)
    forget_rated(connection, person_id)
    forget_entrant(connection, person_id)
    forget_member(connection, person_id, at)
    forget_invitations_of(connection, person_id)
    forget_holidays_of(connection, person_id)
    studied = boards.forget_boards_of(connection, person_id)
    people.remove_person(connection, person_id)
    return [*(link.table_id for link in links), *studied]


def _forget_name(connection: Connection, table_id: str, digest: str) -> None:
    """Forget the name by which the bearer of a secret, known by its hash, has taken a seat."""
    rows = connection.execute(
        select(EVENTS.c.version, EVENTS.c.payload).where(
            EVENTS.c.table_id == table_id, EVENTS.c.kind.in_(("created", "joined"))
        )
    ).all()
    for version, payload in rows:
        facts = json.loads(payload)
        seats = [seat for seat in _seats_in(facts) if seat.get("secret") == digest]
        for seat in seats:
            seat["name"] = None
        if seats:
            place = (EVENTS.c.table_id == table_id, EVENTS.c.version == version)
            connection.execute(update(EVENTS).where(*place).values(payload=json.dumps(facts, separators=(",", ":"))))


def _seats_in(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield facts
    yield from facts.get("seats", ())


def erase_again(connection: Connection, secrets: ServerSecrets, former_key: bytes | None, at: float) -> int:
    """Erase whatever has a mark, and return how many tables, boards and people that were.

    Marks of a former key are of use no longer: what they led to is marked once more.
    """
    marks = set(connection.execute(select(TOMBSTONES.c.keyed_hash)).scalars())
    if not marks:
        return 0
    keys = [key for key in (secrets.erasure_key, former_key) if key is not None]

    def is_marked(kind: str, name: str) -> bool:
        return not marks.isdisjoint(_mark(key, kind, name) for key in keys)

    tables = [each for each in connection.execute(select(TABLES.c.id)).scalars() if is_marked(_TABLE, each)]
    for table_id in tables:
        mark_table(connection, secrets.erasure_key, table_id, at)
        ledger.forget(connection, table_id)
    studied = [each for each in boards.all_boards(connection) if is_marked(_BOARD, each)]
    for board_id in studied:
        mark_board(connection, secrets.erasure_key, board_id, at)
        boards.forget_board(connection, board_id)
    persons = [each for each in people.all_people(connection) if is_marked(_PERSON, each)]
    for person_id in persons:
        erase_person(connection, secrets, person_id, at)
    return len(tables) + len(studied) + len(persons)


def _leave_mark(connection: Connection, keyed_hash: str, at: float) -> None:
    row = {"keyed_hash": keyed_hash, "at": at}
    connection.execute(ledger.insert_into(connection, TOMBSTONES, row).on_conflict_do_nothing())


def _mark(key: bytes, kind: str, name: str) -> str:
    return hmac.digest(key, f"{kind}/{name}".encode(), "sha256").hex()
