"""Where ``rivertable`` and ``python -m rivertable`` begin: nothing is imported before Ctrl-C is looked after."""

from __future__ import annotations

import gc
import sys


def run() -> None:
    """Run the command line and leave with its exit code."""
    try:
        # What imports make stays: looking for garbage in it costs a fifth of their time.
        gc.disable()
        from .shared.first_start import choose

        choose(sys.argv[1:])
        from .main import run as run_commands

        gc.enable()
        run_commands()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(130)
