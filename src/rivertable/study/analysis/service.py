"""The analysis service: one request a line, one or more answers, as JSON, for other people's programs.

A request is read while another is worked on, so that one can be cancelled. Answers to one request come in order.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...core.errors import RivertableError
from ...core.game import GAMES, Terms
from ...core.match import replay
from ...core.position import Position
from ...core.record import faults_of, read_document
from ..documents import OptionDocument
from ..errors import AnalysisError
from .searcher import PLAYOUTS_AT_MOST, Searcher, merged, next_pass

FORMAT: Literal["rivertable-analysis/1"] = "rivertable-analysis/1"
_TOOLS_KEPT = 4
"""Kinds of terms whose searchers are kept between requests."""


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class AnalyseRequest(_Model):
    """Weigh the turns of one position, or of several turns of a record."""

    action: Literal["analyse"] = "analyse"
    id: str
    """any text; every answer to this request carries it"""
    game: str | None = None
    """which game ``position`` is of; of a record it says so itself"""
    position: str | None = None
    """a position in one line, as ``rivertable replay`` prints it; at the start of a turn"""
    record: dict[str, Any] | None = None
    """or a game record"""
    turns: list[Annotated[int, Field(ge=1)]] | None = None
    """which turns of the record, from 1; all of them without"""
    playouts: Annotated[int, Field(ge=1, le=1_000_000)] = 180
    """how often each position is searched, at least"""
    partial: bool = False
    """whether what is known is answered after every pass, not only at the end"""


class CancelRequest(_Model):
    """Give up a request that was not finished."""

    action: Literal["cancel"]
    id: str
    """of the request that is given up"""


class VersionRequest(_Model):
    """Ask what answers."""

    action: Literal["version"]
    id: str


class AnalysisAnswer(_Model):
    """What is known of one position."""

    id: str
    turn: int | None
    """of the record, from 1; None for a position"""
    is_final: bool
    """whether no more is answered of this position"""
    seat: int
    """on turn, from 0"""
    playouts: int
    """searched so far"""
    share: list[float]
    """of the win, by seat, if the best turn is taken"""
    error: float
    """the standard error of the share of the seat on turn"""
    score: list[float]
    """the final score expected, by seat"""
    played: OptionDocument | None
    """the turn that was taken in the record"""
    options: list[OptionDocument]
    """the best turns, the best first"""


class DoneAnswer(_Model):
    """A request is finished."""

    id: str
    done: Literal["analysed", "cancelled"]


class VersionAnswer(_Model):
    """What answers."""

    id: str
    format: Literal["rivertable-analysis/1"] = FORMAT
    rivertable: str
    games: list[str]


class ErrorAnswer(_Model):
    """Why a line was not done."""

    id: str | None
    """None where the line names none"""
    code: str
    sentence: str


Request = AnalyseRequest | CancelRequest | VersionRequest
Answer = AnalysisAnswer | DoneAnswer | VersionAnswer | ErrorAnswer
_ACTIONS: dict[str, type[Request]] = {"analyse": AnalyseRequest, "cancel": CancelRequest, "version": VersionRequest}


class Service:
    """Answers the requests of one stream."""

    def __init__(self, answer: Callable[[Answer], None], version: str) -> None:
        """Pass every answer to ``answer``, one at a time."""
        self._say = answer
        self._version = version
        self._lock = threading.Lock()
        self._waiting: SimpleQueue[AnalyseRequest | None] = SimpleQueue()
        self._open: set[str] = set()
        self._cancelled: set[str] = set()
        self._searchers: OrderedDict[Any, Searcher] = OrderedDict()

    def run(self, lines: Iterable[str]) -> None:
        """Answer line after line until they end and all is done."""
        worker = threading.Thread(target=self._work)
        worker.start()
        try:
            for line in lines:
                if line.strip():
                    self._read(line)
        finally:
            self._waiting.put(None)
            worker.join()

    def _answer(self, answer: Answer) -> None:
        with self._lock:
            self._say(answer)

    def _read(self, line: str) -> None:
        """Do what a line asks for: at once, or by putting it in the queue."""
        name: str | None = None
        try:
            data = _read_json(line)
            name = data["id"] if isinstance(data.get("id"), str) else None
            request = _read_request(data)
            if isinstance(request, VersionRequest):
                self._answer(VersionAnswer(id=request.id, rivertable=self._version, games=list(GAMES)))
            elif request.id not in self._open and isinstance(request, CancelRequest):
                raise AnalysisError("There is no open request {name}.", name=repr(request.id))
            elif isinstance(request, CancelRequest):
                self._cancelled.add(request.id)
            elif request.id in self._open:
                raise AnalysisError("The id {name} belongs to a request that is still open.", name=repr(request.id))
            else:
                self._open.add(request.id)
                self._waiting.put(request)
        except RivertableError as error:
            self._answer(ErrorAnswer(id=name, code=error.code, sentence=error.sentence))

    def _work(self) -> None:
        while (request := self._waiting.get()) is not None:
            self._answer(self._done(request))

    def _done(self, request: AnalyseRequest) -> Answer:
        """Work on a request, and return the answer that ends it."""
        try:
            self._analyse(request)
        except RivertableError as error:
            return ErrorAnswer(id=request.id, code=error.code, sentence=error.sentence)
        finally:
            is_cancelled = request.id in self._cancelled
            self._cancelled.discard(request.id)
            self._open.discard(request.id)
        return DoneAnswer(id=request.id, done="cancelled" if is_cancelled else "analysed")

    def _analyse(self, request: AnalyseRequest) -> None:
        for turn, position, played in _positions(request):
            if request.id not in self._cancelled:
                self._weigh(request, turn, position, played)

    def _weigh(self, request: AnalyseRequest, turn: int | None, position: Position, played: Any) -> None:
        searcher = self._searcher(position.terms)
        options: list[OptionDocument] = []
        playouts = 0
        while playouts < request.playouts and request.id not in self._cancelled:
            size, number = next_pass(playouts)
            options = merged(options, searcher.search(position, played, size, number))
            playouts += size
            is_final = playouts >= request.playouts
            if is_final or request.partial:
                self._answer(_analysed(request.id, turn, position, played, options, playouts, is_final=is_final))

    def _searcher(self, terms: Terms) -> Searcher:
        key = (terms.game.name, terms.players, str(terms.options.document()), terms.components.sha256)
        if key not in self._searchers:
            self._searchers[key] = Searcher(terms, PLAYOUTS_AT_MOST)
            if len(self._searchers) > _TOOLS_KEPT:
                self._searchers.popitem(last=False)
        return self._searchers[key]


def _read_json(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise AnalysisError("The line is no JSON.") from error
    if not isinstance(data, dict):
        raise AnalysisError("The line is no JSON object.")
    return data


def _read_request(data: dict[str, Any]) -> Request:
    model = _ACTIONS.get(data.get("action", "analyse"))
    if model is None:
        raise AnalysisError(
            "There is no action {name}; there are {actions}.", name=repr(data["action"]), actions=", ".join(_ACTIONS)
        )
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise AnalysisError("{sentences}", sentences=" ".join(faults_of(error, "the request"))) from error


def _positions(request: AnalyseRequest) -> list[tuple[int | None, Position, Any]]:
    """Return what is asked about: turn, position, and the decisions taken there, where they are known."""
    if (request.record is None) == (request.position is None):
        raise AnalysisError("A request has a position or a record, one of them.")
    if request.position is not None:
        position = GAMES[request.game or ""].position_class.from_text(request.position)
        if not position.is_turn_start:
            raise AnalysisError("No seat is to begin a turn in this position.")
        return [(None, position, None)]
    match = replay(read_document(request.record, "the record"))
    numbers = request.turns or list(range(1, len(match.turns) + 1))
    if beyond := [number for number in numbers if number > len(match.turns)]:
        raise AnalysisError("The record has turns 1 to {count}, not {turn}.", count=len(match.turns), turn=beyond[0])
    return [(number, match.before(number - 1), match.turns[number - 1].decisions) for number in numbers]


def _analysed(
    name: str,
    turn: int | None,
    position: Position,
    played: Any,
    options: list[OptionDocument],
    playouts: int,
    *,
    is_final: bool,
) -> AnalysisAnswer:
    best = options[0]
    notation = None if played is None else str(position.game.move_of(position, played))
    return AnalysisAnswer(
        id=name,
        turn=turn,
        is_final=is_final,
        seat=int(position.state.seat),
        playouts=playouts,
        share=best.share,
        error=best.error,
        score=best.score,
        played=next((option for option in options if option.notation == notation), None),
        options=options,
    )
