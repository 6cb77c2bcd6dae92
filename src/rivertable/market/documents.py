"""The JSON of a record for this game: STATE, MOVE, chance and BREAKDOWN, as models and from and to positions.

Cards are named by their ids. A view writes ``?N`` for a hidden card that last went into the deck at reshuffle N.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..core.errors import MalformedMoveError, PositionError
from ..core.game import Terms
from ..core.record import faults_of
from .board import Booth, Breakdown, MarketBoard, ScoredCard, SeatBoard, members
from .consistency import check_state
from .kernel.state import BUILT, COIN, DECK_MASK, DRAWN, HIRED, MAIN, MULLIGAN, OVER, RIVER, STATE, new_states
from .kernel.turn.ending import clear_turn
from .moves.moves import Build, Done, Hire, Keep, MarketMove, Move, Pass, Redraw, Time, plus
from .printed.components import MarketComponents
from .printed.deck import STARTING_BOOTHS
from .printed.effects import NOTHING, Bundle
from .printed.words import RESOURCE_WORDS

RESOURCE_NAMES = tuple(RESOURCE_WORDS.values())
"""Resources as records write them, in order."""

CardId = Annotated[str, Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
HandCard = Annotated[str, Field(pattern="^([a-z0-9]+(-[a-z0-9]+)*|[?][0-9]+)$")]
SeatNumber = Annotated[int, Field(ge=0, le=4)]
ResourceName = Annotated[str, Field(pattern=f"^({'|'.join(RESOURCE_NAMES)})$")]
Amounts = Annotated[
    dict[ResourceName, Annotated[int, Field(ge=1, le=9999)]],
    # Without it a schema would allow other names too, which are refused.
    Field(json_schema_extra={"additionalProperties": False}),
]
Number = Annotated[int, Field(ge=0, le=32000)]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class BoothDocument(_Model):
    """A Booth in the river: its owner, where it has one, and houses in its star spaces by seat, on an Event."""

    card: CardId
    owner: SeatNumber | None = None
    houses: Annotated[list[Annotated[int, Field(ge=0, le=5)]], Field(min_length=2, max_length=5)] | None = None


class RiverDocument(_Model):
    """The river: two rows, each from left to right."""

    top: list[BoothDocument]
    bottom: list[BoothDocument]


class SeatStateDocument(_Model):
    """What lies before a seat; lists of cards have no order, amounts leave out what is zero."""

    hand: list[HandCard]
    resources: Amounts
    houses: Annotated[int, Field(ge=0, le=5)]
    helpers: list[CardId]
    zoom_token: bool
    pawn: CardId


class TurnStateDocument(_Model):
    """Whose turn it is, which (from 1; 0 while opening hands are kept or redrawn), and the phase of the game.

    ``end_seat`` has the Firefly, ``turns_left`` are still to come: both only once the end is triggered.
    """

    seat: SeatNumber
    first_seat: SeatNumber
    number: Number
    phase: Literal["mulligan", "play", "final", "over"]
    end_seat: SeatNumber | None = None
    turns_left: Annotated[int, Field(ge=0, le=10)] | None = None


class StateDocument(_Model):
    """STATE: a whole position between two turns.

    ``deck`` counts the cards by id; ``reshuffled`` lists what last went into the deck at each reshuffle from the first.
    """

    river: RiverDocument
    seats: Annotated[list[SeatStateDocument], Field(min_length=2, max_length=5)]
    deck: dict[HandCard, Annotated[int, Field(ge=1, le=56)]]
    discard: list[CardId]
    reshuffled: list[list[CardId]] = []
    turn: TurnStateDocument


class TimeDocument(_Model):
    """One time of an effect: what is spent and gained, further cards spent."""

    spent: Amounts = {}
    gained: Amounts = {}
    cards: list[CardId] = []


class PlankDocument(_Model):
    """A plank that is done, counted from 1; ``house``: one is placed in a star space."""

    plank: Annotated[int, Field(ge=1, le=4)]
    times: Annotated[list[TimeDocument], Field(min_length=1, max_length=8)]
    house: bool = False


class ActionDocument(_Model):
    """The Action's effect: which alternative, from 1, and before or after the planks, where there are any."""

    alternative: Annotated[int, Field(ge=1, le=4)]
    when: Literal["before", "after"] | None = None
    times: Annotated[list[TimeDocument], Field(min_length=1, max_length=8)]


