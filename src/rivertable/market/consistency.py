"""Whether numbers read from a text or a record make a possible position: what lies where, and how many of each."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from ..core.errors import PositionError
from ..core.game import Terms
from .board import members
from .kernel.state import BUILT, DECK_MASK, HIRED, MAIN, MULLIGAN, OVER, REFILL, SEATS
from .printed.components import MarketComponents
from .printed.deck import CARDS, STARTING_BOOTHS, Kind
from .printed.effects import Power
from .turn_consistency import check_turn


def check_state(state: Any, terms: Terms) -> None:
    """Check that all 60 cards and all houses are somewhere exactly once (M1, M2, M13), and each where it can be.

    Raises:
        PositionError: naming the first fault.
    """
    _check_cards(state, terms)
    _check_river(state, terms)
    _check_seats(state, terms)
    _check_end(state)
    check_turn(state, terms)


def _check_cards(state: Any, terms: Terms) -> None:
    cards = cast("MarketComponents", terms.components).cards
    places: Counter[int] = Counter()
    for mask in (state.deck, state.discard, *state.hand, *state.helpers):
        places.update(members(int(mask) & DECK_MASK))
    places.update(number for number in state.river.tolist() if number >= STARTING_BOOTHS)
    if state.used in (BUILT, HIRED):
        places[int(state.card)] += 1
    for number in range(STARTING_BOOTHS, CARDS):
        if places[number] != 1:
            where = "nowhere" if not places[number] else f"in {places[number]} places"
            raise PositionError(f"The card {cards[number].id!r} is {where}.", rule="M2")
    for helper in members(int(sum(int(mask) for mask in state.helpers))):
        if cards[helper].kind is not Kind.HELPER:
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
        if (card.kind is Kind.STARTING) != (owner < 0) or owner >= int(state.players):
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
        if len(members(int(state.hand[seat]))) > limit:
            raise PositionError(f"Seat {seat} holds more than {limit} cards.", rule="M103")
    for seat in range(int(state.players), SEATS):
        if state.hand[seat] or state.helpers[seat] or (state.resource[seat] != 0).any():
            raise PositionError(f"There is no seat {seat}.")


def _check_end(state: Any) -> None:
    players = int(state.players)
    if not 0 <= int(state.seat) < players or not 0 <= int(state.first_seat) < players:
        raise PositionError(f"There are {players} seats, counted from 0.")
    if state.phase == MULLIGAN and state.turn != 0:
        raise PositionError("Opening hands are kept or redrawn before the first turn.", rule="M29")
    if state.phase == MAIN and state.turn < 1:
        raise PositionError("Turns are counted from 1.")
    if state.tokens[:players].any() and state.end_seat < 0:
        raise PositionError("Zoom tokens come with the trigger of the end.", rule="M113")
    if (state.end_seat < 0) != (state.turns_left < 0) or not -1 <= int(state.end_seat) < players:
        raise PositionError("The end seat and the turns left do not fit.", rule="M112")
    if state.turns_left > 2 * players or (state.turns_left == 0 and state.phase not in (REFILL, OVER)):
        raise PositionError(f"There are at most {2 * players} turns left, and the game is over with none.", rule="M114")
    if state.phase == OVER and state.turns_left != 0:
        raise PositionError("The game is over only when all last turns are done.", rule="M116")
    if state.end_seat >= 0 and state.houses[state.end_seat] != 0:
        raise PositionError("The end is triggered by a seat without houses.", rule="M110")
    if state.phase == MAIN and state.end_seat < 0 and not state.houses[:players].all():
        raise PositionError("With a seat out of houses the end is triggered.", rule="M110")
