"""The one-line notation of moves: writing it, and taking it apart.

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
| build at an end of the river: what is paid | ``dawn-catch(tt$)@top-left`` |
| hire a Helper | ``hire wood-duck(ll$)`` |
| an opening hand | ``keep``, ``redraw`` |
| pass | ``pass`` |

Reading is kinder than writing: case does not matter, and what only one legal move can mean may be left out: the ends
of the words of an id (``hag>sw-m``), the Booth (``haggle>``), all or part of what is spent and gained
(``swap-meet:1``, ``1(v)``, ``1(=t)``), how often (``1*`` is any number of times), what is paid, the word ``hire``, the
end spot, which may also be ``tl``, ``tr``, ``bl`` or ``br`` (``dawn@tr``). Effects in an order that comes to the same
as a listed one mean the listed one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ...core.errors import MalformedMoveError
from ..printed.effects import Bundle

if TYPE_CHECKING:
    from .moves import Build, Done, Hire, Move, Time

RESOURCE_LETTERS = "vfctl$"
"""One letter a resource, in the order of :class:`~rivertable.market.printed.effects.Resource`."""

END_CODES = {"tl": "top-left", "tr": "top-right", "bl": "bottom-left", "br": "bottom-right"}


def letters(amounts: Sequence[int]) -> str:
    """Write amounts as letters, one for each: ``vvt``."""
    return "".join(letter * amount for letter, amount in zip(RESOURCE_LETTERS, amounts, strict=True))


def write_move(move: Move) -> str:
    """Write a move along the river."""
    start = f"{move.card}{'>>' if move.has_token else '>'}{move.booth}"
    return start + (":" + ",".join(map(_write_effect, move.effects)) if move.effects else "")


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


def write_build(move: Build) -> str:
    """Write the building of a Booth."""
    return f"{_write_paid(move)}@{move.end}"


def write_hire(move: Hire) -> str:
    """Write the hiring of a Helper."""
    return f"hire {_write_paid(move)}"


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
_EFFECT = re.compile(r"(?P<bang>!?)\s*(?P<number>[1-9])\s*(?:\((?P<times>[^()]*)\))?\s*(?P<count>x\s*[1-9]|\*)?")


def read(text: str) -> Pattern:
    """Take a notation apart.

    Raises:
        MalformedMoveError: the text says no move.
    """
    plain = text.strip().lower()
    if plain in ("keep", "redraw", "pass"):
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
    plain = text.replace(" ", "")
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
