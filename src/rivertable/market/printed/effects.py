"""The closed set of effect primitives a River Market card is made of.

A card is data: it names resources, amounts and primitives of this module, and nothing else. The kernel
knows the primitives and never a card. Everything is a frozen value, so a card can be compared and hashed.

Amounts of resources are bundles: six whole numbers in the order of :class:`Resource`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, TypeAlias

Bundle: TypeAlias = tuple[int, int, int, int, int, int]
"""Whole amounts of veggies, fish, cloth, tools, lilies and coins, none below zero."""

NOTHING: Final[Bundle] = (0, 0, 0, 0, 0, 0)


class Resource(IntEnum):
    """What can be gained and spent (M6, M9); the first five are the Goods (M7), Coins are not (M10)."""

    VEGGIE = 0
    FISH = 1
    CLOTH = 2
    TOOL = 3
    LILY = 4
    COIN = 5


GOODS: Final = (Resource.VEGGIE, Resource.FISH, Resource.CLOTH, Resource.TOOL, Resource.LILY)
"""The five Goods, in order (M7)."""


class Choice(IntEnum):
    """How a number of Goods of the player's choice has to look (M8)."""

    NONE = 0
    """Nothing is chosen."""
    ANY = 1
    """Any Goods, alike or not."""
    MATCHING = 2
    """All of one Good."""
    DIFFERENT = 3
    """No two alike."""


class Count(IntEnum):
    """A number that the state of the game gives for one seat; gains and scores can be "for each" of it."""

    ONE = 0
    """Always 1: the plain effect."""
    GOODS = 1
    """All Goods the seat has."""
    KINDS = 2
    """How many of the five Goods the seat has at least one of."""
    BOOTHS = 3
    """Booths the seat owns, Events included (M84)."""
    EVENTS = 4
    """Events the seat owns."""
    HELPERS = 5
    """Helpers the seat has hired."""
    ATTENDED = 6
    """Events the seat attends, by house or by pawn (M126)."""
    HOUSES_LEFT = 7
    """Houses still on the seat's mat."""
    OTHERS_HERE = 8
    """Other seats' pawns on the Booth where the seat's pawn is."""
    RIVER = 9
    """Booths in the river, the Starting Booths included."""


class Mode(IntEnum):
    """What a Booth with several planks lets a visitor do (M56)."""

    ALL = 0
    """Each plank may be done, in the player's order (R5)."""
    CHOOSE = 1
    """Exactly one plank is done (R5)."""


class Timing(IntEnum):
    """When the effect of an Action may be done (M70)."""

    EITHER = 0
    """Before or after the activation: the rule where the card says nothing."""
    BEFORE = 1
    """Only before the activation."""
    AFTER = 2
    """Only after the activation, or without one."""


class Trigger(IntEnum):
    """An occasion on which a Helper gives its owner something, at most once each time."""

    OWN_BOOTH = 0
    """Its owner activates a Booth of their own."""
    OTHERS_BOOTH = 1
    """Its owner activates another player's Booth."""
    STARTING_BOOTH = 2
    """Its owner activates a Starting Booth."""
    VISITED = 3
    """Another player activates a Booth of the Helper's owner."""
    ATTEND = 4
    """Its owner places a house in a star space."""
    BUILD = 5
    """Its owner builds a Booth."""
    HIRE = 6
    """Its owner hires a Helper; the hiring of this very Helper does not count."""
    ACTION = 7
    """Its owner uses an Action card to move; given on arrival."""
    ZOOM = 8
    """Its owner moves with a Zoom, printed or by token; given on arrival."""
    STROLL = 9
    """Its owner moves one step exactly; given on arrival."""
    MEETING = 10
    """Its owner stops where another pawn is; given on arrival."""
    YIELD = 11
    """A plank gives its owner at least one of the ability's resource; once per activation."""


