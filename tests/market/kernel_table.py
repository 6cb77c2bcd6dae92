"""Hand-made positions for the compiled rules, in the words of the packaged deck or of a changed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from rivertable.market.kernel import KERNEL
from rivertable.market.kernel.scoring import SHEET, explain
from rivertable.market.kernel.state import (
    CHOICES_AT_MOST,
    DECISIONS,
    DECK_MASK,
    PICK_AMOUNTS,
    RIVER,
    Decision,
    Outcome,
    new_states,
)
from rivertable.market.printed.components import edition
from rivertable.market.printed.deck import Deck
from rivertable.market.printed.effects import Resource
from rivertable.market.printed.tables import deck_data, read_deck
from rivertable.market.printed.terms import pack

LOOP = ("swap-meet", "dressmaker", "willow-larder", "mending-bench")
"""The river of a hand-made position, clockwise from the upper left, before anything is built."""
WORDS = {resource.name.lower(): int(resource) for resource in Resource}
DECK = edition("first-edition").deck
NUMBER = DECK.number_of


def changed_deck(**cards: Mapping[str, Any]) -> Deck:
    """The packaged deck with some keys of some cards replaced; an underscore in a card's id is a hyphen."""
    data: dict[str, Any] = deck_data(DECK)
    for name, keys in cards.items():
        card = next(card for card in data["card"] if card["id"] == name.replace("_", "-"))
        for key, value in keys.items():
            if value is None:
                card.pop(key, None)
            else:
                card[key] = value
    return read_deck(data)


@cache
def packed(deck: Deck, players: int) -> np.ndarray[Any, Any]:
    """The terms of a deck, packed once."""
    return pack(deck, players)


def pick(**amounts: int) -> int:
    """The number of a multiset of Goods: ``pick(veggie=1, fish=1)``."""
    return PICK_AMOUNTS.index(tuple(amounts.get(word, 0) if word != "coin" else 0 for word in WORDS))


def do(plank: int, times: int = 1) -> int:
    """The decision to do a plank so many times."""
    return Decision.DO + 8 * plank + times - 1


def bonus(alternative: int = 0, times: int = 1) -> int:
    """The decision to do an alternative of the Action so many times."""
    return Decision.BONUS + 8 * alternative + times - 1


def pay(**amounts: int) -> int:
    """The decision to spend these Goods."""
    return Decision.PAY + pick(**amounts)


def gain(**amounts: int) -> int:
    """The decision to gain these Goods."""
    return Decision.GAIN + pick(**amounts)


def move(card: str) -> int:
    """The decision to discard a card to move."""
    return Decision.MOVE + NUMBER[card]


def token(card: str) -> int:
    """The decision to discard a card and the Zoom token to move."""
    return Decision.TOKEN + NUMBER[card]


def play(card: str) -> int:
    """The decision to build or hire a card."""
    return Decision.PLAY + NUMBER[card]


def stop(card: str) -> int:
    """The decision to stop at a Booth."""
    return Decision.STOP + NUMBER[card]


def shed(card: str) -> int:
    """The decision to spend a card of the hand."""
    return Decision.SHED + NUMBER[card]


def spot(end: int) -> int:
    """The decision for an end spot."""
    return Decision.SPOT + end


def mask(*cards: str) -> int:
    """A set of cards."""
    return sum(1 << NUMBER[card] for card in cards)


def names(cards: int) -> set[str]:
    """The ids of a set of cards."""
    return {card for card, number in NUMBER.items() if cards >> number & 1}


