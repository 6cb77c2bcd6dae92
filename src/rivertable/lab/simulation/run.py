"""Many games of a simulation, one after the other whoever plays them; a folder of rows goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ...core.files import write_whole_text
from ..workers import ctrl_c_ignored, spread
from .cluster import spread_on_cluster
from .games import GAMES_AT_ONCE, Job, Lot, Records, SimulationError, WholeGame, in_lots, play_games
from .lots import PlayedLot, Wanted, games_at_once, play_lot
from .rows import RowsFolder

Result = TypeVar("Result")

_OF_A_CLUSTER = 64
"""More processes than most clusters have; how many they are is known only once one is joined."""


def simulate(
    job: Job, games: int, processes: int | None = None, *, cluster: str | None = None, records: Records = "none"
) -> Generator[WholeGame, None, None]:
    """Play games 1 to ``games`` of a job, and give each in the order of their numbers.

    What is given depends on the job alone, as far as its bots do, never on who plays. Only a few games of each process
    are held at once, so memory stays flat however many there are. Closing the iterator ends the processes.

    Args:
        job: what the games have in common.
        games: how many.
        processes: how many games are played at once: 1 without, or as many as a cluster has processors.
        cluster: the address of a Ray cluster that plays: ``"local"`` starts one on this machine, ``"auto"`` joins the
            one that runs here, ``"ray://HOST:PORT"`` another.
        records: whether each game comes with its record: ``"none"``, ``"turns"``, or ``"states"`` to have the state
            after each turn in it.

    Raises:
        SimulationError: fewer than one game or process is asked for, or there is no such cluster.
        WorkerError: a process was ended from outside, on a cluster again and again; or a cluster's workers have another
            version of rivertable.
        MissingExtraError: a cluster is asked for, and Ray is not installed.
    """
    if games < 1:
        raise SimulationError("A simulation has at least one game.")
    return play_numbers(job, range(1, games + 1), processes, cluster=cluster, records=records)


def play_numbers(
    job: Job,
    numbers: Iterable[int],
    processes: int | None = None,
    *,
    cluster: str | None = None,
    records: Records = "none",
) -> Generator[WholeGame, None, None]:
    """Play the games of these numbers as :func:`simulate` does and return them in the same order."""
    at_once = GAMES_AT_ONCE if cluster is not None or (processes or 1) > 1 else 1
    return _one_by_one(_spread(job, partial(play_games, records), in_lots(numbers, at_once), processes, cluster))


def _one_by_one(played: Generator[list[WholeGame], None, None]) -> Generator[WholeGame, None, None]:
    with closing(played):
        for wholes in played:
            yield from wholes


def play_lots(
    job: Job, numbers: Iterable[int], games: int, processes: int | None, cluster: str | None, wanted: Wanted
) -> Generator[PlayedLot, None, None]:
    """Play the games of these numbers, so many, lot by lot in their order, and keep what is wanted of them."""
    playing = processes or (1 if cluster is None else _OF_A_CLUSTER)
    lots = in_lots(numbers, games_at_once(job, wanted, games, playing))
    return _spread(job, partial(play_lot, wanted), lots, processes, cluster)


def _spread(
    job: Job,
    work: Callable[[Lot], Result],
    lots: Iterable[tuple[int, ...]],
    processes: int | None,
    cluster: str | None,
) -> Generator[Result, None, None]:
    if processes is not None and processes < 1:
        raise SimulationError("Games are played by at least one process.")
    given = ((job, lot) for lot in lots)
    if cluster is not None:
        return spread_on_cluster(work, given, job.terms.game, cluster, processes)
    return spread(work, given, processes or 1, is_ordered=True)


class Summary:
    """Games counted so far, by seat.

    Attributes:
        games: how many they are.
        decisions: how many decisions were taken in them.
        is_interrupted: whether the simulation was stopped before all were played.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self.games = 0
        self.decisions = 0
        self.is_interrupted = False
        self._totals = [0] * len(job.bots)
        self._wins = [0.0] * len(job.bots)

    def add(self, totals: Sequence[int], decisions: int) -> None:
        """Count a game by its final points by seat and the number of its decisions."""
        self.games += 1
        self.decisions += decisions
        best = max(totals)
        share = 1 / totals.count(best)
        for seat, total in enumerate(totals):
            self._totals[seat] += total
            if total == best:
                self._wins[seat] += share

    @property
    def mean_scores(self) -> list[float]:
        """The mean total by seat."""
        return [total / max(self.games, 1) for total in self._totals]

    @property
    def win_shares(self) -> list[float]:
        """The win share by seat; a shared victory counts in equal parts."""
        return [wins / max(self.games, 1) for wins in self._wins]

    def document(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "game": self._job.terms.game.name,
            "games": self.games,
            "players": len(self._job.bots),
            "bots": list(self._job.bots),
            "seed": self._job.seed,
            "decisions": self.decisions,
            "mean_scores": [round(mean, 4) for mean in self.mean_scores],
            "win_shares": [round(share, 4) for share in self.win_shares],
        }


