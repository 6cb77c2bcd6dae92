"""Where ``rivertable`` and ``python -m rivertable`` begin: nothing is imported before Ctrl-C is looked after."""

from __future__ import annotations

import os
import sys

# NumPy's linear algebra starts a thread for each further core, which looks for work without rest: a third of the
# processor time of a start. Nothing here has matrices for more than one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def run() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from .shared.first_start import choose

        choose(sys.argv[1:])
        from .main import run as run_commands

        run_commands()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(130)
