"""What a viewer is told: the table as it stands, and what happened. Built from views, never cut out of the whole."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import Any

from pydantic_core import to_json

from ...core.match import Match
from ...core.position import Board
from . import commands, documents
from .company import next_step, voters
from .deals import check_unsealed
from .documents import (
    AgreementReply,
    BreakReply,
    ChoosingReply,
    ClockReply,
    DealResult,
    DealSeatReply,
    EventReply,
    NextReply,
    OriginReply,
    PreviewReply,
    ReadyReply,
    SeatReply,
    SharedReply,
    ShuffleReply,
    TableFacts,
    TurnReply,
    UndoReply,
)
from .table import Event, Table, time_text, winners_of

_FACTS_TOLD = {
    "joined": ("name", "level"),
    "undo-asked": ("turns",),
    "undo-answered": ("is_agreed",),
    "undone": ("turns",),
    "away": ("level",),
    "resigned": ("level",),
    "hint": ("step", "turn"),
    "rematch": ("table",),
    "chosen": ("choice",),
    "break-answered": ("is_agreed",),
}
"""What of an event's facts everybody is told; of a turn more, see :func:`event_document`."""


def position_document(view: Board) -> PreviewReply:
    """Return a board as the API writes it: STATE, totals and every seat's BREAKDOWN."""
    return {"state": view.game.documents.write_state(view), "totals": list(view.totals), "breakdowns": _scores(view)}


def _scores(view: Board) -> list[Any]:
    return [view.game.documents.write_breakdown(view, seat) for seat in range(view.players)]


def event_document(table: Table, event: Event, viewer: int | None) -> EventReply:
    """Return an event as a viewer is told it."""
    told = table.shown.events.get(event.version)
    if told is None:
        told = _event_for_all(table, event)
        if len(table.shown.events) < _NEWS_KEPT:
            table.shown.events[event.version] = told
    if event.turn is None or event.before is None:
        return told
    turn, before = event.turn, table.view(event.before, viewer)
    of_viewer: Any = {"chance": table.game.documents.write_chance(before, turn.decisions, turn.outcomes)}
    document: EventReply = told | of_viewer
    return document


def _event_for_all(table: Table, event: Event) -> EventReply:
    """Return an event as everybody is told it; of a turn all but what chance brought."""
    told: EventReply = {"version": event.version, "at": time_text(event.at), "kind": event.kind, "seat": event.seat}
    facts: Any = {name: event.payload[name] for name in _FACTS_TOLD.get(event.kind, ())}
    told |= facts
    if event.turn is not None and event.before is not None:
        turn, game = event.turn, table.game
        told["turn"] = event.number
        told["move"] = game.documents.write_move(turn.move)
        told["notation"] = str(turn.move)
        told["chance"] = None
        if game.consequences is not None:
            told["consequences"] = game.consequences.list_consequences(event.before, turn.decisions)
        told["totals"] = list(turn.after.totals)
    return told


def table_facts(table: Table, viewer: int | None) -> TableFacts:
    """Return the table as a viewer sees it, but for the position."""
    shown = table.shown
    if shown.facts is None:
        shown.facts = _facts_for_all(table)
    of_viewer: Any = {
        "viewer": viewer,
        "undo": _undo_document(table, viewer),
        "has_hints": viewer is not None and table.status == "playing" and commands.is_practice(table),
    }
    facts: TableFacts = shown.facts | of_viewer
    return facts


def _facts_for_all(table: Table) -> TableFacts:
    """Return the table as a spectator sees it, but for the position: every viewer is told most of it."""
    match = table.match
    turn: TurnReply | None = None
    if match is not None:
        deadline = table.deadline()
        turn = {
            "number": len(match.turns) + (table.status == "playing"),
            "seat": table.to_move,
            "began_at": time_text(table.turn_began),
            "due_at": None if deadline is None else time_text(deadline),
        }
    return {
        "id": table.id,
        "game": table.game.name,
        "name": table.name,
        "version": table.version,
        "status": table.status,
        "is_public": table.is_public,
        "can_become_puzzles": table.can_become_puzzles,
        "options": table.terms.options.document(),
        "components": {"name": table.terms.components.name, "sha256": table.terms.components.sha256},
        "viewer": None,
        "seats": [seat_document(table, number) for number in range(len(table.seats))],
        "first_seat": table.first_seat,
        "clock": clock_document(table),
        "grace_seconds": table.grace,
        "agreement": documents.copied(AgreementReply, table.agreement),
        "turn": turn,
        "next": _next_document(table),
        "choosing": _choosing_document(table),
        "ready": _ready_document(table),
        "rest": _break_document(table),
        "shuffle": _shuffle_document(table),
        "undo": _undo_document(table, None),
        "winners": winners_of(table),
        "is_damaged": table.is_damaged,
        "origin": _origin_document(table),
        "shared": _shared_document(table),
        "has_hints": False,
        "rematch": table.rematch,
    }


def _next_document(table: Table) -> NextReply | None:
    """Return what happens by itself next while people are waited for."""
    step = next_step(table)
    if step is not None:
        return {"what": step.kind, "at": time_text(step.at)}
    end = table.ends_at if table.status == "waiting" else None
    return None if end is None else {"what": "deleted", "at": time_text(end)}


def _choosing_document(table: Table) -> ChoosingReply | None:
    choosing = table.choosing
    if choosing is None:
        return None
    return {
        "seat": choosing.seat,
        "version": choosing.version,
        "until": None if choosing.until is None else time_text(choosing.until),
        "votes": {str(number): choosing.votes.get(number) for number in sorted(voters(table, choosing.seat))},
    }


