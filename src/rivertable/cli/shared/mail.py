"""The options by which a server is told how to send mail."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import OptionError
from ...table.messages.mail import MailSettings, mail_settings

MailServer = Annotated[
    str | None,
    typer.Option(
        "--mail",
        metavar="URL",
        envvar="RIVERTABLE_MAIL",
        help="Offer mail when it is one's turn, by a server such as smtps://user@mail.example.org.",
    ),
]
MailSender = Annotated[
    str | None,
    typer.Option(
        "--mail-from",
        metavar="ADDRESS",
        envvar="RIVERTABLE_MAIL_FROM",
        help="The address that mail comes from.",
    ),
]
MailPassword = Annotated[
    Path | None,
    typer.Option(
        "--mail-password",
        metavar="FILE",
        envvar="RIVERTABLE_MAIL_PASSWORD",
        help="The file that holds the password for the mail server.",
    ),
]


def mail_of(url: str | None, sender: str | None, password: Path | None, *, is_possible: bool) -> MailSettings | None:
    """Return the settings that the options give; None where no mail is to be sent.

    ``is_possible`` says whether people can take a name, and links have a public address to begin with.

    Raises:
        OptionError: something is lacking, or the password's file cannot be read.
    """
    if url is None:
        return None
    if sender is None:
        raise OptionError("--mail takes --mail-from, the address that mail comes from.")
    if not is_possible:
        raise OptionError("--mail takes --people, who may ask for it, and --public-url, which its links begin with.")
    try:
        secret = None if password is None else password.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError("The password's file {place} cannot be read.", place=str(password)) from error
    return mail_settings(url, sender, secret)
