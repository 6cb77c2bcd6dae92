"""At which hours of a person's own day messages come: none in quiet ones, or all of a day at one hour."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ..errors import BadHoursError

_HOUR_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Hours:
    """At which hours messages come to a person; minutes count from midnight, as the clocks of their zone show it.

    Attributes:
        zone: the name of the time zone, such as ``Europe/Berlin``.
        quiet: from which minute until which messages wait, over midnight where that is the smaller one; None for never.
        digest: at which minute one message tells what has waited; None where each comes by itself.
    """

    zone: str
    quiet: tuple[int, int] | None = None
    digest: int | None = None

    def check(self) -> None:
        """Refuse hours that cannot be.

        Raises:
            BadHoursError: there is no such zone, or quiet hours are none or all, or the digest would come in them.
        """
        _zone(self.zone)
        if self.quiet is not None and self.quiet[0] == self.quiet[1]:
            raise BadHoursError("Quiet hours begin and end at different times.")
        if self.digest is not None and self._is_quiet(self.digest):
            raise BadHoursError("The one message of a day cannot come in quiet hours.")

    def moment(self, due_at: float, now: float, ends_at: float | None, *, is_tried: bool) -> float:
        """Return when a message that is due is to be sent: ``now``, or later.

        What is told of has an end: where that would come first, nothing waits. A message that was tried already has
        waited for its hour.
        """
        wanted = now
        if self.digest is not None and not is_tried:
            wanted = max(self._next(self.digest, due_at), now)
        if self.quiet is not None and self._is_quiet(self._minute(wanted)):
            wanted = self._next(self.quiet[1], wanted)
        return now if ends_at is not None and ends_at <= wanted else wanted

    def _is_quiet(self, minute: int) -> bool:
        if self.quiet is None:
            return False
        begin, end = self.quiet
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    def _minute(self, at: float) -> int:
        local = datetime.fromtimestamp(at, _zone(self.zone))
        return local.hour * _HOUR_MINUTES + local.minute

    def _next(self, minute: int, at: float) -> float:
        """Return when the clocks show a minute of the day, at the earliest at some time.

        Where they skip it in spring, that is an hour later by them.
        """
        today = datetime.fromtimestamp(at, _zone(self.zone)).date()
        moments = (moment for day in (0, 1, 2) for moment in self._on(today + timedelta(days=day), minute))
        return next(moment for moment in moments if moment >= at)

    def _on(self, day: date, minute: int) -> list[float]:
        """Return when the clocks show a minute on some day: twice where they are put back over it in autumn."""
        hour, rest = divmod(minute, _HOUR_MINUTES)
        first = datetime(day.year, day.month, day.day, hour, rest, tzinfo=_zone(self.zone))
        moments = first.timestamp(), first.replace(fold=1).timestamp()
        return sorted(set(moments)) if moments[1] > moments[0] else [moments[0]]


def _zone(name: str) -> ZoneInfo:
    """Return a time zone by its name.

    Raises:
        BadHoursError: there is none such.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadHoursError("There is no time zone {zone}.", zone=name) from error
