"""The board in a mail, as the one who gets it sees it: what that seat may not know does not change a byte of it."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from rivertable.table.messages.channels import Channel
from rivertable.table.messages.letters import words_of
from rivertable.table.messages.mail import Mail, mail_settings
from rivertable.table.store.messages import Kind

from .days import Days, days
from .in_process import Server, running
from .mail_server import MailServer, html_of, mail_server, plain_of
from .test_messages import GRACE, OPEN, SENDER, asked, look, play, seated
from .two_worlds import Swaps, install_other, rows_of

__all__ = ["days"]
BYTES_AT_MOST = 150_000
WIDE, HIGH = range(600, 1_300), range(300, 1_300)


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path, mail: MailServer, days: Days) -> Iterator[Server]:
    """A server whose mails have pictures, sent when it is told to look."""
    channels: dict[Kind, Channel] = {"mail": Mail(mail_settings(mail.url, SENDER, None), has_pictures=True)}
    with running(tmp_path, access=OPEN, has_jobs=False, channels=channels) as made:
        yield made


def picture_in(mail: EmailMessage) -> tuple[bytes, str]:
    """Return the PNG that a mail's page shows, and the page."""
    (image,) = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    page = html_of(mail)
    named = str(image["Content-ID"])
    assert image.get_content_type() == "image/png" and image.get_content_disposition() == "inline"
    assert f'<img src="cid:{named.strip("<>")}" alt="' in page
    drawn = image.get_content()
    assert isinstance(drawn, bytes) and drawn.startswith(b"\x89PNG\r\n\x1a\n") and len(drawn) < BYTES_AT_MOST
    width, height = int.from_bytes(drawn[16:20]), int.from_bytes(drawn[20:24])
    assert width in WIDE and height in HIGH
    return drawn, page


def test_a_picture_shows_what_the_seat_may_know_and_nothing_else(server: Server, mail: MailServer, days: Days) -> None:
    """A hand of one's own is in it; other hands and the deck are not, in a game that goes on for a while."""
    table = seated(server, asked(server, mail, language="de"), "market")
    play(server, table, 15)
    found = server.tables.open(table.id)
    assert found.match is not None and found.to_move == 0
    rows, rng = rows_of(server, table), Random(3)
    assert Swaps(found.match, 0, Random(3)).count > 20
    mail.to_mail = ["451 later", "451 later"]
    days.move(GRACE + 1)
    look(server)
    here, page = picture_in(first := mail.next())
    total = found.match.position.total
    words = words_of("de")["board"].format(own=total(0), others=total(1))
    assert f'alt="{words}"' in page and words in plain_of(first)
    install_other(server, table, found.match, rows, 0, rng)
    days.move(61.0)
    look(server)
    elsewhere = mail.next()
    assert elsewhere["Message-ID"] == first["Message-ID"] and picture_in(elsewhere) == (here, page)
    # Where it is the seat's own hand that differs, so does the picture.
    install_other(server, table, found.match, rows, 1, rng)
    days.move(121.0)
    look(server)
    assert picture_in(mail.next())[0] != here


def test_a_board_on_which_all_lies_open_has_a_picture_too(server: Server, mail: MailServer, days: Days) -> None:
    table = seated(server, asked(server, mail))
    play(server, table, 5)
    days.move(GRACE + 1)
    look(server)
    drawn, _ = picture_in(mail.next())
    play(server, table, 2)
    days.move(GRACE + 1)
    look(server)
    assert picture_in(mail.next())[0] != drawn
