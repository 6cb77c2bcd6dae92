"""Scripted people: they play over HTTP, watch over WebSocket, and repeat whatever got no answer."""

import json
import random
import secrets
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from patience import PATIENCE_SECONDS

"""Seconds without any answer after which a client gives up."""

_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""They ask by http alone: reading the world's certificates anew would take most of the making of a client."""


@dataclass
class Counts:
    """What a client's requests went through."""

    requests: int = 0
    retries: int = 0
    reconnects: int = 0
    longest_pause: float = 0.0
    """Seconds from the first try of a request to its answer, at most."""


class Door:
    """HTTP to a table that may be killed: any of several servers, each request repeated until one answers."""

    def __init__(self, *addresses: str, secret: str | None = None, seed: int = 0) -> None:
        self.addresses = list(addresses)
        self.counts = Counts()
        self.sent_at = 0.0
        """When the last try of the last request was sent."""
        self._headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        self._random = random.Random(seed)
        self._http = httpx.Client(timeout=PATIENCE_SECONDS, trust_env=False, verify=_NO_CERTIFICATES)

    def turn_to_next(self) -> None:
        """Try another server first from now on."""
        self.addresses.append(self.addresses.pop(0))

    def ask(self, method: str, path: str, body: Any = None, *, secret: str | None = None) -> httpx.Response:
        """Return the answer to a request, however often it has to be asked; refusals are answers."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else self._headers
        began, wait = time.monotonic(), 0.02
        self.counts.requests += 1
        while True:
            self.sent_at = time.time()
            try:
                reply = self._http.request(method, f"{self.addresses[0]}/api{path}", json=body, headers=headers)
                if reply.status_code < 500 and reply.status_code != 429:
                    self.counts.longest_pause = max(self.counts.longest_pause, time.monotonic() - began)
                    return reply
            except httpx.TransportError:
                self.turn_to_next()
            assert time.monotonic() - began < PATIENCE_SECONDS, f"No answer to {method} {path}."
            self.counts.retries += 1
            time.sleep(wait * self._random.uniform(0.5, 1.0))
            wait = min(wait * 2, 0.25)

    def do(self, method: str, path: str, body: Any = None, *, secret: str | None = None) -> Any:
        """Return what a request brings that must succeed."""
        reply = self.ask(method, path, body, secret=secret)
        assert reply.is_success, f"{method} {path}: {reply.status_code} {reply.text}"
        return reply.json()

    def refusal(self, method: str, path: str, body: Any = None, *, secret: str | None = None) -> dict[str, Any]:
        """Return the problem document of a request that must be refused."""
        reply = self.ask(method, path, body, secret=secret)
        assert reply.is_client_error, f"{method} {path}: {reply.status_code} {reply.text}"
        assert reply.headers["content-type"] == "application/problem+json"
        problem: dict[str, Any] = reply.json()
        return problem

    def close(self) -> None:
        self._http.close()


@dataclass
class Acknowledged:
    """A move that the server said was stored."""

    seat: int
    turn: int
    version: int
    move: Any
    key: str


class Watcher:
    """A page with its socket: its state is the latest view; it comes back by itself and checks that nothing is missed.

    Attributes:
        view: the table as last told.
        events: all events told, in order.
        faults: what should not have been told so.
    """

    def __init__(self, door: Door, table: str, secret: str | None = None) -> None:
        self.door, self.table, self.secret = door, table, secret
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.texts: list[str] = []
        self.longest_silence = 0.0
        """Seconds between two words about a game that is played, at most."""
        self._heard_at = 0.0
        self._socket: ClientConnection | None = None
        self._line = ExitStack()

    @property
    def version(self) -> int:
        version: int = self.view.get("version", 0)
        return version

    @property
    def status(self) -> str | None:
        """How far the table is, None before the first word."""
        return self.view.get("status")

    def open(self) -> None:
        """Connect and say what is known already; repeated until a server answers."""
        began = time.monotonic()
        while True:
            try:
                address = self.door.addresses[0].replace("http", "ws", 1)
                line = connect(f"{address}/api/socket", proxy=None, max_size=None, max_queue=None, close_timeout=2)
                self._socket = self._line.enter_context(line)
                message = {"type": "open", "table": self.table, "token": self.secret, "version": self.version}
                self._socket.send(json.dumps(message))
                return
            except (OSError, WebSocketException):
                self.close()
                self.door.turn_to_next()
                assert time.monotonic() - began < PATIENCE_SECONDS, "No socket."
                time.sleep(0.05)

    def hear(self, timeout: float = PATIENCE_SECONDS) -> bool:
        """Take the next word in; False where none came in time, or the line was lost and is open again."""
        if self._socket is None:
            self.open()
        assert self._socket is not None
        try:
            text = self._socket.recv(timeout=timeout)
        except TimeoutError:
            return False
        except (OSError, WebSocketException):
            self.door.counts.reconnects += 1
            self.close()
            self.open()
            return False
        assert isinstance(text, str)
        self.texts.append(text)
        self._take(json.loads(text))
        return True

    def _take(self, word: dict[str, Any]) -> None:
        if word["type"] == "pong":
            return
        if word["type"] == "refused":
            self.faults.append(f"refused: {word['problem']['detail']}")
            return
        told = [event["version"] for event in word["events"]]
        if told != list(range(self.version + 1, word["version"] + 1)):
            self.faults.append(f"events {told} after version {self.version}, for {word['version']}")
        now = time.monotonic()
        if self.status == "playing":
            self.longest_silence = max(self.longest_silence, now - self._heard_at)
        self._heard_at = now
        self.events += word["events"]
        self.view = word["table"]

    def say_ping(self) -> None:
        """Tell that the page is still there."""
        assert self._socket is not None
        self._socket.send('{"type":"ping"}')

    def hear_until(self, is_so: Callable[["Watcher"], bool], seconds: float = PATIENCE_SECONDS) -> None:
        """Listen until something is so; ``seconds`` without a word are too many."""
        deadline = time.monotonic() + seconds
        while not is_so(self):
            left = deadline - time.monotonic()
            assert left > 0, f"It has not come to be: {self.status}, version {self.version}; {self.faults}"
            if self.hear(min(left, 1.0)):
                deadline = time.monotonic() + seconds

    def close(self) -> None:
        self._line.close()
        self._socket = None


def ends_the_turn(choice: dict[str, Any]) -> bool:
    """Return whether the next seat moves after a choice: not so where River Market's first hand is drawn anew."""
    return bool(choice["what"]["type"] != "redraw")


