"""A contest between bots: its games are played, kept in a file and summed up by bot."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from ...bots import check_bot
from ...core.game import Terms
from ..simulation.cluster import spread_on_cluster
from ..statistics import ArenaError, Interval, SequentialTest, Verdict, mean_interval, rate, share_interval
from ..versions import first_difference, inputs_of, versions
from ..workers import ctrl_c_ignored, spread
from .games import PlayedGame, Schedule, first_choices, play_game

FORMAT = 1
_MARK = "rivertable_arena"
_RATING = ("rating", "rating_low", "rating_high")
_GAME = TypeAdapter(PlayedGame)


@dataclass(frozen=True)
class Contest:
    """Who plays what, how often. ``games`` is rounded up to whole deals.

    Raises:
        ArenaError: it cannot be played.
        UnknownNameError: a bot does not exist.
    """

    terms: Terms
    bots: tuple[str, ...]
    seed: str
    games: int
    sequential: SequentialTest | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ArenaError("A contest has at least one game.")
        for name in self.bots:
            check_bot(name, self.terms.game)
        line_ups = self.schedule.line_ups
        if self.sequential and (len(line_ups) > 1 or len(self.names) < 2):
            raise ArenaError(
                "A sequential test is about the first bot at one table: name two bots or more, no more than seats."
            )

    @cached_property
    def schedule(self) -> Schedule:
        """Who sits where in each game."""
        return Schedule(self.bots, self.terms.players)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def games_to_play(self) -> int:
        """The number of games, whole deals."""
        return self.schedule.whole_deals(self.games)

    def inputs(self) -> dict[str, Any]:
        """Return all that decides its games, as plain JSON."""
        return inputs_of(self.terms, self.bots, self.seed)


@dataclass
class Result:
    """What was played of a contest."""

    contest: Contest
    played: list[PlayedGame] = field(default_factory=list)
    """The games that count, by number."""
    verdict: Verdict | None = None
    is_interrupted: bool = False
    versions: dict[str, str | None] = field(default_factory=versions)
    """What it was played with, as of its beginning: the commit may be another one at its end."""

    @property
    def is_whole(self) -> bool:
        """Whether all games were played, or a sequential test ended them."""
        return _is_answer(self.verdict) or len(self.played) >= self.contest.games_to_play


def run(
    contest: Contest,
    processes: int | None = 1,
    keep_in: Path | None = None,
    on_game: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> Result:
    """Play a contest, or what is missing of it in a file of games.

    The result does not depend on how many processes play, as far as the bots are deterministic. Ctrl-C ends it early;
    what was played counts. ``on_game`` hears after every game how many there are. A Ray cluster plays where the address
    of one is given.

    Raises:
        ArenaError: the file holds games of another contest.
        SimulationError: there is no such cluster.
        WorkerError: a process was ended from outside.
        MissingExtraError: a cluster is asked for, and Ray is not installed.
    """
    result, tally = Result(contest), _Tally(contest)
    with ExitStack() as ending, ExitStack() as stack:
        file = stack.enter_context(closing(GamesFile(keep_in, contest.inputs()))) if keep_in else None
        for played in file.games if file else ():
            if contest.schedule.seating(played.number).bots != played.bots:
                raise ArenaError(f"Game {played.number} of the file of games has its bots in other seats.")
            tally.add(played)
        numbers = [number for number in range(contest.games_to_play) if number not in tally.games]
        if numbers and not tally.is_answered:
            work = partial(play_game, contest.terms, contest.seed)
            begin = partial(first_choices, contest.terms, contest.names)
            seatings = map(contest.schedule.seating, numbers)
            games = stack.enter_context(
                closing(
                    spread(work, seatings, processes or 1, begin=begin)
                    if cluster is None
                    else spread_on_cluster(work, seatings, contest.terms.game, cluster, processes, begin=begin)
                )
            )
            try:
                for played in games:
                    tally.add(played)
                    if file:
                        file.add(played)
                    if on_game:
                        on_game(len(tally.games))
                    if tally.is_answered:
                        break
            except KeyboardInterrupt:
                ending.enter_context(ctrl_c_ignored())
                result.is_interrupted = True
    result.verdict = tally.verdict
    # Which games were done when a test ended depends on the processes: those after its deals do not count.
    end = contest.games_to_play
    if result.verdict and result.verdict.answer:
        end = result.verdict.deals * contest.schedule.games_of_a_deal
    result.played = [tally.games[number] for number in sorted(tally.games) if number < end]
    return result


def _is_answer(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.answer is not None


class _Tally:
    """The games by number, and how the sequential test stands after the deals that are whole without a gap."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._shares: list[float] = []
        self.games: dict[int, PlayedGame] = {}
        self.verdict: Verdict | None = None

    @property
    def is_answered(self) -> bool:
        return _is_answer(self.verdict)

    def add(self, played: PlayedGame) -> None:
        self.games[played.number] = played
        sequential, games = self._contest.sequential, self._contest.schedule.games_of_a_deal
        while sequential and not self.is_answered and (numbers := self._next_deal(games)):
            self._shares.append(self._win_share([self.games[number] for number in numbers]))
            self.verdict = sequential.verdict(self._shares, games)

    def _next_deal(self, games: int) -> range | None:
        start = len(self._shares) * games
        numbers = range(start, start + games)
        is_there = start < self._contest.games_to_play and all(number in self.games for number in numbers)
        return numbers if is_there else None

    def _win_share(self, deal: Sequence[PlayedGame]) -> float:
        """Return the first bot's win share in a deal, by seat."""
        first = self._contest.bots[0]
        seats = [(played, seat) for played in deal for seat, name in enumerate(played.bots) if name == first]
        return sum((seat in played.winners) / len(played.winners) for played, seat in seats) / len(seats)