class MoveAlongDocument(_Model):
    """MOVE: discard a card, move to a Booth, do effects there."""

    type: Literal["move"]
    card: CardId
    booth: CardId
    zoom_token: bool = False
    action: ActionDocument | None = None
    planks: list[PlankDocument] = []


class BuildDocument(_Model):
    """MOVE: build a Booth at an end of the river."""

    type: Literal["build"]
    card: CardId
    end: Literal["top-left", "top-right", "bottom-left", "bottom-right"]
    paid: Amounts = {}
    cards: list[CardId] = []


class HireDocument(_Model):
    """MOVE: hire a Helper."""

    type: Literal["hire"]
    card: CardId
    paid: Amounts = {}
    cards: list[CardId] = []


class ShortDocument(_Model):
    """MOVE: keep or redraw an opening hand, or pass with an empty hand."""

    type: Literal["keep", "redraw", "pass"]


MoveDocument = Annotated[MoveAlongDocument | BuildDocument | HireDocument | ShortDocument, Field(discriminator="type")]


class ChanceDocument(_Model):
    """The cards that the seat drew, in order; ``reshuffled_after`` so many of them the discard pile became the deck."""

    drawn: list[HandCard] | None = None
    reshuffled_after: Annotated[int, Field(ge=0)] | None = None


class ScoredCardDocument(_Model):
    """What a Booth or Helper scored: printed value, bonus, and lots stored with what was counted there."""

    card: CardId
    printed: int
    bonus: int = 0
    lots: int = 0
    stored: Amounts = {}
    stored_points: int = 0


class EventDocument(_Model):
    """An Event attended and its points."""

    card: CardId
    points: int


class LeftDocument(_Model):
    """What was not stored, and what it scored: by pairs of Coins or by batches of three different Goods."""

    resources: Amounts = {}
    points: int


class BreakdownDocument(_Model):
    """BREAKDOWN: the five categories in order (M122), item by item, and the total."""

    events: list[EventDocument]
    booths: list[ScoredCardDocument]
    helpers: list[ScoredCardDocument]
    coins: LeftDocument
    batches: LeftDocument
    categories: Annotated[list[int], Field(min_length=5, max_length=5)]
    total: int


_MOVE: TypeAdapter[MoveAlongDocument | BuildDocument | HireDocument | ShortDocument] = TypeAdapter(MoveDocument)
_SHORT: dict[str, MarketMove] = {"keep": Keep(), "redraw": Redraw(), "pass": Pass()}


def write_amounts(amounts: Bundle) -> dict[str, int]:
    """Return amounts as records write them: by name, without what is zero."""
    return {name: amount for name, amount in zip(RESOURCE_NAMES, amounts, strict=True) if amount}


def read_amounts(amounts: dict[str, int]) -> Bundle:
    """Return the six amounts of a table by name."""
    return cast("Bundle", tuple(amounts.get(name, 0) for name in RESOURCE_NAMES))


# Moves.


def _write_times(effect: Done) -> list[dict[str, Any]]:
    return [
        ({"spent": write_amounts(time.spent)} if any(time.spent) else {})
        | ({"gained": write_amounts(time.gained)} if any(time.gained) else {})
        | ({"cards": list(time.cards)} if time.cards else {})
        for time in effect.times
    ]


