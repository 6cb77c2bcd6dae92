"""Boards to study together: made of games that are over or of made-up positions, and moved on by operations.

From a running game there is only what one seat sees of it, in private: what it does not know is dealt anew, so that
the board says no more than the seat knows.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ...core.documents import as_document
from ...core.game import GAMES, Terms
from ...core.match import Match
from ...core.position import Position
from ..domain import commands
from ..domain.boards import ROOT, Node, Operation, OperationKind, Role, Tree
from ..domain.deals import check_unsealed
from ..domain.retention import DAY
from ..domain.table import Table, secret_hash
from ..errors import HintError, NoSecretError, NoSuchBoardError, NoSuchTableError, NotYoursError, WrongStateError
from ..store import erasures, ledger
from ..store.company import boards as stored
from ..store.company.boards import StoredBoard
from ..store.sealing import WrongKeyError, seal, unseal
from ..store.server_secrets import ServerSecrets
from ..tables import Tables

_BOARDS_KEPT = 200
_HELD_AT_MOST = 40
_TURNS_AT_MOST = 500
"""The longest game that a board begins with."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a board is made of: the first position, the turns after it, and the game that they are of."""

    start: Position
    line: Sequence[dict[str, Any]] = ()
    table_id: str | None = None
    commitments: tuple[str, ...] = ()
    viewer: int | None = None
    shown: int = ROOT


@dataclass(frozen=True, slots=True)
class Made:
    """A new board: its id, the key that lets others write, and who has made it with their secret."""

    board_id: str
    invite: str
    member: int
    secret: str


@dataclass(frozen=True, slots=True)
class Held:
    """A board that somebody writes on, with their secret."""

    board_id: str
    title: str | None
    secret: str


@dataclass(slots=True)
class OpenBoard:
    """A board as this process sees it."""

    stored: StoredBoard
    terms: Terms
    tree: Tree
    positions: dict[int, Position]
    members: dict[str, int] = field(default_factory=dict)
    """Members by the hashes of their secrets, as far as they were asked for."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held while the tree is changed, or read as a whole."""

    @property
    def is_private(self) -> bool:
        """Whether nobody but whoever made it may see it."""
        return self.stored.viewer is not None

    def position(self, number: int) -> Position:
        """Return the position of a node.

        Raises:
            NoSuchBoardError: there is no such node.
        """
        if not 0 <= number < len(self.tree.nodes):
            raise NoSuchBoardError("There is no such position on this board.")
        for node in self.tree.path(number):
            if node.id not in self.positions and node.parent is not None:
                before = self.positions[node.parent]
                self.positions[node.id] = before.after(*node.decisions, *node.outcomes)
        return self.positions[number]


