"""Sending what the outbox holds: once its time has come, if it is still that person's turn and no page has shown it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from ...core.errors import RivertableError
from ..domain.table import Table
from ..domain.turns import turn_of
from ..store import ledger, messages, people
from ..store.company.invitations import is_invited
from ..store.messages import Contact, Waiting
from ..store.server_secrets import ServerSecrets
from ..tables import Tables
from .channels import Outcome
from .contacts import Contacts, note_outcome
from .letters import Letter, turn_letter
from .occasions import OCCASIONS, Said, occasion_said

_POLL_SECONDS = 1.0
_AT_ONCE = 16
_SWEEP_SECONDS = 600.0
_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 60.0, 3_600.0
_BREAK_SECONDS = 3_600.0
"""So often it is looked whether a break of a table is over."""
_TRIES = 12
"""After so many tries, some seven hours, a message that nobody takes is given up."""
_log = logging.getLogger("rivertable.messages")


class Sender:
    """Sends messages that are due. Each is claimed by one process, and tried again until it is known what became of it.

    A process that dies between sending and noting leaves the message to be sent once more, with the same id: whoever
    gets both shows one.
    """

    def __init__(
        self, tables: Tables, contacts: Contacts, secrets: ServerSecrets, count: Callable[[str, str], None]
    ) -> None:
        """``count`` is called with the kind of address and what became of a message."""
        self._tables = tables
        self._contacts = contacts
        self._secrets = secrets
        self._count = count
        self._failing: set[str] = set()
        self._swept = 0.0
        self._is_stopping = asyncio.Event()

    async def run(self) -> None:
        """Send until stopped, then give back what is claimed."""
        try:
            while not self._is_stopping.is_set():
                try:
                    await self.look()
                except SQLAlchemyError:
                    _log.debug("Messages wait for the store.", exc_info=True)
                except Exception:
                    # Nobody else looks: one message that fails must not keep back those of everybody.
                    _log.exception("A message could not be sent; it is tried again.")
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._is_stopping.wait(), _POLL_SECONDS)
        finally:
            with suppress(SQLAlchemyError):
                self._release()

    def stop(self) -> None:
        """Let what is being sent be the last."""
        self._is_stopping.set()

    def _release(self) -> None:
        with self._tables.database.write() as connection:
            messages.release_messages(connection, self._tables.owner)

    async def look(self) -> None:
        """Send what is due by now."""
        claimed = await run_in_threadpool(self._claim)
        await asyncio.gather(*map(self._deliver, claimed))
        if time.time() - self._swept > _SWEEP_SECONDS:
            self._swept = time.time()
            await run_in_threadpool(self._contacts.sweep, self._swept)

    def _claim(self) -> list[Waiting]:
        database, now, claimed = self._tables.database, time.time(), []
        with database.read() as connection:
            abandoned = self._abandoned(connection) if database.is_shared else []
        for owner in abandoned:
            with database.write() as connection:
                messages.release_messages(connection, owner)
        with database.read() as connection:
            due = messages.due_messages(connection, now, _AT_ONCE)
        for waiting in due:
            with database.write() as connection:
                if messages.claim_message(connection, waiting, self._tables.owner, now):
                    claimed.append(waiting)
        return claimed

    def _abandoned(self, connection: Connection) -> list[str]:
        """Return the processes that have claimed messages and are gone."""
        owners = set(messages.claimers(connection)) - {self._tables.owner}
        living = ledger.living_processes(connection) if owners else set()
        return [owner for owner in owners if ledger.owner_number(owner) not in living]

    async def _deliver(self, waiting: Waiting) -> None:
        """Send a message, unless there is nothing more to say; then it is done with, or tried again later."""
        found = await run_in_threadpool(self._prepare, waiting)
        if found is None:
            await run_in_threadpool(self._drop, waiting)
            return
        if isinstance(found, float):
            await run_in_threadpool(self._put_off, waiting, found)
            return
        contact, letter = found
        outcome = await self._contacts.channels[contact.kind].send(contact.address or "", letter)
        self._count(contact.kind, outcome.kind)
        self._notice(contact.kind, outcome)
        await run_in_threadpool(self._settle, waiting, outcome)

    def _prepare(self, waiting: Waiting) -> tuple[Contact, Letter] | float | None:
        """Return whom to send what, or when to look again; None where there is nothing more to say of this."""
        contact = self._contacts.find(waiting.contact_id)
        if contact is None or contact.address is None or contact.is_broken:
            return None
        if contact.kind not in self._contacts.channels:
            return None
        try:
            table = self._tables.open(waiting.table_id)
        except RivertableError:
            return None
        found = self._said_of(table, waiting, contact)
        if not isinstance(found, Said):
            return found
        letter = turn_letter(
            self._contacts.letter_id(contact.id, waiting.table_id, waiting.version, waiting.reason),
            contact.language,
            self._contacts.site,
            table.id,
            table.game.title if table.name is None else f"{table.name} ({table.game.title})",
            found.ends_at,
            self._contacts.stop_address(contact.id),
            topic=self._contacts.letter_id(contact.id, "topic", table.id),
            kind=found.kind,
        )
        return contact, letter

    def _said_of(self, table: Table, waiting: Waiting, contact: Contact) -> Said | float | None:
        """Return what a message says of its table, or when to look again; None where there is nothing more to say."""
        now = time.time()
        if waiting.reason in OCCASIONS:
            said = occasion_said(table, waiting, now)
            return said if self._concerns(contact.person_id, table, waiting) else None
        if table.rest is not None and table.rest.until is not None:
            return min(table.rest.until, now + _BREAK_SECONDS)  # no clock runs now
        turn = turn_of(table)
        if turn is None or (turn.seat, turn.version) != (waiting.seat, waiting.version):
            return None
        remind_at = turn.at + turn.reminders.get(waiting.reason, 0.0)
        if now < remind_at:
            return remind_at  # some of the time did not count
        with self._tables.database.read() as connection:
            if messages.is_overtaken(connection, waiting, now):
                return None
        if not self._is_theirs(contact.person_id, table, waiting.seat):
            return None
        return Said("turn" if waiting.reason == messages.TURN else "reminder", table.deadline())

    def _concerns(self, person_id: str, table: Table, waiting: Waiting) -> bool:
        """Return whether an occasion is still a person's: their link opens the table, or they are invited to it."""
        if waiting.reason != "invited":
            return self._is_theirs(person_id, table, waiting.seat)
        with self._tables.database.read() as connection:
            return is_invited(connection, table.id, person_id)

    def _is_theirs(self, person_id: str, table: Table, seat: int) -> bool:
        """Return whether a person's link still opens a seat: it may have been given up, and taken by somebody else."""
        with self._tables.database.read() as connection:
            links = people.links_of(connection, person_id, self._secrets.people_key)
        own = [link.secret for link in links if link.table_id == table.id]
        if seat == people.HOST_SEAT:
            return any(map(table.is_host, own))
        return any(table.seat_of(secret) == seat for secret in own)

    def _drop(self, waiting: Waiting) -> None:
        with self._tables.database.write() as connection:
            messages.drop_message(connection, waiting)

    def _put_off(self, waiting: Waiting, due_at: float) -> None:
        with self._tables.database.write() as connection:
            messages.put_off_message(connection, waiting, due_at, is_tried=False)

    def _settle(self, waiting: Waiting, outcome: Outcome) -> None:
        """Note what became of a message; what nobody would take is tried again after a while, each longer."""
        now = time.time()
        with self._tables.database.write() as connection:
            note_outcome(connection, waiting.contact_id, outcome, now)
            if outcome.kind == "later" and waiting.tries + 1 < _TRIES:
                wait = max(_FIRST_WAIT_SECONDS * 2**waiting.tries, outcome.wait_seconds or 0.0)
                wait = min(wait, _LONGEST_WAIT_SECONDS)
                messages.put_off_message(connection, waiting, now + wait, is_tried=True)
            else:
                messages.drop_message(connection, waiting)

    def _notice(self, kind: str, outcome: Outcome) -> None:
        """Log the beginning and the end of a time in which messages cannot be sent: a line each, without addresses."""
        if outcome.kind == "later" and kind not in self._failing:
            self._failing.add(kind)
            _log.warning("Messages by %s cannot be sent; they are tried again.", kind)
        elif outcome.kind == "accepted" and kind in self._failing:
            self._failing.discard(kind)
            _log.warning("Messages by %s are sent again.", kind)
