"""The analysis service for other programs: requests and answers as JSON, one a line.

Requests are read while an earlier one is processed, so that it can be cancelled. Answers to one request come in order.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from ..core.documents import Document
from ..core.errors import RivertableError
from ..core.game import GAMES
from ..core.match import replay
from ..core.position import Position
from ..core.record import faults_of, read_document
from .documents import OptionDocument
from .evaluation import PLAYOUTS_AT_MOST, ByTerms, Searcher, merged, next_pass

FORMAT: Literal["rivertable-analysis/1"] = "rivertable-analysis/1"


class AnalysisError(RivertableError, ValueError):
    """A request that the analysis service cannot do."""

    code = "no-analysis"


class AnalyseRequest(Document):
    """Search one position, or several turns of a record."""

    action: Literal["analyse"] = "analyse"
    id: str
    """any text; every answer to this request contains it"""
    game: str | None = None
    """the game of ``position``; a record names its own"""
    position: str | None = None
    """a position in one line, as ``rivertable replay`` prints it, at the start of a turn"""
    record: dict[str, Any] | None = None
    """or a game record"""
    turns: list[Annotated[int, Field(ge=1)]] | None = None
    """which turns of the record, from 1; None: all"""
    playouts: Annotated[int, Field(ge=1, le=1_000_000)] = 180
    """the fewest playouts of each position"""
    partial: bool = False
    """whether there is an answer after every pass, and not only at the end"""


class CancelRequest(Document):
    """Cancel a request that is not finished."""

    action: Literal["cancel"]
    id: str
    """of the request to cancel"""


class VersionRequest(Document):
    """Ask for the version."""

    action: Literal["version"]
    id: str


class AnalysisAnswer(Document):
    """What is known about one position."""

    id: str
    turn: int | None
    """the turn of the record, from 1; None for a position"""
    is_final: bool
    """whether this is the last answer about the position"""
    seat: int
    """the seat on turn, from 0"""
    playouts: int
    """playouts so far"""
    win_share: list[float]
    """the win share by seat, if the best turn is played"""
    standard_error: float
    """the standard error of the win share of the seat on turn"""
    score: list[float]
    """the expected final score by seat"""
    played: OptionDocument | None
    """the turn in the record"""
    options: list[OptionDocument]
    """the best turns, the best first"""


class DoneAnswer(Document):
    """A request is finished."""

    id: str
    done: Literal["analysed", "cancelled"]


class VersionAnswer(Document):
    """The version of the program and of the format."""

    id: str
    format: Literal["rivertable-analysis/1"] = FORMAT
    rivertable: str
    games: list[str]


class ErrorAnswer(Document):
    """Why a line was refused."""

    id: str | None
    """None if the line has none"""
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
        self._searchers = ByTerms(lambda terms: Searcher(terms, PLAYOUTS_AT_MOST))

    def run(self, lines: Iterable[str]) -> None:
        """Answer each line, and return when the lines end and all requests are answered."""
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
        """Answer a line at once, or put it in the queue."""
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
        """Carry out a request, and return the answer that ends it."""
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
                self._search(request, turn, position, played)

    def _search(self, request: AnalyseRequest, turn: int | None, position: Position, played: Any) -> None:
        searcher = self._searchers.get(position.terms)
        notation = None if played is None else str(position.game.moves.move_of(position, played))
        options: list[OptionDocument] = []
        playouts = 0
        while playouts < request.playouts and request.id not in self._cancelled:
            size, number = next_pass(playouts)
            options = merged(options, searcher.search(position, played, size, number))
            playouts += size
            is_final = playouts >= request.playouts
            if is_final or request.partial:
                best = options[0]
                answer = AnalysisAnswer(
                    id=request.id,
                    turn=turn,
                    is_final=is_final,
                    seat=int(position.state.seat),
                    playouts=playouts,
                    win_share=best.win_share,
                    standard_error=best.standard_error,
                    score=best.score,
                    played=next((option for option in options if option.notation == notation), None),
                    options=options,
                )
                self._answer(answer)


def _read_json(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise AnalysisError("The line is not JSON.") from error
    if not isinstance(data, dict):
        raise AnalysisError("The line is not a JSON object.")
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
    """Return what is asked about: turn, position, and the decisions taken there, None if unknown."""
    if (request.record is None) == (request.position is None):
        raise AnalysisError("A request has either a position or a record.")
    if request.position is not None:
        position = GAMES[request.game or ""].pictures.read_text(request.position, None)
        if not position.is_turn_start:
            raise AnalysisError("The position is not at the start of a turn.")
        return [(None, position, None)]
    match = replay(read_document(request.record, "the record"))
    numbers = request.turns or list(range(1, len(match.turns) + 1))
    if beyond := [number for number in numbers if number > len(match.turns)]:
        raise AnalysisError("The record has turns 1 to {count}, not {turn}.", count=len(match.turns), turn=beyond[0])
    return [(number, match.before(number - 1), match.turns[number - 1].decisions) for number in numbers]