def write_move(move: MarketMove) -> dict[str, Any]:
    """Return a move as a record writes it."""
    if isinstance(move, Move):
        document: dict[str, Any] = {"type": "move", "card": move.card, "booth": move.booth}
        if move.has_token:
            document["zoom_token"] = True
        if action := move.action:
            when = {"when": "after" if move.is_action_last else "before"} if move.planks else {}
            document["action"] = {"alternative": action.number} | when | {"times": _write_times(action)}
        if move.planks:
            document["planks"] = [
                {"plank": effect.number, "times": _write_times(effect)} | ({"house": True} if effect.has_house else {})
                for effect in move.planks
            ]
        return document
    if isinstance(move, Build | Hire):
        document = {"type": "build", "card": move.card, "end": move.end} if isinstance(move, Build) else {}
        document = document or {"type": "hire", "card": move.card}
        paid = {"paid": write_amounts(move.paid)} if any(move.paid) else {}
        return document | paid | ({"cards": list(move.cards)} if move.cards else {})
    return {"type": str(move)}


def _read_times(times: Sequence[TimeDocument]) -> tuple[Time, ...]:
    return tuple(Time(read_amounts(time.spent), read_amounts(time.gained), tuple(sorted(time.cards))) for time in times)


def read_move(document: Any) -> MarketMove:
    """Read a move as a record writes it.

    Raises:
        MalformedMoveError: the document says no move.
    """
    try:
        model = document if isinstance(document, BaseModel) else _MOVE.validate_python(document)
    except ValidationError as error:
        raise MalformedMoveError("{fault}", fault=faults_of(error, "the move")[0]) from error
    if isinstance(model, MoveAlongDocument):
        effects = tuple(Done(plank.plank, _read_times(plank.times), False, plank.house) for plank in model.planks)
        if model.action is not None:
            action = (Done(model.action.alternative, _read_times(model.action.times), True),)
            effects = (*effects, *action) if model.action.when == "after" else (*action, *effects)
        return Move(model.card, model.booth, effects, model.zoom_token)
    if isinstance(model, BuildDocument):
        return Build(model.card, model.end, read_amounts(model.paid), tuple(sorted(model.cards)))
    if isinstance(model, HireDocument):
        return Hire(model.card, read_amounts(model.paid), tuple(sorted(model.cards)))
    return _SHORT[cast("ShortDocument", model).type]


# States.


def write_state(board: MarketBoard) -> dict[str, Any]:
    """Return a position or view as a record writes it, between two turns or inside one.

    Inside a turn a card that is being paid for lies still in the hand: it has no place of its own in a record.
    """
    turn: dict[str, Any] = {
        "seat": int(board.state.seat),
        "first_seat": board.first_seat,
        "number": board.turn,
        "phase": board.phase,
    }
    if board.end_seat is not None:
        turn |= {"end_seat": board.end_seat, "turns_left": board.turns_left}
    document: dict[str, Any] = {
        "river": {
            "top": [_write_booth(booth) for booth in board.upper],
            "bottom": [_write_booth(booth) for booth in board.lower],
        },
        "seats": [_write_seat(board, seat) for seat in board.seats],
        "deck": _write_deck(board),
        "discard": [card.id for card in board.discard],
    }
    if board.shuffles:
        document["reshuffled"] = [
            [card.id for number, card in enumerate(board.cards) if board.era(number) == era]
            for era in range(1, board.shuffles + 1)
        ]
    return document | {"turn": turn}


def _write_booth(booth: Booth) -> dict[str, Any]:
    owner = {} if booth.owner is None else {"owner": booth.owner}
    return {"card": booth.card.id} | owner | ({"houses": list(booth.houses)} if booth.card.stars else {})


def _write_seat(board: MarketBoard, seat: SeatBoard) -> dict[str, Any]:
    return {
        "hand": hand_of(board, seat.seat),
        "resources": write_amounts(seat.resources),
        "houses": seat.houses,
        "helpers": [card.id for card in seat.helpers],
        "zoom_token": seat.tokens > 0,
        "pawn": board.river[seat.pawn].card.id,
    }


