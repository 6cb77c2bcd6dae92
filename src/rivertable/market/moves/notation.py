"""Moves as types, and their one-line notation: writing it, and taking it apart.

Cards are written by their ids. Resources are letters, one for each: ``v`` veggie, ``f`` fish, ``c`` cloth, ``t`` tool,
``l`` lily, ``$`` coin. Planks and the alternatives of an Action are counted from 1 as they stand on the card.

| move | notation |
|---|---|
| move to a Booth and do nothing there | ``haggle>swap-meet`` |
| move with the Zoom token | ``haggle>>swap-meet`` |
| do a plank: spent ``=`` gained | ``haggle>hardware-store:2(v=ttt)`` |
| place a house in a star space | ``haggle>roof-raising:1`` |
| do one plank, then another twice | ``haggle>pond-florist:1(v=lll),2(lll=$)x2`` |
| several times, not alike | ``haggle>swap-meet:1(v=ft;c=tl)`` |
| a further card is spent | ``haggle>message-stump:2(#forage=v)`` |
| the Action's effect first, its second alternative | ``forage>dawn-catch:!2(=f),1(=ff)`` |
| the Action's effect last | ``forage>dawn-catch:1(=ff),!2(=f)`` |
| the pawn sails on, a plank of the next Booth | ``haggle>ferry-steps:1,1(=ff)`` |
| build at an end of the river: what is paid | ``dawn-catch(tt$)@top-left`` |
| hire a Helper | ``hire wood-duck(ll$)`` |
| an opening hand | ``keep``, ``redraw`` |
| pass | ``pass`` |

Reading is kinder than writing: case does not matter, ``3$`` is ``$$$``, and what only one legal move can mean may be
left out: the ends of the words of an id (``hag>sw-m``), the Booth (``haggle>``), all or part of what is spent and
gained (``swap-meet:1``, ``1(v)``, ``1(=t)``), how often (``1*`` is any number of times), what is paid, the word
``hire``, the end spot, which may also be ``tl``, ``tr``, ``bl`` or ``br`` (``dawn@tr``). Effects, and further cards
that are spent, in an order that comes to the same as a listed one mean the listed one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from ...core.errors import MalformedMoveError
from ..printed.deck import Card
from ..printed.effects import NOTHING, RESOURCE_LETTERS, Bundle

ShortName = Literal["keep", "redraw", "pass"]
"""What the moves that are one word are called."""


@dataclass(frozen=True, slots=True)
class Time:
    """One time that an effect is done: resources spent and gained, and ids of further cards spent, sorted."""

    spent: Bundle = NOTHING
    gained: Bundle = NOTHING
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """An effect that is done: a plank of the Booth, or one alternative of the Action (M51, M69).

    Attributes:
        number: which plank or alternative, from 1.
        times: each time that it is done, in order (M54, M55).
        is_action: whether it is the Action's.
        has_house: whether a house is placed in a star space (M85).
        booth: the Booth of the plank where it is not the one that the pawn stopped at: the pawn sailed on to it.
    """

    number: int
    times: tuple[Time, ...]
    is_action: bool = False
    has_house: bool = False
    booth: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """Discard a card, move along the river and do effects where the pawn stops (M36-M72).

    Attributes:
        card: the card discarded.
        booth: the Booth where the pawn stops.
        effects: what is done there, in order; the Action's effect is the first or the last of what is done at a Booth
            (M70).
        has_token: whether the Zoom token is spent (M117).
    """

    card: str
    booth: str
    effects: tuple[Done, ...] = ()
    has_token: bool = False

    @property
    def planks(self) -> tuple[Done, ...]:
        """The planks done, in order."""
        return tuple(effect for effect in self.effects if not effect.is_action)

    @property
    def action(self) -> Done | None:
        """The Action's effect, where it is done."""
        return next((effect for effect in self.effects if effect.is_action), None)

    @property
    def planks_before_action(self) -> int:
        """How many planks are done before the Action's effect."""
        return next((place for place, effect in enumerate(self.effects) if effect.is_action), 0)

    def __str__(self) -> str:
        start = f"{self.card}{'>>' if self.has_token else '>'}{self.booth}"
        return start + (":" + ",".join(map(_write_effect, self.effects)) if self.effects else "")


