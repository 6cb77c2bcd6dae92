"""STATE, MOVE, chance and BREAKDOWN of a record: their types, and how they are written and read.

Cards are named by their ids. A view writes ``?N`` for a hidden card that last went into the deck at reshuffle N.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, cast

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from ..core.documents import exact, lean
from ..core.errors import MalformedMoveError, PositionError
from ..core.game import Terms
from ..core.record import faults_of
from .board import MarketBoard, MarketPosition, ScoredCard, members
from .consistency import StateReader
from .kernel.state import COIN, RIVER, STATE, CardUse, EndName, Outcome, Phase
from .moves.decisions import DecisionDocument as DecisionDocument
from .moves.decisions import write_decision as write_decision
from .moves.notation import SHORT_MOVES, Build, Done, Hire, MarketMove, Move, ShortName, Time
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
class TimeDocument(TypedDict):
    """One time of an effect: what is spent and gained, further cards spent."""

    spent: NotRequired[Amounts]
    gained: NotRequired[Amounts]
    cards: NotRequired[list[CardId]]


@exact
class PlankDocument(TypedDict):
    """A plank that is done, counted from 1; ``house``: one is placed in a star space.

    ``booth`` is the Booth of the plank where the pawn has sailed on to it.
    """

    plank: Annotated[int, Field(ge=1, le=4)]
    times: Annotated[list[TimeDocument], Field(min_length=1, max_length=8)]
    house: NotRequired[bool]
    booth: NotRequired[CardId]


@exact
class ActionDocument(TypedDict):
    """The Action's effect: which alternative, from 1, and before or after the planks, where there are any.

    Amid them, in a turn in which the pawn sails on, ``planks_before`` says how many are done before it.
    """

    alternative: Annotated[int, Field(ge=1, le=4)]
    when: NotRequired[Literal["before", "amid", "after"] | None]
    planks_before: NotRequired[Annotated[int, Field(ge=1)]]
    times: Annotated[list[TimeDocument], Field(min_length=1, max_length=8)]


@exact
class MoveAlongDocument(TypedDict):
    """MOVE: discard a card, move to a Booth, do effects there."""

    type: Literal["move"]
    card: CardId
    booth: CardId
    zoom_token: NotRequired[bool]
    action: NotRequired[ActionDocument | None]
    planks: NotRequired[list[PlankDocument]]


@exact
class BuildDocument(TypedDict):
    """MOVE: build a Booth at an end of the river."""

    type: Literal["build"]
    card: CardId
    end: EndName
    paid: NotRequired[Amounts]
    cards: NotRequired[list[CardId]]


@exact
class HireDocument(TypedDict):
    """MOVE: hire a Helper."""

    type: Literal["hire"]
    card: CardId
    paid: NotRequired[Amounts]
    cards: NotRequired[list[CardId]]


@exact
class ShortDocument(TypedDict):
    """MOVE: keep or redraw an opening hand, or pass with an empty hand."""

    type: ShortName


MoveDocument = Annotated[MoveAlongDocument | BuildDocument | HireDocument | ShortDocument, Field(discriminator="type")]


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


AnyMove: TypeAlias = MoveAlongDocument | BuildDocument | HireDocument | ShortDocument
_MOVE: TypeAdapter[AnyMove] = TypeAdapter(MoveDocument)


# Moves.


def _write_time(time: Time) -> TimeDocument:
    spent, gained = write_amounts(time.spent), write_amounts(time.gained)
    return lean(TimeDocument(spent=spent, gained=gained, cards=list(time.cards)), "spent", "gained", "cards")


def write_move(move: MarketMove) -> AnyMove:
    """Return a move as a record writes it."""
    if isinstance(move, Move):
        return _write_along(move)
    if not isinstance(move, Build | Hire):
        return ShortDocument(type=cast("ShortName", str(move)))
    paid, cards = write_amounts(move.paid), list(move.cards)
    if isinstance(move, Hire):
        return lean(HireDocument(type="hire", card=move.card, paid=paid, cards=cards), "paid", "cards")
    end = cast("EndName", move.end)
    return lean(BuildDocument(type="build", card=move.card, end=end, paid=paid, cards=cards), "paid", "cards")


def _write_along(move: Move) -> MoveAlongDocument:
    action: ActionDocument | None = None
    if move.action is not None:
        action = ActionDocument(alternative=move.action.number, times=list(map(_write_time, move.action.times)))
        before, planks = move.planks_before_action, len(move.planks)
        if planks:
            action["when"] = "amid" if 0 < before < planks else "after" if before else "before"
        if 0 < before < planks:
            action["planks_before"] = before
    document = MoveAlongDocument(
        type="move",
        card=move.card,
        booth=move.booth,
        zoom_token=move.has_token,
        action=action,
        planks=[_write_plank(effect) for effect in move.planks],
    )
    return lean(document, "zoom_token", "action", "planks")


def _write_plank(effect: Done) -> PlankDocument:
    times = list(map(_write_time, effect.times))
    document = PlankDocument(plank=effect.number, times=times, house=effect.has_house)
    if effect.booth:
        document["booth"] = effect.booth
    return lean(document, "house")


def _read_times(times: Sequence[TimeDocument]) -> tuple[Time, ...]:
    return tuple(
        Time(read_amounts(time.get("spent")), read_amounts(time.get("gained")), tuple(sorted(time.get("cards", ()))))
        for time in times
    )


def read_move(document: object) -> MarketMove:
    """Read a move as a record writes it.

    Raises:
        MalformedMoveError: the document says no move.
    """
    try:
        move = _MOVE.validate_python(document)
    except ValidationError as error:
        raise MalformedMoveError("{fault}", fault=faults_of(error, "the move")[0]) from error
    if move["type"] == "move":
        return _read_along(move)
    if move["type"] == "build":
        return Build(move["card"], move["end"], read_amounts(move.get("paid")), tuple(sorted(move.get("cards", ()))))
    if move["type"] == "hire":
        return Hire(move["card"], read_amounts(move.get("paid")), tuple(sorted(move.get("cards", ()))))
    return SHORT_MOVES[move["type"]]


def _read_along(move: MoveAlongDocument) -> Move:
    effects = [
        Done(plank["plank"], _read_times(plank["times"]), False, plank.get("house", False), plank.get("booth", ""))
        for plank in move.get("planks", ())
    ]
    action = move.get("action")
    if action is not None:
        place = len(effects) if action.get("when") == "after" else action.get("planks_before", 0)
        effects.insert(place, Done(action["alternative"], _read_times(action["times"]), True))
    return Move(move["card"], move["booth"], tuple(effects), move.get("zoom_token", False))


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
