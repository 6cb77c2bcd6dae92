"""The state of a game of River Market as one NumPy record, and the integers that decisions and chance outcomes are.

Cards are numbered 0..59 in the order of the deck file: 0..3 are the Starting Booths, 4..59 the deck. A set of cards
is one int64 with a bit for each card, so that a set has no order and equal positions are equal bytes.

The river is a loop: ``river[0]`` to ``river[upper_count - 1]`` is the upper row from left to right, the rest is the
lower row from right to left, so clockwise is one place further (M38, R8).
"""

from __future__ import annotations

import numpy as np

from ...core.states import record_type, state_type
from ..printed.deck import CARDS, PLANKS_AT_MOST, STARTING_BOOTHS, TIMES_AT_MOST

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
PICKS = 125
"""Multisets of one to four Goods, by size, each size in lexicographic order."""

# Decisions of players.
PASS = 0
"""Do nothing, with an empty hand (R12)."""
KEEP = 1
"""Keep the opening hand (M29)."""
REDRAW = 2
"""Discard an opening hand without a Booth and draw a new one (M29, R2)."""
END = 3
"""No more: of all effects, or of the effect that could be done once more."""
SPOT = 4
"""+ end: the end spot a new Booth goes to (M76): upper left, upper right, lower left, lower right."""
UPPER_LEFT, UPPER_RIGHT, LOWER_LEFT, LOWER_RIGHT = 0, 1, 2, 3
ENDS = 4
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
DECISIONS = SHED + CARDS
"""How many decision integers there are (622)."""

# Outcomes of chance.
DRAWN = DECISIONS
"""+ card: a card drawn from the deck."""
LAY = DRAWN + CARDS
"""+ card: the Starting Booth on the next place of the river at set-up (M16)."""
OUTCOMES_END = LAY + STARTING_BOOTHS
"""One more than the highest integer (686)."""

# What is asked next.
SET_RIVER, DEAL, REDEAL = 0, 1, 2
MULLIGAN, MAIN, STOPPING, DOING, AGAIN, PAYING, SHEDDING, GAINING, PLACING = 3, 4, 5, 6, 7, 8, 9, 10, 11
REFILL, OVER = 12, 13

# How the card of the turn is used.
UNUSED, MOVED, ZOOMED, BUILT, HIRED = 0, 1, 2, 3, 4

# Which effect is in progress: a plank of the Booth (0..3), an alternative of the Action (4..7), or:
NO_EFFECT = -1
COST = 8
COST_SLOT = PLANKS_AT_MOST
"""Where a card's cost stands among its effects."""

# How far the Action's effect is.
NO_BONUS, BONUS_OPEN, BONUS_FIRST, BONUS_LAST = 0, 1, 2, 3

UPPER_BIT = 1 << CARDS
"""Above all cards of a mask."""
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
        ("phase", np.int8),  # what is asked next, one of the constants above
        ("end_seat", np.int8),  # who triggered the end and has the Firefly (M112), or -1
        ("turns_left", np.int8),  # turns to come after the trigger (R10), or -1
        ("due", np.int8),  # cards or Starting Booths still to come by chance
        ("river_count", np.int8),
        ("upper_count", np.int8),
        ("river", np.int8, RIVER),  # cards by place; -1 where there is none
        ("owner", np.int8, RIVER),  # seats by place; -1 where there is none
        ("stars", np.int8, (RIVER, SEATS)),  # houses in star spaces, by place and seat
        ("houses", np.int8, SEATS),  # on the mat
        ("pawn", np.int8, SEATS),  # place in the river
        ("tokens", np.int8, SEATS),  # Zoom tokens
        ("card", np.int8),  # inside a turn: the card used; 0 none
        ("used", np.int8),  # inside a turn: how, one of the constants above
        ("plank", np.int8),  # inside a turn: the effect in progress
        ("times_left", np.int8),  # inside an effect: times it may still be done
        ("need", np.int8),  # inside an effect: cards still to be shed
        ("last_shed", np.int8),  # inside a turn: the last card shed; 0 none
        ("done", np.int8),  # inside a turn: bit set of the planks finished
        ("last_plank", np.int8),  # inside a turn: the plank finished last, or -1
        ("bonus", np.int8),  # inside a turn: how far the Action's effect is
        ("given", np.int8),  # inside an effect: bit set of the resources it gave
    ],
)
"""One game. Which cards lie where is exact; there is no generator and no hidden order in it."""