@dataclass(frozen=True, slots=True)
class Build:
    """Build a Booth at an end of the river (M73-M77): what is paid, and ids of further cards spent, sorted."""

    card: str
    end: str
    paid: Bundle = NOTHING
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{_write_paid(self)}@{self.end}"


@dataclass(frozen=True, slots=True)
class Hire:
    """Hire a Helper (M94, M95): what is paid, and ids of further cards spent, sorted."""

    card: str
    paid: Bundle = NOTHING
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"hire {_write_paid(self)}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the opening hand (M29)."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Redraw:
    """Discard an opening hand without a Booth and draw a new one (M29, R2)."""

    def __str__(self) -> str:
        return "redraw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because there is no card in hand (R12)."""

    def __str__(self) -> str:
        return "pass"


MarketMove = Move | Build | Hire | Keep | Redraw | Pass
"""A whole turn, or an answer about an opening hand."""
SHORT_MOVES: Mapping[str, MarketMove] = {"keep": Keep(), "redraw": Redraw(), "pass": Pass()}
"""The moves that are one word, by it."""


def letters(amounts: Sequence[int]) -> str:
    """Write amounts as letters, one for each: ``vvt``."""
    return "".join(letter * amount for letter, amount in zip(RESOURCE_LETTERS, amounts, strict=True))


def _write_effect(effect: Done) -> str:
    start = f"{'!' if effect.is_action else ''}{effect.number}"
    times = [_write_time(time) for time in effect.times]
    if len(set(times)) > 1:
        return f"{start}({';'.join(times)})"
    return start + (f"({times[0]})" if times[0] != "=" else "") + (f"x{len(times)}" if len(times) > 1 else "")


def _write_time(time: Time) -> str:
    return f"{_write_payment(time.spent, time.cards)}={letters(time.gained)}"


def _write_payment(amounts: Bundle, cards: tuple[str, ...]) -> str:
    return letters(amounts) + "".join(f"#{card}" for card in cards)


def _write_paid(move: Build | Hire) -> str:
    paid = _write_payment(move.paid, move.cards)
    return move.card + (f"({paid})" if paid else "")


# Reading.

END_CODES = {"tl": "top-left", "tr": "top-right", "bl": "bottom-left", "br": "bottom-right"}


@dataclass(frozen=True, slots=True)
class TimePattern:
    """What a text says of one time of an effect; None where it says nothing."""

    spent: Bundle | None = None
    gained: Bundle | None = None
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class EffectPattern:
    """What a text says of an effect: its number from 1, how often (None: any number of times), and each time."""

    number: int
    is_action: bool
    count: int | None
    times: tuple[TimePattern, ...]

    def time(self, place: int) -> TimePattern:
        """Return what is said of the time at a place, from 0."""
        if not self.times:
            return TimePattern()
        return self.times[place if len(self.times) > 1 else 0]


@dataclass(frozen=True, slots=True)
class MovePattern:
    """What a text says of a move along the river; an empty Booth is any."""

    card: str
    booth: str
    has_token: bool
    effects: tuple[EffectPattern, ...]


@dataclass(frozen=True, slots=True)
class PlayPattern:
    """What a text says of building or hiring; ``word`` is ``hire`` where the text says so."""

    word: str | None
    card: str
    end: str | None
    paid: TimePattern


@dataclass(frozen=True, slots=True)
class ShortPattern:
    """A text of one word: keep, redraw or pass."""

    word: str


Pattern = MovePattern | PlayPattern | ShortPattern

