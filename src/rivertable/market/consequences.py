"""What a turn brings beside what its move says: Owner bonuses, gifts of Helpers, pawns that others move, the end.

No rule is told twice. The kernel takes each decision as the cards are, and once more without the one thing that is
asked about: what differs is what that thing gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias, cast

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from ..core.documents import exact
from ..core.states import copied
from ..core.wording import in_words, number_word
from .board import MarketBoard, members
from .kernel import take, walk
from .kernel.state import Decision
from .printed.deck import CardId
from .printed.effects import Amounts, Bundle, Deed, amounts_text, read_amounts, write_amounts

States = np.ndarray[Any, Any]
SeatNumber = Annotated[int, Field(ge=0, le=4)]


@exact
class GivenDocument(TypedDict):
    """A seat gains something from a card.

    It is the Owner bonus of a Booth, as its owner (M61) or beside the owner, or the gift of a Helper that looks for an
    occasion (M96): a toll for passing is one (U11).
    """

    type: Literal["owner-bonus", "shared-bonus", "helper"]
    seat: SeatNumber
    card: CardId
    amounts: Amounts


@exact
class CollectedDocument(TypedDict):
    """The seat on turn gains the Owner bonuses of its own Booths (U4): all of them together."""

    type: Literal["collected"]
    amounts: Amounts


@exact
class CalledDocument(TypedDict):
    """These seats' pawns are called from a Booth to the one where the pawn on turn is (U3)."""

    type: Literal["called"]
    seats: list[SeatNumber]
    booth: CardId


@exact
class SailedDocument(TypedDict):
    """The pawn on turn sails on to a Booth (U6)."""

    type: Literal["sailed-on"]
    booth: CardId


@exact
class EndTriggeredDocument(TypedDict):
    """The seat on turn has placed its last house (M110): all get a Zoom token (M113), and so many turns are left."""

    type: Literal["end-triggered"]
    turns: Annotated[int, Field(ge=1, le=14)]


AnyConsequence: TypeAlias = GivenDocument | CollectedDocument | CalledDocument | SailedDocument | EndTriggeredDocument
ConsequenceDocument = Annotated[AnyConsequence, Field(discriminator="type")]


def list_consequences(position: MarketBoard, decisions: Sequence[int]) -> list[AnyConsequence]:
    """Return what a turn's decisions bring beside what the move says, in the order in which it happens.

    ``position`` is one on which the hand of the seat on turn is known. All that is told lies open to everybody.
    """
    found: list[AnyConsequence] = []
    terms = position.terms.array
    lessened = _lessened(terms.tobytes(), terms.dtype)
    for decision, states in walk(position.states, terms, decisions):
        after = _taken(states, terms, decision)
        pawns, now = _pawns(states), _pawns(after)
        mover = int(states[0].seat)
        found += _called(position, mover, pawns, now)
        if _resources(after) != _resources(_taken(states, lessened[0], decision)):
            found += _given(position, states, after, decision, lessened)
        if not Decision.STOP <= decision < Decision.DO and pawns[mover] != now[mover]:
            found.append({"type": "sailed-on", "booth": position.cards[now[mover]].id})
        if after[0].end_seat != states[0].end_seat:
            found.append({"type": "end-triggered", "turns": int(after[0].turns_left)})
    return found


def _taken(states: States, terms: States, decision: int) -> States:
    after = copied(states)
    take(after, 0, terms, decision)
    return after


def _resources(states: States) -> bytes:
    """Return what all seats have, to see whether it is the same in two states."""
    amounts: bytes = states["resource"].tobytes()
    return amounts


def _pawns(states: States) -> list[int]:
    """Return the card under each seat's pawn; its place changes where a Booth is built before it."""
    state = states[0]
    river = state.river.tolist()
    return [river[place] for place in state.pawn[: state.players].tolist()]


def _called(board: MarketBoard, mover: int, before: list[int], after: list[int]) -> Iterator[AnyConsequence]:
    seats = [seat for seat, (was, now) in enumerate(zip(before, after, strict=True)) if was != now and seat != mover]
    if seats:
        yield {"type": "called", "seats": seats, "booth": board.cards[before[seats[0]]].id}


