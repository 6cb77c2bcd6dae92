"""How many games a second one core simulates: bare rules, totals alone, and with rows, by compiled code and without.

``python benchmarks/simulation.py`` prints a table. Processor time is counted, so that other work on the machine matters
little. *By typed moves* are the rows as any other game has them, whose turns no compiled code tells; they were the only
ones before.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from rivertable.core.compiling.bits import new_generator
from rivertable.core.game import GAMES, Game
from rivertable.lab.simulation import Job, Simulation
from rivertable.lab.simulation.games import play_games
from rivertable.lab.simulation.tables import tables_of

RANDOM, ARTISAN = 5000, 60
"""Games of a measurement."""


def kernel_games(game: Game) -> Callable[[int], object]:
    """Return what plays so many random games by the bare rules."""
    kernel, terms = game.kernel, game.make_terms(2)
    states, blank, generator = kernel.new_states(1), kernel.new_states(1), new_generator(1)
    out, totals = kernel.new_list(), np.zeros(2, np.int64)
    return lambda games: kernel.random_games(states, blank, terms.array, 2, games, generator, out, totals)


def totals_alone(job: Job) -> Callable[[int], object]:
    """Return what simulates so many games for their totals."""
    return lambda games: Simulation(job, games).run(1)


def with_rows(job: Job, kept: Path) -> Callable[[int], object]:
    """Return what simulates so many games and writes their rows, each time to a folder of its own in ``kept``."""
    return lambda games: Simulation(job, games, rows_in=Path(tempfile.mkdtemp(dir=kept)) / "rows").run(1)


def by_typed_moves(job: Job) -> Callable[[int], object]:
    """Return what plays so many games and makes their rows from typed moves; nothing is written."""
    return lambda games: tables_of(play_games("none", (job, tuple(range(1, games + 1)))), job)


def speed(work: Callable[[int], object], games: int, rounds: int) -> float:
    """Return the games a second of processor time, the median of some rounds."""
    work(max(games // 20, 2))
    found = []
    for _ in range(rounds):
        began = time.process_time()
        work(games)
        found.append(games / (time.process_time() - began))
    return median(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    print("| games/s of one core, 2 players | " + " | ".join(game.title for game in GAMES.values()) + " |")
    print("|---|" + "---:|" * len(GAMES))
    jobs = {bot: [Job(game.make_terms(2), (bot,) * 2, "7") for game in GAMES.values()] for bot in ("random", "artisan")}
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder)
        rows = (
            ("bare rules, random", [kernel_games(game) for game in GAMES.values()], RANDOM),
            ("random", list(map(totals_alone, jobs["random"])), RANDOM),
            ("random, with rows", [with_rows(job, kept) for job in jobs["random"]], RANDOM),
            ("random, rows by typed moves", list(map(by_typed_moves, jobs["random"])), RANDOM // 10),
            ("artisan", list(map(totals_alone, jobs["artisan"])), ARTISAN),
            ("artisan, with rows", [with_rows(job, kept) for job in jobs["artisan"]], ARTISAN),
        )
        for name, works, games in rows:
            print(
                f"| {name} | " + " | ".join(f"{speed(work, games, chosen.rounds):,.0f}" for work in works) + " |",
                flush=True,
            )


if __name__ == "__main__":
    main()
