"""A review as a document for commands, the table and other programs. Turns count from 1, seats from 0."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field

from ..core.documents import Document

FORMAT = "rivertable-review/1"

Mark = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
BySeat = list[float]


def _formerly(name: str, former: str) -> Any:
    """Return the field ``name`` that is also read under the name that version 0.1 wrote."""
    return Field(validation_alias=AliasChoices(name, former))


StandardError = Annotated[float, _formerly("standard_error", "error")]
WinShare = Annotated[float, _formerly("win_share", "share")]
WinShares = Annotated[BySeat, _formerly("win_share", "share")]


class ReplyDocument(Document):
    """A turn of an expected continuation."""

    seat: int
    move: dict[str, Any]


class OptionDocument(Document):
    """A turn that was searched."""

    notation: str
    move: dict[str, Any]
    visits: Annotated[int, Field(ge=0)]
    """how often the search chose it freely; the best turn has the most"""
    descents: Annotated[int, Field(gt=0)]
    """how many descents its numbers average; the turn played in the game is searched as often as the best"""
    win_share: WinShares
    """the win share by seat"""
    standard_error: StandardError
    """the standard error of the win share of the seat that takes the turn"""
    score: BySeat
    """the expected final score by seat"""
    line: list[str]
    """the most visited continuation, in the notation of turns, itself first"""
    replies: list[ReplyDocument] = []
    """the turns of the continuation after itself; none in a document of version 0.1"""


class TurnDocument(Document):
    """One turn of the game."""

    turn: int
    seat: int
    notation: str
    is_forced: bool
    """whether there was no other turn"""
    playouts: int
    """of all searches of this turn so far; 0: only one-ply values are known"""
    win_share: WinShares
    """the win share before the turn, if the best is taken"""
    standard_error: StandardError
    """the standard error of the win share of the seat on turn"""
    score: BySeat
    """the expected final score before the turn"""
    spread: BySeat
    """the standard deviation of the final score, in games continued one-ply from here"""
    sight: BySeat
    """the one-ply win share before the turn, which luck and skill refer to"""
    skill: BySeat
    """what the decisions did to each seat's one-ply win share"""
    luck: BySeat
    """what chance then did to it"""
    luck_standard_error: Annotated[BySeat, _formerly("luck_standard_error", "luck_error")]
    """the standard error of both"""
    loss: float
    """the win share that the best turn would have added for the seat"""
    loss_standard_error: Annotated[float, _formerly("loss_standard_error", "loss_error")]
    mark: Mark | None
    """None if the turn was forced or has not been searched yet"""
    played: OptionDocument | None
    options: list[OptionDocument]
    """the best first: the one with the most visits"""
    why: list[str]
    """sentences about what the turn and the best one bring at once"""


class SeatDocument(Document):
    """One seat over the whole game."""

    name: str
    bot: str | None
    accuracy: float | None
    """0 to 100: the mean over its turns, weighted by the win share before each; None if none was searched, or nothing
    was at stake"""
    mean_loss: float | None
    """the win share that a turn lost, as the same mean"""
    marks: dict[Mark, int]
    expected: float
    """its win share before the deal"""
    deal: float
    """luck of the deal"""
    luck: float
    """all luck, with that of the deal"""
    own_skill: float
    """what its own decisions did to its win share"""
    others_skill: float
    """what the others' did"""
    standard_error: StandardError
    """the standard error of luck; an excess of luck is a lack of skill"""
    result: float
    """its win share at the end of the game: expected + luck + own_skill + others_skill"""


class ReviewDocument(Document):
    """A review of a finished game."""

    format: Literal["rivertable-review/1"] = "rivertable-review/1"
    game: str
    record: str
    """the SHA-256 of the start and the turns"""
    network: str | None
    """the SHA-256 of the network's weights; None if the heuristic evaluation and random games were used"""
    seats: list[SeatDocument]
    turns: list[TurnDocument]
    result: BySeat
    turning_points: list[int]
    """the turns after which the winner's win share changed most, the greatest change first"""
    playouts: int
    """of all turns together"""
