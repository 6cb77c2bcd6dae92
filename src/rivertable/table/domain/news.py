"""What a viewer is told: the table as it stands, and what happened. Built from views, never cut out of the whole."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json

from ...core.match import Match
from ...core.position import Board
from . import commands, hint_commands
from .sitting import Event, Sitting, time_text, winners_of

_FACTS_TOLD = {
    "joined": ("name", "level"),
    "undo-asked": ("turns",),
    "undo-answered": ("is_agreed",),
    "undone": ("turns",),
    "away": ("level",),
    "resigned": ("level",),
    "hint": ("step", "turn"),
    "rematch": ("table",),
}
"""What of an event's facts everybody is told; of a turn, see :func:`_turn_document`."""


def position_document(view: Board) -> dict[str, Any]:
    """Return a board as the API writes it: STATE, totals and every seat's BREAKDOWN."""
    game = view.game
    return {
        "state": game.write_state(view),
        "totals": list(view.totals),
        "breakdowns": [game.write_breakdown(view, seat) for seat in range(view.players)],
    }


def event_document(sitting: Sitting, event: Event, viewer: int | None) -> dict[str, Any]:
    """Return an event as a viewer is told it."""
    told = event.seen.get(viewer)
    if told is None:
        told = {"version": event.version, "at": time_text(event.at), "kind": event.kind, "seat": event.seat}
        told |= {name: event.payload[name] for name in _FACTS_TOLD.get(event.kind, ())}
        if event.turn is not None:
            told |= _turn_document(event, viewer)
        event.seen[viewer] = told
    return told


def _turn_document(event: Event, viewer: int | None) -> dict[str, Any]:
    turn, before = event.turn, event.before
    if turn is None or before is None:
        return {}
    game = before.game
    return {
        "turn": event.number,
        "move": game.write_move(turn.move),
        "notation": str(turn.move),
        "chance": game.write_chance(before.view(viewer), turn.decisions, turn.outcomes),
        "totals": list(turn.after.view(viewer).totals),
    }


def table_document(sitting: Sitting, viewer: int | None) -> dict[str, Any]:
    """Return the table as a viewer sees it."""
    match = sitting.match
    document: dict[str, Any] = {
        "id": sitting.id,
        "game": sitting.game.name,
        "name": sitting.name,
        "version": sitting.version,
        "status": sitting.status,
        "is_public": sitting.is_public,
        "can_become_puzzles": sitting.can_become_puzzles,
        "options": sitting.terms.options.document(),
        "components": {"name": sitting.terms.components.name, "sha256": sitting.terms.components.sha256},
        "viewer": viewer,
        "seats": [_seat_document(sitting, number) for number in range(len(sitting.seats))],
        "first_seat": sitting.first_seat,
        "clock": sitting.clock.document(),
        "grace_seconds": sitting.grace,
        "turn": None,
        "state": None,
        "totals": None,
        "breakdowns": None,
        "shuffle": _shuffle_document(sitting),
        "undo": _undo_document(sitting, viewer),
        "winners": winners_of(sitting),
        "is_damaged": sitting.is_damaged,
        "origin": _origin_document(sitting),
        "has_hints": viewer is not None and sitting.status == "playing" and hint_commands.is_practice(sitting),
        "rematch": sitting.rematch,
    }
    if match is not None:
        deadline = sitting.deadline()
        document["turn"] = {
            "number": len(match.turns) + (sitting.status == "playing"),
            "seat": sitting.to_move,
            "began_at": time_text(sitting.turn_began),
            "due_at": None if deadline is None else time_text(deadline),
        }
        document |= position_document(match.position.view(viewer))
    return document


def _origin_document(sitting: Sitting) -> dict[str, Any] | None:
    """Tell that a game came of another one, never of which: its page may show the seed of the shuffle."""
    if sitting.deal is None and sitting.beginning is None:
        return None
    turn = sitting.beginning.turn if sitting.beginning else None
    return {"is_same_deal": sitting.deal is not None, "turn": turn}


