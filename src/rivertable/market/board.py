"""A state as people and programs read it: the river as a loop of Booths, hands, seats and scores; positions and views.

Hands and the deck are secret (M28). A view replaces them by one canonical form: everybody knows which cards lie open,
so also which do not, and at which reshuffle each of these last went into the deck. The deck is empty whenever it is
made anew, so it is known too how many cards of which reshuffle each hand holds. The unseen cards of each reshuffle are
dealt in order of their numbers, to the other hands by seat and then to the deck: what is left depends on nothing that
the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self, cast

import numpy as np

from ..core.chance import Chance, as_chance
from ..core.compiling.bits import bit
from ..core.position import Board, Position, View, conceal
from ..core.states import copied
from .kernel.scoring import CATEGORIES, SHEET, Category, explain
from .kernel.state import Outcome, Phase
from .printed.components import MarketComponents
from .printed.deck import CARDS, Card
from .printed.effects import Bundle

States = np.ndarray[Any, Any]
DECK_PLACE = -1
"""Stands for the deck where hands are named by seat."""
_ALL_CARDS = (1 << CARDS) - 1

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


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """Return the card numbers of a set, rising."""
    found = []
    mask &= _ALL_CARDS
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


def shown_in(river: Sequence[Card], place: int) -> Card:
    """Return the card whose planks the Booth at a place of a river has: its own, or the next that is no mirror."""
    return next(card for card in (*river[place:], *river[:place]) if not card.is_mirror)


class MarketBoard(Board):
    """A state of River Market, read-only. Hands are secret (M28): a view knows one of them at most."""

    @property
    def components(self) -> MarketComponents:
        """The deck that is played with."""
        return cast("MarketComponents", self.terms.components)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards by number."""
        return self.components.cards

    def named(self, numbers: Iterable[int]) -> tuple[Card, ...]:
        """Return the cards of these numbers."""
        return tuple(map(self.cards.__getitem__, numbers))

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
        if phase == Phase.OVER:
            return "over"
        if phase in (Phase.RIVER, Phase.DEAL):
            return "setup"
        if phase in (Phase.MULLIGAN, Phase.REDEAL):
            return "mulligan"
        return "play" if self.state.end_seat < 0 else "final"

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended (M121)."""
        return bool(int(self.state.phase) == Phase.OVER)

    @cached_property
    def is_turn_start(self) -> bool:
        """Whether a seat is to begin a turn, or to keep or redraw its opening hand."""
        return bool(int(self.state.phase) in (Phase.MULLIGAN, Phase.MAIN))

    @cached_property
    def is_deciding(self) -> bool:
        """Whether a seat is to decide something."""
        return bool(Phase.MULLIGAN <= int(self.state.phase) <= Phase.PLACING)

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
        return tuple(map(self._booth, range(self.values.river_count)))

    @property
    def upper(self) -> tuple[Booth, ...]:
        """The upper row from left to right."""
        return self.river[: int(self.state.upper_count)]

    @property
    def lower(self) -> tuple[Booth, ...]:
        """The lower row from left to right."""
        return self.river[int(self.state.upper_count) :][::-1]

    def _booth(self, place: int) -> Booth:
        values = self.values
        owner = values.owner[place]
        return Booth(
            place,
            self.cards[values.river[place]],
            owner if owner >= 0 else None,
            tuple(values.stars[place][: values.players]),
            tuple(seat for seat, pawn in enumerate(values.pawn[: values.players]) if pawn == place),
        )

    def booth_named(self, card_id: str) -> Booth | None:
        """Return the Booth of a card in the river; None where it does not lie there."""
        return next((booth for booth in self.river if booth.card.id == card_id), None)

    def shown_at(self, place: int) -> Card:
        """Return the card whose planks the Booth at a place has: its own, or those that it mirrors."""
        return shown_in([booth.card for booth in self.river], place)

    def steps_to(self, place: int, seat: int) -> int:
        """Return how many steps along the current a place of the river is from a seat's pawn (M38)."""
        steps: int = (place - self.values.pawn[seat]) % self.values.river_count
        return steps

    # Seats, deck and discard pile.

    @cached_property
    def seats(self) -> tuple[SeatBoard, ...]:
        """What lies before each seat."""
        return tuple(self._seat_board(seat) for seat in range(self.players))

    def _seat_board(self, seat: int) -> SeatBoard:
        values = self.values
        hand = members(values.hand[seat])
        return SeatBoard(
            seat,
            self.named(hand) if self.is_open_hand(seat) else None,
            len(hand),
            tuple(values.resource[seat]),
            values.houses[seat],
            self.named(members(values.helpers[seat])),
            values.tokens[seat],
            values.pawn[seat],
        )

    @property
    def deck(self) -> tuple[Card, ...] | None:
        """The cards in the deck by number, in no order; None where the viewer may not know them."""
        return self.named(members(self.values.deck)) if self.is_deck_open else None

    @property
    def deck_count(self) -> int:
        """How many cards are in the deck, which everybody knows (R14)."""
        return int(self.values.deck & _ALL_CARDS).bit_count()

    @property
    def discard(self) -> tuple[Card, ...]:
        """The cards in the discard pile by number; they lie open (M47)."""
        return self.named(members(self.values.discard))

    @property
    def shuffles(self) -> int:
        """How often the discard pile became the deck (M105)."""
        return int(self.state.shuffles)

    def era(self, number: int) -> int:
        """Return at which reshuffle (0: set-up) a card last went into the deck; it follows from what lay open."""
        found: int = self.values.era[number]
        return found

    # Scores.

    def breakdown(self, seat: int) -> Breakdown:
        """Return what a seat's total is made of, as if the game ended now (M122-M144, R11)."""
        sheets = np.zeros(1, dtype=SHEET)
        explain(self.states, 0, self.terms.array, seat, sheets)
        sheet = sheets[0]
        events = sheet.has_attended.nonzero()[0]
        scored = self._scored(sheet, sheet.has.nonzero()[0])
        helpers = {card.id for card in self.named(members(self.values.helpers[seat]))}
        category = tuple(sheet.category[:CATEGORIES].tolist())
        return Breakdown(
            tuple(zip((card.id for card in self.named(events.tolist())), sheet.attended[events].tolist(), strict=True)),
            tuple(card for card in scored if card.card not in helpers),
            tuple(card for card in scored if card.card in helpers),
            category[Category.COINS],
            category[Category.BATCHES],
            tuple(sheet.left.tolist()),
            category,
            int(sheet.total),
        )

    def _scored(self, sheet: Any, numbers: np.ndarray[Any, Any]) -> list[ScoredCard]:
        """Return what the cards of these numbers score; read together, for each reading of a record takes its time."""
        parts = (sheet.printed, sheet.extra, sheet.lots, sheet.lot_points, sheet.stored)
        found = zip(self.named(numbers.tolist()), *(part[numbers].tolist() for part in parts), strict=True)
        return [
            ScoredCard(card.id, printed, bonus, lots, lot_points, tuple(stored))
            for card, printed, bonus, lots, lot_points, stored in found
        ]


