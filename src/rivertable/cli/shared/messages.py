"""The options by which a server is told how to send people messages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import OptionError

if TYPE_CHECKING:
    from ...table.messages.mail import MailSettings
    from ...table.messages.subscription import PushSettings

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

Webhooks = Annotated[
    bool,
    typer.Option(
        "--webhooks",
        envvar="RIVERTABLE_WEBHOOKS",
        help="Offer messages to ntfy and to other https addresses when it is one's turn.",
    ),
]
WebhookHosts = Annotated[
    list[str],
    typer.Option(
        "--webhook-host",
        metavar="NAME",
        help="A host of your own network that webhooks may lead to, such as ntfy:8080; may be repeated.",
    ),
]

PushContact = Annotated[
    str | None,
    typer.Option(
        "--push",
        metavar="ADDRESS",
        envvar="RIVERTABLE_PUSH",
        help="Offer messages that browsers show by themselves; push services write to this address of yours.",
    ),
]
PushHosts = Annotated[
    list[str],
    typer.Option(
        "--push-host",
        metavar="NAME",
        envvar="RIVERTABLE_PUSH_HOST",
        help="A push service besides those of the usual browsers, such as push.example.org; may be repeated.",
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
    _check_possible("--mail", is_possible)
    try:
        secret = None if password is None else password.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError("The password's file {place} cannot be read.", place=str(password)) from error
    from ...table.messages.mail import mail_settings

    return mail_settings(url, sender, secret)


def webhooks_of(is_wanted: bool, hosts: list[str], *, is_possible: bool) -> tuple[str, ...] | None:
    """Return the hosts that webhooks may lead to besides public ones; None where there are to be no webhooks.

    Raises:
        OptionError: something is lacking.
    """
    if not is_wanted:
        return None
    _check_possible("--webhooks", is_possible)
    return tuple(hosts)


def push_of(contact: str | None, hosts: list[str], public_url: str | None, *, is_possible: bool) -> PushSettings | None:
    """Return the settings that the options give; None where there is to be no push.

    Raises:
        OptionError: something is lacking, or is nothing that push services or browsers take.
    """
    if contact is None:
        return None
    _check_possible("--push", is_possible)
    from ...table.messages.subscription import push_settings

    return push_settings(contact, tuple(hosts), public_url)


def _check_possible(option: str, is_possible: bool) -> None:
    if not is_possible:
        raise OptionError(
            "{option} takes --people, who may ask for messages, and --public-url, which their links begin with.",
            option=option,
        )
