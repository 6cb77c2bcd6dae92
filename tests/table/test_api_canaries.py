"""Markers in hidden cards, and every secret there is: none of them reaches whom it is not for."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text as sql

from rivertable.core.game import Game
from rivertable.core.match import Match
from rivertable.market import GAME as MARKET
from rivertable.table.domain.table import secret_hash
from rivertable.table.serve import log_settings

from .in_process import Line, Server, running
from .marked_deck import marked_deck, marker_of
from .tables import Made, play_at_random, random_decisions, start_table, state_of

MARKERS = re.compile(r"quokka(\d\d)")
PERSONS = (0, 2)


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """All log lines of a block at the lowest level, as a server writes them."""
    lines = io.StringIO()
    settings = log_settings("debug")
    settings["handlers"]["stderr"]["stream"] = lines
    settings["root"]["level"] = "DEBUG"
    # The client's own words are not the server's.
    settings["loggers"]["httpx"] = {"level": "WARNING"}
    before = logging.root.handlers[:], logging.root.level
    logging.config.dictConfig(settings)
    try:
        yield lines
    finally:
        logging.root.handlers[:], level = before
        logging.root.setLevel(level)
        logging.getLogger("rivertable").setLevel(logging.NOTSET)


@dataclass
class Viewer:
    """Whoever watches or plays, and everything that was received: how far the game was then, and the text."""

    seat: int | None
    secret: str | None
    received: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class Watched:
    """A game and all its traffic."""

    server: Server
    table: Made
    viewers: list[Viewer]
    lines: list[Line]
    strangers: list[tuple[int, str]] = field(default_factory=list)

    def turns(self) -> int:
        found = self.server.tables.open(self.table.id)
        assert found.match is not None
        return len(found.match.turns)

    def call(self, viewer: Viewer, method: str, path: str, body: Any = None) -> Any:
        response = self.server.call(method, self.table.path + path, body, viewer.secret)
        # At most so many turns were played when the reply was made.
        viewer.received.append((self.turns(), response.text + str(response.headers)))
        return response

    def hear(self) -> None:
        for viewer, line in zip(self.viewers, self.lines, strict=True):
            texts = line.waiting()
            viewer.received += [(self.turns(), heard) for heard in texts]

    def look_around(self, rng: Random) -> None:
        """Ask for all that can be asked without moving the table on, well and badly."""
        version = self.server.get(self.table.path)["version"]
        for viewer in self.viewers:
            for path in ("", "/record?states=true", f"/events?since={max(version - 4, 0)}"):
                self.call(viewer, "GET", path)
            self.call(viewer, "GET", f"/positions/{rng.randrange(self.turns() + 1)}")
            card = marker_of(rng.randrange(4, 60))
            for wanted in ({"decisions": []}, {"decisions": [3]}, {"text": "q"}, {"text": "build"}, {"text": ">"}):
                self.call(viewer, "POST", "/draft", {"version": version, **wanted})
            # What one names oneself comes back.
            self.call(viewer, "POST", "/draft", {"version": version, "text": card})
            turns, told = viewer.received.pop()
            viewer.received.append((turns, told.replace(card, "")))
            self.call(viewer, "POST", "/undo", {"version": version, "key": f"undo-{rng.random()}"})
            self.call(viewer, "POST", "/undo/answer", {"version": version, "is_agreed": False})
            self.call(viewer, "POST", "/start", {})
            self.call(viewer, "POST", "/rematch")


def start_watched(server: Server, game: str, components: str | None) -> Watched:
    seats = [{"kind": "person"}, {"kind": "bot", "level": "novice"}, {"kind": "person"}]
    wanted = {"game": game, "seats": seats} | ({"components": components} if components else {})
    made = server.post("/api/tables", wanted)
    table = Made(made["table"], game, made["host"], [seat["secret"] for seat in made["seats"]])
    for seat in PERSONS:
        server.post(f"{table.path}/seats/{seat}", {"name": f"Person {seat}", "mix": "aa" * 4}, table.secrets[seat])
    viewers = [Viewer(seat, table.secrets[seat]) for seat in PERSONS] + [Viewer(None, None)]
    lines = [server.line() for _ in viewers]
    for viewer, line in zip(viewers, lines, strict=True):
        line.open(table.id, viewer.secret, 0)
        line.next()
    server.post(f"{table.path}/start", {}, table.host)
    return Watched(server, table, viewers, lines)


def play_watched(watched: Watched, rng: Random) -> Match:
    """Let persons and the bot play to the end; gives the game."""
    server, table = watched.server, watched.table
    news = server.line()
    news.open(table.id, None, None)
    view = news.next()["table"]
    moves = 0
    while view["status"] == "playing":
        seat = view["turn"]["seat"]
        if seat not in PERSONS:
            view = news.next()["table"]
            continue
        viewer = next(viewer for viewer in watched.viewers if viewer.seat == seat)
        if moves % 9 == 0:
            watched.look_around(rng)
        found = server.tables.open(table.id)
        assert found.match is not None
        decisions = random_decisions(found.match.position.view(seat), rng)
        body = {"version": view["version"], "decisions": decisions}
        watched.call(viewer, "POST", "/draft", body)
        done = watched.call(viewer, "POST", "/moves", body | {"key": f"move-{moves:04d}"})
        assert done.status_code == 200, done.text
        watched.hear()
        moves += 1
        view = news.next()["table"]
    watched.hear()
    news.close()
    found = server.tables.open(table.id)
    assert found.match is not None and found.match.is_over
    return found.match


def seen_by(match: Match) -> dict[int | None, list[set[int]]]:
    """The cards that each viewer has been allowed to see, after each number of turns."""
    allowed: dict[int | None, list[set[int]]] = {viewer: [] for viewer in (None, *range(match.terms.players))}
    for number in range(len(match.turns) + 1):
        state = match.before(number).state
        hands = [int(state.hand[seat]) for seat in range(match.terms.players)]
        hidden = int(state.deck)
        for viewer, sets in allowed.items():
            closed = hidden | sum(hand for seat, hand in enumerate(hands) if seat != viewer)
            seen = {card for card in range(60) if not closed >> card & 1}
            if number:
                # Played, and shuffled into the deck again before the turn was over.
                move = json.dumps(match.game.documents.write_move(match.turns[number - 1].move))
                seen |= sets[-1] | {int(card) for card in MARKERS.findall(move)}
            sets.append(seen)
    return allowed


@pytest.fixture(scope="module", params=["market", "glassworks"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    components = marked_deck().text if request.param == "market" else None
    with logged() as lines, running(tmp_path_factory.mktemp("canaries")) as server:
        watched = start_watched(server, request.param, components)
        match = play_watched(watched, Random(11))
        metrics = server.call("GET", "/metrics").text
        for line in watched.lines:
            line.close()
        found = server.tables.open(watched.table.id)
        seed = found.seed
        yield watched, match, seed, lines.getvalue(), metrics


def test_no_marker_reaches_who_has_not_seen_the_card(played: Any) -> None:
    """M28: over a whole game with every kind of request."""
    watched, match, *_ = played
    if not match.game.has_hidden:
        assert not any(MARKERS.search(text) for viewer in watched.viewers for _, text in viewer.received)
        return
    allowed = seen_by(match)
    found = 0
    for viewer in watched.viewers:
        for turns, received in viewer.received:
            # Once the game is over its record shows everything.
            if turns == len(match.turns):
                continue
            markers = {int(number) for number in MARKERS.findall(received)}
            found += len(markers)
            assert markers <= allowed[viewer.seat][turns], (viewer.seat, turns, received)
    assert found > 200
    unseen = set(range(60)) - allowed[None][0]
    assert len(unseen) == 56


def test_markers_of_the_own_hand_do_reach_the_seat(played: Any) -> None:
    """Else the test above would see nothing anywhere."""
    watched, match, *_ = played
    if match.game.has_hidden:
        seat, spectator = watched.viewers[0], watched.viewers[-1]
        start = next(text for turns, text in seat.received if turns <= 3)
        assert len(MARKERS.findall(start)) > 0
        first = [text for turns, text in spectator.received if not turns and '"phase":"mulligan"' in text]
        assert first and not any(MARKERS.search(text) for text in first)


def test_seats_whose_views_are_alike_are_each_told_their_own_hand(tmp_path: Path) -> None:
    """M28: hands that are just the lowest cards unseen look like what stands for them in the other's view."""
    alike = 0
    with running(tmp_path, has_jobs=False) as server:
        table, rng = start_table(server, "market", seed="2"), Random(1)
        while play_at_random(server, table, 1, rng):
            position = server.tables.open(table.id).match.position  # type: ignore[union-attr]
            views = [position.view(seat) for seat in range(2)]
            alike += views[0].states.tobytes() == views[1].states.tobytes()
            for view, secret in zip(views, table.secrets, strict=True):
                assert state_of(server, table, secret)["state"] == MARKET.documents.write_state(view)
    assert alike


