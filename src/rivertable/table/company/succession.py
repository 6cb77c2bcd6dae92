"""Tournaments in which a round follows from those before: opening one, settling it, and going on to the next.

A round ends when all of its tables have, or at its deadline: a table that is still played then is settled by its score
as it stands, who is waited for last. Whoever was not there at the end of a round plays no more until they come back.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

from ...core.errors import RivertableError
from ...core.game import GAMES
from ..domain import commands
from ..domain.retention import DAY
from ..domain.table import Clock, Table
from ..errors import WrongStateError
from ..store import people
from ..store.company import tournaments as stored
from ..store.company.tournaments import GONE, Entry, OpenedRound, Outcome, Tournament, TournamentSeat
from ..store.people import Link
from ..store.server_secrets import ServerSecrets
from ..tables import Plan, SeatPlan, Tables
from .pairing import pair_aside, pair_knockout
from .ranking import knocked_out, players_of


class Succession:
    """The rounds of Swiss and knock-out tournaments."""

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._secrets = server_secrets

    def rounds(self, tournament: Tournament) -> list[OpenedRound]:
        """Return the rounds that have begun, in their order."""
        with self._tables.database.read() as connection:
            return stored.rounds_of(connection, tournament.id)

    def start(self, tournament: Tournament) -> None:
        """Begin the first round.

        Raises:
            WrongStateError: it has begun, or so many rounds are too many for so few people.
        """
        playing = sum(entry.withdrawn_at is None for entry in self._entries(tournament))
        if tournament.kind == "swiss" and tournament.players == 2 and tournament.rules["rounds"] > (playing + 1) // 2:
            raise WrongStateError("So many rounds are too many for so few people: all would have met.")
        with self._tables.database.write() as connection:
            if not stored.start_tournament(connection, tournament.id, time.time(), None):
                raise WrongStateError("This tournament has started.")
            started = stored.find_tournament(connection, tournament.id)
        if started is not None:
            self._open_round(started, 1, [])

    def advance(self, tournament: Tournament) -> None:
        """Do what is due: make tables that are missing, settle a round, and begin the next one."""
        begun = self.rounds(tournament)
        seats = self._seats(tournament)
        if not begun:
            self._open_round(tournament, 1, [])
            return
        number = len(begun)
        current = [seat for seat in seats if seat.round == number]
        if time.time() >= begun[-1].ends_at:
            self._settle(current)
        elif any(seat.outcome is None for seat in current):
            if time.time() - begun[-1].opened_at > _MAKING_SECONDS:
                self._make_tables(tournament, current)
            return
        seats = self._seats(tournament)
        self._withdraw(tournament, [seat for seat in seats if seat.round < number], seats, number)
        playing = sum(entry.withdrawn_at is None for entry in self._entries(tournament))
        tables = len({seat.number for seat in seats if seat.round == number})
        is_final = tables == 1 if tournament.kind == "knockout" else number >= tournament.rules["rounds"]
        if is_final or playing < 2:
            with self._tables.database.write() as connection:
                stored.end_tournament(connection, tournament.id, time.time())
        else:
            self._open_round(tournament, number + 1, seats)

    def _withdraw(
        self, tournament: Tournament, before: list[TournamentSeat], seats: list[TournamentSeat], number: int
    ) -> None:
        """Note who plays no more after a round: whoever was not there in the end, and who is knocked out."""
        entries, started_at = self._entries(tournament), tournament.started_at or 0.0
        current = [seat for seat in seats if seat.round == number]
        out = {seat.entry for seat in current if seat.outcome in GONE}
        if tournament.kind == "knockout":
            for table in sorted({seat.number for seat in current}):
                rows = [seat for seat in current if seat.number == table]
                out |= set(knocked_out(entries, before, rows, started_at))
        with self._tables.database.write() as connection:
            for entry in entries:
                if entry.number in out and entry.withdrawn_at is None:
                    stored.withdraw_entry(connection, tournament.id, entry.number, time.time())

    def _open_round(self, tournament: Tournament, number: int, seats: list[TournamentSeat]) -> None:
        """Pair a round and begin its tables; nothing is done where another process has begun it."""
        players = players_of(self._entries(tournament), seats, tournament.started_at or 0.0)
        is_swiss = tournament.kind == "swiss"
        paired = (pair_aside if is_swiss else pair_knockout)(players, tournament.players)
        now = time.time()
        opened = OpenedRound(number, now, now + tournament.rules["days"] * DAY, [one.reason for one in paired])
        rows = [
            TournamentSeat(number, table, seat, entry, outcome="bye" if one.reason == "bye" else None)
            for table, one in enumerate(paired)
            for seat, entry in enumerate(one.players)
        ]
        with self._tables.database.write() as connection:
            if not stored.put_round(connection, tournament.id, opened):
                return
            stored.put_seats(connection, tournament.id, rows)
        self._make_tables(tournament, rows)

    def _make_tables(self, tournament: Tournament, current: Sequence[TournamentSeat]) -> None:
        """Make the tables of a round that are still to be made."""
        entries = {entry.number: entry for entry in self._entries(tournament)}
        for number in sorted({seat.number for seat in current if seat.table_id is None and seat.outcome is None}):
            row = [seat for seat in current if seat.number == number]
            begin_table(
                self._tables,
                self._secrets,
                tournament.id,
                self._plan(tournament, row),
                row,
                [entries[seat.entry] for seat in row],
            )

    def _plan(self, tournament: Tournament, row: Sequence[TournamentSeat]) -> Plan:
        game, rules = GAMES[tournament.game], tournament.rules
        options = dict(rules["options"])
        components = self._tables.components_of(tournament.game, rules["components"])
        terms = game.make_terms(len(row), game.options.make(options.pop("preset"), options), components)
        return Plan(
            terms,
            tuple(SeatPlan("person") for _ in row),
            name=f"{tournament.name[:32]} {row[0].round}",
            clock=Clock("turn", rules["turn_seconds"]),
            # Nobody is its host: a table of a tournament is nobody's to delete.
            host=secrets.token_hex(32),
        )

    def _settle(self, current: Sequence[TournamentSeat]) -> None:
        """Write what came of the tables of a round whose time is up."""
        open_tables = {seat.table_id for seat in current if seat.outcome is None and seat.table_id is not None}
        settled = [(table_id, outcomes_of(self._tables, table_id)) for table_id in sorted(open_tables)]
        with self._tables.database.write() as connection:
            for table_id, outcomes in settled:
                stored.settle_seats(connection, table_id, outcomes)

    def _entries(self, tournament: Tournament) -> list[Entry]:
        with self._tables.database.read() as connection:
            return stored.entries_of(connection, tournament.id)

    def _seats(self, tournament: Tournament) -> list[TournamentSeat]:
        with self._tables.database.read() as connection:
            return stored.seats_of(connection, tournament.id)


_MAKING_SECONDS = 120.0
"""So long whoever has begun a round may be making its tables."""


def begin_table(
    tables: Tables,
    server_secrets: ServerSecrets,
    tournament_id: str,
    plan: Plan,
    row: Sequence[TournamentSeat],
    entries: Sequence[Entry],
) -> None:
    """Make a table of a tournament, seat everybody who plays there, and begin its game."""
    table_id, _, own = tables.create(plan)

    def seat_all(table: Table, _: float) -> list[commands.PendingEvent]:
        joined = []
        for number, (entry, secret) in enumerate(zip(entries, own, strict=True)):
            if secret is not None:
                joined += commands.join(table, number, secret, entry.name or "?", b"")
        return joined

    tables.act(table_id, seat_all)
    with tables.database.write() as connection:
        is_first = stored.put_table(connection, tournament_id, row[0].round, row[0].number, table_id)
        for number, (entry, secret) in enumerate(zip(entries, own, strict=True)):
            if is_first and secret is not None and entry.person_id is not None:
                link = Link(table_id, number, secret, time.time())
                people.keep_link(connection, entry.person_id, link, server_secrets.people_key)
    if is_first:
        tables.act(table_id, lambda table, _: commands.start(table, None))
    else:
        tables.delete(table_id)  # another process was quicker


def outcomes_of(tables: Tables, table_id: str) -> list[tuple[Outcome, int | None]]:
    """Return what came of the seats of a table at which time was up, and their points: who is waited for is late."""
    try:
        table = tables.open(table_id)
    except RivertableError:
        return []  # it was deleted, or cannot be read: nobody is at fault
    late, match = table.to_move, table.match
    return [
        (
            "late" if number == late or seat.absence is not None or seat.is_resigned else "unfinished",
            None if match is None else match.position.totals[number],
        )
        for number, seat in enumerate(table.seats)
    ]
