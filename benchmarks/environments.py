"""Decisions a second of every environment, side by side in one run on one core; ``--write`` renews the table in docs.

A second is a second of one core's work, so that what else runs does not count. Rounds take turns, and each figure is
the median of its rounds; the ratio is to the bare kernel of the same round.

    python benchmarks/environments.py [--rounds 7] [--games 1024] [--write]
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np

from rivertable.core.compiling.bits import new_generator
from rivertable.core.game import GAMES, Game
from rivertable.envs import BatchEnvironment

PAGE = Path(__file__).resolve().parents[1] / "docs" / "environments.md"
SECONDS = 0.4
"""How long a measurement takes about."""
DECISIONS = 32
"""What :meth:`BatchEnvironment.play_random` takes in each game."""
STEPPED = "batch, step without observations"
"""The row that others are compared with."""
Measure = Callable[[], tuple[int, float]]


def kernel(game: Game, players: int) -> Measure:
    """Whole random games inside compiled code: the most that any environment can do."""
    states, blank, terms = game.kernel.new_states(1), game.kernel.new_states(1), game.make_terms(players).array
    out, totals = game.kernel.new_list(), np.zeros(players, np.int64)
    generator = new_generator(1)

    def measure() -> tuple[int, float]:
        began, taken = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            taken += game.kernel.random_games(states, blank, terms, players, 500, generator, out, totals)
        return taken, time.process_time() - began

    return measure


def batch(game: Game, players: int, count: int, **settings: Any) -> Measure:
    """The batch environment on one thread; choosing a random legal action is part of the time."""
    environment = BatchEnvironment(game.name, count, players=players, seed=1, **settings)
    actions = environment.sample()

    def measure() -> tuple[int, float]:
        began, taken = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            for _ in range(20):
                environment.step(environment.sample(actions))
            taken += 20 * count
        return taken, time.process_time() - began

    return measure


def roaming(game: Game, players: int, count: int, **settings: Any) -> Measure:
    """The batch environment on one thread, ``DECISIONS`` random decisions a game and call."""
    environment = BatchEnvironment(game.name, count, players=players, seed=1, **settings)

    def measure() -> tuple[int, float]:
        began, taken = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            environment.play_random(DECISIONS)
            taken += DECISIONS * count
        return taken, time.process_time() - began

    return measure


def pettingzoo(game: Game, players: int) -> Measure:
    """PettingZoo's AEC without its wrappers, observing every decision."""
    from rivertable.envs import pettingzoo as zoo

    environment = getattr(zoo, f"{game.name}_v0").raw_env(players=players)
    rng = Random(1)

    def measure() -> tuple[int, float]:
        began, taken = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            environment.reset()
            while environment.agents:
                observed, _, is_over, is_cut, _ = environment.last()
                legal = np.flatnonzero(observed["action_mask"])
                environment.step(None if is_over or is_cut else int(rng.choice(legal)))
                taken += 1
        return taken, time.process_time() - began

    return measure


def gymnasium(game: Game, players: int) -> Measure:
    """Gymnasium against bots that choose at random; only the own seat's decisions count."""
    from rivertable.envs.gymnasium import SeatEnvironment

    environment = SeatEnvironment(game.name, players, "random")
    rng = Random(1)

    def measure() -> tuple[int, float]:
        began, taken = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            observed, _ = environment.reset()
            is_over = False
            while not is_over:
                legal = np.flatnonzero(observed["action_mask"])
                observed, _, is_over, _, _ = environment.step(int(rng.choice(legal)))
                taken += 1
        return taken, time.process_time() - began

    return measure


def openspiel(game: Game, players: int) -> Measure:
    """OpenSpiel without observing; decisions count, outcomes of chance are taken besides."""
    import pyspiel

    import rivertable.envs.openspiel  # noqa: F401  # importing it registers the games

    loaded: Any = pyspiel.load_game(f"rivertable_{game.name}(players={players})")
    rng = Random(1)

    def measure() -> tuple[int, float]:
        began, taken = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    taken += 1
        return taken, time.process_time() - began

    return measure


def peer_stepped(name: str) -> Measure:
    """A game of OpenSpiel's own, stepped from Python; decisions count, outcomes of chance are taken besides."""
    import pyspiel

    loaded, rng = pyspiel.load_game(name), Random(1)

    def measure() -> tuple[int, float]:
        began, taken = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            state = loaded.new_initial_state()
            while not state.is_terminal():
                taken += not state.is_chance_node()
                state.apply_action(rng.choice(state.legal_actions()))
        return taken, time.process_time() - began

    return measure


