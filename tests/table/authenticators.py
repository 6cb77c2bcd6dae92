"""Authenticators of a test's own: they make passkeys and sign with them as a phone does (Web Authentication)."""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from .push_devices import decode, encode

PRESENT, VERIFIED, CAN_BE_SYNCED, IS_SYNCED, HAS_KEY = 0x01, 0x04, 0x08, 0x10, 0x40


class Authenticator:
    """A phone with one passkey.

    Attributes:
        count: how often it has signed; one that is synced says 0 each time.
    """

    def __init__(self, *, is_synced: bool = False) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._is_synced = is_synced
        self.id = secrets.token_bytes(32)
        self.handle = b""
        self.count = 0

    def register(self, asked: Any, origin: str, **more: Any) -> dict[str, Any]:
        """Return what a page sends for a new passkey that it was asked for."""
        options = asked["options"]
        self.handle = decode(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        key = cbor2.dumps({1: 2, 3: -7, -1: 1} | point)
        made = bytes(16) + len(self.id).to_bytes(2) + self.id + key
        data = self._data(options["rp"]["id"], HAS_KEY) + made
        return {
            "token": asked["token"],
            "credential": encode(self.id),
            "client_data": encode(_client_data("webauthn.create", options, origin)),
            "attestation": encode(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "label": "A phone",
        } | more

    def sign(self, asked: Any, origin: str, **more: Any) -> dict[str, Any]:
        """Return what a page sends for a signature that it was asked for."""
        options = asked["options"]
        assert "allowCredentials" not in options or options["allowCredentials"] == []
        client_data = _client_data("webauthn.get", options, origin)
        data = self._data(options["rpId"])
        signature = self._key.sign(data + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "token": asked["token"],
            "credential": encode(self.id),
            "client_data": encode(client_data),
            "authenticator_data": encode(data),
            "signature": encode(signature),
            "user_handle": encode(self.handle),
        } | more

    def _data(self, host: str, flags: int = 0) -> bytes:
        self.count += not self._is_synced
        flags |= PRESENT | VERIFIED | (CAN_BE_SYNCED | IS_SYNCED) * self._is_synced
        return sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)


def _client_data(kind: str, options: Any, origin: str) -> bytes:
    told = {"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
    return json.dumps(told).encode()
