"""Where ``rivertable`` and ``python -m rivertable`` begin: nothing is imported before Ctrl-C is looked after."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

# NumPy's linear algebra starts a thread for each further core, which looks for work without rest: a third of the
# processor time of a start. Nothing here has matrices for more than one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_WITHOUT_RULES = ("rules", "rivals")
"""Commands that need no rule of a game to be run."""


def runs_rules(arguments: list[str], environment: Mapping[str, str]) -> bool:
    """Return whether a command line may run rules of a game; help and completion need not wait for a compiler."""
    is_shown = "--help" in arguments or "_RIVERTABLE_COMPLETE" in environment
    return not is_shown and arguments[:1] not in ([], *([name] for name in _WITHOUT_RULES))


def run() -> None:
    """Run the command line and leave with its exit code."""
    try:
        if runs_rules(sys.argv[1:], os.environ):
            from .shared.first_start import choose

            choose(sys.argv[1:])
        else:
            from ..core.compiling.execution import interpret_for_now

            interpret_for_now()
        from .main import run as run_commands

        run_commands()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        sys.exit(130)
