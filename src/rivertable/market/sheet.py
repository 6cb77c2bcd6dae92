"""Scores of real tables: from one player's Booths, Helpers, Events and resources to a breakdown (M122-M144)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, cast

from pydantic import Field, ValidationError

from ..core.documents import Document
from ..core.errors import DataError
from ..core.game import Terms
from ..core.record import faults_of
from .board import MarketBoard
from .kernel.state import RIVER, Phase, new_states
from .moves.notation import meant_by
from .printed.components import MarketComponents
from .printed.deck import STARTING_BOOTHS, CardId, CardKind, Deck
from .printed.effects import RESOURCE_LETTERS, RESOURCE_NAMES, Amounts, read_amounts

_FAULTY = "The table cannot be scored:"
_ASK_BOOTHS = "Booths you own, Events included, ids parted by spaces (such as hardware-store lilypad-hop): "
_ASK_EVENTS = "Events you attend, by house or by pawn: "
_ASK_HELPERS = "Helpers you hired: "
_ASK_RESOURCES = f"Resources as letters and numbers, of {' '.join(RESOURCE_LETTERS)} (such as v2 f1 $5): "
_NAMES = dict(zip(RESOURCE_LETTERS, RESOURCE_NAMES, strict=True))


class Sheet(Document):
    """What one player has at the end, cards by id; Events attended by house or by pawn."""

    booths: list[CardId] = []
    events: list[CardId] = []
    helpers: list[CardId] = []
    resources: Amounts = {}
    houses_left: Annotated[int, Field(ge=0, le=5)] | None = None


def board_of(document: Any, terms: Terms) -> MarketBoard:
    """Return the board that a sheet says, as seat 0 of a game that is over.

    Raises:
        DataError: the sheet has faults; one sentence each.
    """
    try:
        sheet = Sheet.model_validate(document)
    except ValidationError as error:
        raise DataError(_FAULTY, faults=tuple(faults_of(error, "table"))) from error
    deck = cast("MarketComponents", terms.components).deck
    faults: list[str] = []
    owned = [_find(deck, card, (CardKind.BOOTH, CardKind.EVENT), faults) for card in sheet.booths]
    attended = [_find(deck, card, (CardKind.EVENT,), faults) for card in sheet.events]
    hired = [_find(deck, card, (CardKind.HELPER,), faults) for card in sheet.helpers]
    for numbers in (owned, attended, hired):
        faults += [f"{deck.cards[n].name} is named twice." for n in sorted(set(numbers)) if numbers.count(n) > 1]
    others = [number for number in attended if number not in owned]
    if STARTING_BOOTHS + len(owned) + len(others) > RIVER:
        faults.append(f"A river has {RIVER} Booths at most.")
    if faults:
        raise DataError(_FAULTY, faults=tuple(faults))
    return MarketBoard(_states_of(sheet, terms, owned, others, attended, hired), terms)


def _find(deck: Deck, text: str, kinds: tuple[CardKind, ...], faults: list[str]) -> int:
    fitting = meant_by(text, (card for card in deck.cards if card.kind in kinds))
    if len(fitting) == 1:
        return deck.number_of[fitting[0].id]
    faults.append(f"{text!r} fits several cards." if fitting else f"{text!r} is no {kinds[0].phrase} of this deck.")
    return 0


def _states_of(
    sheet: Sheet, terms: Terms, owned: list[int], others: list[int], attended: list[int], hired: list[int]
) -> Any:
    """Return an array of one state with all this; the pawn stands on a Starting Booth, the first of the river."""
    states = new_states(1)
    state = states[0]
    state.players = terms.players
    state.phase = Phase.OVER
    state.river[:] = -1
    state.owner[:] = -1
    booths = [*range(STARTING_BOOTHS), *owned, *others]
    state.river_count = len(booths)
    state.river[: len(booths)] = booths
    state.owner[STARTING_BOOTHS : STARTING_BOOTHS + len(owned)] = 0
    state.owner[STARTING_BOOTHS + len(owned) : len(booths)] = 1
    for place, number in enumerate(booths):
        state.stars[place, 0] = number in attended
    state.pawn[1 : terms.players] = 1
    state.helpers[0] = sum(1 << number for number in hired)
    state.resource[0] = read_amounts(sheet.resources)
    placed = len(owned) + len(attended)
    left = max(int(terms.array[0].houses) - placed, 0)
    state.houses[0] = left if sheet.houses_left is None else sheet.houses_left
    return states


def ask(question: Callable[[str], str]) -> Any:
    """Ask for a table question by question.

    Raises:
        DataError: an answer is not what was asked for.
    """
    booths, events, helpers = (
        question(text).replace(",", " ").lower().split() for text in (_ASK_BOOTHS, _ASK_EVENTS, _ASK_HELPERS)
    )
    resources: dict[str, int] = {}
    for word in question(_ASK_RESOURCES).replace(",", " ").lower().split():
        if word[0] not in _NAMES or not (word[1:].isdecimal() and len(word) < 6):
            raise DataError(_FAULTY, faults=(f"{word!r} is no resource with a number, such as v2.",))
        if int(word[1:]):
            resources[_NAMES[word[0]]] = int(word[1:])
    return {"booths": booths, "events": events, "helpers": helpers, "resources": resources}
