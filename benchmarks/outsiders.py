"""All against all at two players, with players of other kinds; writes docs/outsiders.md and docs/outsiders.json.

``greedy`` is by hand: of its whole turns it takes one that leaves it the most points now. ``openspiel-mcts`` is the
tree search of OpenSpiel (``MCTSBot``, c 1, solved states backed up) on the games of ``rivertable.envs.openspiel``: it
decides each question of a turn by so many simulations, each of them followed by a random game. What it may not know is
dealt anew before each question. Every deal is played from both seats. ``--keep FILE`` keeps the games, so that a run
that was interrupted goes on. Without ``--write`` the page is only printed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyspiel
from contests import today
from open_spiel.python.algorithms import mcts

import rivertable.envs.openspiel  # noqa: F401  # registers the games
from rivertable.bots import make_bot, split_bots
from rivertable.bots.lookahead import lookahead
from rivertable.core.chance import Simulator, seed_bytes
from rivertable.core.compiling.bits import new_generator
from rivertable.core.game import GAMES, Game
from rivertable.core.match import Match, Player
from rivertable.core.position import Position, walk_turns
from rivertable.lab.statistics import rate, share_interval
from rivertable.lab.versions import versions

SIMULATIONS = 200
"""Of OpenSpiel's tree search, for each question."""
GREEDY_TURNS = 4000
"""The most whole turns that ``greedy`` looks at."""
OUTSIDERS = ("greedy", f"openspiel-mcts:{SIMULATIONS}")
ENTRANTS = ("random", "novice", "apprentice", "artisan", "flat:playouts=100", "search:playouts=100", *OUTSIDERS)
_SEEDS = 1 << 62


class Chooser(Protocol):
    """Whoever takes turns."""

    def choose(self, view: Any) -> Any:
        """Return a move for the seat on turn, from what it knows."""


class Greedy:
    """The most points now."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, view: Any) -> Any:
        """Return one of the turns that leave most points."""
        seat, kernel, terms = view.seat, view.terms.game.kernel, view.terms.array
        best: list[tuple[int, ...]] = []
        most = -(10**6)
        for _, (decisions, states) in zip(range(GREEDY_TURNS), walk_turns(view), strict=False):
            points = int(kernel.total(states, 0, terms, seat))
            if points > most:
                best, most = [], points
            if points == most:
                best.append(decisions)
        return view.terms.game.moves.move_of(view, best[int(self._random.integers(len(best)))])


class RandomGames(mcts.Evaluator):  # type: ignore[misc]  # the class is not known to mypy
    """What OpenSpiel's search asks of a position, by one random game of the compiled rules."""

    def __init__(self, game: Game, seed: int) -> None:
        self._play = lookahead(game).turns.evaluate_by_random_games
        self._states, self._out = game.kernel.new_states(2), game.kernel.new_list()
        self._generator = new_generator(seed)
        self._random = np.random.RandomState(seed % 2**32)

    def evaluate(self, state: Any) -> Any:
        """Return the result of a game, by seat."""
        state = state.clone()
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(self._random.choice(outcomes, p=chances)))
        if state.is_terminal():
            return state.returns()
        seat = state.current_player()
        decision = int(self._random.choice(state.legal_actions()))
        self._states[0] = state.states[0]
        terms = state.position.terms.array
        won = self._play(self._states, terms, decision, -1, 1, self._generator, self._out)
        shares = [1.0 - won] * 2
        shares[seat] = won
        return np.array(shares)

    def prior(self, state: Any) -> Any:
        """Return every action with the same probability."""
        actions = state.chance_outcomes() if state.is_chance_node() else None
        legal = state.legal_actions()
        return actions or [(action, 1.0 / len(legal)) for action in legal]


