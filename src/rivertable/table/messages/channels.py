"""The ways by which messages go, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..store.messages import OutcomeKind
from .letters import Letter


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a message.

    Attributes:
        detail: what was said of it by whoever was asked to take it.
    """

    kind: OutcomeKind
    detail: str
    wait_seconds: float | None = None
    """After how long whoever was asked wants to be asked again, if that was said."""
    is_gone: bool = False
    """Whether the address is there no longer, and never will be again."""


class Channel(Protocol):
    """A way by which messages go."""

    @property
    def has_pictures(self) -> bool:
        """Whether what goes this way shows pictures."""
        ...

    @property
    def server_key(self) -> str | None:
        """The public key that an address has to be made for; None where any will do."""
        ...

    def check(self, address: str) -> None:
        """Refuse an address that no message can go to.

        Raises:
            BadAddressError: it is one.
        """
        ...

    async def send(self, address: str, letter: Letter) -> Outcome:
        """Send a message to an address of this way's form, and return what became of it; nothing is raised."""
        ...
