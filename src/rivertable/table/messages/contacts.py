"""Where people want to hear that it is their turn: given, confirmed by a link, tried, and given up by a link."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool

from ..errors import NoSuchContactError, TooManyError, WrongStateError
from ..people import Visitor
from ..store import messages
from ..store.database import Database
from ..store.messages import Contact, Kind
from ..store.server_secrets import ServerSecrets
from .channels import Channel, Outcome
from .letters import Language, confirmation_letter, test_letter

UNCONFIRMED_SECONDS = 3 * 86_400.0
"""So long an address waits to be confirmed."""
GRACE_SECONDS: dict[Kind, float] = {"mail": 600.0, "webhook": 60.0, "ntfy": 60.0}
"""So long a turn waits for a person who may be just about to come, by kind of address."""
_AT_MOST = 5
"""So many addresses a person has at most."""
_TOKEN_BYTES = 16
_CONFIRM, _STOP = "confirm", "stop"


class Contacts:
    """The addresses of people, and the tokens that stand for them in links.

    A token is made of an address's id and the server's key: nothing of it is stored, and it opens nothing else.

    Attributes:
        channels: the ways by which this server sends messages.
        site: the one address of its pages.
    """

    def __init__(
        self, database: Database, server_secrets: ServerSecrets, channels: Mapping[Kind, Channel], site: str
    ) -> None:
        self.channels = channels
        self.site = site
        self._database = database
        self._key = server_secrets.people_key

    def find(self, contact_id: str) -> Contact | None:
        """Return an address by its id."""
        with self._database.read() as connection:
            return messages.find_contact(connection, contact_id, self._key)

    def _own(self, visitor: Visitor, contact_id: str) -> Contact:
        """Return an address of a person.

        Raises:
            NoSuchContactError: the person has no such address.
        """
        found = self.find(contact_id)
        if found is None or found.person_id != visitor.person.id:
            raise NoSuchContactError("There is no such address.")
        return found

    async def add(self, visitor: Visitor, kind: Kind, address: str, language: Language) -> Outcome:
        """Write to an address that a person has given, and keep it where that is accepted, until it is confirmed.

        An address of the same kind is given up once the new one is confirmed.

        Raises:
            WrongStateError: this server sends nothing to such addresses.
            BadAddressError: nothing can be sent there.
            TooManyError: the person has too many addresses.
        """
        channel = self.channels.get(kind)
        if channel is None:
            raise WrongStateError("This server sends no such messages.")
        channel.check(address)
        contact = Contact(
            secrets.token_hex(16),
            visitor.person.id,
            kind,
            language,
            address,
            time.time(),
            None,
            GRACE_SECONDS[kind],
            0,
            None,
            None,
            None,
        )
        await run_in_threadpool(self._keep, contact)
        way = f"{self.site}/#confirm-{self._token(_CONFIRM, contact.id)}"
        letter = confirmation_letter(self.letter_id(contact.id, _CONFIRM), language, self.site, way)
        outcome = await channel.send(address, letter)
        if outcome.kind != "accepted":
            await run_in_threadpool(self._remove, contact.id)
        return outcome

    def _keep(self, contact: Contact) -> None:
        with self._database.write() as connection:
            for other in messages.contacts_of(connection, contact.person_id, self._key):
                if other.kind == contact.kind and other.confirmed_at is None:
                    messages.remove_contact(connection, other.id)
            if len(messages.contacts_of(connection, contact.person_id, self._key)) >= _AT_MOST:
                raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=3600)
            messages.add_contact(connection, contact, self._key)

    def confirm(self, token: str) -> Contact:
        """Take an address for its person's from now on, in the place of the person's others of its kind.

        Raises:
            NoSuchContactError: the token is none, or the address was given up.
        """
        found = self._of_token(_CONFIRM, token)
        if found is None:
            raise NoSuchContactError("This link holds no longer.")
        with self._database.write() as connection:
            messages.confirm_contact(connection, found.id, time.time())
            for other in messages.contacts_of(connection, found.person_id, self._key):
                if other.kind == found.kind and other.id != found.id and other.created_at <= found.created_at:
                    messages.remove_contact(connection, other.id)
        return found

    def stop(self, token: str) -> None:
        """Give an address up; nothing is done where it was before.

        Raises:
            NoSuchContactError: the token is none.
        """
        contact_id = self._id_of_token(_STOP, token)
        if contact_id is None:
            raise NoSuchContactError("This link holds no longer.")
        self._remove(contact_id)

    def remove(self, visitor: Visitor, contact_id: str) -> None:
        """Give up an address of a person.

        Raises:
            NoSuchContactError: the person has no such address.
        """
        self._remove(self._own(visitor, contact_id).id)

    def _remove(self, contact_id: str) -> None:
        with self._database.write() as connection:
            messages.remove_contact(connection, contact_id)

    async def test(self, visitor: Visitor, contact_id: str) -> Outcome:
        """Send a message that says no more than that messages come through; where it is accepted, others are again.

        Raises:
            NoSuchContactError: the person has no such address.
            WrongStateError: the address is not confirmed, or cannot be read any more.
        """
        contact = await run_in_threadpool(self._own, visitor, contact_id)
        if contact.confirmed_at is None or contact.address is None:
            raise WrongStateError("This address is not confirmed.")
        letter_id = self.letter_id(contact.id, secrets.token_hex(8))
        letter = test_letter(letter_id, contact.language, self.site, self.stop_address(contact.id))
        channel = self.channels.get(contact.kind)
        if channel is None:
            raise WrongStateError("This server sends no such messages.")
        outcome = await channel.send(contact.address, letter)
        await run_in_threadpool(self.note, contact.id, outcome)
        return outcome

    def note(self, contact_id: str, outcome: Outcome) -> None:
        """Note what became of a message."""
        with self._database.write() as connection:
            messages.note_outcome(connection, contact_id, outcome.kind, outcome.detail, time.time())

    def sweep(self, now: float) -> None:
        """Forget the addresses that nobody has confirmed in time."""
        with self._database.write() as connection:
            messages.forget_unconfirmed(connection, now - UNCONFIRMED_SECONDS)

    # Links.

    def stop_address(self, contact_id: str) -> str:
        """Return the address at which no more messages are asked for."""
        return f"{self.site}/api/messages/stop/{self._token(_STOP, contact_id)}"

    def letter_id(self, contact_id: str, *about: object) -> str:
        """Return the id of a message, which is the same for the same one and says nothing of it."""
        name = "/".join(map(str, ("letter", contact_id, *about)))
        return hmac.digest(self._key, name.encode(), "sha256").hex()[:32]

    def _token(self, purpose: str, contact_id: str) -> str:
        mark = hmac.digest(self._key, f"{purpose}/{contact_id}".encode(), "sha256")
        return contact_id + mark[:_TOKEN_BYTES].hex()

    def _id_of_token(self, purpose: str, token: str) -> str | None:
        contact_id = token[: -_TOKEN_BYTES * 2]
        return contact_id if hmac.compare_digest(token, self._token(purpose, contact_id)) else None

    def _of_token(self, purpose: str, token: str) -> Contact | None:
        contact_id = self._id_of_token(purpose, token)
        return None if contact_id is None else self.find(contact_id)
