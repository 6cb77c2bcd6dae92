"""Where devices take messages that they show by themselves, and how the server makes itself known to push services."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import Self
from urllib.parse import urlsplit

from ...core.errors import OptionError
from .mail import ADDRESS

ENDPOINT_AT_MOST = 1_000
"""So long an endpoint may be."""
_LOCAL = re.compile(r"(^|[@./])(localhost|[^@./]+\.(local|localhost|internal))$")


@dataclass(frozen=True, slots=True)
class PushSettings:
    """How a server makes itself known to push services.

    Attributes:
        subject: whom they write to where something is wrong, as ``mailto:…`` or ``https://…``.
        hosts: push services besides the known ones, each with a port where that is not the usual one.
    """

    subject: str
    hosts: tuple[str, ...] = ()


def push_settings(contact: str, hosts: tuple[str, ...], public_url: str | None) -> PushSettings:
    """Return the settings that an address of the operator's means: of mail, or of an https page.

    Raises:
        OptionError: push services would refuse it, or browsers refuse push at this public address.
    """
    page = urlsplit(contact)
    is_page = page.scheme == "https" and "." in (page.hostname or "") and not re.search(r"[\s<>]", contact)
    is_mail = re.match(ADDRESS, contact.removeprefix("mailto:")) is not None
    host = (page.hostname or "") if is_page else contact.rpartition("@")[2]
    if not (is_page or is_mail) or "." not in host or _LOCAL.search(host):
        raise OptionError(
            "--push takes an address at which push services find you, such as you@example.org, not {contact}.",
            contact=repr(contact),
        )
    here = urlsplit(public_url or "")
    if here.scheme != "https" and here.hostname != "localhost":
        raise OptionError("Browsers take push from https addresses only; --public-url is {url}.", url=repr(public_url))
    return PushSettings(contact if is_page else f"mailto:{contact.removeprefix('mailto:')}", hosts)


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a device takes messages, as its browser has told the page.

    Attributes:
        p256dh: the device's public key, and ``auth`` a secret of it: what messages are encrypted with.
        server_key: the public key of the only server that may send there.
        label: what its person knows the device by.
    """

    endpoint: str
    p256dh: str
    auth: str
    server_key: str
    label: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`text` writes."""
        return cls(**json.loads(text))

    def text(self) -> str:
        """Return it as it is kept."""
        return json.dumps(asdict(self))
