"""The types of a deck: what a card gives, costs, scores and does, the cards, and the numbers that bound them.

Pydantic reads and writes the tables of a deck file (``docs/deck.md``) by these classes. What a table cannot say is
refused here, in the words of the sentence that a person reads. Everything is a frozen value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Final

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    GetPydanticSchema,
)
from pydantic_core import PydanticCustomError, core_schema

from ...core.errors import DataError
from .effects import (
    NOTHING,
    Bundle,
    Choice,
    Count,
    Deed,
    Group,
    Mode,
    Power,
    Resource,
    Timing,
    Trigger,
    Word,
    listed,
    worded,
    write_amounts,
)

STARTING_BOOTHS: Final = 4
"""Starting Booth cards in a deck file (M1)."""
DECK_CARDS: Final = 56
"""Cards that are shuffled into the deck (M2)."""
CARDS: Final = STARTING_BOOTHS + DECK_CARDS
START_COINS: Final = 4
"""Coins with which every player begins (M23)."""
HAND_LIMIT: Final = 4
"""Cards in a hand (M103)."""
PAWNS_START: Final = "swap-meet"
"""The id of the Starting Booth on which every pawn begins (M26)."""
ZOOM: Final = 0
"""The Step value that stands for Zoom (M45)."""
STEP_AT_MOST: Final = 9
PLANKS_AT_MOST: Final = 4
TIMES_AT_MOST: Final = 8
SCORINGS_AT_MOST: Final = 2
STORES_AT_MOST: Final = 12
"""The most storing cards of a deck, so that the best assignment is always found at once (R11)."""


class DeckError(DataError):
    """A deck file with faults; ``faults`` holds one sentence each."""

    code = "bad-deck"


class CardKind(Word):
    """What a card is."""

    STARTING = 0, "Starting Booth"
    BOOTH = 1, "Booth"
    EVENT = 2, "Event"
    HELPER = 3, "Helper"
    ACTION = 4, "Action"


class Source(Enum):
    """Where a field of a card comes from."""

    PRINTED = "printed"
    """The card's owner reads it from the card, or the rulebook says it."""
    INFERRED = "inferred"
    """Deduced from what the rulebook says."""
    INVENTED = "invented"
    """Made up by this project."""


