"""Compile what the tests use, each game in a process of its own.

``make test`` begins with it: processes that test side by side would otherwise compile the same functions at the same
time, each for itself. What is compiled lies in the cache afterwards and takes no time again.
"""

from __future__ import annotations

import subprocess
import sys

from rivertable.bots import make_bot
from rivertable.bots.whole_games import WHOLE_GAMES
from rivertable.core.compiling.sources import keep, keep_table
from rivertable.core.compiling.warmup import carry_out
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.envs.batch import BATCH
from rivertable.lab.balance import METRICS
from rivertable.lab.simulation.telling import TELLING
from rivertable.lab.training.samples import TRAINING
from rivertable.study.compiling import TASKS


def compile_for_tests(name: str) -> None:
    """Compile whatever is compiled of a game, and play a game with its record to its end."""
    game = GAMES[name]
    for task in (*TASKS, WHOLE_GAMES, TELLING, BATCH, TRAINING, METRICS):
        carry_out(game, task)
    match = Match.new(game.make_terms(2), [Player("one", "novice"), Player("two", "novice")], bytes(32))
    bot = make_bot("random", 1)
    while not match.is_over:
        match.play(bot.choose(match.position.view(match.position.seat)))
    match.record(states=True)
    keep_table(name)
    # The tests of the command line ask for this mark, and begin with this script where it is missing.
    keep(f"{name}-tests")


def main() -> int:
    """Compile for the games named, or for all of them side by side, and return the exit status."""
    if len(sys.argv) > 1:
        for name in sys.argv[1:]:
            compile_for_tests(name)
        return 0
    running = [subprocess.Popen([sys.executable, __file__, name]) for name in GAMES]
    return max(process.wait() for process in running)


if __name__ == "__main__":
    sys.exit(main())
