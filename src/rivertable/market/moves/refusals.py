"""Why a move is not legal: one sentence and the rule's id. Whether it is legal is decided by enumeration alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from ...core.errors import AmbiguousMoveError, IllegalMoveError, MalformedMoveError
from ...core.states import copied
from ...core.wording import Said, in_words
from ..board import Booth, MarketBoard, SeatBoard
from ..kernel import legal_now, price_of, take
from ..kernel.deeds import can_do, do_deed, sail_on
from ..kernel.state import END_NAMES, RESOURCES, Decision, Phase
from ..printed.deck import Card, CardKind, Spend
from ..printed.effects import NOTHING, Bundle, Deed, Mode, Resource, Timing, amounts_text, write_amounts
from .decisions import move_of
from .matching import agrees, decisions_for, turns_fitting, with_cards_in_order
from .notation import (
    SHORT_MOVES,
    Build,
    Done,
    Hire,
    Keep,
    MarketMove,
    Move,
    MovePattern,
    Pattern,
    PlayPattern,
    Redraw,
    ShortPattern,
    Time,
    meant_by,
    read,
)

_FITTING_AT_MOST = 400
"""After so many moves that fit a text it is ambiguous, whatever else fits."""
_SHOWN = 6
"""So many of them are listed."""


def decisions_of(board: MarketBoard, move: MarketMove) -> tuple[int, ...]:
    """Return the decisions that a move means.

    Raises:
        MalformedMoveError: it is no move of this game.
        IllegalMoveError: with the rule that forbids it.
    """
    if not isinstance(move, MarketMove):
        raise MalformedMoveError("{move} is no move of River Market.", move=repr(move))
    decisions = decisions_for(board, move)
    if decisions is None:
        raise refusal(board, move)
    return decisions


def refusal(board: MarketBoard, move: MarketMove) -> IllegalMoveError:
    """Return the reason why a move is not legal."""
    if board.is_over:
        return IllegalMoveError("The game is over.", rule="M116")
    if not board.is_turn_start:
        return IllegalMoveError("It is not your turn.", rule="M31")
    if (int(board.state.phase) == Phase.MULLIGAN) != isinstance(move, Keep | Redraw):
        if int(board.state.phase) == Phase.MULLIGAN:
            return IllegalMoveError("First you keep your opening hand or draw a new one.", rule="M29")
        return IllegalMoveError("Opening hands are kept or redrawn before the first turn only.", rule="M29")
    if isinstance(move, Redraw):
        return IllegalMoveError("Only an opening hand without a Booth may be drawn anew.", rule="M29")
    if isinstance(move, Move):
        return _move_refusal(board, move)
    if isinstance(move, Build | Hire):
        return _play_refusal(board, move)
    return IllegalMoveError("You may pass only when you have no card in hand.", rule="R12")


def _mine(board: MarketBoard) -> SeatBoard:
    return board.seats[int(board.state.seat)]


def _card(board: MarketBoard, card_id: str) -> Card | None:
    number = board.components.deck.number_of.get(card_id)
    return None if number is None else board.cards[number]


def _hand_refusal(board: MarketBoard, card_id: str) -> IllegalMoveError | None:
    """Return the reason why a card cannot be used at all."""
    card = _card(board, card_id)
    if card is None:
        return IllegalMoveError("The deck has no card {card}.", rule="M2", card=repr(card_id))
    if card not in (_mine(board).hand or ()):
        held = [other.name for other in _mine(board).hand or ()]
        if not held:
            return IllegalMoveError("{card} is not in your hand; you hold no card.", rule="M32", card=card.name)
        return IllegalMoveError("{card} is not in your hand; you hold {held}.", rule="M32", card=card.name, held=held)
    return None


# Building and hiring.


def _play_refusal(board: MarketBoard, move: Build | Hire) -> IllegalMoveError:
    if refused := _hand_refusal(board, move.card):
        return refused
    card, mine = board.components.deck.card(move.card), _mine(board)
    if card.kind is CardKind.ACTION:
        return IllegalMoveError("{card} is an Action: it only moves.", rule="M68", card=card.name)
    if isinstance(move, Build) and not card.is_booth:
        return IllegalMoveError("{card} is a Helper: it is hired, not built.", rule="M95", card=card.name)
    if isinstance(move, Hire) and card.is_booth:
        return IllegalMoveError("{card} is a Booth: it is built at an end of the river.", rule="M73", card=card.name)
    if isinstance(move, Build) and move.end not in END_NAMES:
        return IllegalMoveError(
            "The river has the ends {ends}, no {end}.", rule="M76", ends=list(END_NAMES), end=repr(move.end)
        )
    if card.is_booth and mine.houses == 0:
        return IllegalMoveError("You have no house left to build with.", rule="M78")
    return _price_refusal(board, move, card)


def _price_refusal(board: MarketBoard, move: Build | Hire, card: Card) -> IllegalMoveError:
    rule = "M75" if card.is_booth else "M95"
    price = price_of(board.states, board.terms.array, board.components.deck.number_of[card.id])
    if lacking := _lacking(_mine(board).resources, price):
        return IllegalMoveError(
            "{card} costs {price}; you lack {lacking}.", rule=rule, card=card.name, price=_said(price), lacking=lacking
        )
    if card.cost.number:
        return IllegalMoveError(
            "{card} costs {price} and {chosen} chosen Goods, no more and no less.",
            rule=rule,
            card=card.name,
            price=_said(price),
            chosen=card.cost.number,
        )
    return IllegalMoveError("{card} costs {price}, no more and no less.", rule=rule, card=card.name, price=_said(price))


def _said(amounts: Bundle) -> Said:
    return Said(write_amounts(amounts), amounts_text(amounts))


def _lacking(has: Bundle, needed: Bundle) -> Said | None:
    less = cast("Bundle", tuple(max(needed[k] - has[k], 0) for k in range(RESOURCES)))
    words = in_words(
        f"{amount} {resource.counted(amount)}" for resource, amount in zip(Resource, less, strict=True) if amount
    )
    return Said(write_amounts(less), words) if words else None


# Moving.


def _move_refusal(board: MarketBoard, move: Move) -> IllegalMoveError:
    if refused := _hand_refusal(board, move.card):
        return refused
    booth = board.booth_named(move.booth)
    if booth is None:
        return IllegalMoveError("No Booth {booth} lies in the river.", rule="M38", booth=repr(move.booth))
    if move.has_token and _mine(board).tokens == 0:
        return IllegalMoveError("You have no Zoom token.", rule="M113")
    states, terms = copied(board.states), board.terms.array
    number_of = board.components.deck.number_of
    first = Decision.MOVE + number_of[move.card]
    if move.has_token:
        first += len(board.cards)
        if first not in legal_now(states, terms):
            return IllegalMoveError("This card is a Zoom already; the token would be lost for nothing.", rule="M117")
    take(states, 0, terms, first)
    stops = [decision - Decision.STOP for decision in legal_now(states, terms)]
    if number_of[move.booth] not in stops:
        return _stop_refusal(board, move, booth, stops)
    return _effects_refusal(board, move, booth)


def _stop_refusal(board: MarketBoard, move: Move, booth: Booth, stops: list[int]) -> IllegalMoveError:
    mine = _mine(board)
    if booth.place == mine.pawn:
        return IllegalMoveError(
            "Your pawn is at {booth}: a move never ends where it began.", rule="M41", booth=booth.card.name
        )
    card = board.components.deck.card(move.card)
    return IllegalMoveError(
        "{booth} is {steps} steps away, and {card} steps {step}: stop at {stops:or}.",
        rule="M39",
        booth=booth.card.name,
        steps=board.steps_to(booth.place, mine.seat),
        card=card.name,
        step=card.step,
        stops=[board.cards[stop].name for stop in stops],
    )


def _effects_refusal(board: MarketBoard, move: Move, booth: Booth) -> IllegalMoveError:
    action = board.components.deck.card(move.card)
    for effect in move.effects:
        card = _card_with(board, move, effect)
        if card is None:
            return IllegalMoveError("The pawn does not sail on to {booth}.", rule="M49", booth=effect.booth)
        if effect.is_action and action.kind is not CardKind.ACTION:
            return IllegalMoveError(
                "{card} is no Action: used to move, it has no effect.", rule="M69", card=action.name
            )
        if not 1 <= effect.number <= len(card.planks):
            return IllegalMoveError(
                "{card} has {count} effects, no number {number}.",
                rule="M51",
                card=card.name,
                count=len(card.planks),
                number=effect.number,
            )
    reasons = (
        *_order_reasons(board, move, booth, action),
        *_attend_reasons(board, move),
        *_deed_reasons(board, move),
    )
    if reasons:
        return reasons[0]
    for effect in move.effects:
        if (card := _card_with(board, move, effect)) and (reason := _amounts_reason(board, effect, card)):
            return reason
    return IllegalMoveError(
        "These effects cannot be paid for in this order, or what they give is not what the cards say.", rule="M67"
    )


def _card_with(board: MarketBoard, move: Move, effect: Done) -> Card | None:
    """Return the card of an effect; None where its Booth is not in the river."""
    if effect.is_action:
        return board.components.deck.card(move.card)
    booth = board.booth_named(effect.booth or move.booth)
    return board.shown_at(booth.place) if booth is not None else None


def _order_reasons(board: MarketBoard, move: Move, booth: Booth, action: Card) -> tuple[IllegalMoveError, ...]:
    found = []
    planks = [effect.number for effect in move.planks if not effect.booth]
    is_sailing = any(effect.booth for effect in move.effects)
    if len(set(planks)) < len(planks):
        found.append(IllegalMoveError("Each plank is done once in a visit.", rule="M54"))
    if len(planks) > 1 and board.shown_at(booth.place).mode is Mode.CHOOSE:
        found.append(IllegalMoveError("At {booth} one plank is chosen.", rule="M56", booth=booth.card.name))
    places = [place for place, effect in enumerate(move.effects) if effect.is_action]
    if len(places) > 1:
        found.append(IllegalMoveError("An Action's effect is done once, one alternative of it.", rule="M69"))
    elif places and 0 < places[0] < len(move.effects) - 1 and not is_sailing:
        found.append(IllegalMoveError("An Action works before or after the activation, not amid it.", rule="M70"))
    elif places and planks and not is_sailing:
        is_last, card = places[0] > 0, action.name
        if is_last and action.timing is Timing.BEFORE:
            found.append(IllegalMoveError("{card} works only before the activation.", rule="M70", card=card))
        if not is_last and action.timing is Timing.AFTER:
            found.append(IllegalMoveError("{card} works only after the activation.", rule="M70", card=card))
    return tuple(found)


def _attend_reasons(board: MarketBoard, move: Move) -> tuple[IllegalMoveError, ...]:
    found = []
    for effect in move.planks:
        booth, card = board.booth_named(effect.booth or move.booth), _card_with(board, move, effect)
        if booth is not None and card is not None and card.planks[effect.number - 1].is_attending:
            name = booth.card.name
            if _mine(board).houses == 0:
                found.append(IllegalMoveError("You have no house left to place.", rule="M92"))
            elif booth.free_stars == 0:
                found.append(IllegalMoveError("All star spaces of {booth} are taken.", rule="M87", booth=name))
            elif len(effect.times) > 1:
                found.append(IllegalMoveError("One house is placed in a visit.", rule="M86"))
    return tuple(found)


def _deed_reasons(board: MarketBoard, move: Move) -> Iterator[IllegalMoveError]:
    """Yield why what an effect does besides giving cannot be done where the pawns are then."""
    states, terms, number_of = copied(board.states), board.terms.array, board.components.deck.number_of
    start = Decision.TOKEN if move.has_token else Decision.MOVE
    take(states, 0, terms, start + number_of[move.card])
    take(states, 0, terms, Decision.STOP + number_of[move.booth])
    for effect in move.effects:
        card = _card_with(board, move, effect)
        deed = card.planks[effect.number - 1].deed if card is not None else Deed.NOTHING
        if deed in (Deed.NOTHING, Deed.ATTEND):
            continue
        booth = board.river[int(states[0].pawn[states[0].seat])].card.name
        if not can_do(states[0], terms[0], deed) and (reason := _deed_reason(deed, booth)):
            yield reason
        do_deed(states[0], terms[0], deed)
        if deed is Deed.SAIL_ON:
            sail_on(states[0])


def _deed_reason(deed: Deed, booth: str) -> IllegalMoveError | None:
    if deed is Deed.CALL:
        return IllegalMoveError(
            "All pawns are at {booth} by then, so nobody can be called: this cannot be done, and gives nothing.",
            rule="U3",
            booth=booth,
        )
    if deed is Deed.COLLECT:
        return IllegalMoveError("None of your Booths has an Owner bonus that gives something now.", rule="U4")
    if deed is Deed.SHARE:
        return IllegalMoveError("{booth} has no owner: there is no Owner bonus to share.", rule="U5", booth=booth)
    return IllegalMoveError("You sail on once a turn.", rule="U6") if deed is Deed.SAIL_ON else None


def _amounts_reason(board: MarketBoard, effect: Done, card: Card) -> IllegalMoveError | None:
    printed = card.planks[effect.number - 1]
    if len(effect.times) > printed.times and not effect.is_action and printed.times == 1:
        return IllegalMoveError("{card}: this plank is done once.", rule="M54", card=card.name)
    if len(effect.times) > printed.times and effect.is_action:
        return IllegalMoveError("{card} works {times} times at most.", rule="M69", card=card.name, times=printed.times)
    mine = _mine(board)
    spare = len(mine.hand or ()) - 1
    if printed.spend.card * len(effect.times) > spare:
        return IllegalMoveError("You have {spare} further cards to spend.", rule="M67", spare=spare)
    if effect.has_house != printed.is_attending:
        return IllegalMoveError("A house is placed by a plank that says so, and only by it.", rule="M85")
    if any(_is_wrong(time, card, effect) for time in effect.times):
        return _cost_reason(card, effect.number, printed.spend)
    if len(effect.times) == 1:
        spent = effect.times[0].spent
        if (lacking := _lacking(mine.resources, spent)) and sum(mine.resources) < sum(spent):
            return IllegalMoveError(
                "{card} takes {price}; you lack {lacking}.",
                rule="M67",
                card=card.name,
                price=_said(spent),
                lacking=lacking,
            )
    return None


def _cost_reason(card: Card, number: int, spend: Spend) -> IllegalMoveError:
    price = _said(spend.fixed)
    if spend.card and not spend.number and not any(spend.fixed):
        return IllegalMoveError(
            "{card}, effect {number}: further cards to spend each time: {cards}.",
            rule="M67",
            card=card.name,
            number=number,
            cards=spend.card,
        )
    if not spend.number:
        return IllegalMoveError(
            "{card}, effect {number}: it costs {price} each time.",
            rule="M67",
            card=card.name,
            number=number,
            price=price,
        )
    return IllegalMoveError(
        "{card}, effect {number}: it costs {price} and {chosen} Goods each time.",
        rule="M67",
        card=card.name,
        number=number,
        price=price,
        chosen=spend.number,
    )


def _is_wrong(time: Time, card: Card, effect: Done) -> bool:
    """Return whether what is spent cannot be what the effect costs."""
    spend = card.planks[effect.number - 1].spend
    is_short = any(paid < fixed for paid, fixed in zip(time.spent, spend.fixed, strict=True))
    return is_short or sum(time.spent) != sum(spend.fixed) + spend.number or len(time.cards) != spend.card


# Notation.


def parse_move(board: MarketBoard, text: str) -> MarketMove:
    """Read the one-line notation of a move that is legal on this board.

    Raises:
        MalformedMoveError: the text says no move.
        AmbiguousMoveError: it fits several legal moves; they are listed.
        IllegalMoveError: it fits none.
    """
    pattern = read(text)
    fitting = list(_fitting(board, pattern))
    if not fitting:
        pattern = with_cards_in_order(board, pattern)
        fitting = list(_fitting(board, pattern))
    plain = "".join(text.lower().split())
    exact = [move for move in fitting if "".join(str(move).split()) == plain]
    if len(fitting) == 1 or exact:
        return (exact or fitting)[0]
    if fitting:
        raise _ambiguity(text, tuple(str(move) for move in fitting))
    move = _guess(board, pattern)
    if decisions := decisions_for(board, move):
        return move_of(board, decisions)
    raise refusal(board, move)


def _ambiguity(text: str, notations: tuple[str, ...]) -> AmbiguousMoveError:
    values: dict[str, Any] = {"text": repr(text.strip()), "count": len(notations), "moves": list(notations[:_SHOWN])}
    if len(notations) >= _FITTING_AT_MOST:
        return AmbiguousMoveError("{text} fits {count} or more moves: {moves:list}, ….", choices=notations, **values)
    if len(notations) > _SHOWN:
        return AmbiguousMoveError("{text} fits {count} moves: {moves:list}, ….", choices=notations, **values)
    return AmbiguousMoveError("{text} fits {count} moves: {moves:list}.", choices=notations, **values)


def _fitting(board: MarketBoard, pattern: Pattern) -> Iterator[MarketMove]:
    found = (move_of(board, decisions) for decisions in turns_fitting(board, pattern))
    yield from islice((move for move in found if agrees(pattern, move)), _FITTING_AT_MOST)


def _guess(board: MarketBoard, pattern: Pattern) -> MarketMove:
    """Return the move that a text most likely meant, so that its refusal can be explained."""
    if isinstance(pattern, ShortPattern):
        return SHORT_MOVES[pattern.word]
    card = _meant(pattern.card, [*(_mine(board).hand or ()), *board.cards])
    if isinstance(pattern, PlayPattern):
        return _guess_play(board, pattern, card)
    booth = _meant(pattern.booth, [*(booth.card for booth in board.river), *board.cards])
    return Move(card, booth, tuple(_guess_effects(board, pattern, card, booth)), pattern.has_token)


def _guess_play(board: MarketBoard, pattern: PlayPattern, card: str) -> MarketMove:
    found = _card(board, card)
    paid: Bundle = NOTHING
    if found is not None:
        paid = pattern.paid.spent or price_of(board.states, board.terms.array, board.components.deck.number_of[card])
    if pattern.word == "build" or pattern.end or (pattern.word is None and found is not None and found.is_booth):
        return Build(card, pattern.end or END_NAMES[0], paid, pattern.paid.cards or ())
    return Hire(card, paid, pattern.paid.cards or ())


def _meant(text: str, cards: list[Card]) -> str:
    return next((card.id for card in meant_by(text, cards)), text)


def _guess_effects(board: MarketBoard, pattern: MovePattern, card: str, booth: str) -> Iterator[Done]:
    here = board.booth_named(booth)
    for effect in pattern.effects:
        found = _card(board, card if effect.is_action else booth)
        if here is not None and not effect.is_action:
            found = board.shown_at(here.place)
        is_known = found is not None and effect.number <= len(found.planks)
        printed = found.planks[effect.number - 1] if found is not None and is_known else None
        times = []
        for place in range(effect.count or 1):
            said = effect.time(place)
            spent = said.spent or (printed.spend.fixed if printed else None) or NOTHING
            gained = said.gained or (printed.gain.fixed if printed else None) or NOTHING
            times.append(Time(spent, gained, tuple(sorted(said.cards or ()))))
        has_house = bool(printed and printed.is_attending)
        onward = here.card.id if here is not None and here.card.id != booth and not effect.is_action else ""
        yield Done(effect.number, tuple(times), effect.is_action, has_house, onward)
        if here is not None and printed is not None and printed.also is Deed.SAIL_ON:
            here = board.river[(here.place + 1) % len(board.river)]