def peer_inside(name: str) -> Measure:
    """The same game, each from beginning to end inside OpenSpiel's library, by its own random bots."""
    import pyspiel

    loaded = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(loaded.num_players())]

    def measure() -> tuple[int, float]:
        taken, spent, number = 0, 0.0, 0
        while spent < SECONDS:
            state, number = loaded.new_initial_state(), number + 1
            began = time.process_time()
            pyspiel.evaluate_bots(state, bots, number)
            spent += time.process_time() - began
            taken += sum(step.player >= 0 for step in state.full_history())
        return taken, spent

    return measure


def peers() -> dict[str, Measure]:
    """Return what is measured of others beside Glassworks, by name."""
    return {
        "OpenSpiel's backgammon, stepped from Python": peer_stepped("backgammon"),
        "OpenSpiel's backgammon, inside its library": peer_inside("backgammon"),
    }


def rows(game: Game, players: int, count: int) -> dict[str, Measure]:
    """Return what is measured, by name."""
    return {
        "bare kernel, whole random games": kernel(game, players),
        f"batch, {DECISIONS} random decisions a call": roaming(game, players, count, is_observed=False),
        STEPPED: batch(game, players, count, is_observed=False),
        "batch, step with observations": batch(game, players, count),
        "batch, step with observations and masks": batch(game, players, count, is_masked=True),
        "PettingZoo, one game": pettingzoo(game, players),
        "Gymnasium, one game against random bots": gymnasium(game, players),
        "OpenSpiel, one game": openspiel(game, players),
    }


def measured(measures: dict[str, Measure], rounds: int) -> list[tuple[str, float, float]]:
    """Return name, decisions a second and the share of the first one's."""
    for measure in measures.values():
        measure()
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            taken, seconds = measure()
            found[name].append(taken / seconds)
    bare = next(iter(found.values()))
    return [
        (name, median(rates), median(rate / other for rate, other in zip(rates, bare, strict=True)))
        for name, rates in found.items()
    ]


def table(rounds: int, count: int) -> str:
    """Measure everything, and return the table as Markdown."""
    lines = [
        f"Two players, {count} games in a batch, one thread; medians of {rounds} rounds in one run.",
        f"Seconds are those of work of one core of a {platform.machine()} machine with {os.cpu_count()}, which others",
        "used too. *Share* is of the bare kernel in the same round.",
        "",
        "| | Glassworks: decisions/s | share | River Market: decisions/s | share |",
        "|---|---:|---:|---:|---:|",
    ]
    others, both = peers(), [rows(GAMES[name], 2, count) for name in ("glassworks", "market")]
    found, market = measured(both[0] | others, rounds), measured(both[1], rounds)
    own, beside = found[: len(market)], found[len(market) :]
    for (name, rate, share), (_, other_rate, other_share) in zip(own, market, strict=True):
        lines.append(f"| {name} | {_say(rate)} | {share:.1%} | {_say(other_rate)} | {other_share:.1%} |")
    stepped = {name: rate for name, rate, _ in own}[STEPPED]
    lines += ["", "| in the same rounds | decisions/s | Glassworks, batch without observations |", "|---|---:|---:|"]
    lines += [f"| {name} | {_say(rate)} | {stepped / rate:.0f} times as many |" for name, rate, _ in beside]
    return "\n".join(lines)


def _say(rate: float) -> str:
    return f"{round(rate, 2 - len(str(int(rate)))):,.0f}" if rate < 1e6 else f"{rate / 1e6:.2f} million"


def main() -> None:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1024, help="games in a batch")
    parser.add_argument("--write", action="store_true", help=f"write the table to {PAGE.name}")
    chosen = parser.parse_args()
    found = table(chosen.rounds, chosen.games)
    print(found)
    if chosen.write:
        text = PAGE.read_text(encoding="utf-8")
        marked = f"<!-- speed:start -->\n{found}\n<!-- speed:end -->"
        PAGE.write_text(re.sub(r"<!-- speed:start -->.*<!-- speed:end -->", lambda _: marked, text, flags=re.DOTALL))


if __name__ == "__main__":
    main()
