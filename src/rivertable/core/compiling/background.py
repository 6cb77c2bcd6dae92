"""Processes that work beside the one a person started."""

from __future__ import annotations

import subprocess
import sys
from typing import Any


def background() -> dict[str, Any]:
    """Return the options of :class:`subprocess.Popen` for a process that Ctrl-C at this terminal does not reach.

    Whoever starts it ends it. On Windows all others go before it; elsewhere it says so itself, by ``os.nice``.
    """
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
    return {"start_new_session": True}
