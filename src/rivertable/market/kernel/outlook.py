"""How good a position is: the heuristic evaluation of a seat, and what the network sees from one seat's side.

The heuristic is the current score, and what is ready for later. The network is given a list of the inputs that are
set, and to what:

| from | input | set to |
|---|---|---|
| OWN, OTHERS | a block of :data:`BLOCK` about the seat itself, then one about all other seats together | see below |
| IN_HAND, LACKING | each card in the seat's own hand, and how many resources are missing for it | 1 |
| RIVER_CARDS | each card in the river | 1 |
| TABLE | how large river, deck and discard pile are, how near the end is | |
| ORDER | how many turns ago the seat took its last turn, 0 to 4; then its place from the first seat | 1 |
| PLAYERS | the number of players less 2 | 1 |
| LEAD | the seat's score less the best and less the next of the others | points / 10 |

A block, by its first index: 0 score, cards in hand, Zoom tokens, Helpers, what the pawn scores only while it stands
there; :data:`STOCK` how many of each resource; :data:`AMOUNTS` the same as a number; :data:`HOUSES` on the mat;
:data:`HIRED`, :data:`OWNED`, :data:`STARS` cards; :data:`AHEAD` the card so many steps ahead of the pawn, 0 to 5.

Hands of other seats are only counted: an input never depends on what the seat may not know.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import lowest, size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ..printed.deck import CARDS, CardKind
from ..printed.effects import Power
from .powers import power_sum, price
from .scoring import event_points, score
from .state import COIN, GOODS, RESOURCES, SEATS, Phase

_COIN = 0.5
"""Points that a Coin promises beyond what it scores now, at the start of the game."""
_GOOD = 0.3
_PLACED = 1.2
"""A house on a Booth or in a star space at the start of the game."""
_URGENT = 2.5
"""What is added to that late in the game, so that it comes to an end."""
_HIRED = 3.0
"""What a Helper's ability may bring in a whole game."""
_MORE_CARDS = 0.8
"""A card beyond the hand limit."""
_BONUS = 0.4
"""A resource that an Owner bonus gives."""
_VISITS = 12.0
"""Activations by each other player in a whole game."""
_PLAN = 0.5
"""The part of a card's worth that counts while it is still in hand."""
_OTHER_PLANS = 0.25
"""The same for all cards but the best."""
_MISSING_COIN = 0.9
"""How much further off a card is for each Coin that is missing; a Good counts as half."""
_LONG = 24.0
"""Turns of one seat in a long game; what is promised fades until then."""
_SOON = 0.15
"""The part that is promised as long as the end is not triggered, however long the game has lasted."""
_ENOUGH_COINS, _ENOUGH_GOODS = 8, 4
"""More Coins, and more of one Good, promise nothing beyond what they score."""


