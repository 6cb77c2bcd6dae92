"""How mail is sent: which server is named, over what it is reached, in whose words; and how addresses are kept."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult

from rivertable.core.errors import OptionError
from rivertable.core.wording import places_of
from rivertable.table.messages.letters import LANGUAGES, confirmation_letter, words_of
from rivertable.table.messages.mail import Mail, mail_settings
from rivertable.table.store.sealing import WrongKeyError, seal, unseal

from .mail_server import mail_server

SITE = "https://table.test"
SENDER, ADA = "table@table.test", "ada@people.test"


@pytest.mark.parametrize(
    ("url", "sender", "password"),
    [
        ("https://mail.example.org", SENDER, None),
        ("smtps://", SENDER, None),
        ("smtps://ada:secret@mail.example.org", SENDER, "secret"),
        ("smtps://mail.example.org/path", SENDER, None),
        ("smtps://mail.example.org:x", SENDER, None),
        ("smtps://mail.example.org", "nobody", None),
        ("smtps://ada@mail.example.org", SENDER, None),
        ("smtps://mail.example.org", SENDER, "secret"),
        ("smtp-plain://ada@mail.example.org", SENDER, "secret"),
    ],
)
def test_what_names_no_mail_server_is_refused(url: str, sender: str, password: str | None) -> None:
    with pytest.raises(OptionError):
        mail_settings(url, sender, password)


def test_what_names_a_mail_server_is_read() -> None:
    settings = mail_settings("smtps://ada%40x@mail.example.org", SENDER, "secret")
    assert (settings.security, settings.host, settings.port, settings.user) == (
        "smtps",
        "mail.example.org",
        465,
        "ada@x",
    )
    assert mail_settings("smtp://mail.example.org:2525/", SENDER, None).port == 2525


def certificate(folder: Path) -> tuple[Path, Path]:
    """A key and a certificate of this computer, made just now."""
    key, made = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(made), "-days", "2", "-subj", "/CN=table.test"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(command, check=True, capture_output=True)
    return key, made


def test_a_password_goes_over_tls_only_to_whom_the_certificate_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, made = certificate(tmp_path)
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trust.load_cert_chain(made, key)
    asked: list[tuple[bytes, bytes]] = []

    def authenticate(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        asked.append((data.login, data.password))
        return AuthResult(success=data.password == b"right", handled=False)

    options: dict[str, Any] = {
        "tls_context": trust,
        "require_starttls": True,
        "auth_required": True,
        "authenticator": authenticate,
    }
    letter = confirmation_letter("0" * 32, "en", SITE, SITE)
    with mail_server(**options) as mail:

        def send(password: str) -> str:
            settings = mail_settings(f"smtp://table@127.0.0.1:{mail.port}", SENDER, password)
            return asyncio.run(Mail(settings, has_pictures=False).send(ADA, letter)).kind

        assert send("right") == "later" and asked == []  # nobody vouches for the certificate
        monkeypatch.setenv("SSL_CERT_FILE", str(made))
        assert send("right") == "accepted" and mail.next()["To"] == ADA
        assert send("wrong") == "later" and mail.all() == []  # the operator's fault, not the address's
        assert set(asked) == {(b"table", b"right"), (b"table", b"wrong")}
    with mail_server() as mail:
        settings = mail_settings(f"smtp://127.0.0.1:{mail.port}", SENDER, None)
        assert asyncio.run(Mail(settings, has_pictures=False).send(ADA, letter)).kind == "later"  # it offers no TLS


def test_messages_say_the_same_in_every_language() -> None:
    folder = files("rivertable.table.messages") / "words"
    kept = {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in LANGUAGES}
    for words in kept.values():
        assert list(words) == list(kept["en"])
        assert [places_of(text) for text in words.values()] == [places_of(text) for text in kept["en"].values()]
    assert words_of("xx") == kept["en"]


def test_what_is_sealed_is_read_with_its_key_and_in_its_place_only() -> None:
    key, text = b"k" * 32, "ada@people.test" * 20
    sealed = seal(key, "contact/1", text)
    assert unseal(key, "contact/1", sealed) == text and text.encode()[:8] not in sealed
    assert sealed != seal(key, "contact/1", text)
    for wrong in ((b"x" * 32, "contact/1", sealed), (key, "contact/2", sealed), (key, "contact/1", sealed[:-1] + b"?")):
        with pytest.raises(WrongKeyError):
            unseal(*wrong)