def summarise(result: Result) -> dict[str, Any]:
    """Return the figures of a contest as plain JSON.

    Raises:
        ArenaError: no game was played.
    """
    contest = result.contest
    if not result.played:
        raise ArenaError("No game was played to its end.")
    terms, sequential = contest.terms, contest.sequential
    return {
        "game": terms.game.name,
        "players": terms.players,
        "games": len(result.played),
        "deals": len({played.deal for played in result.played}),
        "games_planned": contest.games_to_play,
        "is_complete": result.is_whole,
        "seed": contest.seed,
        "options": terms.options.document(),
        "components": terms.components.sha256,
        "line_ups": [list(line_up) for line_up in contest.schedule.line_ups],
        "fair_share": round(1 / terms.players, 6),
        "bots": _standings(result.played, contest.names),
        "sequential": sequential.document(result.verdict) if sequential and result.verdict else None,
        "versions": result.versions,
    }


class GamesFile:
    """A contest's games, open for more of them; the file is made where it is not there.

    A line of JSON with the contest's inputs, then one for each game as it is done.
    """

    def __init__(self, path: Path, inputs: dict[str, Any]) -> None:
        """Open a file for a contest of these inputs.

        Raises:
            ArenaError: the file is of a contest with other inputs, or no file of games.
        """
        self.games: list[PlayedGame] = []
        """The games that were in the file."""
        lines = _whole_lines(path)
        if lines is not None:
            if difference := first_difference(_header(path, lines), inputs):
                raise ArenaError(f"{path} holds games of another contest: {difference}.")
            self.games = [_game(path, number, line) for number, line in enumerate(lines[1:], start=2)]
            # One that was killed while it wrote left half a line.
            os.truncate(path, sum(len(line.encode("utf-8")) + 1 for line in lines))
        self._file = path.open("a", encoding="utf-8", newline="\n")
        if lines is None:
            self._write({_MARK: FORMAT, **inputs})

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def add(self, played: PlayedGame) -> None:
        """Keep a game: it is in the file when this returns."""
        self._write(played.document())

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()


