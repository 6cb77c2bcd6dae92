"""What a second bot costs the first: two turns of the search at once in one process, beside one alone.

``python benchmarks/two_moves.py`` lets one bot choose a turn by a number of playouts, then two at once in threads, and
so on in turns. It prints the median of the ratios of their times: 1 means that they do not hinder each other, 2 that
they wait for each other. Two cores that nobody else uses are needed, so the load of the machine is printed too. On a
busy machine only the processor time says something: what each of two needs, measured by what one needs alone.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import mean, median
from typing import Any

from rivertable.bots import Bot, make_bot
from rivertable.core.game import GAMES, Game
from rivertable.core.match import Match, Player

_QUICK = "novice"
_TURNS_BEFORE = 12


def view_of(game: Game) -> Any:
    """Return the view of a turn in the middle of a game for two."""
    match = Match.new(game.make_terms(2), [Player("a"), Player("b")], bytes(32))
    bots = [make_bot(_QUICK, seat) for seat in range(2)]
    for _ in range(_TURNS_BEFORE):
        seat = int(match.position.state.seat)
        match.play(bots[seat].choose(match.position.view(seat)))
    return match.position.view(int(match.position.state.seat))


def processor_seconds(bot: Bot, view: Any) -> float:
    """Let a bot choose, and return the processor time of its thread."""
    began = time.thread_time()
    bot.choose(view)
    return time.thread_time() - began


def seconds_of(pool: ThreadPoolExecutor, name: str, view: Any, count: int) -> tuple[float, float]:
    """Return how long so many bots take that begin the same work at once, and the processor time of each."""
    bots = [make_bot(name, 1) for _ in range(count)]
    began = time.perf_counter()
    used = [thought.result() for thought in [pool.submit(processor_seconds, bot, view) for bot in bots]]
    return time.perf_counter() - began, mean(used)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--playouts", type=int, default=400, help="of each turn")
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    name = f"search:playouts={chosen.playouts}"
    with ThreadPoolExecutor(2) as pool:
        for game in GAMES.values():
            view = view_of(game)
            seconds_of(pool, name, view, 2)
            alone, together = [], []
            for _ in range(chosen.rounds):
                alone.append(seconds_of(pool, name, view, 1))
                together.append(seconds_of(pool, name, view, 2))
            pairs = list(zip(alone, together, strict=True))
            ratio, used = (median(two[k] / one[k] for one, two in pairs) for k in range(2))
            print(
                f"{game.title}: one turn {1000 * median(one[0] for one in alone):.0f} ms, two at once "
                f"{1000 * median(two[0] for two in together):.0f} ms, ratio {ratio:.2f}; processor time of each "
                f"{used:.2f} times that of one alone; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
            )


if __name__ == "__main__":
    main()
