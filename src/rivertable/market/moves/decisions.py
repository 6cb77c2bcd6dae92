"""What decisions mean: a whole turn as a typed move, and one decision as plain JSON for programs that draw it.

How a move becomes decisions again is in :mod:`rivertable.market.moves.matching`; why one is not legal is said by
:mod:`rivertable.market.moves.refusals`. Cards are named by their ids in the deck file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, cast

import numpy as np
from pydantic import Field
from typing_extensions import TypedDict

from ...core.documents import exact
from ...core.states import copied
from ..board import MarketBoard
from ..kernel import card_at, count_after, price_of, stops_with, walk
from ..kernel.state import COST_SLOT, END_NAMES, PICK_AMOUNTS, Decision, EndName, Phase
from ..printed.deck import PLANKS_AT_MOST, TIMES_AT_MOST, CardId, Effect
from ..printed.effects import NOTHING, Amounts, Bundle, Choice, write_amounts
from .notation import SHORT_MOVES, Build, Done, Hire, MarketMove, Move, ShortName, Time


def plus(first: Sequence[int], second: Sequence[int], times: int = 1) -> Bundle:
    """Return ``first`` and ``times`` times ``second``."""
    return cast("Bundle", tuple(a + times * b for a, b in zip(first, second, strict=True)))


def fixed_gain(
    states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], slot: int, spent: Bundle, *, is_first: bool
) -> Bundle:
    """Return what one time of an effect gives besides chosen Goods, when this is spent for it."""
    effect = effect_record(states, terms, slot)
    count = int(count_after(copied(states), 0, terms, slot, np.array(spent, dtype=np.int16), int(is_first)))
    return plus(NOTHING, effect.gain.tolist(), count)


_KINDS = sorted(Decision)


def meaning(decision: int) -> tuple[Decision, int]:
    """Return which kind of decision a number is, and the card, effect, pick or end that it names.

    An effect is named by its slot * TIMES_AT_MOST + times - 1, a plank's and an Action's alike.
    """
    kind = _KINDS[bisect_right(_KINDS, decision) - 1]
    kind = Decision.DO if kind == Decision.BONUS else kind
    return kind, decision - kind


def card_with(states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], slot: int) -> int:
    """Return the card of an effect: of the Booth where the pawn has stopped, or of the Action used."""
    return int(card_at(states, 0, terms, slot))


def effect_record(states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], slot: int) -> Any:
    """Return the effect of a slot, as the kernel takes it, where the pawn has stopped."""
    return terms[0].card[card_with(states, terms, slot)].effect[slot % COST_SLOT]


class TurnListener:
    """Takes the decisions of a turn one after the other and gathers what they mean."""

    def __init__(self, board: MarketBoard) -> None:
        self._cards = board.cards
        self._terms = board.terms.array
        self.card = 0
        self.booth = 0
        self.end = 0
        self.has_token = False
        self.paid: Bundle = NOTHING
        self.shed: list[str] = []
        self.effects: list[Done] = []
        self._slot = -1
        self._place = 0
        self._effect: Effect
        self._times: list[Time] = []
        self._at: np.ndarray[Any, Any] | None = None
        self._pay = self._gain = -1

    def hear(self, decision: int, states: np.ndarray[Any, Any]) -> None:
        """Take one decision, with the states before it."""
        phase = int(states[0].phase)
        if phase == Phase.MAIN:
            self._use(decision, states)
        elif phase == Phase.STOPPING:
            self.booth = decision - Decision.STOP
        elif phase in (Phase.DOING, Phase.AGAIN):
            self._do(decision, states, phase)
        elif phase == Phase.PAYING and self._slot >= 0:
            self._pay = decision - Decision.PAY
        elif phase == Phase.PAYING:
            self.paid = plus(self.paid, PICK_AMOUNTS[decision - Decision.PAY])
        elif phase == Phase.SHEDDING:
            self.shed.append(self._cards[decision - Decision.SHED].id)
        elif phase == Phase.GAINING:
            self._gain = decision - Decision.GAIN
        elif phase == Phase.PLACING:
            self.end = decision - Decision.SPOT

    def _use(self, decision: int, states: np.ndarray[Any, Any]) -> None:
        kind, self.card = meaning(decision)
        self.has_token = kind == Decision.TOKEN
        if kind == Decision.PLAY:
            self.paid = price_of(states, self._terms, self.card)

    def _do(self, decision: int, states: np.ndarray[Any, Any], phase: int) -> None:
        self._close_time()
        if phase == Phase.DOING:
            self.close_effect()
        if decision == Decision.END:
            return
        slot, extra = divmod(decision - Decision.DO, TIMES_AT_MOST)
        if phase == Phase.DOING:
            self._slot = slot
            self._effect = self._cards[card_with(states, self._terms, slot)].planks[slot % COST_SLOT]
            self._place = int(states[0].river[states[0].pawn[states[0].seat]])
        self._at = copied(states)
        self._pay = self._gain = -1
        if not effect_record(states, self._terms, slot).is_asked:
            self._close_time()
            self._times *= extra + 1

    def _close_time(self) -> None:
        """Add up what one time of the effect in progress spent and gained."""
        if self._at is None:
            return
        spent = self._effect.spend.fixed
        if self._pay >= 0:
            spent = plus(spent, PICK_AMOUNTS[self._pay])
        gained = fixed_gain(self._at, self._terms, self._slot, spent, is_first=not self._times)
        if self._gain >= 0:
            gained = plus(gained, PICK_AMOUNTS[self._gain])
        self._times.append(Time(spent, gained, tuple(sorted(self.shed))))
        self.shed = []
        self._at = None

    def close_effect(self) -> None:
        """Finish the effect in progress, if there is one."""
        self._close_time()
        if self._slot >= 0:
            is_action = self._slot >= COST_SLOT
            number = self._slot % COST_SLOT + 1
            booth = "" if is_action or self._place == self.booth else self._cards[self._place].id
            self.effects.append(Done(number, tuple(self._times), is_action, self._effect.is_attending, booth))
        self._slot = -1
        self._times = []


def move_of(board: MarketBoard, decisions: Sequence[int]) -> MarketMove:
    """Return the move that a whole turn's decisions mean."""
    first = decisions[0]
    if first < Decision.END:
        return SHORT_MOVES[_word(first)]
    turn = TurnListener(board)
    for decision, states in walk(board.states, board.terms.array, decisions):
        turn.hear(decision, states)
    turn.close_effect()
    card = board.cards[turn.card]
    if first < Decision.PLAY:
        return Move(card.id, board.cards[turn.booth].id, tuple(turn.effects), turn.has_token)
    cards = tuple(sorted(turn.shed))
    if card.is_booth:
        return Build(card.id, END_NAMES[turn.end], turn.paid, cards)
    return Hire(card.id, turn.paid, cards)


