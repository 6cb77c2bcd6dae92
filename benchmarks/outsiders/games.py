"""The games: played where they are missing in a file, deal after deal, each deal from both seats."""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from contests import today

from outsiders.entrants import chooser, label_of
from rivertable.core.chance import seed_bytes
from rivertable.core.game import Game
from rivertable.core.match import Match, Player
from rivertable.core.position import Position
from rivertable.lab.versions import versions

Row = dict[str, Any]


def processor_ms() -> float:
    """Return the milliseconds of processor time of this process and of the programs that it has run."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return 1000 * sum(each.ru_utime + each.ru_stime for each in used)


def play(game: Game, names: tuple[str, str], deal: str) -> tuple[list[int], list[float], list[int]]:
    """Play a game, and return the totals, the milliseconds of processor time and the turns by seat."""
    labels = [label_of(name) for name in names]
    seats = [Player(f"{label} {seat}") for seat, label in enumerate(labels)]
    match = Match.new(game.make_terms(2), seats, seed_bytes(deal))
    bots = [
        chooser(name, game, int.from_bytes(seed_bytes(f"{deal}/{label}/{seat}")[:7], "big"))
        for seat, (name, label) in enumerate(zip(names, labels, strict=True))
    ]
    spent, turns = [0.0, 0.0], [0, 0]
    while not match.is_over:
        seat = int(match.position.state.seat)
        began = processor_ms()
        move = bots[seat].choose(match.position.view(seat))
        spent[seat] += processor_ms() - began
        turns[seat] += 1
        match.play(move)
    end: Position = match.position
    return list(end.totals), spent, turns


def kept_games(game: Game, seed: str, keep: Path | None) -> dict[tuple[int, str, str], Row]:
    """Return the games of a file by deal and players, in the order of the seats."""
    lines = keep.read_text("utf-8").splitlines() if keep and keep.exists() else []
    rows = [row for row in map(json.loads, lines) if row["game"] == game.name and row["seed"] == seed]
    return {(row["deal"], *row["bots"]): row for row in rows}


def missing(
    entrants: tuple[str, ...], games: int, at_most: Mapping[str, int], known: Mapping[tuple[int, str, str], Row]
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Return the games that are still to be played, by deal and entrants.

    A pair plays ``games``, or as many as the one of it that plays fewest by ``at_most``.
    """
    wanted = {pair: min(at_most.get(label_of(name), games) for name in pair) for pair in combinations(entrants, 2)}
    for deal in range(-(-games // 2)):
        for (one, two), count in wanted.items():
            for names in ((one, two), (two, one)):
                if 2 * deal < count and (deal, *map(label_of, names)) not in known:
                    yield deal, names


def play_all(
    game: Game, entrants: tuple[str, ...], games: int, at_most: Mapping[str, int], seed: str, keep: Path | None
) -> list[Row]:
    """Play what is missing, and return all games of these entrants that there are then, kept ones included."""
    known, rules = kept_games(game, seed, keep), versions()["rules"]
    for deal, names in missing(entrants, games, at_most, dict(known)):
        totals, spent, turns = play(game, names, f"{seed}/{deal}")
        labels = [label_of(name) for name in names]
        row = {"game": game.name, "seed": seed, "deal": deal, "bots": labels, "totals": totals}
        row |= {"ms": spent, "turns": turns, "day": today(), "rules": rules}
        known[deal, labels[0], labels[1]] = row
        if keep:
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    asked = {label_of(name) for name in entrants}
    return [row for row in known.values() if asked.issuperset(row["bots"])]
