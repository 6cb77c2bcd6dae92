"""Holidays: some days a year in which no clock of days runs for a person, at tables that have agreed to it."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from ..core.errors import RivertableError
from .domain.commands import PendingEvent
from .domain.table import Table
from .errors import NoHolidayError
from .people import Visitor
from .store.company import holidays
from .store.company.holidays import Holiday
from .store.people import HOST_SEAT, links_of
from .store.server_secrets import ServerSecrets
from .tables import Tables

DAYS_A_YEAR = 30
"""So many days of a calendar year (UTC) a person may be away, begun ones counted whole."""
_DAY = 86_400.0
_AHEAD_DAYS = 366


class Holidays:
    """Takes holidays, and tells the tables of them: a table knows the holidays of its seats by events of its own."""

    def __init__(self, tables: Tables, server_secrets: ServerSecrets) -> None:
        self._tables = tables
        self._key = server_secrets.people_key

    def of(self, visitor: Visitor) -> list[Holiday]:
        """Return a person's holidays, the first first."""
        with self._tables.database.read() as connection:
            return holidays.holidays_of(connection, visitor.person.id)

    def days_left(self, visitor: Visitor) -> int:
        """Return how many days a person has left this year."""
        return DAYS_A_YEAR - _days_by_year(self.of(visitor))[datetime.fromtimestamp(time.time(), UTC).year]

    def take(self, visitor: Visitor, from_at: float, days: int) -> None:
        """Let a person be away for so many days from a time on, which is now at the earliest.

        Raises:
            NoHolidayError: the person has not so many days left, is away then already, or looks too far ahead.
        """
        now = time.time()
        begins = max(from_at, now)
        until = begins + days * _DAY
        if begins > now + _AHEAD_DAYS * _DAY:
            raise NoHolidayError("A holiday begins within a year.")
        with self._tables.database.write() as connection:
            known = holidays.holidays_of(connection, visitor.person.id)
            if any(one.from_at < until and one.until > begins for one in known):
                raise NoHolidayError("You have a holiday then already.")
            if any(used > DAYS_A_YEAR for used in _days_by_year([*known, Holiday("", begins, until)]).values()):
                raise NoHolidayError("There are {days} days of holidays a year.", days=DAYS_A_YEAR)
            holidays.add_holiday(connection, visitor.person.id, begins, until)
        self.tell(visitor)

    def end(self, visitor: Visitor, holiday_id: str) -> None:
        """End a holiday now, or give it up where it has not begun; one that is over stays as it was.

        Raises:
            NoHolidayError: the person has no such holiday.
        """
        now = time.time()
        found = next((one for one in self.of(visitor) if one.id == holiday_id), None)
        if found is None:
            raise NoHolidayError("You have no such holiday.")
        if found.until > now:
            with self._tables.database.write() as connection:
                holidays.end_holiday(connection, found, now)
            self.tell(visitor)

    def tell(self, visitor: Visitor, table_id: str | None = None) -> None:
        """Tell a table, else all tables at which a person has a seat, of the holidays that are not over."""
        with self._tables.database.read() as connection:
            links = links_of(connection, visitor.person.id, self._key)
        own = [(one.from_at, one.until) for one in self.of(visitor)]
        for link in links:
            if link.seat == HOST_SEAT or table_id not in (None, link.table_id):
                continue
            with suppress(RivertableError):  # it was deleted just now, or cannot be read
                self._tell_table(link.table_id, link.seat, link.secret, own)

    def _tell_table(self, table_id: str, seat: int, secret: str, own: list[tuple[float, float]]) -> None:
        def command(table: Table, _: float) -> list[PendingEvent]:
            is_theirs = table.seat_of(secret) == seat and table.status in ("waiting", "playing")
            if not is_theirs or not table.agreement.has_holidays or list(table.seats[seat].holidays) == own:
                return []
            return [PendingEvent("holiday", seat, {"holidays": own})]

        self._tables.act(table_id, command)


def _days_by_year(taken: Iterable[Holiday]) -> Counter[int]:
    """Return how many days of each year holidays take: of a year that one begins in, all of its days."""
    found: Counter[int] = Counter()
    for one in taken:
        found[datetime.fromtimestamp(one.from_at, UTC).year] += math.ceil((one.until - one.from_at) / _DAY - 1e-6)
    return found
