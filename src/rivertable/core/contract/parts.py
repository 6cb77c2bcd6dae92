"""The parts of a game: what each has to answer. A module or an object of the game satisfies each of them itself.

A *board* is a position or a view of the game, *components* are its printed data, a *move* is one of its typed moves:
each game has classes of its own for them, and its functions name these. What turns use, what scores are made of and
which printed values can be varied has ids with words, for the laboratory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np

    from .observation import Observation


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that turns use or that scores points: an id that stays the same, and words."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class Family:
    """Things that are used alike, and so are compared with one another.

    Attributes:
        name: what the ids of its things begin with, before the colon.
        title: its heading.
        sentence: what counts as a use.
        group: families of one group are choices for the same occasion; a use of one thing is weighed against as many
            uses of others of the group.
        things: all there are in the printed data, used or not.
    """

    name: str
    title: str
    sentence: str
    group: str
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A whole number of the printed data that can be varied.

    Attributes:
        name: its path, as a person types it.
        words: what it is.
        now: what it is in this data; None where no single number says it.
        things: ids of the things and score parts that it bears on first.
        source: where it comes from: "printed", "inferred" or "invented", or the words of the data's file.
    """

    name: str
    words: str
    now: int | None
    things: tuple[str, ...]
    source: str


class Components(Protocol):
    """Printed data as a game is played with: a name, the hash of what was loaded, and the file that says it."""

    @property
    def name(self) -> str:
        """The name that the data file gives itself."""

    @property
    def sha256(self) -> str:
        """The SHA-256 of the data as played, 64 hexadecimal digits."""

    @property
    def text(self) -> str:
        """The text of a file that :meth:`Printed.parse` reads as the same data, its source marks included."""


class Moves(Protocol):
    """Whole turns as typed moves, and the decisions that they are made of."""

    def move_of(self, board: Any, decisions: Sequence[int]) -> Any:
        """Return the typed move that a whole turn's decisions from ``board`` mean."""

    def decisions_of(self, board: Any, move: Any) -> tuple[int, ...]:
        """Return the decisions that a move means.

        Raises:
            MalformedMoveError: it is no move of this game.
            IllegalMoveError: with the rule that forbids it.
        """

    def parse_move(self, board: Any, text: str) -> Any:
        """Read the one-line notation of a move.

        Raises:
            MalformedMoveError, IllegalMoveError, AmbiguousMoveError: the three exact cases.
        """


class Documents(Protocol):
    """A record's documents, both ways; the types are as pydantic understands them."""

    @property
    def StateDocument(self) -> Any:  # noqa: N802  # a type
        """The type of a record's STATE."""

    @property
    def MoveDocument(self) -> Any:  # noqa: N802  # a type
        """The type of a record's MOVE."""

    @property
    def ChanceDocument(self) -> Any:  # noqa: N802  # a type
        """The type of a record's ``chance``."""

    @property
    def BreakdownDocument(self) -> Any:  # noqa: N802  # a type
        """The type of a record's BREAKDOWN."""

    @property
    def DecisionDocument(self) -> Any:  # noqa: N802  # a type
        """The type of one decision as JSON, as pydantic understands it: a union that ``type`` tells apart."""

    def write_state(self, board: Any) -> Any:
        """Return a position or view as a record's STATE, between two turns or inside one: what lies where just now.

        Inside a turn it is for showing only: a record holds none, and :meth:`read_state` could not go on from it.
        """

    def read_state(self, document: Any, terms: Any) -> Any:
        """Return the position that a record's STATE means.

        Raises:
            PositionError: it is no possible position under these terms.
        """

    def is_same_state(self, document: Any, board: Any) -> bool:
        """Return whether a record's STATE says this position, in all that the record format fixes."""

    def is_set_up(self, position: Any) -> bool:
        """Return whether some set-up under the position's terms gives this position."""

    def can_follow(self, earlier: Any, written: Any, board: Any, move: Any) -> bool:
        """Return whether what the format leaves to the record in a STATE can come from the STATE before it by a move.

        ``board`` is the position before the move. Where the format leaves nothing open, everything can.
        """

    def write_move(self, move: Any) -> Any:
        """Return a move as a record writes it."""

    def read_move(self, document: Any) -> Any:
        """Read a move as a record writes it.

        Raises:
            MalformedMoveError: the document says no move.
        """

    def write_chance(self, board: Any, decisions: Sequence[int], outcomes: Sequence[int]) -> Any:
        """Return a record's ``chance`` for the outcomes that followed a turn's decisions from ``board``."""

    def read_chance(self, board: Any, document: Any) -> list[int]:
        """Return the outcomes that a record's ``chance`` means for a turn from ``board``."""

    def write_breakdown(self, board: Any, seat: int) -> Any:
        """Return a seat's score as a record's BREAKDOWN. Scores lie open: any view of a position gives the same."""

    def write_decision(self, board: Any, decision: int) -> Any:
        """Return one legal decision as plain JSON, with all that is needed to draw it; no two of a board are alike."""


