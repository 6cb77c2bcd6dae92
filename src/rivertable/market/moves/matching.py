"""From what is said to decisions: the legal turns that fit a notation or mean a typed move.

Legality is enumeration: a move is legal when a sequence of legal decisions means exactly that move. The same effects
said in another order are legal when the rules allow that order and it leads to the same state as a listed one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from ...core.states import copied
from ..board import MarketBoard
from ..kernel import KERNEL, is_asked, legal_now, price_of, take
from ..kernel.state import COST, COST_SLOT, END_NAMES, PICK_AMOUNTS, Decision, Phase
from ..printed.deck import TIMES_AT_MOST, CardKind
from ..printed.effects import Bundle
from .decisions import TurnListener, effect_record, move_of, plus
from .notation import (
    Build,
    Done,
    EffectPattern,
    Hire,
    MarketMove,
    Move,
    MovePattern,
    Pattern,
    PlayPattern,
    ShortPattern,
    Time,
    TimePattern,
    is_short_for,
    meant_by,
)

States = np.ndarray[Any, Any]
_ANY = TimePattern()


def holds(amounts: Sequence[int], part: Bundle | None) -> bool:
    """Return whether amounts hold all that a text names."""
    return part is None or all(has >= named for has, named in zip(amounts, part, strict=True))


class _Search:
    """Walks all turns from a board that fit a pattern."""

    def __init__(self, board: MarketBoard, pattern: Pattern) -> None:
        self._board = board
        self._pattern = pattern
        self._terms = board.terms.array
        self._effects = pattern.effects if isinstance(pattern, MovePattern) else ()

    def find(self) -> Iterator[tuple[int, ...]]:
        """Return the decisions of each fitting turn."""
        board = self._board
        if not board.is_turn_start:
            return
        legal = legal_now(board.states, self._terms)
        for decision in self._beginnings(legal):
            states = copied(board.states)
            take(states, 0, self._terms, decision)
            yield from self._go_on(states, (decision,), 0, 0)

    def _beginnings(self, legal: list[int]) -> list[int]:
        pattern = self._pattern
        if isinstance(pattern, ShortPattern):
            return [number for number in legal if number == Decision[pattern.word.upper()]]
        first = Decision.PLAY
        if isinstance(pattern, MovePattern):
            first = Decision.TOKEN if pattern.has_token else Decision.MOVE
        cards = [number - first for number in legal if first <= number < first + len(self._board.cards)]
        return [first + card for card in self._numbers(pattern.card, cards) if self._is_meant(card)]

    def _numbers(self, text: str, among: Iterable[int]) -> list[int]:
        """Return the numbers of the cards, of those given, that a text can mean."""
        board = self._board
        return [board.components.deck.number_of[card.id] for card in meant_by(text, board.named(among))]

    def _is_meant(self, card: int) -> bool:
        pattern = self._pattern
        if not isinstance(pattern, PlayPattern):
            return True
        if self._board.cards[card].is_booth:
            return pattern.word != "hire"
        return pattern.word != "build" and pattern.end is None

    def _go_on(self, states: States, decisions: tuple[int, ...], place: int, done: int) -> Iterator[tuple[int, ...]]:
        """Go on from ``states``: ``place`` effects are begun, the last of them ``done`` times."""
        if not KERNEL.is_inside_turn(states, 0):
            yield decisions
            return
        legal = legal_now(states, self._terms)
        asked = is_asked(states, legal)
        for decision in self._fitting(states, legal, place, done):
            after = copied(states)
            take(after, 0, self._terms, decision)
            further = (*decisions, decision) if asked else decisions
            if states[0].phase == Phase.DOING and decision != Decision.END:
                yield from self._go_on(after, further, place + 1, 1)
            elif states[0].phase == Phase.AGAIN:
                yield from self._go_on(after, further, place, done + (decision != Decision.END))
            else:
                yield from self._go_on(after, further, place, done)

    def _fitting(self, states: States, legal: list[int], place: int, done: int) -> list[int]:
        phase = int(states[0].phase)
        if phase == Phase.DOING:
            return [decision for decision in legal if self._is_next(states, decision, place)]
        if phase == Phase.STOPPING and isinstance(self._pattern, MovePattern):
            meant = self._numbers(self._pattern.booth, [decision - Decision.STOP for decision in legal])
            return [Decision.STOP + booth for booth in meant]
        if phase == Phase.PLACING and isinstance(self._pattern, PlayPattern) and self._pattern.end:
            return [Decision.SPOT + END_NAMES.index(self._pattern.end)]
        if phase == Phase.AGAIN:
            count = self._effects[place - 1].count
            return (
                legal if count is None else [number for number in legal if (number == Decision.END) == (done == count)]
            )
        time = self._time(place, done)
        if phase in (Phase.PAYING, Phase.GAINING):
            return [number for number in legal if self._is_picked(states, number, time, phase == Phase.PAYING)]
        if phase == Phase.SHEDDING and time.cards is not None:
            return [number for number in legal if self._is_shed(number - Decision.SHED, time.cards)]
        return legal

    def _time(self, place: int, done: int) -> TimePattern:
        if isinstance(self._pattern, PlayPattern):
            return self._pattern.paid
        return self._effects[place - 1].time(done - 1) if place else _ANY

    def _is_next(self, states: States, decision: int, place: int) -> bool:
        """Return whether a decision does the effect that is said next, or none where none is said."""
        if place == len(self._effects) or decision == Decision.END:
            return decision == Decision.END and place == len(self._effects)
        wanted = self._effects[place]
        slot, extra = divmod(decision - Decision.DO, TIMES_AT_MOST)
        if slot != slot_of(wanted):
            return False
        if effect_record(states, self._terms, slot).is_asked:
            return len(wanted.times) <= 1 or wanted.count is not None
        return wanted.count in (None, extra + 1)

    def _is_picked(self, states: States, decision: int, time: TimePattern, is_paying: bool) -> bool:
        """Return whether chosen Goods are what is said, beside the fixed part."""
        amounts = PICK_AMOUNTS[decision - (Decision.PAY if is_paying else Decision.GAIN)]
        slot = int(states[0].plank)
        fixed: Any = price_of(states, self._terms, int(states[0].card))
        if slot != COST:
            effect = effect_record(states, self._terms, slot)
            fixed = effect.pay if is_paying else effect.gain
        return holds(plus([int(amount) for amount in fixed], amounts), time.spent if is_paying else time.gained)

    def _is_shed(self, card: int, texts: tuple[str, ...]) -> bool:
        return any(is_short_for(text, self._board.cards[card].id) for text in texts)


def slot_of(effect: EffectPattern | Done) -> int:
    """Return where an effect stands among planks and alternatives: 0..3 and 4..7."""
    return effect.number - 1 + (COST_SLOT if effect.is_action else 0)


def turns_fitting(board: MarketBoard, pattern: Pattern) -> Iterator[tuple[int, ...]]:
    """Return the decisions of each legal turn that fits a pattern."""
    return _Search(board, pattern).find()


def with_cards_in_order(board: MarketBoard, pattern: Pattern) -> Pattern:
    """Return a pattern with the further cards that it names in the order in which a turn spends them: the deck's.

    They change places among themselves. Each is named by its id then, where the hand has one card that it can be.
    """
    if not isinstance(pattern, MovePattern):
        return pattern
    hand = board.seats[int(board.state.seat)].hand or ()
    said = [text for effect in pattern.effects for time in effect.times for text in time.cards or ()]
    meant = [meant_by(text, hand) for text in said]
    if not said or any(len(cards) != 1 for cards in meant):
        return pattern
    number_of = board.components.deck.number_of
    ids = iter(sorted((card.id for cards in meant for card in cards), key=number_of.__getitem__))
    effects = [
        replace(effect, times=tuple(replace(time, cards=_next_of(ids, time.cards)) for time in effect.times))
        for effect in pattern.effects
    ]
    return replace(pattern, effects=tuple(effects))


def _next_of(ids: Iterator[str], cards: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return None if cards is None else tuple(islice(ids, len(cards)))


def agrees(pattern: Pattern, move: MarketMove) -> bool:
    """Return whether a move that the search found spends and gains what the text names, so often as it says."""
    if isinstance(pattern, PlayPattern) and isinstance(move, Build | Hire):
        return _is_said(pattern.paid, Time(move.paid, cards=move.cards))
    if isinstance(pattern, MovePattern) and isinstance(move, Move):
        return all(
            said.count in (None, len(done.times))
            and all(_is_said(said.time(place), time) for place, time in enumerate(done.times))
            for said, done in zip(pattern.effects, move.effects, strict=True)
        )
    return True


def _is_said(said: TimePattern, time: Time) -> bool:
    cards = said.cards or ()
    return (
        holds(time.spent, said.spent)
        and holds(time.gained, said.gained)
        and (not cards or len(cards) == len(time.cards))
        and all(any(is_short_for(text, card) for card in time.cards) for text in cards)
    )


def pattern_of(move: MarketMove) -> Pattern:
    """Return the pattern that says all of a typed move."""
    if isinstance(move, Move):
        return MovePattern(move.card, move.booth, move.has_token, tuple(map(_effect_pattern, move.effects)))
    if isinstance(move, Build | Hire):
        paid = TimePattern(move.paid, None, move.cards)
        if isinstance(move, Build):
            return PlayPattern("build", move.card, move.end, paid)
        return PlayPattern("hire", move.card, None, paid)
    return ShortPattern(str(move))


def _effect_pattern(effect: Done) -> EffectPattern:
    times = tuple(TimePattern(time.spent, None, time.cards) for time in effect.times)
    return EffectPattern(effect.number, effect.is_action, len(times), times)


def decisions_for(board: MarketBoard, move: MarketMove) -> tuple[int, ...] | None:
    """Return the decisions that mean this move, None where there are none: the move is not legal."""
    if isinstance(move, Build) and move.end not in END_NAMES:
        return None
    for decisions in turns_fitting(board, pattern_of(move)):
        if move_of(board, decisions) == move:
            return decisions
    return _twin_of(board, move) if isinstance(move, Move) and move.effects else None


# The same in another order.


def _twin_of(board: MarketBoard, move: Move) -> tuple[int, ...] | None:
    """Return the decisions of a listed turn that comes to the same as a move whose order is legal but not listed."""
    spoken = _forced(board, move)
    if spoken is None:
        return None
    wanted = spoken.tobytes()
    for decisions, states in _Loose(board, move).find():
        if states.tobytes() == wanted:
            return decisions
    return None


def _forced(board: MarketBoard, move: Move) -> States | None:
    """Return the state after a move in the order it is said, whether listed or not; None where it cannot be done so."""
    number_of = board.components.deck.number_of
    if move.card not in number_of or move.booth not in number_of or not board.is_turn_start:
        return None
    if not all(_is_there(board, move, effect) for effect in move.effects):
        return None
    states, terms = copied(board.states), board.terms.array
    heard = TurnListener(board)
    for decision in (
        Decision.MOVE + number_of[move.card] + (Decision.TOKEN - Decision.MOVE) * move.has_token,
        Decision.STOP + number_of[move.booth],
    ):
        if decision not in legal_now(states, terms):
            return None
        heard.hear(decision, states)
        take(states, 0, terms, decision)
    seat = int(states[0].seat)
    for said in _said(board, states, move):
        if said is None or not _is_expected(int(states[0].phase), said):
            return None
        if said >= Decision.SHED and not int(states[0].hand[seat]) >> (said - Decision.SHED) & 1:
            return None
        heard.hear(said, states)
        take(states, 0, terms, said)
        if (states[0].resource[seat] < 0).any() or states[0].houses[seat] < 0:
            return None
    heard.close_effect()
    is_meant = not KERNEL.is_inside_turn(states, 0) and tuple(heard.effects) == move.effects
    return states if is_meant else None


def _is_there(board: MarketBoard, move: Move, effect: Done) -> bool:
    """Return whether the card of an effect has one of this number that can be done so often."""
    card = board.components.deck.card(move.card)
    booth = board.booth_named(effect.booth or move.booth)
    if not effect.is_action:
        if booth is None:
            return False
        card = board.shown_at(booth.place)
    is_owner = card.kind is CardKind.ACTION if effect.is_action else card.is_booth
    return is_owner and 1 <= effect.number <= len(card.planks) and 1 <= len(effect.times) <= TIMES_AT_MOST


def _is_expected(phase: int, decision: int) -> bool:
    """Return whether a decision answers what a phase asks."""
    if decision == Decision.END:
        return phase in (Phase.DOING, Phase.AGAIN)
    if decision < Decision.PAY:
        return phase in (Phase.DOING, Phase.AGAIN)
    return phase == (
        Phase.PAYING if decision < Decision.GAIN else Phase.GAINING if decision < Decision.SHED else Phase.SHEDDING
    )


def _said(board: MarketBoard, states: States, move: Move) -> Iterator[int | None]:
    """Return the decisions after the stop as the move says them, None for what no decision can mean."""
    number_of = board.components.deck.number_of
    actions = [place for place, effect in enumerate(move.effects) if effect.is_action]
    if len(actions) > 1 or (actions and actions[0] not in (0, len(move.effects) - 1)):
        yield None
    for effect in move.effects:
        slot = slot_of(effect)
        record = effect_record(states, board.terms.array, slot)
        if not record.is_asked:
            yield Decision.DO + slot * TIMES_AT_MOST + len(effect.times) - 1
            continue
        for time in effect.times:
            yield Decision.DO + slot * TIMES_AT_MOST
            if record.pay_choice:
                yield _pick(Decision.PAY, time.spent, record.pay)
            for card in sorted(number_of.get(card, 0) for card in time.cards):
                yield Decision.SHED + card
            if record.gain_choice:
                yield _pick(Decision.GAIN, time.gained, record.gain)
        if states[0].phase == Phase.AGAIN:
            yield Decision.END
    yield Decision.END


def _pick(first: int, amounts: Bundle, fixed: Any) -> int | None:
    """Return the decision that chooses what amounts hold beside a fixed part; None where it is no possible choice."""
    chosen = plus(amounts, [int(amount) for amount in fixed], -1)
    return first + PICK_AMOUNTS.index(chosen) if chosen in PICK_AMOUNTS else None


class _Loose:
    """Walks all turns that do the effects of a move, so often and with the same Goods and cards, in any order."""

    def __init__(self, board: MarketBoard, move: Move) -> None:
        self._board = board
        self._terms = board.terms.array
        self._move = move
        number_of = board.components.deck.number_of
        self._times = {slot_of(effect): effect.times for effect in move.effects}
        self._cards = {number_of[card] for times in self._times.values() for time in times for card in time.cards}

    def find(self) -> Iterator[tuple[tuple[int, ...], States]]:
        """Return the decisions of each such turn and the states after it."""
        number_of = self._board.components.deck.number_of
        states = copied(self._board.states)
        first = (Decision.TOKEN if self._move.has_token else Decision.MOVE) + number_of[self._move.card]
        for decision in (first, Decision.STOP + number_of[self._move.booth]):
            take(states, 0, self._terms, decision)
        yield from self._go_on(states, (first, Decision.STOP + number_of[self._move.booth]), ())

    def _go_on(
        self, states: States, decisions: tuple[int, ...], said: tuple[tuple[int, int], ...]
    ) -> Iterator[tuple[tuple[int, ...], States]]:
        """Go on from ``states``; ``said`` are (slot, decision) of all that was done."""
        if not KERNEL.is_inside_turn(states, 0):
            yield decisions, states
            return
        legal = legal_now(states, self._terms)
        asked = is_asked(states, legal)
        for decision in legal:
            slot = (
                (decision - Decision.DO) // TIMES_AT_MOST
                if Decision.DO <= decision < Decision.PAY
                else int(states[0].plank)
            )
            if self._fits(states, decision, slot, said):
                after = copied(states)
                take(after, 0, self._terms, decision)
                yield from self._go_on(after, (*decisions, decision) if asked else decisions, (*said, (slot, decision)))

    def _fits(self, states: States, decision: int, slot: int, said: tuple[tuple[int, int], ...]) -> bool:
        if decision >= Decision.SHED:
            return decision - Decision.SHED in self._cards
        is_phase_doing = states[0].phase == Phase.DOING
        if decision == Decision.END:
            return not is_phase_doing or {slot for slot, number in said if number != Decision.END} >= set(self._times)
        if slot not in self._times:
            return False
        times = self._times[slot]
        record = effect_record(states, self._terms, slot)
        if decision < Decision.PAY:
            extra = (decision - Decision.DO) % TIMES_AT_MOST
            before = sum(known == slot and Decision.DO <= number < Decision.PAY for known, number in said)
            return before < len(times) if record.is_asked else extra + 1 == len(times)
        wanted = self._wanted(times, record, decision < Decision.GAIN)
        wanted.subtract(number for known, number in said if known == slot)
        return wanted[decision] > 0

    def _wanted(self, times: tuple[Time, ...], record: Any, is_paying: bool) -> Counter[int | None]:
        if is_paying:
            return Counter(_pick(Decision.PAY, time.spent, record.pay) for time in times)
        return Counter(_pick(Decision.GAIN, time.gained, record.gain) for time in times)
