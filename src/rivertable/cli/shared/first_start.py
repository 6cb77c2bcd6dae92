"""The first start of a version: nothing is compiled yet, and nobody has to wait for that.

The process that a person starts runs the rules interpreted, and plays at once; others compile beside it. When they are
done a fresh process takes its place between two turns, goes on with what is kept, and finds the machine code.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from typing import NoReturn

from ...core.compiling import execution
from ...core.compiling.sources import can_keep, is_table_compiled

CAN_BE_REPLACED = os.name == "posix"
"""Whether a process can become another program; elsewhere it begins that one, and waits for it."""
_SUCCESSION = "RIVERTABLE_SUCCESSION"
"""The variable that tells a process whose place it takes: what that one left to it."""


def choose(arguments: list[str]) -> None:
    """Choose how this process runs the rules, from the arguments of the command line; before they are imported."""
    if execution.is_interpreting() or _SUCCESSION in os.environ:
        return
    if arguments[:1] == ["serve"]:
        games = [entry.name for entry in entry_points(group="rivertable.games")]
    elif arguments[:1] == ["play"]:
        games = arguments[1:2]
    else:
        return
    # What cannot be kept would be compiled beside each start, for nothing.
    if not all(map(is_table_compiled, games)) and can_keep():
        execution.interpret_for_now()


def heritage(pattern: str) -> str | None:
    """Return what the process before left to this one, which takes its place; None where there was none.

    What does not match ``pattern`` as a whole was never left by such a process.
    """
    left = os.environ.pop(_SUCCESSION, None)
    return left if left is not None and re.fullmatch(pattern, left) else None


def give_way(left: str) -> NoReturn:
    """Let a fresh process with the same arguments take the place of this one, and leave it a text."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.environ[_SUCCESSION] = left
    command = [sys.executable, *sys.orig_argv[1:]]
    if CAN_BE_REPLACED:
        # Its number stays, and so does whoever waits for it.
        os.execv(sys.executable, command)
    # Ctrl-C is for the other one, which says how that ends.
    with subprocess.Popen(command) as successor:
        while True:
            try:
                sys.exit(successor.wait())
            except KeyboardInterrupt:
                continue