FIELDS_OF: Final[Mapping[CardKind, tuple[str, ...]]] = {
    CardKind.STARTING: ("name", "kind", "planks", "plank", "score", "store"),
    CardKind.BOOTH: (
        "name", "kind", "step", "against", "cost", "points", "owner_bonus", "bonus_per_pawn", "mirror", "planks",
        "plank", "score", "store",
    ),
    CardKind.EVENT: (
        "name", "kind", "step", "against", "cost", "points", "owner_bonus", "bonus_per_pawn", "planks", "plank",
        "score", "store", "stars", "attending",
    ),
    CardKind.HELPER: ("name", "kind", "step", "against", "cost", "points", "ability", "score", "store"),
    CardKind.ACTION: ("name", "kind", "step", "against", "timing", "effect"),
}  # fmt: skip
"""The fields that a card of each kind may have in a deck file."""


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds."""

    low: int
    high: int

    def __get_pydantic_core_schema__(self, *_: object) -> core_schema.CoreSchema:
        number = core_schema.int_schema(ge=self.low, le=self.high, strict=True)
        return worded(number, f"has to be a whole number from {self.low} to {self.high}")


def _fault(words: str, *, is_around: bool = False) -> PydanticCustomError:
    """Return the fault of a table, or of the one around it; what the table is called comes before the words."""
    return PydanticCustomError("fault-around" if is_around else "fault", "{words}", {"words": words})


def _key(name: str) -> str:
    """Return the key by which a file names a field."""
    return {"is_attending": "attend"}.get(name, name.removeprefix("is_"))


class Table:
    """A table of a deck file. Keys that the context of a validation names are unknown in it."""

    __slots__ = ()
    __pydantic_config__: ClassVar = ConfigDict(extra="forbid", alias_generator=_key)
    noun: ClassVar = "a table"
    names: ClassVar = "has the unknown key"

    @classmethod
    def __get_pydantic_core_schema__(cls, _: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        schema = handler(cls)
        made: Any = handler.resolve_ref_schema(schema)
        if made["schema"]["type"] != "function-before":
            made["schema"] = core_schema.with_info_before_validator_function(cls._with_known_keys, made["schema"])
        return schema

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        found = handler(schema)
        # What has its default is left out, and not written.
        for each in handler.resolve_ref_schema(found)["properties"].values():
            each.pop("default", None)
        return found

    @classmethod
    def _with_known_keys(cls, value: object, info: core_schema.ValidationInfo) -> object:
        if not isinstance(value, Mapping):
            raise _fault(f"has to be {cls.noun}")
        known = [key for each in fields(cls) if (key := _key(each.name)) not in (info.context or ())]  # type: ignore[arg-type]
        unknown = [key for key in value if key not in known]
        if unknown:
            raise _fault(f"{cls.names} “{unknown[0]}”; known are {listed(known)}")
        return value


def _given(kind: object) -> GetPydanticSchema:
    """Say what a field holds where it is not left out: None cannot be written."""
    return GetPydanticSchema(lambda _, handler: handler(kind))


_TRUTH = worded(core_schema.bool_schema(strict=True), "has to be true or false")
Truth = Annotated[bool, GetPydanticSchema(lambda *_: _TRUTH)]
_FURTHER = {deed.word: deed for deed in Deed if deed > Deed.ATTEND}
Further = Annotated[Deed, GetPydanticSchema(lambda *_: Deed.schema_of(_FURTHER))]
"""What an effect does besides; attending has a key of its own."""
Amount = Annotated[int, Whole(1, 20)]
Chosen = Annotated[int, Whole(1, 4)]
Points = Annotated[int, Whole(1, 30)]


@dataclass(frozen=True, slots=True)
class AmountsTable(Table):
    """Amounts of resources."""

    noun: ClassVar = "a table of amounts"
    names: ClassVar = "names the unknown resource"

    veggie: Amount = 0
    fish: Amount = 0
    cloth: Amount = 0
    tool: Amount = 0
    lily: Amount = 0
    coin: Amount = 0

    @property
    def fixed(self) -> Bundle:
        """The amounts as a bundle."""
        return (self.veggie, self.fish, self.cloth, self.tool, self.lily, self.coin)


def _bundle(_: object, handler: Callable[[object], core_schema.CoreSchema]) -> core_schema.CoreSchema:
    return core_schema.no_info_after_validator_function(
        attrgetter("fixed"),
        handler(AmountsTable),
        serialization=core_schema.plain_serializer_function_ser_schema(write_amounts),
    )


def _filled(bundle: Bundle) -> Bundle:
    if bundle == NOTHING:
        raise _fault("is empty")
    return bundle


BundleTable = Annotated[Bundle, GetPydanticSchema(_bundle)]
"""A bundle that a file writes as a table of amounts."""
Lot = Annotated[BundleTable, AfterValidator(_filled)]
"""The same, with at least one resource."""


@dataclass(frozen=True, slots=True)
class StoredLot(AmountsTable):
    """A lot to be stored: the amounts of resources, or ``any`` Goods alike or not."""

    any: Chosen = 0

    def __post_init__(self) -> None:
        if (self.fixed == NOTHING) == (self.any == 0):
            raise _fault("has to name either resources or “any” Goods")


@dataclass(frozen=True, slots=True)
class Gain(AmountsTable):
    """What doing an effect once gives (M57), or what building and hiring cost (M75, M95).

    ``fixed`` is as printed; besides, ``number`` Goods that look like ``choice``, picked by the player.
    """

    any: Chosen = 0
    matching: Chosen = 0
    different: Chosen = 0

    def __post_init__(self) -> None:
        named = [word for word in ("any", "matching", "different") if getattr(self, word)]
        if len(named) > 1:
            raise _fault(f"has more than one of {listed(named)}")

    @property
    def choice(self) -> Choice:
        """How the Goods of the player's choice have to look."""
        if self.any:
            return Choice.ANY
        if self.matching:
            return Choice.MATCHING
        return Choice.DIFFERENT if self.different else Choice.NONE

    @property
    def number(self) -> int:
        """How many Goods the player chooses."""
        return self.any or self.matching or self.different

    @property
    def is_nothing(self) -> bool:
        """True if nothing at all is gained or paid."""
        return not (any(self.fixed) or self.number)


@dataclass(frozen=True, slots=True)
class Spend(Gain):
    """What doing an effect once costs (M53): ``card`` further cards from the hand too, which are discarded."""

    card: Chosen = 0

    @property
    def is_nothing(self) -> bool:
        """True if nothing at all is paid."""
        return not (any(self.fixed) or self.number or self.card)


