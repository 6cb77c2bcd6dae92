"""Sealing what is stored: nobody reads it, and nobody changes it unnoticed, without the server's key."""

from __future__ import annotations

import hmac
import secrets

_NONCE_BYTES = 16
_MARK_BYTES = 16
_BLOCK_BYTES = 64


class WrongKeyError(Exception):
    """Something was sealed with another key, or for another place, or was changed since."""


def seal(key: bytes, place: str, text: str) -> bytes:
    """Return a text as it is stored; ``place`` says where, so that it is of no use anywhere else."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    mixed = _mixed(key, place, nonce, text.encode())
    return nonce + _mark(key, place, nonce + mixed) + mixed


def unseal(key: bytes, place: str, sealed: bytes) -> str:
    """Return the text that was sealed.

    Raises:
        WrongKeyError: it was sealed otherwise.
    """
    nonce, mark = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES : _NONCE_BYTES + _MARK_BYTES]
    mixed = sealed[_NONCE_BYTES + _MARK_BYTES :]
    if not hmac.compare_digest(mark, _mark(key, place, nonce + mixed)):
        raise WrongKeyError
    return _mixed(key, place, nonce, mixed).decode()


def _mark(key: bytes, place: str, sealed: bytes) -> bytes:
    return hmac.digest(key, b"mark/" + place.encode() + b"/" + sealed, "sha256")[:_MARK_BYTES]


def _mixed(key: bytes, place: str, nonce: bytes, text: bytes) -> bytes:
    """Return a text with bytes mixed in that nobody can tell who lacks the key; once more gives the text again."""
    parts = []
    for number, start in enumerate(range(0, len(text), _BLOCK_BYTES)):
        block = text[start : start + _BLOCK_BYTES]
        pad = hmac.digest(key, b"pad/%d/" % number + nonce + place.encode(), "sha512")
        parts.append(bytes(one ^ other for one, other in zip(block, pad, strict=False)))
    return b"".join(parts)
