"""A client as its pages should behave, reduced to what keeps it right when the network does not.

* Its state is the latest view: a message of an older version, or one that comes twice, changes nothing.
* Events are kept by version; where some are missing before a message they are asked for.
* A request that moves the table on has a key of its own; until it is answered it is sent again, the same to the letter.
* One such request at a time. A refusal ends it: the client looks at the table anew and may intend something else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from .in_process import Document, Line, Server
from .tables import Made


@dataclass(frozen=True)
class Intent:
    """A request that moves the table on: where it goes, and its body, which holds its key."""

    path: str
    text: str

    @property
    def key(self) -> str:
        key: str = json.loads(self.text)["key"]
        return key


@dataclass
class ModelClient:
    """One client of a table, at a seat or watching."""

    server: Server
    table: Made
    seat: int | None
    version: int = 0
    view: Document | None = None
    events: dict[int, Document] = field(default_factory=dict)
    pending: Intent | None = None
    acknowledged: dict[str, Document] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    inbox: list[Document] = field(default_factory=list)
    """Messages of the socket that are on their way."""

    def __post_init__(self) -> None:
        self._keys = 0
        self.connect()

    @property
    def secret(self) -> str | None:
        return None if self.seat is None else self.table.secrets[self.seat]

    # What comes.

    def connect(self) -> None:
        """Open a socket, saying what is known; the first message brings what is not."""
        self.line: Line = self.server.line()
        self.line.open(self.table.id, self.secret, self.version)
        self.inbox.append(self.line.next())

    def disconnect(self) -> None:
        self.line.close()
        self.inbox.clear()

    def await_message(self, version: int) -> None:
        """Let the socket bring what it has, up to a version: it is on its way now, and not yet heard."""
        heard = 0
        while heard < version:
            self.inbox.append(self.line.next())
            heard = self.inbox[-1]["version"]

    def hear(self, message: Document) -> None:
        """Take a message in: the latest version wins, a gap is asked for."""
        assert message["type"] == "news", message
        self._keep(message["events"])
        if message["version"] > self.version:
            is_whole = all(number in self.events for number in range(self.version + 1, message["version"] + 1))
            if is_whole:
                self.version, self.view = message["version"], message["table"]
            else:
                self.fetch()

    def fetch(self) -> None:
        """Ask for what happened since the version that is known."""
        news = self.server.get(f"{self.table.path}/events?since={self.version}", self.secret)
        self._keep(news["events"])
        self.version, self.view = news["version"], news["table"]

    def _keep(self, events: list[Document]) -> None:
        for event in events:
            known = self.events.setdefault(event["version"], event)
            assert known == event, "an event was told in two ways"

    # What goes.

    def is_to_move(self) -> bool:
        """Whether it is this seat's turn, as far as the client knows."""
        turn = None if self.view is None else self.view["turn"]
        return turn is not None and self.seat is not None and turn["seat"] == self.seat

    def intend(self, path: str, **body: Any) -> Intent:
        """Want something, with a fresh key and for the version that is known."""
        assert self.pending is None
        self._keys += 1
        body |= {"version": self.version, "key": f"seat-{self.seat}-{self._keys:04d}"}
        self.pending = Intent(path, json.dumps(body))
        return self.pending

    def answered(self, intent: Intent, status: int, reply: Document) -> None:
        """Hear the answer to a request; answers to the same one are the same, and none turns from no into yes."""
        if status == 200:
            assert intent.key not in self.refused
            assert self.acknowledged.setdefault(intent.key, reply) == reply
        else:
            assert status == 409 and intent.key not in self.acknowledged, reply
            self.refused.add(intent.key)
        if self.pending == intent:
            self.pending = None