def _paid(spend: Spend) -> Spend:
    if spend.is_nothing:
        raise _fault("is paid with nothing; leave “spend” out where it is free", is_around=True)
    return spend


@dataclass(frozen=True, slots=True)
class Effect(Table):
    """One plank of a Booth, or one alternative of an Action.

    It may be done up to ``times`` times (M54, M55). The fixed amounts gained are multiplied by the count ``for_each``.
    With ``is_attending`` it also places one of the player's houses in a star space of the Event (M85); ``also`` names
    another deed. Either is done once.
    """

    spend: Annotated[Spend, AfterValidator(_paid)] = Spend()
    gain: Gain = Gain()
    for_each: Count = Count.ONE
    times: Annotated[int, Whole(1, TIMES_AT_MOST)] = 1
    is_attending: Truth = False
    also: Further = Deed.NOTHING

    def __post_init__(self) -> None:
        if self.is_attending and self.also:
            raise _fault("has “also” beside “attend”")
        if self.gain.is_nothing and not self.deed:
            raise _fault("gives nothing")
        if self.times > 1 and (self.is_free or self.deed):
            raise _fault(f"may be done {self.times} times, which only an effect that is paid for can be")
        if self.for_each is not Count.ONE and self.gain.is_nothing:
            raise _fault("has “for_each” without “gain”")
        if self.for_each is not Count.ONE and self.gain.number:
            raise _fault("has “for_each” beside Goods of choice; it multiplies named resources only")

    @property
    def deed(self) -> Deed:
        """What it does besides what is paid and gained."""
        return Deed.ATTEND if self.is_attending else self.also

    @property
    def is_free(self) -> bool:
        """True for a brown plank, which costs nothing (M52); a house in a star space is not a payment."""
        return self.spend.is_nothing


@dataclass(frozen=True, slots=True)
class Scoring(Table):
    """Points at the end: ``points`` for every full measure, the remainder ignored, ``limit`` points at most.

    A measure is the bundle ``lot`` of resources the seat has, wherever they lie (M131), or ``per`` of the count ``of``.
    A limit of 0 means there is none. A contest (of an Event, for those who attend it) gives the points once, to all who
    have the most full measures among those who attend, if that is at least one.
    """

    points: Points
    lot: Lot = NOTHING
    of: Annotated[Count | None, _given(Count)] = None
    per: Amount = 1
    limit: Points = 0
    is_contest: Truth = False

    def __post_init__(self) -> None:
        if self.is_contest and self.limit:
            raise _fault("has “limit” beside “contest”; a contest gives its points once")
        if (self.lot == NOTHING) == (self.of is None):
            raise _fault("needs either “lot” or “of”")
        if self.of is None and self.per != 1:
            raise _fault("has “per” beside “lot”; the amounts of the lot say it already")


@dataclass(frozen=True, slots=True)
class Storing(Table):
    """Points for resources stored on the card (M98): ``points`` for every full lot, up to ``lots`` of them."""

    points: Points
    lot: StoredLot
    lots: Amount


@dataclass(frozen=True, slots=True)
class Ability(Table):
    """A Helper's power with what it needs, and nothing else."""

    power: Power
    number: Annotated[int, Whole(1, STEP_AT_MOST)] = 0
    cards: Annotated[Group | None, _given(Group)] = None
    less: Lot = NOTHING
    when: Annotated[Trigger | None, _given(Trigger)] = None
    gain: Lot = NOTHING
    resource: Annotated[Resource | None, _given(Resource)] = None

    def __post_init__(self) -> None:
        needed = self.power.needs + ("resource",) * (self.when is Trigger.YIELD)
        for each in fields(self)[1:]:
            is_given = getattr(self, each.name) is not each.default
            if is_given and each.name not in needed:
                raise _fault(f"has the unknown key “{each.name}”; known are {listed(('power', *needed))}")
            if each.name in needed and not is_given:
                raise _fault(f"lacks “{each.name}”")

    @property
    def bundle(self) -> Bundle:
        """What its owner gains, or pays less."""
        return self.less if self.power is Power.DISCOUNT else self.gain


