"""What a client without any secret can try: each attack for so many seconds, from an address of its own."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

from websockets.sync.client import connect

from .victim import call

ADDRESS = "127.0.0.66"
_UNKNOWN_KEYS = 220_000
_EMPTY_TURNS = 700_000
_HEADER_BYTES = 50_000_000
_SLOW_BODIES = 200
_SILENT = 1_000
_SOCKETS = 38
_TABLES = 31

Attack = Callable[[int, float, Counter[str]], None]
"""Attacks a server at a port for so many seconds and counts what came of it."""


def _connection(port: int) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(ADDRESS, 0))
    made.settimeout(30)
    return made


def _head(path: str, length: int) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", f"Content-Length: {length}"]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode()


def _post(port: int, path: str, body: bytes) -> int:
    """Return the status of a POST; 0 where the connection was cut."""
    with suppress(OSError), _connection(port) as made:
        with suppress(OSError):
            made.sendall(_head(path, len(body)) + body)
        return int(made.recv(64).split()[1])
    return 0


def _bodies(path: str, body: bytes) -> Attack:
    def attack(port: int, seconds: float, counts: Counter[str]) -> None:
        until = time.monotonic() + seconds

        def post() -> None:
            while time.monotonic() < until:
                counts[str(_post(port, path, body))] += 1

        together([post] * 4)

    return attack


def together(tasks: list[Callable[[], None]]) -> None:
    """Do things at once, and wait for all."""
    threads = [threading.Thread(target=task, daemon=True) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _endless_header(port: int, seconds: float, counts: Counter[str]) -> None:
    until, line = time.monotonic() + seconds, b"X-More: " + b"x" * 8_000 + b"\r\n"
    with suppress(OSError), _connection(port) as made:
        made.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        while time.monotonic() < until and counts["bytes"] < _HEADER_BYTES:
            made.sendall(line)
            counts["bytes"] += len(line)


def _held(open_one: Callable[[socket.socket], None], number: int) -> Attack:
    def attack(port: int, seconds: float, counts: Counter[str]) -> None:
        with ExitStack() as stack:
            held = []
            for _ in range(number):
                with suppress(OSError):
                    made = stack.enter_context(_connection(port))
                    open_one(made)
                    held.append(made)
            counts["opened"] = len(held)
            time.sleep(seconds)
            for made in held:
                counts["closed by the server" if _is_closed(made) else "still open"] += 1

    return attack


def _is_closed(made: socket.socket) -> bool:
    """Return whether the other end has closed a connection, after whatever it has said."""
    made.setblocking(False)
    try:
        while made.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _without_its_last_byte(made: socket.socket) -> None:
    body = b'{"format": "' + b"x" * 2_900_000
    made.sendall(_head("/api/check", len(body) + 1) + body)


def _rematches(port: int, seconds: float, counts: Counter[str]) -> None:
    def ask(method: str, path: str, body: Any = None, secret: str | None = None) -> Any:
        return call(port, method, path, body, secret, ADDRESS)

    made = ask("POST", "/api/tables", {"game": "glassworks", "seats": [{"kind": "person"}] * 2})
    path, host, secrets = f"/api/tables/{made['table']}", made["host"], [seat["secret"] for seat in made["seats"]]
    until = time.monotonic() + seconds
    with suppress(RuntimeError):
        while time.monotonic() < until:
            for number, secret in enumerate(secrets):
                ask("POST", f"{path}/seats/{number}", {"name": "Again"}, secret)
            ask("POST", f"{path}/start", {}, host)
            ask("POST", f"{path}/resign", None, secrets[0])
            path = f"/api/tables/{ask('POST', f'{path}/rematch', None, secrets[0])['table']}"
            counts["tables"] += 1


def _opening_sockets(port: int, seconds: float, counts: Counter[str]) -> None:
    tables = [
        call(port, "POST", "/api/tables", {"game": "market", "seats": [{"kind": "open"}] * 2}, None, ADDRESS)["table"]
        for _ in range(4)
    ]
    until = time.monotonic() + seconds

    def open_tables() -> None:
        with suppress(Exception), connect(f"ws://127.0.0.1:{port}/api/socket", source_address=(ADDRESS, 0)) as line:
            number = 0
            while time.monotonic() < until:
                number += 1
                line.send(json.dumps({"type": "open", "table": tables[number % len(tables)]}))
                counts[str(json.loads(line.recv())["type"])] += 1

    together([open_tables] * _SOCKETS)


def _masters(port: int, seconds: float, counts: Counter[str]) -> None:
    seats = [{"kind": "bot", "level": "master"}] * 5
    with suppress(RuntimeError):
        for _ in range(_TABLES):
            made = call(port, "POST", "/api/tables", {"game": "glassworks", "seats": seats}, None, ADDRESS)
            call(port, "POST", f"/api/tables/{made['table']}/start", {}, made["host"], ADDRESS)
            counts["tables of masters"] += 1
    time.sleep(seconds)


def attacks() -> dict[str, Attack]:
    """Return each attack by its name."""
    keys = json.dumps({f"k{number}": 0 for number in range(_UNKNOWN_KEYS)}, separators=(",", ":")).encode()
    turns = b'{"format":"rivertable-record/1","game":"glassworks","turns":[' + b"{}," * _EMPTY_TURNS + b"{}]}"
    return {
        "unknown keys to a draft": _bodies("/api/tables/nothing-here-at-all-x/draft", keys),
        "unknown keys to a puzzle": _bodies("/api/games/glassworks/puzzles/none/answer", keys),
        "unknown keys to a score": _bodies("/api/games/glassworks/score", keys),
        "a record of empty turns": _bodies("/api/check", turns),
        "a header without end": _endless_header,
        "bodies without their last byte": _held(_without_its_last_byte, _SLOW_BODIES),
        "silent connections": _held(lambda made: None, _SILENT),
        "rematch after rematch": _rematches,
        "sockets that open tables": _opening_sockets,
        "tables of five masters": _masters,
    }
