"""States that are read from a text or a record, and their checks: what lies where, and how many of each there are.

The compiled rules trust their state and check no index. What comes from outside is checked here, once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

from ..core.errors import PositionError
from ..core.game import Terms
from .board import MarketPosition, members, shown_in
from .kernel.chance import clear_turn
from .kernel.state import COST, COST_SLOT, DECK_MASK, NO_EFFECT, PICKS, SEATS, ActionEffect, CardUse, Phase, new_states
from .printed.components import MarketComponents
from .printed.deck import CARDS, STARTING_BOOTHS, TIMES_AT_MOST, Card, CardKind
from .printed.effects import Bundle, Deed, Power

_CHANCE = (Phase.RIVER, Phase.DEAL, Phase.REDEAL, Phase.REFILL)
_IN_EFFECT = (Phase.AGAIN, Phase.PAYING, Phase.SHEDDING, Phase.GAINING)
Laid: TypeAlias = tuple[str, int | None, Sequence[int]]
"""A Booth in the river: the id of its card, its owner, and the houses in its star spaces by seat."""
TURN_LIMITS = {
    "card": (0, CARDS - 1),
    "used": (0, CardUse.HIRED),
    "plank": (-1, COST),
    "times_left": (0, TIMES_AT_MOST),
    "need": (0, 8),
    "last_shed": (0, CARDS - 1),
    "done": (0, 15),
    "last_plank": (-1, 3),
    "bonus": (0, 3),
    "given": (0, 63),
    "deeds": (0, sum(1 << deed for deed in Deed if deed > Deed.ATTEND)),
    "last_pay": (0, PICKS),
    "last_gain": (0, PICKS),
    "yielded": (0, (1 << CARDS) - 1),
}
"""The numbers of the running turn, and the least and the most that each can be."""
TURN_LEVELS = ("start", "low", "prior", "dip", "before")
"""The resources that are noted in it."""


def plain_state() -> Any:
    """Return a blank state with the numbers of a turn as they are between two turns, the end not triggered."""
    state = new_states(1)[0]
    clear_turn(state)
    state.end_seat = state.turns_left = -1
    return state


class StateReader:
    """Builds a state from what a record or a text says.

    Raises:
        PositionError: in each function, where the deck has no such card, or it cannot be there.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._numbers = cast("MarketComponents", terms.components).deck.number_of
        self.states = new_states(1)
        self.states[0] = plain_state()
        self.state = self.states[0]
        self.state.players = terms.players

    def number(self, card: str) -> int:
        """Return the number of a card."""
        if card not in self._numbers:
            raise PositionError(f"The deck has no card {card!r}.")
        return self._numbers[card]

    def mask(self, cards: Iterable[str]) -> int:
        """Return the set of cards of the deck, each named once."""
        mask = 0
        for card in cards:
            bit = 1 << self.number(card)
            if mask & bit or not bit & DECK_MASK:
                raise PositionError(f"The card {card!r} cannot be here, or is named twice.", rule="M2")
            mask |= bit
        return mask

    def lay_river(self, upper: Sequence[Laid], lower: Sequence[Laid]) -> None:
        """Lay the two rows, each from left to right: of each Booth its card, its owner and the houses on it by seat."""
        state, booths = self.state, [*upper, *lower[::-1]]
        state.river_count, state.upper_count = len(booths), len(upper)
        state.river[:] = -1
        state.owner[:] = -1
        for place, (card, owner, houses) in enumerate(booths):
            state.river[place] = self.number(card)
            state.owner[place] = -1 if owner is None else owner
            state.stars[place, : len(houses)] = houses

    def seat(
        self, seat: int, hand: Iterable[str], helpers: Iterable[str], resources: Bundle, houses: int, tokens: int
    ) -> None:
        """Give a seat what lies before it, except its pawn."""
        state = self.state
        state.hand[seat] = self.mask(hand)
        state.helpers[seat] = self.mask(helpers)
        state.resource[seat] = resources
        state.houses[seat] = houses
        state.tokens[seat] = tokens

    def put_pawn(self, seat: int, card: str) -> None:
        """Put a seat's pawn on a Booth of the river."""
        places = self.state.river[: int(self.state.river_count)].tolist()
        if self.number(card) not in places:
            raise PositionError(f"A pawn stands on {card!r}, which is not in the river.", rule="M26")
        self.state.pawn[seat] = places.index(self.number(card))

    def note_shuffles(self, groups: Sequence[Iterable[str]]) -> None:
        """Note what last went into the deck at each reshuffle, from the first."""
        self.state.shuffles = len(groups)
        for era, cards in enumerate(groups, start=1):
            for card in cards:
                self.state.era[self.number(card)] = era

    def position(self) -> MarketPosition:
        """Return the position, checked."""
        check_state(self.state, self._terms)
        return MarketPosition(self.states, self._terms)


