"""What the reference game of River Market is made of: its public integers, its seats and its table."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from .reference_cards import GOODS, RESOURCES, Ability, Amounts, Card

# A card is its number, 0..59; the first four are the Starting Booths.
PASS = 0  # only with an empty hand (R12)
KEEP = 1  # the opening hand (M29)
REDRAW = 2  # the opening hand goes, only without a Booth in it (M29)
END = 3  # no more effects this turn (M50)
SPOT = 4  # + end: 0 upper left, 1 upper right, 2 lower left, 3 lower right (M76)
MOVE = 8  # + card: discarded to move (M36)
TOKEN = 68  # + card: the same, made a Zoom by the Zoom token (M117)
PLAY = 128  # + card: paid for and built or hired (M73, M95)
STOP = 188  # + Booth: where the pawn stops (M39)
DO = 248  # + 8 * plank + times - 1 (M51)
BONUS = 280  # + 8 * alternative + times - 1: the Action's effect (M69)
PAY = 312  # + pick: the Goods of choice that are spent
GAIN = 437  # + pick: the Goods of choice that are gained
SHED = 562  # + card: a further card of the hand, as a payment
DRAWN = 622  # + card: chance, a card comes from the deck
LAY = 682  # + Starting Booth: chance, the next of the river at set-up
TIMES_AT_MOST = 8  # so many times can one decision name

PICKS: list[tuple[str, ...]] = [
    pick for number in (1, 2, 3, 4) for pick in combinations_with_replacement(GOODS, number)
]
"""All choices of one to four Goods, smaller ones first, each size in the order of the Goods."""
GOODS_OF: list[Amounts] = [dict(Counter(pick)) for pick in PICKS]
"""The Goods of each pick."""


def _picks_of(look: str, number: int) -> list[int]:
    kinds_allowed = {"any": range(1, 6), "matching": (1,), "different": (number,)}[look]
    return [place for place, pick in enumerate(PICKS) if len(pick) == number and len(set(pick)) in kinds_allowed]


PICKS_OF = {
    (look, number): _picks_of(look, number) for look in ("any", "matching", "different") for number in (1, 2, 3, 4)
}
"""The picks that a payment or gain of choice allows (M8)."""


def has_all(have: Amounts, amounts: Amounts) -> bool:
    """True if all of `amounts` is there."""
    return all(have[resource] >= amount for resource, amount in amounts.items())


def add(have: Amounts, amounts: Amounts, times: int = 1) -> None:
    """Add `amounts` so many times; -1 takes them away."""
    for resource, amount in amounts.items():
        have[resource] += amount * times


@dataclass
class Seat:
    """What one player has; `pawn` is the Booth it stands on."""

    houses: int
    hand: set[int] = field(default_factory=set)
    helpers: set[int] = field(default_factory=set)
    resources: Amounts = field(default_factory=lambda: dict.fromkeys(RESOURCES, 0))
    pawn: int = -1
    tokens: int = 0

    def copy(self) -> "Seat":
        """A seat of its own with the same things."""
        return Seat(self.houses, set(self.hand), set(self.helpers), dict(self.resources), self.pawn, self.tokens)

    def key(self) -> Hashable:
        """All of it, hashable."""
        things = (frozenset(self.hand), frozenset(self.helpers), tuple(self.resources.values()))
        return (self.houses, *things, self.pawn, self.tokens)


@dataclass
class Table:
    """Everything that lies on the table. Both rows of the river are held from left to right."""

    cards: list[Card]
    seats: list[Seat]
    upper: list[int] = field(default_factory=list)
    lower: list[int] = field(default_factory=list)
    owner: dict[int, int] = field(default_factory=dict)
    stars: dict[int, list[int]] = field(default_factory=dict)
    """The seats whose houses lie in the star spaces of an Event, one entry a house, rising."""
    deck: set[int] = field(default_factory=set)
    discard: set[int] = field(default_factory=set)
    era: dict[int, int] = field(default_factory=dict)
    """With which shuffle a card last went into the deck: public, for the discard pile is (R2, R14)."""
    shuffles: int = 0

    def copy(self) -> "Table":
        """A table of its own with everything in the same place."""
        return Table(
            self.cards,
            [seat.copy() for seat in self.seats],
            list(self.upper),
            list(self.lower),
            dict(self.owner),
            {event: list(houses) for event, houses in self.stars.items()},
            set(self.deck),
            set(self.discard),
            dict(self.era),
            self.shuffles,
        )

    def key(self) -> Hashable:
        """Everything that may differ, hashable and without any order that does not matter."""
        return (
            tuple(seat.key() for seat in self.seats),
            tuple(self.upper),
            tuple(self.lower),
            tuple(sorted(self.owner.items())),
            tuple((event, tuple(houses)) for event, houses in sorted(self.stars.items()) if houses),
            frozenset(self.deck),
            frozenset(self.discard),
            tuple(sorted(self.era.items())),
            self.shuffles,
        )

    def loop(self) -> list[int]:
        """The river clockwise: the upper row to the right, the lower one back to the left (M38)."""
        return [*self.upper, *reversed(self.lower)]

    def build_at(self, end: int, card: int) -> None:
        """Put a Booth at one of the four end spots (R8)."""
        row = self.upper if end in (0, 1) else self.lower
        row.insert(0 if end in (0, 2) else len(row), card)

    def downstream(self, booth: int) -> list[int]:
        """The other Booths in the order in which the current comes to them, and last the Booth itself."""
        loop = self.loop()
        at = loop.index(booth)
        return [*loop[at + 1 :], *loop[: at + 1]]

    def copied(self, booth: int) -> Card:
        """The card whose planks a Booth has: its own, or of a mirror those of the next Booth that is none."""
        places = [booth, *self.downstream(booth)]
        return next(self.cards[place] for place in places if not self.cards[place].is_mirror)

    def called(self, seat: int) -> list[int]:
        """The seats whose pawns a call of this seat brings: all on the first other Booth with any."""
        for booth in self.downstream(self.seats[seat].pawn)[:-1]:
            found = [number for number, other in enumerate(self.seats) if other.pawn == booth]
            if found:
                return found
        return []

    def bonus(self, booth: int) -> Amounts:
        """What the Owner bonus of a Booth is now (M61)."""
        card = self.cards[booth]
        pawns = sum(seat.pawn == booth for seat in self.seats) if card.is_bonus_per_pawn else 1
        return {resource: amount * pawns for resource, amount in card.owner_bonus.items() if amount * pawns}

    def gain_bonus(self, seat: int, booth: int) -> None:
        """Give a seat the Owner bonus of a Booth as if the Booth were its own."""
        add(self.seats[seat].resources, self.bonus(booth), 1 + self.power(seat, "bonus-again"))

    def abilities(self, seat: int, power: str) -> list[Ability]:
        """The abilities of that power among a seat's Helpers (M96)."""
        owned = (self.cards[helper].ability for helper in sorted(self.seats[seat].helpers))
        return [ability for ability in owned if ability is not None and ability.power == power]

    def power(self, seat: int, power: str) -> int:
        """The numbers of a seat's abilities of that power, together."""
        return sum(ability.number for ability in self.abilities(seat, power))

    def attended(self, seat: int) -> list[int]:
        """The Events a seat attends, by house or by pawn, each once (M126, M127)."""
        return [
            booth
            for booth in sorted([*self.upper, *self.lower])
            if self.cards[booth].kind == "event"
            and (seat in self.stars.get(booth, []) or self.seats[seat].pawn == booth)
        ]

    def owned(self, seat: int) -> list[int]:
        """The Booths a seat has built."""
        return sorted(booth for booth, owner in self.owner.items() if owner == seat)

    def count(self, seat: int, what: str) -> int:
        """One of the counts that effects and scorings name."""
        mine = self.seats[seat]
        if what == "one":
            return 1
        if what == "goods":
            return sum(mine.resources[good] for good in GOODS)
        if what == "kinds":
            return sum(mine.resources[good] > 0 for good in GOODS)
        if what == "booths":
            return len(self.owned(seat))
        if what == "events":
            return sum(self.cards[booth].kind == "event" for booth in self.owned(seat))
        if what == "helpers":
            return len(mine.helpers)
        if what == "attended":
            return len(self.attended(seat))
        if what == "houses-left":
            return mine.houses
        if what == "others-here":
            return sum(other.pawn == mine.pawn for other in self.seats) - 1
        if what == "guests":
            return sum(self.owner.get(other.pawn) == seat for place, other in enumerate(self.seats) if place != seat)
        if what == "river":
            return len(self.upper) + len(self.lower)
        raise ValueError(f"no count {what}")

    def give(self, seat: int, when: str) -> None:
        """What a seat's Helpers give it on an occasion (M96)."""
        for ability in self.abilities(seat, "when"):
            if ability.when == when:
                add(self.seats[seat].resources, ability.amounts)
