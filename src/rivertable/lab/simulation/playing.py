"""One game of a simulation: it depends on the job and its number alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from ... import __version__
from ...bots import check_bot, make_bot, network_files, weights_hash
from ...bots.driver import play_out
from ...core.chance import seed_bytes
from ...core.compiling.sources import sources_hash
from ...core.game import GAMES, Components, Terms
from ...core.match import Match, Player
from ...core.options import OptionValue
from ...core.position import Position
from ...core.record import read_document, write_record
from .rows import GameRow, TurnRow, WholeGame

Records = Literal["none", "turns", "states"]
"""Whether the records of games are wanted, and with the state after each turn or without."""


@dataclass(frozen=True)
class Job:
    """What every game of a simulation has in common; ``bots`` are by seat.

    Raises:
        OptionError, UnknownNameError: a setting or bot does not exist, or there are too few or too many bots.
    """

    game: str
    bots: tuple[str, ...]
    preset: str
    changes: dict[str, OptionValue]
    components: Components
    seed: str

    def __post_init__(self) -> None:
        self.make_terms()
        for name in self.bots:
            check_bot(name, GAMES[self.game])

    def make_terms(self) -> Terms:
        """Return the terms to play under."""
        game = GAMES[self.game]
        return game.make_terms(len(self.bots), game.make_options(self.preset, self.changes), self.components)

    def settings(self) -> dict[str, Any]:
        """Return what must be the same for games to belong together, as plain JSON."""
        terms = self.make_terms()
        return {
            "game": self.game,
            "players": terms.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": terms.options.document(),
            "components": terms.components.sha256,
            "rivertable": __version__,
            "rules": sources_hash(),
            "weights": weights_hash(terms.game, *network_files(self.bots)),
        }


def play_match(job: Job, number: int) -> Match:
    """Play the game of a number, from 1."""
    names = [Player(f"{name} {seat}", name) for seat, name in enumerate(job.bots)]
    match = Match.new(job.make_terms(), names, seed_bytes(f"{job.seed}/{number}"))
    seeds = [int.from_bytes(seed_bytes(f"{job.seed}/{number}/{seat}")[:8], "big") for seat in range(len(names))]
    play_out(match, {seat: make_bot(name, seeds[seat]) for seat, name in enumerate(job.bots)})
    return match


def rows_of(match: Match, job: Job, number: int) -> WholeGame:
    """Return the rows of a match that is over."""
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
    row = GameRow(number, job.bots, end.totals, end.winners, len(turns), decisions, _points_of(end))
    return WholeGame(row, turns, parts)


def _points_of(end: Position) -> dict[str, tuple[int, ...]]:
    """Return the points by seat of each category of the score."""
    by_seat = [end.game.category_points(end, seat) for seat in range(end.players)]
    return dict(zip(end.game.score_categories, zip(*by_seat, strict=True), strict=True))


def play_whole(job: Job, number: int, records: Records = "none") -> WholeGame:
    """Play the game of a number, from 1 and return its rows, and its record where it is wanted."""
    match = play_match(job, number)
    whole = rows_of(match, job, number)
    if records == "none":
        return whole
    document = match.record(states=records == "states")
    return replace(whole, record=write_record(read_document(document, "the record")))


def play_several(job: Job, records: Records, numbers: tuple[int, ...]) -> list[WholeGame]:
    """Play the games of these numbers."""
    return [play_whole(job, number, records) for number in numbers]