class OpenSpielBot:
    """OpenSpiel's tree search, one question after the other."""

    def __init__(self, game: Game, seed: int, simulations: int) -> None:
        self._game = game
        self._spiel = pyspiel.load_game(f"rivertable_{game.name}(players=2)")
        self._chance = Simulator(seed)
        random = np.random.RandomState(seed % 2**32)
        evaluator = RandomGames(game, seed & (_SEEDS - 1))
        self._bot = mcts.MCTSBot(self._spiel, 1.0, simulations, evaluator, random_state=random)

    def choose(self, view: Any) -> Any:
        """Return the turn that it comes to."""
        decisions: list[int] = []
        while True:
            # The turn so far in a world that is as likely as any other.
            position = view.sample(self._chance).after(*decisions)
            if position.seat != view.seat or position.is_chance or (decisions and position.is_turn_start):
                return self._game.moves.move_of(view, tuple(decisions))
            state = self._spiel.new_initial_state()
            state._standing.states[:] = position.states
            state._standing.look()
            decisions.append(int(self._bot.step(state)))


def chooser(name: str, game: Game, seed: int) -> Chooser:
    """Return an entrant."""
    kind, _, number = name.partition(":")
    if kind == "greedy":
        return Greedy(seed)
    return OpenSpielBot(game, seed, int(number)) if kind == "openspiel-mcts" else make_bot(name, seed)


def play(game: Game, names: tuple[str, str], deal: str) -> tuple[list[int], list[float], list[int]]:
    """Play a game, and return the totals, the milliseconds of processor time and the turns by seat."""
    seats = [Player(f"{name} {seat}") for seat, name in enumerate(names)]
    match = Match.new(game.make_terms(2), seats, seed_bytes(deal))
    bots = [
        chooser(name, game, int.from_bytes(seed_bytes(f"{deal}/{name}/{seat}")[:7], "big"))
        for seat, name in enumerate(names)
    ]
    spent, turns = [0.0, 0.0], [0, 0]
    while not match.is_over:
        seat = int(match.position.state.seat)
        began = time.process_time()
        move = bots[seat].choose(match.position.view(seat))
        spent[seat] += (time.process_time() - began) * 1000
        turns[seat] += 1
        match.play(move)
    end: Position = match.position
    return list(end.totals), spent, turns


