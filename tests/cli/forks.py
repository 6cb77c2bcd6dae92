"""Commands that skip their start: each is a fork of one process that has loaded all that lies below the command line.

A new interpreter takes a second to import NumPy and Numba, and another to load the compiled rules; a fork of one that
has them takes none. The command line itself is imported by each command, in the environment that the command is given.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

_OF_ONE_COMMAND = ("XDG_DATA_HOME", "PYTEST_CURRENT_TEST")
"""Variables that nothing below the command line has read before the fork."""
_BEGIN = "import sys; sys.path.insert(0, {tests!r}); from cli.forks import serve; del sys.path[0]; serve({number})"


class Forks:
    """The process that commands are forked from."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = _lasting(env)
        self._door, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with inside:
            begin = _BEGIN.format(tests=str(Path(__file__).resolve().parents[1]), number=inside.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-c", begin], env=dict(env), stdin=subprocess.DEVNULL, pass_fds=[inside.fileno()]
            )

    def can_run(self, env: Mapping[str, str]) -> bool:
        """Whether a command in this environment finds what it would find in a new process."""
        return _lasting(env) == self._env

    def run(
        self, arguments: list[str], env: Mapping[str, str], typed: str, timeout: float
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, with ``typed`` as its whole input."""
        with ExitStack() as opened:
            streams = [opened.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(typed.encode())
            streams[0].seek(0)
            asked = json.dumps({"arguments": arguments, "env": dict(env), "folder": str(Path.cwd())}).encode()
            socket.send_fds(self._door, [asked], [stream.fileno() for stream in streams])
            process = int(self._door.recv(64))
            self._door.settimeout(timeout)
            try:
                code = int(self._door.recv(64))
            except TimeoutError:
                os.kill(process, signal.SIGKILL)
                raise
            finally:
                self._door.settimeout(None)
            for stream in streams:
                stream.seek(0)
            out, err = (stream.read().decode() for stream in streams[1:])
        return subprocess.CompletedProcess(["rivertable", *arguments], code, out, err)

    def close(self) -> None:
        """End the process."""
        self._door.close()
        self._process.wait(60)


def _lasting(env: Mapping[str, str]) -> dict[str, str]:
    """The variables that must be the same for all commands."""
    return {name: value for name, value in env.items() if name not in _OF_ONE_COMMAND}


# ---- in the process ----


def serve(number: int) -> None:
    """Load, then fork a command for each that is asked for; in a fork, be that command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _load()
    with socket.socket(fileno=number) as door:
        while True:
            asked, streams, _, _ = socket.recv_fds(door, 1 << 20, 3)
            if not asked:
                os._exit(0)
            process = os.fork()
            if process == 0:
                break
            for stream in streams:
                os.close(stream)
            door.send(str(process).encode())
            door.send(str(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])).encode())
    _be(json.loads(asked), streams)


def _load() -> None:
    """Import what the command line imports, and the rules from their cache; of the command line itself keep nothing."""
    from rivertable.bots import make_bot
    from rivertable.cli import main
    from rivertable.core.game import GAMES
    from rivertable.core.match import Match, Player

    for name, place in main.COMMANDS.items():
        place.load(name)
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
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(command["folder"])
    os.environ.clear()
    os.environ.update(command["env"])
    sys.argv = ["rivertable", *command["arguments"]]
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
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
