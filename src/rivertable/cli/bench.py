"""``rivertable bench``: whole random games and decisions a second on one core, beside plain C where gcc is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from importlib.resources import as_file, files
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from ..core.game import GAMES, Game
from ..core.random import new_generator
from .arguments import Json
from .console import find_game, progress, say, say_json
from .warming import warm

_SECONDS_A_ROUND = 0.25
_STEPPED_GAMES = 300
_C_GAMES = "20000"


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; all without.")] = None,
    players: Annotated[int, typer.Option("--players", metavar="N", help="How many players.")] = 2,
    rounds: Annotated[int, typer.Option("--rounds", metavar="R", min=1, help="How often to measure.")] = 9,
    as_json: Json = False,
) -> None:
    """Measure random games on one core: inside the kernel, stepped from Python, and beside plain C."""
    for chosen in [find_game(game)] if game else [GAMES[name] for name in GAMES]:
        chosen.make_terms(players)
        warm(chosen)
        progress("  compiling what is not compiled yet, and measuring")
        figures = measure(chosen, players, rounds)
        progress("")
        if as_json:
            say_json(figures)
        else:
            _report(chosen, figures, rounds)


def measure(game: Game, players: int, rounds: int) -> dict[str, Any]:
    """Give the figures, medians over rounds in which the kernel and the C programs take turns."""
    runner = _Runner(game, players)
    games = runner.calibrate(_SECONDS_A_ROUND)
    rates: list[float] = []
    stepped: list[float] = []
    decisions = 0.0
    with tempfile.TemporaryDirectory() as folder:
        programs = _compile_baselines(game, Path(folder))
        baselines: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(rounds):
            seconds, taken = runner.play(games)
            rates.append(games / seconds)
            decisions = taken / games
            stepped.append(_STEPPED_GAMES / runner.step(_STEPPED_GAMES))
            for name, program in programs.items():
                baselines[name].append(_run_baseline(program, players))
    figures: dict[str, Any] = {
        "game": game.name,
        "players": players,
        "playouts_per_second": round(median(rates)),
        "decisions_per_second": round(median(rates) * decisions),
        "stepped_games_per_second": round(median(stepped)),
    }
    for name, found in baselines.items():
        if any(found):
            figures[f"{name}_per_second"] = round(median(found))
            pairs = [rate / other for rate, other in zip(rates, found, strict=True)]
            figures[f"ratio_to_{name}"] = round(median(pairs), 3)
    return figures


class _Runner:
    """Random games on one throw-away state."""

    def __init__(self, game: Game, players: int) -> None:
        self._engine = game.engine
        self._players = players
        self._terms = game.make_terms(players).array
        self._states, self._blank = game.blank_states(1), game.blank_states(1)
        self._out = np.empty(game.choices_at_most, dtype=np.int16)
        self._generator = new_generator(1)
        self._totals = np.zeros(players, dtype=np.int64)

    def calibrate(self, seconds: float) -> int:
        """Give how many games take about so long."""
        self.play(10)
        self.step(1)
        count = 1000
        return max(count, int(count * seconds / self.play(count)[0]))

    def play(self, count: int) -> tuple[float, int]:
        """Play inside the kernel; give the seconds and the decisions taken."""
        started = time.perf_counter()
        taken = self._engine.random_games(
            self._states, self._blank, self._terms, self._players, count, self._generator, self._out, self._totals
        )
        return time.perf_counter() - started, int(taken)

    def step(self, count: int) -> float:
        """Play with one call from Python a decision, the first legal one or the last by turns; give the seconds."""
        engine, states, terms, out, generator = self._engine, self._states, self._terms, self._out, self._generator
        started = time.perf_counter()
        for _ in range(count):
            states[0] = self._blank[0]
            legal = engine.deal(states, 0, terms, self._players, 0, generator, out)
            pick = 0
            while legal:
                pick = (pick * 7 + 3) % 1009
                legal = engine.step(states, 0, terms, int(out[pick % legal]), generator, out)
        return time.perf_counter() - started


def _compile_baselines(game: Game, folder: Path) -> dict[str, Path]:
    """Compile the game's C programs; those that do not compile here are left out."""
    compiler = shutil.which("gcc")
    programs: dict[str, Path] = {}
    for name in game.baselines if compiler else ():
        target = folder / Path(name).stem
        with as_file(files(f"rivertable.{game.name}") / "baseline" / name) as source:
            built = subprocess.run(
                [str(compiler), "-O3", "-march=native", "-o", str(target), str(source)],
                capture_output=True,
                check=False,
            )
        if built.returncode == 0:
            programs[target.name] = target
    return programs


def _run_baseline(program: Path, players: int) -> float:
    """Give a C program's games a second; 0 where it does not play with so many."""
    printed = subprocess.run([str(program), _C_GAMES], capture_output=True, text=True, check=False).stdout
    found = re.search(rf"^P={players} (\d+) games/s", printed, re.MULTILINE)
    return float(found[1]) if found else 0.0


def _report(game: Game, figures: dict[str, Any], rounds: int) -> None:
    say(f"{game.title}, {figures['players']} players, random games on one core (medians of {rounds} rounds)")
    say(f"  in the kernel        {figures['playouts_per_second']:>12,} games/s")
    say(f"                       {figures['decisions_per_second']:>12,} decisions/s")
    say(f"  stepped from Python  {figures['stepped_games_per_second']:>12,} games/s")
    if not any(key.startswith("ratio_to_") for key in figures):
        say("  no C program to compare with (gcc is not there, or has none for this game)")
    for key in [key for key in figures if key.startswith("ratio_to_")]:
        name = key.removeprefix("ratio_to_")
        say(f"  C, {name:<17} {figures[f'{name}_per_second']:>12,} games/s   ratio {figures[key]:.2f}")
