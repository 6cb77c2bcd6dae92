"""Measure the balance of a River Market deck by compiled self-play: cards, seats, length, the deck.

``python benchmarks/market_balance.py`` plays greedy and Monte Carlo games at 2 to 5 players, prints what was found and,
with ``--write docs``, writes ``market-balance.md`` and ``market-balance.json`` there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from market_games import play
from market_report import markdown, terminal
from market_statistics import card_faults, card_figures, game_figures, seat_figures

from rivertable.market.printed.cards import deck_hash, load_deck
from rivertable.market.printed.terms import pack

COUNTS = (2, 3, 4, 5)
GREEDY = (1, 0, 0)
RANDOM = (0, 0, 0)
PROOF_GAMES = 400
"""Games of the greedy player against random play."""
COMPENSATION_GAMES = 800


def measured(deck: Any, players: int, games: int, level: tuple[int, int, int], seed: int, extra: list[int]) -> Any:
    """Play games in which all seats play alike; ``extra`` are more Coins at the start, by seat."""
    return play(pack(deck, players), players, games, [level] * players, seed, extra)


def findings(deck: Any, players: int, games: Any) -> dict[str, Any]:
    """Return all figures of one run as plain data."""
    cards = card_figures(games, players, deck)
    return {
        "games": len(games),
        "game": game_figures(games, players, deck),
        "seats": [asdict(seat) for seat in seat_figures(games, players)],
        "cards": {card_id: asdict(found) for card_id, found in cards.items()},
        "faults": card_faults(cards, deck),
    }


def against_random(deck: Any, seed: int) -> float:
    """Return the greedy player's share of victories against random play at two players, both seats alike."""
    share = 0.0
    for seat in range(2):
        levels = [GREEDY if other == seat else RANDOM for other in range(2)]
        games = play(pack(deck, 2), 2, PROOF_GAMES // 2, levels, seed + seat, [0, 0])
        share += float((games["total"][:, seat] > games["total"][:, 1 - seat]).mean()) / 2
    return share


def against_greedy(deck: Any, level: tuple[int, int, int], games: int, seed: int) -> float:
    """Return the Monte Carlo player's share of victories against the greedy one at two players, both seats alike."""
    share = 0.0
    for seat in range(2):
        levels = [level if other == seat else GREEDY for other in range(2)]
        totals = play(pack(deck, 2), 2, games // 2, levels, seed + seat, [0, 0])["total"]
        share += float(np.mean(totals[:, seat] > totals[:, 1 - seat]) + np.mean(totals[:, 0] == totals[:, 1]) / 2) / 2
    return share


def compensations(deck: Any, players: int, seed: int) -> list[dict[str, Any]]:
    """Measure what more Coins at the start for later seats would change."""
    tried = []
    for coins in (list(range(players)), [2 * seat for seat in range(players)]):
        games = measured(deck, players, COMPENSATION_GAMES, GREEDY, seed, coins)
        seats = [asdict(seat) for seat in seat_figures(games, players)]
        tried.append({"coins": coins, "games": COMPENSATION_GAMES, "seats": seats})
    return tried


def commit() -> str:
    """Return the commit that is checked out, or "unknown"."""
    try:
        found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()


def main() -> None:
    """Read the command line, measure, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000, help="greedy games a number of players")
    parser.add_argument("--monte-carlo-games", type=int, default=500, help="Monte Carlo games a number of players")
    parser.add_argument("--kept", type=int, default=6, help="turns the Monte Carlo player compares")
    parser.add_argument("--playouts", type=int, default=6, help="playouts for each of them")
    parser.add_argument("--tries", type=int, default=3, help="random turns that a playout looks at")
    parser.add_argument("--players", type=int, nargs="+", default=COUNTS, choices=COUNTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deck", type=Path, help="a deck file instead of the packaged deck")
    parser.add_argument("--write", type=Path, help="the folder for market-balance.md and market-balance.json")
    asked = parser.parse_args()
    level = (asked.kept, asked.playouts, asked.tries)
    deck = load_deck(asked.deck)
    started = time.monotonic()
    report: dict[str, Any] = {
        "deck": deck.name,
        "deck_hash": deck_hash(deck),
        "commit": commit(),
        "seed": asked.seed,
        "command": "python benchmarks/market_balance.py " + " ".join(sys.argv[1:]),
        "level": level,
        "greedy_against_random": {"games": PROOF_GAMES, "share": against_random(deck, asked.seed)},
        "runs": [],
        "compensation": {},
    }
    games = 2 * max(asked.monte_carlo_games // 4, 5)
    report["monte_carlo_against_greedy"] = {"games": games, "share": against_greedy(deck, level, games, asked.seed)}
    for players in asked.players:
        for name, player, number in (("greedy", GREEDY, asked.games), ("Monte Carlo", level, asked.monte_carlo_games)):
            if number:
                noted = measured(deck, players, number, player, asked.seed + players, [0] * players)
                report["runs"].append({"bot": name, "players": players, **findings(deck, players, noted)})
                print(terminal(report["runs"][-1], deck), flush=True)
        report["compensation"][players] = compensations(deck, players, asked.seed + players)
        if asked.write:
            write(asked.write, report, deck)
    print(f"{time.monotonic() - started:.0f} s")


def write(folder: Path, report: dict[str, Any], deck: Any) -> None:
    """Write what has been measured so far."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "market-balance.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (folder / "market-balance.md").write_text(markdown(report, deck), encoding="utf-8")


if __name__ == "__main__":
    main()
