"""Running ``rivertable`` as a process of its own: by pipes, and at a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from forks import Fork, Forks
from patience import PATIENCE_SECONDS

# Ctrl-C reaches a process only from the terminal that controls it, and only where it is not ignored, as by all that a
# shell starts in the background. Nobody sits at a terminal with that.
_AT_TERMINAL = """
import fcntl, os, signal, sys, termios
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
COMMAND = [sys.executable, "-m", "rivertable"]
ESCAPE = "\x1b"
_SETTINGS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING")


def environment(home: Path, changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a person whose games are kept under ``home``; compiled rules stay where they are."""
    kept = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    return kept | {"XDG_DATA_HOME": str(home), "TERM": "xterm-256color", "PYTHONUTF8": "1"} | dict(changes or {})


_forks: list[Forks] = []


def rivertable(
    *arguments: object, home: Path, typed: str = "", changes: Mapping[str, str] | None = None, is_new: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with ``typed`` as its whole input.

    It is a fork of a process that has imported what it needs; where ``is_new``, or where it has an environment of its
    own, it starts as a person's does.
    """
    words, env = list(map(str, arguments)), environment(home, changes)
    if not is_new and not changes:
        return _common(env).run(words, env, typed, PATIENCE_SECONDS)
    return subprocess.run(
        [*COMMAND, *words], input=typed, capture_output=True, text=True, env=env, timeout=PATIENCE_SECONDS, check=False
    )


def _common(env: Mapping[str, str]) -> Forks:
    """The process that commands of this environment are forked from."""
    if not _forks or not _forks[0].can_run(env):
        end_forks()
        _forks.append(Forks(env))
    return _forks[0]


def end_forks() -> None:
    """End the process that commands are forked from."""
    while _forks:
        _forks.pop().close()


class Terminal:
    """A command at a pseudo-terminal of its own, as a person sees it; a fork unless ``is_new``."""

    def __init__(self, arguments: list[str], env: dict[str, str], size: tuple[int, int], *, is_new: bool) -> None:
        self.seen = ""
        """All that was written so far, with its escape codes."""
        self._told = 0
        self._end, other = pty.openpty()
        columns, rows = size
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process: subprocess.Popen[bytes] | Fork
        if is_new:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _AT_TERMINAL, *COMMAND, *arguments],
                stdin=other,
                stdout=other,
                stderr=other,
                env=env,
                start_new_session=True,
            )
        else:
            self._process = _common(env).start(arguments, env, [other] * 3, is_at_terminal=True)
        os.close(other)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._end)

    @property
    def pid(self) -> int:
        """The number of the command's process."""
        return self._process.pid

    def wait_for(self, *words: str) -> str:
        """Read until one of ``words`` comes that was not waited for before, and return what came up to its end."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not (found := [place + len(word) for word in words if (place := self.seen.find(word, self._told)) >= 0]):
            if time.monotonic() > until or not self._read():
                raise AssertionError(f"None of {words} came; this did: {self.seen[self._told :]!r}")
        start, self._told = self._told, min(found)
        return self.seen[start : self._told]

    def _read(self, seconds: float = 1.0) -> bool:
        """Read what is there, or wait a little for it; False at the end."""
        if not select.select([self._end], [], [], seconds)[0]:
            return self._process.poll() is None
        try:
            data = os.read(self._end, 65536)
        except OSError:  # Linux says so when the other end was closed
            return False
        self.seen += data.decode("utf-8", errors="replace").replace("\r\n", "\n")
        return bool(data)

    def type(self, text: str) -> None:
        """Type, a newline being Enter, "\\x03" Ctrl-C and "\\x04" Ctrl-D."""
        self.type_bytes(text.encode())

    def type_bytes(self, data: bytes) -> None:
        """Type what need not be text."""
        os.write(self._end, data)

    def answer(self, text: str, prompt: str = "Your move> ") -> str:
        """Type a line and return what comes up to the next prompt."""
        self.type(text + "\n")
        return self.wait_for(prompt)

    def kill(self) -> None:
        """End the process as ``kill -9`` does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def leave(self, key: str = "") -> int:
        """Press a key to leave, where one is needed, and read to the end, and return the exit code.

        Python hears Ctrl-C at a prompt only once it waits there, a moment after the prompt is seen: nobody is as quick
        as that but a test, which presses again.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        press_at = time.monotonic() + 0.1
        while time.monotonic() < until:
            if key and time.monotonic() >= press_at:
                press_at += 5
                self.type(key)
            if not self._read(0.1):
                return self._process.wait(PATIENCE_SECONDS)
        raise AssertionError(f"It never ended; this was seen: {self.seen!r}")


@contextmanager
def terminal(
    *arguments: object,
    home: Path,
    changes: Mapping[str, str] | None = None,
    size: tuple[int, int] = (80, 24),
    is_new: bool = False,
) -> Iterator[Terminal]:
    """Open a command at a terminal of ``size`` columns and rows; it starts as :func:`rivertable` has it start."""
    env = environment(home, changes)
    with Terminal([*map(str, arguments)], env, size, is_new=is_new or bool(changes)) as opened:
        yield opened


def plain(text: str) -> str:
    """What was written less its escape codes."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
