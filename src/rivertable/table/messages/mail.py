"""Mail: by SMTP, through a server that the operator names."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from html import escape
from typing import Any, Literal, cast
from urllib.parse import unquote, urlsplit

from ...core.errors import OptionError
from ..errors import BadAddressError
from .channels import Outcome
from .letters import Letter
from .picture import drawn

ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,180}[A-Za-z0-9])?$"
"""The form of an address of mail."""
_PORTS = {"smtp": 587, "smtps": 465, "smtp-plain": 25}
_TIMEOUT_SECONDS = 20.0
_FOR_GOOD = 500
"""From this code on a mail server has refused for good."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The mail server, and whom mail comes from.

    Attributes:
        security: TLS from the first byte (``smtps``), before anything is said (``smtp``), or none (``smtp-plain``).
    """

    security: Literal["smtp", "smtps", "smtp-plain"]
    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = None


def mail_settings(url: str, sender: str, password: str | None) -> MailSettings:
    """Return the settings that an URL such as ``smtps://name@mail.example.org`` means.

    Raises:
        OptionError: it means none, the sender is no address, or a password would be sent for all to read.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    is_bare = parts.path in ("", "/") and not parts.query and not parts.fragment and parts.password is None
    if parts.scheme not in _PORTS or not parts.hostname or not is_bare:
        raise OptionError(
            "The mail server is given as smtps://user@mail.example.org, smtp://… or smtp-plain://…, without a password."
        )
    if not re.match(ADDRESS, sender):
        raise OptionError("{sender} is no address that mail can come from.", sender=repr(sender))
    user = unquote(parts.username) if parts.username else None
    if (user is None) != (password is None):
        raise OptionError("A mail server that asks for a user asks for a password, too; both are given, or neither.")
    if password is not None and parts.scheme == "smtp-plain":
        raise OptionError("A password is not sent without TLS: use smtp:// or smtps://.")
    security: Any = parts.scheme
    return MailSettings(security, parts.hostname, port or _PORTS[security], sender, user, password)


class Mail:
    """The channel ``mail``; it is a :class:`~rivertable.table.messages.channels.Channel`."""

    server_key = None

    def __init__(self, settings: MailSettings, *, has_pictures: bool) -> None:
        self._settings = settings
        self.has_pictures = has_pictures

    def check(self, address: str) -> None:
        """Refuse an address that no message can go to.

        Raises:
            BadAddressError: it is one.
        """
        if not re.match(ADDRESS, address):
            raise BadAddressError("{address} is no address of mail.", address=repr(address))

    async def send(self, address: str, letter: Letter) -> Outcome:
        """Hand a message to the mail server, and return what it said."""
        import aiosmtplib  # only a server that sends mail loads it

        class Client(aiosmtplib.SMTP):
            def close(self) -> None:
                """Close the connection at once: the other side's goodbye is not waited for when everything is said."""
                transport = cast("asyncio.WriteTransport | None", self.transport)
                super().close()
                if transport is not None:
                    transport.abort()

        settings = self._settings
        board = None if letter.picture is None else await asyncio.to_thread(drawn, letter.picture)
        try:
            async with Client(
                hostname=settings.host,
                port=settings.port,
                username=settings.user,
                password=settings.password,
                use_tls=settings.security == "smtps",
                start_tls=settings.security == "smtp",
                # Else this computer is asked for a name that nobody outside may know.
                local_hostname=settings.sender.rpartition("@")[2],
                timeout=_TIMEOUT_SECONDS,
            ) as client:
                message = compose(letter, settings.sender, address, board)
                _, said = await client.send_message(message, sender=settings.sender, recipients=[address])
        except aiosmtplib.SMTPRecipientsRefused as error:
            refused = error.recipients[0]
            return Outcome("refused" if refused.code >= _FOR_GOOD else "later", f"{refused.code} {refused.message}")
        except aiosmtplib.SMTPDataError as error:
            return Outcome("refused" if error.code >= _FOR_GOOD else "later", f"{error.code} {error.message}")
        except (aiosmtplib.SMTPException, OSError) as error:
            # What is wrong between the two servers is not the address's fault.
            return Outcome("later", str(error) or type(error).__name__)
        return Outcome("accepted", said)


def compose(letter: Letter, sender: str, address: str, board: bytes | None) -> EmailMessage:
    """Return a message as mail: plain text, and the same as HTML, in which a picture of the board may be (PNG)."""
    mail = EmailMessage()
    domain = sender.rpartition("@")[2]
    mail["From"], mail["To"], mail["Subject"] = sender, address, letter.subject
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{letter.id}@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["Content-Language"] = letter.language
    plain = [*letter.lines, f"{letter.way}: {letter.address}"]
    rich = [f"<p>{escape(line)}</p>" for line in letter.lines]
    rich.append(f'<p><a href="{escape(letter.address)}">{escape(letter.way)}</a></p>')
    picture_id = f"board.{letter.id}@{domain}"
    if board is not None and letter.picture is not None:
        plain.insert(-1, letter.picture.words)
        shown = f'<img src="cid:{picture_id}" alt="{escape(letter.picture.words)}" style="max-width:100%">'
        rich.insert(-1, f"<p>{shown}</p>")
    if letter.stop_address is not None:
        mail["List-Unsubscribe"] = f"<{letter.stop_address}>"
        # One click is a POST that anybody's mail program makes, wherever it is: only a public https address takes it.
        if letter.stop_address.startswith("https://"):
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        plain += [f"{letter.why}", f"{letter.stop}: {letter.stop_address}"]
        stop = f'<a href="{escape(letter.stop_address)}">{escape(letter.stop or "")}</a>'
        rich.append(f"<p><small>{escape(letter.why or '')} {stop}</small></p>")
    mail.set_content("\n\n".join(plain) + "\n", cte="quoted-printable")
    html = f'<html lang="{letter.language}"><body>{"".join(rich)}</body></html>'
    mail.add_alternative(html, subtype="html", cte="quoted-printable")
    page = mail.get_body(("html",))
    if board is not None and page is not None:
        page.add_related(board, "image", "png", cid=f"<{picture_id}>", disposition="inline", filename="board.png")
    return mail
