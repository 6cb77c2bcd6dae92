"""The deal of the day: one a game and number of players, the same for everybody, with bots whose luck is part of it.

The server's clock says which day it is, in UTC. The commitment to a deal is published some days before, its key once no
attempt counts any more. A deal stands for its day as the rules were when it opened: where they change meanwhile it
counts for nobody.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from ...bots.strength.ladder import ANCHOR
from ...core.chance import commitment
from ...core.compiling.sources import sources_hash
from ...core.errors import RivertableError
from ...core.game import GAMES, Game
from ..domain import commands
from ..domain.deals import is_sealed
from ..domain.retention import DAY
from ..domain.table import Table
from ..errors import NoSuchDealError, WrongStateError
from ..store.company import deals as stored
from ..store.company.deals import Attempt, Deal, Standing
from ..store.people import Person
from ..store.server_secrets import ServerSecrets
from ..tables import SeatPlan, Tables
from .shared_deals import SharedDeals

LEVEL = ANCHOR
"""The bots of every deal."""
SIZES = (2, 3, 4)
DAYS_AHEAD = 7
"""So many days before a deal opens its commitment is published."""
SEALED_HOURS = 36
"""So long after it opens a deal stays sealed; whoever begins within the day has at least half a day to end."""
PERSON_SEAT = 0
_BEST_AT_MOST = 10
_HOUR = 3_600.0


@dataclass(frozen=True, slots=True)
class Begun:
    """A table at which somebody plays a deal: its id, the secret of the person's seat, and whether it counts."""

    table_id: str
    secret: str
    is_scored: bool


@dataclass(frozen=True, slots=True)
class Place:
    """How an attempt stands among those that count: its place from 1, and the share of the ``others`` it has beaten.

    Half of a tie counts as beaten; the share is None as long as there are no others.
    """

    place: int
    others: int
    share: float | None


@dataclass(frozen=True, slots=True)
class Parting:
    """Where an attempt has left the path of the best one: the turn, from 1, and the two moves in their notation."""

    turn: int
    own: str
    best: str
    best_table: str


