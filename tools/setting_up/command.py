"""The set-up as a command: its targets, what it shows, and what it says where it cannot go on."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from . import system
from .advice import advice_for
from .display import Display
from .environment import Environment
from .planning import TARGETS, plan
from .stages import CommandError, SetUpError, carry_out

SHOWN_LINES = 15
"""How many of the last lines of a command that failed are shown."""

FAILED = 1
"""The exit status where the set-up cannot go on."""

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def run(arguments: Sequence[str], root: Path) -> int:
    """Set up for a target, saying what is done only where something is, and return the exit status."""
    # What others say may hold any letter; an old console shows it as well as it can.
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    parser = argparse.ArgumentParser(
        prog="set_up.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(f"  {name:<12} {does}" for name, does in TARGETS.items()),
    )
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--verbose", action="store_true", help="show all that its commands say, as V=1 does")
    chosen = parser.parse_args(arguments)
    try:
        signal.signal(signal.SIGTERM, _interrupt)
        set_up(root, chosen.target, is_verbose=chosen.verbose or os.environ.get("V", "") not in ("", "0"))
    except CommandError as fault:
        _say(f"\n{fault.stage.name} failed ({fault}). The last that it said:")
        for line in list(fault.stage.lines)[-SHOWN_LINES:]:
            _say(f"    {line}")
        _say(advice_for(fault.stage.lines))
        return FAILED
    except SetUpError as fault:
        _say(str(fault))
        return FAILED
    except OSError as fault:
        _say(f"The set-up cannot go on: {fault}.")
        _say(advice_for([str(fault)]))
        return FAILED
    except KeyboardInterrupt:
        _say("Stopped. Run it again to go on; what was half done is done anew.")
        return INTERRUPTED
    return open_table(root) if chosen.target == "play" else 0


def set_up(root: Path, target: str, *, is_verbose: bool) -> None:
    """Carry out all that a target still needs.

    Raises:
        CommandError: a command of a stage failed.
        SetUpError: something is missing that cannot be brought.
    """
    missing = system.missing_parts() if target == "test" else []
    system.require_apt(missing)
    lanes = plan(root, target, missing)
    if not lanes:
        return
    system.ask_for_administrator(missing)
    display = Display([stage for lane in lanes for stage in lane], sys.stdout, is_verbose=is_verbose)
    display.say(f"Setting up, once: {TARGETS[target]}.")
    carry_out(lanes, display.watch)


def open_table(root: Path) -> int:
    """Start the table in place of this process, as far as the system can; return its exit status where it cannot."""
    environment = Environment(root)
    command = [str(environment.python), "-m", "rivertable", "serve"]
    # Packages come without bytecode: a start that keeps none would compile them every time, whatever the shell says.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    sys.stdout.flush()
    if os.name == "posix":
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.execve(command[0], command, variables)
    try:
        return subprocess.run(command, env=variables, check=False).returncode
    except KeyboardInterrupt:
        return INTERRUPTED


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
