"""The clients of the load test, a process of their own: so many users at once, each playing prepared games.

Prints one JSON object: how many moves, in how many seconds, how long each took, and the processor time of the server.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from pathlib import Path
from typing import Any

import gevent
from locust import FastHttpUser, constant_pacing, constant_throughput, events, task
from locust.env import Environment
from locust.exception import StopUser
from psutil import Process


class Measure:
    """What happens between the moment when all users play and the moment when the first finds no game left."""

    def __init__(self, server: int, seconds: float) -> None:
        self._server = Process(server)
        self._seconds = seconds
        self.milliseconds: list[float] = []
        self.failures: list[str] = []
        self.is_on = False
        self.is_done = gevent.event.Event()
        self._began = self._used = 0.0
        self.result: dict[str, Any] = {}

    def _processor(self) -> float:
        times = self._server.cpu_times()
        return float(times.user + times.system)

    def begin(self) -> None:
        """Begin to count."""
        self._began, self._used = time.perf_counter(), self._processor()
        self.is_on = True

    def end(self) -> None:
        """Stop counting."""
        if not self.is_on:
            self.is_done.set()
            return
        self.is_on = False
        seconds, used = time.perf_counter() - self._began, self._processor() - self._used
        ordered = sorted(self.milliseconds)
        count = max(len(ordered), 1)
        self.result = {
            "requests": len(ordered),
            "seconds": round(seconds, 3),
            "per_second": round(len(ordered) / seconds, 1),
            "server_cpu_seconds": round(used, 3),
            "server_cpu_ms_per_request": round(1000 * used / count, 4),
            "p50_ms": round(ordered[count // 2], 2) if ordered else None,
            "p99_ms": round(ordered[count * 99 // 100], 2) if ordered else None,
            "failures": len(self.failures),
            "first_failure": self.failures[0] if self.failures else None,
        }
        self.is_done.set()

    def hear(self, response_time: float, exception: Exception | None, response: Any, **_: Any) -> None:
        """Take a request in."""
        if exception is not None:
            text = getattr(response, "text", "") or ""
            self.failures.append(f"{exception} {text[:200]}")
        if self.is_on:
            self.milliseconds.append(response_time)


def player_class(
    address: str, games: deque[dict[str, Any]], measure: Measure, pace: float, users: int
) -> type[FastHttpUser]:
    """Return the kind of user that plays these games, with a move each ``pace`` seconds (0: as fast as it goes).

    So many ``users`` begin evenly over that time: their moves come one by one, as those of people do.
    """

    class Player(FastHttpUser):
        host = address
        wait_time = constant_pacing(pace) if pace else constant_throughput(1e9)

        def on_start(self) -> None:
            self.next_game()
            if pace:
                gevent.sleep(pace * (len(games) % users) / users)

        def next_game(self) -> None:
            if not games:
                measure.end()
                raise StopUser
            self.playing = games.popleft()
            self.left = deque(self.playing["moves"])
            self.headers = [
                {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
                for secret in self.playing["secrets"]
            ]

        @task
        def move(self) -> None:
            if not self.left:
                self.next_game()
            seat, body = self.left.popleft()
            self.client.post(
                f"/api/tables/{self.playing['table']}/moves", data=body, headers=self.headers[seat], name="move"
            )

    return Player


def main() -> None:
    """Play."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--address", required=True)
    arguments.add_argument("--server", type=int, required=True, help="the server's process")
    arguments.add_argument("--games", type=Path, required=True)
    arguments.add_argument("--users", type=int, required=True)
    arguments.add_argument("--pace", type=float, default=0.0)
    arguments.add_argument("--seconds", type=float, default=60.0)
    given = arguments.parse_args()
    games = deque(json.loads(line) for line in given.games.read_text("utf-8").splitlines())
    measure = Measure(given.server, given.seconds)
    handlers = events
    handlers.request.add_listener(measure.hear)
    environment = Environment(
        user_classes=[player_class(given.address, games, measure, given.pace, given.users)],
        events=handlers,
        reset_stats=False,
    )
    runner = environment.create_local_runner()
    runner.start(given.users, spawn_rate=given.users)
    while runner.user_count < given.users:
        gevent.sleep(0.05)
    gevent.sleep(1.0)
    measure.begin()
    measure.is_done.wait(given.seconds)
    measure.end()
    runner.quit()
    print(json.dumps(measure.result), flush=True)


if __name__ == "__main__":
    main()