def _seat_document(sitting: Sitting, number: int) -> dict[str, Any]:
    seat = sitting.seats[number]
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "is_taken": seat.is_taken,
        "substitute": seat.substitute,
        "is_resigned": seat.is_resigned,
        "clock_seconds": None if seat.bank is None else round(seat.bank, 3),
        "hints": seat.hints,
    }


def _shuffle_document(sitting: Sitting) -> dict[str, Any]:
    match = sitting.match
    is_ended = sitting.status in ("over", "stopped")
    return {
        "promised": sitting.promised,
        "mixed": commands.mixed_of(sitting.seats),
        "commitment": None if match is None else match.commitment,
        "seed": match.seed.hex() if match is not None and match.seed is not None and is_ended else None,
    }


def _undo_document(sitting: Sitting, viewer: int | None) -> dict[str, Any]:
    """Return whether the viewer may take the last turn back, at once or by asking, and who asks now."""
    turns = sitting.undo_turns(viewer) if viewer is not None and sitting.status == "playing" else []
    is_possible = bool(turns) and not any(turn.outcomes for turn in turns)
    asker, count, agreed = sitting.undo or (None, 0, set())
    return {
        "is_possible": is_possible and sitting.undo is None,
        "is_free": is_possible
        and (len(turns) == 1 or not commands.others_to_ask(sitting, viewer if viewer is not None else -1)),
        "asked_by": asker,
        "turns": count or (len(turns) if is_possible else 0),
        "agreed": sorted(agreed),
    }


def table_bytes(sitting: Sitting, viewer: int | None) -> bytes:
    """Return the table's JSON for a viewer; made once a version."""
    made = sitting.views.get(viewer)
    if made is None or made[0] != sitting.version:
        made = (sitting.version, to_json(table_document(sitting, viewer)))
        sitting.views[viewer] = made
    return made[1]


def news_bytes(sitting: Sitting, viewer: int | None, since: int | None) -> bytes:
    """Return the JSON of a socket message: the events after a version, and the table; for None no events."""
    events = [] if since is None else [event for event in sitting.events if event.version > since]
    told = to_json([event_document(sitting, event, viewer) for event in events])
    parts = (b'{"type":"news","version":%d,"events":' % sitting.version, told, b',"table":')
    return b"".join((*parts, table_bytes(sitting, viewer), b"}"))


def lobby_document(sitting: Sitting) -> dict[str, Any]:
    """Return a table as a line of the lobby."""
    return {
        "id": sitting.id,
        "game": sitting.game.name,
        "name": sitting.name,
        "can_become_puzzles": sitting.can_become_puzzles,
        "options": sitting.terms.options.document(),
        "clock": sitting.clock.document(),
        "seats": [_seat_document(sitting, number) for number in range(len(sitting.seats))],
        "created_at": time_text(sitting.events[0].at),
    }


def deal_result_document(sitting: Sitting, *, is_here: bool) -> dict[str, Any]:
    """Return how a deal ended at a table, and nothing by which the table could be found."""
    totals = sitting.match.position.totals if sitting.match else ()
    seats = [
        {"name": seat.name, "kind": seat.kind, "level": seat.level, "total": total, "hints": seat.hints}
        for seat, total in zip(sitting.seats, totals, strict=True)
    ]
    ended_at = time_text(sitting.events[-1].at)
    return {"is_here": is_here, "ended_at": ended_at, "seats": seats, "winners": list(winners_of(sitting) or ())}


def record_document(sitting: Sitting, match: Match, viewer: int | None, *, states: bool) -> dict[str, Any]:
    """Return the record as a viewer may see it: whole, with the seed, once the game has ended."""
    if sitting.status == "stopped":
        return match.record(states=states, is_revealed=True)
    return match.record_as_seen(viewer, states=states)
