"""Compile what the tests use, each game in a process of its own.

``make test`` begins with it: processes that test side by side would otherwise compile the same functions at the same
time, each for itself. What is compiled lies in the cache afterwards and takes no time again.
"""

from __future__ import annotations

import subprocess
import sys

from rivertable.bots import make_bot
from rivertable.bots.kinds import KINDS
from rivertable.bots.preparing import prepare
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.envs import BatchEnvironment
from rivertable.lab.training.recipe import RECIPES
from rivertable.lab.training.shards import Shard, samples_of
from rivertable.study.preparing import prepare_to_study


def compile_game(name: str) -> None:
    """Use whatever is compiled for a game once."""
    game = GAMES[name]
    match = Match.new(game.make_terms(2), [Player("one", "novice"), Player("two", "novice")], bytes(32))
    bot = make_bot("random", 1)
    while not match.is_over:
        match.play(bot.choose(match.position.view(match.position.seat)))
    match.record(states=True)
    for kind in KINDS:
        prepare(game, kind)
    prepare_to_study(game)
    batch = BatchEnvironment(name, 2, seed=1, is_masked=True)
    batch.step(batch.sample())
    samples_of(Shard(name, 0, 2, 0, 1, "compile"), RECIPES[name].scaled(0), None)


def main() -> int:
    """Compile for the games named, or for all of them side by side; give the exit status."""
    if len(sys.argv) > 1:
        for name in sys.argv[1:]:
            compile_game(name)
        return 0
    running = [subprocess.Popen([sys.executable, __file__, name]) for name in GAMES]
    return max(process.wait() for process in running)


if __name__ == "__main__":
    sys.exit(main())
