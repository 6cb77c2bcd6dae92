"""How a table takes in what happens at it: an event of each kind, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from typing import Final

from ...core.compiling.sources import sources_hash
from ...core.documents import as_document
from ...core.errors import RecordError
from ...core.match import Match, PendingTurn, Turn, replay, source_of
from ...core.record import read_document, record_model
from ..errors import StoreError
from .agreements import Agreement
from .company import COMPANY_FOLDS, go_on, put_later, stop_choosing
from .deals import SharedDeal
from .table import Beginning, Clock, Event, EventKind, Seat, Table, TakenHint, time_text


def after(table: Table, happened: Iterable[tuple[Event, PendingTurn | None]]) -> Table:
    """Return a table as it stands after events, each with the turn that was computed for it; the table stays."""
    twin = table.copied()
    for event, pending in happened:
        fold(twin, event, pending)
    return twin


def fold(table: Table, event: Event, pending: PendingTurn | None = None) -> None:
    """Take an event in; the turn of a stored one is played again, the one of a new event is ``pending``.

    Raises:
        StoreError: what is stored does not replay, or is out of order.
    """
    FOLDS[event.kind](table, event, pending)
    table.version = event.version
    table.events.append(event)
    if event.key is not None:
        table.keys.setdefault(event.key, event)


def _created(table: Table, event: Event, _: PendingTurn | None) -> None:
    facts = event.payload
    table.name, table.is_public, table.host = facts["name"], facts["is_public"], facts["host"]
    table.clock, table.grace = Clock(**facts["clock"]), facts["grace"]
    table.first_seat = facts["first_seat"]
    # Tables made by earlier versions have none of these.
    table.can_become_puzzles = facts.get("can_become_puzzles", False)
    table.beginning = Beginning(**facts["beginning"]) if facts.get("beginning") else None
    table.deal = facts.get("deal")
    table.shared = SharedDeal(**facts["shared"]) if facts.get("shared") else None
    table.has_fixed_order = facts.get("has_fixed_order", False)
    table.agreement = Agreement(**facts.get("agreement", {}))
    for seat in facts["seats"]:
        is_bot = seat["kind"] == "bot"
        table.seats.append(Seat(seat["kind"], seat["level"], seat["name"], seat["secret"], is_taken=is_bot))
    table.is_brought_in = facts["record"] is not None
    if facts["record"] is not None:
        document = read_document(facts["record"], "record")
        table.match = replay(document, table.terms.components)
        if table.match.branch is not None:
            table.beginning = Beginning(**asdict(table.match.branch), state=facts["record"]["start"])
        table.is_stopped = not table.match.is_over
        for seat_brought in table.seats:
            seat_brought.is_taken = True


def _joined(table: Table, event: Event, _: PendingTurn | None) -> None:
    seat, facts = table.changing_seat(event), event.payload
    if facts["is_bot"]:
        seat.kind, seat.level = "bot", facts["level"]
    seat.name, seat.secret, seat.mix = facts["name"], facts["secret"], bytes.fromhex(facts["mix"])
    seat.is_taken = True
    if table.ready is not None:
        table.ready = replace(table.ready, ready=table.ready.ready | {table.seat_number(event)})


def _left(table: Table, event: Event, _: PendingTurn | None) -> None:
    seat = table.changing_seat(event)
    seat.is_taken, seat.name, seat.mix, seat.holidays = False, None, b"", ()
    seat.secret = event.payload["secret"]
    table.ready = None


def _started(table: Table, event: Event, _: PendingTurn | None) -> None:
    mixed = [seat.mix for seat in table.seats]
    match = table.new_match(mixed)
    start = event.payload["start"]
    if event.payload["rules"] != sources_hash() and table.game.documents.write_state(match.start) != start:
        # Set-up is done otherwise by now: the game goes on from the one it was begun with.
        document = as_document(table.game.documents.StateDocument, start)
        has_fixed_order, draws = match.has_fixed_order, event.payload["draws"]
        referee = source_of(table.game, table.seed, mixed, counter=draws, has_fixed_order=has_fixed_order)
        key, promised, branch = match.seed, match.promised, match.branch
        start_then = table.game.documents.read_state(document, table.terms)
        match = Match(table.terms, match.players, start_then, referee, match.commitment)
        match.seed, match.promised, match.branch, match.mixed = key, promised, branch, tuple(mixed)
        match.has_fixed_order = has_fixed_order
    match.can_become_puzzles = table.can_become_puzzles
    table.match, table.ready = match, None
    if table.clock.kind == "live":
        table.seats = [replace(seat, bank=float(table.clock.seconds)) for seat in table.seats]
    table.turn_began = event.at


def _turn(table: Table, event: Event, pending: PendingTurn | None) -> None:
    match = _match_of(table)
    event.turn = match.apply(pending) if pending is not None else _replayed(table, event)
    event.number = len(match.turns)
    event.before = match.before(event.number - 1)
    event.before.forget_values()
    if table.is_halted:
        go_on(table, event.at)
    seat = table.seats[event.turn.seat]
    if seat.bank is not None and seat.player is None:
        bank = max(seat.bank - max(event.at - table.turn_began, 0.0), 0.0) + table.clock.increment
        table.seats[event.turn.seat] = replace(seat, bank=bank)
    elif seat.substitute is not None:
        table.seats[event.turn.seat] = replace(seat, by_bot=(*seat.by_bot, event.number))
    table.turn_began = event.at
    table.undo = table.choosing = None


def _replayed(table: Table, event: Event) -> Turn:
    """Play a stored turn again: by its decisions where the rules are the same, else by its words."""
    match, facts = _match_of(table), event.payload
    at = time_text(event.at)
    if facts["rules"] == sources_hash():
        turn = match.play_decisions(tuple(facts["decisions"]), table.game.documents.read_move(facts["move"]), at)
        if list(turn.outcomes) != facts["outcomes"]:
            raise StoreError("A stored turn draws something else than it did.")
        return turn
    model = record_model(table.game).model_fields["turns"].annotation.__args__[0]  # type: ignore[union-attr]
    document = {"seat": event.seat, "move": facts["move"], "chance": facts["chance"], "at": at}
    try:
        match.replay_turn(model.model_validate(document))
    except RecordError as error:
        raise StoreError("A stored turn does not replay: {fault}", fault=error.sentence) from error
    match.draws = facts["draws"]
    return match.turns[-1]


def _undo_asked(table: Table, event: Event, _: PendingTurn | None) -> None:
    table.undo = (table.seat_number(event), event.payload["turns"], frozenset())


def _undo_answered(table: Table, event: Event, _: PendingTurn | None) -> None:
    if table.undo is None:
        return
    asker, turns, agreed = table.undo
    table.undo = (asker, turns, agreed | {table.seat_number(event)}) if event.payload["is_agreed"] else None


def _undone(table: Table, event: Event, _: PendingTurn | None) -> None:
    _match_of(table).take_back(event.payload["turns"])
    left = len(_match_of(table).turns)
    table.hints = {number: hint for number, hint in table.hints.items() if number <= left + 1}
    for place, seat in enumerate(table.seats):
        if seat.by_bot and seat.by_bot[-1] > left:
            table.seats[place] = replace(seat, by_bot=tuple(turn for turn in seat.by_bot if turn <= left))
    table.undo = table.choosing = None
    table.turn_began = event.at


def _away(table: Table, event: Event, _: PendingTurn | None) -> None:
    seat = table.changing_seat(event)
    # Earlier versions did not note why.
    seat.substitute, seat.absence = event.payload["level"], event.payload.get("reason", "left")
    stop_choosing(table, event)


def _returned(table: Table, event: Event, _: PendingTurn | None) -> None:
    seat = table.changing_seat(event)
    seat.substitute = seat.absence = None
    stop_choosing(table, event)
    if seat.bank is not None:
        seat.bank = max(seat.bank, float(table.clock.increment), 10.0)
    table.turn_began = event.at


def _resigned(table: Table, event: Event, _: PendingTurn | None) -> None:
    seat = table.changing_seat(event)
    seat.is_resigned, seat.substitute, seat.absence = True, event.payload["level"], "left"
    stop_choosing(table, event)
    if sum(not seat.is_resigned for seat in table.seats) == 1:
        table.is_stopped = True
    table.undo = None


def _hint(table: Table, event: Event, _: PendingTurn | None) -> None:
    number = event.payload["turn"]
    if event.payload["step"] == "idea":
        table.hints[number] = TakenHint(event.payload["found"])
        table.changing_seat(event).hints += 1
    else:
        table.hints[number] = replace(table.hints[number], has_move=True)


def _paused(table: Table, event: Event, _: PendingTurn | None) -> None:
    put_later(table, event.payload["seconds"])


def _rematch(table: Table, event: Event, _: PendingTurn | None) -> None:
    table.rematch = event.payload["table"]


def _match_of(table: Table) -> Match:
    if table.match is None:
        raise StoreError("A turn is stored before the start of its game.")
    return table.match


FOLDS: Final[dict[EventKind, Callable[[Table, Event, PendingTurn | None], None]]] = {
    "created": _created,
    "joined": _joined,
    "left": _left,
    "started": _started,
    "turn": _turn,
    "undo-asked": _undo_asked,
    "undo-answered": _undo_answered,
    "undone": _undone,
    "away": _away,
    "returned": _returned,
    "resigned": _resigned,
    "hint": _hint,
    "paused": _paused,
    "rematch": _rematch,
    **COMPANY_FOLDS,
}
"""How a table takes in each kind of event."""
