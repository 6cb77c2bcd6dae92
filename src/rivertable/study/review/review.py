"""The review of a finished game: one-ply values at once, then searches of every turn, pass by pass, as time allows.

As a program, it reads what to review from standard input, and writes the review line by line.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic_core import to_json

from ...bots.weights import network_for
from ...core.errors import RivertableError
from ...core.game import GAMES
from ...core.match import Match, replay
from ...core.record import read_document
from ..documents import OptionDocument, ReviewDocument, TurnDocument
from ..evaluation import (
    OPTIONS_AT_MOST,
    PLAYOUTS_AT_MOST,
    Evaluator,
    Searcher,
    decisions_of,
    merged,
    next_pass,
    rounded,
)
from .luck import DEALS, DRAWS, Swing, expectation, swing_of
from .summary import mark_of, reasons, reasons_against, seat_documents, turning_points

if TYPE_CHECKING:
    from collections.abc import Iterator


class ReviewError(RivertableError, ValueError):
    """A game that cannot be reviewed, or not like this."""

    code = "no-review"


SECONDS = 40.0
"""How long a review takes by default."""
_GAMES_PLAYED_ON = 48
"""How many games are continued from each turn for the spread of the final score."""
_BETWEEN_LINES = 1.0
"""The fewest seconds between two lines."""

Progress = Callable[[float, ReviewDocument], None]


class Review:
    """The review of one game. Refining it adds to what is known, and repeats nothing."""

    def __init__(self, match: Match, earlier: ReviewDocument | None = None, threads: int = 2) -> None:
        """Continue a review that was begun ``earlier``, if it is one of this game.

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
        self._tools: SimpleQueue[tuple[Evaluator, Searcher]] = SimpleQueue()
        for _ in range(threads):
            self._tools.put((Evaluator(match.terms), Searcher(match.terms, PLAYOUTS_AT_MOST)))
        with self._tool() as (evaluator, _):
            self._expected = expectation(evaluator, int(match.start.state.first_seat), DEALS)
        self._turns: list[TurnDocument] = list(earlier.turns) if earlier else self._all_one_ply()

    def document(self) -> ReviewDocument:
        """Return the review so far."""
        match = self._match
        expected = (rounded(self._expected[0]), rounded(self._expected[1]))
        with self._tool() as (evaluator, _):
            start, result = rounded(evaluator.shares(match.start)), rounded(evaluator.shares(match.position))
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
        """Search for ``seconds``, or until every turn has ``playouts``; None is no limit.

        Luck, skill and one pass over all turns are always made, however short the time. ``progress`` is called with
        the part that is done and the review so far.

        Raises:
            ReviewError: neither is given.
        """
        if seconds is None and playouts is None:
            raise ReviewError("A review needs a limit: seconds, playouts or both.")
        began = time.monotonic()
        until = None if seconds is None else began + seconds

        def report() -> None:
            if progress is not None:
                spent = 0.0 if until is None else (time.monotonic() - began) / max(until - began, 1e-9)
                done = min(turn.playouts for turn in self._turns) / playouts if playouts else 0.0
                progress(min(max(spent, done), 1.0), self.document())

        def least() -> int:
            return min(self._turns[number].playouts for number in chosen)

        chosen = [number for number, turn in enumerate(self._turns) if not turn.is_forced]
        report()
        self._work_on([n for n, turn in enumerate(self._turns) if not any(turn.score)], self._account, None, report)
        self._work_on([n for n in chosen if not self._turns[n].playouts], self._search, None, report)
        while chosen and (until is None or time.monotonic() < until) and (playouts is None or least() < playouts):
            now = least()
            self._work_on([n for n in chosen if self._turns[n].playouts == now], self._search, until, report)

    def _work_on(
        self,
        numbers: list[int],
        work: Callable[[int], TurnDocument],
        until: float | None,
        report: Callable[[], None],
    ) -> None:
        """Do some work for these turns, several at a time; start none after ``until``."""

        def one(number: int) -> int:
            if until is None or time.monotonic() < until:
                self._turns[number] = work(number)
            return number

        pool = ThreadPoolExecutor(self._threads)
        try:
            for future in as_completed([pool.submit(one, number) for number in numbers]):
                future.result()
                report()
        finally:
            pool.shutdown(cancel_futures=True)

    @contextmanager
    def _tool(self) -> Iterator[tuple[Evaluator, Searcher]]:
        """Lend an evaluator and a searcher to one thread."""
        tool = self._tools.get()
        try:
            yield tool
        finally:
            self._tools.put(tool)

    def _all_one_ply(self) -> list[TurnDocument]:
        """Return every turn with its one-ply values."""
        with self._tool() as (evaluator, _):
            return [self._one_ply(evaluator, number) for number in range(len(self._match.turns))]

    def _one_ply(self, evaluator: Evaluator, number: int) -> TurnDocument:
        match, turn, before = self._match, self._match.turns[number], self._match.before(number)
        none = [0.0] * match.terms.players
        return TurnDocument(
            turn=number + 1,
            seat=turn.seat,
            notation=str(turn.move),
            is_forced=_is_forced(before),
            playouts=0,
            win_share=rounded(evaluator.shares(before)),
            standard_error=0.0,
            score=rounded(none, 2),
            spread=none,
            sight=rounded(evaluator.shares(before)),
            skill=none,
            luck=none,
            luck_standard_error=none,
            loss=0.0,
            loss_standard_error=0.0,
            mark=None,
            played=None,
            options=[],
            why=reasons(before, before.after(*turn.decisions), turn.seat),
        )

    def _account(self, number: int) -> TurnDocument:
        """Measure luck and skill of a turn, and the spread of the final scores."""
        turn, before = self._match.turns[number], self._match.before(number)
        with self._tool() as (evaluator, _):
            swing: Swing = swing_of(evaluator, before, turn, DRAWS)
            totals = evaluator.totals(before, _GAMES_PLAYED_ON, number)
        return self._turns[number].model_copy(
            update={
                "skill": rounded(swing.skill),
                "luck": rounded(swing.luck),
                "luck_standard_error": rounded(swing.error),
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
        loss = 0.0 if played is best else max(best.win_share[known.seat] - played.win_share[known.seat], 0.0)
        error = 0.0 if played is best else float(np.hypot(best.standard_error, played.standard_error))
        return known.model_copy(
            update={
                "playouts": known.playouts + playouts,
                "win_share": best.win_share,
                "standard_error": best.standard_error,
                "score": best.score,
                "loss": round(loss, 5),
                "loss_standard_error": round(error, 5),
                "mark": None if known.is_forced else mark_of(loss, error, is_best=played is best),
                "played": played,
                "options": options[:OPTIONS_AT_MOST],
                "why": self._why(number, best, played),
            }
        )

    def _why(self, number: int, best: OptionDocument, taken: OptionDocument) -> list[str]:
        turn, before = self._match.turns[number], self._match.before(number)
        played = before.after(*turn.decisions)
        if best is taken:
            return reasons(before, played, turn.seat)
        after = before.after(*decisions_of(before, best))
        scores = taken.score[turn.seat], best.score[turn.seat]
        return reasons_against(before, played, after, turn.seat, best.notation, scores)


def _is_forced(board: Any) -> bool:
    """Return whether a seat has no choice in a turn."""
    while board.is_deciding:
        decisions = board.decisions()
        if len(decisions) > 1:
            return False
        board = board.after(decisions[0])
        if not board.game.kernel.is_inside_turn(board.states, 0):
            break
    return True


def fingerprint(match: Match) -> str:
    """Return the SHA-256 of what a review depends on: the game's terms, its start, its turns."""
    record = match.record()
    told = {name: record[name] for name in ("game", "options", "components", "first_seat", "start")}
    told["turns"] = [{name: turn[name] for name in ("seat", "move", "chance")} for turn in record["turns"]]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _network_hash(match: Match) -> str | None:
    network = network_for(match.terms)
    return None if network is None else hashlib.sha256(b"".join(part.tobytes() for part in network)).hexdigest()


def wanted_json(
    record: dict[str, Any], components: str | None, earlier: str | None, seconds: float, threads: int
) -> bytes:
    """Return what :func:`main` reads: a record, its own printed data if any, a review begun earlier."""
    known = None if earlier is None else json.loads(earlier)
    wanted = {"record": record, "components": components, "earlier": known, "seconds": seconds, "threads": threads}
    return to_json(wanted)


def main() -> None:
    """Refine a review for the given seconds; a line of output is ``{"spent": SECONDS, "review": REVIEW}``.

    The process yields to the table and its bots.
    """
    if sys.platform != "win32":
        os.nice(5)
    wanted = json.load(sys.stdin.buffer)
    document = read_document(wanted["record"], "record")
    game = GAMES[document.game]
    components = game.printed.parse(wanted["components"], "components") if wanted["components"] else None
    earlier = None if wanted["earlier"] is None else ReviewDocument.model_validate(wanted["earlier"])
    review = Review(replay(document, components), earlier, wanted["threads"])
    seconds = float(wanted["seconds"])
    told = 0.0

    def tell(part: float, found: ReviewDocument) -> None:
        nonlocal told
        # The last second counts as spent only at the end, because a pass that was begun is finished.
        if time.monotonic() - told >= _BETWEEN_LINES:
            told = time.monotonic()
            _write(min(part, 0.99) * seconds, found)

    review.refine(seconds, progress=tell)
    _write(seconds, review.document())


def _write(spent: float, found: ReviewDocument) -> None:
    sys.stdout.buffer.write(to_json({"spent": spent, "review": found}) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
