r"""Set up what playing, building or testing needs: ``python tools/set_up.py play`` needs nothing but Python.

The Makefile calls it; without make (on Windows: ``py tools\set_up.py play``) it does the same.
"""

import sys
from pathlib import Path


def main() -> int:
    """Set up for the target that is asked for, and return the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036  # whoever has an older one learns it here
        found = ".".join(map(str, sys.version_info[:3]))
        sys.stderr.write("rivertable needs Python 3.11 or newer; this is " + found + " (" + sys.executable + ").\n")
        return 1
    # Only now: an older Python could not even read these files.
    from setting_up.command import run

    return run(sys.argv[1:], Path(__file__).resolve().parents[1])


if __name__ == "__main__":
    sys.exit(main())
