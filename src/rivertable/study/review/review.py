"""The review of a game that is over: first sight at once, then searches of every turn, pass by pass, as time allows."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np

from ...bots.weights import network_for
from ...core.match import Match
from ..analysis.evaluator import Eye
from ..analysis.searcher import OPTIONS_AT_MOST, PLAYOUTS_AT_MOST, Searcher, merged, next_pass, rounded
from ..documents import OptionDocument, ReviewDocument, TurnDocument
from ..errors import ReviewError
from .luck import DEALS, DRAWS, Swing, expectation, swing_of
from .marks import mark_of
from .reasons import reasons, reasons_against
from .summary import seat_documents, turning_points

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 40.0
"""How long a review takes where nothing else is asked for."""
_GAMES_PLAYED_ON = 48
"""Games for the spread of the final score."""

Progress = Callable[[float, ReviewDocument], None]


class Review:
    """The review of one game; the more it is refined, the more it knows, and nothing is done twice."""

    def __init__(self, match: Match, earlier: ReviewDocument | None = None, threads: int = 2) -> None:
        """Take up a review that was begun ``earlier``, where it is one of this game.

        Raises:
            ReviewError: the game is not over.
        """
        if not match.is_over:
            raise ReviewError("The game is not over: a review would help those who still play.")
        self._match = match
        self._threads = threads
        self._record = fingerprint(match)
        self._network = _network_hash(match)
        if earlier is not None and (earlier.record, earlier.network) != (self._record, self._network):
            earlier = None
        self._tools: SimpleQueue[tuple[Eye, Searcher]] = SimpleQueue()
        for _ in range(threads):
            self._tools.put((Eye(match.terms), Searcher(match.terms, PLAYOUTS_AT_MOST)))
        with self._tool() as (eye, _):
            self._expected = expectation(eye, int(match.start.state.first_seat), DEALS)
        self._turns: list[TurnDocument] = list(earlier.turns) if earlier else self._at_sight()

    def document(self) -> ReviewDocument:
        """Return the review as far as it is."""
        match = self._match
        expected = (rounded(self._expected[0]), rounded(self._expected[1]))
        with self._tool() as (eye, _):
            start, result = rounded(eye.shares(match.start)), rounded(eye.shares(match.position))
        return ReviewDocument(
            game=match.game.name,
            record=self._record,
            network=self._network,
            seats=seat_documents(match.players, self._turns, expected, start, result),
            turns=list(self._turns),
            result=result,
            turning_points=turning_points(self._turns, result),
            playouts=sum(turn.playouts for turn in self._turns),
        )

    def refine(
        self, seconds: float | None = SECONDS, playouts: int | None = None, progress: Progress | None = None
    ) -> None:
        """Search on for so many ``seconds``, or until every turn has so many ``playouts``; None is no limit.

        Luck, skill and one pass over all turns are always made, however short the time. ``progress`` hears the part
        that is done, and the review so far.

        Raises:
            ReviewError: neither is given.
        """
        if seconds is None and playouts is None:
            raise ReviewError("A review needs a limit: seconds, playouts or both.")
        began = time.monotonic()
        until = None if seconds is None else began + seconds

        def hear() -> None:
            if progress is not None:
                spent = 0.0 if until is None else (time.monotonic() - began) / max(until - began, 1e-9)
                done = min(turn.playouts for turn in self._turns) / playouts if playouts else 0.0
                progress(min(max(spent, done), 1.0), self.document())

        hear()
        self._over_all(self._account, None, lambda turn: any(turn.score), hear)
        self._over_all(self._search, None, lambda turn: turn.playouts > 0 or turn.is_forced, hear)
        while (until is None or time.monotonic() < until) and not self._is_enough(playouts):
            least = min((turn.playouts for turn in self._turns if not turn.is_forced), default=0)
            self._over_all(self._search, until, lambda turn, least=least: turn.is_forced or turn.playouts > least, hear)  # type: ignore[misc]
            if all(turn.is_forced for turn in self._turns):
                return

    def _is_enough(self, playouts: int | None) -> bool:
        return playouts is not None and all(turn.is_forced or turn.playouts >= playouts for turn in self._turns)

    def _over_all(
        self,
        work: Callable[[int], TurnDocument],
        until: float | None,
        is_done: Callable[[TurnDocument], bool],
        hear: Callable[[], None],
    ) -> None:
        """Do a piece of work for every turn that needs it, several at a time; begin none after ``until``."""

        def one(number: int) -> int:
            if until is None or time.monotonic() < until:
                self._turns[number] = work(number)
            return number

        numbers = [number for number, turn in enumerate(self._turns) if not is_done(turn)]
        pool = ThreadPoolExecutor(self._threads)
        try:
            for future in as_completed([pool.submit(one, number) for number in numbers]):
                future.result()
                hear()
        finally:
            pool.shutdown(cancel_futures=True)

    @contextmanager
    def _tool(self) -> Iterator[tuple[Eye, Searcher]]:
        """Lend an eye and a searcher to one thread."""
        tool = self._tools.get()
        try:
            yield tool
        finally:
            self._tools.put(tool)

    def _at_sight(self) -> list[TurnDocument]:
        """Return every turn as first sight shows it."""
        with self._tool() as (eye, _):
            return [self._seen(eye, number) for number in range(len(self._match.turns))]

    def _seen(self, eye: Eye, number: int) -> TurnDocument:
        match, turn, before = self._match, self._match.turns[number], self._match.before(number)
        none = [0.0] * match.terms.players
        return TurnDocument(
            turn=number + 1,
            seat=turn.seat,
            notation=str(turn.move),
            is_forced=_is_forced(before),
            playouts=0,
            share=rounded(eye.shares(before)),
            error=0.0,
            score=rounded(none, 2),
            spread=none,
            sight=rounded(eye.shares(before)),
            skill=none,
            luck=none,
            luck_error=none,
            loss=0.0,
            loss_error=0.0,
            mark=None,
            played=None,
            options=[],
            why=reasons(before, before.after(*turn.decisions), turn.seat),
        )

    def _account(self, number: int) -> TurnDocument:
        """Tell luck from skill in a turn, and how far the final scores may spread."""
        turn, before = self._match.turns[number], self._match.before(number)
        with self._tool() as (eye, _):
            swing: Swing = swing_of(eye, before, turn, DRAWS)
            totals = eye.totals(before, _GAMES_PLAYED_ON, number)
        return self._turns[number].model_copy(
            update={
                "skill": rounded(swing.skill),
                "luck": rounded(swing.luck),
                "luck_error": rounded(swing.error),
                "score": rounded(totals.mean(axis=0), 2),
                "spread": rounded(totals.std(axis=0, ddof=1), 2),
            }
        )

    def _search(self, number: int) -> TurnDocument:
        """Search a turn once more."""
        turn, before, known = self._match.turns[number], self._match.before(number), self._turns[number]
        playouts, pass_number = next_pass(known.playouts)
        with self._tool() as (_, searcher):
            found = searcher.search(before, turn.decisions, playouts, seed=number << 8 | pass_number)
        earlier = known.options if known.played is None else [known.played, *known.options]
        options = merged({option.notation: option for option in earlier}.values(), found)
        best = options[0]
        played = next(option for option in options if option.notation == known.notation)
        return _weighed(known, best, played, options, known.playouts + playouts, self._why(number, best, played))

    def _why(self, number: int, best: OptionDocument, taken: OptionDocument) -> list[str]:
        turn, before, game = self._match.turns[number], self._match.before(number), self._match.game
        played = before.after(*turn.decisions)
        if best is taken:
            return reasons(before, played, turn.seat)
        after = before.after(*game.decisions_of(before, game.read_move(best.move)))
        scores = taken.score[turn.seat], best.score[turn.seat]
        return reasons_against(before, played, after, turn.seat, best.notation, scores)


def _weighed(
    known: TurnDocument,
    best: OptionDocument,
    played: OptionDocument,
    options: list[OptionDocument],
    playouts: int,
    why: list[str],
) -> TurnDocument:
    """Return a turn with what its options are worth."""
    is_best = best.notation == played.notation
    loss = 0.0 if is_best else max(best.share[known.seat] - played.share[known.seat], 0.0)
    error = 0.0 if is_best else float(np.hypot(best.error, played.error))
    return known.model_copy(
        update={
            "playouts": playouts,
            "share": best.share,
            "error": best.error,
            "score": best.score,
            "loss": round(loss, 5),
            "loss_error": round(error, 5),
            "mark": None if known.is_forced else mark_of(loss, error, is_best=is_best),
            "played": played,
            "options": options[:OPTIONS_AT_MOST],
            "why": why,
        }
    )


def _is_forced(board: Any) -> bool:
    """Return whether a seat has no choice in a turn."""
    while board.is_deciding:
        decisions = board.decisions()
        if len(decisions) > 1:
            return False
        board = board.after(decisions[0])
        if not board.game.is_inside_turn(board.states):
            break
    return True


def fingerprint(match: Match) -> str:
    """Return the SHA-256 of what a game's review depends on: its terms, its start, its turns."""
    record = match.record()
    told = {name: record[name] for name in ("game", "options", "components", "first_seat", "start")}
    told["turns"] = [{name: turn[name] for name in ("seat", "move", "chance")} for turn in record["turns"]]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _network_hash(match: Match) -> str | None:
    network = network_for(match.terms)
    return None if network is None else hashlib.sha256(b"".join(part.tobytes() for part in network)).hexdigest()
