"""One effect of River Market while it is done: what it costs, and how things stood before and since."""

from collections.abc import Hashable
from dataclasses import dataclass

from .reference_cards import Amounts, Effect, Payment
from .reference_parts import GOODS_OF, PICKS_OF, has_all

NO_PICK = -1


def picks_to_pay(rest: Amounts, payment: Payment) -> list[int]:
    """The Goods of choice that can be paid from `rest`, where the named part is already paid."""
    return [pick for pick in PICKS_OF[payment.look, payment.number] if has_all(rest, GOODS_OF[pick])]


def price(effect: Effect, pick: int) -> Amounts:
    """All resources that one doing costs."""
    total = dict(effect.pay.named)
    if pick != NO_PICK:
        for good, amount in GOODS_OF[pick].items():
            total[good] = total.get(good, 0) + amount
    return total


def lower_of(first: Amounts, second: Amounts) -> Amounts:
    """The lower amount of each resource."""
    return {resource: min(amount, second[resource]) for resource, amount in first.items()}


@dataclass(frozen=True)
class Doing:
    """One effect, under way or just finished."""

    number: int
    prior: Amounts  # resources before it
    dip: Amounts  # the lowest amounts while it was done
    began: Amounts  # resources when this time began
    to_do: int = 1  # times still to do without being asked, this one included
    could_follow: int = 0  # times that may be asked for after those
    is_repeat: bool = False  # this time is not the first
    pick: int = NO_PICK  # of the running time, or of the last one while it is not yet named
    gain: int = NO_PICK
    to_shed: int = 0
    gave: frozenset[str] = frozenset()

    def key(self) -> Hashable:
        """All of it, hashable."""
        amounts = (tuple(each.values()) for each in (self.prior, self.dip, self.began))
        return (
            *(self.number, *amounts, self.to_do, self.could_follow, self.is_repeat),
            *(self.pick, self.gain, self.to_shed, self.gave),
        )