def hand_of(board: MarketBoard, seat: int) -> list[str]:
    """Return a hand as a record writes it: ids, or ``?N`` for cards that the viewer does not see."""
    hand = int(board.state.hand[seat])
    if seat == int(board.state.seat) and int(board.state.used) in (BUILT, HIRED):
        hand |= 1 << int(board.state.card)
    if board.is_open_hand(seat):
        return [card.id for card in board.named(members(hand))]
    return sorted(f"?{board.era(number)}" for number in members(hand))


def _write_deck(board: MarketBoard) -> dict[str, int]:
    if board.deck is not None:
        return {card.id: 1 for card in board.deck}
    return {f"?{board.shuffles}": board.deck_count} if board.deck_count else {}


def read_state(document: StateDocument, terms: Terms) -> np.ndarray[Any, Any]:
    """Return the kernel's state for a STATE: an array of one.

    Raises:
        PositionError: it is no possible position under these terms, or hands are hidden in it.
    """
    if len(document.seats) != terms.players:
        raise PositionError(f"The state has {len(document.seats)} seats for {terms.players} players.")
    states = new_states(1)
    state = states[0]
    reader = CardReader(cast("MarketComponents", terms.components))
    state.players = terms.players
    clear_turn(state)
    _read_turn(state, document.turn)
    _read_river(state, document, reader)
    for seat, board in enumerate(document.seats):
        state.hand[seat] = reader.mask(board.hand)
        state.helpers[seat] = reader.mask(board.helpers)
        state.resource[seat] = read_amounts(board.resources)
        state.houses[seat] = board.houses
        state.tokens[seat] = board.zoom_token
        state.pawn[seat] = reader.place(state, board.pawn)
    if any(count != 1 for count in document.deck.values()):
        raise PositionError("The deck holds each card once; a viewer's state hides it and cannot be read.", rule="M2")
    state.deck = reader.mask(document.deck)
    state.discard = reader.mask(document.discard)
    state.shuffles = len(document.reshuffled)
    for era, cards in enumerate(document.reshuffled, start=1):
        for card in cards:
            state.era[reader.number(card)] = era
    check_state(state, terms)
    return states


class CardReader:
    """Finds cards by their ids.

    Raises:
        PositionError: in each function, where the deck has no such card.
    """

    def __init__(self, components: MarketComponents) -> None:
        self._numbers = components.deck.number_of

    def number(self, card: str) -> int:
        """Return the number of a card."""
        if card not in self._numbers:
            raise PositionError(f"The deck has no card {card!r}.")
        return self._numbers[card]

    def mask(self, cards: Sequence[str] | dict[str, int]) -> int:
        """Return the set of cards of the deck, each named once."""
        mask = 0
        for card in cards:
            bit = 1 << self.number(card)
            if mask & bit or not bit & DECK_MASK:
                raise PositionError(f"The card {card!r} cannot be here (again).", rule="M2")
            mask |= bit
        return mask

    def place(self, state: Any, card: str) -> int:
        """Return the place in the river of a Booth."""
        places = state.river[: int(state.river_count)].tolist()
        if self.number(card) not in places:
            raise PositionError(f"A pawn stands on {card!r}, which is not in the river.", rule="M26")
        return int(places.index(self.number(card)))


def _read_turn(state: Any, turn: TurnStateDocument) -> None:
    players = int(state.players)
    if max(turn.seat, turn.first_seat, turn.end_seat or 0) >= players:
        raise PositionError(f"A seat is named that is not among {players}, counted from 0.")
    state.seat, state.first_seat, state.turn = turn.seat, turn.first_seat, turn.number
    state.phase = {"mulligan": MULLIGAN, "over": OVER}.get(turn.phase, MAIN)
    if (turn.phase in ("final", "over")) != (turn.end_seat is not None):
        raise PositionError("The phase does not fit whether the end is triggered.", rule="M110")
    if (turn.end_seat is None) != (turn.turns_left is None) or (turn.turns_left == 0) != (turn.phase == "over"):
        raise PositionError("The phase does not fit how many turns are left.", rule="M114")
    state.end_seat = -1 if turn.end_seat is None else turn.end_seat
    state.turns_left = -1 if turn.turns_left is None else turn.turns_left
    state.plank = state.last_plank = -1


