"""What messages say of a table that are of no turn, and whether it is still so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from ..domain.company import voters
from ..domain.table import Table
from ..store.company.occasions import Occasion
from ..store.messages import Waiting
from .letters import TableLetter

OCCASIONS: frozenset[str] = frozenset(get_args(Occasion))


@dataclass(frozen=True, slots=True)
class Said:
    """What a message says of its table, and until when something can be done about it."""

    kind: TableLetter
    ends_at: float | None


def occasion_said(table: Table, waiting: Waiting, now: float) -> Said | None:
    """Return what a message about a table says; None where that is so no longer."""
    if waiting.reason == "choice":
        choosing = table.choosing
        is_asked = choosing is not None and choosing.version == waiting.version and waiting.seat not in choosing.votes
        if choosing is None or not is_asked or waiting.seat not in voters(table, choosing.seat):
            return None
        return Said("choice", choosing.until)
    end = table.ends_at
    if table.status != "waiting" or end is None or end < now:
        return None
    if waiting.reason == "ending":
        return Said("ending", end) if table.version == waiting.version else None
    return Said("invited", end)
