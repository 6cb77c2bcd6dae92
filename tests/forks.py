"""Commands that skip their start: each is a fork of one process that has loaded all that lies below the command line.

A new interpreter takes a second to import NumPy and Numba, and another to load the compiled rules; a fork of one that
has them takes none. The command line itself is imported by each command, in the environment that the command is given.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import traceback
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from patience import PATIENCE_SECONDS

_READ_AT_START = ("RIVERTABLE_CACHE", "RIVERTABLE_SUCCESSION")
_OF_ONE_COMMAND = ("XDG_DATA_HOME", "PYTEST_CURRENT_TEST", "TERM", "PYTHONUTF8", "RIVERTABLE_")
"""How variables begin that nothing below the command line has read before the fork."""
_BEGIN = "import sys; sys.path.insert(0, {tests!r}); from forks import serve; del sys.path[0]; serve({number})"


class Fork:
    """A command that was forked, as :class:`subprocess.Popen` has one.

    Attributes:
        pid: the number of its process.
    """

    def __init__(self, command: Sequence[str], told: int) -> None:
        """``told`` is where its number comes from, and at its end its exit code; it is closed by then."""
        self._command = command
        self._told = os.fdopen(told, "rb", buffering=0)
        self._code: int | None = None
        self.pid = self._read()

    def _read(self) -> int:
        return int(self._told.readline())

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        return self._code if self._code is not None or not self._has_ended(0) else self.wait()

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and return the exit code: below 0 the signal that ended it."""
        if self._code is None:
            if not self._has_ended(timeout):
                raise subprocess.TimeoutExpired(self._command, timeout or 0)
            with self._told:
                self._code = self._read()
        return self._code

    def _has_ended(self, timeout: float | None) -> bool:
        return bool(select.select([self._told], [], [], timeout)[0])

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it between two instructions."""
        self.send_signal(signal.SIGKILL)


class Forks:
    """The process that commands are forked from."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = _lasting(env)
        self._door, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inside:
            begin = _BEGIN.format(tests=str(Path(__file__).resolve().parent), number=inside.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-c", begin], env=dict(env), stdin=subprocess.DEVNULL, pass_fds=[inside.fileno()]
            )

    def can_run(self, env: Mapping[str, str]) -> bool:
        """Whether a command in this environment finds what it would find in a new process."""
        return _lasting(env) == self._env

    def start(
        self, arguments: Sequence[str], env: Mapping[str, str], streams: Sequence[int], *, is_at_terminal: bool = False
    ) -> Fork:
        """Start a command with three streams; ``is_at_terminal`` where they are the terminal that controls it."""
        asked = {"arguments": list(arguments), "env": dict(env), "folder": str(Path.cwd()), "terminal": is_at_terminal}
        told, telling = os.pipe()
        try:
            socket.send_fds(self._door, [json.dumps(asked).encode()], [*streams, telling])
        finally:
            os.close(telling)
        return Fork(["rivertable", *arguments], told)

    def run(
        self, arguments: Sequence[str], env: Mapping[str, str], typed: str = "", timeout: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, with ``typed`` as its whole input."""
        with ExitStack() as opened:
            streams = [opened.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(typed.encode())
            streams[0].seek(0)
            process = self.start(arguments, env, [stream.fileno() for stream in streams])
            try:
                code = process.wait(timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            for stream in streams:
                stream.seek(0)
            out, err = (stream.read().decode() for stream in streams[1:])
        return subprocess.CompletedProcess(["rivertable", *arguments], code, out, err)

    def close(self) -> None:
        """End the process."""
        self._door.close()
        self._process.wait(PATIENCE_SECONDS)


def _lasting(env: Mapping[str, str]) -> dict[str, str]:
    """The variables that must be the same for all commands."""
    return {
        name: value for name, value in env.items() if name in _READ_AT_START or not name.startswith(_OF_ONE_COMMAND)
    }


# ---- in the process ----


def serve(number: int) -> None:
    """Load, then fork a command for each that is asked for; in a fork, be that command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _load()
    with socket.socket(fileno=number) as door:
        while True:
            asked, streams, _, _ = socket.recv_fds(door, 1 << 20, 4)
            _forget_ended()
            if not asked:
                os._exit(0)
            if os.fork() == 0:
                break
            for stream in streams:
                os.close(stream)
    *streams, telling = streams
    process = os.fork()
    if process != 0:
        _wait_for(process, streams, telling)
    os.close(telling)
    _be(json.loads(asked), streams)


def _forget_ended() -> None:
    """Let those go that waited for commands which have ended; their times count as this process's children's."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _wait_for(process: int, streams: list[int], telling: int) -> NoReturn:
    """Tell a command's number, and at its end its exit code."""
    for stream in streams:
        os.close(stream)
    os.write(telling, f"{process}\n".encode())
    os.write(telling, f"{os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])}\n".encode())
    os._exit(0)


def _load() -> None:
    """Import what the command line imports, and the rules from their cache; of the command line itself keep nothing."""
    from rivertable.bots import make_bot
    from rivertable.cli import main
    from rivertable.core.game import GAMES
    from rivertable.core.match import Match, Player

    for name, place in main.COMMANDS.items():
        place.load(name)
    for name in ("serve", "settings", "web.app"):
        import_module(f"rivertable.table.{name}")
    for game in GAMES.values():
        match, bot = Match.new(game.make_terms(2), [Player("one"), Player("two")], bytes(32)), make_bot("novice", 1)
        while not match.is_over:
            match.play(bot.choose(match.position.view(match.position.seat)))
        match.record(states=True)
    for name in [name for name in sys.modules if name.startswith("rivertable.cli")]:
        del sys.modules[name]
    del sys.modules["rivertable"].cli
    gc.collect()
    gc.freeze()


def _be(command: dict[str, Any], streams: list[int]) -> None:
    """Be the command that was asked for."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for stream in set(streams):
        os.close(stream)
    if command["terminal"]:
        # Ctrl-C reaches a process only from the terminal that controls it, and only where it is not ignored, as by all
        # that a shell starts in the background. Nobody sits at a terminal with that.
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        for number in (signal.SIGQUIT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["env"])
    sys.argv = ["rivertable", *command["arguments"]]
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8", line_buffering=os.isatty(1)
    )
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
    )
    try:
        from rivertable.cli.entry import run

        run()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    # What an interpreter does at its end, less taking everything apart that was loaded.
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