class KernelTable:
    """One game in the compiled rules. Made at the first turn, with empty hands of Goods and the given river and hands.

    Cards that are not named are in the deck; each hand is exactly as given.
    """

    def __init__(
        self,
        *hands: Sequence[str],
        players: int = 2,
        deck: Deck = DECK,
        first_seat: int = 0,
        is_set_up: bool = True,
    ) -> None:
        self.players = players
        self.deck = deck
        self.terms = packed(deck, players)
        self.states = new_states(1)
        self.out = np.zeros(CHOICES_AT_MOST, np.int16)
        self.weights = np.zeros(CHOICES_AT_MOST, np.int16)
        KERNEL.start(self.states, 0, self.terms, players, first_seat)
        if is_set_up:
            for booth in LOOP:
                self.apply(Outcome.LAY + NUMBER[booth])
            self.settle_chance()
            for _ in range(players):
                self.apply(Decision.KEEP)
            self.gather_hands()
            for seat, hand in enumerate(hands):
                self.deal(seat, *hand)

    @property
    def state(self) -> Any:
        """The state's record, to be read and changed."""
        return self.states[0]

    # Making a position.

    def gather_hands(self) -> None:
        """Put all hands back into the deck."""
        for seat in range(self.players):
            self.state.deck |= self.state.hand[seat]
            self.state.hand[seat] = 0

    def deal(self, seat: int, *cards: str) -> None:
        """Give cards of the deck to a hand."""
        assert not mask(*cards) & ~int(self.state.deck)
        self.state.hand[seat] |= mask(*cards)
        self.state.deck &= ~mask(*cards)

    def hire(self, seat: int, *cards: str) -> None:
        """Give Helpers of the deck to a seat."""
        assert not mask(*cards) & ~int(self.state.deck)
        self.state.helpers[seat] |= mask(*cards)
        self.state.deck &= ~mask(*cards)

    def give(self, seat: int, **amounts: int) -> None:
        """Set some of a seat's resources; the others become 0."""
        for word, number in WORDS.items():
            self.state.resource[seat, number] = amounts.get(word, 0)

    def add_booth(self, card: str, owner: int) -> None:
        """Build a card of the deck at the lower left, the end of the loop."""
        place = int(self.state.river_count)
        assert place < RIVER
        assert mask(card) & int(self.state.deck)
        self.state.deck &= ~mask(card)
        self.state.river[place] = NUMBER[card]
        self.state.owner[place] = owner
        self.state.houses[owner] -= 1
        self.state.river_count = place + 1

    def put_pawn(self, seat: int, booth: str) -> None:
        """Put a pawn on a Booth."""
        self.state.pawn[seat] = self.loop().index(booth)

    # Playing.

    def legal(self) -> list[int]:
        """What the player on turn may decide."""
        count = KERNEL.list_decisions(self.states, 0, self.terms, self.out)
        return [int(choice) for choice in self.out[:count]]

    def outcomes(self) -> list[int]:
        """What chance may do."""
        count = KERNEL.list_outcomes(self.states, 0, self.out, self.weights)
        assert (self.weights[:count] == 1).all()
        return [int(choice) for choice in self.out[:count]]

    def apply(self, *choices: int) -> KernelTable:
        """Do decisions and outcomes, each of them legal."""
        for choice in choices:
            legal = self.legal() if choice < DECISIONS else self.outcomes()
            assert choice in legal, f"{choice} is not among {legal}"
            KERNEL.apply(self.states, 0, self.terms, choice)
        return self

    def visit(self, card: str, booth: str) -> KernelTable:
        """Discard a card to move to a Booth."""
        return self.apply(move(card), stop(booth))

    def settle_chance(self) -> KernelTable:
        """Let the last outcome happen until a player is asked or the game is over."""
        while outcomes := self.outcomes():
            KERNEL.apply(self.states, 0, self.terms, outcomes[-1])
        return self

    def pass_turns(self, count: int) -> KernelTable:
        """Let so many turns be taken, each with the lowest card to the lowest Booth and nothing done there."""
        for _ in range(count):
            turn = int(self.state.turn)
            while self.state.turn == turn and (legal := self.legal()):
                self.apply(legal[0])
                self.settle_chance()
        return self

    # Looking.

    def loop(self) -> list[str]:
        """The ids of the Booths in the river, clockwise from the upper left."""
        return [self.deck.cards[number].id for number in self.state.river[: self.state.river_count]]

    def have(self, seat: int = 0) -> dict[str, int]:
        """What a seat has of the resources, without those it has none of."""
        return {word: int(self.state.resource[seat, n]) for word, n in WORDS.items() if self.state.resource[seat, n]}

    def stops(self) -> set[str]:
        """Where the pawn can stop."""
        return {self.deck.cards[choice - Decision.STOP].id for choice in self.legal()}

    def total(self, seat: int = 0) -> int:
        """A seat's total as the position stands."""
        return int(KERNEL.total(self.states, 0, self.terms, seat))

    def sheet(self, seat: int = 0) -> Any:
        """A seat's score item by item."""
        sheets = np.zeros(1, SHEET)
        explain(self.states, 0, self.terms, seat, sheets)
        return sheets[0]

    def check_conservation(self) -> None:
        """Every card, house and token is somewhere exactly once, and nothing is below nothing."""
        state = self.state
        houses = 4 if self.players == 5 else 5
        places = [int(state.deck), int(state.discard)]
        places += [int(state.hand[seat]) for seat in range(self.players)]
        places += [int(state.helpers[seat]) for seat in range(self.players)]
        places += [1 << int(card) for card in state.river[: state.river_count] if card >= 4]
        if state.used in (3, 4):
            places.append(1 << int(state.card))
        assert sum(places) == DECK_MASK == np.bitwise_or.reduce(places)
        for seat in range(self.players):
            owned = sum(state.owner[: state.river_count] == seat)
            assert state.houses[seat] + owned + state.stars[:, seat].sum() == houses
        assert (state.houses >= 0).all()
        assert (state.resource >= 0).all()
        assert (state.resource[self.players :] == 0).all()
        assert (state.tokens[: self.players] <= (state.end_seat >= 0)).all()


def drawn(card: str) -> int:
    """The outcome that a card is drawn."""
    return Outcome.DRAWN + NUMBER[card]
