"""The SQL of boards to study: how each began, who writes on it, and what was done there in the server's order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from ...domain.boards import Operation, OperationKind, Role
from .schema import BOARD_MEMBERS, BOARD_OPERATIONS, BOARDS


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """How a board began. Times are in seconds since 1970.

    Attributes:
        options: as records write them.
        components: the SHA-256 of the printed data.
        start: the first position, a STATE.
        line: the turns that were played from there: seat, decisions, outcomes and notation of each.
        table_id: the table whose game it is of; None for a made-up position.
        commitments: those of the shuffles that such a game was played with.
        viewer: the seat of a running game whose own view it is, private to whoever made it.
        invite_hash: of the key by which others may write, too.
        version: the last operation.
    """

    id: str
    game: str
    players: int
    options: dict[str, Any]
    components: str
    title: str | None
    start: dict[str, Any]
    line: list[dict[str, Any]]
    table_id: str | None
    commitments: list[str]
    viewer: int | None
    invite_hash: str
    version: int
    made_at: float
    changed_at: float


@dataclass(frozen=True, slots=True)
class MyBoard:
    """A board that a person writes on, by which name, and what they have said there."""

    board_id: str
    role: Role
    name: str | None
    comments: list[str]


_DOCUMENTS = ("options", "start", "line", "commitments")


def put_board(connection: Connection, board: StoredBoard) -> None:
    """Write a new board."""
    row = {name: getattr(board, name) for name in StoredBoard.__slots__}
    connection.execute(insert(BOARDS), row | {name: json.dumps(row[name]) for name in _DOCUMENTS})


def find_board(connection: Connection, board_id: str) -> StoredBoard | None:
    """Return a board; None where there is none."""
    row = connection.execute(select(BOARDS).where(BOARDS.c.id == board_id)).one_or_none()
    if row is None:
        return None
    facts = dict(row._mapping)
    return StoredBoard(**facts | {name: json.loads(facts[name]) for name in _DOCUMENTS})


def version_of_board(connection: Connection, board_id: str, *, is_held: bool = False) -> int | None:
    """Return a board's last operation, None where there is no such board; where ``is_held`` others wait with theirs."""
    statement = select(BOARDS.c.version).where(BOARDS.c.id == board_id)
    return connection.execute(statement.with_for_update() if is_held else statement).scalar_one_or_none()


def operations_since(connection: Connection, board_id: str, number: int) -> list[Operation]:
    """Return what was done at a board after an operation."""
    wanted = (BOARD_OPERATIONS.c.board_id == board_id, BOARD_OPERATIONS.c.number > number)
    rows = connection.execute(select(BOARD_OPERATIONS).where(*wanted).order_by(BOARD_OPERATIONS.c.number))
    return [_operation(row) for row in rows]


def find_operation(connection: Connection, board_id: str, member: int, key: str) -> Operation | None:
    """Return the operation that a member's request with a key has led to; None where there was none."""
    is_it = (
        BOARD_OPERATIONS.c.board_id == board_id,
        BOARD_OPERATIONS.c.member == member,
        BOARD_OPERATIONS.c.key == key,
    )
    row = connection.execute(select(BOARD_OPERATIONS).where(*is_it)).one_or_none()
    return None if row is None else _operation(row)


def add_operation(connection: Connection, board_id: str, operation: Operation, key: str | None) -> None:
    """Write what was done at a board; of the positions that a presenter has shown only the last one is kept."""
    if operation.kind == "showed":
        former = (BOARD_OPERATIONS.c.board_id == board_id, BOARD_OPERATIONS.c.kind == "showed")
        connection.execute(delete(BOARD_OPERATIONS).where(*former))
    row = {
        "board_id": board_id,
        "number": operation.number,
        "member": operation.member,
        "key": key,
        "kind": operation.kind,
        "payload": json.dumps(operation.payload, separators=(",", ":")),
        "at": operation.at,
    }
    connection.execute(insert(BOARD_OPERATIONS), row)
    changed = {"version": operation.number, "changed_at": operation.at}
    connection.execute(update(BOARDS).where(BOARDS.c.id == board_id).values(**changed))


def add_member(
    connection: Connection,
    board_id: str,
    member: int,
    key_hash: str,
    role: Role,
    person_id: str | None,
    sealed: bytes | None,
) -> None:
    """Write who may write on a board; the secret is kept ``sealed`` for a person, who finds it on all devices."""
    row = {
        "board_id": board_id,
        "member": member,
        "key_hash": key_hash,
        "role": role,
        "person_id": person_id,
        "sealed": sealed,
    }
    connection.execute(insert(BOARD_MEMBERS), row)


