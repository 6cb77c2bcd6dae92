"""The same table in two worlds that differ only in what one viewer may not know.

The other world is written into a store of its own, event by event, as if it had happened: other cards in the other
hands and in the deck from the first deal on, and another seed. What the viewer has seen is the same to the letter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from sqlalchemy import Table, delete, insert, select

from rivertable.core.match import Match
from rivertable.core.position import Position
from rivertable.market.kernel.state import Decision, Outcome
from rivertable.table.store.schema import EVENTS, SNAPSHOTS, TABLES

from .in_process import Document, Server
from .tables import Made

Rows = dict[str, list[Document]]
_KEPT = (TABLES, EVENTS, SNAPSHOTS)
_WORLDS = 20
"""The most worlds that are looked at for a possible one."""


def rows_of(server: Server, table: Made) -> Rows:
    """Everything that is stored of a table."""
    with server.database.read() as connection:
        return {
            kept.name: [dict(row._mapping) for row in connection.execute(select(kept).where(_of(kept) == table.id))]
            for kept in _KEPT
        }


def _of(kept: Table) -> Any:
    return kept.c.id if kept is TABLES else kept.c.table_id


def install(server: Server, table: Made, rows: Rows) -> None:
    """Put a table into a store as it was, or as it might have been; whatever is there of it goes."""
    with server.database.write() as connection:
        for kept in _KEPT:
            connection.execute(delete(kept).where(_of(kept) == table.id))
            if rows[kept.name]:
                connection.execute(insert(kept), rows[kept.name])
    server.forget(table.id)


def otherwise(match: Match, rows: Rows, viewer: int | None, rng: Random) -> Rows:
    """The rows of a table of the other world: what is hidden from the viewer dealt otherwise, under another seed."""
    swaps = Swaps(match, viewer, rng) if match.game.has_hidden else None
    changed = {name: [dict(row) for row in kept] for name, kept in rows.items()}
    changed["table_"][0]["seed"] = rng.randbytes(32)
    changed["snapshot"] = []
    number = 0
    for row in changed["event"]:
        payload = json.loads(row["payload"])
        if row["kind"] == "started":
            start = match.start if swaps is None else swaps.position(match.start)
            # What is told so of the rules is that the seed need not give this set-up, nor these draws.
            payload |= {"start": match.game.documents.write_state(start), "rules": "of another world"}
        elif row["kind"] == "turn":
            before, turn = match.before(number), match.turns[number]
            outcomes = turn.outcomes
            if swaps is not None:
                before, outcomes = swaps.position(before), swaps.outcomes(before, turn.outcomes)
            chance = match.game.documents.write_chance(before, turn.decisions, outcomes)
            payload |= {"outcomes": list(outcomes), "chance": chance, "rules": "of another world"}
            number += 1
        row["payload"] = json.dumps(payload, separators=(",", ":"))
    assert number == len(match.turns)
    return changed


def install_other(server: Server, table: Made, match: Match, rows: Rows, viewer: int | None, rng: Random) -> Rows:
    """Put another world's table into a store, one in which all that was played can be played: hands decide that, too.

    Returns:
        The rows that it has there.
    """
    for _ in range(_WORLDS):
        other = otherwise(match, rows, viewer, rng)
        install(server, table, other)
        if not server.tables.open(table.id).is_damaged:
            return other
    raise AssertionError(f"{_WORLDS} worlds were impossible.")


class Swaps:
    """Which cards change places: those that a viewer has never seen since they last went into the deck.

    Cards of one reshuffle change places among themselves, from that reshuffle on: how many of each reshuffle lie
    where is known to everyone (M105).
    """

    def __init__(self, match: Match, viewer: int | None, rng: Random) -> None:
        positions = [match.start, *(turn.after for turn in match.turns)]
        shown = {
            (_era(before, card), card)
            for before, turn in zip(positions, match.turns, strict=False)
            for card in _named(turn.decisions)
        }
        last = positions[-1].state
        hidden: dict[int, list[int]] = {}
        for card in range(60):
            era = int(last.era[card])
            seen = (position for position in positions if _era(position, card) == era)
            if (era, card) not in shown and all(_is_hidden(position, card, viewer) for position in seen):
                hidden.setdefault(era, []).append(card)
        self._other: dict[tuple[int, int], int] = {}
        for era, cards in hidden.items():
            mixed = rng.sample(cards, len(cards))
            self._other |= {(era, card): other for card, other in zip(cards, mixed, strict=True)}

    @property
    def count(self) -> int:
        """How many cards lie elsewhere."""
        return sum(other != card for (_, card), other in self._other.items())

    def position(self, position: Position) -> Position:
        """A position as it is in the other world."""
        states = position.states.copy()
        state = states[0]
        state.deck = self._mask(position, int(state.deck))
        for seat in range(position.players):
            state.hand[seat] = self._mask(position, int(state.hand[seat]))
        return type(position)(states, position.terms)

    def _mask(self, position: Position, mask: int) -> int:
        cards = [card for card in range(60) if mask >> card & 1]
        return sum(1 << self._other.get((_era(position, card), card), card) for card in cards)

    def outcomes(self, before: Position, outcomes: tuple[int, ...]) -> tuple[int, ...]:
        """What is drawn in the other world; ``before`` is the position in this one."""
        left = int(before.state.deck).bit_count()
        drawn = []
        for place, outcome in enumerate(outcomes):
            era = int(before.state.shuffles) + (place >= left)
            drawn.append(Outcome.DRAWN + self._other.get((era, outcome - Outcome.DRAWN), outcome - Outcome.DRAWN))
        return tuple(drawn)


def _era(position: Position, card: int) -> int:
    return int(position.state.era[card])


def _named(decisions: tuple[int, ...]) -> Iterator[int]:
    """The cards of the hand that decisions show, even one that is taken back into it within the turn (U2)."""
    for decision in decisions:
        for first in (Decision.MOVE, Decision.TOKEN, Decision.PLAY, Decision.SHED):
            if first <= decision < first + 60:
                yield decision - first


def _is_hidden(position: Position, card: int, viewer: int | None) -> bool:
    state = position.state
    hands = [int(state.hand[seat]) for seat in range(position.players) if seat != viewer]
    return any(mask >> card & 1 for mask in (*hands, int(state.deck)))


def world_values(server: Server, table: Made) -> dict[bytes, bytes]:
    """What two worlds may differ in: hashes of the seed, which hide it, as placeholders of the same length."""
    found = server.tables.open(table.id)
    assert found.match is not None
    hashes = {"promised": found.promised, "commitment": found.match.commitment}
    return {value.encode(): name.ljust(64, "-").encode() for name, value in hashes.items()}


def secrets_of(rows: Rows) -> list[str]:
    """The seed of a table, as somebody might have written it."""
    seed: Any = rows["table_"][0]["seed"]
    return [seed.hex(), str(int.from_bytes(seed, "big")), repr(seed)[2:-1]]
