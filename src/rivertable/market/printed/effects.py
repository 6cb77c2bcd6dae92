"""The closed set of primitives that cards are made of, with the words by which files, records and notation name them.

A card is data: it names resources, amounts and primitives of this module, and nothing else. The kernel knows the
primitives and never a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Annotated, Final, Self, TypeAlias, cast

from pydantic import Field
from pydantic_core import core_schema

from ...core.wording import in_words, number_word

Bundle: TypeAlias = tuple[int, int, int, int, int, int]
"""Whole amounts of veggies, fish, cloth, tools, lilies and coins, none below zero."""

NOTHING: Final[Bundle] = (0, 0, 0, 0, 0, 0)


def listed(words: Iterable[str]) -> str:
    """Return words as a sentence about a deck file lists them."""
    return ", ".join(f"“{word}”" for word in words)


def worded(schema: core_schema.CoreSchema, words: str) -> core_schema.CoreSchema:
    """Return a schema that says in these words what a value has to be."""
    return core_schema.custom_error_schema(schema, "wrong-value", custom_error_message=words)


class Word(IntEnum):
    """A primitive: a number for the kernel, a word for files, a phrase for sentences about cards, and further words."""

    phrase: str
    further: tuple[str, ...]

    def __new__(cls, number: int, phrase: str = "", *further: str) -> Self:
        """Return the member of a number and its words."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.phrase, member.further = phrase, further
        return member

    @property
    def word(self) -> str:
        """The name in small letters, with hyphens."""
        return self.name.lower().replace("_", "-")

    @classmethod
    def by_word(cls) -> dict[str, Self]:
        """Return all members by their words."""
        return {member.word: member for member in cls}

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> core_schema.CoreSchema:
        return cls.schema_of(cls.by_word())

    @classmethod
    def schema_of(cls, members: Mapping[str, Self]) -> core_schema.CoreSchema:
        """Return the schema of these members, by their words."""
        words = core_schema.literal_schema(list(members))
        return core_schema.no_info_after_validator_function(
            members.__getitem__,
            worded(words, f"has to be one of {listed(members)}"),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda member: getattr(member, "word", None), return_schema=words
            ),
        )


class Resource(Word):
    """What can be gained and spent (M6, M9), in words; the first five are the Goods (M7), Coins are not (M10)."""

    VEGGIE = 0, "Veggie"
    FISH = 1, "Fish", "Fish"
    CLOTH = 2, "Cloth", "Cloth"
    TOOL = 3, "Tool"
    LILY = 4, "Lily", "Lilies"
    COIN = 5, "Coin"

    def counted(self, number: int) -> str:
        """Return its word for so many of it."""
        return self.phrase if number == 1 else "".join(self.further) or f"{self.phrase}s"


RESOURCE_NAMES: Final = tuple(resource.word for resource in Resource)
"""Resources as files and records write them, in order."""
RESOURCE_LETTERS = "vfctl$"
"""One letter a resource, in their order."""


ResourceName = Annotated[str, Field(pattern=f"^({'|'.join(RESOURCE_NAMES)})$")]
Amounts = Annotated[
    dict[ResourceName, Annotated[int, Field(ge=1, le=9999)]],
    # Without it a schema would allow other names too, which are refused.
    Field(json_schema_extra={"additionalProperties": False}),
]
"""Amounts as records write them: by name, without what is zero."""


def write_amounts(amounts: Bundle) -> dict[str, int]:
    """Return amounts by the words of the resources, without what is zero."""
    return {name: amount for name, amount in zip(RESOURCE_NAMES, amounts, strict=True) if amount}


def amounts_text(amounts: Iterable[int]) -> str:
    """Say amounts of resources: "two Veggies and one Coin", "nothing" for none."""
    each = zip(Resource, amounts, strict=True)
    words = in_words(f"{number_word(amount)} {resource.counted(amount)}" for resource, amount in each if amount)
    return words or "nothing"