def secrets_in(text: str, table: Made, seed: bytes, *, but: tuple[str | None, ...] = ()) -> list[str]:
    """Which of a table's secrets stand in a text, as such or hashed as they are stored."""
    kept = [table.host, *filter(None, table.secrets)]
    known = {secret: secret for secret in kept} | {secret_hash(secret): secret for secret in kept}
    known |= {seed.hex(): "seed", repr(seed)[2:-1]: "seed", json.dumps(list(seed)): "seed"}
    return [name for value, name in known.items() if value in text and name not in but]


def test_no_secret_is_in_anything_that_is_received(played: Any) -> None:
    """A seat's own secret is told once, where it is made; the seed when the game is over."""
    watched, match, seed, _, _ = played
    for viewer in watched.viewers:
        assert len(viewer.received) > 30
        for turns, text in viewer.received:
            is_over = turns == len(match.turns)
            assert secrets_in(text, watched.table, seed, but=("seed",) if is_over else ()) == []


def test_no_secret_no_table_and_no_card_is_in_logs_and_metrics(played: Any) -> None:
    watched, _, seed, lines, metrics = played
    assert lines.count('"route"') > 50 and "rivertable_requests_total" in metrics
    for text in (lines, metrics):
        assert secrets_in(text, watched.table, seed) == []
        assert watched.table.id not in text and "Person" not in text and "203.0.113" not in text
        assert not MARKERS.search(text) and "Bearer" not in text and "since" not in text and "?" not in text