def _word(decision: int) -> ShortName:
    """Return the word of a decision that is a whole turn or answer."""
    return cast("ShortName", Decision(decision).name.lower())


# One decision as plain JSON.

ChosenGoods = dict[Literal["any", "matching", "different"], Annotated[int, Field(ge=1, le=4)]]
EffectNumber = Annotated[int, Field(ge=1, le=PLANKS_AT_MOST)]


@exact
class ShortDecision(TypedDict):
    """Keep or redraw an opening hand (M29), or pass without a card (R12)."""

    type: ShortName


@exact
class MoveDecision(TypedDict):
    """A card, perhaps with the Zoom token, is discarded to move: the Booths where the pawn can stop (M36, M117)."""

    type: Literal["move"]
    card: CardId
    zoom_token: bool
    stops: list[CardId]


@exact
class PlayDecision(TypedDict):
    """A card is built or hired (M73, M95): its price, discounts taken off, and Goods of choice to be paid besides."""

    type: Literal["build", "hire"]
    card: CardId
    price: Amounts
    chosen: NotRequired[ChosenGoods]


@exact
class StopDecision(TypedDict):
    """The pawn stops at a Booth, so many steps along the current from where it was (M38)."""

    type: Literal["stop"]
    booth: CardId
    steps: Annotated[int, Field(ge=1)]


@exact
class _EffectDecision(TypedDict):
    """``times``, ``spent`` and ``gained`` in all are left out where each time is chosen by itself."""

    card: CardId
    times: NotRequired[Annotated[int, Field(ge=1, le=TIMES_AT_MOST)]]
    spent: NotRequired[Amounts]
    gained: NotRequired[Amounts]


@exact
class PlankDecision(_EffectDecision):
    """A plank of the Booth, from 1, is done so many times (M51, M55)."""

    type: Literal["plank"]
    plank: EffectNumber


@exact
class ActionDecision(_EffectDecision):
    """An alternative of the Action's effect, from 1, is done so many times (M69)."""

    type: Literal["action"]
    alternative: EffectNumber


