"""The readable face of a state: the river as a loop of Booths, hands, seats, scores. Positions and views share it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from ..core.compiling.bits import bit
from ..core.position import Board
from .kernel import engine
from .kernel.scoring import BATCHES, CATEGORIES, COINS, SHEET
from .kernel.state import DEAL, MAIN, MULLIGAN, OVER, PLACING, REDEAL, SET_RIVER
from .printed.components import MarketComponents
from .printed.deck import CARDS, Card
from .printed.effects import Bundle

CATEGORY_NAMES = ("events", "booths", "helpers", "coins", "batches")
"""The scoring categories in the order they are scored (M122)."""


@dataclass(frozen=True, slots=True)
class Booth:
    """A Booth in the river.

    Attributes:
        place: its place in the loop, from 0 at the left end of the upper row, clockwise.
        card: the card.
        owner: the seat whose house lies on it; None for a Starting Booth.
        houses: houses in its star spaces by seat (M87).
        pawns: the seats whose pawns are here, rising.
    """

    place: int
    card: Card
    owner: int | None
    houses: tuple[int, ...]
    pawns: tuple[int, ...]

    @property
    def free_stars(self) -> int:
        """How many star spaces have no house yet."""
        return self.card.stars - sum(self.houses)


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """What lies before one seat, and what is known of its hand.

    Attributes:
        hand: the cards in hand by number; None where the viewer may not see them.
        hand_count: how many they are, which everybody knows.
        resources: veggies, fish, cloth, tools, lilies and coins.
        houses: houses still on the mat.
        helpers: the Helpers hired, by number.
        tokens: Zoom tokens (M115).
        pawn: the place in the loop where the pawn is.
    """

    seat: int
    hand: tuple[Card, ...] | None
    hand_count: int
    resources: Bundle
    houses: int
    helpers: tuple[Card, ...]
    tokens: int
    pawn: int


@dataclass(frozen=True, slots=True)
class ScoredCard:
    """What a Booth or Helper scores: its printed value, its bonus, and for lots stored on it, with what lies there."""

    card: str
    printed: int
    bonus: int
    lots: int
    lot_points: int
    stored: Bundle

    @property
    def points(self) -> int:
        """All that the card scores."""
        return self.printed + self.bonus + self.lot_points


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What a total is made of, category by category (M122), with where each resource was counted.

    Attributes:
        events: (card id, points) of each Event attended.
        booths: each Booth owned.
        helpers: each Helper hired.
        coins: points of the Coins left.
        batches: points of the batches of three different Goods left.
        left: resources not stored on a card: of them Coins and batches are counted.
    """

    events: tuple[tuple[str, int], ...]
    booths: tuple[ScoredCard, ...]
    helpers: tuple[ScoredCard, ...]
    coins: int
    batches: int
    left: Bundle
    categories: tuple[int, ...]
    total: int


def members(mask: int) -> tuple[int, ...]:
    """Return the card numbers of a set, rising."""
    found = []
    mask &= (1 << CARDS) - 1
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def mask_of(numbers: Iterable[int]) -> int:
    """Return the set of card numbers."""
    mask = 0
    for number in numbers:
        mask |= int(bit(number))
    return mask


def as_bundle(amounts: Any) -> Bundle:
    """Return six amounts of a record as a bundle."""
    return cast("Bundle", tuple(amounts.tolist()))


