"""How well endings are played: the search alone, and with exact endings, against the exact best move.

``python benchmarks/endings.py --positions 500 --time 0.5`` draws positions from games of a quick bot, as they are small
enough to be solved, and lets both choose. A loss is what the move chosen brings less than the best one if all play best
from then on: of the value (the share of the win, and a little for the lead) and of the own score at the end. Positions
in which all turns are worth the same are left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rivertable.bots import make_bot
from rivertable.bots.search.bots import SearchBot, SearchParameters
from rivertable.bots.search.endings import Solution, Solver
from rivertable.core.game import GAMES, Game
from rivertable.core.position import Position, walk_turns
from rivertable.lab.statistics import Interval, mean_interval, share_interval

EQUAL = 1e-6
"""Values that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A position that was solved, and the number of the game it was drawn from."""

    game: int
    position: Position
    solution: Solution


def endings(
    game: Game, players: int, preset: str, seed: int, drawn_by: str, solver: Solver, most: int
) -> Iterator[Ending]:
    """Return endings for as long as they are asked for: the solver has the last one given in mind."""
    number = 0
    while True:
        number += 1
        bot = make_bot(drawn_by, seed + number)
        position = game.position_class.new(players=players, seed=f"{seed} {number}", preset=preset)
        turn = 0
        while not position.is_over:
            turn += 1
            view = position.view(position.seat)
            found = solver.solve(view.states, position.terms.array, has_hidden=game.has_hidden, positions=most)
            if found is not None and is_question(position, solver):
                yield Ending(number, position, found)
            position = position.play(bot.choose(view), chance=(seed + number) * 10_000 + turn)


def is_question(position: Position, solver: Solver) -> bool:
    """Return whether it matters what is chosen in the position solved last."""
    seat, worth = int(position.state.seat), set()
    for _, states in walk_turns(position):
        worth.add(round(solver.rate(states, position.terms.array)[0][seat] / EQUAL))
        if len(worth) > 1:
            return True
    return False


def losses(ending: Ending, solver: Solver, bot: SearchBot) -> tuple[float, float]:
    """Return what a bot loses of the value and of its own score in the position solved last."""
    position = ending.position
    seat = int(position.state.seat)
    move = bot.choose(position.view(seat))
    after = position.after(*position.game.moves.decisions_of(position, move))
    values, scores = solver.rate(after.states, position.terms.array)
    return ending.solution.values[seat] - values[seat], ending.solution.scores[seat] - scores[seat]


def measure(
    game: Game, players: int, preset: str, count: int, parameters: dict[str, Any], seed: int, drawn_by: str, most: int
) -> dict[str, Any]:
    """Return the figures of the search alone and with exact endings."""
    solver = Solver(game, players, most)
    bots = {
        name: SearchBot(seed, SearchParameters(**parameters, exact=exact))
        for name, exact in (("search", False), ("exact", True))
    }
    numbers: list[int] = []
    lost: dict[str, list[tuple[float, float]]] = {name: [] for name in bots}
    exactly = 0
    for ending in endings(game, players, preset, seed, drawn_by, solver, most):
        numbers.append(ending.game)
        for name, bot in bots.items():
            lost[name].append(losses(ending, solver, bot))
        found = bots["exact"].result
        exactly += int(found is not None and found.is_exact)
        if len(numbers) == count:
            break
    figures = {name: summary(np.array(numbers), np.array(lost[name])) for name in bots}
    return {"positions": count, "games": len(set(numbers)), "exactly": exactly, **figures}


def summary(games: np.ndarray[Any, Any], lost: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Return means with their intervals; the positions of one game count as one lot."""
    _, lots = np.unique(games, return_inverse=True)
    counts = np.bincount(lots).astype(float)
    best = np.bincount(lots, lost[:, 0] < EQUAL)
    return {
        "value_lost": asdict(mean_interval(np.bincount(lots, lost[:, 0]), counts)),
        "points_lost": asdict(mean_interval(np.bincount(lots, lost[:, 1]), counts)),
        "best_moves": asdict(share_interval(best, counts, len(games))),
    }


def say(figures: dict[str, Any]) -> str:
    """Return the figures as lines of text."""
    lines = [f"{figures['positions']} positions of {figures['games']} games; {figures['exactly']} taken over exactly"]
    for name, title in (("search", "search alone"), ("exact", "with exact endings")):
        found = {key: Interval(**interval) for key, interval in figures[name].items()}
        lines.append(
            f"{title:20} best moves {_range(found['best_moves'], '.1%')}, "
            f"points lost {_range(found['points_lost'], '.3f')}, value lost {_range(found['value_lost'], '.5f')}"
        )
    return "\n".join(lines)


def _range(interval: Interval, form: str) -> str:
    if interval.low is None or interval.high is None:
        return f"{interval.value:{form}}"
    return f"{interval.value:{form}} ({interval.low:{form}} to {interval.high:{form}})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), default="glassworks")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--preset", default="rulebook")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--time", type=float, default=0.5, help="seconds a turn for both")
    parser.add_argument("--playouts", type=int, default=None, help="playouts a turn for both, in place of a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--drawn-by", default="sight:root_candidates=200", help="the bot whose games the positions come from"
    )
    parser.add_argument("--most", type=int, default=300_000, help="positions looked at, at most, to solve one")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    chosen = parser.parse_args()
    parameters = {"time": chosen.time} if chosen.playouts is None else {"playouts": chosen.playouts}
    figures = measure(
        GAMES[chosen.game],
        chosen.players,
        chosen.preset,
        chosen.positions,
        parameters,
        chosen.seed,
        chosen.drawn_by,
        chosen.most,
    )
    if chosen.json:
        print(json.dumps({**vars(chosen), **figures}))
    else:
        print(say(figures))


if __name__ == "__main__":
    main()