_ID = r"[a-z0-9-]"
_PAID = r"\((?P<paid>[^()]*)\)"
_MOVE = re.compile(rf"(?P<card>{_ID}+)\s*(?P<arrow>>>?)\s*(?P<booth>{_ID}*)\s*(?::\s*(?P<effects>.*))?")
_PLAY = re.compile(rf"(?:(?P<word>hire|build)\s+)?(?P<card>{_ID}+)\s*(?:{_PAID})?\s*(?:@\s*(?P<end>[a-z-]+))?")
_COUNTED = re.compile(rf"(?P<count>[1-9][0-9]?)(?P<letter>[{re.escape(RESOURCE_LETTERS)}])")
_EFFECT = re.compile(r"(?P<bang>!?)\s*(?P<number>[1-9])\s*(?:\((?P<times>[^()]*)\))?\s*(?P<count>x\s*[1-9]|\*)?")


def read(text: str) -> Pattern:
    """Take a notation apart.

    Raises:
        MalformedMoveError: the text says no move.
    """
    plain = text.strip().lower()
    if plain in SHORT_MOVES:
        return ShortPattern(plain)
    if match := _MOVE.fullmatch(plain):
        return MovePattern(match["card"], match["booth"], match["arrow"] == ">>", _read_effects(match["effects"]))
    if match := _PLAY.fullmatch(plain):
        paid = TimePattern() if match["paid"] is None else _read_time(match["paid"] + "=")
        return PlayPattern(match["word"], match["card"], _read_end(match["end"]), paid)
    raise MalformedMoveError(
        "{text} is not a move. Moves look like forage>swap-meet:1, dawn-catch@top-left, hire wood-duck, keep or pass.",
        text=repr(text.strip()),
    )


def _read_end(text: str | None) -> str | None:
    end = END_CODES.get(text or "", text)
    if end is not None and end not in END_CODES.values():
        raise MalformedMoveError(
            "{text} is no end of the river: there are {ends:list}.", text=repr(text), ends=list(END_CODES.values())
        )
    return end


def _read_effects(text: str | None) -> tuple[EffectPattern, ...]:
    if text is None:
        return ()
    return tuple(_read_effect(part.strip()) for part in text.split(","))


def _read_effect(text: str) -> EffectPattern:
    match = _EFFECT.fullmatch(text)
    if match is None:
        raise MalformedMoveError(
            "{text} is no effect: write a plank's number, such as 1, 1(v=ft), 2x3 or !1.", text=repr(text)
        )
    times = tuple(_read_time(part) for part in match["times"].split(";")) if match["times"] is not None else ()
    count: int | None = len(times) or 1
    if match["count"]:
        if len(times) > 1:
            raise MalformedMoveError(
                "{text} lists {count} times and a number of times: say one of them.",
                text=repr(text),
                count=len(times),
            )
        count = None if match["count"] == "*" else int(match["count"][1:])
    return EffectPattern(int(match["number"]), bool(match["bang"]), count, times)


def _read_time(text: str) -> TimePattern:
    paid, sign, gained = text.partition("=")
    amounts, *cards = (part.strip() for part in paid.split("#"))
    return TimePattern(
        _read_letters(amounts) if amounts or cards else None,
        _read_letters(gained) if sign and gained.strip() else None,
        tuple(cards) if cards else None,
    )


def _read_letters(text: str) -> Bundle:
    plain = _COUNTED.sub(lambda found: found["letter"] * int(found["count"]), text.replace(" ", ""))
    if unknown := sorted(set(plain) - set(RESOURCE_LETTERS)):
        raise MalformedMoveError(
            "{letter} is no resource: the letters are {letters}.",
            letter=repr(unknown[0]),
            letters=" ".join(RESOURCE_LETTERS),
        )
    return cast("Bundle", tuple(plain.count(letter) for letter in RESOURCE_LETTERS))


def is_short_for(text: str, card_id: str) -> bool:
    """Return whether a text is an id with the ends of its words, or its last words, left out."""
    words, parts = card_id.split("-"), text.split("-")
    return len(parts) <= len(words) and all(map(str.startswith, words, parts))


def meant_by(text: str, cards: Iterable[Card]) -> list[Card]:
    """Return the cards, of those given, that a text can mean: the one of this id, or all that it is short for."""
    fitting = [card for card in cards if is_short_for(text, card.id)]
    return [card for card in fitting if card.id == text] or fitting
