"""What a learner is given of a table, from one seat's side: nothing depends on what that seat may not know.

Everybody knows which cards lie open, so also which do not, and at which reshuffle each of these last went into the
deck. A card that went in earlier than the last reshuffle, and is not seen, must be in another hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.compiling.bits import lowest, size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ...core.contract.observation import COUNT_AT_MOST, Field, Layout, Observation
from ..kernel.state import PICK_AMOUNTS
from ..printed.deck import CARDS, DECK_CARDS, PLANKS_AT_MOST, STARTING_BOOTHS, TIMES_AT_MOST
from ..printed.effects import RESOURCE_NAMES, amounts_text
from .scoring import score
from .state import (
    END_NAMES,
    NO_EFFECT,
    OUTCOMES_END,
    RESOURCES,
    RIVER,
    ActionEffect,
    CardUse,
    Decision,
    Outcome,
    Phase,
)

AHEAD = 5
"""Places ahead of the own pawn that are told one by one."""

_PLANKS = tuple(f"plank {number + 1}" for number in range(PLANKS_AT_MOST))
_ALTERNATIVES = tuple(f"alternative {number + 1}" for number in range(PLANKS_AT_MOST))
_QUESTIONS = (
    "keep or redraw",
    "how to use a card",
    "where to stop",
    "which effect",
    "once more",
    "which Goods to spend",
    "which card to spend",
    "which Goods to gain",
    "which end of the river",
)
_STEPS = tuple(f"{steps} ahead" for steps in range(1, AHEAD + 1))


def lay_out(cards: Sequence[str]) -> Observation:
    """Return the layout with these names for the 60 cards."""
    deck = (tuple(cards),)
    return Observation(
        table=Layout(
            Field("question", "1 at what is asked of the seat on turn; none once the game is over", (_QUESTIONS,)),
            Field("card of the turn", "inside a turn: 1 at the card that is used", deck),
            Field("use", "inside a turn: 1 at how that card is used", (("move", "move and token", "build", "hire"),)),
            Field(
                "effect",
                "1 at the effect in progress: of the Booth, of the Action, or the cost",
                ((*_PLANKS, *_ALTERNATIVES, "cost"),),
            ),
            Field("times left", "how often the effect in progress may still be done", high=127, scale=4),
            Field("cards to spend", "further cards still to be spent", high=DECK_CARDS, scale=2),
            Field("done", "1 at each plank of the Booth that is finished this turn", (_PLANKS,)),
            Field("Action's effect", "1 at how far it is", (("open", "done first", "done last"),)),
            Field("given", "1 at each resource that the effect in progress gave", (RESOURCE_NAMES,)),
            Field(
                "place",
                "where a Booth lies, clockwise from the upper left, from 1; 0: not in the river",
                deck,
                high=RIVER,
                scale=RIVER,
            ),
            Field("upper row", "Booths in the upper row", high=RIVER, scale=10),
            Field("river", "Booths in the river", high=RIVER, scale=10),
            Field("ahead", "1 at the Booth so many steps ahead of the own pawn", (_STEPS, *deck)),
            Field("hand", "1 for each card of the own hand", deck),
            Field("discarded", "1 for each card of the discard pile", deck),
            Field("unseen", "1 for each unseen card that may be in the deck or in another hand", deck),
            Field("held", "1 for each unseen card that must be in another hand", deck),
            Field("deck", "cards in the deck", high=DECK_CARDS, scale=DECK_CARDS),
            Field("shuffles", "how often the discard pile became the deck", high=COUNT_AT_MOST, scale=3),
            Field("turn", "the number of the turn, from 1; 0 during set-up", high=COUNT_AT_MOST, scale=60),
            Field("triggered", "1 once the end is triggered"),
            Field("turns left", "once triggered: turns to come", high=127, scale=5),
        ),
        seat=Layout(
            Field("on turn", "1 if this seat is to decide"),
            Field("first", "1 if this seat began the game"),
            Field("Firefly", "1 if this seat triggered the end"),
            Field("score", "the total as the position stands", low=-COUNT_AT_MOST, high=COUNT_AT_MOST, scale=30),
            Field("cards", "cards in hand", high=DECK_CARDS, scale=5),
            Field("old cards", "cards in hand from before the last reshuffle", high=DECK_CARDS, scale=5),
            Field("houses", "houses on the mat", high=127, scale=5),
            Field("Zoom tokens", "Zoom tokens", high=127),
            Field("resource", "how many of a resource", (RESOURCE_NAMES,), high=COUNT_AT_MOST, scale=10),
            Field("Helper", "1 for each Helper", deck),
            Field("owned", "1 for each Booth of this seat in the river", deck),
            Field("attended", "houses in star spaces of an Event", deck, high=127),
            Field("pawn", "1 at the Booth under the pawn", deck),
        ),
    )


LAYOUT = lay_out([f"card {number}" for number in range(CARDS)])
"""How an observation is laid out, with numbers for names of cards."""

_TABLE, _SEAT = LAYOUT.table, LAYOUT.seat
_QUESTION, _CARD, _USE, _EFFECT = (_TABLE.first(name) for name in ("question", "card of the turn", "use", "effect"))
_TIMES, _TO_SPEND, _DONE = _TABLE.first("times left"), _TABLE.first("cards to spend"), _TABLE.first("done")
_BONUS, _GIVEN = _TABLE.first("Action's effect"), _TABLE.first("given")
_PLACE, _UPPER, _RIVER, _AHEAD = (_TABLE.first(name) for name in ("place", "upper row", "river", "ahead"))
_HAND, _DISCARDED, _UNSEEN, _HELD = (_TABLE.first(name) for name in ("hand", "discarded", "unseen", "held"))
_DECK, _SHUFFLES, _TURN = _TABLE.first("deck"), _TABLE.first("shuffles"), _TABLE.first("turn")
_TRIGGERED, _TURNS_LEFT = _TABLE.first("triggered"), _TABLE.first("turns left")
_SEATS, _BLOCK = _TABLE.size, _SEAT.size
_ON_TURN, _FIRST, _FIREFLY, _SCORE = (_SEAT.first(name) for name in ("on turn", "first", "Firefly", "score"))
_CARDS, _OLD, _HOUSES, _TOKENS = (_SEAT.first(name) for name in ("cards", "old cards", "houses", "Zoom tokens"))
_RESOURCE, _HELPER, _OWNED = _SEAT.first("resource"), _SEAT.first("Helper"), _SEAT.first("owned")
_ATTENDED, _PAWN = _SEAT.first("attended"), _SEAT.first("pawn")


@kernel
def mark_cards(cards: Any, first: int, out: Any) -> None:
    """Write 1 for each card of a set."""
    while cards != 0:
        out[first + lowest(cards)] = 1
        cards = cards & (cards - 1)


@kernel_entry
def observe_turn(state: Any, out: Any) -> None:
    """Write what is asked, and how far the turn is."""
    phase = wide(state.phase)
    if phase < Phase.MULLIGAN or phase > Phase.PLACING:
        return
    out[_QUESTION + phase - Phase.MULLIGAN] = 1
    if int(state.used) != CardUse.UNUSED:
        out[_CARD + wide(state.card)] = 1
        out[_USE + wide(state.used) - 1] = 1
    if state.plank != NO_EFFECT:
        out[_EFFECT + wide(state.plank)] = 1
        out[_TIMES] = state.times_left
    if phase == Phase.SHEDDING:
        out[_TO_SPEND] = state.need
    for plank in range(PLANKS_AT_MOST):
        out[_DONE + plank] = (wide(state.done) >> plank) & 1
    if int(state.bonus) != ActionEffect.NONE:
        out[_BONUS + wide(state.bonus) - 1] = 1
    for resource in range(RESOURCES):
        out[_GIVEN + resource] = (wide(state.given) >> resource) & 1


@kernel_entry
def observe_cards(state: Any, seat: int, out: Any) -> None:
    """Write the own hand, the discard pile, and what is known of the cards that are not seen."""
    mark_cards(state.hand[seat], _HAND, out)
    mark_cards(state.discard, _DISCARDED, out)
    unseen = int(state.deck)
    for other in range(wide(state.players)):
        if other != seat:
            unseen |= state.hand[other]
    while unseen != 0:
        card = lowest(unseen)
        unseen = unseen & (unseen - 1)
        out[(_UNSEEN if state.era[card] == state.shuffles else _HELD) + card] = 1
    out[_DECK] = size_of(state.deck)


@kernel_entry
def observe_table(state: Any, seat: int, out: Any) -> None:
    """Write what lies in the river, and how near the end is."""
    here, river = wide(state.pawn[seat]), wide(state.river_count)
    for place in range(river):
        card = wide(state.river[place])
        out[_PLACE + card] = place + 1
        ahead = place - here if place > here else place - here + river
        if ahead <= AHEAD:
            out[_AHEAD + (ahead - 1) * CARDS + card] = 1
    out[_UPPER] = state.upper_count
    out[_RIVER] = river
    out[_SHUFFLES] = state.shuffles
    out[_TURN] = min(wide(state.turn), COUNT_AT_MOST)
    if state.end_seat >= 0:
        out[_TRIGGERED] = 1
        out[_TURNS_LEFT] = state.turns_left


@kernel_entry
def observe_seat(state: Any, terms: Any, seat: int, first: int, out: Any) -> None:
    """Write a seat's block from ``first`` on; of its hand only how many cards there are."""
    out[first + _ON_TURN] = int(state.seat == seat and int(state.phase) != Phase.OVER)
    out[first + _FIRST] = int(state.first_seat == seat)
    out[first + _FIREFLY] = int(state.end_seat == seat)
    out[first + _SCORE] = score(state, terms, seat)
    hand = int(state.hand[seat])
    out[first + _CARDS] = size_of(hand)
    old = 0
    while hand != 0:
        old += int(state.era[lowest(hand)] != state.shuffles)
        hand = hand & (hand - 1)
    out[first + _OLD] = old
    out[first + _HOUSES] = state.houses[seat]
    out[first + _TOKENS] = state.tokens[seat]
    for resource in range(RESOURCES):
        out[first + _RESOURCE + resource] = state.resource[seat, resource]
    mark_cards(state.helpers[seat], first + _HELPER, out)
    for place in range(wide(state.river_count)):
        card = wide(state.river[place])
        out[first + _OWNED + card] = int(state.owner[place] == seat)
        out[first + _ATTENDED + card] = state.stars[place, seat]
    out[first + _PAWN + wide(state.river[state.pawn[seat]])] = 1