def whole_move(door: Door, table: str, version: int, choose: random.Random, wish: Any = None) -> dict[str, Any] | None:
    """Return the draft of a whole move, decided at random step by step; None where the table has moved on.

    ``wish(choice)`` says which choices are preferred where there are any.
    """
    decisions: list[int] = []
    while True:
        reply = door.ask("POST", f"/tables/{table}/draft", {"version": version, "decisions": decisions})
        if reply.status_code == 409 and reply.json()["code"] in ("stale-version", "out-of-turn", "wrong-state"):
            return None
        assert reply.status_code == 200, reply.text
        draft: dict[str, Any] = reply.json()
        if draft["is_complete"]:
            return draft
        wanted = [choice for choice in draft["choices"] if wish and wish(choice)] or draft["choices"]
        decisions.append(choose.choice(wanted)["decision"])


@dataclass
class Person(Watcher):
    """A watcher in a seat who plays random moves, each with a key of its own."""

    door: Door
    table: str
    seat: int
    secret: str
    seed: int = 0
    repeats: float = 0.0
    """The share of answered moves that are sent once more."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    repeated: int = 0
    found_stored: int = 0
    """Moves whose first try was stored although its answer was lost."""
    last_decisions: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(self.door, self.table, self.secret)
        self._choose = random.Random(self.seed)

    def shuffle(self, seed: int) -> None:
        """Choose otherwise from now on."""
        self._choose = random.Random(seed)

    @property
    def is_to_move(self) -> bool:
        """Whether it is this seat's turn, as far as is known here."""
        return self.status == "playing" and self.view["turn"]["seat"] == self.seat

    def take_turn(self, wish: Any = None) -> bool:
        """Take a turn; False where the table has moved on meanwhile."""
        version = self.version
        draft = whole_move(self.door, self.table, version, self._choose, wish)
        if draft is None:
            return False
        body = {"version": version, "decisions": draft["decisions"], "key": secrets.token_hex(8)}
        path, retries = f"/tables/{self.table}/moves", self.door.counts.retries
        reply = self.door.ask("POST", path, body)
        if reply.status_code == 409 and reply.json()["code"] in ("stale-version", "out-of-turn", "wrong-state"):
            return False
        assert reply.status_code == 200, reply.text
        done = reply.json()
        if self.door.counts.retries > retries:
            self.found_stored += self._stored_at(done["version"]) < self.door.sent_at
        self.last_decisions = draft["decisions"]
        self.acknowledged.append(Acknowledged(self.seat, done["turn"], done["version"], draft["move"], body["key"]))
        if self._choose.random() < self.repeats:
            self.repeated += 1
            assert self.door.do("POST", path, body) == done
        return True

    def _stored_at(self, version: int) -> float:
        """Return when the event of a version was stored, at the latest."""
        sent_at = self.door.sent_at
        told = self.door.do("GET", f"/tables/{self.table}/events?since={version - 1}")
        self.door.sent_at = sent_at
        return datetime.fromisoformat(told["events"][0]["at"]).timestamp() + 0.001

    def play(self, until: Callable[[Watcher], bool] | None = None) -> None:
        """Play until the game is over, or something is so."""
        quiet = time.monotonic()
        while not (until(self) if until else self.status in ("over", "stopped")):
            known = self.version
            if self.is_to_move:
                self.take_turn()
            while self.version == known and not (until and until(self)):
                self.hear(0.5)
                assert time.monotonic() - quiet < PATIENCE_SECONDS, f"Nothing happens at version {known}."
            quiet = time.monotonic()


