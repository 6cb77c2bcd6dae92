"""Tournaments: making one, joining it, its tables, and how everybody stands.

In Swiss and knock-out ones a round follows from those before: see :mod:`rivertable.table.company.succession`.

A duplicate tournament is played at many tables at once: each of its deals by everybody, at tables and seats that the
movement gives. Seats that nobody takes have bots. How people did at a deal is told once all of its tables have ended;
its shuffle and the games themselves stay sealed until the time is up. What is not played then counts as unfinished.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from ...core.chance import commitment
from ...core.compiling.sources import sources_hash
from ...core.errors import RivertableError
from ...core.game import Terms
from ..domain.retention import DAY
from ..domain.table import Clock
from ..errors import NoSuchTournamentError, NotYoursError, TooManyError, WrongStateError
from ..people import Visitor
from ..store import people
from ..store.company import deals as stored_deals
from ..store.company import tournaments as stored
from ..store.company.deals import Deal
from ..store.company.tournaments import Entry, Kind, Tournament, TournamentSeat
from ..store.server_secrets import ServerSecrets
from ..tables import SeatPlan, Tables
from .fields import Compared, Result, Standing, compare, rank
from .movement import seatings, tables_for
from .ranking import Ranked, ranking
from .shared_deals import SharedDeals
from .succession import Succession, begin_table, outcomes_of

FILLING_LEVEL = "artisan"
"""The bots in seats that nobody takes: the strongest that takes no time to think."""
DEALS_AT_MOST = 32
PEOPLE_AT_MOST: Mapping[Kind, int] = {"duplicate": 60, "swiss": 200, "knockout": 200}
TABLES_AT_MOST = 240
"""So many tables a tournament makes at most: the people times the deals by the seats of a table."""
PEOPLE_AT_LEAST = 2
_OPEN_AT_MOST = 5
"""So many tournaments of one person may go on."""
_LISTED_AT_MOST = 50
_MAKING_SECONDS = 120.0
"""So long whoever has started a tournament may be making its tables."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A tournament to be: what is said of it before it starts.

    The ``rounds`` of a duplicate one are its deals, all played within ``days``; another one has so many days a round.
    """

    kind: Kind
    name: str
    terms: Terms
    rounds: int
    turn_seconds: int
    days: int
    has_outside_bots: bool


@dataclass(frozen=True, slots=True)
class Round:
    """One deal of a tournament: who sits where, and for how many tables it waits."""

    number: int
    seats: list[TournamentSeat]
    waiting_for: int


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._secrets = server_secrets
        self.deals = SharedDeals(tables, server_secrets)
        self.succession = Succession(tables, server_secrets)

    def make(self, visitor: Visitor, wanted: Wanted) -> Tournament:
        """Make a tournament for a person, who has not joined it yet.

        Raises:
            TooManyError: too many of the person's go on.
        """
        terms = wanted.terms
        rules = {
            "options": terms.options.document(),
            "components": terms.components.sha256,
            "rounds": wanted.rounds,
            "turn_seconds": wanted.turn_seconds,
            "days": wanted.days,
            "has_outside_bots": wanted.has_outside_bots,
        }
        tournament = Tournament(
            secrets.token_urlsafe(16),
            wanted.kind,
            wanted.name,
            terms.game.name,
            terms.players,
            rules,
            visitor.person.id,
            time.time(),
        )
        with self._tables.database.write() as connection:
            if stored.count_open_of(connection, visitor.person.id) >= _OPEN_AT_MOST:
                raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=3600)
            stored.put_tournament(connection, tournament)
        return tournament

    def find(self, tournament_id: str) -> Tournament:
        """Return a tournament as it stands now.

        Raises:
            NoSuchTournamentError: there is none.
        """
        with self._tables.database.read() as connection:
            found = stored.find_tournament(connection, tournament_id)
        if found is None:
            raise NoSuchTournamentError("There is no such tournament.")
        if found.state == "playing" and found.ends_at is not None and time.time() >= found.ends_at:
            self._settle(found)
            return self.find(tournament_id)
        return found

    def of(self, visitor: Visitor) -> list[Tournament]:
        """Return the tournaments that a person has made or plays in, the newest first."""
        with self._tables.database.read() as connection:
            return stored.tournaments_of(connection, visitor.person.id, _LISTED_AT_MOST)

    def entries(self, tournament: Tournament) -> list[Entry]:
        """Return who plays, by number; once it has started the bots that fill seats among them."""
        with self._tables.database.read() as connection:
            return stored.entries_of(connection, tournament.id)

    def is_owner(self, tournament: Tournament, visitor: Visitor) -> bool:
        """Return whether a person has made a tournament."""
        return tournament.owner == visitor.person.id

    # Before it starts.

    def join(self, tournament: Tournament, visitor: Visitor, *, is_bot: bool) -> None:
        """Let a person play, or a program that has taken a name; nothing is done where they do already.

        A Swiss one may be joined late, until half of its rounds have begun, and by whoever has left it.

        Raises:
            WrongStateError: it has started, is full, or is for people only.
        """
        if is_bot and not tournament.rules["has_outside_bots"]:
            raise WrongStateError("This tournament is for people only.")
        entries = self.entries(tournament)
        mine = _entry_of(entries, visitor)
        if mine is not None and mine.withdrawn_at is None:
            return
        self._check_joinable(tournament, is_back=mine is not None)
        playing = sum(entry.withdrawn_at is None for entry in entries)
        if playing >= PEOPLE_AT_MOST[tournament.kind] or _table_count(tournament, playing + 1) > TABLES_AT_MOST:
            raise WrongStateError("This tournament is full.")
        with self._tables.database.write() as connection:
            if stored.find_tournament(connection, tournament.id) != tournament:
                raise WrongStateError("This tournament has started.")
            if mine is not None:
                stored.return_entry(connection, tournament.id, mine.number)
                return
            number = len(entries)
            # Others may join at the same moment.
            while not stored.add_entry(
                connection, tournament.id, number, visitor.person.id, time.time(), is_bot=is_bot
            ):
                number += 1

    def leave(self, tournament: Tournament, visitor: Visitor) -> None:
        """Let a person who has joined think better of it; a Swiss one plays on without them from the next round on.

        Raises:
            WrongStateError: it has started, and all of its tables; or the person has not joined it.
        """
        if tournament.kind == "duplicate" or tournament.state == "over":
            _check_open(tournament)
        mine = _entry_of(self.entries(tournament), visitor)
        if mine is None or mine.withdrawn_at is not None:
            raise WrongStateError("You have not joined this tournament.")
        with self._tables.database.write() as connection:
            stored.withdraw_entry(connection, tournament.id, mine.number, time.time())

    def start(self, tournament: Tournament, visitor: Visitor) -> Tournament:
        """Start a tournament: seats are drawn, and all of its tables are made.

        Raises:
            NotYoursError: another person has made it.
            WrongStateError: it has started, or too few have joined.
        """
        if not self.is_owner(tournament, visitor):
            raise NotYoursError("Only who has made the tournament starts it.")
        _check_open(tournament)
        joined = [entry.number for entry in self.entries(tournament) if entry.withdrawn_at is None]
        if len(joined) < PEOPLE_AT_LEAST:
            raise WrongStateError("A tournament takes two people at least.")
        if tournament.kind != "duplicate":
            self.succession.start(tournament)
            return self.find(tournament.id)
        now, rules = time.time(), tournament.rules
        ends_at = now + rules["days"] * DAY
        tables = tables_for(len(joined), tournament.players)
        first_bot = 1 + max(joined)
        playing = [*joined, *range(first_bot, first_bot + tables * tournament.players - len(joined))]
        rounds = seatings(len(playing), tournament.players, rules["rounds"], Random(secrets.randbits(64)))
        seats = [
            TournamentSeat(number, table, seat, playing[entry])
            for number, rows in enumerate(rounds, 1)
            for table, row in enumerate(rows)
            for seat, entry in enumerate(row)
        ]
        with self._tables.database.write() as connection:
            if not stored.start_tournament(connection, tournament.id, now, ends_at):
                raise WrongStateError("This tournament has started.")
            for number in playing[len(joined) :]:
                stored.add_entry(connection, tournament.id, number, None, now, is_bot=True)
            stored_deals.put_deals(
                connection, [self._deal(tournament, number, now, ends_at) for number in range(1, len(rounds) + 1)]
            )
            stored.put_seats(connection, tournament.id, seats)
        started = self.find(tournament.id)
        self.make_tables(started)
        return started

    def _deal(self, tournament: Tournament, number: int, now: float, ends_at: float) -> Deal:
        deal_id, rules_hash, rules = f"{tournament.id}-{number}", sources_hash(), tournament.rules
        key = self.deals.new_key(deal_id, tournament.game, tournament.players, rules_hash)
        return Deal(
            id=deal_id,
            day=None,
            game=tournament.game,
            players=tournament.players,
            options=rules["options"],
            components=rules["components"],
            level=FILLING_LEVEL,
            first_seat=(number - 1) % tournament.players,
            rules_hash=rules_hash,
            commitment=commitment(key),
            made_at=now,
            opens_at=now,
            closes_at=ends_at,
            sealed_until=ends_at,
        )

    def make_tables(self, tournament: Tournament) -> None:
        """Make the tables of a tournament that are still to be made: a server may have stopped meanwhile."""
        with self._tables.database.read() as connection:
            seats = stored.seats_of(connection, tournament.id)
        entries = {entry.number: entry for entry in self.entries(tournament)}
        for found in _rounds(seats, is_over=False):
            deal = self.deal(tournament, found.number)
            for row in _tables_in(found.seats):
                if row[0].table_id is None:
                    self._make_table(tournament, deal, row, [entries[seat.entry] for seat in row])

    def _make_table(
        self, tournament: Tournament, deal: Deal, row: Sequence[TournamentSeat], entries: Sequence[Entry]
    ) -> None:
        """Make a table, seat everybody who plays there, and begin its game."""
        plans = [SeatPlan("bot", FILLING_LEVEL) if entry.person_id is None else SeatPlan("person") for entry in entries]
        clock = Clock("turn", tournament.rules["turn_seconds"])
        plan = self.deals.plan(deal, plans, name=f"{tournament.name[:32]} {row[0].round}", clock=clock)
        begin_table(self._tables, self._secrets, tournament.id, plan, row, entries)

    # While it goes on, and afterwards.

    def deal(self, tournament: Tournament, number: int) -> Deal:
        """Return a deal of a tournament that has started.

        Raises:
            NoSuchTournamentError: it has no such deal, or has not started.
        """
        with self._tables.database.read() as connection:
            found = stored_deals.find_deal(connection, f"{tournament.id}-{number}")
        if found is None:
            raise NoSuchTournamentError("The tournament has no such deal.")
        return found

    def rounds(self, tournament: Tournament) -> list[Round]:
        """Return the deals of a tournament, with who sits where; [] before it has started."""
        with self._tables.database.read() as connection:
            return _rounds(stored.seats_of(connection, tournament.id), is_over=tournament.state == "over")

    def ranking(self, tournament: Tournament) -> list[Ranked]:
        """Return how everybody stands after the rounds that have ended, of a tournament with rounds."""
        begun = self.succession.rounds(tournament)
        with self._tables.database.read() as connection:
            seats = stored.seats_of(connection, tournament.id)
        running = {seat.round for seat in seats if seat.outcome is None}
        is_running = tournament.state == "playing" and begun and begun[-1].number in running
        ended = [seat for seat in seats if not (is_running and seat.round == begun[-1].number)]
        if not ended:
            return []
        is_knockout = tournament.kind == "knockout"
        return ranking(self.entries(tournament), ended, tournament.started_at or 0.0, is_knockout=is_knockout)

    def seat_secrets(self, visitor: Visitor) -> dict[tuple[str, int], str]:
        """Return the secrets of all seats that a person keeps links to, by table and seat."""
        with self._tables.database.read() as connection:
            links = people.links_of(connection, visitor.person.id, self._secrets.people_key)
        return {(link.table_id, link.seat): link.secret for link in links}

    def tend(self) -> None:
        """Make what tables are missing, and settle the tournaments whose time is up."""
        with self._tables.database.read() as connection:
            running = stored.running_tournaments(connection)
        for tournament_id in running:
            with suppress(RivertableError):
                tournament = self.find(tournament_id)
                if tournament.kind != "duplicate":
                    self.succession.advance(tournament)
                elif tournament.state == "playing" and time.time() - (tournament.started_at or 0) > _MAKING_SECONDS:
                    self.make_tables(tournament)

    def _settle(self, tournament: Tournament) -> None:
        """Write what came of the tables that have not ended, and that the tournament is over."""
        with self._tables.database.read() as connection:
            seats = stored.seats_of(connection, tournament.id)
        open_tables = {seat.table_id for seat in seats if seat.outcome is None and seat.table_id is not None}
        settled = [(table_id, outcomes_of(self._tables, table_id)) for table_id in sorted(open_tables)]
        with self._tables.database.write() as connection:
            for table_id, outcomes in settled:
                stored.settle_seats(connection, table_id, outcomes)
            stored.end_tournament(connection, tournament.id, time.time())

    def _check_joinable(self, tournament: Tournament, *, is_back: bool) -> None:
        """Refuse who comes too late."""
        if tournament.state == "open":
            return
        begun = self.succession.rounds(tournament)
        is_late = 2 * len(begun) > tournament.rules["rounds"]
        if tournament.kind != "swiss" or tournament.state == "over" or (is_late and not is_back):
            raise WrongStateError("This tournament has started.")


def compared(found: Round) -> list[Compared]:
    """Return the results of a deal beside one another; [] as long as it waits for a table."""
    if found.waiting_for:
        return []
    return compare(
        [Result(seat.entry, seat.seat, seat.margin, seat.outcome in ("left", "late")) for seat in found.seats]
    )


def standings(rounds: Sequence[Round]) -> list[Standing]:
    """Return how everybody stands after the deals that all have played."""
    done = [compared(found) for found in rounds if not found.waiting_for]
    return rank(done, len(_tables_in(rounds[0].seats))) if done else []


def _rounds(seats: Sequence[TournamentSeat], *, is_over: bool) -> list[Round]:
    """Return the rounds of seats; once it is over none waits for a table, though one may have been deleted."""
    by_round: dict[int, list[TournamentSeat]] = {}
    for seat in seats:
        by_round.setdefault(seat.round, []).append(seat)
    return [
        Round(number, found, 0 if is_over else len({seat.number for seat in found if seat.outcome is None}))
        for number, found in by_round.items()
    ]


def _tables_in(seats: Sequence[TournamentSeat]) -> list[list[TournamentSeat]]:
    by_table: dict[int, list[TournamentSeat]] = {}
    for seat in seats:
        by_table.setdefault(seat.number, []).append(seat)
    return list(by_table.values())


def _table_count(tournament: Tournament, people_count: int) -> int:
    if tournament.kind != "duplicate":
        return 1  # its rounds follow one another, so that few of its tables are played at a time
    return int(tables_for(people_count, tournament.players) * tournament.rules["rounds"])


def _entry_of(entries: Sequence[Entry], visitor: Visitor) -> Entry | None:
    return next((entry for entry in entries if entry.person_id == visitor.person.id), None)


def _check_open(tournament: Tournament) -> None:
    if tournament.state != "open":
        raise WrongStateError("This tournament has started.")