class Printed(Protocol):
    """Printed data: read, written, varied, and packed for the kernel."""

    @property
    def ComponentsDocument(self) -> Any:  # noqa: N802  # a type
        """The type of printed data as :meth:`write_components` gives it."""

    @property
    def EDITIONS(self) -> tuple[str, ...]:  # noqa: N802  # a constant
        """The names of the editions that come with the game, the standard one first."""

    @property
    def ONCE_STANDARD(self) -> str:  # noqa: N802  # a constant
        """The edition that texts of positions mean by ``standard``, as they said before editions had names."""

    def load(self, path: Path | None = None) -> Components:
        """Read printed data: the standard edition, one of :attr:`EDITIONS` by its name, or a person's own file.

        Raises:
            DataError: the file has faults; one sentence each.
        """

    def packaged(self, sha256: str) -> Components | None:
        """Return the printed data of a hash that comes with the game, an earlier edition's too; None for others."""

    def parse(self, text: str, name: str) -> Components:
        """Read printed data from the text of a file; ``name`` names the source in messages that name one.

        Raises:
            DataError: the text has faults; one sentence each.
        """

    def write_components(self, components: Any) -> Any:
        """Return printed data as plain JSON, with all that is needed to draw it."""

    def pack(self, players: int, components: Any) -> np.ndarray[Any, Any]:
        """Return printed data as the kernel takes it: an array of one record.

        Each option that the kernel reads has a field of its name in it, which :meth:`Game.make_terms` fills.
        """

    def list_values(self, components: Any) -> tuple[PrintedValue, ...]:
        """Return the printed values that :meth:`with_value` can vary, in the order of the file."""

    def with_value(self, components: Any, name: str, value: int) -> Components:
        """Return printed data in which one value is another; its name and its sources stay.

        Raises:
            UnknownNameError: there is no such value.
            DataError: a game cannot be played with this.
        """


class Pictures(Protocol):
    """A board as text, as a drawing and in sentences."""

    @property
    def STYLES(self) -> tuple[tuple[str, str], ...]:  # noqa: N802  # a constant
        """Patterns in the drawn board and how a terminal may colour them; letters always say the same."""

    def draw_text(self, board: Any, names: Sequence[str], width: int = ...) -> str:
        """Draw everything that lies on the table; ``names`` are the seats' names.

        The drawing has at most ``width`` columns: 79 by default, and 59 at least.
        """

    def draw_svg(self, board: Any) -> str | None:
        """Draw everything that lies on the table as SVG, for notebooks; None where the game has no such picture."""

    def write_text(self, position: Any) -> str:
        """Return a whole position in one line, at any step of a turn."""

    def read_text(self, text: str, components: Any) -> Any:
        """Return the position that a line means; ``components`` is None where it was played with the standard data.

        Raises:
            PositionError: it is no such text, or no possible position.
        """

    def describe_question(self, board: Any) -> str:
        """Say what is asked next, in one line."""

    def describe_decision(self, board: Any, decision: int) -> str:
        """Say one legal decision in a few words, as a list to choose from shows it."""

    def group_of_decision(self, board: Any, decision: int) -> str:
        """Return the words under which a list folds alike decisions into one line; "" for one that stands alone."""

    def describe_move(self, board: Any, move: Any) -> str:
        """Say what a move does, after a name and a colon: "a white heart placed on tile 3, and …"."""

    def describe_changes(self, board: Any, decisions: Sequence[int], outcomes: Sequence[int]) -> str:
        """Say what chance revealed after a turn's decisions from ``board``, in one sentence; "" if nothing."""

    def explain_score(self, board: Any, seat: int) -> str:
        """Return the breakdown of a seat's score as lines of text."""