def in_threads(*calls: Callable[[], object], patience: float = 3600.0) -> None:
    """Run calls side by side, each with a patience of its own; the first that fails fails the test."""
    faults: list[BaseException] = []

    def guarded(call: Callable[[], object]) -> None:
        try:
            call()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=guarded, args=(call,), daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(patience)
    if faults:
        raise faults[0]
    assert not any(thread.is_alive() for thread in threads), "Somebody never came to an end."


class Party:
    """A table with a person in each seat that is not a bot's; the game is begun at once, or by :meth:`start`."""

    def __init__(self, addresses: Sequence[str], game: str, seats: Sequence[str], **more: Any) -> None:
        """``seats`` are ``person`` or a bot's level; ``more`` goes into the request."""
        self.door = Door(*addresses)
        wanted = [{"kind": seat} if seat in ("person", "open") else {"kind": "bot", "level": seat} for seat in seats]
        made = self.door.do("POST", "/tables", {"game": game, "seats": wanted, **more})
        self.table: str = made["table"]
        self.host: str = made["host"]
        self.promised: str = made["promised"]
        secrets = {seat["seat"]: seat["secret"] for seat in made["seats"] if seat["kind"] == "person"}
        self._seat(addresses, secrets)

    def _seat(self, addresses: Sequence[str], secrets: dict[int, str]) -> None:
        self.path = f"/tables/{self.table}"
        self.people = [
            Person(Door(*addresses, secret=secret), self.table, seat, secret, seat) for seat, secret in secrets.items()
        ]
        self.watcher = Watcher(Door(*addresses), self.table)

    @classmethod
    def at(cls, party: "Party", *addresses: str) -> "Party":
        """Return the same people at the same table once more, through other servers."""
        made = cls.__new__(cls)
        made.door, made.table, made.host, made.promised = Door(*addresses), party.table, party.host, party.promised
        made._seat(addresses, {person.seat: person.secret for person in party.people})
        return made

    @property
    def everybody(self) -> list[Watcher]:
        return [*self.people, self.watcher]

    def person(self, seat: int) -> Person:
        """Return who sits in a seat."""
        return next(person for person in self.people if person.seat == seat)

    def start(self, mixed: Sequence[str] = ()) -> "Party":
        """Let everybody take a seat, mixing in what is given, and begin; a lost answer to that means that it is so."""
        for person in self.people:
            mix = mixed[person.seat] if mixed else ""
            wanted = {"name": f"Player {person.seat + 1}", "mix": mix}
            joined = person.door.do("POST", f"{self.path}/seats/{person.seat}", wanted)
            assert (joined["seat"], joined["secret"]) == (person.seat, person.secret)
        self.watcher.hear()
        begun = self.door.ask("POST", f"{self.path}/start", {}, secret=self.host)
        assert begun.is_success or self.door.counts.retries, begun.text
        return self

    def play(self) -> None:
        """Play to the end, everybody watching."""
        in_threads(
            *(person.play for person in self.people),
            lambda: self.watcher.hear_until(lambda watcher: watcher.status in ("over", "stopped")),
        )

    def view(self, secret: str | None = None) -> dict[str, Any]:
        """Return the table as it may be seen."""
        view: dict[str, Any] = self.door.do("GET", self.path, secret=secret)
        return view

    def record(self, secret: str | None = None) -> dict[str, Any]:
        """Return the record as it may be seen."""
        record: dict[str, Any] = self.door.do("GET", f"{self.path}/record", secret=secret)
        return record

    def wait_for(self, is_so: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """Watch until something is so of the table, as it stands now or later, and return it."""
        version = self.view()["version"]
        self.watcher.hear_until(lambda watcher: watcher.version >= version and is_so(watcher.view), seconds)
        return self.watcher.view

    def turn(self, seat: int, wish: Any = ends_the_turn) -> None:
        """Let a person take a turn, having heard all that happened."""
        person = self.person(seat)
        version = self.view()["version"]
        person.hear_until(lambda one: one.version >= version and person.is_to_move)
        assert person.take_turn(wish)
        person.hear_until(lambda one: one.version >= person.acknowledged[-1].version)

    def close(self) -> None:
        """Leave."""
        for one in self.everybody:
            one.close()
            one.door.close()
        self.door.close()

    def __enter__(self) -> "Party":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
