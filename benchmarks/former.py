"""Bots of this version against those of a former one, each with the network that its version ships.

``python benchmarks/former.py glassworks --commit 9a1344f --bots sight,sight --players 2 --games 600`` takes the sources
of the commit out of the repository, lets them choose the turns of the second bot in a process of their own, and plays
whole deals: one bot of this version against former ones that are all alike, from each seat of the same deal. It prints
the share of wins with its interval. The states of both versions must be the same. ``--keep FILE`` keeps the games, so
that a run that was interrupted goes on; ``--seconds`` ends a run after the deal in which they have passed.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import IO, Any

import numpy as np

from rivertable.bots import make_bot
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES, Game
from rivertable.core.match import Match, Player
from rivertable.core.position import Position
from rivertable.lab.statistics import share_interval

ROOT = Path(__file__).resolve().parents[1]


def answer(name: str, bot_name: str, players: int) -> None:
    """Choose turns for positions that come in, one a line, as the former version does."""
    game = GAMES[name]
    terms = game.make_terms(players)
    bot: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "seed" in asked:
            bot = make_bot(bot_name, asked["seed"])
            continue
        states = np.frombuffer(bytes.fromhex(asked["state"]), game.kernel.new_states(0).dtype).copy()
        position = Position.from_states(states, terms)
        move = bot.choose(position.view(int(position.state.seat)))
        print(json.dumps([int(choice) for choice in game.moves.decisions_of(position, move)]), flush=True)


class FormerBot:
    """A bot of a former version, in a process of its own."""

    def __init__(self, sources: Path, game: Game, name: str, players: int) -> None:
        self._game = game
        self._process = subprocess.Popen(
            [sys.executable, __file__, game.name, "--bots", name, "--players", str(players), "--answer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(sources)},
        )

    def begin(self, seed: int) -> None:
        """Begin a game with a seed of its own."""
        self._say({"seed": seed})

    def choose(self, position: Position) -> Any:
        """Return the move that it takes as the seat on turn."""
        self._say({"state": position.states.tobytes().hex()})
        assert self._process.stdout is not None
        decisions = tuple(json.loads(self._process.stdout.readline()))
        return self._game.moves.move_of(position, decisions)

    def close(self) -> None:
        """End the process."""
        pipe = self._pipe
        pipe.close()
        self._process.wait()

    @property
    def _pipe(self) -> IO[str]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _say(self, what: dict[str, Any]) -> None:
        self._pipe.write(json.dumps(what) + "\n")
        self._pipe.flush()


def sources_of(commit: str, folder: Path) -> Path:
    """Write the sources of a commit into a folder, and return where packages lie."""
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def play(game: Game, players: int, name: str, former: FormerBot, deal: str, own_seat: int) -> dict[str, Any]:
    """Play a game with the bot of this version in one seat; return its part of the win, and how long turns took."""
    seats = [Player(f"seat {seat}") for seat in range(players)]
    match = Match.new(game.make_terms(players), seats, seed_bytes(deal))
    seed = int.from_bytes(seed_bytes(f"{deal}/{own_seat}")[:7], "big")
    bot = make_bot(name, seed)
    former.begin(seed)
    spent: dict[bool, list[float]] = {True: [], False: []}
    while not match.is_over:
        position = match.position
        seat = int(position.state.seat)
        began = time.perf_counter()
        move = bot.choose(position.view(seat)) if seat == own_seat else former.choose(position)
        spent[seat == own_seat].append((time.perf_counter() - began) * 1000)
        match.play(move)
    totals = [match.position.total(seat) for seat in range(players)]
    won = (totals[own_seat] == max(totals)) / totals.count(max(totals))
    return {"won": won, "ms": float(np.mean(spent[True])), "ms_of_former": float(np.mean(spent[False]))}


def measure(game: Game, chosen: argparse.Namespace) -> None:
    """Play the games that are missing and print how many the bot of this version wins."""
    own, other = chosen.bots.split(";") if ";" in chosen.bots else chosen.bots.split(",")
    players, deals = chosen.players, -(-chosen.games // chosen.players)
    about = [game.name, own, other, chosen.commit, players, chosen.seed]
    lines = chosen.keep.read_text("utf-8").splitlines() if chosen.keep and chosen.keep.exists() else []
    rows = [json.loads(line) for line in lines]
    known = {row["deal"]: row["games"] for row in rows if row["about"] == about and row["deal"] < deals}
    until = time.monotonic() + chosen.seconds
    with tempfile.TemporaryDirectory() as folder:
        former = FormerBot(sources_of(chosen.commit, Path(folder)), game, other, players)
        for deal in range(deals):
            if time.monotonic() > until:
                break
            if deal in known:
                continue
            known[deal] = [play(game, players, own, former, f"{chosen.seed}/{deal}", seat) for seat in range(players)]
            if chosen.keep:
                with chosen.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"about": about, "deal": deal, "games": known[deal]}) + "\n")
        former.close()
    games = [played for each in known.values() for played in each]
    wins = np.array([sum(played["won"] for played in each) for each in known.values()])
    found = share_interval(wins, np.full(len(known), float(players)), len(games))
    ms, ms_of_former = (np.mean([played[name] for played in games]) for name in ("ms", "ms_of_former"))
    print(
        f"{game.title}, {players} players, {own} among {other} of {chosen.commit}, seed {chosen.seed}: "
        f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%}) of {len(games)} games; fair {1 / players:.1%}; "
        f"{ms:.1f} ms a turn against {ms_of_former:.1f}"
    )


def main() -> None:
    """Measure, or answer for the former version."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--commit", default="HEAD", help="of the former version")
    parser.add_argument("--bots", default="sight,sight", help="ours and the former one, parted by , or ;")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", default="former")
    parser.add_argument("--keep", type=Path, default=None, help="a file for the games, to go on with")
    parser.add_argument("--seconds", type=float, default=math.inf, help="end after the deal in which they have passed")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.answer:
        answer(chosen.game, chosen.bots, chosen.players)
    else:
        measure(GAMES[chosen.game], chosen)


if __name__ == "__main__":
    main()