def check_state(state: Any, terms: Terms) -> None:
    """Check that all 60 cards and all houses are somewhere exactly once (M1, M2, M13), and each where it can be.

    Raises:
        PositionError: naming the first fault.
    """
    _check_cards(state, terms)
    _check_river(state, terms)
    _check_seats(state, terms)
    _check_end(state, terms)
    _check_turn(state, terms)


def _check_cards(state: Any, terms: Terms) -> None:
    cards = cast("MarketComponents", terms.components).cards
    places: Counter[int] = Counter()
    for mask in (state.deck, state.discard, *state.hand, *state.helpers):
        places.update(members(int(mask) & DECK_MASK))
    places.update(number for number in state.river.tolist() if number >= STARTING_BOOTHS)
    if int(state.used) in (CardUse.BUILT, CardUse.HIRED):
        places[int(state.card)] += 1
    for number in range(STARTING_BOOTHS, CARDS):
        if places[number] != 1:
            where = "nowhere" if not places[number] else f"in {places[number]} places"
            raise PositionError(f"The card {cards[number].id!r} is {where}.", rule="M2")
    for helper in members(int(sum(int(mask) for mask in state.helpers))):
        if cards[helper].kind is not CardKind.HELPER:
            raise PositionError(f"{cards[helper].name} is no Helper.", rule="M95")
    for number in range(CARDS):
        if not 0 <= int(state.era[number]) <= int(state.shuffles):
            raise PositionError(f"{cards[number].name} was not reshuffled so often.", rule="M105")
    for number in members(int(state.deck)):
        if int(state.era[number]) != int(state.shuffles):
            raise PositionError(f"{cards[number].name} cannot be in the deck: it was not reshuffled.", rule="M105")


def _check_river(state: Any, terms: Terms) -> None:
    cards = cast("MarketComponents", terms.components).cards
    count = int(state.river_count)
    numbers = state.river[:count].tolist()
    if len(set(numbers)) != count:
        raise PositionError("A card lies in the river twice.", rule="M2")
    if count >= STARTING_BOOTHS and set(range(STARTING_BOOTHS)) - set(numbers):
        raise PositionError("The river holds all Starting Booths.", rule="M16")
    for place, number in enumerate(numbers):
        card, owner = cards[number], int(state.owner[place])
        if not card.is_booth:
            raise PositionError(f"{card.name} is no Booth and cannot lie in the river.", rule="M73")
        if (card.kind is CardKind.STARTING) != (owner < 0) or owner >= int(state.players):
            raise PositionError(f"{card.name} has the wrong owner.", rule="M77")
        stars = state.stars[place].tolist()
        if min(stars) < 0 or sum(stars) > card.stars or any(stars[int(state.players) :]):
            raise PositionError(f"{card.name} has {sum(stars)} houses in {card.stars} star spaces.", rule="M87")