class Simulation:
    """Games 1 to ``games`` of a job, kept where it is said; what a folder of rows holds already is not played again.

    Attributes:
        found: how many of the games were there before.
        summary: what all games come to, those that were there included.
    """

    def __init__(
        self,
        job: Job,
        games: int,
        *,
        rows_in: Path | None = None,
        records_in: Path | None = None,
        with_states: bool = False,
        games_in_a_file: int | None = None,
    ) -> None:
        """Open the folders; ``with_states`` writes the state after each turn into records.

        Raises:
            SimulationError: no game is asked for, the folder of rows is of another job or damaged, records of its
                games are missing, or without rows there are records already.
            MissingExtraError: rows are to be kept, and pyarrow is not installed.
        """
        if games < 1:
            raise SimulationError("A simulation has at least one game.")
        self._job, self._games, self._records_in = job, games, records_in
        self._records: Records = "none" if records_in is None else "states" if with_states else "turns"
        self.summary = Summary(job)
        self._rows: RowsFolder | None = None
        self._numbers: Iterable[int] = range(1, games + 1)
        if rows_in is not None:
            self._rows = RowsFolder(rows_in, {**job.inputs(), "records": self._records}, games_in_a_file)
            self._numbers = self._rows.missing(games)
            for row in self._rows.rows():
                if records_in is not None:
                    _check_record(records_in / self._name(row.number))
                self.summary.add(row.totals, row.decisions)
        self.found = self.summary.games
        if records_in is not None:
            if rows_in is None:
                _check_no_records(records_in, job.terms.game.name)
            records_in.mkdir(parents=True, exist_ok=True)

    def run(
        self,
        processes: int | None = None,
        *,
        cluster: str | None = None,
        on_game: Callable[[int], None] | None = None,
    ) -> Summary:
        """Play the games that are missing, keep each and return what all of them come to.

        ``processes`` and ``cluster`` are those of :func:`simulate`; files do not depend on them. ``on_game`` hears
        after every game how many there are. Ctrl-C ends it early. Whatever ends it, what was played is kept.

        Raises:
            SimulationError, WorkerError, MissingExtraError: as :func:`simulate`.
        """
        if self.found == self._games:
            return self.summary
        with ExitStack() as ending, ExitStack() as stack:
            if self._rows is not None:
                stack.callback(self._rows.save)
            left = self._games - self.found
            wanted = Wanted(self._records, self._rows is not None)
            lots = stack.enter_context(closing(play_lots(self._job, self._numbers, left, processes, cluster, wanted)))
            try:
                for lot in lots:
                    for place in range(len(lot.numbers)):
                        self._keep(lot, place)
                        if on_game:
                            on_game(self.summary.games)
            except KeyboardInterrupt:
                ending.enter_context(ctrl_c_ignored())
                self.summary.is_interrupted = True
        return self.summary

    def _keep(self, lot: PlayedLot, place: int) -> None:
        number = lot.numbers[place]
        if self._records_in is not None and lot.records:
            # So many files: to wait for the disk at each would take longer than the games.
            write_whole_text(self._records_in / self._name(number), lot.records[place], is_synced=False)
        if self._rows is not None and lot.tables is not None:
            self._rows.add(number, lot.tables, place)
        self.summary.add(lot.totals[place], lot.decisions[place])

    def _name(self, number: int) -> str:
        return f"{self._job.terms.game.name}-{number:06}.json"


def _check_no_records(folder: Path, game: str) -> None:
    """Refuse to write over records of other games, or among them: nothing in a folder says which job they are of."""
    if there := next(folder.glob(f"{game}-??????.json"), None):
        raise SimulationError(f"{there} is there already: give a folder without records, or delete them first.")


def _check_record(path: Path) -> None:
    if not path.exists():
        raise SimulationError(
            f"The rows of a game are there, but its record {path} is not: "
            "give the folder of records that belongs to these rows, or begin with other rows."
        )