class Boards:
    """All boards of a server."""

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._secrets = server_secrets
        self._boards: OrderedDict[str, OpenBoard] = OrderedDict()
        self._lock = threading.Lock()
        self.listeners: list[Callable[[str, int], None]] = []
        """Called as ``listener(board_id, version)`` when a board has moved on here, from any thread."""

    # Sources.

    def of_game(self, table: Table, turn: int) -> Source:
        """Return the source of a board of a game that is over, with a turn of it shown first.

        Raises:
            WrongStateError: it is not over.
            SealedError: others may still play its deal.
            NoSuchTableError: it has no such turn.
        """
        match = commands.check_ended(table)
        if turn > len(match.turns):
            raise NoSuchTableError("The game has no such turn.")
        line = [
            {"seat": one.seat, "decisions": one.decisions, "outcomes": one.outcomes, "notation": str(one.move)}
            for one in match.turns[:_TURNS_AT_MOST]
        ]
        return Source(match.start, line, table.id, _commitments(match), shown=min(turn, len(line)))

    def of_view(self, table: Table, seat: int) -> Source:
        """Return the source of a private board of what a seat sees of a running game; the rest is dealt anew.

        Raises:
            WrongStateError: the game has not begun, or has ended.
            SealedError: others may still play its deal.
        """
        check_unsealed(table.shared)
        match = commands.check_playing(table)
        if not match.position.is_turn_start:
            raise WrongStateError("The game is over.")
        return Source(match.position.view(seat).sample(), (), table.id, _commitments(match), seat)

    # Making, finding, deleting.

    def create(self, source: Source, title: str | None, name: str, person_id: str | None) -> Made:
        """Make a board; whoever makes it is its owner and presents it."""
        start, now = source.start, time.time()
        made = Made(secrets.token_urlsafe(16), secrets.token_urlsafe(16), 1, secrets.token_urlsafe(16))
        terms = start.terms
        board = StoredBoard(
            id=made.board_id,
            game=terms.game.name,
            players=terms.players,
            options=terms.options.document(),
            components=terms.components.sha256,
            title=title,
            start=terms.game.documents.write_state(start),
            line=list(source.line),
            table_id=source.table_id,
            commitments=list(source.commitments),
            viewer=source.viewer,
            invite_hash=secret_hash(made.invite),
            version=0,
            made_at=now,
            changed_at=now,
        )
        joined = Operation(1, None, "joined", {"name": name, "role": "owner"}, now)
        shown = Operation(2, made.member, "showed", {"node": source.shown}, now)
        with self._tables.database.write() as connection:
            ledger.keep_components(connection, board.components, board.game, terms.components.text)
            stored.put_board(connection, board)
            sealed = self._sealed(board.id, made.member, made.secret, person_id)
            stored.add_member(connection, board.id, made.member, secret_hash(made.secret), "owner", person_id, sealed)
            for operation in (joined, shown):
                stored.add_operation(connection, board.id, operation, None)
        return made

    def _sealed(self, board_id: str, member: int, secret: str, person_id: str | None) -> bytes | None:
        """Return a secret as it is kept for a person; None where nobody with a name has it."""
        return None if person_id is None else seal(self._secrets.people_key, f"board/{board_id}/{member}", secret)

    def held_by(self, person_id: str) -> list[Held]:
        """Return the boards that a person writes on, with the secrets for that, the last changed first."""
        with self._tables.database.read() as connection:
            found = stored.held_by(connection, person_id, _HELD_AT_MOST)
        held = []
        for board_id, member, sealed in found:
            # A board that was deleted just now is not listed, nor one of a server whose secrets are lost.
            with suppress(NoSuchBoardError, WrongKeyError):
                board = self.open(board_id)
                if not board.tree.members[member].has_left:
                    secret = unseal(self._secrets.people_key, f"board/{board_id}/{member}", sealed)
                    held.append(Held(board_id, board.tree.title, secret))
        return held

    def open(self, board_id: str) -> OpenBoard:
        """Return a board as it stands.

        Raises:
            NoSuchBoardError: there is none.
        """
        with self._lock:
            board = self._boards.get(board_id)
            if board is not None:
                self._boards.move_to_end(board_id)
        if board is None:
            return self._load(board_id)
        return self._refresh(board) if self._tables.database.is_shared else board

    def _refresh(self, board: OpenBoard) -> OpenBoard:
        with self._tables.database.read() as connection:
            version = stored.version_of_board(connection, board.stored.id)
            new = [] if version is None else stored.operations_since(connection, board.stored.id, board.tree.version)
        if version is None:
            self.forget(board.stored.id)
            raise NoSuchBoardError("There is no such board.")
        with board.lock:
            for operation in new:
                board.tree.fold(operation)
        return board

    def _load(self, board_id: str) -> OpenBoard:
        with self._tables.database.read() as connection:
            found = stored.find_board(connection, board_id)
            operations = stored.operations_since(connection, board_id, 0)
        if found is None:
            raise NoSuchBoardError("There is no such board.")
        game, options = GAMES[found.game], dict(found.options)
        components = self._tables.components_of(game.name, found.components)
        terms = game.make_terms(found.players, game.options.make(options.pop("preset"), options), components)
        start = game.documents.read_state(as_document(game.documents.StateDocument, found.start), terms)
        board = OpenBoard(found, terms, Tree(found.title, _line(found)), {ROOT: start})
        for operation in operations:
            board.tree.fold(operation)
        with self._lock:
            kept = self._boards.setdefault(board_id, board)
            while len(self._boards) > _BOARDS_KEPT:
                self._boards.popitem(last=False)
        return kept

    def forget(self, board_id: str) -> None:
        """Let the next request read a board from the database."""
        with self._lock:
            self._boards.pop(board_id, None)

    def hear(self, name: str, version: int) -> None:
        """Take note of what has changed in the store past all operations: it is read anew."""
        if version == 0:
            self.forget(name)

    def delete(self, board: OpenBoard, member: int) -> None:
        """Delete a board for good.

        Raises:
            NotYoursError: it is somebody else's.
        """
        if not board.tree.is_owner(member):
            raise NotYoursError("Only whoever made this board does that.")
        board_id = board.stored.id
        with self._tables.database.write() as connection:
            erasures.mark_board(connection, self._secrets.erasure_key, board_id, time.time())
            stored.forget_board(connection, board_id)
            self._tables.database.announce(connection, f"{board_id} 0")
        self._tell_changed(board_id)

    def _tell_changed(self, board_id: str) -> None:
        self.forget(board_id)
        for listener in self.listeners:
            listener(board_id, 0)

    def sweep(self, now: float, limit: int = 64) -> None:
        """Delete boards at which nothing was done for as long as boards are kept."""
        before = now - self._tables.retention.boards * DAY
        with self._tables.database.write() as connection:
            expired = stored.expired_boards(connection, before, limit)
            for board_id in expired:
                stored.forget_board(connection, board_id)
            self._tables.database.announce(connection, *(f"{board_id} 0" for board_id in expired))
        for board_id in expired:
            self._tell_changed(board_id)

    # Who asks.

    def member_of(self, board: OpenBoard, secret: str | None) -> int | None:
        """Return the member whose secret is given; None for who only looks, without one.

        Raises:
            NoSecretError: the secret opens nothing here, or the board is private and there is none.
        """
        if secret is None:
            if board.is_private:
                raise NoSecretError("This board is private.")
            return None
        digest = secret_hash(secret)
        member = board.members.get(digest)
        if member is None:
            with self._tables.database.read() as connection:
                member = stored.member_of(connection, board.stored.id, digest)
            if member is None:
                raise NoSecretError("This secret opens nothing on this board.")
            board.members[digest] = member
        return member

    def join(self, board: OpenBoard, invite: str, name: str, person_id: str | None) -> tuple[int, str]:
        """Let somebody write who has the key to that, and return the member with the secret.

        Raises:
            NoSecretError: it is no such key, or the board is private.
            BoardFullError: too many write here.
        """
        if board.is_private or secret_hash(invite) != board.stored.invite_hash:
            raise NoSecretError("This link does not let you write on this board.")
        secret = secrets.token_urlsafe(16)
        role: Role = "writer"

        def also(connection: Any, number: int) -> None:
            sealed = self._sealed(board.stored.id, number, secret, person_id)
            stored.add_member(connection, board.stored.id, number, secret_hash(secret), role, person_id, sealed)

        operation = self.act(board, None, "joined", {"name": name, "role": role}, also=also)
        return operation.number, secret

    # Operations.

    def act(
        self,
        board: OpenBoard,
        member: int | None,
        kind: OperationKind,
        facts: dict[str, Any],
        key: str | None = None,
        also: Callable[[Any, int], None] | None = None,
    ) -> Operation:
        """Store an operation, then let everybody see it; one that comes again with its key is not done again.

        ``also`` writes more in the same transaction, with the operation's number.

        Raises:
            TableError: it cannot be carried out now.
        """
        board_id = board.stored.id
        with board.lock:
            with self._tables.database.write() as connection:
                version = stored.version_of_board(connection, board_id, is_held=True)
                if version is None:
                    raise NoSuchBoardError("There is no such board.")
                if version > board.tree.version:
                    for other in stored.operations_since(connection, board_id, board.tree.version):
                        board.tree.fold(other)
                if key is not None and member is not None:
                    done = stored.find_operation(connection, board_id, member, key)
                    if done is not None:
                        return done
                board.tree.check(member, kind, facts)
                operation = Operation(version + 1, member, kind, facts, time.time())
                stored.add_operation(connection, board_id, operation, key)
                if also is not None:
                    also(connection, operation.number)
                self._tables.database.announce(connection, f"{board_id} {operation.number}")
            board.tree.fold(operation)
        if self._boards.get(board_id) is not board:
            self.forget(board_id)  # it was read anew meanwhile, perhaps before this was stored
        for listener in self.listeners:
            listener(board_id, operation.number)
        return operation

    def turn(
        self, board: OpenBoard, number: int, decisions: Sequence[int], outcomes: Sequence[int] | None
    ) -> tuple[dict[str, Any], int | None]:
        """Return the facts of a turn from a node, and the node that it leads to where it is there already.

        ``outcomes`` are what chance is to bring first, chosen by hand; the rest is drawn. None takes what is there.

        Raises:
            MoveError: the decisions are no turn.
            WrongStateError: chance cannot bring that.
        """
        before = board.position(number)
        draft = commands.draft_of(before, commands.MoveInput(decisions=tuple(decisions)))
        move = draft.move
        after, drawn = before.after(*decisions), []
        for outcome in outcomes or ():
            if outcome not in {one for one, _ in after.outcomes()}:
                raise WrongStateError("Chance cannot bring this now.")
            after = after.after(outcome)
            drawn.append(outcome)
        is_by_hand = not after.is_chance
        same = [node for node in board.tree.children(number) if node.decisions == tuple(decisions)]
        if outcomes is None and same:
            return {}, same[0].id
        if is_by_hand:
            for node in same:
                if node.outcomes == tuple(drawn):
                    return {}, node.id
        after.resolve(None, drawn)
        facts = {
            "parent": number,
            "seat": before.seat,
            "decisions": list(decisions),
            "outcomes": drawn,
            "notation": str(move),
        }
        return facts, None

    # The engine's words.

    def check_words(self, board: OpenBoard, number: int) -> None:
        """Refuse what would tell what a turn is worth in a game that is still played.

        Raises:
            HintError: it would.
        """
        position, source = board.position(number), board.stored
        if position.seat is None:
            raise HintError("The game is over here, so there is nothing to say.")
        if self._is_played(source) or self._tables.is_at(position):
            raise HintError("This is still played at a table; until that game is over, nobody is told more.")

    def _is_played(self, source: StoredBoard) -> bool:
        """Return whether the game of a board is still played, there or where its deal or its start came from."""
        if source.table_id is None:
            return False
        with self._tables.database.read() as connection:
            is_own = source.viewer is not None and ledger.is_playing(connection, source.table_id)
            return is_own or ledger.is_played_elsewhere(connection, source.table_id, source.commitments)


def _commitments(match: Match) -> tuple[str, ...]:
    return (match.commitment,) if match.branch is None else (match.commitment, match.branch.of)


def _line(found: StoredBoard) -> list[Node]:
    """Return the nodes that a board begins with: the first position, and the turns of its game."""
    nodes = [Node(ROOT, None, None, (), (), "", 0)]
    for number, turn in enumerate(found.line, 1):
        decisions, outcomes = tuple(turn["decisions"]), tuple(turn["outcomes"])
        nodes.append(Node(number, number - 1, turn["seat"], decisions, outcomes, turn["notation"], number))
    return nodes