@kernel_entry
def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat observes to ``out``, int16, which is all 0 before."""
    observe_turn(state, out)
    observe_cards(state, seat, out)
    observe_table(state, seat, out)
    players = wide(state.players)
    for k in range(players):
        observe_seat(state, terms, (seat + k) % players, _SEATS + k * _BLOCK, out)


HIDDEN_DRAW = OUTCOMES_END
"""Another seat draws a card."""
REVEALED = HIDDEN_DRAW + 1
"""+ card: a card of a hand that is discarded as a whole (M29)."""


VERSIONS = ("the first",)
"""What changed with each version of the environments, from 0."""


def observation(components: Any) -> Observation:
    """Return how an observation is laid out, with the ids of a deck's cards."""
    return lay_out([card.id for card in components.cards])


def told(board: Any, choice: int, seat: int) -> tuple[int, ...]:
    """Return what a seat learns of a choice: of another's draw only that it is one, of a redraw which cards."""
    state = board.state
    if Outcome.DRAWN <= choice < Outcome.LAY and int(state.seat) != seat:
        return (HIDDEN_DRAW,)
    if choice == Decision.REDRAW:
        hand = int(state.hand[state.seat])
        return (choice, *(REVEALED + card for card in range(CARDS) if hand >> card & 1))
    return (choice,)


