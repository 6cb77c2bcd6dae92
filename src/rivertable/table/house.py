"""Letting others in the house join: a server that answers this computer only begins to answer its network too."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address

from .errors import WrongStateError

_OPENED = "RIVERTABLE_HOUSE"
"""The variable by which a process tells the one that takes its place that somebody has let others in."""
_OUTSIDE = ("192.0.2.1", 9)
"""An address that nobody has: the way to it leads through the network, and nothing is sent."""


def network_address() -> str | None:
    """Return this computer's address in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if ip_address(found).is_loopback else found


def is_this_computer(client: str | None, host: str | None, forwarded: str | None) -> bool:
    """Return whether a request comes from who sits at this computer, by the name that its own pages use.

    A page of another site could have given its name this address; what a proxy passes on may come from anywhere.
    """
    try:
        is_near = ip_address(client or "").is_loopback
    except ValueError:
        return False
    name = (host or "").rpartition(":")[0] or (host or "")
    return is_near and forwarded is None and name in ("localhost", "127.0.0.1", "[::1]")


class House:
    """Whether others in the house may join, and the way to let them.

    Attributes:
        address: where they find the table once they may.
    """

    def __init__(self, port: int, listen: Callable[[socket.socket], Awaitable[None]]) -> None:
        """``listen`` lets the server answer on one more listening socket."""
        self._port = port
        self._listen = listen
        self.address: str | None = None

    @property
    def was_opened(self) -> bool:
        """Whether the process before this one had let others in."""
        return _OPENED in os.environ

    async def open(self) -> str:
        """Answer the network, too, and return the address; once more it is the same one.

        Raises:
            WrongStateError: there is no network, or its address cannot be listened on.
        """
        if self.address is not None:
            return self.address
        found = network_address()
        if found is None:
            raise WrongStateError("This computer is in no network.")
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((found, self._port))
        except OSError as error:
            listening.close()
            raise WrongStateError("This computer's address in the network is taken.") from error
        await self._listen(listening)
        os.environ[_OPENED] = "1"
        self.address = f"http://{found}:{self._port}"
        return self.address
