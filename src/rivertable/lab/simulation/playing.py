"""One game of a simulation: it depends on the job and its number alone."""

from __future__ import annotations

from dataclasses import dataclass

from ...bots import make_bot
from ...bots.driver import play_out
from ...core.chance import seed_bytes
from ...core.game import GAMES, Components, Terms
from ...core.match import Match, Player
from .rows import GameRow, TurnRow, WholeGame


@dataclass(frozen=True)
class Job:
    """What every game of a simulation has in common; ``bots`` are by seat."""

    game: str
    bots: tuple[str, ...]
    preset: str
    changes: dict[str, bool]
    components: Components
    seed: str

    def make_terms(self) -> Terms:
        """Give the terms to play under."""
        game = GAMES[self.game]
        return game.make_terms(len(self.bots), game.make_options(self.preset, self.changes), self.components)


def play_match(job: Job, number: int) -> Match:
    """Play the game of a number, from 1."""
    names = [Player(f"{name} {seat}", name) for seat, name in enumerate(job.bots)]
    match = Match.new(job.make_terms(), names, seed_bytes(f"{job.seed}/{number}"))
    seeds = [int.from_bytes(seed_bytes(f"{job.seed}/{number}/{seat}")[:8], "big") for seat in range(len(names))]
    play_out(match, {seat: make_bot(name, seeds[seat]) for seat, name in enumerate(job.bots)})
    return match


def rows_of(match: Match, job: Job, number: int) -> WholeGame:
    """Give the rows of a match that is over."""
    game = match.game
    turns = tuple(
        TurnRow(
            number,
            place,
            turn.seat,
            str(turn.move),
            turn.decisions,
            turn.outcomes,
            turn.after.totals,
            game.uses(match.before(place), turn.move, turn.after),
        )
        for place, turn in enumerate(match.turns)
    )
    decisions = sum(len(turn.choices) for turn in turns)
    end = match.position
    parts = tuple(game.score_parts(end, seat) for seat in range(end.players))
    return WholeGame(GameRow(number, job.bots, end.totals, end.winners, len(turns), decisions, parts), turns)


def play_whole(job: Job, number: int) -> WholeGame:
    """Play the game of a number, from 1, and give its rows."""
    return rows_of(play_match(job, number), job, number)
