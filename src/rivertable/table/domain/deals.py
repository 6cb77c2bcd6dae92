"""Deals that many tables play. While one of them may still be played for the ranking it is sealed: nobody is told it.

Whoever plays at a table of the deal sees what a seat sees while a game goes on, and nothing more, before it is
unsealed: no other seat's hand, no shuffle, no record, no hint, no review. Nobody else sees anything of the table.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from ..errors import SealedError


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """The deal that a table plays as others do: its id, and until when it is sealed (seconds since 1970)."""

    id: str
    sealed_until: float


def is_sealed(deal: SharedDeal | None, now: float | None = None) -> bool:
    """Return whether a deal is sealed; every way to a deal asks this. ``now`` is the time of day if not given."""
    return deal is not None and (time.time() if now is None else now) < deal.sealed_until


def check_unsealed(deal: SharedDeal | None) -> None:
    """Refuse what would tell of a sealed deal.

    Raises:
        SealedError: it is sealed.
    """
    if deal is not None and is_sealed(deal):
        at = datetime.fromtimestamp(deal.sealed_until, UTC).strftime("%Y-%m-%d %H:%M")
        raise SealedError("Others may still play this deal, so it is sealed until {at} UTC.", at=at)
