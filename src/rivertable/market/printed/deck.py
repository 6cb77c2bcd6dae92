"""The types of a deck and its cards, and the numbers that bound them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from typing import Final

from ...core.errors import DataError
from .effects import NOTHING, Ability, Bundle, Effect, Mode, Scoring, Spend, Store, Timing

STARTING_BOOTHS: Final = 4
"""Starting Booth cards in a deck file (M1)."""
DECK_CARDS: Final = 56
"""Cards that are shuffled into the deck (M2)."""
CARDS: Final = STARTING_BOOTHS + DECK_CARDS
PAWNS_START: Final = "swap-meet"
"""The id of the Starting Booth on which every pawn begins (M26)."""
ZOOM: Final = 0
"""The Step value that stands for Zoom (M45)."""
STEP_AT_MOST: Final = 9
PLANKS_AT_MOST: Final = 4
TIMES_AT_MOST: Final = 8
CHOICE_AT_MOST: Final = 4
"""The most Goods that one choice may name."""
STARS_AT_MOST: Final = 5
SCORINGS_AT_MOST: Final = 2
STORES_AT_MOST: Final = 12
"""The most storing cards of a deck, so that the best assignment is always found at once (R11)."""


class DeckError(DataError):
    """A deck file with faults; ``faults`` holds one sentence each."""

    code = "bad-deck"


class Kind(IntEnum):
    """What a card is."""

    STARTING = 0
    BOOTH = 1
    EVENT = 2
    HELPER = 3
    ACTION = 4


class Source(Enum):
    """Where a field of a card comes from."""

    PRINTED = "printed"
    """The card's owner reads it from the card, or the rulebook says it."""
    INFERRED = "inferred"
    """Deduced from what the rulebook says."""
    INVENTED = "invented"
    """Made up by this project."""


FIELDS_OF: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.STARTING: ("name", "kind", "planks", "plank", "score", "store"),
    Kind.BOOTH: (
        "name", "kind", "step", "cost", "points", "owner_bonus", "planks", "plank", "score", "store"
    ),
    Kind.EVENT: (
        "name", "kind", "step", "cost", "points", "owner_bonus", "planks", "plank", "score", "store", "stars",
        "attending",
    ),
    Kind.HELPER: ("name", "kind", "step", "cost", "points", "ability", "score", "store"),
    Kind.ACTION: ("name", "kind", "step", "timing", "effect"),
}  # fmt: skip
"""The fields that a card of each kind may have."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. What its kind does not have keeps its default.

    Attributes:
        id: the stable name by which records and decisions know the card.
        step: the Step value, or :data:`ZOOM`; of no meaning on a Starting Booth.
        cost: what building or hiring it costs (M75, M95).
        points: its printed value (M82, M97).
        owner_bonus: what its owner gains when another player activates it (M61).
        mode: whether all planks may be done or one is chosen (M56).
        planks: a Booth's planks; of an Action, the alternatives of its effect (M69).
        timing: when an Action's effect may be done (M70).
        stars: star spaces of an Event (M87).
        attending: what an Event scores for everyone attending it (M125).
        scorings: bonus points for its owner (M133, M138).
        store: what may be stored on it for points (M98).
        ability: a Helper's lasting ability (M96).
        sources: where each field that the card has comes from.
    """

    id: str
    name: str
    kind: Kind
    step: int = ZOOM
    cost: Spend = field(default_factory=Spend)
    points: int = 0
    owner_bonus: Bundle = NOTHING
    mode: Mode = Mode.ALL
    planks: tuple[Effect, ...] = ()
    timing: Timing = Timing.EITHER
    stars: int = 0
    attending: tuple[Scoring, ...] = ()
    scorings: tuple[Scoring, ...] = ()
    store: Store | None = None
    ability: Ability | None = None
    sources: Mapping[str, Source] = field(default_factory=dict, compare=False, hash=False)

    @property
    def is_booth(self) -> bool:
        """True for everything that can lie in the river: Starting Booths, Booths and Events (M84)."""
        return self.kind in (Kind.STARTING, Kind.BOOTH, Kind.EVENT)

    @property
    def is_zoom(self) -> bool:
        """True if the card's Step value is Zoom."""
        return self.kind is not Kind.STARTING and self.step == ZOOM

    def source_of(self, name: str) -> Source:
        """Tell where the field ``name``, as the deck file calls it, comes from.

        Raises:
            KeyError: the card has no such field.
        """
        return self.sources[name]


@dataclass(frozen=True)
class Deck:
    """A checked deck: the four Starting Booths first, then the 56 cards, each group in the file's order."""

    name: str
    cards: tuple[Card, ...]

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """Return the place of each card in :attr:`cards` by its id."""
        return {card.id: number for number, card in enumerate(self.cards)}

    def card(self, card_id: str) -> Card:
        """Return a card by its id.

        Raises:
            KeyError: there is none.
        """
        return self.cards[self.number_of[card_id]]

    def of_kind(self, kind: Kind) -> tuple[Card, ...]:
        """Return all cards of one kind, in order."""
        return tuple(card for card in self.cards if card.kind is kind)
