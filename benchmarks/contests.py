"""Contests that the pages about levels and Rivals are made of: played by the arena, written as rows of a table."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from rivertable.core.game import GAMES
from rivertable.lab import Contest, run, summarise
from rivertable.lab.versions import versions
from rivertable.lab.workers import processors

ROOT = Path(__file__).resolve().parents[1]


def measured(
    game: str, players: int, bots: tuple[str, ...], games: int, seed: str, jobs: int | None, keep: Path | None
) -> dict[str, Any]:
    """Return the figures of a contest; ``keep`` is a folder in which its games are kept, and gone on with."""
    name = f"{game}-{players}-{'-'.join(bots)}".replace(":", "-").replace(",", "-").replace("=", "-")
    contest = Contest(GAMES[game].make_terms(players), bots, seed, games)
    file = keep / f"{name}.jsonl" if keep else None
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)

    def show(count: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{name}: {count} of {contest.games_to_play} ", end="", file=sys.stderr, flush=True)

    result = run(contest, jobs or processors(), file, show)
    if result.is_interrupted:
        raise KeyboardInterrupt
    figures = summarise(result)
    first = figures["bots"][0]
    print(f"{name}: {share(first)} in {figures['games']} games", file=sys.stderr)
    return figures


class Match(NamedTuple):
    """A contest of a page: one bot against others that are all alike."""

    game: str
    players: int
    bot: str
    others: str


def known(played: list[dict[str, Any]], written: Path | None) -> dict[Match, dict[str, Any]]:
    """Return the figures of contests: those played now, and the others from what was written before."""
    before = json.loads(written.read_text("utf-8")) if written and written.exists() else []
    return {
        Match(figures["game"], figures["players"], *(bot["name"] for bot in figures["bots"])): figures
        for figures in [*before, *played]
    }


def share(bot: dict[str, Any]) -> str:
    """Say a win share with its interval."""
    return f"{bot['win_share']:.1%} ({bot['low']:.1%} to {bot['high']:.1%})"


def today() -> str:
    """Return the day."""
    return datetime.now(UTC).strftime("%Y-%m-%d")


def stamp() -> str:
    """Say when, and with which versions."""
    found = versions()
    commit = f"commit `{found['commit']}`, " if found["commit"] else ""
    return f"{today()}, rivertable {found['rivertable']}, {commit}rules `{found['rules']}`, Python {found['python']}"


def write_between(path: Path, name: str, text: str) -> None:
    """Put text between the two marks of a name in a file.

    Raises:
        ValueError: the file has no such marks.
    """
    start, end = f"<!-- {name}:start -->", f"<!-- {name}:end -->"
    before, found, rest = path.read_text("utf-8").partition(start)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"{path.name} has no place for {name}.")
    path.write_text(f"{before}{start}\n{text.strip()}\n{end}{after}", encoding="utf-8")