class Power(IntEnum):
    """The lasting ability of a Helper (M96). Every power works for its owner only."""

    REACH = 0
    """A card's Step value is ``number`` higher."""
    BACK = 1
    """Moving with a number, up to ``number`` steps against the current are allowed instead."""
    ZOOM = 2
    """Cards of ``group`` used to move count as Zoom."""
    DISCOUNT = 3
    """Cards of ``group`` cost ``bundle`` less, no part below zero."""
    WHEN = 4
    """On ``trigger`` its owner gains ``bundle``; YIELD looks for ``resource``."""
    HAND = 5
    """The hand limit is ``number`` higher (M103)."""
    TIMES = 6
    """A plank that may be done several times may be done ``number`` times more."""
    BOTH = 7
    """Where one plank has to be chosen, each may be done."""
    BONUS_AGAIN = 8
    """An Owner bonus its owner receives is given ``number`` times more."""
    SHARED_BONUS = 9
    """Activating another player's Booth, its owner gains the Owner bonus too."""


class Group(IntEnum):
    """Which cards a discount or a Zoom is about."""

    ALL = 0
    """Every card."""
    BOOTHS = 1
    """Booths, Events included."""
    EVENTS = 2
    """Events only."""
    HELPERS = 3
    """Helpers."""
    ACTIONS = 4
    """Actions."""


@dataclass(frozen=True, slots=True)
class Spend:
    """What doing an effect once costs, or what building and hiring cost (M53, M75, M95).

    ``fixed`` is paid as printed; besides, ``number`` Goods that look like ``choice``, picked by the player,
    and ``cards`` further cards from the hand, which go to the discard pile.
    """

    fixed: Bundle = NOTHING
    choice: Choice = Choice.NONE
    number: int = 0
    cards: int = 0

    @property
    def is_nothing(self) -> bool:
        """True if nothing at all is paid."""
        return self.fixed == NOTHING and self.choice is Choice.NONE and self.cards == 0


@dataclass(frozen=True, slots=True)
class Gain:
    """What doing an effect once gives (M57).

    ``fixed`` times the count ``for_each``; besides, ``number`` Goods that look like ``choice``, picked by
    the player.
    """

    fixed: Bundle = NOTHING
    choice: Choice = Choice.NONE
    number: int = 0
    for_each: Count = Count.ONE

    @property
    def is_nothing(self) -> bool:
        """True if nothing at all is gained."""
        return self.fixed == NOTHING and self.choice is Choice.NONE


@dataclass(frozen=True, slots=True)
class Effect:
    """One plank of a Booth, or one alternative of an Action.

    It may be done up to ``times`` times (M54, M55). With ``is_attending`` it also places one of the player's
    houses in a star space of the Event (M85); such an effect is done once.
    """

    spend: Spend = field(default_factory=Spend)
    gain: Gain = field(default_factory=Gain)
    times: int = 1
    is_attending: bool = False

    @property
    def is_free(self) -> bool:
        """True for a brown plank, which costs nothing (M52); a house in a star space is not a payment."""
        return self.spend.is_nothing


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points at the end: ``points`` for every full measure, the remainder ignored, ``limit`` points at most.

    A measure is the bundle ``lot`` of resources the seat has, wherever they lie (M131), or ``per`` of
    ``count``. A limit of 0 means there is none.
    """

    points: int
    lot: Bundle = NOTHING
    count: Count = Count.ONE
    per: int = 1
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Store:
    """Points for resources stored on the card (M98): ``points`` for every full lot, up to ``lots`` of them.

    A lot is the bundle ``lot``, or ``any_goods`` Goods alike or not.
    """

    points: int
    lots: int
    lot: Bundle = NOTHING
    any_goods: int = 0


@dataclass(frozen=True, slots=True)
class Ability:
    """A Helper's power with what it needs; what a power does not use keeps its default."""

    power: Power
    number: int = 0
    group: Group = Group.ALL
    trigger: Trigger = Trigger.OWN_BOOTH
    resource: Resource = Resource.VEGGIE
    bundle: Bundle = NOTHING