class MarketBoard(Board):
    """A state of River Market, read-only. Hands are secret (M28): a view knows one of them at most."""

    @property
    def components(self) -> MarketComponents:
        """The deck that is played with."""
        return cast("MarketComponents", self.terms.components)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards by number."""
        return self.components.cards

    def named(self, numbers: Iterable[int]) -> tuple[Card, ...]:
        """Return the cards of these numbers."""
        return tuple(self.cards[number] for number in numbers)

    def is_open_hand(self, seat: int) -> bool:
        """Return whether this board knows the hand of a seat."""
        return True

    @property
    def is_deck_open(self) -> bool:
        """Whether this board knows which cards are in the deck, and not only which may be."""
        return True

    @property
    def phase(self) -> str:
        """What a record calls the phase: setup, mulligan, play, final, over."""
        phase = int(self.state.phase)
        if phase == OVER:
            return "over"
        if phase in (SET_RIVER, DEAL):
            return "setup"
        if phase in (MULLIGAN, REDEAL):
            return "mulligan"
        return "play" if self.state.end_seat < 0 else "final"

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended (M121)."""
        return bool(self.state.phase == OVER)

    @cached_property
    def is_turn_start(self) -> bool:
        """Whether a seat is to begin a turn, or to keep or redraw its opening hand."""
        return bool(self.state.phase in (MULLIGAN, MAIN))

    @cached_property
    def is_deciding(self) -> bool:
        """Whether a seat is to decide something."""
        return bool(MULLIGAN <= self.state.phase <= PLACING)

    @property
    def turn(self) -> int:
        """The turn, from 1; 0 during set-up."""
        return int(self.state.turn)

    @property
    def first_seat(self) -> int:
        """The start player's seat (M30)."""
        return int(self.state.first_seat)

    @property
    def end_seat(self) -> int | None:
        """The seat that triggered the end and has the Firefly (M112); None before."""
        return int(self.state.end_seat) if self.state.end_seat >= 0 else None

    @property
    def turns_left(self) -> int | None:
        """How many turns are still to come after the trigger (R10); None before it."""
        return int(self.state.turns_left) if self.state.end_seat >= 0 else None

    # The river.

    @cached_property
    def river(self) -> tuple[Booth, ...]:
        """All Booths in the order of the loop, clockwise from the left end of the upper row."""
        return tuple(self._booth(place) for place in range(int(self.state.river_count)))

    @property
    def upper(self) -> tuple[Booth, ...]:
        """The upper row from left to right."""
        return self.river[: int(self.state.upper_count)]

    @property
    def lower(self) -> tuple[Booth, ...]:
        """The lower row from left to right."""
        return self.river[int(self.state.upper_count) :][::-1]

    def _booth(self, place: int) -> Booth:
        state = self.state
        owner = int(state.owner[place])
        return Booth(
            place,
            self.cards[int(state.river[place])],
            owner if owner >= 0 else None,
            tuple(int(count) for count in state.stars[place, : self.players]),
            tuple(seat for seat in range(self.players) if int(state.pawn[seat]) == place),
        )

    def booth_named(self, card_id: str) -> Booth | None:
        """Return the Booth of a card in the river; None where it does not lie there."""
        return next((booth for booth in self.river if booth.card.id == card_id), None)

    # Seats, deck and discard pile.

    @cached_property
    def seats(self) -> tuple[SeatBoard, ...]:
        """What lies before each seat."""
        return tuple(self._seat_board(seat) for seat in range(self.players))

    def _seat_board(self, seat: int) -> SeatBoard:
        state = self.state
        hand = members(int(state.hand[seat]))
        return SeatBoard(
            seat,
            self.named(hand) if self.is_open_hand(seat) else None,
            len(hand),
            as_bundle(state.resource[seat]),
            int(state.houses[seat]),
            self.named(members(int(state.helpers[seat]))),
            int(state.tokens[seat]),
            int(state.pawn[seat]),
        )

    @property
    def deck(self) -> tuple[Card, ...] | None:
        """The cards in the deck by number, in no order; None where the viewer may not know them."""
        return self.named(members(int(self.state.deck))) if self.is_deck_open else None

    @property
    def deck_count(self) -> int:
        """How many cards are in the deck, which everybody knows (R14)."""
        return len(members(int(self.state.deck)))

    @property
    def discard(self) -> tuple[Card, ...]:
        """The cards in the discard pile by number; they lie open (M47)."""
        return self.named(members(int(self.state.discard)))

    @property
    def shuffles(self) -> int:
        """How often the discard pile became the deck (M105)."""
        return int(self.state.shuffles)

    def era(self, number: int) -> int:
        """Return at which reshuffle (0: set-up) a card last went into the deck; it follows from what lay open."""
        return int(self.state.era[number])

    # Scores.

    def breakdown(self, seat: int) -> Breakdown:
        """Return what a seat's total is made of, as if the game ended now (M122-M144, R11)."""
        sheets = np.zeros(1, dtype=SHEET)
        engine.explain(self.states, 0, self.terms.array, seat, sheets)
        sheet = sheets[0]
        helpers = {card.id for card in self.seats[seat].helpers}
        scored = tuple(self._scored(sheet, number) for number in sheet.has.nonzero()[0].tolist())
        category = tuple(int(points) for points in sheet.category[:CATEGORIES])
        return Breakdown(
            tuple((self.cards[n].id, int(sheet.attended[n])) for n in sheet.has_attended.nonzero()[0].tolist()),
            tuple(card for card in scored if card.card not in helpers),
            tuple(card for card in scored if card.card in helpers),
            category[COINS],
            category[BATCHES],
            as_bundle(sheet.left),
            category,
            int(sheet.total),
        )

    def _scored(self, sheet: Any, number: int) -> ScoredCard:
        return ScoredCard(
            self.cards[number].id,
            int(sheet.printed[number]),
            int(sheet.extra[number]),
            int(sheet.lots[number]),
            int(sheet.lot_points[number]),
            as_bundle(sheet.stored[number]),
        )
