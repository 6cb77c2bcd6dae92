"""Pebbles as text and in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rivertable.core.errors import PositionError
from rivertable.core.game import Components

from .board import Lay, PebblesBoard, PebblesPosition
from .documents import write_breakdown, write_chance
from .kernel.state import STATE

STYLES = ((r"\d", "bold"),)


def draw_text(board: PebblesBoard, names: Sequence[str], width: int = 79) -> str:
    """Draw the table."""
    lines = []
    for seat in range(board.players):
        hand = " ".join(map(str, board.pebbles(board.state.hand[seat]))) if board.is_open_hand(seat) else "hidden"
        row = " ".join(map(str, board.pebbles(board.state.row[seat]))) or "nothing"
        lines.append(f"{names[seat]}: laid {row}; hand {hand}; {board.total(seat)} points")
    return "\n".join(lines)


def draw_svg(board: PebblesBoard) -> None:
    """Return None: there is no such picture."""
    return None


def write_text(position: PebblesPosition) -> str:
    """Return a whole position in one line."""
    return f"pebbles {position.terms.options['hand_size']} {position.states.tobytes().hex()}"


def read_text(text: str, components: Components | None) -> PebblesPosition:
    """Return the position that a line means.

    Raises:
        PositionError: it is no such text.
    """
    head, _, code = text.strip().rpartition(" ")
    name, _, hand = head.partition(" ")
    if name != "pebbles" or len(code) != 2 * STATE.itemsize or not hand.isdigit():
        raise PositionError("A position of Pebbles is written 'pebbles HAND_SIZE STATE'.")
    game = PebblesPosition.game
    states = game.kernel.new_states(1)
    states.view("u1")[:] = list(bytes.fromhex(code))
    options = game.options.make(None, {"hand_size": int(hand)})
    return PebblesPosition(states, game.make_terms(int(states[0].players), options, components))


def describe_question(board: PebblesBoard) -> str:
    """Say what is asked."""
    return "Which pebble do you lay?"


def describe_decision(board: PebblesBoard, decision: int) -> str:
    """Say a decision."""
    return f"lay a {decision + 1}"


def group_of_decision(board: PebblesBoard, decision: int) -> str:
    """Return "": every decision stands alone."""
    return ""


def describe_move(board: PebblesBoard, move: Lay) -> str:
    """Say what a move does."""
    return f"a {move.value} laid"


def describe_changes(board: PebblesBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
    """Say what was drawn, as far as it may be known."""
    drawn = write_chance(board, decisions, outcomes)["pebbles_drawn"]
    return f"{'A ' + str(drawn[0]) if drawn[0] else 'A pebble'} was drawn." if drawn else ""


def explain_score(board: PebblesBoard, seat: int) -> str:
    """Return the breakdown as lines of text."""
    found = write_breakdown(board, seat)
    return "\n".join([*(f"{k + 1}: {points}" for k, points in enumerate(found["by_value"])), str(found["total"])])
