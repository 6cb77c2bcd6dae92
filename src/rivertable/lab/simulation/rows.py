"""What is kept of a simulated game: a row for the game and a row for each of its turns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: its number from 1, and by seat the bots, totals and results.

    Attributes:
        number: the game's number; with the job's seed it fixes the game.
        bots: by seat.
        totals: points by seat.
        winners: seats, ascending; a shared victory counts in equal parts.
        turns: how many turns were taken by all seats together.
        decisions: how many decisions these were.
        points: what the totals are made of: each category of the score, with its points by seat.
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
    """A turn of a game.

    Attributes:
        number: the game's number.
        turn: from 0.
        seat: who took it.
        move: its notation.
        choices: the decisions that the move means, as the game numbers them.
        outcomes: what chance did after it, as the game numbers it.
        totals: points by seat as the position stood after it.
        uses: ids of what it used, one for each use (``Game.list_uses``); none for an answer in set-up.
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
    """

    game: GameRow
    turns: tuple[TurnRow, ...]
    parts: tuple[tuple[int, ...], ...]
    record: str | None = None