def held_by(connection: Connection, person_id: str, limit: int) -> list[tuple[str, int, bytes]]:
    """Return the boards whose secrets are kept for a person, with the member's number, the last changed first."""
    mine = (BOARD_MEMBERS.c.person_id == person_id, BOARD_MEMBERS.c.sealed.is_not(None))
    statement = (
        select(BOARD_MEMBERS.c.board_id, BOARD_MEMBERS.c.member, BOARD_MEMBERS.c.sealed)
        .join(BOARDS, BOARDS.c.id == BOARD_MEMBERS.c.board_id)
        .where(*mine)
        .order_by(BOARDS.c.changed_at.desc())
        .limit(limit)
    )
    return [(row.board_id, row.member, row.sealed) for row in connection.execute(statement)]


def member_of(connection: Connection, board_id: str, key_hash: str) -> int | None:
    """Return the member of a board whose secret has a hash."""
    is_it = (BOARD_MEMBERS.c.board_id == board_id, BOARD_MEMBERS.c.key_hash == key_hash)
    return connection.execute(select(BOARD_MEMBERS.c.member).where(*is_it)).scalar_one_or_none()


def boards_of(connection: Connection, person_id: str) -> list[MyBoard]:
    """Return the boards that a person writes on."""
    return [
        MyBoard(
            row.board_id,
            row.role,
            next((facts["name"] for _, kind, facts in found if kind == "joined"), None),
            [facts["text"] for _, kind, facts in found if kind == "commented"],
        )
        for row in _memberships(connection, person_id)
        for found in [list(_said(connection, row.board_id, row.member))]
    ]


def forget_boards_of(connection: Connection, person_id: str) -> list[str]:
    """Delete a person's boards; on others' forget the name and all they have said. Return the boards that change."""
    changed = []
    for row in _memberships(connection, person_id):
        changed.append(row.board_id)
        if row.role == "owner":
            forget_board(connection, row.board_id)
            continue
        for number, kind, facts in _said(connection, row.board_id, row.member):
            forgotten = facts | ({"name": None} if kind == "joined" else {"text": ""})
            place = (BOARD_OPERATIONS.c.board_id == row.board_id, BOARD_OPERATIONS.c.number == number)
            connection.execute(update(BOARD_OPERATIONS).where(*place).values(payload=json.dumps(forgotten)))
        place = (BOARD_MEMBERS.c.board_id == row.board_id, BOARD_MEMBERS.c.member == row.member)
        # Nobody has the secret any more.
        connection.execute(update(BOARD_MEMBERS).where(*place).values(person_id=None, key_hash="", sealed=None))
    return changed


def forget_board(connection: Connection, board_id: str) -> None:
    """Delete a board and everything that was done there."""
    connection.execute(delete(BOARD_OPERATIONS).where(BOARD_OPERATIONS.c.board_id == board_id))
    connection.execute(delete(BOARD_MEMBERS).where(BOARD_MEMBERS.c.board_id == board_id))
    connection.execute(delete(BOARDS).where(BOARDS.c.id == board_id))


def expired_boards(connection: Connection, before: float, limit: int) -> list[str]:
    """Return boards at which nothing was done since a time."""
    return list(connection.execute(select(BOARDS.c.id).where(BOARDS.c.changed_at < before).limit(limit)).scalars())


def all_boards(connection: Connection) -> list[str]:
    """Return the ids of all boards."""
    return list(connection.execute(select(BOARDS.c.id)).scalars())


def _memberships(connection: Connection, person_id: str) -> list[Any]:
    return list(connection.execute(select(BOARD_MEMBERS).where(BOARD_MEMBERS.c.person_id == person_id)))


def _said(connection: Connection, board_id: str, member: int) -> Iterator[tuple[int, OperationKind, dict[str, Any]]]:
    """Return what a member has written in words: the name on joining, and comments.

    On joining, the member is who the operation has made.
    """
    is_own = (BOARD_OPERATIONS.c.member == member) & (BOARD_OPERATIONS.c.kind == "commented")
    is_joining = (BOARD_OPERATIONS.c.number == member) & (BOARD_OPERATIONS.c.kind == "joined")
    wanted = select(BOARD_OPERATIONS).where(BOARD_OPERATIONS.c.board_id == board_id, is_own | is_joining)
    for row in connection.execute(wanted.order_by(BOARD_OPERATIONS.c.number)).all():
        yield row.number, row.kind, json.loads(row.payload)


def _operation(row: Any) -> Operation:
    return Operation(row.number, row.member, row.kind, json.loads(row.payload), row.at)