@exact
class AgainDecision(TypedDict):
    """The effect in progress, from 1 on its card, is done once more (M55)."""

    type: Literal["again"]
    card: CardId
    effect: EffectNumber


@exact
class GoodsDecision(TypedDict):
    """These Goods of choice are paid or gained (M8)."""

    type: Literal["pay", "gain"]
    goods: Amounts


@exact
class ShedDecision(TypedDict):
    """This further card of the hand is spent (M53)."""

    type: Literal["shed"]
    card: CardId


@exact
class SpotDecision(TypedDict):
    """The Booth joins the river at this end (M76)."""

    type: Literal["spot"]
    end: EndName


@exact
class EndDecision(TypedDict):
    """No more of the effect in progress, or nothing more in this turn."""

    type: Literal["end"]
    of: Literal["effect", "turn"]


AnyDecision: TypeAlias = (
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
    | EndDecision
)
DecisionDocument = Annotated[AnyDecision, Field(discriminator="type")]


def write_decision(board: MarketBoard, number: int) -> AnyDecision:
    """Return one legal decision as plain JSON."""
    kind, named = meaning(number)
    match kind:
        case Decision.END:
            return EndDecision(type="end", of="effect" if int(board.state.phase) == Phase.AGAIN else "turn")
        case Decision.SPOT:
            return SpotDecision(type="spot", end=END_NAMES[named])
        case Decision.MOVE | Decision.TOKEN:
            return _write_move(board, named, has_token=kind == Decision.TOKEN)
        case Decision.PLAY:
            return _write_play(board, named)
        case Decision.STOP:
            return _write_stop(board, named)
        case Decision.DO:
            return _write_effect(board, named)
        case Decision.PAY | Decision.GAIN:
            goods = write_amounts(PICK_AMOUNTS[named])
            return GoodsDecision(type="pay" if kind == Decision.PAY else "gain", goods=goods)
        case Decision.SHED:
            return ShedDecision(type="shed", card=board.cards[named].id)
    return ShortDecision(type=_word(number))


def _write_move(board: MarketBoard, card: int, *, has_token: bool) -> MoveDecision:
    state = board.state
    here = int(state.pawn[state.seat])
    stops = stops_with(board.states, board.terms.array, int(state.seat), card)
    river = state.river[: int(state.river_count)].tolist()
    # Clockwise from the pawn, so that the first is one step away; with the token everything but the own place.
    ahead = [*river[here + 1 :], *river[:here]]
    found = [board.cards[booth].id for booth in ahead if has_token or booth in stops]
    return MoveDecision(type="move", card=board.cards[card].id, zoom_token=has_token, stops=found)


def _write_play(board: MarketBoard, number: int) -> PlayDecision:
    card = board.cards[number]
    price = price_of(board.states, board.terms.array, number)
    document = PlayDecision(type="build" if card.is_booth else "hire", card=card.id, price=write_amounts(price))
    if card.cost.choice is not Choice.NONE:
        document["chosen"] = {cast("Any", card.cost.choice.word): card.cost.number}
    return document


def _write_stop(board: MarketBoard, card: int) -> StopDecision:
    steps = board.steps_to(board.values.river.index(card), board.values.seat)
    return StopDecision(type="stop", booth=board.cards[card].id, steps=steps)


def _write_effect(board: MarketBoard, named: int) -> PlankDecision | ActionDecision | AgainDecision:
    slot, extra = divmod(named, TIMES_AT_MOST)
    card = board.cards[card_with(board.states, board.terms.array, slot)]
    effect_number = slot % COST_SLOT + 1
    if int(board.state.phase) == Phase.AGAIN:
        return AgainDecision(type="again", card=card.id, effect=effect_number)
    document: PlankDecision | ActionDecision = (
        PlankDecision(type="plank", card=card.id, plank=effect_number)
        if slot < COST_SLOT
        else ActionDecision(type="action", card=card.id, alternative=effect_number)
    )
    if effect_record(board.states, board.terms.array, slot).is_asked:
        return document
    effect, times = card.planks[effect_number - 1], extra + 1
    spent = effect.spend.fixed
    gained = fixed_gain(board.states, board.terms.array, slot, spent, is_first=True)
    document["times"] = times
    if any(spent):
        document["spent"] = write_amounts(plus(NOTHING, spent, times))
    if any(gained):
        document["gained"] = write_amounts(plus(NOTHING, gained, times))
    return document