def retold(told: Sequence[int], seat: int, board: Any, other: Any) -> list[int]:
    """Return what a seat would have learned with the hand that it has on another board, dealt within each reshuffle."""
    found, before, after = list(told), int(board.state.hand[seat]), int(other.state.hand[seat])
    given_up, received = (
        sorted((card for card in range(CARDS) if cards >> card & 1), key=lambda card: (board.era(card), card))
        for cards in (before & ~after, after & ~before)
    )
    # A card of the hand is the one that was drawn last of this number.
    places = [len(found) - 1 - found[::-1].index(Outcome.DRAWN + card) for card in given_up]
    for place, card in zip(places, received, strict=True):
        found[place] = Outcome.DRAWN + card
    return found


def outcome_names(components: Any) -> tuple[str, ...]:
    """Return what each outcome of chance means, by its number, with the ids of a deck's cards."""
    cards = [card.id for card in components.cards]
    return (
        *(f"{card} is drawn" for card in cards),
        *(f"{card} is laid next" for card in cards[:STARTING_BOOTHS]),
    )


def action_names(components: Any) -> tuple[str, ...]:
    """Return what each decision of a player means, by its number, with the ids of a deck's cards."""
    cards = [card.id for card in components.cards]
    times = [f"{count + 1} times" if count else "once" for count in range(TIMES_AT_MOST)]
    amounts = list(map(amounts_text, PICK_AMOUNTS))
    return (
        "pass",
        "keep the hand",
        "discard the hand and draw a new one",
        "no more",
        *(f"build at the end of the river {end}" for end in END_NAMES),
        *(f"move with {card}" for card in cards),
        *(f"move with {card} and the Zoom token" for card in cards),
        *(f"build or hire {card}" for card in cards),
        *(f"stop at {card}" for card in cards),
        *(f"do {plank} {count}" for plank in _PLANKS for count in times),
        *(f"do {alternative} of the Action {count}" for alternative in _ALTERNATIVES for count in times),
        *(f"spend {amount}" for amount in amounts),
        *(f"gain {amount}" for amount in amounts),
        *(f"spend the card {card}" for card in cards),
    )