@kernel
def part_to_come(state: Any, seat: int) -> float:
    """Return the part of the game that a seat has still before it: 0 only if it has no turn any more (R10).

    It depends on the turns taken, not on the houses left: else nobody who has gathered much would ever build.
    """
    if state.end_seat >= 0:
        return min(float(int(state.turns_left) // int(state.players)), 2.0) / _LONG
    return max(1.0 - float(state.turn) / (float(state.players) * _LONG), _SOON)


@kernel
def worth_in_hand(state: Any, terms: Any, seat: int, part: float) -> float:
    """Return what the cards in hand that can be built or hired promise: the more, the less is missing for them."""
    best, rest = 0.0, 0.0
    cards = state.hand[seat]
    while cards != 0:
        card = lowest(cards)
        cards = cards & (cards - 1)
        kind = int(terms.card[card].kind)
        if kind == CardKind.ACTION or (kind != CardKind.HELPER and state.houses[seat] == 0):
            continue
        missing = 0.0
        for resource in range(RESOURCES):
            lack = price(state, terms, card, resource) - wide(state.resource[seat, resource])
            if lack > 0:
                missing += float(lack) * (_MISSING_COIN if resource == COIN else _MISSING_COIN / 2)
        gained = _HIRED * part if kind == CardKind.HELPER else _PLACED
        worth = (float(terms.card[card].points) + gained) / (1.0 + missing)
        if worth > best:
            best, worth = worth, best
        rest += worth
    return _PLAN * best + _OTHER_PLANS * _PLAN * rest


@kernel
def promise_of_places(state: Any, terms: Any, seat: int, part: float) -> float:
    """Return what a seat's Owner bonuses promise, less what its pawn scores only while it stands there."""
    promise = 0.0
    visits = float(state.players - 1) * part * _VISITS / float(state.river_count)
    for place in range(wide(state.river_count)):
        card = wide(state.river[place])
        if state.owner[place] == seat:
            for resource in range(RESOURCES):
                promise += visits * _BONUS * float(terms.card[card].bonus[resource])
        if state.pawn[seat] == place and int(terms.card[card].kind) == CardKind.EVENT and state.stars[place, seat] == 0:
            promise -= float(event_points(state, terms, seat, place))
    return promise


@kernel_entry
def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Return a seat's projected points: the score as it stands, and what resources, cards and placed houses promise.

    The nearer the end, the less is promised; when the seat has no turn left only the score counts.
    """
    state = states[index]
    points = float(score(state, terms[0], seat))
    part = part_to_come(state, seat)
    if part == 0.0:
        return points
    promise = _COIN * float(min(wide(state.resource[seat, COIN]), _ENOUGH_COINS))
    for good in range(GOODS):
        promise += _GOOD * float(min(wide(state.resource[seat, good]), _ENOUGH_GOODS))
    helpers = state.helpers[seat]
    while helpers != 0:
        promise += _HIRED
        helpers = helpers & (helpers - 1)
    points += (_PLACED + _URGENT * (1.0 - part)) * float(terms[0].houses - state.houses[seat])
    limit = wide(terms[0].hand) + power_sum(state, terms[0], seat, Power.HAND)
    more = size_of(state.hand[seat]) + cards_due(state, seat) - limit
    promise += _MORE_CARDS * float(max(more, 0))
    points += promise * part + worth_in_hand(state, terms[0], seat, part)
    return points + promise_of_places(state, terms[0], seat, part)


# What the network sees.

STOCK_AT_MOST = 11
"""So many of one resource, or more, are one input."""
STOCK = 5
AMOUNTS = STOCK + RESOURCES * (STOCK_AT_MOST + 1)
HOUSES_AT_MOST = 7
HOUSES = AMOUNTS + RESOURCES
HIRED = HOUSES + HOUSES_AT_MOST + 1
OWNED = HIRED + CARDS
STARS = OWNED + CARDS
AHEAD = STARS + CARDS
STEPS = 5
"""Places ahead of a pawn that are looked at."""
BLOCK = AHEAD + (STEPS + 1) * CARDS
"""Inputs about one seat."""

OWN = 0
OTHERS = BLOCK
IN_HAND = 2 * BLOCK
LACKING = IN_HAND + CARDS
LACKING_AT_MOST = 3
RIVER_CARDS = LACKING + CARDS * (LACKING_AT_MOST + 1)
TABLE = RIVER_CARDS + CARDS
TURNS_LEFT = TABLE + 6
MOST_TURNS = 10
ORDER = TURNS_LEFT + MOST_TURNS + 1
PLAYERS = ORDER + 2 * SEATS
LEAD = PLAYERS + SEATS - 1
FEATURES = LEAD + 2
"""How many inputs there are."""

LISTED_AT_MOST = 1024
"""More inputs than any position sets."""
SEAT_BLOCK = 0
NETWORK_WIDTH = 64
SEATS_TOLD = 1
"""The outputs tell of the seat from whose side the inputs are seen."""

_POINTS, _LEAD, _TURNS = 1 / 30, 1 / 10, 1 / 30


@kernel
def put(places: Any, amounts: Any, count: int, place: int, amount: float) -> int:
    """Write one input after ``count`` others, and return how many there are then."""
    places[count] = place
    amounts[count] = amount
    return count + 1


@kernel
def viewpoint(state: Any, seat: int) -> int:
    """Return the seat from whose side a position is seen to tell what it is worth to a seat: that seat's own."""
    return seat


@kernel
def put_cards(places: Any, amounts: Any, count: int, first: int, cards: Any, amount: float) -> int:
    """Write an input for each card of a set after ``count`` others, and return how many there are then."""
    while cards != 0:
        count = put(places, amounts, count, first + lowest(cards), amount)
        cards = cards & (cards - 1)
    return count


@kernel
def cards_due(state: Any, seat: int) -> int:
    """Return how many cards a seat is about to draw."""
    return wide(state.due) if int(state.phase) == Phase.REFILL and state.seat == seat else wide(0)


@kernel_entry
def write_seat(
    state: Any, terms: Any, seat: int, points: int, first: int, share: float, places: Any, amounts: Any, count: int
) -> int:
    """Write a seat's block from ``first`` on after ``count`` others, each amount times ``share``."""
    count = put(places, amounts, count, first, share * float(points) * _POINTS)
    count = put(places, amounts, count, first + 1, share * float(size_of(state.hand[seat])) / 5)
    count = put(places, amounts, count, first + 2, share * float(state.tokens[seat]))
    count = put(places, amounts, count, first + 3, share * float(size_of(state.helpers[seat])) / 3)
    for resource in range(RESOURCES):
        stock = wide(state.resource[seat, resource])
        place = first + STOCK + resource * (STOCK_AT_MOST + 1) + min(stock, STOCK_AT_MOST)
        count = put(places, amounts, count, place, share)
        count = put(places, amounts, count, first + AMOUNTS + resource, share * float(stock) / 10)
    count = put(places, amounts, count, first + HOUSES + min(wide(state.houses[seat]), HOUSES_AT_MOST), share)
    count = put_cards(places, amounts, count, first + HIRED, state.helpers[seat], share)
    here, river = wide(state.pawn[seat]), wide(state.river_count)
    for place in range(river):
        card = wide(state.river[place])
        if state.owner[place] == seat:
            count = put(places, amounts, count, first + OWNED + card, share)
        if state.stars[place, seat] > 0:
            count = put(places, amounts, count, first + STARS + card, share)
        ahead = place - here if place >= here else place - here + river
        if ahead <= STEPS:
            count = put(places, amounts, count, first + AHEAD + ahead * CARDS + card, share)
    card = wide(state.river[here])
    if int(terms.card[card].kind) == CardKind.EVENT and state.stars[here, seat] == 0:
        count = put(places, amounts, count, first + 4, share * float(event_points(state, terms, seat, here)) / 5)
    return count


@kernel_entry
def write_hand(state: Any, terms: Any, seat: int, places: Any, amounts: Any, count: int) -> int:
    """Write the cards in a seat's own hand, and how many resources are missing to build or hire each."""
    cards = state.hand[seat]
    on_turn = wide(state.seat)
    state.seat = seat
    while cards != 0:
        card = lowest(cards)
        cards = cards & (cards - 1)
        count = put(places, amounts, count, IN_HAND + card, 1.0)
        if int(terms.card[card].kind) != CardKind.ACTION:
            lacking = 0
            for resource in range(RESOURCES):
                lacking += max(price(state, terms, card, resource) - wide(state.resource[seat, resource]), 0)
            place = LACKING + card * (LACKING_AT_MOST + 1) + min(lacking, LACKING_AT_MOST)
            count = put(places, amounts, count, place, 1.0)
    state.seat = on_turn
    return count


@kernel_entry
def write_table(state: Any, places: Any, amounts: Any, count: int) -> int:
    """Write what lies in the river, and how near the end is."""
    for place in range(wide(state.river_count)):
        count = put(places, amounts, count, RIVER_CARDS + wide(state.river[place]), 1.0)
    count = put(places, amounts, count, TABLE, float(state.river_count) / 10)
    count = put(places, amounts, count, TABLE + 1, float(size_of(state.deck)) / 50)
    count = put(places, amounts, count, TABLE + 2, float(size_of(state.discard)) / 50)
    count = put(places, amounts, count, TABLE + 3, float(state.turn) / float(state.players) * _TURNS)
    if state.end_seat >= 0:
        count = put(places, amounts, count, TABLE + 4, 1.0)
        count = put(places, amounts, count, TURNS_LEFT + min(wide(state.turns_left), MOST_TURNS), 1.0)
    return count


@kernel_entry
def write_lasting(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write no input and return 0: a turn may change any."""
    return wide(0)


@kernel_entry
def write_features(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write which inputs a position sets for a seat (int16), and to what (float32), and return how many are set.

    Blocks of the other seats add up, each times one over their number.
    """
    players = wide(state.players)
    own = score(state, terms, seat)
    count = write_seat(state, terms, seat, own, OWN, 1.0, places, amounts, 0)
    best, second = wide(-1000), wide(-1000)
    for k in range(1, players):
        other = (seat + k) % players
        points = score(state, terms, other)
        count = write_seat(state, terms, other, points, OTHERS, 1.0 / (players - 1), places, amounts, count)
        second = max(second, min(best, points))
        best = max(best, points)
    count = write_hand(state, terms, seat, places, amounts, count)
    count = write_table(state, places, amounts, count)
    last = wide(state.seat) if int(state.phase) == Phase.REFILL else (wide(state.seat) + players - 1) % players
    count = put(places, amounts, count, ORDER + (last + players - seat) % players, 1.0)
    count = put(places, amounts, count, ORDER + SEATS + (seat + players - wide(state.first_seat)) % players, 1.0)
    count = put(places, amounts, count, PLAYERS + players - 2, 1.0)
    count = put(places, amounts, count, LEAD, float(own - best) * _LEAD)
    return put(places, amounts, count, LEAD + 1, float(own - second) * _LEAD if players > 2 else 0.0)
