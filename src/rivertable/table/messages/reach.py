"""Which servers an address that a stranger gave may lead to: public ones, never this computer or its network."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from ..errors import BadAddressError

_HTTPS = 443
_PORTS = {"http": 80, "https": _HTTPS}
_NAT64 = ip_network("64:ff9b::/96")
"""Addresses of IPv6 that stand for those of IPv4, which are what counts."""
_LENGTH_AT_MOST = 500


@dataclass(frozen=True, slots=True)
class Target:
    """A server's place that was looked at: ``path`` with its query, ``host`` as the address names it."""

    is_secure: bool
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        """The host as a request names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS["https" if self.is_secure else "http"] else f"{host}:{self.port}"


class Reach:
    """Says what may be reached. Hosts that the operator has ``trusted`` may be anywhere, on any port, and in plain."""

    def __init__(
        self, trusted: tuple[str, ...] = (), *, known: tuple[str, ...] | None = None, longest: int = _LENGTH_AT_MOST
    ) -> None:
        """``trusted`` are names of hosts, each with a port where that is not the usual one.

        Where hosts are ``known``, no others are reached; one that begins with a dot is any host of that domain.
        ``longest`` is how long an address may be.
        """
        self._trusted = frozenset(name.lower() for name in trusted)
        self._known = known
        self._longest = longest

    def target(self, address: str) -> Target:
        """Return the place that an address names.

        Raises:
            BadAddressError: it names none that messages can go to.
        """
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            raise _bad() from None
        is_plain_text = address.isascii() and address.isprintable() and " " not in address
        if not is_plain_text or len(address) > self._longest or not parts.hostname:
            raise _bad()
        if parts.username is not None or parts.password is not None or parts.fragment:
            raise _bad()
        if parts.scheme not in _PORTS:
            raise _bad()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        found = Target(parts.scheme == "https", parts.hostname, port or _PORTS[parts.scheme], path)
        if not self._is_trusted(found) and not (_is_usual(parts, found) and self._is_known(found)):
            raise _bad()
        return found

    async def address_of(self, target: Target) -> str:
        """Return the number of a place, which is what to connect to: asked once more, its name may lead elsewhere.

        Raises:
            BadAddressError: it leads into a network that is not public.
            OSError: the name leads nowhere.
        """
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
        numbers = [str(place[4][0]) for place in found]
        if not self._is_trusted(target) and not all(map(is_public, numbers)):
            raise _bad()
        return numbers[0]

    def _is_known(self, target: Target) -> bool:
        return self._known is None or any(
            target.host.endswith(name) if name.startswith(".") else target.host == name for name in self._known
        )

    def _is_trusted(self, target: Target) -> bool:
        return target.named in self._trusted


def _is_usual(parts: SplitResult, target: Target) -> bool:
    """Return whether an address is one of https, by a public name or number, on its usual port."""
    if parts.scheme != "https" or target.port != _HTTPS:
        return False
    try:
        return is_public(str(ip_address(target.host)))
    except ValueError:
        return "." in target.host


def is_public(number: str) -> bool:
    """Return whether a numeric address is one of the public network."""
    found = ip_address(number.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in _NAT64:
            return is_public(str(ip_address(int(found) & 0xFFFF_FFFF)))
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


def _bad() -> BadAddressError:
    return BadAddressError("Messages go to an https address of a public server only.")
