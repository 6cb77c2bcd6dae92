"""One decision of a turn as plain JSON, for programs that draw it without knowing the rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...core.states import copied
from ..board import MarketBoard
from ..documents import Amounts, CardId, write_amounts
from ..kernel.state import AGAIN, COST_SLOT, DO, END, GAIN, KEEP, MOVE, PASS, PAY, PLAY, REDRAW, SHED, SPOT, STOP, TOKEN
from ..kernel.steps import price_of, stops_with
from ..printed.deck import PLANKS_AT_MOST, TIMES_AT_MOST
from ..printed.effects import NOTHING, Choice
from ..printed.words import CHOICE_WORDS
from .matching import effect_record
from .moves import END_NAMES, PICK_AMOUNTS, fixed_gain, plus

ChosenGoods = dict[Literal["any", "matching", "different"], Annotated[int, Field(ge=1, le=4)]]
EffectNumber = Annotated[int, Field(ge=1, le=PLANKS_AT_MOST)]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class ShortDecision(_Model):
    """Keep or redraw an opening hand (M29), or pass without a card (R12)."""

    type: Literal["keep", "redraw", "pass"]


class MoveDecision(_Model):
    """A card, perhaps with the Zoom token, is discarded to move: the Booths where the pawn can stop (M36, M117)."""

    type: Literal["move"]
    card: CardId
    zoom_token: bool
    stops: list[CardId]


class PlayDecision(_Model):
    """A card is built or hired (M73, M95): its price, discounts taken off, and Goods of choice to be paid besides."""

    type: Literal["build", "hire"]
    card: CardId
    price: Amounts
    chosen: ChosenGoods = {}


class StopDecision(_Model):
    """The pawn stops at a Booth, so many steps along the current from where it was (M38)."""

    type: Literal["stop"]
    booth: CardId
    steps: Annotated[int, Field(ge=1)]


class _EffectDecision(_Model):
    """``times``, ``spent`` and ``gained`` in all are left out where each time is chosen by itself."""

    card: CardId
    times: Annotated[int, Field(ge=1, le=TIMES_AT_MOST)] | None = None
    spent: Amounts = {}
    gained: Amounts = {}


class PlankDecision(_EffectDecision):
    """A plank of the Booth, from 1, is done so many times (M51, M55)."""

    type: Literal["plank"]
    plank: EffectNumber


class ActionDecision(_EffectDecision):
    """An alternative of the Action's effect, from 1, is done so many times (M69)."""

    type: Literal["action"]
    alternative: EffectNumber


class AgainDecision(_Model):
    """The effect in progress, from 1 on its card, is done once more (M55)."""

    type: Literal["again"]
    card: CardId
    effect: EffectNumber


class GoodsDecision(_Model):
    """These Goods of choice are paid or gained (M8)."""

    type: Literal["pay", "gain"]
    goods: Amounts


class ShedDecision(_Model):
    """This further card of the hand is spent (M53)."""

    type: Literal["shed"]
    card: CardId


class SpotDecision(_Model):
    """The Booth joins the river at this end (M76)."""

    type: Literal["spot"]
    end: Literal["top-left", "top-right", "bottom-left", "bottom-right"]


class EndDecision(_Model):
    """No more of the effect in progress, or nothing more in this turn."""

    type: Literal["end"]
    of: Literal["effect", "turn"]


DecisionDocument = Annotated[
    ShortDecision
    | MoveDecision
    | PlayDecision
    | StopDecision
    | PlankDecision
    | ActionDecision
    | AgainDecision
    | GoodsDecision
    | ShedDecision
    | SpotDecision
    | EndDecision,
    Field(discriminator="type"),
]

_SHORT = {PASS: "pass", KEEP: "keep", REDRAW: "redraw"}


def write_decision(board: MarketBoard, number: int) -> dict[str, Any]:
    """Return one legal decision as plain JSON."""
    if number in _SHORT:
        return {"type": _SHORT[number]}
    if number == END:
        return {"type": "end", "of": "effect" if board.state.phase == AGAIN else "turn"}
    if number < MOVE:
        return {"type": "spot", "end": END_NAMES[number - SPOT]}
    if number < PLAY:
        return _write_move(board, number)
    if number < STOP:
        return _write_play(board, number - PLAY)
    if number < DO:
        return _write_stop(board, number - STOP)
    if number < PAY:
        return _write_effect(board, number)
    if number < SHED:
        is_paid = number < GAIN
        goods = plus(NOTHING, PICK_AMOUNTS[number - (PAY if is_paid else GAIN)])
        return {"type": "pay" if is_paid else "gain", "goods": write_amounts(goods)}
    return {"type": "shed", "card": board.cards[number - SHED].id}


def _write_move(board: MarketBoard, number: int) -> dict[str, Any]:
    has_token = number >= TOKEN
    card = number - (TOKEN if has_token else MOVE)
    state = board.state
    here = int(state.pawn[state.seat])
    stops = stops_with(board.states, board.terms.array, int(state.seat), card)
    river = state.river[: int(state.river_count)].tolist()
    # Clockwise from the pawn, so that the first is one step away; with the token everything but the own place.
    ahead = [*river[here + 1 :], *river[:here]]
    found = [board.cards[booth].id for booth in ahead if has_token or booth in stops]
    return {"type": "move", "card": board.cards[card].id, "zoom_token": has_token, "stops": found}


def _write_play(board: MarketBoard, number: int) -> dict[str, Any]:
    card = board.cards[number]
    price = price_of(board.states, board.terms.array, number)
    document: dict[str, Any] = {"type": "build" if card.is_booth else "hire", "card": card.id}
    document["price"] = write_amounts(price)
    if card.cost.choice is not Choice.NONE:
        document["chosen"] = {CHOICE_WORDS[card.cost.choice]: card.cost.number}
    return document


def _write_stop(board: MarketBoard, card: int) -> dict[str, Any]:
    state = board.state
    river = state.river[: int(state.river_count)].tolist()
    steps = (river.index(card) - int(state.pawn[state.seat])) % len(river)
    return {"type": "stop", "booth": board.cards[card].id, "steps": steps}


def _write_effect(board: MarketBoard, number: int) -> dict[str, Any]:
    slot, extra = divmod(number - DO, TIMES_AT_MOST)
    state = board.state
    is_plank = slot < COST_SLOT
    card = board.cards[int(state.river[state.pawn[state.seat]]) if is_plank else int(state.card)]
    effect_number = slot % COST_SLOT + 1
    if state.phase == AGAIN:
        return {"type": "again", "card": card.id, "effect": effect_number}
    document: dict[str, Any] = {"type": "plank" if is_plank else "action", "card": card.id}
    document["plank" if is_plank else "alternative"] = effect_number
    if effect_record(board.states, board.terms.array, slot).is_asked:
        return document
    effect, times = card.planks[effect_number - 1], extra + 1
    spent = effect.spend.fixed
    gained = fixed_gain(copied(board.states), board.terms.array, effect, spent, is_first=True)
    document["times"] = times
    if any(spent):
        document["spent"] = write_amounts(plus(NOTHING, spent, times))
    if any(gained):
        document["gained"] = write_amounts(plus(NOTHING, gained, times))
    return document
