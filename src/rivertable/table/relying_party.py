"""What authenticators are asked, and whether what they answer holds (Web Authentication)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from .errors import BadPasskeyError

_WRONG = (WebAuthnException, UnsupportedAlgorithm, ValueError, TypeError, LookupError)
"""What is raised over an answer that does not hold: the library's own, and what badly made bytes lead to in it."""
_MILLISECONDS = 120_000
"""So long a browser lets its person choose."""


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that an authenticator has made."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    is_synced: bool


@dataclass(frozen=True, slots=True)
class Use:
    """What an authenticator says about a key that it has signed with."""

    sign_count: int
    is_synced: bool


class RelyingParty:
    """A server as authenticators know it: by the one origin of its pages, and the name in it."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.host = urlsplit(site).hostname or ""

    def ask_for_new(self, challenge: bytes, handle: bytes, name: str, known: list[bytes]) -> dict[str, Any]:
        """Return what to ask a browser for a new key: none by an authenticator that holds one of those ``known``."""
        wanted = AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        )
        options = generate_registration_options(
            rp_id=self.host,
            rp_name="rivertable",
            user_id=handle,
            user_name=name,
            challenge=challenge,
            timeout=_MILLISECONDS,
            authenticator_selection=wanted,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in known],
        )
        return options_to_json_dict(options)

    def ask_to_sign(self, challenge: bytes) -> dict[str, Any]:
        """Return what to ask a browser for a signature by whichever key its person chooses."""
        return options_to_json_dict(
            generate_authentication_options(rp_id=self.host, challenge=challenge, timeout=_MILLISECONDS)
        )

    def check_new(self, answer: dict[str, Any], challenge: bytes) -> NewKey:
        """Return the key that an authenticator has made.

        Raises:
            BadPasskeyError: it was not asked for so, or not here.
        """
        try:
            made = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.host,
                expected_origin=self.site,
            )
        except _WRONG as error:
            raise _not_asked_for() from error
        return NewKey(made.credential_id, made.credential_public_key, made.sign_count, made.credential_backed_up)

    def check_signature(self, answer: dict[str, Any], challenge: bytes, public_key: bytes) -> Use:
        """Return what an authenticator says about a key that it has signed with.

        Raises:
            BadPasskeyError: it was not asked for so, or not here, or another key has signed.
        """
        try:
            used = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.host,
                expected_origin=self.site,
                credential_public_key=public_key,
                # Whoever asks compares the counts.
                credential_current_sign_count=0,
            )
        except _WRONG as error:
            raise _not_asked_for() from error
        return Use(used.new_sign_count, used.credential_backed_up)


def _not_asked_for() -> BadPasskeyError:
    return BadPasskeyError("What the passkey answered is not what this server has asked for. Try again.")