def _break_document(table: Table) -> BreakReply | None:
    rest = table.rest
    if rest is None:
        return None
    agreed = {str(number): number in rest.agreed for number in sorted(voters(table, -1))}
    until = None if rest.until is None else time_text(rest.until)
    return {"version": rest.version, "agreed": agreed, "until": until}


def _ready_document(table: Table) -> ReadyReply | None:
    return None if table.ready is None else {"until": time_text(table.ready.until), "ready": sorted(table.ready.ready)}


def _origin_document(table: Table) -> OriginReply | None:
    """Tell that a game came of another one, never of which: its page may show the seed of the shuffle."""
    if table.deal is None and table.beginning is None:
        return None
    turn = table.beginning.turn if table.beginning else None
    return {"is_same_deal": table.deal is not None, "turn": turn}


def _shared_document(table: Table) -> SharedReply | None:
    shared = table.shared
    return None if shared is None else {"deal": shared.id, "sealed_until": time_text(shared.sealed_until)}


def clock_document(table: Table) -> ClockReply:
    """Return a table's limit of time."""
    return {"kind": table.clock.kind, "seconds": table.clock.seconds, "increment": table.clock.increment}


def seat_document(table: Table, number: int) -> SeatReply:
    """Return who has a seat."""
    seat = table.seats[number]
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
        "bot_turns": len(seat.by_bot),
    }


def _shuffle_document(table: Table) -> ShuffleReply:
    """Return what is told of the shuffle; the key of a deal that many tables play is published for all of them."""
    match = table.match
    is_told = table.status in ("over", "stopped") and table.shared is None
    return {
        "promised": table.promised,
        "mixed": [seat.mix.hex() or None for seat in table.seats],
        "commitment": None if match is None else match.commitment,
        "seed": match.seed.hex() if match is not None and match.seed is not None and is_told else None,
    }


def _undo_document(table: Table, viewer: int | None) -> UndoReply:
    """Return whether the viewer may take the last turn back, at once or by asking, and who asks now."""
    turns = table.undo_turns(viewer) if viewer is not None and table.status == "playing" else []
    is_possible = bool(turns) and not any(turn.outcomes for turn in turns)
    asker, count, agreed = table.undo or (None, 0, set())
    return {
        "is_possible": is_possible and table.undo is None,
        "is_free": is_possible
        and (len(turns) == 1 or not commands.others_to_ask(table, viewer if viewer is not None else -1)),
        "asked_by": asker,
        "turns": count or (len(turns) if is_possible else 0),
        "agreed": sorted(agreed),
    }


_NO_POSITION = to_json({"state": None, "totals": None, "breakdowns": None})


def table_bytes(table: Table, viewer: int | None) -> bytes:
    """Return the JSON of the table's TableReply for a viewer."""
    made = table.shown.tables.get(viewer)
    if made is None:
        facts = to_json(table_facts(table, viewer))
        made = table.shown.tables[viewer] = b",".join((facts[:-1], _position_bytes(table, viewer)[1:]))
    return made


def _position_bytes(table: Table, viewer: int | None) -> bytes:
    if table.match is None:
        return _NO_POSITION
    eyes = table.eyes(viewer)
    made = table.shown.positions.get(eyes)
    if made is None:
        view = table.view(table.match.position, viewer)
        if not table.shown.scores:
            table.shown.scores = to_json({"totals": list(view.totals), "breakdowns": _scores(view)})[1:]
        state = to_json(table.game.documents.write_state(view))
        made = table.shown.positions[eyes] = b"".join((b'{"state":', state, b",", table.shown.scores))
    return made


def _event_bytes(table: Table, event: Event, viewer: int | None) -> bytes:
    if event.turn is None:
        return to_json(event_document(table, event, viewer))
    key = event.version, table.eyes(viewer)
    made = table.shown.turns.get(key)
    if made is None:
        made = to_json(event_document(table, event, viewer))
        if len(table.shown.turns) < _NEWS_KEPT:
            table.shown.turns[key] = made
    return made


def news_bytes(table: Table, viewer: int | None, since: int | None) -> bytes:
    """Return the JSON of News: the events after a version, and the table; for None no events."""
    made = table.shown.news.get((viewer, since))
    if made is None:
        new = () if since is None else table.events[bisect_right(table.events, since, key=_version) :]
        events = b",".join(_event_bytes(table, event, viewer) for event in new)
        head = b'{"type":"news","game":"%b","version":%d,"events":[' % (table.game.name.encode(), table.version)
        made = b"".join((head, events, b'],"table":', table_bytes(table, viewer), b"}"))
        if len(table.shown.news) < _NEWS_KEPT:
            table.shown.news[viewer, since] = made
    return made


_version = attrgetter("version")
_NEWS_KEPT = 8
"""Pages ask for what is new since the last version: no others ask for the same."""


def deal_result_document(table: Table, *, is_here: bool) -> DealResult:
    """Return how a deal ended at a table, and nothing by which the table could be found."""
    totals = table.match.position.totals if table.match else ()
    seats: list[DealSeatReply] = [
        {"name": seat.name, "kind": seat.kind, "level": seat.level, "total": total, "hints": seat.hints}
        for seat, total in zip(table.seats, totals, strict=True)
    ]
    ended_at = time_text(table.events[-1].at)
    return {"is_here": is_here, "ended_at": ended_at, "seats": seats, "winners": winners_of(table) or []}


def record_document(table: Table, match: Match, viewer: int | None, *, states: bool) -> dict[str, Any]:
    """Return the record as a viewer may see it: whole, with the seed, once the game has ended.

    Raises:
        SealedError: others may still play its deal.
    """
    check_unsealed(table.shared)
    if table.status == "stopped":
        return match.record(states=states, is_revealed=True)
    return match.record_as_seen(viewer, states=states)
