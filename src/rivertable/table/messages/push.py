"""Web Push: messages that a browser shows by itself, through the push service that its maker runs."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any

from ..errors import BadAddressError
from .channels import Outcome
from .encryption import ServerKey, decode, encrypt, public_key
from .letters import Letter
from .post import Answer, post
from .reach import Reach
from .subscription import ENDPOINT_AT_MOST, PushSettings, Subscription

PUSH_HOSTS = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""The push services of the browsers that are in use; a name that begins with a dot is a whole domain."""
_TIMEOUT_SECONDS = 15.0
_BYTES_AT_MOST = 2_000
"""Some push services take no more than 3 kB, and encryption adds some hundred bytes."""
_LONGEST_SECONDS = 86_400
_SHORTEST_SECONDS = 60
_URGENT_SECONDS = 3_600
_AUTH_BYTES = 16
_GONE = (404, 410)
_NOT_US = (401, 403)
_TOO_LONG = 413
_DECLARATIVE = 8030
"""Marks a body that some browsers show without a worker."""
_log = logging.getLogger("rivertable.messages")


class Push:
    """The channel ``push``; it is a :class:`~rivertable.table.messages.channels.Channel`."""

    has_pictures = False

    def __init__(self, settings: PushSettings, key: ServerKey) -> None:
        self._settings = settings
        self._key = key
        self._reach = Reach(settings.hosts, known=PUSH_HOSTS, longest=ENDPOINT_AT_MOST)
        self._is_refused = False

    @property
    def server_key(self) -> str:
        """The key that devices register with."""
        return self._key.public

    def check(self, address: str) -> None:
        """Refuse a subscription that no message can go to.

        Raises:
            BadAddressError: it is one.
        """
        wanted = Subscription.parse(address)
        self._reach.target(wanted.endpoint)
        try:
            public_key(wanted.p256dh)
            is_good = len(decode(wanted.auth)) == _AUTH_BYTES
        except ValueError:
            is_good = False
        if not is_good:
            raise BadAddressError("The keys of this device cannot be used.")
        if wanted.server_key != self.server_key:
            raise BadAddressError("This device is registered with another key of this server.")

    async def send(self, address: str, letter: Letter) -> Outcome:
        """Hand a message to a device's push service, and return what that said."""
        wanted = Subscription.parse(address)
        try:
            self.check(address)
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                answer = await self._post(wanted, letter, body_of(letter))
                if answer.status == _TOO_LONG:
                    answer = await self._post(wanted, letter, body_of(letter, is_short=True))
        except BadAddressError as error:
            return Outcome("refused", error.sentence)
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            return Outcome("later", str(error) or type(error).__name__)
        return self._outcome(answer)

    async def _post(self, wanted: Subscription, letter: Letter, body: bytes) -> Answer:
        target = self._reach.target(wanted.endpoint)
        origin = f"{'https' if target.is_secure else 'http'}://{target.named}"
        now = time.time()
        left = _LONGEST_SECONDS if letter.ends_at is None else int(letter.ends_at - now)
        headers = {
            "Authorization": self._key.authorization(origin, self._settings.subject, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(min(max(left, _SHORTEST_SECONDS), _LONGEST_SECONDS)),
            "Urgency": "high" if left < _URGENT_SECONDS else "normal",
        }
        if letter.topic is not None:
            headers["Topic"] = letter.topic
        sealed = encrypt(body, wanted.p256dh, wanted.auth)
        return await post(target, await self._reach.address_of(target), headers, sealed)

    def _outcome(self, answer: Answer) -> Outcome:
        """Return what an answer means for the message, and for the device."""
        status = str(answer.status)
        if 200 <= answer.status < 300:
            self._is_refused = False
            return Outcome("accepted", status)
        if answer.is_for_now:
            return Outcome("later", status, answer.wait_seconds)
        if answer.status in _NOT_US:
            if not self._is_refused:
                self._is_refused = True
                _log.warning("A push service refuses this server's key or the address of --push: %s.", status)
            return Outcome("refused", f"{status}: the push service does not take this server's key or contact")
        return Outcome("refused", status, is_gone=answer.status in _GONE)


def body_of(letter: Letter, *, is_short: bool = False) -> bytes:
    """Return a message as the page's worker takes it, and as some browsers show it without.

    The short form has no more than a title. Nothing in either is secret: whoever opens the link has to be known at the
    table.
    """
    told: dict[str, Any] = {
        "title": letter.subject,
        "lang": letter.language,
        "navigate": letter.address,
        "data": {"id": letter.id, "url": letter.address},
    }
    if letter.topic is not None:
        told["tag"] = letter.topic
    if not is_short:
        told["body"] = "\n".join(letter.lines[1:] or letter.lines)
    body = json.dumps(
        {"web_push": _DECLARATIVE, "notification": told, "mutable": True}, ensure_ascii=False, separators=(",", ":")
    ).encode()
    return body if is_short or len(body) <= _BYTES_AT_MOST else body_of(letter, is_short=True)
