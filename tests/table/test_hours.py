"""Messages at the hours of a person's own day: none in quiet ones, or all of a day as one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text as sql

from rivertable.table.domain.hours import Hours
from rivertable.table.errors import BadHoursError
from rivertable.table.people import ERASURE_DAYS

from .days import Days, days
from .in_process import Server, running
from .mail_server import MailServer, html_of, mail_server, plain_of
from .problem_documents import check_refused
from .test_messages import GRACE, OPEN, asked, channels_of, look, play, seated, waiting
from .test_people import Browser

__all__ = ["days"]
BERLIN = "Europe/Berlin"
EIGHT, TEN, EVENING = 8 * 60, 22 * 60, 18 * 60 + 30


def at(text: str, zone: str = BERLIN, *, fold: int = 0) -> float:
    """The time at which clocks in a zone show something."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


NIGHT = Hours(BERLIN, (TEN, EIGHT))


@pytest.mark.parametrize(
    ("hours", "due", "wanted"),
    [
        (NIGHT, "2026-07-01 21:59", "2026-07-01 21:59"),
        (NIGHT, "2026-07-01 22:00", "2026-07-02 08:00"),
        (NIGHT, "2026-07-02 07:59", "2026-07-02 08:00"),
        (NIGHT, "2026-07-02 08:00", "2026-07-02 08:00"),
        (Hours(BERLIN, (EIGHT, TEN)), "2026-07-02 12:00", "2026-07-02 22:00"),
        (Hours(BERLIN, None, EVENING), "2026-07-02 12:00", "2026-07-02 18:30"),
        (Hours(BERLIN, None, EVENING), "2026-07-02 18:30", "2026-07-02 18:30"),
        (Hours(BERLIN, None, EVENING), "2026-07-02 18:31", "2026-07-03 18:30"),
        (Hours("Asia/Kolkata", None, EVENING), "2026-07-02 15:01", "2026-07-03 15:00"),
        # Clocks go from 2 to 3 in spring, and from 3 back to 2 in autumn: a night is an hour shorter, or longer.
        (NIGHT, "2026-03-28 23:00", "2026-03-29 08:00"),
        (NIGHT, "2026-10-24 23:00", "2026-10-25 08:00"),
        (Hours(BERLIN, None, 150), "2026-03-28 12:00", "2026-03-29 03:30"),
    ],
)
def test_a_message_comes_at_its_hour(hours: Hours, due: str, wanted: str) -> None:
    moment = hours.moment(at(due), at(due), None, is_tried=False)
    assert datetime.fromtimestamp(moment, ZoneInfo(BERLIN)).isoformat(" ", "minutes")[:16] == wanted
    assert hours.moment(moment, moment, None, is_tried=False) == moment  # by then it waits no longer


def test_a_night_with_a_change_of_clocks_is_as_long_as_it_is() -> None:
    for due, slept in (("2026-03-28 23:00", 8), ("2026-10-24 23:00", 10), ("2026-07-01 23:00", 9)):
        assert NIGHT.moment(at(due), at(due), None, is_tried=False) - at(due) == slept * 3_600
    until_half_past = Hours(BERLIN, (TEN, 150))
    again = at("2026-10-25 02:15", fold=1)
    assert until_half_past.moment(again, again, None, is_tried=False) == again + 900


def test_what_would_be_over_by_then_does_not_wait() -> None:
    now = at("2026-07-01 23:00")
    morning, both = at("2026-07-02 08:00"), Hours(BERLIN, (TEN, EIGHT), EVENING)
    assert NIGHT.moment(now, now, morning, is_tried=False) == now
    assert NIGHT.moment(now, now, morning + 1, is_tried=False) == morning
    assert both.moment(now, now, morning + 1, is_tried=False) == now
    assert both.moment(now, now, at("2026-07-02 18:31"), is_tried=False) == at("2026-07-02 18:30")
    # One that could not be sent at its hour is not kept until the next day's, but never sent at night.
    assert both.moment(now - 3_600, now - 3_600, None, is_tried=True) == at("2026-07-01 22:00") + 10 * 3_600
    assert both.moment(at("2026-07-02 18:31"), at("2026-07-02 18:31"), None, is_tried=True) == at("2026-07-02 18:31")


