"""What a message that is due says, to whom, and whether there is still anything to say."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf

from ...core.errors import RivertableError
from ..domain.table import Table
from ..domain.turns import turn_of
from ..store import messages, people
from ..store.company.invitations import is_invited
from ..store.messages import Contact, Waiting
from ..store.server_secrets import ServerSecrets
from ..tables import Tables
from .contacts import Contacts
from .letters import Letter, TableNews, digest_letter, turn_letter, words_of
from .occasions import OCCASIONS, Said, occasion_said
from .picture import Picture, picture_of

_BREAK_SECONDS = 3_600.0
"""So often it is looked whether a break of a table is over."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A message whose time has come, with whom it goes to and what it says of its table."""

    waiting: Waiting
    contact: Contact
    news: TableNews
    is_gathered: bool
    """Whether all that is ready for the address goes out as one message."""
    picture: Picture | None
    """The board as the one who is written to sees it; None where that is not shown."""


class Composer:
    """Looks at messages that are due, and writes them."""

    def __init__(self, tables: Tables, contacts: Contacts, secrets: ServerSecrets) -> None:
        self._tables = tables
        self._contacts = contacts
        self._secrets = secrets

    def look_at(self, waiting: Waiting) -> Ready | float | None:
        """Return what to send to whom, or when to look again; None where there is nothing more to say of this."""
        contact = self._contacts.find(waiting.contact_id)
        if contact is None or contact.address is None or contact.is_broken:
            return None
        if contact.kind not in self._contacts.channels:
            return None
        try:
            table = self._tables.open(waiting.table_id)
        except RivertableError:
            return None
        now = time.time()
        said = self._said_of(table, waiting, contact, now)
        if not isinstance(said, Said):
            return said
        with self._tables.database.read() as connection:
            hours = messages.hours_of(connection, contact.person_id)
        if hours is not None:
            moment = hours.moment(waiting.due_at, now, said.ends_at, is_tried=waiting.tries > 0)
            if moment > now:
                return moment
        title = table.game.title if table.name is None else f"{table.name} ({table.game.title})"
        news = TableNews(said.kind, table.id, title, said.ends_at)
        is_gathered = hours is not None and hours.digest is not None
        is_shown = self._contacts.channels[contact.kind].has_pictures and waiting.reason not in OCCASIONS
        words = words_of(contact.language)["board"]
        picture = picture_of(table, waiting.seat, words) if is_shown and not is_gathered else None
        return Ready(waiting, contact, news, is_gathered, picture)

    def letter(self, ready: Sequence[Ready]) -> Letter:
        """Return the message that says what is ready for one address."""
        contact, site = ready[0].contact, self._contacts.site
        stop_address = self._contacts.stop_address(contact.id)
        about = sorted((one.waiting.table_id, one.waiting.version, one.waiting.reason) for one in ready)
        letter_id = self._contacts.letter_id(contact.id, *chain.from_iterable(about))
        if len(ready) > 1:
            topic = self._contacts.letter_id(contact.id, "topic")
            news = sorted(
                (one.news for one in ready), key=lambda news: (news.ends_at or inf, news.title, news.table_id)
            )
            return digest_letter(letter_id, contact.language, site, news, stop_address, topic=topic)
        topic = self._contacts.letter_id(contact.id, "topic", ready[0].news.table_id)
        letter = turn_letter(letter_id, contact.language, site, ready[0].news, stop_address, topic=topic)
        return replace(letter, picture=ready[0].picture)

    def _said_of(self, table: Table, waiting: Waiting, contact: Contact, now: float) -> Said | float | None:
        """Return what a message says of its table, or when to look again; None where there is nothing more to say."""
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
