"""A review as a document: what commands, the table and other programs read. Turns count from 1, seats from 0."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = "rivertable-review/1"

Mark = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
BySeat = list[float]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class OptionDocument(_Model):
    """A turn that was looked at."""

    notation: str
    move: dict[str, Any]
    visits: Annotated[int, Field(ge=0)]
    """how many descents took it where the search was free to choose: of the best turn most"""
    descents: Annotated[int, Field(gt=0)]
    """how many its numbers are the mean of: the turn that was taken in the game is looked at as often as the best"""
    share: BySeat
    """of the win, by seat"""
    error: float
    """the standard error of the share of the seat that takes the turn"""
    score: BySeat
    """the final score expected, by seat"""
    line: list[str]
    """what may follow, in the notation of turns, itself first: what was looked at most"""


class TurnDocument(_Model):
    """One turn of the game."""

    turn: int
    seat: int
    notation: str
    is_forced: bool
    """whether there was no other turn"""
    playouts: int
    """of all searches of this turn so far; 0: nothing but first sight"""
    share: BySeat
    """of the win before the turn, if the best was taken"""
    error: float
    """the standard error of the share of the seat on turn"""
    score: BySeat
    """the final score expected before the turn"""
    spread: BySeat
    """the standard deviation of the final score, in games played on from here at first sight"""
    sight: BySeat
    """the share of the win before the turn at first sight: what luck and skill are measured in"""
    skill: BySeat
    """what the decisions did to each seat's share at first sight"""
    luck: BySeat
    """what chance then did to it"""
    luck_error: BySeat
    """the standard error of both"""
    loss: float
    """the share that the best turn would have brought the seat more than the one it took"""
    loss_error: float
    mark: Mark | None
    """None where the turn was forced or nothing was searched yet"""
    played: OptionDocument | None
    options: list[OptionDocument]
    """the best first; what was taken in the search most is best"""
    why: list[str]
    """sentences on what the turn and the best one bring at once"""


class SeatDocument(_Model):
    """One seat over the whole game."""

    name: str
    bot: str | None
    accuracy: float | None
    """0 to 100, the mean over its turns, each counting as much as there was to lose: the share before it; None where
    none was searched, or nothing was at stake"""
    mean_loss: float | None
    """the share of the win that a turn lost, the same mean"""
    marks: dict[Mark, int]
    expected: float
    """its share of the win before the deal"""
    deal: float
    """luck of the deal"""
    luck: float
    """all luck, the deal's too"""
    own_skill: float
    """what its own decisions did to its share"""
    others_skill: float
    """what the others' did"""
    error: float
    """the standard error of luck; what luck has too much the decisions have too little"""
    result: float
    """its share of the win as the game ended: expected + luck + own_skill + others_skill"""


class ReviewDocument(_Model):
    """A review of a game that is over."""

    format: Literal["rivertable-review/1"] = "rivertable-review/1"
    game: str
    record: str
    """the SHA-256 of the start and turns reviewed"""
    network: str | None
    """the SHA-256 of the weights that judged, None where a beginner's eye and random games did"""
    seats: list[SeatDocument]
    turns: list[TurnDocument]
    result: BySeat
    turning_points: list[int]
    """turns after which the game went another way, the greatest change first"""
    playouts: int
    """of all turns together"""
