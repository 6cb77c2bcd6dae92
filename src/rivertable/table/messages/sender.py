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

from ..store import ledger, messages
from ..store.messages import Waiting
from ..store.server_secrets import ServerSecrets
from ..tables import Tables
from .channels import Outcome
from .composer import Composer, Ready
from .contacts import Contacts, note_outcome

_POLL_SECONDS = 1.0
_AT_ONCE = 16
_SWEEP_SECONDS = 600.0
_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 60.0, 3_600.0
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
        self._composer = Composer(tables, contacts, secrets)
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
        by_address: dict[str, list[Waiting]] = {}
        for waiting in claimed:
            by_address.setdefault(waiting.contact_id, []).append(waiting)
        await asyncio.gather(*map(self._deliver, by_address.values()))
        if time.time() - self._swept > _SWEEP_SECONDS:
            self._swept = time.time()
            await run_in_threadpool(self._contacts.sweep, self._swept)

    def _claim(self) -> list[Waiting]:
        database, now = self._tables.database, time.time()
        with database.read() as connection:
            abandoned = self._abandoned(connection) if database.is_shared else []
        for owner in abandoned:
            with database.write() as connection:
                messages.release_messages(connection, owner)
        with database.read() as connection:
            due = messages.due_messages(connection, now, _AT_ONCE)
        return self._claim_each(due, now)

    def _claim_to(self, contact_id: str) -> list[Waiting]:
        """Claim all else that is due to an address."""
        now = time.time()
        with self._tables.database.read() as connection:
            due = messages.due_messages_to(connection, contact_id, now)
        return self._claim_each(due, now)

    def _claim_each(self, due: list[Waiting], now: float) -> list[Waiting]:
        """Return those of some messages that no other process has claimed."""
        claimed = []
        for waiting in due:
            with self._tables.database.write() as connection:
                if messages.claim_message(connection, waiting, self._tables.owner, now):
                    claimed.append(waiting)
        return claimed

    def _abandoned(self, connection: Connection) -> list[str]:
        """Return the processes that have claimed messages and are gone."""
        owners = set(messages.claimers(connection)) - {self._tables.owner}
        living = ledger.living_processes(connection) if owners else set()
        return [owner for owner in owners if ledger.owner_number(owner) not in living]

    async def _deliver(self, claimed: list[Waiting]) -> None:
        """Send what is due to one address, unless there is nothing more to say, or not yet."""
        ready = await self._look_at(claimed)
        if any(one.is_gathered for one in ready):
            more = await run_in_threadpool(self._claim_to, claimed[0].contact_id)
            ready += await self._look_at(more)
            await self._send(ready)
        else:
            await asyncio.gather(*(self._send([one]) for one in ready))

    async def _look_at(self, claimed: list[Waiting]) -> list[Ready]:
        """Return what is ready to be sent; what is not is done with, or looked at again later."""
        ready = []
        for waiting in claimed:
            found = await run_in_threadpool(self._composer.look_at, waiting)
            if found is None:
                await run_in_threadpool(self._drop, waiting)
            elif isinstance(found, float):
                await run_in_threadpool(self._put_off, waiting, found)
            else:
                ready.append(found)
        return ready

    async def _send(self, ready: list[Ready]) -> None:
        """Send one message; then it is done with, or tried again later."""
        contact, letter = ready[0].contact, self._composer.letter(ready)
        outcome = await self._contacts.channels[contact.kind].send(contact.address or "", letter)
        self._count(contact.kind, outcome.kind)
        self._notice(contact.kind, outcome)
        await run_in_threadpool(self._settle, [one.waiting for one in ready], outcome)

    def _drop(self, waiting: Waiting) -> None:
        with self._tables.database.write() as connection:
            messages.drop_message(connection, waiting)

    def _put_off(self, waiting: Waiting, due_at: float) -> None:
        with self._tables.database.write() as connection:
            messages.put_off_message(connection, waiting, due_at, is_tried=False)

    def _settle(self, sent: list[Waiting], outcome: Outcome) -> None:
        """Note what became of a message; what nobody would take is tried again after a while, each longer."""
        now = time.time()
        with self._tables.database.write() as connection:
            note_outcome(connection, sent[0].contact_id, outcome, now)
            for waiting in sent:
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
