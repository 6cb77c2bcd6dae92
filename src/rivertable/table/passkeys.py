"""Passkeys: registered by whoever has a name, and a way to be found again by it on another device."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import time
from functools import cached_property
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from .errors import BadPasskeyError, NoPersonError, NoSuchEntryError, WrongStateError
from .people import People, Visitor
from .store import passkeys
from .store.database import Database
from .store.passkeys import Passkey
from .store.server_secrets import ServerSecrets

if TYPE_CHECKING:
    from .relying_party import RelyingParty

CHALLENGE_SECONDS = 300.0
"""So long an authenticator may take to sign what it is asked to."""
PASSKEYS_AT_MOST = 10
"""So many passkeys a person has at most."""
_BYTES = 32
_log = logging.getLogger("rivertable.passkeys")


def can_have_passkeys(site: str) -> bool:
    """Return whether browsers offer passkeys at an address: by https, or on this computer, and by a name."""
    parts = urlsplit(site)
    host = parts.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return parts.scheme == "https" or host == "localhost"
    return False


class Passkeys:
    """The passkeys of the people of a server.

    A store has of each passkey what checks it, and nothing that opens anything.

    Attributes:
        site: the address of the pages at which they hold; at another one browsers do not offer them.
    """

    def __init__(self, database: Database, people: People, server_secrets: ServerSecrets, site: str) -> None:
        """``site`` is one at which browsers offer passkeys, see :func:`can_have_passkeys`."""
        self.site = site
        self._database = database
        self._people = people
        self._key = server_secrets.people_key

    @cached_property
    def _party(self) -> RelyingParty:
        from .relying_party import RelyingParty  # it takes almost half a second to import, and may never be needed

        return RelyingParty(self.site)

    def is_for_here(self, passkey: Passkey) -> bool:
        """Return whether a passkey is for this server by the name that it has now."""
        return passkey.host == self._host

    @property
    def _host(self) -> str:
        return urlsplit(self.site).hostname or ""

    def ask_for_new(self, visitor: Visitor) -> tuple[str, dict[str, Any]]:
        """Return what to ask the browser of a person for a new passkey, and the token to send with its answer.

        Raises:
            WrongStateError: the person has too many.
        """
        known = self._people.passkeys(visitor)
        if len(known) >= PASSKEYS_AT_MOST:
            raise WrongStateError("A person has {count} passkeys at most.", count=PASSKEYS_AT_MOST)
        token, challenge = self._new_challenge(visitor.device)
        here = [one.credential_id for one in known if self.is_for_here(one)]
        handle = self._handle(visitor.person.id)
        return token, self._party.ask_for_new(challenge, handle, visitor.person.name, here)

    def add(self, visitor: Visitor, token: str, answer: dict[str, Any], label: str) -> None:
        """Register a passkey that was asked for.

        Raises:
            BadPasskeyError: it was not asked for so, or not here, or not in time, or is registered already.
            WrongStateError: the person has too many.
        """
        made = self._party.check_new(answer, self._challenge(token, visitor.device))
        passkey = Passkey(
            id=passkeys.passkey_id(made.credential_id),
            person_id=visitor.person.id,
            credential_id=made.credential_id,
            public_key=made.public_key,
            sign_count=made.sign_count,
            host=self._host,
            label=label,
            is_synced=made.is_synced,
            created_at=time.time(),
            used_at=None,
        )
        with self._database.write() as connection:
            if len(passkeys.passkeys_of(connection, passkey.person_id)) >= PASSKEYS_AT_MOST:
                raise WrongStateError("A person has {count} passkeys at most.", count=PASSKEYS_AT_MOST)
            if passkeys.find_passkey(connection, passkey.id) is not None:
                raise BadPasskeyError("This passkey is registered already.")
            passkeys.add_passkey(connection, passkey)

    def ask_to_come(self) -> tuple[str, dict[str, Any]]:
        """Return what to ask the browser of somebody who comes, and the token to send with its answer."""
        token, challenge = self._new_challenge(None)
        return token, self._party.ask_to_sign(challenge)

    def come(self, token: str, credential_id: bytes, handle: bytes, answer: dict[str, Any]) -> Visitor:
        """Return whose passkey has signed what was asked, with the key of a new device.

        Raises:
            BadPasskeyError: it was not asked for so, or not here, or not in time; or the passkey may be a copy.
            NoPersonError: nobody has it.
        """
        challenge = self._challenge(token, None)
        with self._database.read() as connection:
            passkey = passkeys.find_passkey(connection, passkeys.passkey_id(credential_id))
        if passkey is None or not hmac.compare_digest(handle, self._handle(passkey.person_id)):
            raise NoPersonError("Nobody has this passkey.")
        use = self._party.check_signature(answer, challenge, passkey.public_key)
        # An authenticator that does not count says 0 each time.
        is_newer = use.sign_count > passkey.sign_count or use.sign_count == passkey.sign_count == 0
        now = time.time()
        with self._database.write() as connection:
            if not is_newer or not passkeys.use_passkey(connection, passkey, use.sign_count, use.is_synced, now):
                _log.warning("A passkey has counted %d after %d.", use.sign_count, passkey.sign_count)
                raise BadPasskeyError("This passkey may have been copied: it counts otherwise. Use a code instead.")
        return self._people.welcome(passkey.person_id)

    def label(self, visitor: Visitor, passkey_id: str, label: str) -> None:
        """Call a passkey of a person something else.

        Raises:
            NoSuchEntryError: the person has none such.
        """
        with self._database.write() as connection:
            if not passkeys.label_passkey(connection, visitor.person.id, passkey_id, label):
                raise NoSuchEntryError("There is no such passkey.")

    def remove(self, visitor: Visitor, passkey_id: str) -> None:
        """Let a passkey of a person open nothing any more.

        Raises:
            NoSuchEntryError: the person has none such.
            WrongStateError: nothing but it would find the person's name again.
        """
        with self._database.write() as connection:
            known = [one.id for one in passkeys.passkeys_of(connection, visitor.person.id)]
            if known == [passkey_id] and not visitor.person.has_code:
                raise WrongStateError("Take a code first: without one, nothing else finds your name again.")
            if not passkeys.remove_passkey(connection, visitor.person.id, passkey_id):
                raise NoSuchEntryError("There is no such passkey.")

    def _new_challenge(self, device: str | None) -> tuple[str, bytes]:
        token, challenge, now = secrets.token_urlsafe(_BYTES), secrets.token_bytes(_BYTES), time.time()
        with self._database.write() as connection:
            passkeys.forget_challenges(connection, now)
            passkeys.add_challenge(connection, _hash(token), challenge, device, now + CHALLENGE_SECONDS)
        return token, challenge

    def _challenge(self, token: str, device: str | None) -> bytes:
        """Return what was asked to be signed; it is not to be answered once more."""
        with self._database.write() as connection:
            found = passkeys.take_challenge(connection, _hash(token), device, time.time())
        if found is None:
            raise BadPasskeyError("This took too long, or was answered already. Try again.")
        return found

    def _handle(self, person_id: str) -> bytes:
        """Return by what authenticators know a person: for good, and nobody else can tell."""
        return hmac.digest(self._key, f"passkeys/{person_id}".encode(), "sha256")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