def _read_river(state: Any, document: StateDocument, reader: CardReader) -> None:
    booths = [*document.river.top, *document.river.bottom[::-1]]
    if not STARTING_BOOTHS <= len(booths) <= RIVER:
        raise PositionError(f"There are {len(booths)} Booths in the river; {STARTING_BOOTHS} to {RIVER} can be.")
    state.river[:] = -1
    state.owner[:] = -1
    state.river_count = len(booths)
    state.upper_count = len(document.river.top)
    for place, booth in enumerate(booths):
        state.river[place] = reader.number(booth.card)
        state.owner[place] = -1 if booth.owner is None else booth.owner
        houses = booth.houses or []
        state.stars[place, : len(houses)] = houses


def is_same_state(document: StateDocument, board: MarketBoard) -> bool:
    """Return whether a STATE says this position."""
    try:
        return read_state(document, board.terms).tobytes() == board.states.tobytes()
    except PositionError:
        return False


def is_like(board: MarketBoard, other: MarketBoard) -> bool:
    """Return whether two positions before the first turn differ only in what chance laid and dealt."""
    ours, theirs = board.state, other.state
    dealt = ("river", "pawn", "hand", "deck")
    names = [name for name in STATE.names or () if name not in dealt]
    if any((ours[name] != theirs[name]).any() for name in names):
        return False
    start = int(board.terms.array[0].pawns_start)
    is_home = all(int(ours.river[ours.pawn[seat]]) == start for seat in range(board.players))
    return is_home and [seat.hand_count for seat in board.seats] == [seat.hand_count for seat in other.seats]


# Chance and scores.


def write_chance(board: MarketBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> dict[str, Any]:
    """Return a record's ``chance`` for the outcomes that followed a turn's decisions from ``board``.

    For a view of another seat's turn the cards are hidden: only the number that was drawn is told.
    """
    if not outcomes:
        return {}
    before = board.deck_count
    is_seen = board.is_open_hand(int(board.state.seat))
    eras = [board.shuffles + (place >= before) for place in range(len(outcomes))]
    drawn = [
        board.cards[outcome - DRAWN].id if is_seen else f"?{era}" for outcome, era in zip(outcomes, eras, strict=True)
    ]
    return {"drawn": drawn} | ({"reshuffled_after": before} if len(outcomes) > before else {})


def read_chance(board: MarketBoard, document: ChanceDocument) -> list[int]:
    """Return the outcomes that a record's ``chance`` means; -1, which is never possible, for an unknown card."""
    number_of = board.components.deck.number_of
    return [DRAWN + number_of[card] if card in number_of else -1 for card in document.drawn or []]


def write_breakdown(score: Breakdown) -> dict[str, Any]:
    """Return a score as a record's BREAKDOWN."""
    coins = score.left[COIN]
    goods = plus(NOTHING, score.left[:COIN])
    return {
        "events": [{"card": card, "points": points} for card, points in score.events],
        "booths": [_write_scored(card) for card in score.booths],
        "helpers": [_write_scored(card) for card in score.helpers],
        "coins": {"resources": {"coin": coins} if coins else {}, "points": score.coins},
        "batches": {"resources": write_amounts(goods), "points": score.batches},
        "categories": list(score.categories),
        "total": score.total,
    }


def _write_scored(card: ScoredCard) -> dict[str, Any]:
    document: dict[str, Any] = {"card": card.card, "printed": card.printed}
    if card.bonus:
        document["bonus"] = card.bonus
    if card.lots:
        document |= {"lots": card.lots, "stored": write_amounts(card.stored), "stored_points": card.lot_points}
    return document