EFFECT = record_type(
    __name__,
    "EFFECT",
    [
        ("pay", np.int8, RESOURCES),
        ("gain", np.int8, RESOURCES),
        ("pay_choice", np.int8),
        ("pay_number", np.int8),
        ("pay_cards", np.int8),
        ("gain_choice", np.int8),
        ("gain_number", np.int8),
        ("for_each", np.int8),
        ("times", np.int8),
        ("is_attending", np.int8),
        ("is_free", np.int8),
        ("is_asked", np.int8),  # each time is a choice of its own
    ],
)
"""One plank, alternative or cost, as :class:`~rivertable.market.printed.effects.Effect` says."""

SCORING = record_type(
    __name__,
    "SCORING",
    [
        ("points", np.int8),  # 0: no scoring
        ("lot", np.int8, RESOURCES),
        ("has_lot", np.int8),
        ("counted", np.int8),
        ("per", np.int8),
        ("limit", np.int8),
    ],
)
"""Points at the end, as :class:`~rivertable.market.printed.effects.Scoring` says."""

CARD = record_type(
    __name__,
    "CARD",
    [
        ("kind", np.int8),
        ("pace", np.int8),  # the Step value; 0 is Zoom
        ("points", np.int8),
        ("stars", np.int8),
        ("mode", np.int8),
        ("timing", np.int8),
        ("planks", np.int8),
        ("is_counting", np.int8),  # some effect counts what effects of the same turn can change
        ("bonus", np.int8, RESOURCES),
        ("cost", np.int8, RESOURCES),  # the fixed part; chosen Goods and cards are an effect
        ("effect", EFFECT, PLANKS_AT_MOST + 1),  # planks or alternatives, and the cost
        ("attending", SCORING, 2),
        ("scoring", SCORING, 2),
        ("store_points", np.int8),
        ("store_lots", np.int8),  # 0: it stores nothing
        ("store_lot", np.int8, RESOURCES),
        ("store_goods", np.int8),
        ("number", np.int8),  # of the ability
        ("group", np.int8),
        ("yielding", np.int8),  # the resource that a YIELD gift looks for
        ("bundle", np.int8, RESOURCES),
    ],
)
"""One card, as :class:`~rivertable.market.printed.deck.Card` says."""

TERMS = record_type(
    __name__,
    "TERMS",
    [
        ("booths", np.int64),  # cards that can lie in the river
        ("events", np.int64),
        ("stores", np.int64),
        ("power", np.int64, 10),  # Helpers by power
        ("trigger", np.int64, 12),  # Helpers by the occasion of their gift
        ("coins", np.int16),  # at the start (M23)
        ("houses", np.int8),  # each seat's (M13, M27)
        ("hand", np.int8),  # the hand limit (M103)
        ("pawns_start", np.int8),  # the Starting Booth where pawns begin (M26)
        ("pick", np.int8, (PICKS, GOODS)),
        ("pick_kinds", np.int8, PICKS),
        ("pick_largest", np.int8, PICKS),
        ("pick_first", np.int16, 6),  # the first pick of each size
        ("card", CARD, CARDS),
    ],
)
"""What a game is played under: the deck and the options, an argument of every rule that needs them."""


def new_states(count: int) -> np.ndarray:
    """Return an array of ``count`` blank states, shape (count,), dtype :data:`STATE`."""
    return np.zeros(count, dtype=STATE)
