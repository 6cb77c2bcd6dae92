"""A visit: what a player may do on the Booth arrived at, planks and the Action's effect alike.

An effect is done in one go, however often, and what it sets off comes when it is finished. Orders of effects
that come to the same are listed once (see `Visit.is_left_out`). With `is_every_order` all orders that the
rules allow are listed, twins and all; the tests compare where the two lead.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from .reference_cards import Amounts, Card, Effect
from .reference_effect_steps import NO_PICK, Doing, lower_of, picks_to_pay, price
from .reference_parts import (
    BONUS,
    DO,
    END,
    GAIN,
    GOODS_OF,
    PAY,
    PICKS_OF,
    SHED,
    TIMES_AT_MOST,
    Table,
    add,
)

ACTION = 4  # effects 0..3 are the planks, 4.. the Action's alternatives
CHANGING_COUNTS = ("goods", "kinds", "attended", "houses-left")  # what doing effects can change


@dataclass
class Visit:
    """The part of a turn that follows the move, until no more effects are done.

    `stage` is the open question: doing, paying, shedding, gaining, again or ended.
    """

    seat: int
    here: Card
    planks: tuple[Effect, ...]  # of `here`; a mirror has those of another Booth
    is_choose: bool
    used: Card  # the card used to move
    is_every_order: bool
    start: Amounts  # resources on arrival
    low: Amounts  # the lowest amounts since
    stage: str = "doing"
    finished: set[int] = field(default_factory=set)  # planks done
    last: Doing | None = None  # the last plank done
    now: Doing | None = None
    is_action_done: bool = False
    is_closed: bool = False  # no more planks: the Action's effect came after them, or instead
    yielded: frozenset[int] = frozenset()  # Helpers that have answered to what planks gave
    last_shed: int = -1
    deeds: frozenset[str] = frozenset()  # what `also` says, of the effects begun in this turn
    draws: int = 0  # times that further cards are to be drawn

    @classmethod
    def begin(cls, table: Table, seat: int, used: Card, is_every_order: bool) -> "Visit":
        """A visit to the Booth where the pawn has just arrived."""
        have = dict(table.seats[seat].resources)
        here = table.seats[seat].pawn
        copied = table.copied(here)
        return cls(seat, table.cards[here], copied.effects, copied.is_choose, used, is_every_order, have, have)

    @property
    def action(self) -> Card | None:
        """The Action used to move, if it was one."""
        return self.used if self.used.kind == "action" else None

    def copy(self) -> "Visit":
        """A visit of its own at the same point."""
        return replace(self, finished=set(self.finished))

    def key(self) -> Hashable:
        """All of it, hashable."""
        return (
            *(self.seat, self.here.number, self.used.number, self.stage),
            *(tuple(self.start.values()), tuple(self.low.values()), frozenset(self.finished)),
            *(self.last and self.last.key(), self.now and self.now.key()),
            *(self.is_action_done, self.is_closed, self.yielded, self.last_shed),
            *(self.deeds, self.draws),
        )

    # ---- what there is to do ----

    def effect(self, number: int) -> Effect:
        """The effect of that number."""
        if number < ACTION:
            return self.planks[number]
        assert self.action is not None
        return self.action.effects[number - ACTION]

    def numbers(self) -> list[int]:
        """All effects that there are."""
        alternatives = range(len(self.action.effects) if self.action else 0)
        return [*range(len(self.planks)), *(ACTION + alternative for alternative in alternatives)]

    def is_asked(self, number: int) -> bool:
        """True if each time is a question of its own, for something is chosen or changes what is counted."""
        effect = self.effect(number)
        is_counting_up = effect.times > 1 and effect.for_each in ("goods", "kinds")
        return bool(effect.pay.look or effect.pay.cards or effect.gain_look or is_counting_up)

    def choices(self, table: Table) -> list[int]:
        """The possible answers to the open question, rising."""
        if self.stage == "doing":
            return [
                END,
                *(
                    self.decision(number) + times - 1
                    for number in self.numbers()
                    if self.is_open(table, number)
                    for times in self.possible_times(table, number)
                ),
            ]
        assert self.now is not None
        number = self.now.number
        if self.stage == "again":
            return [END, self.decision(number)] if self.can_do_once(table, number) else [END]
        if self.stage == "paying":
            return [PAY + pick for pick in self.possible_picks(table, number)]
        if self.stage == "shedding":
            return [SHED + card for card in self.possible_cards(table, self.now.to_shed)]
        return [GAIN + pick for pick in self.possible_gains(table)]

    def decision(self, number: int) -> int:
        """The decision to do an effect once."""
        return DO + 8 * number if number < ACTION else BONUS + 8 * (number - ACTION)

    def is_open(self, table: Table, number: int) -> bool:
        """True if the effect may be begun, whatever it costs."""
        if number >= ACTION:  # M69, M70: one alternative, once
            assert self.action is not None
            is_too_late = self.action.timing == "before" and bool(self.finished)
            return not self.is_action_done and not is_too_late
        if number in self.finished or self.is_closed:
            return False
        # M56: choose one of the planks; a Helper may allow each.
        return not (self.is_choose and self.finished and not table.abilities(self.seat, "both"))

    def times_in_all(self, table: Table, number: int) -> int:
        """How often the effect may be done (M54, M55)."""
        times = self.effect(number).times
        if number < ACTION and times > 1:
            times += table.power(self.seat, "times")
        return min(times, TIMES_AT_MOST)

    def possible_times(self, table: Table, number: int) -> list[int]:
        """How often the effect can be done now, as one decision; empty if not at all."""
        effect = self.effect(number)
        if effect.is_attending:  # M85, M87
            is_full = len(table.stars.get(self.here.number, [])) >= self.here.stars
            if is_full or table.seats[self.seat].houses == 0:
                return []
        if not self.can_do_deed(table, effect.also):
            return []
        if self.is_asked(number):
            return [1] if self.can_do_once(table, number) else []
        have = dict(table.seats[self.seat].resources)
        gained = self.named_gain(table, effect)
        found = []
        for times in range(1, self.times_in_all(table, number) + 1):
            add(have, effect.pay.named, -1)
            if min(have.values()) < 0:  # M67
                break
            add(have, gained)
            if not self.is_left_out(table, number, times, NO_PICK):
                found.append(times)
        return found

    def can_do_deed(self, table: Table, deed: str) -> bool:
        """True if what an effect does besides can be done now."""
        if deed == "take-back":
            return self.used.number in table.discard
        if deed == "call":
            return bool(table.called(self.seat))
        if deed == "collect":
            return any(table.bonus(booth) for booth in table.owned(self.seat))
        if deed == "share":
            return self.here.number in table.owner
        return deed != "sail-on" or deed not in self.deeds

    def can_do_once(self, table: Table, number: int) -> bool:
        """True if an effect that is asked can be done now, or once more."""
        has_cards = bool(self.possible_cards(table, self.effect(number).pay.cards))
        return bool(self.possible_picks(table, number)) and (has_cards or not self.effect(number).pay.cards)

    def possible_picks(self, table: Table, number: int) -> list[int]:
        """The Goods of choice with which the effect can be paid now; without a choice the one non-pick."""
        payment = self.effect(number).pay
        rest = dict(table.seats[self.seat].resources)
        add(rest, payment.named, -1)
        if min(rest.values()) < 0:  # M67
            return []
        picks = picks_to_pay(rest, payment) if payment.look else [NO_PICK]
        now = self.now
        if now is None or not now.is_repeat:
            return [pick for pick in picks if not self.is_left_out(table, number, 1, pick)]
        if self.is_every_order or self.is_counting():
            return picks
        # Payments rise; a lower one follows only if it could not be paid one time earlier.
        return [
            pick
            for pick in picks
            if pick >= now.pick
            or not all(now.began[name] >= amount for name, amount in price(self.effect(number), pick).items())
        ]

    def possible_cards(self, table: Table, number: int) -> list[int]:
        """The cards that can be shed next if so many are due: they rise, and the last ones must be left."""
        lowest = -1 if self.is_every_order else self.last_shed
        hand = sorted(card for card in table.seats[self.seat].hand if card > lowest)
        if len(hand) < number:
            return []
        return hand if self.is_every_order else hand[: len(hand) - number + 1]

    def possible_gains(self, table: Table) -> list[int]:
        """The Goods of choice that can be gained; they rise unless a payment needed the higher ones first."""
        now = self.now
        assert now is not None
        effect = self.effect(now.number)
        picks = PICKS_OF[effect.gain_look, effect.gain_number]
        if now.gain == NO_PICK or self.is_every_order or self.is_counting():
            return picks
        other_way = dict(table.seats[self.seat].resources)
        add(other_way, GOODS_OF[now.gain], -1)
        found = []
        for pick in picks:
            have = dict(other_way)
            add(have, GOODS_OF[pick])
            if pick >= now.gain or min(have.values()) < 0:
                found.append(pick)
        return found

    # ---- which orders are listed ----

    def is_left_out(self, table: Table, number: int, times: int, pick: int) -> bool:
        """True if the same comes about by another order of effects, and that is the one that is listed.

        Free planks come first, in rising order: they can only help. A lower paid plank follows a higher one
        only if it could not have come before it. The Action's effect comes before the planks, and after them
        only if it could not. Where something counts what effects change, every order is its own.
        """
        if self.is_every_order or self.is_counting():
            return False
        is_free = self.effect(number).pay.is_free()
        if number >= ACTION:
            assert self.action is not None
            if self.action.timing != "either" or not self.finished:
                return False
            return is_free or self.could_come_before(table, number, times, pick, self.start, self.low)
        if is_free:
            return any(other > number or not self.effect(other).pay.is_free() for other in self.finished)
        last = self.last
        if last is None or last.number < number or self.effect(last.number).pay.is_free():
            return False
        return self.could_come_before(table, number, times, pick, last.prior, last.dip)

    def is_counting(self) -> bool:
        """True if an effect of this visit counts what effects can change, or one of the turn does more than give."""
        effects = [self.effect(number) for number in self.numbers()]
        return bool(self.deeds) or any(effect.for_each in CHANGING_COUNTS or effect.also for effect in effects)

    def could_come_before(self, table: Table, number: int, times: int, pick: int, prior: Amounts, dip: Amounts) -> bool:
        """True if an effect could have been paid from `prior`, and what has been done since then even so.

        `dip` holds the lowest amounts since. Asked for several times, it is not known what comes later.
        """
        effect = self.effect(number)
        if self.is_asked(number) and self.times_in_all(table, number) > 1:
            return not effect.pay.named and not effect.pay.look
        gained = self.named_gain(table, effect)
        have, lowest = dict(prior), dict(dip)
        for _ in range(times):
            add(have, price(effect, pick), -1)
            if min(have.values()) < 0:
                return False
            for amounts in (have, lowest):
                add(amounts, gained)
        add(lowest, price(effect, pick), -times)
        return min(lowest.values()) >= 0

    # ---- doing it ----

    def answer(self, table: Table, answer: int) -> None:
        """Answer the open question with one of `choices`."""
        if self.stage == "doing":
            if answer == END:
                self.stage = "ended"
            else:
                self._start(table, answer)
            return
        assert self.now is not None
        if self.stage == "again":
            if answer == END:
                self._finish(table)
            else:
                self.now = replace(self.now, to_do=1, could_follow=self.now.could_follow - 1)
                self._begin_time(table)
        elif self.stage == "paying":
            self._pay(table, answer - PAY)
        elif self.stage == "shedding":
            self.last_shed = answer - SHED
            table.seats[self.seat].hand.remove(self.last_shed)
            table.discard.add(self.last_shed)
            self.now = replace(self.now, to_shed=self.now.to_shed - 1)
            self._shed_or_gain(table)
        else:
            self.now = replace(self.now, gain=answer - GAIN)
            self._gain(table)

    def _start(self, table: Table, answer: int) -> None:
        if answer >= BONUS:
            number, times = ACTION + (answer - BONUS) // 8, (answer - BONUS) % 8 + 1
        else:
            number, times = (answer - DO) // 8, (answer - DO) % 8 + 1
        have = dict(table.seats[self.seat].resources)
        could_follow = self.times_in_all(table, number) - 1 if self.is_asked(number) else 0
        self.now = Doing(number, have, have, have, times, could_follow)
        if self.effect(number).is_attending:  # M85, M86
            table.seats[self.seat].houses -= 1
            table.stars[self.here.number] = sorted([*table.stars.get(self.here.number, []), self.seat])
        self._begin_time(table)

    def _do_deed(self, table: Table, deed: str) -> None:
        """What an effect does besides, when it is paid: it cannot pay for itself. Sailing on waits for its end."""
        if deed:
            self.deeds |= {deed}
        mine = table.seats[self.seat]
        if deed == "draw":
            self.draws += 1
        elif deed == "take-back":
            table.discard.remove(self.used.number)
            mine.hand.add(self.used.number)
            self.last_shed = -1  # a lower card may be there now
        elif deed == "call":
            for other in table.called(self.seat):
                table.seats[other].pawn = mine.pawn
        elif deed == "collect":
            for booth in table.owned(self.seat):
                table.gain_bonus(self.seat, booth)

    def _begin_time(self, table: Table) -> None:
        assert self.now is not None
        if self.effect(self.now.number).pay.look:
            self.stage = "paying"
        else:
            self._pay(table, NO_PICK)

    def _pay(self, table: Table, pick: int) -> None:
        assert self.now is not None
        effect = self.effect(self.now.number)
        have = table.seats[self.seat].resources
        began = dict(have)
        add(have, price(effect, pick), -1)
        self.low = lower_of(self.low, have)
        dip = lower_of(self.now.dip, have)
        self.now = replace(self.now, pick=pick, began=began, dip=dip, to_shed=effect.pay.cards)
        self._shed_or_gain(table)

    def _shed_or_gain(self, table: Table) -> None:
        assert self.now is not None
        if self.now.to_shed:
            self.stage = "shedding"
            return
        self._do_deed(table, self.effect(self.now.number).also)
        if self.effect(self.now.number).gain_look:
            self.stage = "gaining"
        else:
            self._gain(table)

    def _gain(self, table: Table) -> None:
        assert self.now is not None
        effect = self.effect(self.now.number)
        gained = self.named_gain(table, effect)
        if effect.gain_look:
            for good, amount in GOODS_OF[self.now.gain].items():
                gained[good] = gained.get(good, 0) + amount
        add(table.seats[self.seat].resources, gained)
        gave = self.now.gave | {resource for resource, amount in gained.items() if amount}
        self.now = replace(self.now, gave=gave, to_do=self.now.to_do - 1, is_repeat=True)
        if self.now.to_do:
            self._begin_time(table)
        elif self.now.could_follow:
            self.stage = "again"
        else:
            self._finish(table)

    def named_gain(self, table: Table, effect: Effect) -> Amounts:
        """The named resources that one doing gives now (M57)."""
        count = table.count(self.seat, effect.for_each)
        return {resource: amount * count for resource, amount in effect.gain.items()}

    def _finish(self, table: Table) -> None:
        now = self.now
        assert now is not None
        self.now = None
        self.stage = "doing"
        if now.number >= ACTION:
            assert self.action is not None
            self.is_action_done = True
            self.is_closed = bool(self.finished) or self.action.timing == "after"
            if self.effect(now.number).also == "sail-on":
                self._sail_on(table)
            return
        if self.effect(now.number).is_attending:
            table.give(self.seat, "attend")
        for helper in sorted(table.seats[self.seat].helpers - self.yielded):
            ability = table.cards[helper].ability
            if ability is not None and ability.when == "yield" and ability.resource in now.gave:
                self.yielded |= {helper}
                add(table.seats[self.seat].resources, ability.amounts)
        if not self.finished:  # M50: the first effect done activates
            self._activate(table)
        self.finished.add(now.number)
        self.last = now
        if self.effect(now.number).also == "sail-on":
            self._sail_on(table)

    def _sail_on(self, table: Table) -> None:
        """The pawn goes one step on; what is open there is what a new visit opens."""
        mine = table.seats[self.seat]
        mine.pawn = table.downstream(mine.pawn)[0]
        copied = table.copied(mine.pawn)
        self.here, self.planks, self.is_choose = table.cards[mine.pawn], copied.effects, copied.is_choose
        self.start = self.low = dict(mine.resources)
        self.finished, self.last = set(), None
        self.is_closed, self.yielded = False, frozenset()

    def _activate(self, table: Table) -> None:
        """What an activation sets off, once (M61 to M65)."""
        owner = table.owner.get(self.here.number)
        if owner is None:
            table.give(self.seat, "starting-booth")  # M64
        elif owner == self.seat:
            table.give(self.seat, "own-booth")  # M63
            self._share(table)
        else:
            table.give(self.seat, "others-booth")
            table.gain_bonus(owner, self.here.number)
            table.give(owner, "visited")
            bonus = table.bonus(self.here.number)
            add(table.seats[self.seat].resources, bonus, len(table.abilities(self.seat, "shared-bonus")))
            for _ in table.abilities(self.seat, "bonus-too"):
                table.gain_bonus(self.seat, self.here.number)
            self._share(table)

    def _share(self, table: Table) -> None:
        """What the visitor gains where it said before that it shares."""
        if "share" in self.deeds:
            table.gain_bonus(self.seat, self.here.number)
