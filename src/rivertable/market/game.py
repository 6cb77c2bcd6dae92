"""River Market as the registry knows it: every part of the game's folder under one name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np

from ..core.contract.counting import Family, PrintedValue, Thing
from ..core.contract.observation import Observation
from ..core.game import Components, Game, Terms
from ..core.options import Option, OptionValue
from . import counting, documents, sheet
from .board import MarketBoard
from .kernel import engine, observation, state, steps
from .moves import choices, moves, refusals
from .pictures import board_text, sentences
from .printed import components, document, terms, variation
from .rivals import RIVALS
from .study import STUDY
from .view import MarketPosition, MarketView


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


class MarketGame(Game):
    """River Market, 2 to 5 players."""

    name = "market"
    title = "River Market"
    players = range(2, 6)
    options: tuple[Option, ...] = ()
    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {"rulebook": {}}
    choices_at_most = state.CHOICES_AT_MOST
    turn_at_most = 128
    first_outcome = state.DRAWN
    outcomes_end = state.OUTCOMES_END
    engine = _Engine()
    position_class = MarketPosition
    view_class = MarketView
    has_hidden = True
    styles = board_text.STYLES
    baselines = ()
    study = STUDY
    score_categories: ClassVar[Mapping[str, str]] = {
        "events": "points of Events attended",
        "booths": "points of Booths, with their bonuses and what is stored on them",
        "helpers": "points of Helpers, with their bonuses and what is stored on them",
        "coins": "points of Coins left over",
        "batches": "points of Goods left over",
    }
    rivals = RIVALS
    rules_package = "rivertable.market.rulebook"
    state_document = documents.StateDocument
    move_document = documents.MoveDocument
    chance_document = documents.ChanceDocument
    breakdown_document = documents.BreakdownDocument
    sheet_document = sheet.Sheet
    decision_document = choices.DecisionDocument
    components_document = document.ComponentsDocument

    def load_components(self, path: Path | None = None) -> components.MarketComponents:
        """Read a deck: the packaged one, or a person's own file."""
        return components.load(path)

    def parse_components(self, text: str, name: str) -> components.MarketComponents:
        """Read a deck from the text of a deck file; its faults name cards, not the file."""
        return components.parse(text)

    def components_text(self, components_: Components) -> str:
        """Return the text of a deck file that holds this deck."""
        return document.components_text(cast("components.MarketComponents", components_))

    def write_components(self, components_: Components) -> dict[str, Any]:
        """Return a deck as plain JSON."""
        return document.write_components(cast("components.MarketComponents", components_))

    def observation(self, components_: Components | None = None) -> Observation:
        """Return how an observation is laid out, with the ids of a deck's cards."""
        return observation.lay_out(_card_ids(components_))

    def action_names(self, components_: Components | None = None) -> tuple[str, ...]:
        """Return what each decision of a player means, by its number, with the ids of a deck's cards."""
        return observation.action_names(_card_ids(components_))

    def told(self, board: Any, choice: int, seat: int) -> tuple[int, ...]:
        """Return what a seat learns of a choice: of another's draw only that it is one, of a redraw which cards."""
        return observation.told(board.state, choice, seat)

    def pack(self, players: int, components_: Components) -> np.ndarray[Any, Any]:
        """Return the terms as the kernel takes them."""
        return terms.pack(cast("components.MarketComponents", components_).deck, players)

    def blank_states(self, count: int) -> np.ndarray[Any, Any]:
        """Return an array of ``count`` blank states."""
        return state.new_states(count)

    def is_inside_turn(self, states: np.ndarray[Any, Any]) -> bool:
        """Return whether ``states[0]`` asks for a decision that belongs to a turn begun before."""
        return steps.is_inside_turn(states)

    def is_set_up(self, position: Any) -> bool:
        """Return whether some set-up gives this position: chance decides which cards, never how many (M16-M30)."""
        return documents.is_like(position, MarketPosition.before_setup(position.terms, position.first_seat).resolve())

    def move_of(self, board: Any, decisions: Sequence[int]) -> moves.MarketMove:
        """Return the move that a whole turn's decisions mean."""
        return moves.move_of(board, decisions)

    def decisions_of(self, board: Any, move: moves.MarketMove) -> tuple[int, ...]:
        """Return the decisions that a move means."""
        return refusals.decisions_of(board, move)

    def parse_move(self, board: Any, text: str) -> moves.MarketMove:
        """Read the one-line notation of a move."""
        return refusals.parse_move(board, text)

    def read_move(self, document: Any) -> moves.MarketMove:
        """Read a move as a record writes it."""
        return documents.read_move(document)

    def write_move(self, move: moves.MarketMove) -> dict[str, Any]:
        """Return a move as a record writes it."""
        return documents.write_move(move)

    def write_decision(self, board: Any, decision: int) -> dict[str, Any]:
        """Return one legal decision as plain JSON."""
        return choices.write_decision(board, decision)

    def group_of_decision(self, board: Any, decision: int) -> str:
        """Return the words under which a list folds alike choices."""
        return sentences.group(board, decision)

    def describe_question(self, board: Any) -> str:
        """Say what is asked next."""
        return sentences.question(board)

    def describe_decision(self, board: Any, decision: int) -> str:
        """Say one legal decision."""
        return sentences.decision(board, decision)

    def describe_move(self, board: Any, move: moves.MarketMove) -> str:
        """Say what a move does, after a name and a colon."""
        return sentences.move(board, move)

    def describe_changes(self, board: Any, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
        """Say what chance revealed after a turn; a view of another seat's turn tells only how many cards."""
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

    def read_state(self, document: documents.StateDocument, terms: Terms) -> MarketPosition:
        """Return the position that a record's STATE means."""
        return MarketPosition(documents.read_state(document, terms), terms)

    def is_same_state(self, written: documents.StateDocument, position: Any) -> bool:
        """Return whether a record's STATE says this position."""
        return documents.is_same_state(written, position)

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
        """Return all that turns can use, with a deck's cards."""
        return counting.list_uses(_components(components_).deck)

    def uses(self, before: Any, move: moves.MarketMove, after: Any) -> tuple[str, ...]:
        """Return the ids of what a turn used."""
        return counting.uses(before, move)

    def list_parts(self) -> tuple[Thing, ...]:
        """Return what a total is the sum of."""
        return counting.list_parts()

    def score_parts(self, board: Any, seat: int) -> tuple[int, ...]:
        """Return the points of a seat by part."""
        return counting.score_parts(board, seat)

    def list_values(self, components_: Components | None = None) -> tuple[PrintedValue, ...]:
        """Return the printed values that can be varied."""
        return variation.list_values(_components(components_))

    def with_value(self, components_: Components, name: str, value: int) -> components.MarketComponents:
        """Return printed data in which one value is another."""
        return variation.with_value(_components(components_), name, value)

    def score_sheet(self, document: Any, terms: Terms) -> MarketBoard:
        """Return the board that a sheet of the real table says, as seat 0."""
        return sheet.board_of(document, terms)

    def ask_sheet(self, ask: Callable[[str], str]) -> Any:
        """Ask for a real table's board question by question."""
        return sheet.ask(ask)


def _components(components_: Components | None) -> components.MarketComponents:
    return components.load() if components_ is None else cast("components.MarketComponents", components_)


def _card_ids(components_: Components | None) -> list[str]:
    return [card.id for card in _components(components_).deck.cards]


GAME = MarketGame()
MarketBoard.game = GAME
