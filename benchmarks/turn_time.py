"""How long the levels think about a turn on one core, also in the positions with the most turns to choose from.

``python benchmarks/turn_time.py`` plays quick games and takes of all their turns the widest, and as many others. Each
level then thinks about each as it does at the table: a new bot a turn. It prints the mean, the time that 95 % keep,
the longest, and what the level promises. Whatever else the machine does counts too: see that it does nothing.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean
from typing import Any

from rivertable.bots import LEVELS, make_bot
from rivertable.bots.search.tree_search import TurnLister
from rivertable.core.game import GAMES, Game
from rivertable.core.match import Match, Player

_QUICK = ("novice", "random")
_CANDIDATES = 8000


def views_of(game: Game, games: int, count: int) -> list[Any]:
    """Return the views of the ``count`` widest turns of some games of 2 to 5 players, and ``count`` others."""
    lister = TurnLister(game, 1)
    found: list[tuple[int, Any]] = []
    for number in range(games):
        players = game.players[number % len(game.players)]
        match = Match.new(
            game.make_terms(players), [Player(str(seat)) for seat in range(players)], bytes([number] * 32)
        )
        bots = [make_bot(_QUICK[(number // len(game.players)) % len(_QUICK)], seat) for seat in range(players)]
        while not match.is_over:
            seat = int(match.position.state.seat)
            view = match.position.view(seat)
            lister.list_turns(view.states, view.terms.array, None, _CANDIDATES)
            found.append((lister.evaluated, view))
            match.play(bots[seat].choose(view))
    found.sort(key=lambda one: -one[0])
    print(f"{game.title}: {len(found)} turns of {games} games, the widest with {found[0][0]} different ends")
    widest, rest = found[:count], found[count:]
    return [view for _, view in widest + rest[:: max(1, len(rest) // count)][:count]]


def times(level: str, views: list[Any]) -> list[float]:
    """Return the milliseconds of each turn, rising; the first is taken twice, for it may load what it needs."""
    found = []
    for number, view in enumerate([views[0], *views]):
        began = time.perf_counter()
        make_bot(level, number).choose(view)
        found.append(1000 * (time.perf_counter() - began))
    return sorted(found[1:])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24, help="quick games that the turns are taken from")
    parser.add_argument("--turns", type=int, default=20, help="so many of the widest turns, and as many others")
    parser.add_argument("--level", action="append", choices=list(LEVELS), help="only this level")
    chosen = parser.parse_args()
    for game in GAMES.values():
        views = views_of(game, chosen.games, chosen.turns)
        for name in chosen.level or LEVELS:
            found = times(name, views)
            late = sum(spent > 1000 * LEVELS[name].seconds for spent in found)
            print(
                f"  {name:<11} mean {mean(found):7.1f} ms   95 % {found[int(0.95 * (len(found) - 1))]:7.1f} ms   "
                f"longest {found[-1]:7.1f} ms of {1000 * LEVELS[name].seconds:.0f}; {late} of {len(found)} late",
                flush=True,
            )


if __name__ == "__main__":
    main()
