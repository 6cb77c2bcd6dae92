"""Where people want to hear that it is their turn: given, confirmed by a link, tried, and given up by a link."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping

from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool

from ..domain.hours import Hours
from ..errors import NoSuchContactError, TooManyError, WrongStateError
from ..people import Visitor
from ..store import messages, push_devices
from ..store.database import Database
from ..store.messages import Contact, Kind
from ..store.push_devices import PushDevice
from ..store.server_secrets import ServerSecrets
from .channels import Channel, Outcome
from .letters import Language, confirmation_letter, test_letter
from .subscription import Subscription

UNCONFIRMED_SECONDS = 3 * 86_400.0
"""So long an address waits to be confirmed."""
GRACE_SECONDS: dict[Kind, float] = {"mail": 600.0, "webhook": 60.0, "ntfy": 60.0, "push": 60.0}
"""So long a turn waits for a person who may be just about to come, by kind of address."""
_AT_MOST = 5
"""So many addresses a person has at most."""
_DEVICES_AT_MOST = 10
"""Besides, so many devices; where there are more, those in use count."""
UNSEEN_SECONDS = 60 * 86_400.0
"""Nothing is sent to a device that was not in use for so long: some push services go on to take messages for it."""
_TOKEN_BYTES = 16
_CONFIRM, _STOP = "confirm", "stop"


def note_outcome(connection: Connection, contact_id: str, outcome: Outcome, at: float) -> None:
    """Note what became of a message; where the address is there no longer it is forgotten."""
    if outcome.is_gone:
        messages.remove_contact(connection, contact_id)
    else:
        messages.note_outcome(connection, contact_id, outcome.kind, outcome.detail, at)


def _new_contact(
    person_id: str, kind: Kind, language: Language, address: str, now: float, confirmed_at: float | None
) -> Contact:
    return Contact(
        id=secrets.token_hex(16),
        person_id=person_id,
        kind=kind,
        language=language,
        address=address,
        created_at=now,
        confirmed_at=confirmed_at,
        grace_seconds=GRACE_SECONDS[kind],
        refusals=0,
        last_at=None,
        last_outcome=None,
        last_detail=None,
    )


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
        contact = _new_contact(visitor.person.id, kind, language, address, time.time(), None)
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
            addresses = [
                other
                for other in messages.contacts_of(connection, contact.person_id, self._key)
                if other.kind != "push"
            ]
            if len(addresses) >= _AT_MOST:
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
        await run_in_threadpool(self._note_asked, contact.id, letter.id)
        outcome = await channel.send(contact.address, letter)
        await run_in_threadpool(self._note, contact.id, outcome)
        return outcome

    def _note_asked(self, contact_id: str, letter_id: str) -> None:
        with self._database.write() as connection:
            push_devices.ask_push_device(connection, contact_id, letter_id)

    def _note(self, contact_id: str, outcome: Outcome) -> None:
        with self._database.write() as connection:
            note_outcome(connection, contact_id, outcome, time.time())

    def sweep(self, now: float) -> None:
        """Forget the addresses that nobody has confirmed in time, and devices that nobody uses any more."""
        with self._database.write() as connection:
            messages.forget_unconfirmed(connection, now - UNCONFIRMED_SECONDS)
            for contact_id in push_devices.unseen_push_devices(connection, now - UNSEEN_SECONDS):
                messages.remove_contact(connection, contact_id)

    # Hours.

    def set_hours(self, visitor: Visitor, hours: Hours | None) -> None:
        """Send messages to a person at some hours from now on; those that wait for theirs keep it.

        Raises:
            BadHoursError: such hours cannot be.
        """
        if hours is not None:
            hours.check()
        with self._database.write() as connection:
            messages.put_hours(connection, visitor.person.id, hours)

    # Devices that show messages by themselves.

    @property
    def push_key(self) -> str | None:
        """The key that devices register with; None where this server sends no push."""
        channel = self.channels.get("push")
        return None if channel is None else channel.server_key

    def register(self, visitor: Visitor, wanted: Subscription, language: Language) -> None:
        """Send messages to the device that a person has come by; the same once more notes that it is in use.

        Raises:
            WrongStateError: this server sends no push.
            BadAddressError: nothing can be sent there.
        """
        channel = self.channels.get("push")
        if channel is None:
            raise WrongStateError("This server sends no such messages.")
        channel.check(wanted.text())
        now, digest = time.time(), hashlib.sha256(wanted.endpoint.encode()).hexdigest()
        person_id = visitor.person.id
        with self._database.write() as connection:
            known = push_devices.push_device_at(connection, digest)
            owner = None if known is None else messages.find_contact(connection, known.contact_id, self._key)
            if known is not None and owner is not None and owner.person_id == person_id:
                messages.write_address(connection, owner.id, wanted.text(), language, self._key)
                push_devices.remove_push_device(connection, visitor.device, except_for=owner.id)
                push_devices.see_push_device(connection, owner.id, visitor.device, wanted.server_key, now)
                return
            if known is not None:
                messages.remove_contact(connection, known.contact_id)
            push_devices.remove_push_device(connection, visitor.device)
            for contact_id in push_devices.push_devices_of(connection, person_id)[_DEVICES_AT_MOST - 1 :]:
                messages.remove_contact(connection, contact_id)
            made = _new_contact(person_id, "push", language, wanted.text(), now, now)
            messages.add_contact(connection, made, self._key)
            device = PushDevice(made.id, visitor.device, digest, wanted.server_key, now, None, None)
            push_devices.add_push_device(connection, device)

    def note_push_shown(self, visitor: Visitor, letter_id: str) -> None:
        """Note that the device that a person has come by has shown a message."""
        with self._database.write() as connection:
            push_devices.note_push_shown(connection, visitor.device, letter_id, time.time())

    def push_devices(self, visitor: Visitor) -> dict[str, PushDevice]:
        """Return the devices that show a person's messages, by the ids of their contacts."""
        with self._database.read() as connection:
            found = push_devices.all_push_devices_of(connection, visitor.person.id)
        return {device.contact_id: device for device in found}

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
