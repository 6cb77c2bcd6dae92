"""What is said of boards to study together, and what is asked there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import to_json

from ....core.game import GAMES
from ....core.options import OptionValue
from ....core.wording import visible
from ....study.advice import Advice
from ...company.boards import OpenBoard
from ...domain import documents, news
from ...domain.boards import NODES_AT_MOST, Changes, Comment, Node, Role, Weighed
from ...domain.retention import DAY, Retention
from ...domain.table import time_text
from ..requests import Key, Name, OwnSecret, TurnDecisions
from ..requests import Query as QueryDocument
from ..requests import Request as RequestDocument

if TYPE_CHECKING:
    AnyGame = str
else:
    AnyGame = Literal[tuple(GAMES)]
_TABLE_ID = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}$")]
_SPOT = Annotated[str, Field(pattern="^[a-z0-9-]{1,40}$")]
NodeId = Annotated[int, Field(ge=0, le=NODES_AT_MOST)]
_Number = Annotated[int, Field(ge=0, le=1_000_000)]
Outcomes = Annotated[list[Annotated[int, Field(ge=0, le=1_000_000)]], Field(max_length=64)]


def _said(text: str) -> str:
    """Return a comment without what cannot be seen in it."""
    text.encode()  # half of a surrogate pair cannot be stored
    seen = visible(text)
    if not seen:
        raise ValueError("it has no character that can be seen")
    return seen


Text = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_said)]

# Requests.


class GameSource(RequestDocument):
    """A board of a game that is over, with the position after so many turns shown first."""

    kind: Literal["game"]
    table: _TABLE_ID
    turn: Annotated[int, Field(ge=0, le=100_000)]


class ViewSource(RequestDocument):
    """A private board of what one's own seat sees of a running game now."""

    kind: Literal["view"]
    table: _TABLE_ID
    secret: OwnSecret


class PositionSource(RequestDocument):
    """A board of a made-up position: its text in one line."""

    kind: Literal["position"]
    game: AnyGame
    text: Annotated[str, Field(min_length=1, max_length=4_000)]


class BoardRequest(RequestDocument):
    """A board to make, with the name that one has on it."""

    source: Annotated[GameSource | ViewSource | PositionSource, Field(discriminator="kind")]
    title: Name | None = None
    name: Name


class MemberRequest(RequestDocument):
    """Write on a board, with a name; ``invite`` comes with the link that lets one write."""

    name: Name
    invite: OwnSecret


class _Keyed(RequestDocument):
    key: Key


class Move(_Keyed):
    """Lay a turn after a position. ``outcomes`` are drawn first, chosen by hand, and the rest at random.

    Without them the turn is taken with the draws that stand on the board, if it does.
    """

    kind: Literal["move"]
    node: NodeId
    decisions: Annotated[list[Annotated[int, Field(ge=0, le=32_000)]], Field(max_length=64)]
    outcomes: Outcomes | None = None


class Say(_Keyed):
    """Say something about a position."""

    kind: Literal["comment"]
    node: NodeId
    text: Text


class Draw(_Keyed):
    """Point from one spot of the board to another one, or at one alone."""

    kind: Literal["arrow"]
    node: NodeId
    start: _SPOT
    end: _SPOT | None = None


class Remove(_Keyed):
    """Remove a branch, a comment or an arrow; or restore what was removed."""

    kind: Literal["remove", "restore"]
    what: Literal["node", "comment", "arrow"]
    id: _Number


class Show(_Keyed):
    """Show everybody who follows another position: for the presenter."""

    kind: Literal["show"]
    node: NodeId


class Present(_Keyed):
    """Let a member present, or nobody; without a presenter anybody may take it."""

    kind: Literal["present"]
    member: _Number | None


class Rename(_Keyed):
    """Give the board another title: for whoever made it."""

    kind: Literal["rename"]
    title: Name | None


OperationRequest = Annotated[Move | Say | Draw | Remove | Show | Present | Rename, Field(discriminator="kind")]


class ChanceRequest(TurnDecisions):
    """The decisions of a turn, and what was drawn after it so far."""

    outcomes: Outcomes = []


class BoardQuery(QueryDocument):
    """Since which version a board's changes are asked for; without one all of it."""

    since: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


# Replies.


class BoardMade(documents.Reply):
    """A new board: its id is the link for looking, ``invite`` the key that lets others write, ``secret`` one's own."""

    board: str
    invite: str
    member: int
    secret: str


class HeldBoard(documents.Reply):
    """A board that the person writes on, with the secret that acts for them."""

    board: str
    title: str | None
    secret: str


class BoardJoined(documents.Reply):
    """Who writes on a board now, and the secret that acts for them."""

    member: int
    secret: str


class BoardDone(documents.Reply):
    """The operation that a request led to, and the position that it is about."""

    version: int
    node: int | None


class BoardNode(documents.Reply):
    """A position of the tree: the one before it, who moved, and in which words; ``member`` has laid it.

    What is of the game itself has no member. ``draws`` counts what was drawn after the turn.
    """

    id: int
    parent: int | None
    seat: int | None
    notation: str
    depth: int
    draws: int
    member: int | None
    is_removed: bool


class BoardComment(documents.Reply):
    """What somebody says about a position."""

    id: int
    node: int
    member: int | None
    text: str
    at: str
    is_removed: bool


