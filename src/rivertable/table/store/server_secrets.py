"""The secrets of a server, in one file that only its user may read. Backups contain them."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from ...core.errors import OptionError

SECRETS = "secrets.json"
"""The file in a data folder."""
_BYTES = 32


@dataclass(frozen=True, slots=True)
class ServerSecrets:
    """The secrets of a server, each as hexadecimal digits.

    Attributes:
        erasure: the key of the marks that erasures leave.
        people: the key that the links which people keep are sealed with.
        deals: what the keys are made of of deals that many tables play.
        push: what the key is made of by which push services know this server; devices know no other.
    """

    erasure: str
    people: str
    push: str
    deals: str

    @classmethod
    def fresh(cls) -> Self:
        """Return new ones."""
        return cls(*(secrets.token_hex(_BYTES) for _ in cls.__slots__))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`text` writes; a secret that an older version did not know is a new one.

        Raises:
            ValueError: it is something else.
        """
        told = json.loads(text)
        if not isinstance(told, dict) or not told or not set(told) <= set(cls.__slots__):
            raise ValueError("these are no secrets of a server")
        for value in told.values():
            if len(bytes.fromhex(value)) != _BYTES:
                raise ValueError("a secret has another length")
        return cls(**(asdict(cls.fresh()) | told))

    @property
    def erasure_key(self) -> bytes:
        """The key of the marks that erasures leave."""
        return bytes.fromhex(self.erasure)

    @property
    def people_key(self) -> bytes:
        """The key that the links which people keep are sealed with."""
        return bytes.fromhex(self.people)

    @property
    def push_key(self) -> bytes:
        """What the key is made of by which push services know this server."""
        return bytes.fromhex(self.push)

    @property
    def deals_key(self) -> bytes:
        """What the keys are made of of deals that many tables play."""
        return bytes.fromhex(self.deals)

    def text(self) -> str:
        """Return them as the file holds them."""
        return json.dumps(asdict(self), indent=1) + "\n"


def read_secrets(file: Path) -> ServerSecrets | None:
    """Return the secrets in a file; None where there is no file.

    Raises:
        OptionError: the file holds something else.
        OSError: it cannot be read.
    """
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return None
    try:
        return ServerSecrets.parse(text)
    except (ValueError, TypeError) as error:
        raise OptionError("{place} holds no secrets of a server; restore it from a backup.", place=str(file)) from error


def open_secrets(file: Path) -> ServerSecrets:
    """Return the secrets in a file, which is made with new ones where it is not there.

    Raises:
        OptionError: the file cannot be used, or holds something else.
    """
    try:
        found = read_secrets(file)
        if found is None:
            write_secrets(file, ServerSecrets.fresh(), is_replacing=False)
            found = read_secrets(file)
        if found is not None and file.read_text("utf-8") != found.text():
            write_secrets(file, found, is_replacing=True)
    except OSError as error:
        raise OptionError("{place} cannot be used: {reason}.", place=str(file), reason=str(error.strerror)) from error
    assert found is not None
    return found


def write_secrets(file: Path, wanted: ServerSecrets, *, is_replacing: bool) -> None:
    """Write secrets for good; a file that another process has just made is left as it is unless ``is_replacing``.

    Raises:
        OSError: the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as written:
        written.write(wanted.text())
        written.flush()
        os.fsync(written.fileno())
    try:
        if is_replacing:
            made.replace(file)
        else:
            with suppress(FileExistsError):
                os.link(made, file)
    finally:
        made.unlink(missing_ok=True)
