"""A table as the lobby lists it while it waits for players."""

from __future__ import annotations

from .documents import AgreementReply, LobbyLine, copied
from .news import clock_document, seat_document
from .table import Table, time_text


def active_at(table: Table) -> float:
    """Return when something last happened at a table, to the microsecond, as its line's place says it.

    That it is kept for longer brings it no further up.
    """
    return round(next(event.at for event in reversed(table.events) if event.kind != "extended"), 6)


def lobby_document(table: Table) -> LobbyLine:
    """Return a table as a line of the lobby."""
    at = active_at(table)
    return {
        "id": table.id,
        "game": table.game.name,
        "name": table.name,
        "can_become_puzzles": table.can_become_puzzles,
        "options": table.terms.options.document(),
        "edition": table.terms.components.name,
        "clock": clock_document(table),
        "agreement": copied(AgreementReply, table.agreement),
        "seats": [seat_document(table, number) for number in range(len(table.seats))],
        "created_at": time_text(table.events[0].at),
        "active_at": time_text(at),
        "ends_at": time_text(table.ends_at or at),
        "place": f"{at:.6f}-{table.id}",
    }


def place_of(place: str) -> tuple[float, str]:
    """Return the time and the table of a line's place in the lobby."""
    at, _, table_id = place.partition("-")
    return float(at), table_id
