"""Stages of the set-up: run side by side in lanes, each command's output kept for the case that it fails."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

KEPT_LINES = 200
"""How many of the last lines of its output a stage keeps."""

SECONDS_TO_STOP = 5.0
"""How long a command that is asked to stop may take before it is killed."""


class SetUpError(Exception):
    """Something keeps the set-up from going on; its text says what and what to do."""


class CommandError(Exception):
    """A command of a stage has failed."""

    def __init__(self, stage: Stage, command: Sequence[str], status: int) -> None:
        super().__init__(f"{Path(command[0]).name} ended with {status}")
        self.stage = stage


class StoppedError(Exception):
    """The set-up is being given up: this stage's command was ended, or must not start."""


class Stage:
    """One thing that the set-up does.

    Attributes:
        name: what is done, as a person reads it.
        lines: the last lines that its commands have said.
        began: when it began; None before.
        seconds: how long it took; None until it is done.
        listener: is told each line as it comes.
    """

    def __init__(self, name: str, work: Callable[[Stage], None], after: Sequence[Stage] = ()) -> None:
        """``after`` are stages of other lanes that have to be done before this one begins."""
        self.name = name
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.began: float | None = None
        self.seconds: float | None = None
        self._work = work
        self._after = after
        self._is_over = threading.Event()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self.listener: Callable[[str], None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it has begun and is not done."""
        return self.began is not None and not self._is_over.is_set()

    def carry_out(self) -> None:
        """Do it, after the stages that it waits for.

        Raises:
            CommandError: a command of it failed.
            StoppedError: it was stopped.
            SetUpError: something that it needs is not there.
        """
        try:
            for other in self._after:
                other._is_over.wait()
                if other.seconds is None:
                    raise StoppedError
            self.began = time.monotonic()
            self._work(self)
            self.seconds = time.monotonic() - self.began
        finally:
            self._is_over.set()

    def command(
        self,
        command: Sequence[str],
        folder: Path,
        variables: Mapping[str, str] | None = None,
        *,
        has_own_session: bool = True,
    ) -> None:
        """Run a command to its end; what it says is heard line by line.

        In a session of its own, Ctrl-C reaches the set-up alone, which then ends the command and all that it started.

        Raises:
            CommandError: it gave another status than 0.
            StoppedError: the stage was stopped meanwhile.
        """
        with self._lock:
            if self._stop.is_set():
                raise StoppedError
            process = self._process = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **(variables or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=has_own_session,
            )
        assert process.stdout is not None
        with process.stdout as said:
            for line in said:
                self.lines.append(line.rstrip())
                if self.listener is not None:
                    self.listener(line.rstrip())
        status = process.wait()
        if self._stop.is_set():
            raise StoppedError
        if status:
            raise CommandError(self, command, status)

    def stop(self) -> None:
        """End its command, and let it start no other."""
        with self._lock:
            self._stop.set()
            process = self._process
        if process is None or process.poll() is not None:
            return
        _end(process, signal.SIGTERM)
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            _end(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _end(process: subprocess.Popen[str], number: signal.Signals) -> None:
    # One that shares the terminal hears its Ctrl-C itself, and one of the administrator's may not be ended from here.
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix" and os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, number)
        else:
            process.terminate()


def carry_out(lanes: Sequence[Sequence[Stage]], watch: Callable[[], None]) -> None:
    """Carry out lanes of stages side by side, calling ``watch`` several times a second.

    However it ends, no command is left running. A lane that fails stops the others.

    Raises:
        CommandError: a command failed: the first that did.
        SetUpError: something that a stage needs is not there.
    """
    faults: list[Exception] = []

    def follow(lane: Sequence[Stage]) -> None:
        try:
            for stage in lane:
                stage.carry_out()
        except Exception as fault:
            faults.append(fault)
            for stage in lane:
                stage._is_over.set()

    threads = [threading.Thread(target=follow, args=(lane,), daemon=True) for lane in lanes]
    for thread in threads:
        thread.start()
    try:
        while not faults and any(thread.is_alive() for thread in threads):
            for thread in threads:
                thread.join(0.1)
            watch()
    finally:
        for lane in lanes:
            for stage in lane:
                stage.stop()
        for thread in threads:
            thread.join()
        watch()
    if faults:
        raise faults[0]