def _check_seats(state: Any, terms: Terms) -> None:
    for seat in range(int(state.players)):
        count = int(state.river_count)
        placed = int((state.owner[:count] == seat).sum()) + int(state.stars[:, seat].sum())
        if int(state.houses[seat]) + placed != int(terms.array[0].houses) or state.houses[seat] < 0:
            raise PositionError(
                f"Seat {seat} has {int(state.houses[seat])} houses and {placed} placed; there are "
                f"{int(terms.array[0].houses)} in all.",
                rule="M13",
            )
        if (state.resource[seat] < 0).any():
            raise PositionError(f"Seat {seat} has less than nothing of a resource.")
        if not 0 <= int(state.pawn[seat]) < max(count, 1):
            raise PositionError(f"The pawn of seat {seat} is not in the river.", rule="M26")
        if not 0 <= int(state.tokens[seat]) <= 1:
            raise PositionError(f"Seat {seat} can have one Zoom token at most.", rule="M118")
        helpers = int(state.helpers[seat]) & int(terms.array[0].power[Power.HAND])
        limit = int(terms.array[0].hand) + sum(int(terms.array[0].card[card].number) for card in members(helpers))
        if len(members(int(state.hand[seat]))) > limit and not _can_hold_more(terms):
            raise PositionError(f"Seat {seat} holds more than {limit} cards.", rule="M103")
    for seat in range(int(state.players), SEATS):
        if state.hand[seat] or state.helpers[seat] or (state.resource[seat] != 0).any():
            raise PositionError(f"There is no seat {seat}.")


def _can_hold_more(terms: Terms) -> bool:
    """Return whether effects of the deck can give a seat more cards than the hand limit."""
    cards = cast("MarketComponents", terms.components).cards
    return any(effect.also in (Deed.DRAW, Deed.TAKE_BACK) for card in cards for effect in card.planks)


def _check_end(state: Any, terms: Terms) -> None:
    players = int(state.players)
    if not 0 <= int(state.seat) < players or not 0 <= int(state.first_seat) < players:
        raise PositionError(f"There are {players} seats, counted from 0.")
    if int(state.phase) == Phase.MULLIGAN and state.turn != 0:
        raise PositionError("Opening hands are kept or redrawn before the first turn.", rule="M29")
    if int(state.phase) == Phase.MAIN and state.turn < 1:
        raise PositionError("Turns are counted from 1.")
    if state.tokens[:players].any() and state.end_seat < 0:
        raise PositionError("Zoom tokens come with the trigger of the end.", rule="M113")
    if (state.end_seat < 0) != (state.turns_left < 0) or not -1 <= int(state.end_seat) < players:
        raise PositionError("The end seat and the turns left do not fit.", rule="M112")
    most = 3 * players - 1 if terms.options["equal_turns"] else 2 * players
    if state.turns_left > most or (state.turns_left == 0 and state.phase not in (Phase.REFILL, Phase.OVER)):
        raise PositionError(f"There are at most {most} turns left, and the game is over with none.", rule="M114")
    if int(state.phase) == Phase.OVER and state.turns_left != 0:
        raise PositionError("The game is over only when all last turns are done.", rule="M116")
    if state.end_seat >= 0 and state.houses[state.end_seat] != 0:
        raise PositionError("The end is triggered by a seat without houses.", rule="M110")
    if int(state.phase) == Phase.MAIN and state.end_seat < 0 and not state.houses[:players].all():
        raise PositionError("With a seat out of houses the end is triggered.", rule="M110")


# The running turn.


def _check_turn(state: Any, terms: Terms) -> None:
    """Check the numbers of the running turn against each other and against what lies on the table."""
    is_drawing = bool(int(state.deeds) >> Deed.DRAW & 1)
    if (int(state.phase) in _CHANCE or is_drawing) != (state.due > 0):
        raise PositionError("Cards are due only while they are drawn.")
    cards = cast("MarketComponents", terms.components).cards
    if Phase.STOPPING <= int(state.phase) <= Phase.PLACING:
        is_right = _is_card_right(state, cards) and _is_effect_right(state, cards) and _are_marks_right(state, cards)
    else:
        is_right = _is_clear(state)
    if not is_right:
        raise PositionError("The numbers of the running turn do not fit what lies on the table.")