class BoardArrow(documents.Reply):
    """What somebody points at: from one spot of the board to another one, or at one alone."""

    id: int
    node: int
    member: int | None
    start: str
    end: str | None
    is_removed: bool


class BoardMember(documents.Reply):
    """Somebody who writes on the board; the name is null once it was erased."""

    id: int
    name: str | None
    role: Role
    has_left: bool


class BoardWords(documents.Reply):
    """What the engine says of a position: the best turn, its win share and standard error, and what is true of it."""

    node: int
    themes: list[documents.Theme]
    move: documents.Move
    notation: str
    win_share: float
    standard_error: float
    total: int
    total_after: int
    is_exact: bool


class BoardReply(documents.Reply):
    """A board as it stands, with what has changed since the version asked for; ``member`` is who asks.

    ``viewer`` has a private board to itself: what its seat sees of a running game. ``presenter`` shows ``shown``.
    ``positions_left`` says for how many positions there is room. The socket says the same.
    """

    type: Literal["board"]
    game: documents.GameName
    id: str
    title: str | None
    version: int
    since: int | None
    member: int | None
    viewer: int | None
    players: int
    options: dict[str, OptionValue]
    components: documents.ComponentsName
    made_at: str
    ends_at: str
    presenter: int | None
    shown: int
    positions_left: int
    nodes: list[BoardNode]
    comments: list[BoardComment]
    arrows: list[BoardArrow]
    members: list[BoardMember]
    words: list[BoardWords]


class BoardPosition(documents.PreviewReply):
    """A position of a board through the eyes of the seat on turn, and the turn that led to it."""

    game: documents.GameName
    node: int
    seat: int | None
    viewer: int
    is_over: bool
    move: documents.Move | None
    chance: documents.Chance | None
    text: str


class ChanceChoice(documents.Reply):
    """What can be drawn next: its number, its weight among all, and all that was drawn then."""

    outcome: int
    weight: int
    chance: documents.Chance


class BoardChance(documents.Reply):
    """What chance can bring after a turn: nothing where all is drawn."""

    game: documents.GameName
    node: int
    outcomes: list[int]
    choices: list[ChanceChoice]


def board_bytes(
    board: OpenBoard, changes: Changes, member: int | None, since: int | None, retention: Retention
) -> bytes:
    """Return the JSON of a board's BoardReply; the caller keeps the tree as it is meanwhile."""
    tree, terms, found = board.tree, board.terms, board.stored
    changed_at = max((found.changed_at, *(comment.at for comment in tree.comments.values())))
    told: BoardReply = {
        "type": "board",
        "game": terms.game.name,
        "id": found.id,
        "title": tree.title,
        "version": tree.version,
        "since": since,
        "member": member,
        "viewer": found.viewer,
        "players": terms.players,
        "options": terms.options.document(),
        "components": {"name": terms.components.name, "sha256": terms.components.sha256},
        "made_at": time_text(found.made_at),
        "ends_at": time_text(changed_at + retention.boards * DAY),
        "presenter": tree.presenter,
        "shown": tree.shown,
        "positions_left": NODES_AT_MOST - len(tree.nodes),
        "nodes": [_node_document(node) for node in changes.nodes],
        "comments": [_comment_document(comment) for comment in changes.comments],
        "arrows": [documents.copied(BoardArrow, arrow) for arrow in changes.arrows],
        "members": [documents.copied(BoardMember, one) for one in changes.members],
        "words": [_words_document(weighed) for weighed in changes.weighed],
    }
    return to_json(told)


def _node_document(node: Node) -> BoardNode:
    return {
        "id": node.id,
        "parent": node.parent,
        "seat": node.seat,
        "notation": node.notation,
        "depth": node.depth,
        "draws": len(node.outcomes),
        "member": node.member,
        "is_removed": node.is_removed,
    }


def _comment_document(comment: Comment) -> BoardComment:
    """Return a comment as it is told; of a removed one nothing that was said."""
    return {
        "id": comment.id,
        "node": comment.node,
        "member": comment.member,
        "text": "" if comment.is_removed else comment.text,
        "at": time_text(comment.at),
        "is_removed": comment.is_removed,
    }


def _words_document(weighed: Weighed) -> BoardWords:
    found = Advice.model_validate(weighed.found)
    return {
        "node": weighed.node,
        "themes": found.themes,
        "move": found.move,
        "notation": found.notation,
        "win_share": found.win_share,
        "standard_error": found.standard_error,
        "total": found.total,
        "total_after": found.total_after,
        "is_exact": found.is_exact,
    }


def position_document(board: OpenBoard, number: int) -> BoardPosition:
    """Return a position of a board as the API writes it."""
    position, node = board.position(number), board.tree.nodes[number]
    seat = position.seat
    viewer = seat if seat is not None else node.seat if node.seat is not None else 0
    view, game = position.view(viewer), board.terms.game
    move = chance = None
    if node.parent is not None:
        before = board.position(node.parent)
        move = game.documents.write_move(game.moves.move_of(before, node.decisions))
        chance = game.documents.write_chance(before, node.decisions, node.outcomes)
    return {
        "game": game.name,
        "node": number,
        "seat": seat,
        "viewer": viewer,
        "is_over": position.is_over,
        "move": move,
        "chance": chance,
        "text": position.text,
        **news.position_document(view),
    }
