"""Pebbles as the registry knows it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from rivertable.core.contract.counting import Family, PrintedValue, Thing
from rivertable.core.contract.observation import Observation
from rivertable.core.errors import DataError, IllegalMoveError, MalformedMoveError, UnknownNameError
from rivertable.core.game import Components, Game, Terms
from rivertable.core.options import NumberOption

from . import documents
from .board import Lay, PebblesBoard, PebblesPosition, PebblesView
from .kernel.engine import NAMES, OBSERVATION, Engine
from .kernel.state import COPIES, DRAWN, OVER, SEATS, TERMS, VALUES, new_states

STYLES = ((r"\d", "bold"),)


@dataclass(frozen=True)
class PebblesComponents:
    """There is one edition: four pebbles of each value."""

    name: str = "standard"
    sha256: str = hashlib.sha256(b"pebbles").hexdigest()


class PebblesGame(Game):
    """Pebbles, 2 or 3 players."""

    name = "pebbles"
    title = "Pebbles"
    players = range(2, SEATS + 1)
    options = (NumberOption("hand_size", "How many pebbles a hand begins with.", "P2", 2, 4),)
    presets: ClassVar[Mapping[str, Mapping[str, bool | int | str]]] = {"standard": {"hand_size": 3}}
    choices_at_most = 2 * VALUES
    turn_at_most = 2
    first_outcome = DRAWN
    outcomes_end = DRAWN + VALUES
    engine = Engine()
    position_class = PebblesPosition
    view_class = PebblesView
    has_hidden = True
    styles = STYLES
    baselines = ()
    score_categories: ClassVar[Mapping[str, str]] = {f"value_{name}": f"points of value {name}" for name in NAMES}
    rules_package = "pebbles.rulebook"
    state_document = documents.StateDocument
    move_document = documents.MoveDocument
    chance_document = documents.ChanceDocument
    breakdown_document = documents.BreakdownDocument
    sheet_document = documents.SheetDocument
    decision_document = documents.DecisionDocument
    components_document = documents.ComponentsDocument

    def load_components(self, path: Path | None = None) -> Components:
        """Return the one edition; a file of one's own is refused."""
        if path is not None:
            raise DataError("Pebbles has no printed data that could be another.")
        return PebblesComponents()

    def parse_components(self, text: str, name: str) -> Components:
        """Return the one edition."""
        return self.load_components()

    def components_text(self, components: Components) -> str:
        """Return the text of the one edition."""
        return 'name = "standard"\n'

    def write_components(self, components: Components) -> dict[str, Any]:
        """Return printed data as plain JSON."""
        return {"name": components.name, "pebbles": COPIES * VALUES}

    def observation(self, components: Components | None = None) -> Observation:
        """Return how an observation is laid out."""
        return OBSERVATION

    def action_names(self, components: Components | None = None) -> tuple[str, ...]:
        """Return what each decision means."""
        return tuple(f"lay a {name}" for name in NAMES)

    def told(self, board: Any, choice: int, seat: int) -> tuple[int, ...]:
        """Return what a seat learns: of another seat's draw only that it is one (P2)."""
        return (self.outcomes_end,) if choice >= DRAWN and int(board.state.seat) != seat else (choice,)

    def pack(self, players: int, components: Components) -> np.ndarray[Any, Any]:
        """Return the terms as the kernel takes them: the option is written by name."""
        return np.zeros(1, dtype=TERMS)

    def blank_states(self, count: int) -> np.ndarray[Any, Any]:
        """Return blank states."""
        return new_states(count)

    def is_inside_turn(self, states: np.ndarray[Any, Any]) -> bool:
        """Return False: a turn is one decision."""
        return False

    def is_set_up(self, position: Any) -> bool:
        """Return whether every hand is full and nothing is laid."""
        held = position.state.held[: position.players]
        return bool((held == position.terms.options["hand_size"]).all() and position.state.laid.sum() == 0)

    def move_of(self, board: Any, decisions: Sequence[int]) -> Lay:
        """Return the move that a decision means."""
        return Lay(decisions[0] + 1)

    def decisions_of(self, board: Any, move: Lay) -> tuple[int, ...]:
        """Return the decision that a move means."""
        if move.value - 1 not in board.decisions():
            raise IllegalMoveError("There is no {value} in your hand.", value=move.value, rule="P3")
        return (move.value - 1,)

    def parse_move(self, board: Any, text: str) -> Lay:
        """Read ``lay 4``."""
        word, _, value = text.strip().partition(" ")
        if word != "lay" or value not in NAMES:
            raise MalformedMoveError("A move is written 'lay 4'.")
        move = Lay(int(value))
        self.decisions_of(board, move)
        return move

    def read_move(self, document: Any) -> Lay:
        """Read a move as a record writes it."""
        value = document["value"] if isinstance(document, dict) else document.value
        if not isinstance(value, int) or not 1 <= value <= VALUES:
            raise MalformedMoveError("A pebble has a value from 1 to 6.")
        return Lay(value)

    def write_move(self, move: Lay) -> dict[str, Any]:
        """Return a move as a record writes it."""
        return {"type": "lay", "value": move.value}

    def write_decision(self, board: Any, decision: int) -> dict[str, Any]:
        """Return a decision as plain JSON."""
        return {"type": "lay-pebble", "value": decision + 1}

    def describe_decision(self, board: Any, decision: int) -> str:
        """Say a decision."""
        return f"lay a {decision + 1}"

    def group_of_decision(self, board: Any, decision: int) -> str:
        """Return "": every decision stands alone."""
        return ""

    def describe_question(self, board: Any) -> str:
        """Say what is asked."""
        return "Which pebble do you lay?"

    def describe_move(self, board: Any, move: Lay) -> str:
        """Say what a move does."""
        return f"a {move.value} laid"

    def describe_changes(self, board: Any, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
        """Say what was drawn, as far as it may be known."""
        drawn = documents.write_chance(board, decisions, outcomes)["pebbles_drawn"]
        return f"{'A ' + str(drawn[0]) if drawn[0] else 'A pebble'} was drawn." if drawn else ""

    def draw_text(self, board: Any, names: Sequence[str]) -> str:
        """Draw the table."""
        lines = []
        for seat in range(board.players):
            hand = " ".join(map(str, board.pebbles(board.state.hand[seat]))) if board.is_open_hand(seat) else "hidden"
            row = " ".join(map(str, board.pebbles(board.state.row[seat]))) or "nothing"
            lines.append(f"{names[seat]}: laid {row}; hand {hand}; {board.total(seat)} points")
        return "\n".join(lines)

    def explain_score(self, board: Any, seat: int) -> str:
        """Return the breakdown as lines of text."""
        found = documents.write_breakdown(board, seat)
        return "\n".join([*(f"{k + 1}: {points}" for k, points in enumerate(found["by_value"])), str(found["total"])])

    def write_state(self, board: Any) -> dict[str, Any]:
        """Return a STATE."""
        return documents.write_state(board)

    def read_state(self, document: Any, terms: Terms) -> PebblesPosition:
        """Return the position that a STATE means."""
        return documents.read_state(document, terms)

    def is_same_state(self, written: Any, position: Any) -> bool:
        """Return whether a STATE says this position."""
        return bool(documents.read_state(written, position.terms) == position)

    def write_chance(self, board: Any, decisions: Sequence[int], outcomes: Sequence[int]) -> dict[str, Any]:
        """Return a record's chance."""
        return documents.write_chance(board, decisions, outcomes)

    def read_chance(self, board: Any, document: Any) -> list[int]:
        """Return the outcomes that a record's chance means."""
        return documents.read_chance(board, document)

    def write_breakdown(self, board: Any, seat: int) -> dict[str, Any]:
        """Return a record's BREAKDOWN."""
        return documents.write_breakdown(board, seat)

    def list_uses(self, components: Components | None = None) -> tuple[Family, ...]:
        """Return all that turns can use: values."""
        things = tuple(Thing(f"value:{name}", f"a {name}") for name in NAMES)
        return (Family("value", "Values", "a pebble that was laid", "value", things),)

    def uses(self, before: Any, move: Lay, after: Any) -> tuple[str, ...]:
        """Return the value laid."""
        return (f"value:{move.value}",)

    def list_parts(self) -> tuple[Thing, ...]:
        """Return what a total is the sum of."""
        return tuple(Thing(f"value:{name}", f"value {name}") for name in NAMES)

    def score_parts(self, board: Any, seat: int) -> tuple[int, ...]:
        """Return the points by value."""
        return tuple(documents.write_breakdown(board, seat)["by_value"])

    def list_values(self, components: Components | None = None) -> tuple[PrintedValue, ...]:
        """Return nothing: no printed value can be varied."""
        return ()

    def with_value(self, components: Components, name: str, value: int) -> Components:
        """Refuse: there is no such value."""
        raise UnknownNameError(f"There is no printed value {name!r}.")

    def score_sheet(self, document: Any, terms: Terms) -> PebblesBoard:
        """Return the board that a sheet says."""
        states = new_states(1)
        states[0].players, states[0].phase = terms.players, OVER
        for seat, row in enumerate(document.rows[: terms.players]):
            for value in row:
                states[0].row[seat, value - 1] += 1
        return PebblesPosition(states, terms)

    def ask_sheet(self, ask: Callable[[str], str]) -> Any:
        """Ask for the rows."""
        rows = [[int(value) for value in ask(f"Row {seat + 1}: ").split()] for seat in range(2)]
        return documents.SheetDocument(rows=rows)


GAME = PebblesGame()
PebblesBoard.game = GAME