def _step(*_: object) -> core_schema.CoreSchema:
    number = core_schema.int_schema(ge=1, le=STEP_AT_MOST, strict=True)
    zoom = core_schema.no_info_after_validator_function(lambda _: ZOOM, core_schema.literal_schema(["zoom"]))
    return core_schema.no_info_after_validator_function(
        int,
        worded(
            core_schema.union_schema([number, zoom]), f"has to be a whole number from 1 to {STEP_AT_MOST} or “zoom”"
        ),
        serialization=core_schema.plain_serializer_function_ser_schema(lambda step: step or "zoom"),
    )


def _several(at_most: int) -> BeforeValidator:
    """Take one table or a list of 1 to ``at_most`` tables."""

    def as_list(value: object) -> list[object]:
        found = value if isinstance(value, list) else [value]
        if not 1 <= len(found) <= at_most:
            raise _fault(f"has {len(found)} entries; 1 to {at_most} are possible")
        return found

    return BeforeValidator(as_list)


CardId = Annotated[str, Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
Scorings = Annotated[tuple[Scoring, ...], _several(SCORINGS_AT_MOST)]


@dataclass(frozen=True, slots=True)
class Card:
    """One card. What its kind does not have keeps its default.

    Attributes:
        id: the stable name by which records and decisions know the card.
        step: the Step value, or :data:`ZOOM`; of no meaning on a Starting Booth.
        cost: what building or hiring it costs (M75, M95).
        points: its printed value (M82, M97).
        owner_bonus: what its owner gains when another player activates it (M61).
        is_bonus_per_pawn: whether the Owner bonus is gained once for each pawn on the Booth.
        is_mirror: whether the Booth has the planks of the next Booth downstream that is no mirror, and none of its own.
        is_against: whether its Step value leads against the current.
        mode: whether all planks may be done or one is chosen (M56).
        planks: a Booth's planks; of an Action, the alternatives of its effect (M69).
        timing: when an Action's effect may be done (M70).
        stars: star spaces of an Event (M87).
        attending: what an Event scores for everyone attending it (M125).
        scorings: bonus points for its owner (M133, M138).
        store: what may be stored on it for points (M98).
        ability: a Helper's lasting ability (M96).
        sources: where each field that the card has comes from, by the file's name for it.
    """

    id: CardId
    name: Annotated[str, Field(pattern=r"\S")]
    kind: CardKind
    step: Annotated[int, GetPydanticSchema(_step)] = ZOOM
    cost: Gain = Gain()
    points: Annotated[int, Whole(0, 30)] = 0
    owner_bonus: BundleTable = NOTHING
    is_bonus_per_pawn: Annotated[Truth, Field(alias="bonus_per_pawn")] = False
    is_mirror: Annotated[Truth, Field(alias="mirror")] = False
    is_against: Annotated[Truth, Field(alias="against")] = False
    mode: Annotated[Mode, Field(alias="planks")] = Mode.ALL
    planks: Annotated[tuple[Effect, ...], _several(PLANKS_AT_MOST), Field(alias="plank")] = ()
    timing: Timing = Timing.EITHER
    stars: Annotated[int, Whole(1, 5)] = 0
    attending: Scorings = ()
    scorings: Annotated[Scorings, Field(alias="score")] = ()
    store: Annotated[Storing | None, _given(Storing)] = None
    ability: Annotated[Ability | None, _given(Ability)] = None
    sources: Annotated[Mapping[str, Source], Field(exclude=True)] = field(
        default_factory=dict, compare=False, hash=False
    )

    @property
    def is_booth(self) -> bool:
        """True for everything that can lie in the river: Starting Booths, Booths and Events (M84)."""
        return self.kind in (CardKind.STARTING, CardKind.BOOTH, CardKind.EVENT)

    @property
    def is_zoom(self) -> bool:
        """True if the card's Step value is Zoom."""
        return self.kind is not CardKind.STARTING and self.step == ZOOM


@dataclass(frozen=True)
class Deck:
    """A checked deck: the four Starting Booths first, then the 56 cards, each group in the file's order."""

    name: str
    cards: tuple[Card, ...]

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """The place of each card in :attr:`cards` by its id."""
        return {card.id: number for number, card in enumerate(self.cards)}

    def card(self, card_id: str) -> Card:
        """Return a card by its id.

        Raises:
            KeyError: there is none.
        """
        return self.cards[self.number_of[card_id]]

    def of_kind(self, kind: CardKind) -> tuple[Card, ...]:
        """Return all cards of one kind, in order."""
        return tuple(card for card in self.cards if card.kind is kind)
