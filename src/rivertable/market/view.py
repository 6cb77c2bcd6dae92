"""Positions and views of River Market.

Hands and the deck are secret (M28). A view replaces them by one canonical form: everybody knows which cards lie open,
so also which do not, and at which reshuffle each of these last went into the deck. The deck is empty whenever it is
made anew, so it is known too how many cards of which reshuffle each hand holds. The unseen cards of each reshuffle are
dealt in order of their numbers, to the other hands by seat and then to the deck: what is left depends on nothing that
the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

import numpy as np

from ..core.chance import Chance, as_chance
from ..core.compiling.bits import bit
from ..core.game import Components
from ..core.position import Position, View
from ..core.states import copied
from .board import MarketBoard, mask_of, members
from .kernel.state import DRAWN, LAY, SET_RIVER
from .pictures import board_text, position_text, svg

States = np.ndarray[Any, Any]
DECK_PLACE = -1
"""Stands for the deck where hands are named by seat."""


class MarketPosition(MarketBoard, Position):
    """A whole state of River Market."""

    @classmethod
    def from_text(cls, line: str, components: Components | None = None) -> Self:
        """Read the one-line text of a position; ``components`` where it was not the packaged deck.

        Raises:
            PositionError: it is no such text, or no possible position.
        """
        return cls(*position_text.read(line, cls.game, components))

    @property
    def text(self) -> str:
        """The whole position in one line, as :meth:`from_text` reads it."""
        return position_text.write(self)

    def __str__(self) -> str:
        return board_text.draw(self)

    def _repr_svg_(self) -> str:
        return svg.draw(self)


class MarketView(MarketBoard, View):
    """What one seat knows: its own hand, how many cards the others hold, and all that lies open."""

    @classmethod
    def of(cls, position: Position, viewer: int | None) -> Self:
        """Return a seat's view of a position, a spectator's for None."""
        return cls(masked(position.states, viewer), position.terms, viewer)

    def is_open_hand(self, seat: int) -> bool:
        """Return whether the viewer knows the hand of a seat: it is the own one."""
        return seat == self.viewer

    @property
    def is_deck_open(self) -> bool:
        """Nobody knows which of the unseen cards are in the deck."""
        return False

    @property
    def is_turn_start(self) -> bool:
        """Whether the viewer is to begin a turn, or to keep or redraw the opening hand."""
        return super().is_turn_start and self.is_open_hand(int(self.state.seat))

    def decisions(self) -> tuple[int, ...]:
        """Return the viewer's legal decisions as rising integers; empty when another seat decides."""
        return super().decisions() if self.is_open_hand(int(self.state.seat)) else ()

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """Return what chance can do as the viewer must think: each unseen card that may be in the deck is as likely."""
        found = super().outcomes()
        if not found or self.state.phase == SET_RIVER:
            return found
        era = int(self.state.shuffles)
        return tuple((DRAWN + card, 1) for card in unseen(self.state, self.viewer) if int(self.state.era[card]) == era)

    def after(self, *choices: int) -> Self:
        """Return the view after choices that are known to be legal and possible; nothing is checked."""
        states = copied(self._states)
        for choice in choices:
            if DRAWN <= choice < LAY:
                _put_into_deck(states[0], choice - DRAWN)
            self.game.engine.apply(states, 0, self.terms.array, choice)
        return self._replaced(masked(states, self.viewer))

    def sample(self, chance: Chance | int | None = None) -> MarketPosition:
        """Return a whole position that could be true, each as likely: unseen cards are dealt within each reshuffle."""
        source = as_chance(chance)
        states = copied(self._states)
        state = states[0]
        left = {era: list(cards) for era, cards in _by_era(state, unseen(state, self.viewer)).items()}

        def drawn(era: int) -> int:
            cards = left[era]
            return cards.pop(source.choose(range(len(cards)), [1] * len(cards)))

        _deal(state, self.viewer, drawn)
        return MarketPosition(states, self.terms)

    def __str__(self) -> str:
        return board_text.draw(self)

    def _repr_svg_(self) -> str:
        return svg.draw(self)


def _hidden(state: Any, viewer: int | None) -> Iterator[tuple[int, int]]:
    """Return the places the viewer does not see, with their cards as a set: the other hands by seat, then the deck."""
    for seat in range(int(state.players)):
        if seat != viewer:
            yield seat, int(state.hand[seat])
    yield DECK_PLACE, int(state.deck)


def unseen(state: Any, viewer: int | None) -> tuple[int, ...]:
    """Return the cards, rising, that the viewer does not see: they are in other hands or in the deck."""
    mask = 0
    for _, cards in _hidden(state, viewer):
        mask |= cards
    return members(mask)


def _by_era(state: Any, cards: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for card in cards:
        found.setdefault(int(state.era[card]), []).append(card)
    return found


def _deal(state: Any, viewer: int | None, drawn: Any) -> None:
    """Give each hidden place as many cards of each reshuffle as it has, taken from ``drawn(era)``."""
    for place, cards in list(_hidden(state, viewer)):
        eras = _by_era(state, members(cards))
        dealt = mask_of(drawn(era) for era in sorted(eras) for _ in eras[era])
        if place == DECK_PLACE:
            state.deck = dealt
        else:
            state.hand[place] = dealt


def masked(states: States, viewer: int | None) -> States:
    """Return states with the hidden places in their canonical form, a new array of one."""
    states = copied(states)
    state = states[0]
    left = {era: iter(cards) for era, cards in _by_era(state, unseen(state, viewer)).items()}
    _deal(state, viewer, lambda era: next(left[era]))
    return states


def _put_into_deck(state: Any, card: int) -> None:
    """Exchange an unseen card with one of the same reshuffle in the deck, so that it can be drawn there."""
    wanted = int(bit(card))
    if int(state.deck) & wanted:
        return
    other = next(number for number in members(int(state.deck)) if state.era[number] == state.era[card])
    for seat in range(int(state.players)):
        if int(state.hand[seat]) & wanted:
            state.hand[seat] ^= wanted | int(bit(other))
    state.deck ^= wanted | int(bit(other))