def test_a_store_that_fails_tells_no_secret(tmp_path: Path) -> None:
    """What goes wrong in the database is logged without the values that were to be written."""
    with logged() as lines, running(tmp_path) as server:
        watched = start_watched(server, "market", marked_deck().text)
        table = watched.table
        found = server.tables.open(table.id)
        assert found.match is not None
        seed, seat, version = found.seed, found.to_move, found.version
        decisions = random_decisions(found.match.position.view(seat), Random(1))
        for line in watched.lines:
            line.close()
        with server.database.write() as connection:
            connection.execute(sql("ALTER TABLE event RENAME TO gone"))
        body = {"version": version, "decisions": decisions, "key": "to-nowhere"}
        answers = [
            server.call("POST", f"{table.path}/moves", body, table.secrets[seat]),
            server.call("POST", f"{table.path}/resign", None, table.secrets[seat]),
            server.call("POST", "/api/tables", {"game": "market", "seats": [{"kind": "person"}] * 2}),
        ]
        # Nothing has changed, and what is in memory is still told.
        assert server.get(table.path)["version"] == version
        server.forget(table.id)
        answers.append(server.call("GET", table.path))
        for answer in answers:
            assert answer.status_code == 503 and answer.json()["code"] == "store-away", answer.text
            assert answer.headers["Retry-After"] == "1" and "content-security-policy" in answer.headers
            assert secrets_in(answer.text, table, seed) == [] and not MARKERS.search(answer.text)
        with server.database.write() as connection:
            connection.execute(sql("ALTER TABLE gone RENAME TO event"))
        assert server.call("POST", f"{table.path}/moves", body, table.secrets[seat]).status_code == 200
        told = lines.getvalue()
    assert secrets_in(told, table, seed) == [] and not MARKERS.search(told)
    assert "no such table: event" in told
    assert "[parameters:" not in told and "SQL parameters hidden" in told


def test_every_game_is_played_with_markers_or_hides_nothing() -> None:
    """A third game with hidden cards would need markers of its own."""
    from rivertable.core.game import GAMES

    hiding: list[Game] = [game for game in GAMES.values() if game.has_hidden]
    assert hiding == [MARKET]