def _is_clear(state: Any) -> bool:
    """Return whether all numbers of a turn are as they are between two turns."""
    plain = plain_state()
    return all((state[name] == plain[name]).all() for name in (*TURN_LIMITS, *TURN_LEVELS))


def _is_card_right(state: Any, cards: tuple[Card, ...]) -> bool:
    """Return whether the card of the turn can be used as it is."""
    if state.card < STARTING_BOOTHS:
        return False
    card = cards[int(state.card)]
    if int(state.used) in (CardUse.MOVED, CardUse.ZOOMED):
        is_back = int(state.deeds) >> Deed.TAKE_BACK & 1
        cards_there = int(state.hand[state.seat] if is_back else state.discard)
        return bool(cards_there >> int(state.card) & 1) and int(state.phase) != Phase.PLACING
    if state.phase not in (Phase.PAYING, Phase.SHEDDING, Phase.PLACING):
        return False
    if int(state.used) == CardUse.BUILT:
        return card.is_booth and state.houses[state.seat] > 0
    return bool(int(state.used) == CardUse.HIRED and card.kind is CardKind.HELPER and int(state.phase) != Phase.PLACING)


def _is_effect_right(state: Any, cards: tuple[Card, ...]) -> bool:
    """Return whether the effect in progress is there to be done."""
    slot = int(state.plank)
    if state.phase not in _IN_EFFECT:
        return slot == NO_EFFECT and state.times_left == 0
    if int(state.used) in (CardUse.BUILT, CardUse.HIRED):
        return slot == COST and _is_asking(state, cards[int(state.card)].cost.number, 0, 0)
    action, booth = cards[int(state.card)], _shown(state, cards)
    planks = (action.planks if action.kind is CardKind.ACTION else ()) if slot >= COST_SLOT else booth.planks
    if slot in (NO_EFFECT, COST) or slot % COST_SLOT >= len(planks):
        return False
    effect = planks[slot % COST_SLOT]
    is_counted = 1 <= state.times_left <= TIMES_AT_MOST
    return bool(is_counted) and _is_asking(state, effect.spend.number, effect.spend.card, effect.gain.number)


def _shown(state: Any, cards: tuple[Card, ...]) -> Card:
    """Return the card whose planks the Booth under the pawn on turn has."""
    count, place = int(state.river_count), int(state.pawn[state.seat])
    river = [cards[number] for number in state.river[:count].tolist()]
    return shown_in(river, place)


def _is_asking(state: Any, paid: int, cards: int, gained: int) -> bool:
    """Return whether there is something to choose in the phase; cards to shed are still in the hand."""
    if int(state.phase) == Phase.PAYING:
        return paid > 0
    if int(state.phase) == Phase.GAINING:
        return gained > 0
    if int(state.phase) == Phase.SHEDDING:
        higher = [card for card in members(int(state.hand[state.seat])) if card > state.last_shed]
        return 0 < int(state.need) <= min(cards, len(higher))
    return True


def _are_marks_right(state: Any, cards: tuple[Card, ...]) -> bool:
    """Return whether what is noted as done can have been done."""
    planks = len(_shown(state, cards).planks)
    is_action = cards[int(state.card)].kind is CardKind.ACTION and int(state.used) in (CardUse.MOVED, CardUse.ZOOMED)
    is_open = int(state.phase) != Phase.STOPPING and is_action
    if (int(state.bonus) != ActionEffect.NONE) != is_open or int(state.done) >> planks:
        return False
    if (state.last_plank < 0) != (state.done == 0) or (state.done and not int(state.done) >> int(state.last_plank) & 1):
        return False
    if int(state.phase) in (Phase.STOPPING, Phase.PLACING) and (state.done or state.last_pay or state.last_gain):
        return False
    is_shed = state.last_shed == 0 or bool(int(state.discard) >> int(state.last_shed) & 1)
    is_yielded = int(state.yielded) & ~int(state.helpers[state.seat]) == 0
    return is_shed and is_yielded and (int(state.phase) != Phase.DOING or state.given == 0)
