"""A simulation whose games are kept: as rows in a folder that it goes on with, and as records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from pathlib import Path

from ..errors import SimulationError
from .folder import RowsFolder
from .playing import Job, Records
from .rows import WholeGame
from .running import play_numbers
from .summary import Summary
from .writing import write_whole_text


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
            self._rows = RowsFolder(rows_in, {**job.settings(), "records": self._records}, games_in_a_file)
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
                stack.enter_context(self._rows)
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
        return f"{self._job.game}-{number:06}.json"


def _check_record(path: Path) -> None:
    if not path.exists():
        raise SimulationError(
            f"The rows of a game are there, but its record {path} is not: "
            "give the folder of records that belongs to these rows, or begin with other rows."
        )
