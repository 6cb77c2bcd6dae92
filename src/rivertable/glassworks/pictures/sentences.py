"""Questions, decisions, moves, changes and scores in words, for the terminal, logs and screen readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ...core.wording import in_words, number_word
from ..board import GlassworksBoard
from ..kernel.state import COLOUR_NAMES, COLUMNS, SHAPE_NAMES, TILES, Decision, Goal, Outcome, Phase
from ..moves.notation import Draw, GlassworksMove, Pass, Place, new_colours, states_after
from ..printed.pieces import Piece


def list_pieces(pieces: Iterable[Piece]) -> str:
    """Say pieces in a sentence: "two white hearts and a purple drop", "nothing" for none."""
    counts = Counter(pieces)
    return in_words(_some(piece, count) for piece, count in sorted(counts.items())) or "nothing"


def _some(piece: Piece, count: int) -> str:
    if count == 1:
        return f"{'an' if piece.name[0] in 'aeiou' else 'a'} {piece.name}"
    return f"{number_word(count, 6)} {piece.name}s"


def _gathers(board: GlassworksBoard, tile: int) -> str:
    pieces = board.tile(tile).pieces
    return list_pieces(pieces) if pieces else "nothing, it is empty"


def describe_question(board: GlassworksBoard) -> str:
    """Say what is asked next, in one line."""
    need = int(board.state.need)
    return {
        Phase.PICKING: f"Which {'two' if need == 2 else 'other'} of your {SHAPE_NAMES[int(board.state.pair_shape)]}s?",
        Phase.GATHERING: "Which neighbour do you gather?",
        Phase.ORDERING: "Which new colour takes the next column?",
        Phase.LEAVING: "Which piece do you leave in the lake?",
        Phase.DROPPING: f"Your satchel holds 5: which piece goes to overflow ({need} to go)?",
    }.get(Phase(int(board.state.phase)), "What do you do?")


def describe_decision(board: GlassworksBoard, number: int) -> str:
    """Say one legal decision in a few words."""
    if number < Decision.PAIR:
        piece = Piece.of(number)
        return f"{piece.code}  place the {piece.name} on tile {board.tile_number(piece.shape)}"
    if number < Decision.DRAW:
        shape, tile = divmod(number - Decision.PAIR, TILES)
        place = board.tile_number(tile)
        return f"two {SHAPE_NAMES[shape]}s on tile {place} ({SHAPE_NAMES[tile]})"
    if number == Decision.DRAW:
        return f"draw {number_word(min(len(board.lake), 4))} from the lake"
    if number < Decision.UP:
        return f"{Piece.of(number - Decision.PICK).code}  the {Piece.of(number - Decision.PICK).name}"
    if number in (Decision.UP, Decision.DOWN):
        tile = board.tile_number(int(board.state.target)) + (1 if number == Decision.DOWN else -1)
        return f"gather tile {tile}: {_gathers(board, tile)}"
    if number < Decision.LEAVE:
        column = int(board.state.columns_used[board.state.seat]) + 1
        return f"{COLOUR_NAMES[number - Decision.COLOUR]} in column {column}"
    if number < Decision.DROP:
        return f"{Piece.of(number - Decision.LEAVE).code}  leave the {Piece.of(number - Decision.LEAVE).name}"
    if number < Decision.PASS:
        return f"{Piece.of(number - Decision.DROP).code}  the {Piece.of(number - Decision.DROP).name} to overflow"
    return "pass: nothing is possible"


def group_of_decision(board: GlassworksBoard, number: int) -> str:
    """Return the words under which a list folds alike decisions; "" for one that stands alone."""
    if Decision.PAIR <= number < Decision.DRAW:
        return f"two {SHAPE_NAMES[(number - Decision.PAIR) // TILES]}s on any tile …"
    return ""


def describe_move(board: GlassworksBoard, chosen: GlassworksMove) -> str:
    """Say what a move does, after a name and a colon."""
    if isinstance(chosen, Pass):
        return "a pass, because nothing is possible"
    if isinstance(chosen, Draw):
        dropped = f", and {list_pieces(chosen.overflow)} to overflow" if chosen.overflow else ""
        return f"{list_pieces(chosen.take)} drawn from the lake{dropped}"
    order = f", {in_words(chosen.order)} in this order" if chosen.order else ""
    return (
        f"{list_pieces(chosen.pieces)} placed on tile {chosen.onto}, and tile {chosen.gather} gathered: "
        f"{_gathers(board, chosen.gather)}{order}{_effect(board, chosen)}"
    )


def _effect(board: GlassworksBoard, chosen: Place) -> str:
    """Say where gathered pieces find no place."""
    seat = board.seat_board(int(board.state.seat))
    room = {column.colour: 5 - column.height for column in seat.columns}
    free = COLUMNS - len(seat.columns)
    opened = [COLOUR_NAMES.index(name) for name in chosen.order] or new_colours(board, chosen.gather)
    room |= dict.fromkeys(opened[:free], 5)
    counts = Counter(piece.colour for piece in board.tile(chosen.gather).pieces)
    over = sum(max(count - room.get(colour, 0), 0) for colour, count in counts.items())
    if over == 0:
        return ""
    return f"; {number_word(over, 6)} {'goes' if over == 1 else 'go'} to overflow"


def describe_changes(board: GlassworksBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
    """Say what chance revealed after a turn's decisions from ``board``; "" if nothing."""
    states = states_after(board, decisions)
    found: dict[str, list[Piece]] = {}
    for outcome in outcomes:
        goal = int(states[0].goal)
        if int(states[0].phase) != Phase.REFILL:
            place = f"seat {goal - Goal.SATCHEL} is topped up with"
        elif goal == Goal.LAKE:
            place = "the lake is refilled with"
        else:
            place = f"the {SHAPE_NAMES[goal]} tile moves to START with"
        found.setdefault(place, []).append(Piece.of(outcome - Outcome.DRAWN))
        board.game.kernel.apply(states, 0, board.terms.array, outcome)
    sentence = "; ".join(f"{place} {list_pieces(pieces)}" for place, pieces in found.items())
    return sentence[:1].upper() + sentence[1:] + "." if sentence else ""


def explain_score(board: GlassworksBoard, seat: int) -> str:
    """Return the breakdown of a seat's score as lines of text."""
    parts = board.breakdown(seat)
    lines = []
    for number, (filled, vp) in enumerate(zip(parts.filled, parts.rows, strict=True), start=1):
        lines.append(f"row {number}: {filled} from the left = {vp}")
    for column in parts.columns:
        lines.append(f"column {column.number} at height {column.height} = {column.vp}")
    count = int(board.state.overflow_count[seat])
    lines.append(f"overflow: {count} x ({int(board.terms.array[0].overflow_vp)}) = {parts.overflow}")
    columns = sum(column.vp for column in parts.columns)
    lines.append(f"total: {sum(parts.rows)} + {columns} - {-parts.overflow} = {parts.total}")
    return "\n".join(lines)
