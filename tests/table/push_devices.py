"""Browsers of a test's own: they register for push, and read what is encrypted for them (RFC 8188, RFC 8291)."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser's keys, and its address at a push service."""

    def __init__(self, host: str, name: str = "phone") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.path = f"/send/{name}"
        self.endpoint = f"http://{host}{self.path}"

    def registration(self, server_key: str, **more: Any) -> dict[str, Any]:
        """What its page tells the server."""
        return {
            "endpoint": self.endpoint,
            "p256dh": encode(self._public),
            "auth": encode(self._auth),
            "server_key": server_key,
            "label": "Chrome on Android",
            "language": "en",
        } | more

    def read(self, body: bytes) -> Any:
        """Return the document in a body, which is for this device."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert size >= len(sealed) and len(body) <= 4096
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        secret = self._key.exchange(ec.ECDH(), point)
        shared = HKDF(SHA256(), 32, self._auth, b"WebPush: info\0" + self._public + sender).derive(secret)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text[-1] == 2
        return json.loads(text[:-1])


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """Return what a server says of itself, whose signature is good, and its public key (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    head, claims, mark = parts["t"].split(".")
    signature = decode(mark)
    assert len(signature) == 64 and json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    whole = encode_dss_signature(int.from_bytes(signature[:32]), int.from_bytes(signature[32:]))
    key.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    told: dict[str, Any] = json.loads(decode(claims))
    return told, parts["k"]