def amounts_short(amounts: Iterable[int]) -> str:
    """Write amounts for a picture: ``2v+f``, and nothing for none."""
    each = zip(RESOURCE_LETTERS, amounts, strict=True)
    return "+".join(f"{amount if amount > 1 else ''}{letter}" for letter, amount in each if amount)


def read_amounts(amounts: Mapping[str, int] | None) -> Bundle:
    """Return the six amounts of a table by name; nothing for one that is left out."""
    return cast("Bundle", tuple((amounts or {}).get(name, 0) for name in RESOURCE_NAMES))


GOODS: Final = (Resource.VEGGIE, Resource.FISH, Resource.CLOTH, Resource.TOOL, Resource.LILY)
"""The five Goods, in order (M7)."""


class Choice(Word):
    """How a number of Goods of the player's choice has to look (M8)."""

    NONE = 0
    """Nothing is chosen."""
    ANY = 1, "any"
    """Any Goods, alike or not."""
    MATCHING = 2, "same"
    """All of one Good."""
    DIFFERENT = 3, "different"
    """No two alike."""


class Count(Word):
    """A number that the state of the game gives for one seat; gains and scores can be "for each" of it.

    A contest is about who has most of it: the further word is for several.
    """

    ONE = 0
    """Always 1: the plain effect."""
    GOODS = 1, "Good you have", "Goods"
    """All Goods the seat has."""
    KINDS = 2, "kind of Good you have", "kinds of Goods"
    """How many of the five Goods the seat has at least one of."""
    BOOTHS = 3, "Booth you own", "Booths"
    """Booths the seat owns, Events included (M84)."""
    EVENTS = 4, "Event you own", "Events owned"
    """Events the seat owns."""
    HELPERS = 5, "Helper you hired", "Helpers"
    """Helpers the seat has hired."""
    ATTENDED = 6, "Event you attend", "Events attended"
    """Events the seat attends, by house or by pawn (M126)."""
    HOUSES_LEFT = 7, "house left on your mat", "houses left"
    """Houses still on the seat's mat."""
    OTHERS_HERE = 8, "other pawn here", "other pawns here"
    """Other seats' pawns on the Booth where the seat's pawn is."""
    RIVER = 9, "Booth in the river", "Booths in the river"
    """Booths in the river, the Starting Booths included."""
    GUESTS = 10, "other pawn on your Booths", "other pawns on own Booths"
    """Other seats' pawns on Booths that the seat owns."""

    @property
    def several(self) -> str:
        """Its word for several of it."""
        return "".join(self.further)


class Deed(Word):
    """What an effect does besides what is paid and gained, with the word for it in pictures."""

    NOTHING = 0
    ATTEND = 1, "attend with a house"
    """A house of the player goes to a star space of the Event (M85)."""
    DRAW = 2, "draw two more cards"
    """Two more cards are drawn at the end of the turn (M104)."""
    TAKE_BACK = 3, "take your card back"
    """The card used to move goes back to the hand from the discard pile."""
    CALL = 4, "call the nearest pawns downstream here"
    """The other pawns on the next Booth downstream where there are any come to the Booth of the pawn on turn."""
    COLLECT = 5, "get the Owner bonus of each of your Booths"
    """The player gains the Owner bonus of each Booth of their own."""
    SHARE = 6, "get the Owner bonuses too this turn"
    """Booths activated from now on in this turn give their Owner bonus to the player too."""
    SAIL_ON = 7, "sail on to the next Booth"
    """The pawn goes one step on, and that Booth can be activated as well; once a turn."""


class Mode(Word):
    """What a Booth with several planks lets a visitor do (M56)."""

    ALL = 0
    """Each plank may be done, in the player's order (R5)."""
    CHOOSE = 1
    """Exactly one plank is done (R5)."""


class Timing(Word):
    """When the effect of an Action may be done (M70)."""

    EITHER = 0, "before or after"
    """Before or after the activation: the rule where the card says nothing."""
    BEFORE = 1, "before"
    """Only before the activation."""
    AFTER = 2, "after"
    """Only after the activation, or without one."""


