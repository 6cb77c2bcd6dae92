"""The state of a game of River Market as one NumPy record, and the integers that decisions and chance outcomes are.

Cards are numbered 0..59 in the order of the deck file: 0..3 are the Starting Booths, 4..59 the deck. A set of cards
is one int64 with a bit for each card, so that a set has no order and equal positions are equal bytes.

The river is a loop: ``river[0]`` to ``river[upper_count - 1]`` is the upper row from left to right, the rest is the
lower row from right to left, so clockwise is one place further (M38, R8).
"""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations_with_replacement
from typing import Literal, get_args

import numpy as np

from ...core.states import state_type
from ..printed.deck import CARDS, PLANKS_AT_MOST, STARTING_BOOTHS, TIMES_AT_MOST
from ..printed.effects import Bundle

SEATS = 5
"""The most players (R1)."""
RIVER = STARTING_BOOTHS + 20
"""The most Booths in the river: all houses of four seats with five, or of five seats with four (M13, M27)."""
GOODS = 5
"""Kinds of Goods (M7)."""
COIN = 5
"""The number of Coins among the resources (M10)."""
RESOURCES = 6
"""Kinds of resources: the Goods, then Coins."""
PICK_SIZES = (1, 2, 3, 4)
PICK_AMOUNTS: tuple[Bundle, ...] = tuple(
    tuple(chosen.count(resource) for resource in range(RESOURCES))  # type: ignore[misc]  # six of them
    for size in PICK_SIZES
    for chosen in combinations_with_replacement(range(GOODS), size)
)
"""All multisets of one to four Goods in the order of their numbers, each as amounts, Coins included."""
PICKS = len(PICK_AMOUNTS)
"""How many there are (125)."""


class RiverEnd(IntEnum):
    """The end spots of the river (M76)."""

    UPPER_LEFT = 0
    UPPER_RIGHT = 1
    LOWER_LEFT = 2
    LOWER_RIGHT = 3


EndName = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
END_NAMES: tuple[EndName, ...] = get_args(EndName)
"""The end spots of the river in the order of their numbers (M76)."""
ENDS = len(END_NAMES)


class Decision(IntEnum):
    """The decisions of players: single ones, and the first numbers of those that name a card, effect or pick."""

    PASS = 0
    """Do nothing, with an empty hand (R12)."""
    KEEP = 1
    """Keep the opening hand (M29)."""
    REDRAW = 2
    """Discard an opening hand without a Booth and draw a new one (M29, R2)."""
    END = 3
    """No more: of all effects, or of the effect that could be done once more."""
    SPOT = 4
    """+ end: the :class:`RiverEnd` that a new Booth goes to (M76)."""
    MOVE = SPOT + ENDS
    """+ card: discard it to move (M36)."""
    TOKEN = MOVE + CARDS
    """+ card: discard it to move, and the Zoom token too (M117)."""
    PLAY = TOKEN + CARDS
    """+ card: pay for it, and build (M73) or hire (M95)."""
    STOP = PLAY + CARDS
    """+ card: the Booth where the pawn stops (M39, M46)."""
    DO = STOP + CARDS
    """+ plank * TIMES_AT_MOST + times - 1: do a plank of the Booth (M51, M55)."""
    BONUS = DO + PLANKS_AT_MOST * TIMES_AT_MOST
    """+ alternative * TIMES_AT_MOST + times - 1: do an alternative of the Action's effect (M69)."""
    PAY = BONUS + PLANKS_AT_MOST * TIMES_AT_MOST
    """+ pick: the chosen Goods that are spent."""
    GAIN = PAY + PICKS
    """+ pick: the chosen Goods that are gained."""
    SHED = GAIN + PICKS
    """+ card: one further card of the hand that is spent, in rising order."""


DECISIONS = Decision.SHED + CARDS
"""How many decision integers there are (622)."""


class Outcome(IntEnum):
    """The first numbers of the outcomes of chance."""

    DRAWN = DECISIONS
    """+ card: a card drawn from the deck."""
    LAY = DRAWN + CARDS
    """+ card: the Starting Booth on the next place of the river at set-up (M16)."""


OUTCOMES_END = Outcome.LAY + STARTING_BOOTHS
"""One more than the highest integer (686)."""


class Phase(IntEnum):
    """What is asked next: chance in set-up and in the refill, else the seat on turn."""

    RIVER = 0
    """The next Starting Booth is laid (M16)."""
    DEAL = 1
    """A card of an opening hand is drawn."""
    REDEAL = 2
    """A card of a new opening hand is drawn (M29)."""
    MULLIGAN = 3
    """Whether the opening hand is kept (M29)."""
    MAIN = 4
    """How a card is used (M32)."""
    STOPPING = 5
    """Where the pawn stops (M38)."""
    DOING = 6
    """Which effect is done (M51)."""
    AGAIN = 7
    """Whether the effect in progress is done once more (M55)."""
    PAYING = 8
    """Which Goods of choice are spent."""
    SHEDDING = 9
    """Which further card is spent."""
    GAINING = 10
    """Which Goods of choice are gained."""
    PLACING = 11
    """At which end of the river a Booth is built (M76)."""
    REFILL = 12
    """A card is drawn after a turn (M102)."""
    OVER = 13
    """Nothing: the game is over (M116)."""


