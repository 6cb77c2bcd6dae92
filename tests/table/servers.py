"""Real processes: servers of the table, and a PostgreSQL of one's own."""

import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from forks import Fork, Forks
from patience import PATIENCE_SECONDS
from programs import find_postgres_tool
from rivertable.core.compiling.sources import is_table_compiled
from rivertable.core.game import GAMES

_ADDRESS = re.compile(r"The table is open: http://[^:/]+:(\d+)/")


class _Common:
    """The process that servers are forked from, once one has been."""

    can_be = False
    forks: Forks | None = None


def _variables() -> dict[str, str]:
    """The variables of a server.

    Whatever the shell says: one that keeps no bytecode compiles its sources at every start.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def forked_servers() -> Iterator[None]:
    """Let servers be forks of a process that has loaded what they need, for a block: each skips a second of its start.

    What is loaded must be compiled already: otherwise a server's start is a first one.
    """
    _Common.can_be = all(map(is_table_compiled, GAMES))
    try:
        yield
    finally:
        _Common.can_be = False
        if _Common.forks is not None:
            _Common.forks.close()
            _Common.forks = None


def _forks_for(variables: Mapping[str, str]) -> Forks | None:
    """Return what a server with these variables can be forked from."""
    if not _Common.can_be:
        return None
    if _Common.forks is None:
        _Common.forks = Forks(_variables())
    return _Common.forks if _Common.forks.can_run(variables) else None


def operate(*words: object) -> subprocess.CompletedProcess[str]:
    """Run one of the operator's commands to its end; it is forked where servers are."""
    arguments, variables = list(map(str, words)), _variables()
    forks = _forks_for(variables)
    if forks is not None:
        return forks.run(arguments, variables)
    command = [sys.executable, "-m", "rivertable", *arguments]
    return subprocess.run(command, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


class Server:
    """A process of ``rivertable serve``; started again it listens where it did before.

    It starts as anybody starts one; where tests say so with :func:`forked_servers`, it is a fork.
    """

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        *,
        data: Path | None = None,
        variables: Mapping[str, str] | None = None,
        is_limited: bool = False,
        is_new: bool = False,
    ) -> None:
        """``folder`` is for its output, and for its games where neither ``database`` nor ``data`` is given.

        ``variables`` are set besides those of the tests. Where ``is_new`` it starts as a person's does, also where
        others are forks of a process that has loaded what they need.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = 0
        self._is_limited = is_limited
        self._is_new = is_new
        self.starts: list[float] = []
        self._output = folder / "server.out"
        self._errors = folder / "server.err"
        self._store = ["--database", database] if database else ["--data", str(data or folder / "data")]
        # Otherwise a server over a database would keep its secrets where a person's own table does.
        self._variables = {"RIVERTABLE_SECRETS": str(folder / "secrets.json")} if database else {}
        self._variables |= variables or {}
        self._process: subprocess.Popen[bytes] | Fork | None = None

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it has said on standard error, over all its starts."""
        return self._errors.read_text("utf-8")

    @property
    def complaints(self) -> list[str]:
        """The lines of its log; what it tells the person who started it is none."""
        told, traceback, rest = self.log.partition("Traceback")
        return [line for line in told.splitlines() if line.startswith("{")] + [traceback + rest] * bool(traceback)

    def start(self) -> "Server":
        """Start, and wait until it listens."""
        self.launch()
        self.wait()
        return self

    def launch(self) -> None:
        """Start without waiting."""
        assert self._process is None
        words = ["serve", "--no-browser", *self._store, "--port", str(self.port)]
        if not self._is_limited:
            words.append("--no-limits")
        began = time.perf_counter()
        variables = _variables() | self._variables
        with Path(os.devnull).open("rb") as none, self._output.open("wb") as out, self._errors.open("ab") as errors:
            forks = None if self._is_new else _forks_for(variables)
            if forks is not None:
                self._process = forks.start(words, variables, [one.fileno() for one in (none, out, errors)])
            else:
                command = [sys.executable, "-m", "rivertable", *words]
                self._process = subprocess.Popen(command, stdin=none, stdout=out, stderr=errors, env=variables)
        self.starts.append(began)

    def wait(self) -> None:
        """Wait until it says that it listens."""
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (found := _ADDRESS.search(self._output.read_text("utf-8"))):
            assert self._process.poll() is None, f"The server has ended:\n{self.log}"
            assert time.monotonic() < deadline, f"The server does not listen:\n{self.log}"
            time.sleep(0.01)
        self.port = int(found[1])
        self.starts[-1] = time.perf_counter() - self.starts[-1]

    def terminate(self) -> int:
        """Stop it as an operator does, and return its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it between two instructions."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        process, self._process = self._process, None
        process.send_signal(number)
        return process.wait(PATIENCE_SECONDS)

    def get(self, path: str) -> Any:
        """Return what a GET of an address of the API brings."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE_SECONDS) as reply:
            return json.load(reply)


@contextmanager
def served(*servers: Server) -> Iterator[None]:
    """Start servers at once for a block; the ones that still run at its end are stopped."""
    try:
        for server in servers:
            server.launch()
        for server in servers:
            server.wait()
        yield
    finally:
        for server in servers:
            if server._process is not None:
                server.terminate()


def postgres_tool(name: str) -> str:
    """Return the path of one of PostgreSQL's programs, the newest installed."""
    found = find_postgres_tool(name)
    assert found, f"There is no {name} of PostgreSQL: `make test` brings it, or says how to get it."
    return found


def _user() -> str | None:
    """Return the account that PostgreSQL runs under, which it refuses to be root's; None for one's own."""
    if os.geteuid() != 0:
        return None
    known = {account.pw_name for account in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class Cluster:
    """A PostgreSQL of one's own, durable as it comes, reached by a socket in its own folder."""

    def __init__(self) -> None:
        self._user = _user()
        self._folder = Path(tempfile.mkdtemp(prefix="rivertable-"))
        self._count = 0
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._run(
            "initdb",
            "--pgdata",
            self._data,
            "--username",
            "river",
            "--auth",
            "trust",
            "--encoding",
            "UTF8",
            "--no-sync",
        )

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, tool: str, *arguments: str) -> None:
        done = subprocess.run(
            [postgres_tool(tool), *arguments],
            cwd=self._folder,
            user=self._user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = f"-c listen_addresses='' -c unix_socket_directories={self._folder} -c max_connections=200"
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "--wait", "--pgdata", self._data, "--options", settings, "--log", log)

    def stop(self, mode: str = "immediate") -> None:
        """Stop; ``immediate`` is a crash, from which it recovers at the next start."""
        self._run("pg_ctl", "stop", "--wait", "--pgdata", self._data, "--mode", mode)

    def database(self) -> str:
        """Make a database and return its URL."""
        self._count += 1
        name = f"river{self._count}"
        self._run("createdb", "--host", str(self._folder), "--username", "river", name)
        return f"postgresql://river@/{name}?host={self._folder}"

    def remove(self) -> None:
        """Stop, and leave nothing behind."""
        with suppress(AssertionError):
            self.stop()
        shutil.rmtree(self._folder)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Return a running PostgreSQL for a block."""
    made = Cluster()
    try:
        made.start()
        yield made
    finally:
        made.remove()
