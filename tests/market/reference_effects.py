"""A visit: what a player may do on the Booth arrived at, planks and the Action's effect alike.

Which orders of effects are listed: see `Visit.is_listed_now`. With `is_every_order` all orders that the
rules allow are listed, twins and all; the tests compare the two.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from .reference_cards import GOODS, Amounts, Card, Effect, Payment
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
    Seat,
    Table,
    add,
    has_all,
)

ACTION = 4  # effects 0..3 are the planks, 4.. the Action's alternatives
NO_PICK = -1
CHANGING_COUNTS = ("goods", "kinds", "attended", "houses-left")  # what doing effects can change


def picks_to_pay(rest: Amounts, payment: Payment) -> list[int]:
    """The Goods of choice that can be paid from `rest`, where the named part is already paid."""
    return [pick for pick in PICKS_OF[payment.look, payment.number] if has_all(rest, GOODS_OF[pick])]


def levels(seat: Seat) -> Amounts:
    """A seat's resources, and as "card" the number of cards in its hand: all that effects can cost."""
    return seat.resources | {"card": len(seat.hand)}


def price(effect: Effect, pick: int) -> Amounts:
    """All that one doing costs."""
    total = dict(effect.pay.named)
    if effect.pay.look:
        for good, amount in GOODS_OF[pick].items():
            total[good] = total.get(good, 0) + amount
    if effect.pay.cards:
        total["card"] = effect.pay.cards
    return total


@dataclass(frozen=True)
class Doing:
    """One effect, under way or just done, and how things stood before it."""

    number: int
    times: int  # as the decision named it
    before: Amounts
    was_activated: bool
    had_yielded: frozenset[str]
    can_go_on: bool  # it may be done again: more is allowed than one decision could name
    to_do: int = 0  # doings still to come of those the decision named
    pick: int = NO_PICK
    shed: tuple[int, ...] = ()  # in this doing
    last_gain: int = NO_PICK

    def key(self) -> Hashable:
        """All of it, hashable."""
        things = (self.number, self.times, self.was_activated, self.had_yielded, self.can_go_on)
        return (*things, tuple(self.before.values()), self.to_do, self.pick, self.shed, self.last_gain)


