"""Games of a simulation: what they have in common, playing them, and the rows that are kept of each.

A game depends on the job and its number alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Literal

import numpy as np

from ...bots import check_bot, make_bot, play_out
from ...bots.whole_games import PlayedGames, are_compiled, compiled_table, matches_of
from ...core.chance import seed_bytes
from ...core.errors import DataError, OptionError
from ...core.game import Terms
from ...core.match import Match, Player
from ...core.record import read_document, write_record
from ..versions import inputs_of

Records = Literal["none", "turns", "states"]
"""Whether the records of games are wanted, and with the state after each turn or without."""

GAMES_AT_ONCE = 4
"""Games that are given out together: few, so that the last ones are shared too; several, for giving out takes time."""


class SimulationError(DataError):
    """A simulation that cannot be played, or a folder of rows that is of another one or damaged."""

    code = "bad-simulation"


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game, as the columns of :func:`~rivertable.lab.simulation.tables.game_columns` describe it.

    Attributes:
        points: each category of the score, with its points by seat.
    """

    number: int
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    turns: int
    decisions: int
    points: dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn of a game, as the columns of :func:`~rivertable.lab.simulation.tables.turn_columns` describe it.

    Attributes:
        uses: ids of what it used (``game.counting.list_uses``); none for an answer in set-up.
    """

    number: int
    turn: int
    seat: int
    move: str
    choices: tuple[int, ...]
    outcomes: tuple[int, ...]
    totals: tuple[int, ...]
    uses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game that was played to its end.

    Attributes:
        game: its row.
        turns: the rows of its turns, in order.
        parts: by seat, the points that the total is the sum of, in the order of ``Game.list_parts``.
        record: its record as a file holds it, where the simulation was asked for records.
        counts: what the game's own metrics count of it, where they were asked for: an array of one record.
    """

    game: GameRow
    turns: tuple[TurnRow, ...]
    parts: tuple[tuple[int, ...], ...]
    record: str | None = None
    counts: np.ndarray[Any, Any] | None = None


def seat_bots(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return a bot for each of so many seats; the last one fills the rest.

    Raises:
        OptionError: more bots than seats.
    """
    if len(names) > seats:
        raise OptionError("There are {bots} bots for {seats} seats.", bots=len(names), seats=seats)
    return (*names, *names[-1:] * (seats - len(names)))


@dataclass(frozen=True)
class Job:
    """What every game of a simulation has in common; ``bots`` are by seat.

    Raises:
        OptionError: there are too few or too many bots.
        UnknownNameError: a bot does not exist.
    """

    terms: Terms
    bots: tuple[str, ...]
    seed: str

    def __post_init__(self) -> None:
        if seat_bots(self.bots, self.terms.players) != self.bots:
            raise OptionError("{seats} seats need as many bots.", seats=self.terms.players)
        for name in self.bots:
            check_bot(name, self.terms.game)

    def inputs(self) -> dict[str, Any]:
        """Return all that decides its games, as plain JSON."""
        return inputs_of(self.terms, self.bots, self.seed)

    @cached_property
    def is_compiled(self) -> bool:
        """Whether compiled code plays its games."""
        return are_compiled(self.bots)

    @property
    def players(self) -> list[Player]:
        """The bots as players of a match."""
        return [Player(f"{name} {seat}", name) for seat, name in enumerate(self.bots)]

    def key_of(self, number: int) -> bytes:
        """Return the seed of the shuffle in the game of a number."""
        return seed_bytes(f"{self.seed}/{number}")

    def seeds_of(self, number: int) -> list[int]:
        """Return the seeds of its bots by seat."""
        return [int.from_bytes(seed_bytes(f"{self.seed}/{number}/{seat}")[:8], "big") for seat in range(len(self.bots))]


def play_match(job: Job, number: int) -> Match:
    """Play the game of a number, from 1, by bots that see their own views."""
    match = Match.new(job.terms, job.players, job.key_of(number))
    seeds = job.seeds_of(number)
    play_out(match, {seat: make_bot(name, seeds[seat]) for seat, name in enumerate(job.bots)})
    return match


def play_compiled(job: Job, numbers: Sequence[int], *, is_written: bool) -> PlayedGames:
    """Play the games of these numbers at once; ``is_written`` keeps their turns. The job is one that is compiled."""
    keys, seeds = [job.key_of(number) for number in numbers], [job.seeds_of(number) for number in numbers]
    return compiled_table(job.terms, job.bots).play(keys, seeds, is_written=is_written)


def play_matches(job: Job, numbers: Sequence[int]) -> Iterator[Match]:
    """Play the games of these numbers: in compiled code where it can play the bots, the same games else."""
    if not job.is_compiled:
        return (play_match(job, number) for number in numbers)
    played = play_compiled(job, numbers, is_written=True)
    return matches_of(played, job.players, [job.key_of(number) for number in numbers])


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
            game.counting.uses(match.before(place), turn.move, turn.after),
        )
        for place, turn in enumerate(match.turns)
    )
    decisions = sum(len(turn.choices) for turn in turns)
    end = match.position
    parts = tuple(game.counting.score_parts(end, seat) for seat in range(end.players))
    by_seat = [game.counting.category_points(end, seat) for seat in range(end.players)]
    points = dict(zip(game.counting.CATEGORIES, zip(*by_seat, strict=True), strict=True))
    row = GameRow(number, job.bots, end.totals, end.winners, len(turns), decisions, points)
    return WholeGame(row, turns, parts)


def play_whole(job: Job, number: int, records: Records = "none") -> WholeGame:
    """Play the game of a number, from 1, and return its rows, and its record where it is wanted."""
    (match,) = play_matches(job, (number,))
    return _whole(match, job, number, records)


def _whole(match: Match, job: Job, number: int, records: Records) -> WholeGame:
    whole = rows_of(match, job, number)
    if records == "none":
        return whole
    document = match.record(states=records == "states")
    return replace(whole, record=write_record(read_document(document, "the record")))


Lot = tuple[Job, tuple[int, ...]]
"""A job, and the numbers of its games that are given out together."""


def play_games(records: Records, lot: Lot) -> list[WholeGame]:
    """Play the games of a lot."""
    job, numbers = lot
    return [
        _whole(match, job, number, records) for number, match in zip(numbers, play_matches(job, numbers), strict=True)
    ]


def in_lots(numbers: Iterable[int], at_once: int) -> Iterator[tuple[int, ...]]:
    """Return the numbers of games that are given out together, so many of them, or fewer at the end."""
    left = iter(numbers)
    while lot := tuple(islice(left, at_once)):
        yield lot