class Days:
    """The deals of the days of a server."""

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._deals = SharedDeals(tables, server_secrets)
        self._published: date | None = None

    def today(self) -> date:
        """Return the day, in UTC."""
        return _day_at(time.time())

    def of_day(self, day: date) -> list[Deal]:
        """Return the deals of a day: of today and the days that are published; of others none, or what is kept."""
        self.publish()
        with self._tables.database.read() as connection:
            return stored.deals_of_day(connection, day.isoformat())

    def find(self, day: date, game: str, players: int) -> Deal:
        """Return a deal of a day.

        Raises:
            NoSuchDealError: there is none.
        """
        for deal in self.of_day(day):
            if (deal.game, deal.players) == (game, players):
                return deal
        raise NoSuchDealError("There is no such deal of the day.")

    def publish(self) -> None:
        """Publish the commitments of today and the days ahead, where that has not been done; cancel what is stale."""
        now = time.time()
        today = _day_at(now)
        if self._published == today:
            return
        days = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
        deals = [
            self._made(day, game, players, now)
            for day in days
            for game in GAMES.values()
            if game.rows is not None
            for players in SIZES
            if players in game.players
        ]
        with self._tables.database.write() as connection:
            stored.put_deals(connection, deals)
            stored.cancel_deals(connection, sources_hash(), now)
        self._published = today

    def _made(self, day: date, game: Game, players: int, now: float) -> Deal:
        opens_at = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
        rules_hash = sources_hash()
        key = self._deals.new_key(day.isoformat(), game.name, players, rules_hash)
        return Deal(
            id=f"{day.isoformat()}-{game.name}-{players}",
            day=day.isoformat(),
            game=game.name,
            players=players,
            options=game.options.make().document(),
            components=game.printed.load().sha256,
            level=LEVEL,
            first_seat=day.toordinal() % players,
            rules_hash=rules_hash,
            commitment=commitment(key),
            made_at=now,
            opens_at=opens_at,
            closes_at=opens_at + DAY,
            sealed_until=opens_at + SEALED_HOURS * _HOUR,
        )

    def published_key(self, deal: Deal) -> str | None:
        """Return the key of a deal, hexadecimal, once it is no longer sealed."""
        return self._deals.published_key(deal)

    # Playing.

    def check_open(self, deal: Deal) -> None:
        """Refuse a deal that cannot be played now.

        Raises:
            WrongStateError: it cannot.
        """
        if deal.cancelled_at is not None:
            raise WrongStateError("The rules have changed since this deal was published, so it is cancelled for all.")
        if not deal.opens_at <= time.time() < deal.closes_at:
            raise WrongStateError("This deal is not open now.")

    def begin(self, deal: Deal, name: str, person: Person | None) -> Begun:
        """Let somebody play a deal at a table of their own; the first attempt of a person counts.

        Raises:
            WrongStateError: the deal cannot be played now.
        """
        self.check_open(deal)
        seats = [SeatPlan("bot", deal.level) for _ in range(deal.players)]
        seats[PERSON_SEAT] = SeatPlan("person")
        plan = self._deals.plan(deal, seats)
        table_id, _, own = self._tables.create(plan)
        secret = own[PERSON_SEAT] or ""
        with self._tables.database.write() as connection:
            now = time.time()
            is_scored = stored.begin_attempt(connection, deal.id, table_id, person.id if person else None, now)
        self._tables.act(table_id, lambda table, _: commands.join(table, PERSON_SEAT, secret, name, b""))
        self._tables.act(table_id, lambda table, _: commands.start(table, None))
        return Begun(table_id, secret, is_scored)

    # Afterwards.

    def attempt_at(self, table: Table) -> tuple[Deal, Attempt]:
        """Return the attempt that is made at a table, and its deal.

        Raises:
            NoSuchDealError: none is made there.
        """
        with self._tables.database.read() as connection:
            attempt = stored.find_attempt(connection, table.id)
            deal = stored.find_deal(connection, attempt.deal_id) if attempt else None
        if attempt is None or deal is None:
            raise NoSuchDealError("There is no such deal of the day.")
        return deal, attempt

    def field(self, deal: Deal) -> list[tuple[float, int]]:
        """Return how many attempts that count have ended with each margin, the lowest first."""
        with self._tables.database.read() as connection:
            return stored.field_of(connection, deal.id)

    def best(self, deal: Deal) -> list[Standing]:
        """Return the best attempts that count."""
        with self._tables.database.read() as connection:
            return stored.best_attempts(connection, deal.id, _BEST_AT_MOST)

    def parting(self, deal: Deal, table: Table) -> Parting | None:
        """Return where a game has left the path of the best attempt; None if it has not, or the deal is sealed."""
        best = next(iter(self.best(deal)), None)
        if is_sealed(table.shared) or best is None or best.table_id == table.id or table.match is None:
            return None
        try:
            other = self._tables.open(best.table_id)
        except RivertableError:
            return None  # it was deleted, or cannot be read: then there is no path to tell of
        return parting_of(table, other)


def place_among(field: list[tuple[float, int]], attempt: Attempt) -> Place | None:
    """Return how an attempt stands among those that count, itself among them if it does; None before it has ended."""
    if attempt.margin is None:
        return None
    beaten = sum(count for margin, count in field if margin < attempt.margin)
    above = sum(count for margin, count in field if margin > attempt.margin)
    alike = sum(count for margin, count in field if margin == attempt.margin) - attempt.is_scored
    others = beaten + above + alike
    return Place(above + 1, others, (beaten + alike / 2) / others if others else None)


def parting_of(table: Table, best: Table) -> Parting | None:
    """Return where a game of a deal has left the path of another one; None if it has not."""
    if table.match is None or best.match is None:
        return None
    for number, (mine, theirs) in enumerate(zip(table.match.turns, best.match.turns, strict=False), 1):
        if mine.decisions != theirs.decisions:
            return Parting(number, str(mine.move), str(theirs.move), best.id)
    return None


def _day_at(at: float) -> date:
    return datetime.fromtimestamp(at, UTC).date()
