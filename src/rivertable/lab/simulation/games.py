"""Games of a simulation: what they have in common, playing them, and the rows that are kept of each.

A game depends on the job and its number alone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Literal

import numpy as np

from ...bots import check_bot, make_bot, play_out
from ...core.chance import seed_bytes
from ...core.errors import DataError, OptionError
from ...core.game import Terms
from ...core.match import Match, Player
from ...core.record import read_document, write_record
from ..versions import inputs_of
from ..workers import spread

Records = Literal["none", "turns", "states"]
"""Whether the records of games are wanted, and with the state after each turn or without."""

GAMES_AT_ONCE = 4
"""Games that are given out together: few, so that the last ones are shared too; several, for giving out takes time."""


class SimulationError(DataError):
    """A simulation that cannot be played, or a folder of rows that is of another one or damaged."""

    code = "bad-simulation"


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game, as the columns of :func:`~rivertable.lab.simulation.rows.game_columns` describe it.

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
    """A turn of a game, as the columns of :func:`~rivertable.lab.simulation.rows.turn_columns` describe it.

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


def play_match(job: Job, number: int) -> Match:
    """Play the game of a number, from 1."""
    names = [Player(f"{name} {seat}", name) for seat, name in enumerate(job.bots)]
    match = Match.new(job.terms, names, seed_bytes(f"{job.seed}/{number}"))
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
    match = play_match(job, number)
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
    return [play_whole(job, number, records) for number in numbers]


def play_lots(lots: Iterable[Lot], processes: int, records: Records = "none") -> Generator[WholeGame, None, None]:
    """Play games of one job or more on so many processes, and give them in the order of the lots.

    Raises:
        WorkerError: a process was ended from outside.
    """
    with closing(spread(partial(play_games, records), lots, processes, is_ordered=True)) as played:
        for wholes in played:
            yield from wholes


def in_lots(numbers: Iterable[int], processes: int | None = None) -> Iterator[tuple[int, ...]]:
    """Return the numbers of games that are given out together; one by one where one process plays."""
    left = iter(numbers)
    while lot := tuple(islice(left, 1 if processes == 1 else GAMES_AT_ONCE)):
        yield lot
