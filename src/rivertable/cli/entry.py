"""Where ``rivertable`` and ``python -m rivertable`` begin: nothing is imported before Ctrl-C is looked after."""

from __future__ import annotations

import sys


def run() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from .main import run as run_commands

        run_commands()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(130)
