"""What a push service and a device ask of a message: that nobody but the device can read it, and who sends it.

RFC 8291 and RFC 8188 say how it is encrypted, RFC 8292 how a server says who it is. Both are a few lines over the
primitives of ``cryptography``; a library for them would bring two HTTP clients of its own, neither of which connects to
an address that was looked at before.
"""

from __future__ import annotations

import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many keys there are on the curve P-256."""
_CURVE = ec.SECP256R1()
_RECORD_BYTES = 4096
_LIFE_SECONDS = 12 * 3_600
"""So long a server's word holds; push services take at most 24 hours."""


def encode(data: bytes) -> str:
    """Return bytes in the alphabet of addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes that :func:`encode` has written.

    Raises:
        ValueError: it has not.
    """
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class ServerKey:
    """The key by which push services know a server.

    Attributes:
        public: the public half, as devices take it.
    """

    def __init__(self, secret: bytes) -> None:
        """``secret`` is 32 bytes of chance."""
        self._key = ec.derive_private_key(1 + int.from_bytes(secret) % (_ORDER - 1), _CURVE)
        self.public = encode(_point(self._key.public_key()))

    def authorization(self, audience: str, subject: str, now: float) -> str:
        """Return the header that tells the push service at an origin who sends, and whom to write to."""
        claims = {"aud": audience, "exp": int(now) + _LIFE_SECONDS, "sub": subject}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        token = f"{signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}"
        return f"vapid t={token}, k={self.public}"


def public_key(text: str) -> ec.EllipticCurvePublicKey:
    """Return the public key of a device.

    Raises:
        ValueError: it is none.
    """
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decode(text))


def encrypt(text: bytes, device_key: str, device_secret: str) -> bytes:
    """Return a text of less than 4 kB as only a device can read it: ``aes128gcm`` in one record.

    Raises:
        ValueError: the device's key is none.
    """
    theirs = public_key(device_key)
    ours = ec.generate_private_key(_CURVE)
    point, salt = _point(ours.public_key()), secrets.token_bytes(16)
    info = b"WebPush: info\0" + _point(theirs) + point
    shared = _derived(ours.exchange(ec.ECDH(), theirs), decode(device_secret), info, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    # The last record ends with 2.
    sealed = AESGCM(key).encrypt(nonce, text + b"\2", None)
    return salt + struct.pack("!IB", _RECORD_BYTES, len(point)) + point + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
