"""River Valley Glassworks as the registry knows it: every part of the game's folder under one name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np

from ..core.contract.counting import Family, PrintedValue, Thing
from ..core.contract.observation import Observation
from ..core.game import Components, Game, Terms
from ..core.options import BooleanOption, OptionValue
from . import counting, documents, sheet
from .board import GlassworksBoard
from .kernel import engine, observation, state
from .moves import choices, moves, refusals
from .pictures import board_text, sentences
from .printed import components, document, variation
from .rivals import MANNERS, RIVALS
from .study import STUDY
from .view import GlassworksPosition, GlassworksView


class _Engine:
    """The compiled entry points under the names that every game has."""

    start = staticmethod(engine.start)
    list_decisions = staticmethod(engine.list_decisions)
    list_outcomes = staticmethod(engine.list_outcomes)
    apply = staticmethod(engine.apply)
    total = staticmethod(engine.total)
    deal = staticmethod(engine.deal)
    step = staticmethod(engine.step)
    random_games = staticmethod(engine.random_games)
    observe = staticmethod(observation.observe)


class GlassworksGame(Game):
    """River Valley Glassworks, 2 to 5 players."""

    name = "glassworks"
    title = "River Valley Glassworks"
    players = range(2, 6)
    options = (
        BooleanOption("inventory_counts_overflow", "The inventory marker counts pieces in overflow too.", "G23"),
        BooleanOption("lake_draws_after_trigger", "The lake may be drawn from after the end is triggered.", "G32"),
    )
    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {
        "rulebook": {"inventory_counts_overflow": False, "lake_draws_after_trigger": True},
        "bga": {"inventory_counts_overflow": True, "lake_draws_after_trigger": False},
    }
    choices_at_most = state.CHOICES_AT_MOST
    turn_at_most = 16
    first_outcome = state.DRAWN
    outcomes_end = state.OUTCOMES_END
    engine = _Engine()
    position_class = GlassworksPosition
    view_class = GlassworksView
    has_hidden = False
    styles = board_text.STYLES
    baselines = ("straight.c", "limit.c")
    study = STUDY
    score_categories: ClassVar[Mapping[str, str]] = {
        "rows": "points of filled rows",
        "columns": "points of the columns that count",
        "overflow": "points lost for pieces in the overflow, 0 or below",
    }
    rivals = RIVALS
    rivals_alike = MANNERS
    rules_package = "rivertable.glassworks.rulebook"
    state_document = documents.StateDocument
    move_document = documents.MoveDocument
    chance_document = documents.ChanceDocument
    breakdown_document = documents.BreakdownDocument
    sheet_document = sheet.Sheet
    decision_document = choices.DecisionDocument
    components_document = document.ComponentsDocument

    def load_components(self, path: Path | None = None) -> components.GlassworksComponents:
        """Read printed data: the standard edition, or a person's own file."""
        return components.load(path)

    def parse_components(self, text: str, name: str) -> components.GlassworksComponents:
        """Read printed data from the text of a file."""
        return components.parse(text, name)

    def components_text(self, components_: Components) -> str:
        """Return the text of a file that holds this data."""
        return document.components_text(cast(components.GlassworksComponents, components_))

    def write_components(self, components_: Components) -> dict[str, Any]:
        """Return printed data as plain JSON."""
        return document.write_components(cast(components.GlassworksComponents, components_))

    def observation(self, components_: Components | None = None) -> Observation:
        """Return how an observation is laid out; no name depends on printed data."""
        return observation.OBSERVATION

    def action_names(self, components_: Components | None = None) -> tuple[str, ...]:
        """Return what each decision of a player means, by its number."""
        return observation.ACTION_NAMES

    def pack(self, players: int, components_: Components) -> np.ndarray[Any, Any]:
        """Return the terms as the kernel takes them."""
        return components.pack(players, cast(components.GlassworksComponents, components_))

    def blank_states(self, count: int) -> np.ndarray[Any, Any]:
        """Return an array of ``count`` blank states."""
        return state.new_states(count)

    def is_inside_turn(self, states: np.ndarray[Any, Any]) -> bool:
        """Return whether ``states[0]`` asks for a decision that belongs to a turn begun before."""
        return moves.is_inside_turn(states)

    def is_set_up(self, position: Any) -> bool:
        """Return whether some set-up gives this position: chance decides what lies where, never how many (G6-G11)."""
        return documents.is_like(
            position, GlassworksPosition.before_setup(position.terms, position.first_seat).resolve()
        )

    def move_of(self, board: Any, decisions: Sequence[int]) -> moves.GlassworksMove:
        """Return the move that a whole turn's decisions mean."""
        return moves.move_of(board, decisions)

    def decisions_of(self, board: Any, move: moves.GlassworksMove) -> tuple[int, ...]:
        """Return the decisions that a move means."""
        return refusals.decisions_of(board, move)

    def parse_move(self, board: Any, text: str) -> moves.GlassworksMove:
        """Read the one-line notation of a move."""
        return refusals.parse_move(board, text)

    def read_move(self, document: Any) -> moves.GlassworksMove:
        """Read a move as a record writes it."""
        return documents.read_move(document)

    def write_move(self, move: moves.GlassworksMove) -> dict[str, Any]:
        """Return a move as a record writes it."""
        return documents.write_move(move)

    def write_decision(self, board: Any, decision: int) -> dict[str, Any]:
        """Return one legal decision as plain JSON."""
        return choices.write_decision(board, decision)

    def group_of_decision(self, board: Any, decision: int) -> str:
        """Return the words under which a list folds pairs of one shape."""
        return sentences.group(decision)

    def describe_question(self, board: Any) -> str:
        """Say what is asked next."""
        return sentences.question(board)

    def describe_decision(self, board: Any, decision: int) -> str:
        """Say one legal decision."""
        return sentences.decision(board, decision)

    def describe_move(self, board: Any, move: moves.GlassworksMove) -> str:
        """Say what a move does, after a name and a colon."""
        return sentences.move(board, move)

    def describe_changes(self, board: Any, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
        """Say what chance revealed after a turn."""
        return sentences.changes(board, decisions, outcomes)

    def draw_text(self, board: Any, names: Sequence[str]) -> str:
        """Draw everything that lies on the table, in at most 80 columns."""
        return board_text.draw(board, names)

    def explain_score(self, board: Any, seat: int) -> str:
        """Return the breakdown of a seat's score as lines of text."""
        return sentences.score(board, seat)

    def write_state(self, board: Any) -> dict[str, Any]:
        """Return a position or view as a record's STATE, inside a turn too."""
        return documents.write_state(board)

    def read_state(self, document: documents.StateDocument, terms: Terms) -> GlassworksPosition:
        """Return the position that a record's STATE means."""
        return GlassworksPosition(documents.read_state(document, terms), terms)

    def is_same_state(self, written: documents.StateDocument, position: Any) -> bool:
        """Return whether a record's STATE says this position."""
        return documents.is_same_state(written, position)

    def can_follow(
        self, earlier: documents.StateDocument, written: documents.StateDocument, board: Any, move: moves.GlassworksMove
    ) -> bool:
        """Return whether a STATE's overflow can come from the one before by a move."""
        return documents.can_follow(earlier, written, board, move)

    def write_chance(self, board: Any, decisions: Sequence[int], outcomes: Sequence[int]) -> dict[str, Any]:
        """Return a record's ``chance``."""
        return documents.write_chance(board, decisions, outcomes)

    def read_chance(self, board: Any, document: documents.ChanceDocument) -> list[int]:
        """Return the outcomes that a record's ``chance`` means."""
        return documents.read_chance(board, document)

    def write_breakdown(self, board: Any, seat: int) -> dict[str, Any]:
        """Return a seat's score as a record's BREAKDOWN."""
        return documents.write_breakdown(board.breakdown(seat))

    def list_uses(self, components_: Components | None = None) -> tuple[Family, ...]:
        """Return all that turns can use; no name depends on printed data."""
        return counting.list_uses()

    def uses(self, before: Any, move: moves.GlassworksMove, after: Any) -> tuple[str, ...]:
        """Return the ids of what a turn used."""
        return counting.uses(before, move, after)

    def list_parts(self) -> tuple[Thing, ...]:
        """Return what a total is the sum of."""
        return counting.list_parts()

    def score_parts(self, board: Any, seat: int) -> tuple[int, ...]:
        """Return the points of a seat by part."""
        return counting.score_parts(board, seat)

    def category_points(self, board: Any, seat: int) -> tuple[int, ...]:
        """Return the points of a seat by category: all columns that count are one."""
        rows, *columns, overflow = counting.score_parts(board, seat)
        return rows, sum(columns), overflow

    def list_values(self, components_: Components | None = None) -> tuple[PrintedValue, ...]:
        """Return the printed values that can be varied."""
        return variation.list_values(
            components.load() if components_ is None else cast(components.GlassworksComponents, components_)
        )

    def with_value(self, components_: Components, name: str, value: int) -> components.GlassworksComponents:
        """Return printed data in which one value is another."""
        return variation.with_value(cast(components.GlassworksComponents, components_), name, value)

    def score_sheet(self, document: Any, terms: Terms) -> GlassworksBoard:
        """Return the board that a sheet of the real table says, as seat 0."""
        return sheet.board_of(document, terms)

    def ask_sheet(self, ask: Callable[[str], str]) -> Any:
        """Ask for a real table's board question by question."""
        return sheet.ask(ask)


GAME = GlassworksGame()
GlassworksBoard.game = GAME
