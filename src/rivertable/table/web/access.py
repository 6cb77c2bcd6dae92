"""Whom a server answers, and by which name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from ...core.errors import OptionError

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")


@dataclass(frozen=True, slots=True)
class Access:
    """Whom a server answers."""

    origins: tuple[str, ...] = ()
    """Pages of other sites that may use the API."""
    hosts: tuple[str, ...] = ()
    """The names, without a port, that requests may call the server by; any where none is listed."""
    metrics: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """The networks that may read the metrics."""
    public_url: str | None = None
    """The one address that links name, without a slash at its end; None where pages use the one they were opened by."""

    def may_read_metrics(self, address: str) -> bool:
        """Return whether an address may read the metrics; not one that is no address."""
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in ip_network(network) for network in self.metrics)


def check_public_url(text: str) -> str:
    """Return an address that links can begin with: a scheme, a name and perhaps a port, in small letters.

    Raises:
        OptionError: it is something else.
    """
    try:
        parts = urlsplit(text.lower())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    name, _, rest = parts.netloc.partition("]")
    host = name + "]" if rest or parts.netloc.startswith("[") else name.partition(":")[0]
    is_bare = parts.path in ("", "/") and not parts.query and not parts.fragment
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(host) or not is_bare:
        raise OptionError(
            "The public address is such as https://table.example.org, with nothing after the name, not {text}.",
            text=repr(text),
        )
    # As browsers write an origin: without the port that goes without saying.
    is_usual = port is None or port == {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if is_usual else f":{port}")