class Consequences(Protocol):
    """What a turn brings beside what its move and chance say: to other seats, and by cards that nobody chose."""

    @property
    def ConsequenceDocument(self) -> Any:  # noqa: N802  # a type
        """The type of one of them as JSON, as pydantic understands it."""

    def list_consequences(self, position: Any, decisions: Sequence[int]) -> list[Any]:
        """Return what a turn's decisions bring beside what the move says, in the order in which it happens.

        ``position`` is one on which the hand of the seat on turn is known. All that is told lies open to everybody.
        """

    def describe_consequences(self, position: Any, decisions: Sequence[int], names: Sequence[str]) -> str:
        """Say the same, a sentence each; "" if nothing. ``names`` are the seats' names."""


class Learning(Protocol):
    """What a learner is told of a game."""

    @property
    def VERSIONS(self) -> tuple[str, ...]:  # noqa: N802  # a constant
        """What changed with each version of the game's environments, from 0.

        What changes what a learner sees or does is a new version.
        """

    def observation(self, components: Any) -> Observation:
        """Return how an observation is laid out, with names from printed data."""

    def action_names(self, components: Any) -> tuple[str, ...]:
        """Return what each decision of a player means, by its number, with names from printed data."""

    def outcome_names(self, components: Any) -> tuple[str, ...]:
        """Return what each outcome of chance means, from the first one on, with names from printed data."""

    def told(self, board: Any, choice: int, seat: int) -> tuple[int, ...]:
        """Return what a seat learns when a decision is taken or an outcome of chance happens on ``board``, as integers.

        What everybody sees is the choice itself. Where a game hides something, the integers from the kernel's
        ``outcomes_end`` on are its own, at most ``outcomes_end`` of them.
        """

    def retold(self, told: Sequence[int], seat: int, board: Any, other: Any) -> list[int]:
        """Return what a seat would have learned, had what was hidden from another one been dealt as on ``other``.

        ``told`` is what it did learn (:meth:`told`) on the way to ``board``.
        """


class Counting(Protocol):
    """What turns use and what totals are made of, for counting over many games."""

    @property
    def CATEGORIES(self) -> Mapping[str, str]:  # noqa: N802  # a constant
        """What a total is made of, as rows of a simulation keep it: words for each, in the order of the score."""

    def list_uses(self, components: Any) -> tuple[Family, ...]:
        """Return all that turns can use, with names from printed data."""

    def uses(self, before: Any, move: Any, after: Any) -> tuple[str, ...]:
        """Return the ids of what a turn used, one for each use; an answer in set-up is no turn and uses nothing.

        ``before`` and ``after`` are the positions around the turn, what chance then did included.
        """

    def list_parts(self) -> tuple[Thing, ...]:
        """Return what a total is the sum of, in the order of the score sheet."""

    def score_parts(self, board: Any, seat: int) -> tuple[int, ...]:
        """Return the points of a seat by the parts of :meth:`list_parts`; together they are its total."""

    def category_points(self, board: Any, seat: int) -> tuple[int, ...]:
        """Return the points of a seat by :attr:`CATEGORIES`; together they are its total."""


class Rows(Protocol):
    """In which rows the things stand that a game draws, where many tables play one deal.

    What is drawn for one purpose comes from one row, so that it does not depend on what is drawn for others.
    """

    def row_of(self, state: Any) -> str:
        """Return the name of the row that chance draws from in a state, the kernel's record."""

    def count_of(self, terms: Any, outcome: int) -> int:
        """Return how many copies of an outcome stand in a row; ``terms`` is the kernel's record."""


class ScoreSheet(Protocol):
    """The score of a real table, from what lies before one player."""

    @property
    def Sheet(self) -> Any:  # noqa: N802  # a type
        """The pydantic model of what lies there."""

    def board_of(self, document: Any, terms: Any) -> Any:
        """Return the board that a sheet says, as seat 0 of a game that is over.

        Raises:
            DataError: the sheet has faults; one sentence each.
        """

    def ask(self, question: Callable[[str], str]) -> Any:
        """Ask for a real table's board question by question; return the sheet for :meth:`board_of`."""
