"""Compiled self-play of River Market, and what is noted of every game."""

from __future__ import annotations

from typing import Any

import numpy as np
from market_players import FIRST, HAS_BONUS, HAS_PLANK, new_room, take_turn

from rivertable.core.compiling.bits import lowest, size_of, wide
from rivertable.core.compiling.kernel import kernel_entry
from rivertable.core.compiling.random import new_generator
from rivertable.core.states import record_type
from rivertable.market.kernel.engine import let_chance
from rivertable.market.kernel.rules import set_up
from rivertable.market.kernel.scoring import CATEGORIES, SHEET, fill_sheet
from rivertable.market.kernel.state import CARDS, COIN, MOVE, OVER, PLAY, SEATS, new_states

OWNED, ATTENDED, EFFECT, MOVED = 1, 2, 4, 8
"""What a seat did with a card: built or hired it, attended it, did the Action's effect, moved with it."""

TURNS_AT_MOST = 1000
"""A game that lasts longer is broken off and scored as it stands."""

GAME = record_type(
    __name__,
    "GAME",
    [
        ("total", np.int16, SEATS),
        ("category", np.int16, (SEATS, CATEGORIES)),
        ("did", np.int8, (SEATS, CARDS)),  # the marks above
        ("seen", np.int8, CARDS),  # came to a hand
        ("visits", np.int16, CARDS),  # activations by anyone
        ("seat_turns", np.int16, SEATS),
        ("turns", np.int16),
        ("shuffles", np.int16),
        ("is_short", np.int8),  # some refill found deck and discard pile empty
        ("end_seat", np.int8),
        ("booths", np.int16),
    ],
)
"""What is noted of one game."""


@kernel_entry
def note_end(state: Any, terms: Any, game: Any, sheets: Any) -> None:
    """Note totals, categories, and who owns, has hired or attends what; ``sheets`` are one in use and one blank."""
    game.turns = state.turn
    game.shuffles = state.shuffles
    game.end_seat = state.end_seat
    game.booths = state.river_count
    for seat in range(wide(state.players)):
        sheets[0] = sheets[1]
        fill_sheet(state, terms, seat, sheets[0])
        game.total[seat] = sheets[0].total
        for category in range(CATEGORIES):
            game.category[seat, category] = sheets[0].category[category]
        for card in range(CARDS):
            if sheets[0].has[card]:
                game.did[seat, card] |= OWNED
            if sheets[0].has_attended[card]:
                game.did[seat, card] |= ATTENDED


@kernel_entry
def play_games(
    states: Any,
    blank: Any,
    terms: Any,
    players: int,
    levels: Any,
    lists: Any,
    values: Any,
    told: Any,
    sheets: Any,
    generator: Any,
    games: Any,
    extra: Any,
) -> None:
    """Play a game for each record of ``games`` (blank, dtype GAME); ``levels`` has one row a seat (see take_turn).

    ``extra`` are more Coins at the start, by seat.
    """
    for number in range(len(games)):
        game = games[number]
        states[0] = blank[0]
        set_up(states[0], terms[0], players, 0)
        for seat in range(players):
            states[0].resource[seat, COIN] += extra[seat]
        let_chance(states[0], terms[0], generator)
        while states[0].phase != OVER and states[0].turn < TURNS_AT_MOST:
            seat = int(states[0].seat)
            is_turn = states[0].turn > 0
            before = int(states[0].hand[seat])
            slot = take_turn(states, terms, lists, values, told, levels[seat], generator)
            if is_turn:
                game.seat_turns[seat] += 1
                first = int(told[slot, FIRST])
                if first < PLAY and first >= MOVE:
                    card = (first - MOVE) % CARDS
                    game.did[seat, card] |= MOVED
                    if told[slot, HAS_BONUS]:
                        game.did[seat, card] |= EFFECT
                    if told[slot, HAS_PLANK]:
                        game.visits[states[0].river[states[0].pawn[seat]]] += 1
            let_chance(states[0], terms[0], generator)
            if is_turn and size_of(states[0].hand[seat]) < terms[0].hand:
                game.is_short = 1
            hand = before | int(states[0].hand[seat])
            while hand != 0:
                game.seen[lowest(hand)] = 1
                hand = hand & (hand - 1)
        note_end(states[0], terms[0], game, sheets)


def play(terms: Any, players: int, count: int, levels: list[tuple[int, int, int]], seed: int, extra: list[int]) -> Any:
    """Play games from a seed, ``extra`` Coins more at the start by seat; return notes, shape (count,), dtype GAME."""
    states, lists, values, told = new_room()
    games = np.zeros(count, dtype=GAME)
    with np.errstate(over="ignore"):  # the generator's numbers wrap
        play_games(
            states,
            new_states(1),
            terms,
            players,
            np.array(levels, np.int64),
            lists,
            values,
            told,
            np.zeros(2, dtype=SHEET),
            new_generator(seed),
            games,
            np.array(extra, np.int64),
        )
    return games
