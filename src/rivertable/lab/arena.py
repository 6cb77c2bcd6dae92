"""A contest between bots: its games are played, kept and summed up."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from .. import __version__
from ..bots import check_bot, network_files, weights_hash
from ..core.compiling.sources import sources_hash
from ..core.game import GAMES
from .contest_file import Kept
from .errors import ArenaError
from .play import Conditions, Played, first_choices, play_game
from .schedule import Schedule
from .sprt import Sequential, Verdict
from .summary import Standing, standings
from .versions import versions
from .workers import spread


@dataclass(frozen=True)
class Contest:
    """Who plays what, how often. ``games`` is rounded up to whole deals.

    Raises:
        ArenaError: it cannot be played.
        OptionError, UnknownNameError: a setting or bot does not exist.
    """

    conditions: Conditions
    bots: tuple[str, ...]
    games: int
    sequential: Sequential | None = None

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ArenaError("A contest has at least one game.")
        self.conditions.make_terms()
        for name in self.bots:
            check_bot(name, GAMES[self.conditions.game])
        if self.sequential and (len(self.schedule.line_ups) > 1 or len(self.names) < 2):
            raise ArenaError(
                "A sequential test is about the first bot at one table: name two bots or more, no more than seats."
            )

    @cached_property
    def schedule(self) -> Schedule:
        """Who sits where in each game."""
        return Schedule(self.bots, self.conditions.players)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def games_to_play(self) -> int:
        """The number of games, whole deals."""
        return self.schedule.whole_deals(self.games)

    def settings(self) -> dict[str, Any]:
        """Return what must be the same for games to belong together, as plain JSON."""
        terms = self.conditions.make_terms()
        return {
            "game": self.conditions.game,
            "players": self.conditions.players,
            "bots": list(self.bots),
            "seed": self.conditions.seed,
            "options": terms.options.document(),
            "components": terms.components.sha256,
            "rivertable": __version__,
            "rules": sources_hash(),
            "weights": weights_hash(terms.game, *network_files(self.names)),
        }


@dataclass
class Result:
    """What was played of a contest."""

    contest: Contest
    played: list[Played] = field(default_factory=list)
    """The games that count, by number."""
    verdict: Verdict | None = None
    is_interrupted: bool = False
    versions: dict[str, str | None] = field(default_factory=versions)
    """What it was played with, as of its beginning: the commit may be another one at its end."""

    @property
    def is_whole(self) -> bool:
        """Whether all games were played, or a sequential test ended them."""
        is_answered = self.verdict is not None and self.verdict.answer is not None
        return is_answered or len(self.played) >= self.contest.games_to_play


def run(
    contest: Contest,
    processes: int = 1,
    keep_in: Path | None = None,
    on_game: Callable[[int], None] | None = None,
) -> Result:
    """Play a contest, or what is missing of it in a file of games.

    The result does not depend on how many processes play, as far as the bots are deterministic. Ctrl-C ends it early;
    what was played counts. ``on_game`` hears after every game how many there are.

    Raises:
        ArenaError: the file holds games of another contest.
        WorkerError: a process was ended from outside.
    """
    result, conditions = Result(contest), contest.conditions
    tally = _Tally(contest)
    with ExitStack() as stack:
        kept = stack.enter_context(Kept(keep_in, contest.settings())) if keep_in else None
        for played in kept.played if kept else ():
            _check_seating(contest, played)
            tally.add(played)
        numbers = [number for number in range(contest.games_to_play) if number not in tally.found]
        if numbers and not tally.is_answered:
            seatings = map(contest.schedule.seating, numbers)
            work, begin = partial(play_game, conditions), partial(first_choices, conditions, contest.names)
            games = stack.enter_context(closing(spread(work, seatings, processes, begin=begin)))
            try:
                for played in games:
                    tally.add(played)
                    if kept:
                        kept.add(played)
                    if on_game:
                        on_game(len(tally.found))
                    if tally.is_answered:
                        break
            except KeyboardInterrupt:
                result.is_interrupted = True
    result.verdict = tally.verdict
    # Which games were done when a test ended depends on the processes: those after its deals do not count.
    end = contest.games_to_play
    if result.verdict and result.verdict.answer:
        end = result.verdict.deals * contest.schedule.games_of_a_deal
    result.played = [tally.found[number] for number in sorted(tally.found) if number < end]
    return result


class _Tally:
    """The games by number, and how the sequential test stands after the deals that are whole without a gap."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._shares: list[float] = []
        self.found: dict[int, Played] = {}
        self.verdict: Verdict | None = None

    @property
    def is_answered(self) -> bool:
        return self.verdict is not None and self.verdict.answer is not None

    def add(self, played: Played) -> None:
        self.found[played.number] = played
        sequential, games = self._contest.sequential, self._contest.schedule.games_of_a_deal
        if sequential is None or self.is_answered:
            return
        while numbers := self._next_deal(games):
            self._shares.append(self._share([self.found[number] for number in numbers]))
            self.verdict = sequential.verdict(self._shares, games)
            if self.is_answered:
                return

    def _next_deal(self, games: int) -> range | None:
        start = len(self._shares) * games
        numbers = range(start, start + games)
        is_there = start < self._contest.games_to_play and all(number in self.found for number in numbers)
        return numbers if is_there else None

    def _share(self, deal: list[Played]) -> float:
        """Return the first bot's share of wins in a deal, by seat."""
        first = self._contest.bots[0]
        seats = [(played, seat) for played in deal for seat, name in enumerate(played.bots) if name == first]
        return sum((seat in played.winners) / len(played.winners) for played, seat in seats) / len(seats)


def _check_seating(contest: Contest, played: Played) -> None:
    if contest.schedule.seating(played.number).bots != played.bots:
        raise ArenaError(f"Game {played.number} of the file of games has its bots in other seats.")


def summarise(result: Result) -> dict[str, Any]:
    """Return the figures of a contest as plain JSON.

    Raises:
        ArenaError: no game was played.
    """
    contest = result.contest
    if not result.played:
        raise ArenaError("No game was played to its end.")
    conditions, settings = contest.conditions, contest.settings()
    found: list[Standing] = standings(result.played, contest.names)
    sequential = contest.sequential
    return {
        "game": conditions.game,
        "players": conditions.players,
        "games": len(result.played),
        "deals": len({played.deal for played in result.played}),
        "games_planned": contest.games_to_play,
        "is_complete": result.is_whole,
        "seed": conditions.seed,
        "options": settings["options"],
        "components": settings["components"],
        "line_ups": [list(line_up) for line_up in contest.schedule.line_ups],
        "fair_share": round(1 / conditions.players, 6),
        "bots": [standing.document() for standing in found],
        "sequential": sequential.document(result.verdict) if sequential and result.verdict else None,
        "versions": result.versions,
    }