class Trigger(Word):
    """An occasion on which a Helper gives its owner something, at most once each time."""

    OWN_BOOTH = 0, "you activate a Booth of your own"
    """Its owner activates a Booth of their own."""
    OTHERS_BOOTH = 1, "you activate another player's Booth"
    """Its owner activates another player's Booth."""
    STARTING_BOOTH = 2, "you activate a Starting Booth"
    """Its owner activates a Starting Booth."""
    VISITED = 3, "another player activates a Booth of yours"
    """Another player activates a Booth of the Helper's owner."""
    ATTEND = 4, "you place a house in a star space"
    """Its owner places a house in a star space."""
    BUILD = 5, "you build a Booth"
    """Its owner builds a Booth."""
    HIRE = 6, "you hire another Helper"
    """Its owner hires a Helper; the hiring of this very Helper does not count."""
    ACTION = 7, "you move with an Action"
    """Its owner uses an Action card to move; given on arrival."""
    ZOOM = 8, "you move with a Zoom"
    """Its owner moves with a Zoom, printed or by token; given on arrival."""
    STROLL = 9, "you move exactly one step"
    """Its owner stops at the next Booth downstream, or upstream by a move that may go against the current."""
    MEETING = 10, "you stop where another pawn is"
    """Its owner stops where another pawn is; given on arrival."""
    YIELD = 11, "a Booth's planks give you at least one {resource}"
    """A plank gives its owner at least one of the ability's resource; once an activation."""
    PASSED = 12, "another pawn passes a Booth of yours"
    """Another seat's pawn passes a Booth of its owner: for each Booth, on the way that a move by a number takes."""


class Power(Word):
    """The lasting ability of a Helper (M96), with the keys that it needs in a file. It works for its owner only."""

    REACH = 0, "your cards lead {steps} further", "number"
    """A card's Step value is ``number`` higher."""
    BACK = 1, "you may move up to {steps} against the current instead", "number"
    """Moving with a number, up to ``number`` steps against the current are allowed instead."""
    ZOOM = 2, "{cards} count as Zoom when you move with them", "cards"
    """Cards of ``group`` used to move count as Zoom."""
    DISCOUNT = 3, "{cards} cost you {amounts} less", "cards", "less"
    """Cards of ``group`` cost ``bundle`` less, no part below zero."""
    WHEN = 4, "gain {amounts} when {occasion}", "when", "gain"
    """On ``trigger`` its owner gains ``bundle``; YIELD looks for ``resource``."""
    HAND = 5, "your hand limit is {number} higher", "number"
    """The hand limit is ``number`` higher (M103)."""
    TIMES = 6, "planks marked 2x or more may be done {again} more", "number"
    """A plank that may be done several times may be done ``number`` times more."""
    BOTH = 7, "where others choose one plank, you may do all"
    """Where one plank has to be chosen, each may be done."""
    BONUS_AGAIN = 8, "each Owner bonus that you gain, you gain {again} more", "number"
    """An Owner bonus its owner receives is given ``number`` times more."""
    SHARED_BONUS = 9, "at another player's Booth you gain the Owner bonus too, once"
    """Activating another player's Booth, its owner gains the Owner bonus too, once whatever else they hired."""
    BONUS_TOO = 10, "at another player's Booth you gain the Owner bonus too, as if it were yours"
    """The same, and what makes their Owner bonuses come again makes this one come again."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The keys that a file has to give with it, and no others."""
        return self.further


class Group(Word):
    """Which cards a discount or a Zoom is about."""

    ALL = 0, "cards"
    """Every card."""
    BOOTHS = 1, "Booths"
    """Booths, Events included."""
    EVENTS = 2, "Events"
    """Events only."""
    HELPERS = 3, "Helpers"
    """Helpers."""
    ACTIONS = 4, "Actions"
    """Actions."""
