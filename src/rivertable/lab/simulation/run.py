"""Many games of a simulation, one after the other whoever plays them; a folder of rows goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from ...core.files import write_whole_text
from .cluster import play_on_cluster
from .games import GameRow, Job, Records, SimulationError, WholeGame, in_lots, play_lots
from .rows import RowsFolder


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
    if processes is not None and processes < 1:
        raise SimulationError("Games are played by at least one process.")
    if cluster is not None:
        return play_on_cluster(job, in_lots(numbers), cluster, processes, records)
    return play_lots(((job, lot) for lot in in_lots(numbers, processes or 1)), processes or 1, records)


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

    def add(self, row: GameRow) -> None:
        """Count a game."""
        self.games += 1
        self.decisions += row.decisions
        for seat, total in enumerate(row.totals):
            self._totals[seat] += total
        for seat in row.winners:
            self._wins[seat] += 1 / len(row.winners)

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
            SimulationError: no game is asked for, the folder of rows is of another job or damaged, or records of its
                games are missing.
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
                self.summary.add(row)
        self.found = self.summary.games
        if records_in is not None:
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
        with ExitStack() as stack:
            if self._rows is not None:
                stack.callback(self._rows.save)
            games = stack.enter_context(
                closing(play_numbers(self._job, self._numbers, processes, cluster=cluster, records=self._records))
            )
            try:
                for whole in games:
                    self._keep(whole)
                    if on_game:
                        on_game(self.summary.games)
            except KeyboardInterrupt:
                self.summary.is_interrupted = True
        return self.summary

    def _keep(self, whole: WholeGame) -> None:
        if self._records_in is not None and whole.record is not None:
            # So many files: to wait for the disk at each would take longer than the games.
            write_whole_text(self._records_in / self._name(whole.game.number), whole.record, is_synced=False)
        if self._rows is not None:
            self._rows.add(whole)
        self.summary.add(whole.game)

    def _name(self, number: int) -> str:
        return f"{self._job.terms.game.name}-{number:06}.json"


def _check_record(path: Path) -> None:
    if not path.exists():
        raise SimulationError(
            f"The rows of a game are there, but its record {path} is not: "
            "give the folder of records that belongs to these rows, or begin with other rows."
        )
