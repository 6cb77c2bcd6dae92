"""Whether the rules run compiled or interpreted in this process: decided before the first rule is imported.

Both give the same games. A first start interprets, so that nobody waits for the compiler, and has everything compiled
beside that; then a fresh process takes its place.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any


class _Choice:
    """The choice of this process."""

    is_interpreting = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    is_provisional = False


def interpret_for_now() -> None:
    """Let the rules that are imported from here on run as plain Python until a process that has them compiled is ready.

    Without this, ``NUMBA_DISABLE_JIT=1`` has them run so for good.
    """
    _Choice.is_interpreting = _Choice.is_provisional = True


def is_interpreting() -> bool:
    """Return whether rules that are imported now run as plain Python."""
    return _Choice.is_interpreting


def is_provisional() -> bool:
    """Return whether they do so only until everything is compiled."""
    return _Choice.is_provisional


def background() -> dict[str, Any]:
    """Return the options of :class:`subprocess.Popen` for a process that Ctrl-C at this terminal does not reach.

    Whoever starts it ends it. On Windows all others go before it; elsewhere it says so itself, by ``os.nice``.
    """
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return {"start_new_session": True}