def seed_of_file(path: Path) -> str | None:
    """Return the seed of the contest whose games a file holds; None where there is no file yet.

    Raises:
        ArenaError: it is no file of games.
    """
    lines = _whole_lines(path)
    return None if lines is None else str(_header(path, lines).get("seed"))


def _whole_lines(path: Path) -> list[str] | None:
    """Return the lines that end; None where there is no file."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    try:
        return path.read_text(encoding="utf-8").split("\n")[:-1]
    except UnicodeDecodeError as error:
        raise ArenaError(f"{path} is no file of an arena's games.") from error


def _header(path: Path, lines: list[str]) -> dict[str, Any]:
    try:
        header = json.loads(lines[0]) if lines else None
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get(_MARK) != FORMAT:
        raise ArenaError(f"{path} is no file of an arena's games.")
    return header


def _game(path: Path, number: int, line: str) -> PlayedGame:
    try:
        return _GAME.validate_json(line)
    except ValidationError as error:
        raise ArenaError(f"Line {number} of {path} is no game of an arena.") from error


def _standings(played: Sequence[PlayedGame], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the figures of each bot that has played, in the order of ``names``, as plain JSON."""
    deals = {deal: place for place, deal in enumerate(dict.fromkeys(game.deal for game in played))}
    present = [name for name in names if any(name in game.bots for game in played)]
    ratings = rate(_comparisons(played, present, deals)) if len(present) > 1 else (None,)
    return [_standing(played, name, deals, rating) for name, rating in zip(present, ratings, strict=True)]


def _standing(
    played: Sequence[PlayedGame], name: str, deals: dict[int, int], rating: Interval | None
) -> dict[str, Any]:
    """Return how a bot did; figures are means over the seats that it had.

    A shared victory counts in equal parts. The margin is how far its score is above the best other seat's. A bot that
    met no other one has no rating.
    """
    wins, scores, margins, seats = (np.zeros(len(deals)) for _ in range(4))
    games, turns, thought, slowest = 0, 0, 0.0, 0.0
    for game in played:
        deal = deals[game.deal]
        games += name in game.bots
        for seat, other in enumerate(game.bots):
            if other != name:
                continue
            seats[deal] += 1
            wins[deal] += (seat in game.winners) / len(game.winners)
            scores[deal] += game.totals[seat]
            margins[deal] += game.totals[seat] - max(game.totals[:seat] + game.totals[seat + 1 :])
            turns += game.turns[seat]
            thought += game.ms[seat]
            slowest = max(slowest, game.slowest_ms[seat])
    of = seats > 0
    score, margin = mean_interval(scores[of], seats[of]), mean_interval(margins[of], seats[of])
    return {
        "name": name,
        "games": games,
        "seats": int(seats.sum()),
        **share_interval(wins[of], seats[of], games).rounded(6, ("win_share", "low", "high")),
        **score.rounded(4, ("mean_score", "score_low", "score_high")),
        **margin.rounded(4, ("mean_margin", "margin_low", "margin_high")),
        "ms_per_move": round(thought / max(turns, 1), 3),
        "ms_per_move_most": round(slowest, 3),
        **(rating.rounded(1, _RATING) if rating else dict.fromkeys(_RATING)),
    }


def _comparisons(played: Sequence[PlayedGame], names: Sequence[str], deals: dict[int, int]) -> np.ndarray[Any, Any]:
    """Return by deal how often each bot was before each other one, equal scores counting half."""
    place = {name: number for number, name in enumerate(names)}
    wins = np.zeros((len(deals), len(names), len(names)))
    for game in played:
        for seat, name in enumerate(game.bots):
            for other, rival in enumerate(game.bots):
                if name != rival:
                    difference = game.totals[seat] - game.totals[other]
                    wins[deals[game.deal], place[name], place[rival]] += (
                        1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
                    )
    return wins
