"""``rivertable bench``: random games, decisions and playouts of the search a second on one core, beside plain C."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from importlib.resources import as_file, files
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from ...bots import make_bot
from ...bots.search.turn_bots import SearchBot, Thought
from ...bots.weights import network_for
from ...core.compiling.random import new_generator
from ...core.game import GAMES, Game, Terms
from ...core.match import Match, Player
from ...core.position import View
from ..shared.arguments import Json
from ..shared.console import find_game, progress, say, say_json
from ..shared.warming import warm

_SECONDS_A_ROUND = 0.25
_STEPPED_GAMES = 300
_C_GAMES = "20000"
_SEARCH, _QUICK = "search", "novice"
_PLAYOUTS_A_TURN = 50


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; all without.")] = None,
    players: Annotated[int, typer.Option("--players", metavar="N", help="How many players.")] = 2,
    rounds: Annotated[int, typer.Option("--rounds", metavar="R", min=1, help="How often to measure.")] = 9,
    as_json: Json = False,
) -> None:
    """Measure one core: random games inside the kernel, stepped from Python and beside plain C, and the search."""
    for chosen in [find_game(game)] if game else [GAMES[name] for name in GAMES]:
        chosen.make_terms(players)
        warm(chosen, [_SEARCH])
        progress("  compiling what is not compiled yet, and measuring")
        figures = measure(chosen, players, rounds)
        progress("")
        if as_json:
            say_json(figures)
        else:
            _report(chosen, figures, rounds)


def measure(game: Game, players: int, rounds: int) -> dict[str, Any]:
    """Return the figures, medians over rounds in which the kernel and the C programs take turns."""
    runner = _Runner(game, players)
    games = runner.calibrate(_SECONDS_A_ROUND)
    searcher = _Searcher(game, players)
    rates: list[float] = []
    stepped: list[float] = []
    searched: list[float] = []
    decisions = 0.0
    with tempfile.TemporaryDirectory() as folder:
        programs = _compile_baselines(game, Path(folder))
        baselines: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(rounds):
            seconds, taken = runner.play(games)
            rates.append(games / seconds)
            decisions = taken / games
            stepped.append(_STEPPED_GAMES / runner.step(_STEPPED_GAMES))
            searched.append(searcher.search(_SECONDS_A_ROUND))
            for name, program in programs.items():
                baselines[name].append(_run_baseline(program, players))
    figures: dict[str, Any] = {
        "game": game.name,
        "players": players,
        "playouts_per_second": round(median(rates)),
        "decisions_per_second": round(median(rates) * decisions),
        "stepped_games_per_second": round(median(stepped)),
        "search_playouts_per_second": round(median(searched)),
        "search_has_network": searcher.has_network,
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
        """Return how many games take about so long."""
        self.play(10)
        self.step(1)
        count = 1000
        return max(count, int(count * seconds / self.play(count)[0]))

    def play(self, count: int) -> tuple[float, int]:
        """Play inside the kernel, and return the seconds and the decisions taken."""
        started = time.perf_counter()
        taken = self._engine.random_games(
            self._states, self._blank, self._terms, self._players, count, self._generator, self._out, self._totals
        )
        return time.perf_counter() - started, int(taken)

    def step(self, count: int) -> float:
        """Play with one call from Python a decision, the first legal one or the last by turns; return the seconds."""
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


class _Searcher:
    """The search on the turns of one game, over and over; a bot of its own for each turn, as at the table."""

    def __init__(self, game: Game, players: int) -> None:
        terms = game.make_terms(players)
        self.has_network = network_for(terms) is not None
        self._views = cycle(_views_of_a_game(terms))
        self.search(0.001)  # what is compiled is loaded by the first turn

    def search(self, seconds: float) -> float:
        """Return how often it goes down its tree in a second, over turns that take about so long together."""
        playouts, spent = 0, 0.0
        while spent < seconds:
            view = next(self._views)
            bot = SearchBot(1, Thought(playouts=_PLAYOUTS_A_TURN, exact=False))
            started = time.perf_counter()
            bot.choose(view)
            spent += time.perf_counter() - started
            playouts += bot.found.playouts if bot.found else 0
        return playouts / spent


def _views_of_a_game(terms: Terms) -> list[View]:
    """Return the views of the turns of a game of quick bots, at which the search has something to choose."""
    match = Match.new(terms, [Player(str(seat)) for seat in range(terms.players)], bytes(32))
    bot = make_bot(_QUICK, 1)
    views = []
    while not match.is_over:
        view = match.position.view(int(match.position.state.seat))
        views.append(view)
        match.play(bot.choose(view))
    return views


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
    """Return a C program's games a second; 0 where it does not play with so many."""
    printed = subprocess.run([str(program), _C_GAMES], capture_output=True, text=True, check=False).stdout
    found = re.search(rf"^P={players} (\d+) games/s", printed, re.MULTILINE)
    return float(found[1]) if found else 0.0


def _report(game: Game, figures: dict[str, Any], rounds: int) -> None:
    say(f"{game.title}, {figures['players']} players, random games on one core (medians of {rounds} rounds)")
    say(f"  in the kernel        {figures['playouts_per_second']:>12,} games/s")
    say(f"                       {figures['decisions_per_second']:>12,} decisions/s")
    say(f"  stepped from Python  {figures['stepped_games_per_second']:>12,} games/s")
    judged = "search" if figures["search_has_network"] else "search, no network"
    say(f"  {judged:<19}  {figures['search_playouts_per_second']:>12,} playouts/s")
    if not any(key.startswith("ratio_to_") for key in figures):
        say("  no C program to compare with (gcc is not there, or has none for this game)")
    for key in [key for key in figures if key.startswith("ratio_to_")]:
        name = key.removeprefix("ratio_to_")
        say(f"  C, {name:<17} {figures[f'{name}_per_second']:>12,} games/s   ratio {figures[key]:.2f}")