class MarketPosition(MarketBoard, Position):
    """A whole state of River Market."""


class MarketView(MarketBoard, View):
    """What one seat knows: its own hand, how many cards the others hold, and all that lies open."""

    @classmethod
    def of(cls, position: Position, viewer: int | None) -> Self:
        """Return a seat's view, a spectator's for None; its values are the position's but for what is hidden."""
        view = super().of(position, viewer)
        state = view.states[0]
        view.values = position.values._replace(hand=state.hand.tolist(), deck=int(state.deck))
        return view

    def is_open_hand(self, seat: int) -> bool:
        """Return whether the viewer knows the hand of a seat: it is the own one."""
        return seat == self.viewer

    @property
    def is_deck_open(self) -> bool:
        """Nobody knows which of the unseen cards are in the deck."""
        return False

    @property
    def is_turn_start(self) -> bool:
        """Whether the viewer is to begin a turn, or to keep or redraw the opening hand."""
        return super().is_turn_start and self.is_open_hand(int(self.state.seat))

    def decisions(self) -> tuple[int, ...]:
        """Return the viewer's legal decisions as rising integers; empty when another seat decides."""
        return super().decisions() if self.is_open_hand(int(self.state.seat)) else ()

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """Return what chance can do as the viewer must think: each unseen card that may be in the deck is as likely."""
        found = super().outcomes()
        if not found or int(self.state.phase) == Phase.RIVER:
            return found
        era = int(self.state.shuffles)
        return tuple(
            (Outcome.DRAWN + card, 1) for card in unseen(self.state, self.viewer) if int(self.state.era[card]) == era
        )

    def after(self, *choices: int) -> Self:
        """Return the view after choices that are known to be legal and possible; nothing is checked."""
        states = copied(self._states)
        for choice in choices:
            if Outcome.DRAWN <= choice < Outcome.LAY:
                _put_into_deck(states[0], choice - Outcome.DRAWN)
            self.game.kernel.apply(states, 0, self.terms.array, choice)
        conceal(self.game, states, self.viewer)
        return self._replaced(states)

    def sample(self, chance: Chance | int | None = None) -> MarketPosition:
        """Return a whole position that could be true, each as likely: unseen cards are dealt within each reshuffle."""
        source = as_chance(chance)
        states = copied(self._states)
        state = states[0]
        left = {era: list(cards) for era, cards in _by_era(state, unseen(state, self.viewer)).items()}

        def drawn(era: int) -> int:
            cards = left[era]
            return cards.pop(source.choose(range(len(cards)), [1] * len(cards)))

        _deal(state, self.viewer, drawn)
        return MarketPosition(states, self.terms)


def _hidden(state: Any, viewer: int | None) -> Iterator[tuple[int, int]]:
    """Return the places the viewer does not see, with their cards as a set: the other hands by seat, then the deck."""
    for seat in range(int(state.players)):
        if seat != viewer:
            yield seat, int(state.hand[seat])
    yield DECK_PLACE, int(state.deck)


def unseen(state: Any, viewer: int | None) -> tuple[int, ...]:
    """Return the cards, rising, that the viewer does not see: they are in other hands or in the deck."""
    mask = 0
    for _, cards in _hidden(state, viewer):
        mask |= cards
    return members(mask)


def _by_era(state: Any, cards: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for card in cards:
        found.setdefault(int(state.era[card]), []).append(card)
    return found


def _deal(state: Any, viewer: int | None, drawn: Any) -> None:
    """Give each hidden place as many cards of each reshuffle as it has, taken from ``drawn(era)``."""
    for place, cards in list(_hidden(state, viewer)):
        eras = _by_era(state, members(cards))
        dealt = mask_of(drawn(era) for era in sorted(eras) for _ in eras[era])
        if place == DECK_PLACE:
            state.deck = dealt
        else:
            state.hand[place] = dealt


def _put_into_deck(state: Any, card: int) -> None:
    """Exchange an unseen card with one of the same reshuffle in the deck, so that it can be drawn there."""
    wanted = int(bit(card))
    if int(state.deck) & wanted:
        return
    other = next(number for number in members(int(state.deck)) if state.era[number] == state.era[card])
    for seat in range(int(state.players)):
        if int(state.hand[seat]) & wanted:
            state.hand[seat] ^= wanted | int(bit(other))
    state.deck ^= wanted | int(bit(other))