@dataclass
class Visit:
    """The part of a turn that follows the move, until no more effects are done.

    `stage` is the open question: doing, paying, shedding, gaining or ended.
    """

    seat: int
    here: Card
    action: Card | None  # the Action used to move
    is_every_order: bool
    start: Amounts  # levels on arrival
    low: Amounts  # lowest levels since
    stage: str = "doing"
    times_left: dict[int, int] = field(default_factory=dict)  # of effects that were begun
    last: Doing | None = None
    now: Doing | None = None
    is_activated: bool = False
    is_bonus_closing: bool = False  # the Action's effect was done after the activation, or instead of it
    yielded: frozenset[str] = frozenset()

    @classmethod
    def begin(cls, table: Table, seat: int, action: Card | None, is_every_order: bool) -> "Visit":
        """A visit to the Booth where the pawn has just arrived."""
        have = levels(table.seats[seat])
        here = table.cards[table.seats[seat].pawn]
        return cls(seat, here, action, is_every_order, have, dict(have))

    def copy(self) -> "Visit":
        """A visit of its own at the same point."""
        return replace(self, low=dict(self.low), times_left=dict(self.times_left))

    def key(self) -> Hashable:
        """All of it, hashable."""
        return (
            *(self.seat, self.here.number, self.action and self.action.number, self.stage),
            *(tuple(self.start.values()), tuple(self.low.values()), tuple(sorted(self.times_left.items()))),
            *(self.last and self.last.key(), self.now and self.now.key()),
            *(self.is_activated, self.is_bonus_closing, self.yielded),
        )

    # ---- what there is to do ----

    def effect(self, number: int) -> Effect:
        """The effect of that number."""
        if number < ACTION:
            return self.here.effects[number]
        assert self.action is not None
        return self.action.effects[number - ACTION]

    def numbers(self) -> list[int]:
        """All effects that there are."""
        alternatives = range(len(self.action.effects) if self.action else 0)
        return [*range(len(self.here.effects)), *(ACTION + alternative for alternative in alternatives)]

    def choices(self, table: Table) -> list[int]:
        """The possible answers to the open question, rising."""
        if self.stage == "doing":
            listed = [END]
            for number in self.numbers():
                base = DO + 8 * number if number < ACTION else BONUS + 8 * (number - ACTION)
                listed += [base + times - 1 for times in self.possible_times(table, number)]
            return listed
        assert self.now is not None
        if self.stage == "paying":
            return [PAY + pick for pick in self.possible_picks(table, self.now.number)]
        if self.stage == "shedding":
            return [SHED + card for card in self.possible_cards(table, self.now.number)]
        effect = self.effect(self.now.number)
        # Repeated for a fixed payment, gains of choice are named in rising order.
        lowest = NO_PICK if effect.pay.is_chosen() else self.now.last_gain
        return [GAIN + pick for pick in PICKS_OF[effect.gain_look, effect.gain_number] if pick >= lowest]

    def allowed_times(self, table: Table, number: int) -> int:
        """How often the effect may still be done, whatever it costs."""
        if number in self.times_left:
            # An effect is done in one go: again only directly after itself.
            is_going_on = self.last is not None and self.last.number == number and self.last.can_go_on
            return self.times_left[number] if is_going_on else 0
        begun_planks = [other for other in self.times_left if other < ACTION]
        if number >= ACTION:
            is_other_done = any(other >= ACTION for other in self.times_left)  # one alternative only
            is_too_late = self.action is not None and self.action.timing == "before" and bool(begun_planks)
            return 0 if is_other_done or is_too_late else self.effect(number).times
        if self.is_bonus_closing:
            return 0
        if self.here.is_choose and begun_planks and not table.abilities(self.seat, "both"):  # M56
            return 0
        times = self.effect(number).times
        return times + table.power(self.seat, "times") if times > 1 else times

    def possible_times(self, table: Table, number: int) -> list[int]:
        """How often the effect can be done now, as one decision; empty if not at all."""
        allowed = self.allowed_times(table, number)
        if allowed == 0 or self.is_pointless(table, number):
            return []
        effect = self.effect(number)
        if effect.is_attending:  # M85, M87
            is_full = len(table.stars.get(self.here.number, [])) >= self.here.stars
            if is_full or table.seats[self.seat].houses == 0:
                return []
        if effect.pay.is_chosen():
            can_shed = not effect.pay.cards or bool(self.possible_cards(table, number))
            return [1] if can_shed and self.possible_picks(table, number) else []
        have = levels(table.seats[self.seat])
        found = []
        for times in range(1, min(allowed, TIMES_AT_MOST) + 1):
            if self.tried(table, have, number, times, NO_PICK, self.is_activated, self.yielded) is None:
                break
            if self.is_listed_now(table, number, times, NO_PICK):
                found.append(times)
        return found

    def is_pointless(self, table: Table, number: int) -> bool:
        """M50: an effect that would give nothing at all, like a Coin for each of nobody, is not doing one."""
        effect = self.effect(number)
        if effect.is_attending or effect.gain_look or effect.for_each == "one":
            return False
        return table.count(self.seat, effect.for_each) == 0

    def possible_picks(self, table: Table, number: int) -> list[int]:
        """The Goods of choice with which the effect can be paid now; without a choice the one non-pick."""
        payment = self.effect(number).pay
        have = levels(table.seats[self.seat])
        add(have, payment.named, -1)
        if min(have.values()) < 0:  # M67
            return []
        picks = picks_to_pay(have, payment) if payment.look else [NO_PICK]
        return [pick for pick in picks if self.is_listed_now(table, number, 1, pick)]

    def possible_cards(self, table: Table, number: int) -> list[int]:
        """The cards that can be shed next: rising, and leaving enough behind for the rest of the payment."""
        payment = self.effect(number).pay
        shed = self.now.shed if self.now is not None else ()
        hand = sorted(table.seats[self.seat].hand)
        missing = payment.cards - len(shed)
        if not shed and not payment.look and not self.is_every_order:
            # Repeated, the doings rise as well: a card in hand now was in hand then.
            shed = self.last.shed if self.last is not None and self.last.number == number else ()
        above = [card for card in hand if not shed or card > shed[-1]]
        return above[: len(above) - missing + 1] if len(above) >= missing else []

    # ---- which orders are listed ----

    def is_listed_now(self, table: Table, number: int, times: int, pick: int) -> bool:
        """False if the same comes about by another order of effects, and that is the one that is listed.

        The effect can be paid now. Free planks come first, rising; they can only help. Of two payments in a
        row the higher plank, then the higher pick, comes first only if the other order is impossible. The
        Action's effect comes first, and after the planks only if it must. Where something counts what effects
        change, every order is its own.
        """
        if self.is_every_order or self.is_counting():
            return True
        is_begun = number in self.times_left
        if number < ACTION:
            if self.effect(number).pay.is_free():
                return all(
                    other < number and self.effect(other).pay.is_free()
                    for other in self.times_left
                    if other < ACTION
                )
            return not self.is_swap_possible(table, number, times, pick)
        if is_begun:
            return not self.is_swap_possible(table, number, times, pick)
        assert self.action is not None
        if self.action.timing != "either" or not any(other < ACTION for other in self.times_left):
            return True
        return self.is_too_dear_before(table, number, times, pick)

    def is_counting(self) -> bool:
        """True if an effect of this visit counts what effects can change."""
        return any(self.effect(number).for_each in CHANGING_COUNTS for number in self.numbers())

    def is_swap_possible(self, table: Table, number: int, times: int, pick: int) -> bool:
        """True if this effect stands below the last paid one and the two could have been done the other way."""
        last = self.last
        if last is None or (last.number < ACTION) != (number < ACTION):
            return False
        if self.effect(last.number).pay.is_free() or (number, pick) >= (last.number, last.pick):
            return False
        first = self.tried(table, last.before, number, times, pick, last.was_activated, last.had_yielded)
        if first is None:
            return False
        have, yielded = first
        is_activated = last.was_activated or number < ACTION
        return self.tried(table, have, last.number, last.times, last.pick, is_activated, yielded) is not None

    def is_too_dear_before(self, table: Table, number: int, times: int, pick: int) -> bool:
        """True if the Action's effect could not have come before the planks done (M70, M71)."""
        effect = self.effect(number)
        if effect.pay.is_free():
            return False
        if effect.times > 1 and (effect.pay.look or (effect.pay.cards and effect.pay.named)):
            return True  # what the later doings need cannot be known yet: listed, perhaps twice
        start = self.tried(table, self.start, number, times, pick, False, frozenset())
        if start is None:
            return True
        low = dict(self.low)
        add(low, price(effect, pick), -times)
        add(low, effect.gain, times * table.count(self.seat, effect.for_each))
        return min(low.values()) < 0

    def tried(
        self,
        table: Table,
        have: Amounts,
        number: int,
        times: int,
        pick: int,
        is_activated: bool,
        yielded: frozenset[str],
    ) -> tuple[Amounts, frozenset[str]] | None:
        """What is left after doing an effect so often with such levels, and what has yielded by then.

        None if it cannot be paid. Goods of choice that it gains are not counted.
        """
        effect = self.effect(number)
        left = dict(have)
        for _ in range(times):
            add(left, price(effect, pick), -1)
            if min(left.values()) < 0:
                return None
            gained = self.named_gain(table, effect, left)
            add(left, gained)
            if number < ACTION:
                for amounts in self.yields(table, gained, yielded):
                    add(left, amounts)
                yielded |= {resource for resource in gained if gained[resource]}
                if not is_activated:
                    for seat, amounts in self.activation_gifts(table):
                        if seat == self.seat:
                            add(left, amounts)
                is_activated = True
        return left, yielded

    # ---- doing it ----

    def answer(self, table: Table, answer: int) -> None:
        """Answer the open question with one of `choices`."""
        seat = table.seats[self.seat]
        if self.stage == "doing":
            if answer == END:
                self.stage = "ended"
            else:
                self._start(table, answer)
            return
        assert self.now is not None
        if self.stage == "paying":
            self.now = replace(self.now, pick=answer - PAY)
            self._pay(table)
        elif self.stage == "shedding":
            card = answer - SHED
            seat.hand.remove(card)
            table.discard.add(card)
            self.now = replace(self.now, shed=(*self.now.shed, card))
            self._after_shedding(table)
        elif self.stage == "gaining":
            self.now = replace(self.now, last_gain=answer - GAIN)
            self._gain(table, GOODS_OF[answer - GAIN])

    def _start(self, table: Table, answer: int) -> None:
        if answer >= BONUS:
            number, times = ACTION + (answer - BONUS) // 8, (answer - BONUS) % 8 + 1
        else:
            number, times = (answer - DO) // 8, (answer - DO) % 8 + 1
        effect = self.effect(number)
        left = self.allowed_times(table, number) - times
        can_go_on = left > 0 and effect.pay.is_chosen()
        if left > 0 and effect.gain_look and not can_go_on:
            # Goods of choice that are gained may pay for more than could be named.
            can_go_on = times == max(self.possible_times(table, number))
        have = levels(table.seats[self.seat])
        self.now = Doing(number, times, have, self.is_activated, self.yielded, can_go_on, times)
        self.times_left[number] = left
        if number >= ACTION:
            has_begun = any(other < ACTION for other in self.times_left)
            assert self.action is not None
            self.is_bonus_closing = has_begun or self.action.timing == "after"
        self._next_doing(table)

    def _next_doing(self, table: Table) -> None:
        assert self.now is not None
        if self.now.to_do == 0:
            self.last, self.now = self.now, None
            self.stage = "doing"
        elif self.effect(self.now.number).pay.look:
            self.stage = "paying"
        else:
            self._pay(table)

    def _pay(self, table: Table) -> None:
        assert self.now is not None
        paid = price(self.effect(self.now.number), self.now.pick)
        paid.pop("card", 0)
        add(table.seats[self.seat].resources, paid, -1)
        self._after_shedding(table)

    def _after_shedding(self, table: Table) -> None:
        assert self.now is not None
        effect = self.effect(self.now.number)
        have = levels(table.seats[self.seat])
        assert min(have.values()) >= 0
        self.low = {resource: min(level, have[resource]) for resource, level in self.low.items()}
        if len(self.now.shed) < effect.pay.cards:
            self.stage = "shedding"
        elif effect.gain_look:
            self.stage = "gaining"
        else:
            self._gain(table, {})

    def _gain(self, table: Table, chosen: Amounts) -> None:
        assert self.now is not None
        effect = self.effect(self.now.number)
        seat = table.seats[self.seat]
        gained = self.named_gain(table, effect, seat.resources)
        for good, amount in chosen.items():
            gained[good] = gained.get(good, 0) + amount
        add(seat.resources, gained)
        if effect.is_attending:  # M85, M86
            seat.houses -= 1
            table.stars[self.here.number] = sorted([*table.stars.get(self.here.number, []), self.seat])
            table.give(self.seat, "attend")
        if self.now.number < ACTION:
            for amounts in self.yields(table, gained, self.yielded):
                add(seat.resources, amounts)
            self.yielded |= {resource for resource in gained if gained[resource]}
            if not self.is_activated:  # M50: the first effect done activates
                for receiver, amounts in self.activation_gifts(table):
                    add(table.seats[receiver].resources, amounts)
                self.is_activated = True
        self.now = replace(self.now, to_do=self.now.to_do - 1)
        self._next_doing(table)

    def named_gain(self, table: Table, effect: Effect, resources: Amounts) -> Amounts:
        """The named resources that one doing gives now (M57)."""
        goods_only = {good: resources[good] for good in GOODS}
        count = table.count(self.seat, effect.for_each, goods_only) if effect.gain else 0
        return {resource: amount * count for resource, amount in effect.gain.items()}

    def yields(self, table: Table, gained: Amounts, yielded: frozenset[str]) -> list[Amounts]:
        """What Helpers add to the gains of planks, each once an activation."""
        return [
            ability.amounts
            for ability in table.abilities(self.seat, "when")
            if ability.when == "yield"
            and gained.get(ability.resource, 0) > 0
            and ability.resource not in yielded
        ]

    def activation_gifts(self, table: Table) -> list[tuple[int, Amounts]]:
        """Who gains what when this Booth is activated: the Owner bonus and what Helpers give (M61 to M64)."""
        owner = table.owner.get(self.here.number)
        if owner is None:
            occasions = [(self.seat, "starting-booth")]
        elif owner == self.seat:
            occasions = [(self.seat, "own-booth")]
        else:
            occasions = [(self.seat, "others-booth"), (owner, "visited")]
        gifts = [
            (seat, ability.amounts)
            for seat, occasion in occasions
            for ability in table.abilities(seat, "when")
            if ability.when == occasion
        ]
        if owner is not None and owner != self.seat:
            bonuses = [owner] + [self.seat] * len(table.abilities(self.seat, "shared-bonus"))
            for seat in bonuses:
                gifts += [(seat, self.here.owner_bonus)] * (1 + table.power(seat, "bonus-again"))
        return gifts