def play_all(
    game: Game, entrants: tuple[str, ...], games: int, seed: str, keep: Path | None
) -> Iterator[dict[str, Any]]:
    """Play what is missing in a file of games, deal after deal, and give all."""
    kept = [json.loads(line) for line in keep.read_text("utf-8").splitlines()] if keep and keep.exists() else []
    rules = versions()["rules"]
    known = {(row["deal"], *row["bots"]): row for row in kept if row["game"] == game.name and row["seed"] == seed}
    for deal in range(-(-games // 2)):
        for one, two in combinations(entrants, 2):
            for names in ((one, two), (two, one)):
                row = known.get((deal, *names))
                if row is None:
                    totals, spent, turns = play(game, names, f"{seed}/{deal}")
                    row = {"game": game.name, "seed": seed, "deal": deal, "bots": list(names), "totals": totals}
                    row |= {"ms": spent, "turns": turns, "day": today(), "rules": rules}
                    if keep:
                        with keep.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(row) + "\n")
                yield row


def figures_of(game: Game, entrants: tuple[str, ...], rows: list[dict[str, Any]], seed: str) -> dict[str, Any]:
    """Return the win shares of all pairs, and each entrant's rating and time."""
    deals = 1 + max(row["deal"] for row in rows)
    place = {name: number for number, name in enumerate(entrants)}
    wins = np.zeros((deals, len(entrants), len(entrants)))
    thought, turns = np.zeros(len(entrants)), np.zeros(len(entrants))
    for row in rows:
        first, second = (place[name] for name in row["bots"])
        part = 0.5 + 0.5 * np.sign(row["totals"][0] - row["totals"][1])
        wins[row["deal"], first, second] += part
        wins[row["deal"], second, first] += 1 - part
        for seat, entrant in enumerate((first, second)):
            thought[entrant] += row["ms"][seat]
            turns[entrant] += row["turns"][seat]
    pairs = {}
    for one, two in combinations(entrants, 2):
        won = wins[:, place[one], place[two]]
        found = share_interval(won, np.full(deals, 2.0), 2 * deals)
        pairs[f"{one} | {two}"] = found.rounded(4, ("win_share", "low", "high"))
    ratings = rate(wins)
    return {
        "game": game.name,
        "games_a_pair": 2 * deals,
        "seed": seed,
        "played": sorted({row["day"] for row in rows}),
        "rules": sorted({row["rules"] for row in rows}),
        "times": "processor time",
        "pairs": pairs,
        "ratings": {
            name: ratings[number].rounded(1, ("rating", "low", "high"))
            | {"ms": round(thought[number] / turns[number], 2)}
            for name, number in place.items()
        },
    }


def section(figures: dict[str, Any]) -> list[str]:
    """Return the part of the page about a game."""
    ratings = figures["ratings"]
    order = sorted(ratings, key=lambda name: -ratings[name]["rating"])
    lines = [f"## {GAMES[figures['game']].title}", ""]
    lines += [f"| {' | '.join(['', *(f'`{name}`' for name in order), 'rating', 'ms a turn'])} |"]
    lines += ["|---" * (len(order) + 3) + "|"]
    for name in order:
        cells = [_share(figures["pairs"], name, other) for other in order]
        rating = ratings[name]
        told = f"{rating['rating']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"
        lines.append(f"| `{name}` | {' | '.join(cells)} | {told} | {rating['ms']:.1f} |")
    games = f"{figures['games_a_pair']} games of each pair, seed `{figures['seed']}`"
    rules = ", ".join(f"`{each}`" for each in figures["rules"])
    # Figures of before say nothing of times: those were by the clock.
    times = f" Times are {figures['times']}." if "times" in figures else ""
    return [*lines, "", f"{games}, played {' and '.join(figures['played'])} by rules and bots {rules}.{times}", ""]


def _share(pairs: dict[str, Any], name: str, other: str) -> str:
    if name == other:
        return "–"
    found, is_turned = pairs.get(f"{name} | {other}"), False
    if found is None:
        found, is_turned = pairs[f"{other} | {name}"], True
    share, low, high = found["win_share"], found["low"], found["high"]
    share, low, high = (1 - share, 1 - high, 1 - low) if is_turned else (share, low, high)
    return f"{share:.0%} ({low:.0%} to {high:.0%})"


def page(found: list[dict[str, Any]]) -> str:
    """Return the page."""
    lines = [
        "# Players of other kinds",
        "",
        "All against all with two players, so that a bot's own kind is not the only measure. A cell is the win share "
        "of the row's player against the column's, with its 95 % interval; ratings are as in [](arena.md). `greedy` "
        "takes a whole turn that leaves it the most points now. `openspiel-mcts` is OpenSpiel's tree search with so "
        "many simulations for each question of a turn, each followed by a random game of the compiled rules; hidden "
        "cards are dealt anew before each question. `python benchmarks/outsiders.py GAME --write docs` measures it.",
        "",
    ]
    for figures in found:
        lines += section(figures)
    measured = {figures["game"] for figures in found}
    missing = [game.title for name, game in GAMES.items() if name not in measured]
    if missing:
        lines += [f"Not measured yet: {', '.join(missing)}.", ""]
    return "\n".join(lines)


def main() -> None:
    """Play, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument(
        "--bots", default=",".join(ENTRANTS), help="who plays: bots, greedy, openspiel-mcts:SIMULATIONS"
    )
    parser.add_argument("--games", type=int, default=20, help="of each pair")
    parser.add_argument("--seed", default="outsiders")
    parser.add_argument("--keep", type=Path, default=None, help="a file for the games, to go on with")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write outsiders.md and outsiders.json there")
    chosen = parser.parse_args()
    game, entrants = GAMES[chosen.game], split_bots(chosen.bots)
    rows = list(play_all(game, entrants, chosen.games, chosen.seed, chosen.keep))
    figures = figures_of(game, entrants, rows, chosen.seed)
    path = chosen.write and chosen.write / "outsiders.json"
    before = json.loads(path.read_text("utf-8")) if path and path.exists() else []
    by_game = {each["game"]: each for each in [*before, figures]}
    found = [by_game[name] for name in GAMES if name in by_game]
    text = page(found)
    print(text)
    if path:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        path.with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
