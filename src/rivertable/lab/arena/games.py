"""The games of a contest: who sits where in which, and playing one by bots from their own views.

Every deal is played once for each turn of the table:

| bots | line-ups of a deal |
|---|---|
| as many as seats | one |
| fewer | one: the last bot takes the seats that are left |
| more | one for every choice of as many bots as there are seats |

A line-up is the order of the bots around the table. Each of its different rotations is one game of the deal, so every
bot plays the same deal from every seat. Every second deal has the line-up the other way round, so that no bot always
follows the same one.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...bots import make_bot
from ...bots.whole_games import are_compiled, compiled_table
from ...core.chance import seed_bytes
from ...core.compiling.digests import KEY_BYTES
from ...core.game import Terms
from ...core.match import Match, Player
from ...core.position import Position
from ..statistics import ArenaError


@dataclass(frozen=True, slots=True)
class Seating:
    """One game to be played: its number and its deal, both from 0, and the bots by seat."""

    number: int
    deal: int
    bots: tuple[str, ...]


class Schedule:
    """The games of a contest by number, in an order that does not depend on how many there will be.

    Raises:
        ArenaError: no bots, or a name twice among more bots than seats.
    """

    def __init__(self, bots: tuple[str, ...], players: int) -> None:
        self.line_ups = _line_ups(bots, players)
        """The orders of bots around the table."""
        self._seatings = (self._all_seatings(1), self._all_seatings(-1))
        self.games_of_a_deal = len(self._seatings[0])
        """How many games are played on each deal."""

    def _all_seatings(self, step: int) -> tuple[tuple[str, ...], ...]:
        return tuple(seating for line_up in self.line_ups for seating in rotations(line_up[::step]))

    def seating(self, number: int) -> Seating:
        """Return the game of a number, from 0."""
        deal, place = divmod(number, self.games_of_a_deal)
        return Seating(number, deal, self._seatings[deal % 2][place])

    def whole_deals(self, games: int) -> int:
        """Return the number of games that makes the deals whole: ``games``, or the next more."""
        return -(-games // self.games_of_a_deal) * self.games_of_a_deal


def rotations(line_up: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the different rotations of a line-up, the written one first."""
    turned = [line_up[-shift:] + line_up[:-shift] for shift in range(len(line_up))]
    return tuple(dict.fromkeys(turned))


def _line_ups(bots: tuple[str, ...], players: int) -> tuple[tuple[str, ...], ...]:
    if not bots:
        raise ArenaError("A contest needs bots.")
    if len(bots) <= players:
        return ((*bots, *[bots[-1]] * (players - len(bots))),)
    if len(set(bots)) < len(bots):
        raise ArenaError(f"Of more bots than the {players} seats, each is named once.")
    return tuple(itertools.combinations(bots, players))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played: what is needed of it, by seat.

    Attributes:
        ms: the milliseconds that each seat thought, in all its turns together.
        slowest_ms: the milliseconds of its longest turn.

    Raises:
        ArenaError: there is not one value for each seat, or no winner among the seats.
    """

    number: int
    deal: int
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    turns: tuple[int, ...]
    ms: tuple[float, ...]
    slowest_ms: tuple[float, ...]

    def __post_init__(self) -> None:
        by_seat = (self.bots, self.totals, self.turns, self.ms, self.slowest_ms)
        if len({len(values) for values in by_seat}) > 1:
            raise ArenaError("A line of the file of games has not one value for each seat.")
        if not self.winners or not set(self.winners) <= set(range(len(self.bots))):
            raise ArenaError("A line of the file of games names winners that are no seats.")

    def document(self) -> dict[str, Any]:
        """Return the game as a line of the file of games writes it."""
        rounded = {name: [round(ms, 3) for ms in getattr(self, name)] for name in ("ms", "slowest_ms")}
        return asdict(self) | rounded


def play_game(terms: Terms, seed: str, seating: Seating) -> PlayedGame:
    """Play one game; it depends on nothing but what is given, as far as the bots do."""
    key = seed_bytes(f"{seed}/{seating.deal}")
    seeds = [int.from_bytes(seed_bytes(f"{seed}/{seating.number}/{seat}")[:8], "big") for seat in range(terms.players)]
    spent: list[list[float]] = [[] for _ in seeds]
    play = _play_compiled if are_compiled(seating.bots) else _play_by_views
    end = play(terms, seating.bots, key, seeds, spent)
    return PlayedGame(
        seating.number,
        seating.deal,
        seating.bots,
        end.totals,
        end.winners,
        tuple(map(len, spent)),
        tuple(map(sum, spent)),
        tuple(max(each, default=0.0) for each in spent),
    )


def _play_compiled(
    terms: Terms, bots: tuple[str, ...], key: bytes, seeds: Sequence[int], spent: list[list[float]]
) -> Position:
    """Play a game in compiled code, add the milliseconds of each turn by seat and return the end."""
    table = compiled_table(terms, bots)
    table.begin(key, seeds)
    while not table.is_over:
        seat = table.seat
        began = time.perf_counter()
        table.take_turn()
        spent[seat].append((time.perf_counter() - began) * 1000)
        table.let_chance()
    return table.position


def _play_by_views(
    terms: Terms, names: tuple[str, ...], key: bytes, seeds: Sequence[int], spent: list[list[float]]
) -> Position:
    """Play the same game by bots that see their own views."""
    match = Match.new(terms, [Player(f"{name} {seat}", name) for seat, name in enumerate(names)], key)
    bots = [make_bot(name, seed) for name, seed in zip(names, seeds, strict=True)]
    while not match.is_over:
        seat = int(match.position.state.seat)
        view = match.position.view(seat)
        began = time.perf_counter()
        move = bots[seat].choose(view)
        spent[seat].append((time.perf_counter() - began) * 1000)
        match.play(move)
    return match.position


def first_choices(terms: Terms, names: tuple[str, ...]) -> None:
    """Let every bot take some turns on a throw-away deal: loading what it needs is no thinking time.

    One more than there are seats, for a game may begin with a question to each of them.
    """
    for name in names:
        if are_compiled((name,)):
            _play_compiled(
                terms,
                (name,) * terms.players,
                bytes(KEY_BYTES),
                [0] * terms.players,
                [[] for _ in range(terms.players)],
            )
        match = Match.new(terms, [Player(name, name)] * terms.players, bytes(32))
        bot = make_bot(name, 0)
        for _ in range(terms.players + 1):
            match.play(bot.choose(match.position.view(int(match.position.state.seat))))