class CardUse(IntEnum):
    """How the card of the turn is used."""

    UNUSED = 0
    MOVED = 1
    ZOOMED = 2
    """To move, with the Zoom token (M117)."""
    BUILT = 3
    HIRED = 4


class ActionEffect(IntEnum):
    """How far the Action's effect is."""

    NONE = 0
    """There is none this turn."""
    OPEN = 1
    FIRST = 2
    """It was done before the activation, or without one (M70)."""
    LAST = 3
    """It was done last."""


# Which effect is in progress: a plank of the Booth (0..3), an alternative of the Action (4..7), or:
NO_EFFECT = -1
COST = 8
COST_SLOT = PLANKS_AT_MOST
"""Where a card's cost stands among its effects."""

DECK_MASK = (1 << CARDS) - (1 << STARTING_BOOTHS)
"""The 56 cards that are shuffled (M2)."""

CHOICES_AT_MOST = 160
"""Room that a list of legal decisions or chance outcomes needs."""

STATE = state_type(
    __name__,
    "STATE",
    [
        ("deck", np.int64),  # cards that can still be drawn
        ("discard", np.int64),
        ("yielded", np.int64),  # inside a turn: Helpers whose YIELD gift was given
        ("hand", np.int64, SEATS),
        ("helpers", np.int64, SEATS),
        ("turn", np.int32),  # from 1; 0 before the first
        ("shuffles", np.int16),  # how often the discard pile became the deck (M105)
        ("last_pay", np.int16),  # inside an effect: 1 + the pick paid last; 0 none
        ("last_gain", np.int16),  # inside an effect: 1 + the pick gained last; 0 none
        ("era", np.int16, CARDS),  # at which of these shuffles a card last went into the deck
        ("resource", np.int16, (SEATS, RESOURCES)),
        # Inside a turn, resources of the seat on turn:
        ("start", np.int16, RESOURCES),  # when the effects began
        ("low", np.int16, RESOURCES),  # the least since then
        ("prior", np.int16, RESOURCES),  # when the last effect began
        ("dip", np.int16, RESOURCES),  # the least while it was done
        ("before", np.int16, RESOURCES),  # when the last time of an effect began
        ("players", np.int8),
        ("first_seat", np.int8),
        ("seat", np.int8),  # who is on turn; in set-up, whose hand is dealt or asked about
        ("phase", np.int8),  # what is asked next, a Phase
        ("end_seat", np.int8),  # who triggered the end and has the Firefly (M112), or -1
        ("turns_left", np.int8),  # turns to come once the end is triggered (R10), or -1
        ("due", np.int8),  # cards or Starting Booths still to come by chance; inside a turn, further cards at its end
        ("river_count", np.int8),
        ("upper_count", np.int8),
        ("river", np.int8, RIVER),  # cards by place; -1 where there is none
        ("owner", np.int8, RIVER),  # seats by place; -1 where there is none
        ("stars", np.int8, (RIVER, SEATS)),  # houses in star spaces, by place and seat
        ("houses", np.int8, SEATS),  # on the mat
        ("pawn", np.int8, SEATS),  # place in the river
        ("tokens", np.int8, SEATS),  # Zoom tokens
        ("card", np.int8),  # inside a turn: the card used; 0 none
        ("used", np.int8),  # inside a turn: how, a CardUse
        ("plank", np.int8),  # inside a turn: the effect in progress
        ("times_left", np.int8),  # inside an effect: times it may still be done
        ("need", np.int8),  # inside an effect: cards still to be shed
        ("last_shed", np.int8),  # inside a turn: the last card shed; 0 none
        ("done", np.int8),  # inside a turn: bit set of the planks finished
        ("last_plank", np.int8),  # inside a turn: the plank finished last, or -1
        ("bonus", np.int8),  # inside a turn: how far it is, an ActionEffect
        ("given", np.int8),  # inside an effect: bit set of the resources it gave
        ("deeds", np.int16),  # inside a turn: bit set of the deeds done, by Deed; attending is not noted
    ],
)
"""One game. Which cards lie where is exact; there is no generator and no hidden order in it."""


def new_states(count: int) -> np.ndarray:
    """Return an array of ``count`` blank states, shape (count,), dtype :data:`STATE`."""
    return np.zeros(count, dtype=STATE)
