"""``rivertable bench``: random games and decisions a second, and the search's playouts and turns on one core or two."""

from __future__ import annotations

import time
from itertools import cycle
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from ...bots import make_bot
from ...bots.search.bots import SearchBot, SearchParameters
from ...bots.weights import network_for
from ...core.compiling.bits import new_generator
from ...core.game import GAMES, Game, Terms
from ...core.match import Match, Player
from ...core.position import View
from ..shared import completion
from ..shared.arguments import Json
from ..shared.compiling import warm
from ..shared.console import progress, say, say_json

_SECONDS_A_ROUND = 0.25
_STEPPED_GAMES = 300
_SEARCH, _QUICK = "search", "novice"
_PLAYOUTS_A_TURN = 50
_SECONDS_A_TURN = 0.1
"""Threads are compared in turns of a length that people wait for: begun and joined, they cost something once a turn."""
_THREADS = (1, 2)


def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Which game. [all]", autocompletion=completion.games)
    ] = None,
    players: Annotated[int, typer.Option("--players", metavar="N", help="How many players.")] = 2,
    rounds: Annotated[int, typer.Option("--rounds", metavar="R", min=1, help="How often to measure.")] = 9,
    as_json: Json = False,
) -> None:
    """Measure one core: random games inside the kernel and stepped from Python, and the search; then two threads."""
    for chosen in [GAMES[game]] if game else GAMES.values():
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
    """Return the medians over some rounds, in which all that is measured takes turns."""
    random_play = RandomPlay(game, players)
    games = random_play.games_in(_SECONDS_A_ROUND)
    searcher, *threading = (_Searcher(game, players) for _ in range(1 + len(_THREADS)))
    found = []
    for _ in range(rounds):
        seconds, decisions = random_play.play(games)
        stepped = _STEPPED_GAMES / random_play.step(_STEPPED_GAMES)
        searched = searcher.search(_SECONDS_A_ROUND, SearchParameters(playouts=_PLAYOUTS_A_TURN, exact=False))
        timed = (SearchParameters(time=_SECONDS_A_TURN, threads=threads, exact=False) for threads in _THREADS)
        # Each goes through the turns of the game for itself, so that all are measured on the same ones.
        threaded = [own.search(_SECONDS_A_ROUND, each)[0] for own, each in zip(threading, timed, strict=True)]
        found.append((games / seconds, stepped, *searched, decisions / games, *threaded))
    playouts, stepped, searched, evaluated, decisions_a_game, *threaded = (
        median(column) for column in zip(*found, strict=True)
    )
    return {
        "game": game.name,
        "players": players,
        "playouts_per_second": round(playouts),
        "decisions_per_second": round(playouts * decisions_a_game),
        "stepped_games_per_second": round(stepped),
        "search_playouts_per_second": round(searched),
        "search_turns_per_second": round(evaluated),
        "search_playouts_per_second_by_threads": {
            str(threads): round(number) for threads, number in zip(_THREADS, threaded, strict=True)
        },
        "search_has_network": searcher.has_network,
    }


class RandomPlay:
    """Random games on one throw-away state."""

    def __init__(self, game: Game, players: int) -> None:
        self._kernel = game.kernel
        self._players = players
        self._terms = game.make_terms(players).array
        self._states, self._blank = game.kernel.new_states(1), game.kernel.new_states(1)
        self._out = game.kernel.new_list()
        self._generator = new_generator(1)
        self._totals = np.zeros(players, dtype=np.int64)

    def games_in(self, seconds: float) -> int:
        """Return how many games take about so long."""
        self.play(10)
        self.step(1)
        count = 1000
        return max(count, int(count * seconds / self.play(count)[0]))

    def play(self, count: int) -> tuple[float, int]:
        """Play inside the kernel, and return the seconds and the decisions taken."""
        started = time.perf_counter()
        taken = self._kernel.random_games(
            self._states, self._blank, self._terms, self._players, count, self._generator, self._out, self._totals
        )
        return time.perf_counter() - started, int(taken)

    def step(self, count: int) -> float:
        """Play with one call from Python a decision, the first legal one or the last by turns; return the seconds."""
        kernel, states, terms, out, generator = self._kernel, self._states, self._terms, self._out, self._generator
        started = time.perf_counter()
        for _ in range(count):
            states[0] = self._blank[0]
            legal = kernel.deal(states, 0, terms, self._players, 0, generator, out)
            pick = 0
            while legal:
                pick = (pick * 7 + 3) % 1009
                legal = kernel.step(states, 0, terms, int(out[pick % legal]), generator, out)
        return time.perf_counter() - started


class _Searcher:
    """The search on the turns of one game, over and over; a bot of its own for each turn, as at the table."""

    def __init__(self, game: Game, players: int) -> None:
        terms = game.make_terms(players)
        self.has_network = network_for(terms) is not None
        self._views = cycle(_views_of_a_game(terms))
        self.search(0.001, SearchParameters(playouts=1, exact=False))  # what is compiled is loaded by the first turn

    def search(self, seconds: float, parameters: SearchParameters) -> tuple[float, float]:
        """Return the playouts and the evaluated turns a second, over turns that take about so long together."""
        playouts, evaluated, spent = 0, 0, 0.0
        while spent < seconds:
            view = next(self._views)
            bot = SearchBot(1, parameters)
            started = time.perf_counter()
            bot.choose(view)
            spent += time.perf_counter() - started
            if bot.result:
                playouts += bot.result.playouts
                evaluated += bot.result.evaluated
        return playouts / spent, evaluated / spent


def _views_of_a_game(terms: Terms) -> list[View]:
    """Return the views of the turns of a game between quick bots, one for each turn."""
    match = Match.new(terms, [Player(str(seat)) for seat in range(terms.players)], bytes(32))
    bot = make_bot(_QUICK, 1)
    views = []
    while not match.is_over:
        view = match.position.view(int(match.position.state.seat))
        views.append(view)
        match.play(bot.choose(view))
    return views


def _report(game: Game, figures: dict[str, Any], rounds: int) -> None:
    say(f"{game.title}, {figures['players']} players, random games on one core (medians of {rounds} rounds)")
    say(f"  in the kernel        {figures['playouts_per_second']:>12,} games/s")
    say(f"                       {figures['decisions_per_second']:>12,} decisions/s")
    say(f"  stepped from Python  {figures['stepped_games_per_second']:>12,} games/s")
    searched = "search" if figures["search_has_network"] else "search, no network"
    say(f"  {searched:<19}  {figures['search_playouts_per_second']:>12,} playouts/s")
    say(f"                       {figures['search_turns_per_second']:>12,} evaluated turns/s")
    one, two = figures["search_playouts_per_second_by_threads"].values()
    say(f"  in turns of {_SECONDS_A_TURN} s    {one:>12,} playouts/s")
    say(f"  with two threads     {two:>12,} playouts/s, {two / one:.2f} times as many")
