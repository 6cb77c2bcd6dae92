"""The person whom an attack would disturb: a page that asks again and again, and what its answers take."""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_PAUSE_SECONDS = 0.02


def call(
    port: int, method: str, path: str, body: Any = None, secret: str | None = None, address: str = "127.0.0.1"
) -> Any:
    """Return the JSON that a request brings, asked from an address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {secret}"} if secret else {})
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    reply = connection.getresponse()
    text = reply.read()
    connection.close()
    if reply.status >= 300:
        raise RuntimeError(f"{method} {path}: {reply.status} {text[:300]!r}")
    return json.loads(text)


def load_bots(port: int) -> None:
    """Let masters of both games take a turn: what they need is loaded then, and not by the attack."""
    for game in ("glassworks", "market"):
        seats = [{"kind": "bot", "level": "master"}] * 2
        made = call(port, "POST", "/api/tables", {"game": game, "seats": seats})
        path = f"/api/tables/{made['table']}"
        call(port, "POST", f"{path}/start", {}, made["host"])
        while call(port, "GET", path)["turn"]["number"] < 3:
            time.sleep(0.1)
        call(port, "DELETE", path, None, made["host"])


def percentile(values: list[float], part: float) -> float:
    """Return a percentile of seconds, in milliseconds; NaN of none."""
    ordered = sorted(values)
    return 1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


@dataclass
class Victim:
    """A table of two people on the server, whose page asks for it, and for a draft, in turn."""

    port: int
    pid: int
    seconds: list[float] = field(default_factory=list)
    failed: int = 0
    megabytes: float = 0.0
    """the most resident memory that the server had meanwhile, in units of 1,000,000 bytes"""

    def __post_init__(self) -> None:
        """Make the table and begin its game."""
        made = call(self.port, "POST", "/api/tables", {"game": "glassworks", "seats": [{"kind": "person"}] * 2})
        self._path = f"/api/tables/{made['table']}"
        self._secrets = [seat["secret"] for seat in made["seats"]]
        for number, secret in enumerate(self._secrets):
            call(self.port, "POST", f"{self._path}/seats/{number}", {"name": f"Person {number}"}, secret)
        call(self.port, "POST", f"{self._path}/start", {}, made["host"])
        view = call(self.port, "GET", self._path)
        self._draft = {"version": view["version"], "decisions": []}
        self._mover = self._secrets[view["turn"]["seat"]]
        self._is_stopping = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def _ask(self) -> None:
        number = 0
        while not self._is_stopping.wait(_PAUSE_SECONDS):
            number += 1
            began = time.perf_counter()
            try:
                if number % 5:
                    call(self.port, "GET", self._path, secret=self._mover)
                else:
                    call(self.port, "POST", f"{self._path}/draft", self._draft, self._mover)
            except (OSError, RuntimeError):
                self.failed += 1
            self.seconds.append(time.perf_counter() - began)
            self.megabytes = max(self.megabytes, memory_of(self.pid))

    def take(self) -> tuple[list[float], int, float]:
        """Return what was measured since the last time: seconds, failures, and the most memory."""
        taken = self.seconds, self.failed, self.megabytes
        self.seconds, self.failed, self.megabytes = [], 0, 0.0
        return taken

    def stop(self) -> None:
        """Stop asking."""
        self._is_stopping.set()
        self._thread.join()


def memory_of(pid: int) -> float:
    """Return the resident memory of a process, in units of 1,000,000 bytes."""
    import os

    pages = int(Path("/proc", str(pid), "statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000
