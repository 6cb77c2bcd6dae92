"""Boards to study together: a tree of positions, with what people say and point at beside it. Pure; no game is known.

A board is what its operations make of it, one after the other in the server's order. Nothing is ever overwritten: what
is removed stays in its place, and can be restored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..errors import BoardFullError, NotYoursError, WrongStateError

OperationKind: TypeAlias = Literal[
    "joined", "left", "moved", "removed", "restored", "commented", "drew", "showed", "presents", "renamed", "weighed"
]
Role: TypeAlias = Literal["owner", "writer"]
Kept: TypeAlias = "Node | Comment | Arrow"

ROOT = 0
"""The node that a board begins with."""
NODES_AT_MOST = 3_000
NOTES_AT_MOST = 3_000
"""Comments and arrows."""
MEMBERS_AT_MOST = 50
_OPERATIONS_AT_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Operation:
    """What somebody did at a board; ``at`` is in seconds since 1970. The server itself is the member None."""

    number: int
    member: int | None
    kind: OperationKind
    payload: dict[str, Any]
    at: float


@dataclass(slots=True)
class Node:
    """A position of the tree: how it came of its parent, and who laid it; None for the game that the board is of.

    ``made`` is the operation that laid it, ``version`` the one that changed it last; 0 for what the board begins with.
    """

    id: int
    parent: int | None
    seat: int | None
    decisions: tuple[int, ...]
    outcomes: tuple[int, ...]
    notation: str
    depth: int
    member: int | None = None
    made: int = 0
    version: int = 0
    is_removed: bool = False


@dataclass(slots=True)
class Comment:
    """What somebody says about a position."""

    id: int
    node: int
    member: int | None
    text: str
    at: float
    version: int
    is_removed: bool = False


@dataclass(slots=True)
class Arrow:
    """What somebody points at in a position: from one spot of the board to another one, or at one alone."""

    id: int
    node: int
    member: int | None
    start: str
    end: str | None
    version: int
    is_removed: bool = False


@dataclass(slots=True)
class Member:
    """Somebody who may write on a board; the name is None once the person was erased."""

    id: int
    name: str | None
    role: Role
    version: int
    has_left: bool = False


@dataclass(slots=True)
class Weighed:
    """What the engine says about a position."""

    node: int
    found: dict[str, Any]
    version: int


@dataclass(slots=True)
class Changes:
    """What has changed at a board since one of its versions."""

    nodes: list[Node]
    comments: list[Comment]
    arrows: list[Arrow]
    members: list[Member]
    weighed: list[Weighed]


@dataclass(slots=True)
class Tree:
    """A board as it stands.

    Attributes:
        presenter: the member whose position the others follow; None where nobody presents.
        shown: that position.
    """

    title: str | None
    nodes: list[Node]
    version: int = 0
    comments: dict[int, Comment] = field(default_factory=dict)
    arrows: dict[int, Arrow] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    weighed: dict[int, Weighed] = field(default_factory=dict)
    presenter: int | None = None
    shown: int = ROOT

    def fold(self, operation: Operation) -> None:
        """Take an operation in; one that is known already changes nothing."""
        if operation.number <= self.version:
            return
        self.version = operation.number
        facts, number, member = operation.payload, operation.number, operation.member
        match operation.kind:
            case "joined":
                self.members[number] = Member(number, facts["name"], facts["role"], number)
                if facts["role"] == "owner":
                    self.presenter = number
            case "left" if member is not None:
                self.members[member].has_left, self.members[member].version = True, number
                self.presenter = None if self.presenter == member else self.presenter
            case "moved":
                self.nodes.append(self._node(facts, number, member))
            case "commented":
                self.comments[number] = Comment(number, facts["node"], member, facts["text"], operation.at, number)
            case "drew":
                self.arrows[number] = Arrow(number, facts["node"], member, facts["start"], facts["end"], number)
            case "removed" | "restored":
                kept = self.kept(facts["what"], facts["id"])
                kept.is_removed, kept.version = operation.kind == "removed", number
                if not self.is_there(self.shown):
                    self.shown = self._nearest(self.shown)
            case "showed":
                self.shown = facts["node"]
            case "presents":
                self.presenter = facts["member"]
            case "renamed":
                self.title = facts["title"]
            case "weighed":
                self.weighed[facts["node"]] = Weighed(facts["node"], facts["found"], number)

    def _node(self, facts: dict[str, Any], number: int, member: int | None) -> Node:
        parent = self.nodes[facts["parent"]]
        return Node(
            len(self.nodes),
            parent.id,
            facts["seat"],
            tuple(facts["decisions"]),
            tuple(facts["outcomes"]),
            facts["notation"],
            parent.depth + 1,
            member,
            number,
            number,
        )

    # Looking.

    def kept(self, what: str, number: int) -> Kept:
        """Return a node, a comment or an arrow by its number, removed or not.

        Raises:
            WrongStateError: there is none.
        """
        found: Kept | None
        if what == "node":
            found = self.nodes[number] if number < len(self.nodes) else None
        else:
            found = self.comments.get(number) if what == "comment" else self.arrows.get(number)
        if found is None:
            raise WrongStateError("There is no such thing on this board.")
        return found

    def is_there(self, number: int) -> bool:
        """Return whether a node stands in the tree: neither it nor one before it was removed."""
        at: int | None = number
        while at is not None:
            if self.nodes[at].is_removed:
                return False
            at = self.nodes[at].parent
        return True

    def _nearest(self, number: int) -> int:
        """Return the last node on the way to a removed one that stands in the tree."""
        while not self.is_there(number):
            number = self.nodes[number].parent or ROOT
        return number

    def path(self, number: int) -> list[Node]:
        """Return the nodes from the first one to a node, both among them."""
        found: list[Node] = []
        at: int | None = number
        while at is not None:
            found.append(self.nodes[at])
            at = self.nodes[at].parent
        return found[::-1]

    def children(self, number: int) -> Iterable[Node]:
        """Return the nodes that follow one, but for those removed."""
        return (node for node in self.nodes if node.parent == number and not node.is_removed)

    def changes(self, since: int | None) -> Changes:
        """Return what has changed since a version; everything for None."""
        after = -1 if since is None else since

        def changed(all_of_them: Iterable[Any]) -> list[Any]:
            return [one for one in all_of_them if one.version > after]

        return Changes(
            changed(self.nodes),
            changed(self.comments.values()),
            changed(self.arrows.values()),
            changed(self.members.values()),
            changed(self.weighed.values()),
        )

    # What may be done. Each check looks at the board as it stands when the operation is stored.

    def check(self, member: int | None, kind: OperationKind, facts: dict[str, Any]) -> None:
        """Refuse an operation that cannot be carried out now.

        Raises:
            NotYoursError: the member has left, or what is meant is somebody else's.
            WrongStateError: what is meant is not there.
            BoardFullError: there is no more room.
        """
        if self.version >= _OPERATIONS_AT_MOST:
            raise BoardFullError("This board has seen {limit} operations; make another one.", limit=_OPERATIONS_AT_MOST)
        if member is not None and self.members[member].has_left:
            raise NotYoursError("You have left this board.")
        match kind:
            case "joined":
                self._check_members()
            case "moved":
                self._check_node(facts["parent"])
                if len(self.nodes) >= NODES_AT_MOST:
                    raise BoardFullError("A board has room for {limit} positions.", limit=NODES_AT_MOST)
            case "commented" | "drew":
                self._check_node(facts["node"])
                if len(self.comments) + len(self.arrows) >= NOTES_AT_MOST:
                    raise BoardFullError("A board has room for {limit} comments and arrows.", limit=NOTES_AT_MOST)
            case "removed" | "restored":
                self._check_removal(member, kind, facts)
            case "showed":
                self._check_node(facts["node"])
                if self.presenter != member:
                    raise NotYoursError("Somebody else presents this board.")
            case "presents":
                self._check_presenter(member, facts["member"])
            case "renamed" if not self.is_owner(member):
                raise NotYoursError("Only whoever made this board does that.")
            case "weighed":
                self._check_node(facts["node"])

    def is_owner(self, member: int | None) -> bool:
        """Return whether a member has made the board."""
        return member is not None and self.members[member].role == "owner"

    def _check_members(self) -> None:
        if sum(not member.has_left for member in self.members.values()) >= MEMBERS_AT_MOST:
            raise BoardFullError("A board has room for {limit} people who write on it.", limit=MEMBERS_AT_MOST)

    def _check_node(self, number: int) -> None:
        if number >= len(self.nodes) or not self.is_there(number):
            raise WrongStateError("There is no such thing on this board.")

    def _check_removal(self, member: int | None, kind: OperationKind, facts: dict[str, Any]) -> None:
        """Refuse to remove what is another's: of a branch all that stands on it; the owner may remove anything."""
        kept = self.kept(facts["what"], facts["id"])
        if kept.is_removed == (kind == "removed"):
            raise WrongStateError("That was done already.")
        meant = self._branch(kept.id) if isinstance(kept, Node) else [kept]
        if isinstance(kept, Node) and kept.id == ROOT:
            raise WrongStateError("A board keeps its first position.")
        if not self.is_owner(member) and any(one.member != member for one in meant):
            raise NotYoursError("That is somebody else's.")

    def _branch(self, number: int) -> list[Node]:
        """Return a node and all that follow it; a node comes after its parent."""
        found = {number}
        for node in self.nodes:
            if node.parent in found:
                found.add(node.id)
        return [self.nodes[one] for one in sorted(found)]

    def _check_presenter(self, member: int | None, wanted: int | None) -> None:
        """The owner and the presenter hand presenting on; anybody may take it where nobody presents."""
        if wanted is not None and (wanted not in self.members or self.members[wanted].has_left):
            raise WrongStateError("There is no such thing on this board.")
        is_free = self.presenter is None and wanted == member
        if not (is_free or self.presenter == member or self.is_owner(member)):
            raise NotYoursError("Somebody else presents this board.")
