"""What a person can do when a command of the set-up fails, told from what the command said."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ADVICE = (
    (
        r"No space left on device|ENOSPC|\[Errno 28\]|not enough space on the disk|Disk quota exceeded",
        "The disk is full, or your share of it: free some space, then run it again.",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)|self[- ]signed certificate",
        "The connection is not trusted: where a proxy signs it with a certificate of its own, name that certificate in "
        "PIP_CERT and NODE_EXTRA_CA_CERTS, then run it again.",
    ),
    (
        r"name resolution|getaddrinfo|Could not resolve|nodename nor servname|Name or service not known|EAI_AGAIN"
        r"|ENOTFOUND|ENETUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|Network is unreachable|Connection refused"
        r"|NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|Failed to establish a new connection"
        r"|Temporary failure resolving|No route to host|Cannot connect to proxy",
        "The network does not answer: check the connection, or the proxy (HTTPS_PROXY), then run it again; what was "
        "already brought is not brought twice.",
    ),
    (
        r"DO NOT MATCH THE HASHES|EINTEGRITY",
        "Something that was brought is not what the lock names: run it again; if that does not help, the index or "
        "mirror that is configured serves something else.",
    ),
    (
        r"EACCES|EPERM|\[Errno 13\]|Permission denied|Access is denied",
        "A file or folder may not be written to: check to whom this copy of the repository belongs (a run with sudo "
        "may have taken it over), then run it again.",
    ),
    (
        r"No matching distribution found|is not a supported wheel|requires a different Python",
        "A package has no build for this Python or system: try another Python (3.11 to 3.14), then run it again.",
    ),
    (
        r"Unable to locate package|has no installation candidate",
        "The system's package sources lack a package: add the distribution's main sources, then run it again.",
    ),
    (
        r"Could not get lock|Unable to acquire the dpkg",
        "Another installation is under way on this system: wait for it, then run it again.",
    ),
    (
        r"sudo: .*(?:password|terminal)",
        "The system's packages need the administrator: run it again as root, or where sudo can ask for a password.",
    ),
)

OTHERWISE = "Run it again; with V=1 (or --verbose) it shows all that its commands say."
"""What is advised where nothing better is known."""


def advice_for(lines: Iterable[str]) -> str:
    """Return one sentence of what to do about a command that failed after saying these lines."""
    said = "\n".join(lines)
    return next((sentence for pattern, sentence in _ADVICE if re.search(pattern, said)), OTHERWISE)
