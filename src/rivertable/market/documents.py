"""STATE, MOVE, chance and BREAKDOWN of a record: their types, and how they are written and read.

Cards are named by their ids. A view writes ``?N`` for a hidden card that last went into the deck at reshuffle N.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from ..core.documents import exact, lean
from ..core.errors import PositionError
from ..core.game import Terms
from .board import MarketBoard, MarketPosition, ScoredCard, members
from .consistency import StateReader
from .kernel.state import COIN, RIVER, STATE, CardUse, Outcome, Phase
from .moves.decisions import DecisionDocument as DecisionDocument
from .moves.decisions import write_decision as write_decision
from .moves.documents import MoveDocument as MoveDocument
from .moves.documents import read_move as read_move
from .moves.documents import write_move as write_move
from .moves.notation import MarketMove
from .printed.deck import STARTING_BOOTHS, CardId
from .printed.effects import Amounts, read_amounts, write_amounts

HandCard = Annotated[str, Field(pattern="^([a-z0-9]+(-[a-z0-9]+)*|[?][0-9]+)$")]
SeatNumber = Annotated[int, Field(ge=0, le=4)]
Number = Annotated[int, Field(ge=0, le=32000)]


@exact
class BoothDocument(TypedDict):
    """A Booth in the river: its owner, if it has one; on an Event, the houses in its star spaces by seat."""

    card: CardId
    owner: NotRequired[SeatNumber | None]
    houses: NotRequired[Annotated[list[Annotated[int, Field(ge=0, le=5)]], Field(min_length=2, max_length=5)] | None]


@exact
class RiverDocument(TypedDict):
    """The river: two rows, each from left to right."""

    top: list[BoothDocument]
    bottom: list[BoothDocument]


@exact
class SeatStateDocument(TypedDict):
    """What lies before a seat. Lists of cards have no order. Amounts leave out what is zero."""

    hand: list[HandCard]
    resources: Amounts
    houses: Annotated[int, Field(ge=0, le=5)]
    helpers: list[CardId]
    zoom_token: bool
    pawn: CardId


@exact
class TurnStateDocument(TypedDict):
    """Whose turn it is, its number, and the phase of the game.

    Turns count from 1; the number is 0 while opening hands are kept or redrawn. Once the end is triggered, ``end_seat``
    has the Firefly and ``turns_left`` turns are still to come.
    """

    seat: SeatNumber
    first_seat: SeatNumber
    number: Number
    phase: Literal["mulligan", "play", "final", "over"]
    end_seat: NotRequired[SeatNumber | None]
    turns_left: NotRequired[Annotated[int, Field(ge=0, le=14)] | None]


@exact
class StateDocument(TypedDict):
    """STATE: a whole position between two turns.

    ``deck`` counts the cards by id; ``reshuffled`` lists what last went into the deck at each reshuffle from the first.
    """

    river: RiverDocument
    seats: Annotated[list[SeatStateDocument], Field(min_length=2, max_length=5)]
    deck: dict[HandCard, Annotated[int, Field(ge=1, le=56)]]
    discard: list[CardId]
    reshuffled: NotRequired[list[list[CardId]]]
    turn: TurnStateDocument


@exact
class ChanceDocument(TypedDict):
    """The cards that the seat drew, in order. The discard pile became the deck after ``reshuffled_after`` of them."""

    drawn: NotRequired[list[HandCard] | None]
    reshuffled_after: NotRequired[Annotated[int, Field(ge=0)] | None]


@exact
class ScoredCardDocument(TypedDict):
    """What a Booth or Helper scored: printed value, bonus, and lots stored with what was counted there."""

    card: CardId
    printed: int
    bonus: NotRequired[int]
    lots: NotRequired[int]
    stored: NotRequired[Amounts]
    stored_points: NotRequired[int]


@exact
class EventDocument(TypedDict):
    """An Event attended and its points."""

    card: CardId
    points: int


@exact
class LeftDocument(TypedDict):
    """What was not stored and what it scored, as pairs of Coins or as batches of three different Goods."""

    resources: NotRequired[Amounts]
    points: int


@exact
class BreakdownDocument(TypedDict):
    """BREAKDOWN: the five categories in order (M122), item by item, and the total."""

    events: list[EventDocument]
    booths: list[ScoredCardDocument]
    helpers: list[ScoredCardDocument]
    coins: LeftDocument
    batches: LeftDocument
    categories: Annotated[list[int], Field(min_length=5, max_length=5)]
    total: int


# States.


def write_state(board: MarketBoard) -> StateDocument:
    """Return a position or view as a record writes it, between two turns or inside one.

    Inside a turn a card that is being paid for lies still in the hand: it has no place of its own in a record.
    """
    values, cards = board.values, board.cards
    turn: TurnStateDocument = {
        "seat": values.seat,
        "first_seat": values.first_seat,
        "number": values.turn,
        "phase": board.phase,  # type: ignore[typeddict-item]  # nobody writes a position of the set-up
        "end_seat": board.end_seat,
        "turns_left": board.turns_left,
    }
    booths = [_write_booth(board, place) for place in range(values.river_count)]
    document: StateDocument = {
        "river": {"top": booths[: values.upper_count], "bottom": booths[values.upper_count :][::-1]},
        "seats": [_write_seat(board, seat) for seat in range(board.players)],
        "deck": _write_deck(board),
        "discard": _ids_of(board, values.discard),
        "reshuffled": [
            [card.id for card, last in zip(cards, values.era, strict=True) if last == era]
            for era in range(1, values.shuffles + 1)
        ],
        "turn": lean(turn, "end_seat", "turns_left"),
    }
    return lean(document, "reshuffled")


def _ids_of(board: MarketBoard, mask: int) -> list[CardId]:
    cards = board.cards
    return [cards[number].id for number in members(mask)]


def _write_booth(board: MarketBoard, place: int) -> BoothDocument:
    values = board.values
    card, owner = board.cards[values.river[place]], values.owner[place]
    document: BoothDocument = {"card": card.id}
    if owner >= 0:
        document["owner"] = owner
    if card.stars:
        document["houses"] = values.stars[place][: values.players]
    return document


def _write_seat(board: MarketBoard, seat: int) -> SeatStateDocument:
    values = board.values
    return {
        "hand": hand_of(board, seat),
        "resources": write_amounts(values.resource[seat]),
        "houses": values.houses[seat],
        "helpers": _ids_of(board, values.helpers[seat]),
        "zoom_token": values.tokens[seat] > 0,
        "pawn": board.cards[values.river[values.pawn[seat]]].id,
    }


def hand_of(board: MarketBoard, seat: int) -> list[str]:
    """Return a hand as a record writes it: ids, or ``?N`` for cards that the viewer does not see."""
    values = board.values
    hand = values.hand[seat]
    if seat == values.seat and values.used in (CardUse.BUILT, CardUse.HIRED):
        hand |= 1 << values.card
    if board.is_open_hand(seat):
        return _ids_of(board, hand)
    return sorted(f"?{values.era[number]}" for number in members(hand))


def _write_deck(board: MarketBoard) -> dict[str, int]:
    if board.deck is not None:
        return {card.id: 1 for card in board.deck}
    return {f"?{board.shuffles}": board.deck_count} if board.deck_count else {}


def read_state(document: StateDocument, terms: Terms) -> MarketPosition:
    """Return the position that a STATE means.

    Raises:
        PositionError: it is no possible position under these terms, or hands are hidden in it.
    """
    if len(document["seats"]) != terms.players:
        raise PositionError(f"The state has {len(document['seats'])} seats for {terms.players} players.")
    reader = StateReader(terms)
    state = reader.state
    _read_turn(state, document["turn"])
    rows = document["river"]["top"], document["river"]["bottom"]
    count = len(rows[0]) + len(rows[1])
    if not STARTING_BOOTHS <= count <= RIVER:
        raise PositionError(f"There are {count} Booths in the river; {STARTING_BOOTHS} to {RIVER} can be.")
    reader.lay_river(*([(each["card"], each.get("owner"), each.get("houses") or ()) for each in row] for row in rows))
    for seat, board in enumerate(document["seats"]):
        resources = read_amounts(board["resources"])
        reader.seat(seat, board["hand"], board["helpers"], resources, board["houses"], board["zoom_token"])
        reader.put_pawn(seat, board["pawn"])
    if any(count != 1 for count in document["deck"].values()):
        raise PositionError("The deck holds each card once; a viewer's state hides it and cannot be read.", rule="M2")
    state.deck = reader.mask(document["deck"])
    state.discard = reader.mask(document["discard"])
    reader.note_shuffles(document.get("reshuffled", []))
    return reader.position()


def _read_turn(state: Any, turn: TurnStateDocument) -> None:
    players = int(state.players)
    end_seat, turns_left = turn.get("end_seat"), turn.get("turns_left")
    if max(turn["seat"], turn["first_seat"], end_seat or 0) >= players:
        raise PositionError(f"A seat is named that is not among {players}, counted from 0.")
    state.seat, state.first_seat, state.turn = turn["seat"], turn["first_seat"], turn["number"]
    state.phase = {"mulligan": Phase.MULLIGAN, "over": Phase.OVER}.get(turn["phase"], Phase.MAIN)
    if (turn["phase"] in ("final", "over")) != (end_seat is not None):
        raise PositionError("The phase does not fit whether the end is triggered.", rule="M110")
    if (end_seat is None) != (turns_left is None) or (turns_left == 0) != (turn["phase"] == "over"):
        raise PositionError("The phase does not fit how many turns are left.", rule="M114")
    state.end_seat = -1 if end_seat is None else end_seat
    state.turns_left = -1 if turns_left is None else turns_left


def is_same_state(document: StateDocument, board: MarketBoard) -> bool:
    """Return whether a STATE says this position."""
    try:
        return read_state(document, board.terms).states.tobytes() == board.states.tobytes()
    except PositionError:
        return False


def can_follow(earlier: StateDocument, written: StateDocument, board: MarketBoard, move: MarketMove) -> bool:
    """Return True: a STATE leaves nothing open."""
    return True


def is_set_up(position: MarketPosition) -> bool:
    """Return whether some set-up gives this position: chance decides which cards, never how many (M16-M30)."""
    first = MarketPosition.before_setup(position.terms, position.first_seat).resolve()
    ours, theirs = position.state, first.state
    dealt = ("river", "pawn", "hand", "deck")
    names = [name for name in STATE.names or () if name not in dealt]
    if any((ours[name] != theirs[name]).any() for name in names):
        return False
    start = int(position.terms.array[0].pawns_start)
    is_home = all(int(ours.river[ours.pawn[seat]]) == start for seat in range(position.players))
    return is_home and [seat.hand_count for seat in position.seats] == [seat.hand_count for seat in first.seats]


# Chance and scores.


def write_chance(board: MarketBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> ChanceDocument:
    """Return a record's ``chance`` for the outcomes that followed a turn's decisions from ``board``.

    For a view of another seat's turn the cards are hidden: only the number that was drawn is told.
    """
    if not outcomes:
        return {}
    before = board.deck_count
    is_seen = board.is_open_hand(int(board.state.seat))
    eras = [board.shuffles + (place >= before) for place in range(len(outcomes))]
    drawn = [
        board.cards[outcome - Outcome.DRAWN].id if is_seen else f"?{era}"
        for outcome, era in zip(outcomes, eras, strict=True)
    ]
    return {"drawn": drawn, "reshuffled_after": before} if len(outcomes) > before else {"drawn": drawn}


def read_chance(board: MarketBoard, document: ChanceDocument) -> list[int]:
    """Return the outcomes that a record's ``chance`` means; -1, which is never possible, for an unknown card."""
    number_of = board.components.deck.number_of
    return [Outcome.DRAWN + number_of[card] if card in number_of else -1 for card in document.get("drawn") or []]


def write_breakdown(board: MarketBoard, seat: int) -> BreakdownDocument:
    """Return a seat's score as a record's BREAKDOWN."""
    score = board.breakdown(seat)
    coins = score.left[COIN]
    goods = (*score.left[:-1], 0)
    return {
        "events": [{"card": card, "points": points} for card, points in score.events],
        "booths": [_write_scored(card) for card in score.booths],
        "helpers": [_write_scored(card) for card in score.helpers],
        "coins": {"resources": {"coin": coins} if coins else {}, "points": score.coins},
        "batches": {"resources": write_amounts(goods), "points": score.batches},
        "categories": list(score.categories),
        "total": score.total,
    }


def _write_scored(card: ScoredCard) -> ScoredCardDocument:
    document: ScoredCardDocument = {"card": card.card, "printed": card.printed}
    if card.bonus:
        document["bonus"] = card.bonus
    if card.lots:
        document |= {"lots": card.lots, "stored": write_amounts(card.stored), "stored_points": card.lot_points}
    return document
