"""``rivertable simulate``: whole games between bots, one record a game, and a summary."""

from __future__ import annotations

import itertools
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..bots import make_bot, read_bots
from ..bots.driver import play_out
from ..core.chance import new_seed, seed_bytes
from ..core.errors import OptionError
from ..core.game import GAMES, Components, Game
from ..core.match import Match, Player
from ..core.record import read_document, write_record
from .arguments import ComponentsFile, GameName, Json, Seed, Settings
from .console import find_game, make_terms, progress, say, say_json
from .warming import warm


@dataclass(frozen=True)
class Job:
    """What every game of a simulation has in common."""

    game: str
    bots: tuple[str, ...]
    preset: str
    changes: dict[str, bool]
    components: Components
    seed: str
    out: Path | None
    with_states: bool


@dataclass(frozen=True)
class Outcome:
    """One finished game: its number, decisions taken, totals and winners by seat."""

    number: int
    decisions: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def simulate(
    game: GameName,
    players: Annotated[int, typer.Option("--players", metavar="N", help="How many players.")] = 2,
    games: Annotated[int, typer.Option("--games", metavar="K", min=1, help="How many games.")] = 100,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="A bot for each seat; the last one fills the rest.")
    ] = "random",
    seed: Seed = None,
    settings: Settings = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write a record a game there.")] = None,
    states: Annotated[bool, typer.Option("--states", help="Keep the state after each turn in the records.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="Processes to share the games.")] = 1,
    as_json: Json = False,
) -> None:
    """Play games between bots: records to a folder, a summary to standard output."""
    chosen = find_game(game)
    terms = make_terms(chosen, players, settings, components)
    job = Job(
        game,
        fill_bots(bots, players, chosen),
        terms.options.preset,
        terms.options.changes,
        terms.components,
        seed if seed is not None else new_seed().hex(),
        out,
        states,
    )
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    warm(chosen, job.bots)
    started = time.perf_counter()
    outcomes = []
    for outcome in run_games(job, games, jobs):
        outcomes.append(outcome)
        progress(f"  {len(outcomes)} of {games} games")
    progress("")
    _report(job, outcomes, time.perf_counter() - started, as_json)


def fill_bots(text: str, seats: int, game: Game) -> tuple[str, ...]:
    """Read ``A,B,…`` as a bot for each of so many seats; the last one fills the rest.

    Raises:
        OptionError: more bots than seats.
        UnknownNameError: there is no such bot.
    """
    names = read_bots(text, game)
    if len(names) > seats:
        raise OptionError("There are {bots} bots for {seats} seats.", bots=len(names), seats=seats)
    return (*names, *[names[-1]] * (seats - len(names)))


def run_games(job: Job, games: int, processes: int) -> Iterator[Outcome]:
    """Play games 1 to ``games`` on so many processes; the results do not depend on how many."""
    numbers = range(1, games + 1)
    if processes == 1:
        yield from map(play_game, itertools.repeat(job), numbers)
        return
    with ExitStack() as stack:
        # Ctrl-C reaches every process of the terminal; only this one answers it.
        pool = stack.enter_context(
            ProcessPoolExecutor(processes, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
        )
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        chunk = max(1, min(16, games // (processes * 4)))
        yield from pool.map(play_game, itertools.repeat(job), numbers, chunksize=chunk)


def play_game(job: Job, number: int) -> Outcome:
    """Play one game of a job, and write its record where records are kept."""
    game = GAMES[job.game]
    terms = game.make_terms(len(job.bots), game.make_options(job.preset, job.changes), job.components)
    key = seed_bytes(f"{job.seed}/{number}")
    names = [Player(f"{name} {seat}", name) for seat, name in enumerate(job.bots)]
    match = Match.new(terms, names, key)
    bot_seeds = [int.from_bytes(seed_bytes(f"{job.seed}/{number}/{seat}")[:8], "big") for seat in range(len(names))]
    play_out(match, {seat: make_bot(name, bot_seeds[seat]) for seat, name in enumerate(job.bots)})
    if job.out is not None:
        text = write_record(read_document(match.record(states=job.with_states), "the record"))
        (job.out / f"{job.game}-{number:06}.json").write_text(text, encoding="utf-8")
    decisions = sum(len(turn.decisions) for turn in match.turns)
    return Outcome(number, decisions, match.position.totals, match.position.winners)


def _report(job: Job, outcomes: list[Outcome], seconds: float, as_json: bool) -> None:
    games, seats = len(outcomes), range(len(job.bots))
    shares = [sum((seat in o.winners) / len(o.winners) for o in outcomes) / games for seat in seats]
    means = [sum(o.totals[seat] for o in outcomes) / games for seat in seats]
    decisions = sum(outcome.decisions for outcome in outcomes)
    if as_json:
        say_json(
            {
                "game": job.game,
                "games": games,
                "players": len(job.bots),
                "bots": list(job.bots),
                "seed": job.seed,
                "decisions": decisions,
                "seconds": round(seconds, 3),
                "mean_scores": [round(mean, 4) for mean in means],
                "win_shares": [round(share, 4) for share in shares],
            }
        )
        return
    say(f"{games} games of {job.game}, {len(job.bots)} players, seed {job.seed}: {seconds:.1f} s")
    for seat in seats:
        say(f"seat {seat}  {job.bots[seat]:<10} mean score {means[seat]:6.2f}   share of wins {shares[seat]:6.1%}")
    if job.out is not None:
        say(f"records in {job.out}")