def _given(
    board: MarketBoard, states: States, after: States, decision: int, lessened: tuple[States, States, States]
) -> Iterator[AnyConsequence]:
    _, without_bonus, without_collecting = lessened
    mover = int(states[0].seat)
    by_bonus = _amounts_of(after, _taken(states, without_bonus, decision))
    collected = _amounts_of(after, _taken(states, without_collecting, decision))[mover]
    if collected.any():
        yield {"type": "collected", "amounts": _write(collected)}
    by_bonus[mover] -= collected
    visited = board.cards[_pawns(states)[mover]].id
    for seat in sorted(range(board.players), key=lambda seat: seat == mover):
        if by_bonus[seat].any():
            kind: Any = "shared-bonus" if seat == mover else "owner-bonus"
            yield {"type": kind, "seat": seat, "card": visited, "amounts": _write(by_bonus[seat])}
    yield from _gifts(board, states, after, decision)


def _gifts(board: MarketBoard, states: States, after: States, decision: int) -> Iterator[AnyConsequence]:
    """Yield what Helpers give that look for an occasion."""
    terms = board.terms.array
    occasions = int(np.bitwise_or.reduce(terms[0].trigger))
    for seat in range(board.players):
        for number in members(int(states[0].helpers[seat]) & occasions):
            without = terms.copy()
            without[0].trigger[:] &= ~(1 << number)
            gift = _amounts_of(after, _taken(states, without, decision))[seat]
            if gift.any():
                yield {"type": "helper", "seat": seat, "card": board.cards[number].id, "amounts": _write(gift)}


@lru_cache(maxsize=32)
def _lessened(terms: bytes, kind: np.dtype[Any]) -> tuple[States, States, States]:
    """Return terms without bonuses and gifts, without Owner bonuses, and without collecting them."""
    whole = np.frombuffer(terms, dtype=kind)
    bare, without_bonus, without_collecting = whole.copy(), whole.copy(), whole.copy()
    bare["trigger"] = 0
    for record in (bare, without_bonus):
        record["card"]["bonus"] = 0
    deeds = without_collecting["card"]["effect"]["deed"]
    deeds[deeds == Deed.COLLECT] = Deed.NOTHING
    return bare, without_bonus, without_collecting


def _amounts_of(after: States, without: States) -> np.ndarray[Any, Any]:
    """Return what every seat has more in one state than in the other."""
    more: np.ndarray[Any, Any] = after[0].resource.astype(int) - without[0].resource
    return more


def _write(amounts: np.ndarray[Any, Any]) -> dict[str, int]:
    return write_amounts(cast("Bundle", tuple(amounts.tolist())))


# In words.


def describe_consequences(position: MarketBoard, decisions: Sequence[int], names: Sequence[str]) -> str:
    """Say what a turn's decisions bring beside what the move says, a sentence each; "" if nothing."""
    return " ".join(_sentence(position, one, names) for one in list_consequences(position, decisions))


def _sentence(board: MarketBoard, one: AnyConsequence, names: Sequence[str]) -> str:
    if one["type"] == "called":
        who = in_words(names[seat] for seat in one["seats"])
        return f"Called here from {board.components.deck.card(one['booth']).name}: {who}."
    if one["type"] == "sailed-on":
        return f"Sailed on to {board.components.deck.card(one['booth']).name}."
    if one["type"] == "end-triggered":
        left = f"{number_word(one['turns'])} turns are left"
        return f"The last house is placed, so the end begins: everyone gets a Zoom token, and {left}."
    amounts = amounts_text(read_amounts(one["amounts"]))
    if one["type"] == "collected":
        return f"Owner bonuses collected: {amounts}."
    card = board.components.deck.card(one["card"]).name
    gift = {
        "owner-bonus": f"{amounts}, the Owner bonus of {card}",
        "shared-bonus": f"{amounts}, the Owner bonus of {card} too",
        "helper": f"{amounts} from {card}",
    }[one["type"]]
    name = names[one["seat"]]
    return f"{name[:1].upper()}{name[1:]}: {gift}."