@given(
    st.sampled_from([BERLIN, "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "UTC"]),
    st.one_of(st.none(), st.tuples(st.integers(0, 1439), st.integers(0, 1439))),
    st.one_of(st.none(), st.integers(0, 1439)),
    st.integers(1_600_000_000, 2_000_000_000),
)
def test_whatever_the_hours_no_message_waits_for_long_or_comes_too_early(
    zone: str, quiet: tuple[int, int] | None, digest: int | None, now: int
) -> None:
    hours = Hours(zone, quiet, digest)
    try:
        hours.check()
    except BadHoursError:
        return
    moment = hours.moment(now, now, None, is_tried=False)
    assert now <= moment <= now + 2 * 86_400 + 7_200
    again = hours.moment(moment, moment, None, is_tried=False)
    # Clocks that are put over the end of the quiet hours or the hour of the day make it one more step.
    assert hours.moment(again, again, None, is_tried=False) == again


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path, mail: MailServer, days: Days) -> Iterator[Server]:
    with running(tmp_path, access=OPEN, has_jobs=False, channels=channels_of(mail)) as made:
        yield made


Go = Callable[[str], None]


@pytest.fixture
def go(days: Days) -> Go:
    """Let clocks in Berlin show a time of a day that is to come."""

    def to(text: str) -> None:
        hour, minute = map(int, text.split(":"))
        here = datetime.fromtimestamp(time.time(), ZoneInfo(BERLIN))
        left = (hour - here.hour) * 3_600 + (minute - here.minute) * 60 - here.second
        days.move(left % 86_400 + 1)

    return to


def test_messages_wait_for_the_morning(server: Server, mail: MailServer, days: Days, go: Go) -> None:
    ada = asked(server, mail)
    told = ada.do("POST", "/hours", {"zone": BERLIN, "quiet_from": "22:00", "quiet_to": "08:00"})
    assert told["hours"] == {"zone": BERLIN, "quiet_from": "22:00", "quiet_to": "08:00", "digest": None}
    slow, quick = (seated(server, ada, clock={"kind": "turn", "seconds": one}) for one in (259_200, 7_200))
    go("23:00")
    play(server, slow)
    play(server, quick)
    days.move(GRACE + 1)
    look(server)
    (urgent,) = mail.all()  # its time ends in the night
    assert quick.id in plain_of(urgent)
    play(server, quick)
    go("07:59")
    look(server)
    assert mail.all() == []
    go("08:00")
    look(server)
    (late,) = mail.all()
    assert slow.id in plain_of(late) and late["Subject"].startswith("Your turn")
    assert ada.do("GET", "/data")["hours"] == told["hours"]
    assert ada.do("POST", "/hours", {"zone": BERLIN})["hours"] is None


def test_reminders_of_a_night_come_once(server: Server, mail: MailServer, days: Days, go: Go) -> None:
    """The message of a turn and its reminders may all wait for one hour; then the last of them is enough."""
    ada = asked(server, mail)
    ada.do("POST", "/hours", {"zone": BERLIN, "quiet_from": "20:00", "quiet_to": "09:00"})
    table = seated(server, ada, clock={"kind": "turn", "seconds": 50_400})
    go("20:30")
    play(server, table)
    for hours in (0.2, 7.0, 5.1):
        days.move(hours * 3_600)
        look(server)
        assert mail.all() == []
    assert waiting(server) == 3
    go("09:00")
    look(server)
    (told,) = mail.all()
    assert told["Subject"].startswith("Still your turn") and waiting(server) == 0


def test_one_message_a_day_tells_what_waits(server: Server, mail: MailServer, days: Days, go: Go) -> None:
    ada = asked(server, mail, language="de")
    go("10:00")
    ada.do("POST", "/hours", {"zone": BERLIN, "digest": "18:30"})
    tables = [seated(server, ada, name=f"Runde {number}") for number in range(20)]
    for table in tables:
        play(server, table)
    days.move(GRACE + 1)
    look(server)
    look(server)
    assert mail.all() == [] and waiting(server) == 20
    play(server, tables[0], 1)  # Ada has moved there
    go("18:30")
    mail.to_mail = ["451 later"]
    look(server)
    first = mail.next()
    assert mail.all() == [] and waiting(server) == 19
    days.move(61.0)
    look(server)
    (told,) = mail.all()
    assert told["Message-ID"] == first["Message-ID"]
    assert told["Subject"] == "19 Nachrichten von table.test" and waiting(server) == 0
    assert all(f"Runde {number} " in plain_of(told) for number in range(1, 20)) and "Runde 0 " not in plain_of(told)
    assert "https://table.test/\n" in plain_of(told) and "/t/" not in plain_of(told) + html_of(told)
    secrets = [secret for table in tables for secret in (*table.secrets, table.host)]
    assert not any(secret in told.as_string() for secret in secrets)
    # A single one is as always, and the next day's.
    play(server, tables[1], 2)
    days.move(GRACE + 1)
    look(server)
    assert mail.all() == []
    go("18:30")
    look(server)
    assert mail.next()["Subject"] == "Du bist am Zug: Runde 1 (River Valley Glassworks)"


def test_hours_that_cannot_be_are_refused_and_go_with_their_person(
    server: Server, mail: MailServer, days: Days
) -> None:
    ada = asked(server, mail)
    good: dict[str, Any] = {"zone": BERLIN, "quiet_from": "22:00", "quiet_to": "08:00", "digest": "18:30"}
    for wrong in ({"zone": "Europe/Atlantis"}, {"zone": "../etc/passwd"}, {"quiet_to": "22:00"}, {"quiet_from": None}):
        check(ada, good | wrong)
    check(ada, good | {"digest": "23:00"})
    ada.do("POST", "/hours", good)
    ada.do("DELETE")
    days.move((ERASURE_DAYS + 1) * 86_400.0)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    with server.database.read() as connection:
        assert connection.execute(sql("SELECT count(*) FROM message_hours")).scalar_one() == 0


def check(ada: Browser, wanted: Any) -> None:
    """Whether hours are refused with a sentence."""
    response = ada.call("POST", "/hours", wanted)
    if "/" in wanted["zone"] and ".." in wanted["zone"]:
        assert response.status_code == 422
    else:
        assert check_refused(response, "POST", "/api/me/hours", 409).code == "bad-hours"
