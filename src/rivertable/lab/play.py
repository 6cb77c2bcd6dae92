"""One game of a contest: played by bots from their own views, and what is kept of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from ..bots import Bot, make_bot
from ..core.chance import seed_bytes
from ..core.game import GAMES, Components, Terms
from ..core.match import Match, Player
from ..core.options import OptionValue
from .errors import ArenaError
from .schedule import Seating


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all games of a contest have in common."""

    game: str
    players: int
    preset: str
    changes: dict[str, OptionValue]
    components: Components
    seed: str

    def make_terms(self) -> Terms:
        """Return the terms to play under."""
        game = GAMES[self.game]
        return game.make_terms(self.players, game.make_options(self.preset, self.changes), self.components)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: what is needed of it, by seat; times in milliseconds of thinking."""

    number: int
    deal: int
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    turns: tuple[int, ...]
    thought: tuple[float, ...]
    slowest: tuple[float, ...]

    def document(self) -> dict[str, Any]:
        """Return the game as a line of the file of games writes it."""
        return {
            "number": self.number,
            "deal": self.deal,
            "bots": list(self.bots),
            "totals": list(self.totals),
            "winners": list(self.winners),
            "turns": list(self.turns),
            "ms": [round(spent, 3) for spent in self.thought],
            "slowest_ms": [round(spent, 3) for spent in self.slowest],
        }

    @classmethod
    def read(cls, line: Any) -> Played:
        """Read what :meth:`document` gave.

        Raises:
            ArenaError: it is no such line.
        """
        try:
            whole = {name: tuple(int(n) for n in line[name]) for name in ("totals", "winners", "turns")}
            spent = {name: tuple(float(ms) for ms in line[name]) for name in ("ms", "slowest_ms")}
            bots = tuple(str(name) for name in line["bots"])
            number, deal = int(line["number"]), int(line["deal"])
        except (KeyError, TypeError, ValueError) as error:
            raise ArenaError("A line of the file of games is no game.") from error
        if {len(bots)} != {len(values) for values in (whole["totals"], whole["turns"], *spent.values())}:
            raise ArenaError("A line of the file of games has not one value for each seat.")
        if not whole["winners"] or not set(whole["winners"]) <= set(range(len(bots))):
            raise ArenaError("A line of the file of games names winners that are no seats.")
        return cls(
            number,
            deal,
            bots,
            whole["totals"],
            whole["winners"],
            whole["turns"],
            spent["ms"],
            spent["slowest_ms"],
        )


def play_game(conditions: Conditions, seating: Seating) -> Played:
    """Play one game; it depends on nothing but what is given, as far as the bots do."""
    names = [Player(f"{name} {seat}", name) for seat, name in enumerate(seating.bots)]
    match = Match.new(conditions.make_terms(), names, seed_bytes(f"{conditions.seed}/{seating.deal}"))
    bots = [_bot_of(conditions, seating, seat) for seat in range(conditions.players)]
    turns, thought, slowest = ([0] * len(bots), [0.0] * len(bots), [0.0] * len(bots))
    while not match.is_over:
        seat = int(match.position.state.seat)
        view = match.position.view(seat)
        began = time.perf_counter()
        move = bots[seat].choose(view)
        spent = (time.perf_counter() - began) * 1000
        turns[seat] += 1
        thought[seat] += spent
        slowest[seat] = max(slowest[seat], spent)
        match.play(move)
    position = match.position
    return Played(
        seating.number,
        seating.deal,
        seating.bots,
        position.totals,
        position.winners,
        tuple(turns),
        tuple(thought),
        tuple(slowest),
    )


def _bot_of(conditions: Conditions, seating: Seating, seat: int) -> Bot:
    """Return the bot of a seat, with a seed of its own."""
    key = seed_bytes(f"{conditions.seed}/{seating.number}/{seat}")
    return make_bot(seating.bots[seat], int.from_bytes(key[:8], "big"))


def first_choices(conditions: Conditions, names: tuple[str, ...]) -> None:
    """Let every bot take some turns on a throw-away deal: loading what it needs is no thinking time.

    One more than there are seats, for a game may begin with a question to each of them.
    """
    for name in dict.fromkeys(names):
        match = Match.new(conditions.make_terms(), [Player(name, name)] * conditions.players, bytes(32))
        bot = make_bot(name, 0)
        for _ in range(conditions.players + 1):
            match.play(bot.choose(match.position.view(int(match.position.state.seat))))
