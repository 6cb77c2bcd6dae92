"""Nothing that a viewer receives depends on what the viewer may not know.

Every address and every socket message, refusals included, is asked for in two worlds: the stored game, and one in which
the other hands, the deck and the seed are different ones. Status, headers and bytes must be the same.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from starlette.routing import Mount

from rivertable.core.game import GAMES
from rivertable.core.match import Match
from rivertable.study.puzzles.puzzle import book_of
from rivertable.table.domain.table import time_text

from .in_process import Document, Server, running
from .problem_documents import operations
from .tables import Made, play_at_random, random_decisions, start_table
from .two_worlds import Rows, Swaps, install, install_other, rows_of, secrets_of, world_values

PLAYERS = 3
FRESH = re.compile(rb'("(?:table|host|secret|board|invite)":")([\w-]{22})"')
TIMES = re.compile(rb'("(?:at|began_at|due_at)":")([-\dT:.]+Z)"')


@dataclass
class Ask:
    """A request: body as JSON, or None."""

    method: str
    path: str
    body: Any = None


@dataclass
class Asking:
    """Who asks at which table, and what there is to ask about. Everything here is known to the viewer."""

    table: Made
    viewer: int | None
    view: Document
    record: Document
    drafts: list[tuple[int, ...]]
    """Decisions of moves in the making, legal for the viewer; none for who is not to move."""
    decisions: list[int]
    """Integers that may or may not be decisions."""
    words: list[str]
    """Moves in words: legal ones, and ones with every card there is."""
    moves: list[Document]

    @property
    def secret(self) -> str | None:
        return None if self.viewer is None else self.table.secrets[self.viewer]

    @property
    def version(self) -> int:
        version: int = self.view["version"]
        return version

    def drafted(self, **more: Any) -> Iterator[Document]:
        """Bodies of drafts and moves, legal and not."""
        base = {"version": self.version, **more}
        for decisions in self.drafts:
            yield {**base, "decisions": decisions}
            yield {**base, "decisions": [*decisions, 31_999]}
        yield from ({**base, "decisions": [decision]} for decision in self.decisions)
        yield from ({**base, "text": words} for words in self.words)
        yield from ({**base, "move": move} for move in self.moves)
        yield {**base, "version": self.version - 1, "decisions": []}


def own_games(asking: Asking) -> Iterator[Ask]:
    yield Ask("GET", "/api/games")


def about_a_game(what: str) -> Callable[[Asking], Iterator[Ask]]:
    def asks(asking: Asking) -> Iterator[Ask]:
        yield Ask("GET", f"/api/games/{asking.table.game}/{what}")

    return asks


def about_a_puzzle(rest: str, *bodies: Any) -> Callable[[Asking], Iterator[Ask]]:
    def asks(asking: Asking) -> Iterator[Ask]:
        game = GAMES[asking.table.game]
        path = f"/api/games/{game.name}/puzzles/{book_of(game).puzzles[0].id}{rest}"
        yield from (Ask("POST", path, body) for body in bodies)
        if not bodies:
            yield Ask("GET", path)

    return asks


def with_bodies(path: str, *bodies: Any) -> Callable[[Asking], Iterator[Ask]]:
    def asks(asking: Asking) -> Iterator[Ask]:
        yield from (Ask("POST", path.replace("{table}", asking.table.id), body) for body in bodies)

    return asks


def about_a_board(method: str, rest: str, body: Any = None) -> Callable[[Asking], Iterator[Ask]]:
    """A board that is not there, by the table's own name: it tells of no table."""
    return lambda asking: iter([Ask(method, f"/api/boards/{asking.table.id}{rest}", body)])


def record_brought(path: str) -> Callable[[Asking], Iterator[Ask]]:
    def asks(asking: Asking) -> Iterator[Ask]:
        yield Ask("POST", path, asking.record)
        yield Ask("POST", path, {**asking.record, "turns": asking.record["turns"][:-1]})

    return asks


def under(rest: str) -> Callable[[Asking], Iterator[Ask]]:
    def asks(asking: Asking) -> Iterator[Ask]:
        yield Ask("GET", asking.table.path + rest)

    return asks


def events(asking: Asking) -> Iterator[Ask]:
    for since in (0, 1, asking.version - 2, asking.version, asking.version + 1):
        yield Ask("GET", f"{asking.table.path}/events?since={since}&wait=0")


def positions(asking: Asking) -> Iterator[Ask]:
    for turn in range(asking.view["turn"]["number"] + 1):
        yield Ask("GET", f"{asking.table.path}/positions/{turn}")


def records(asking: Asking) -> Iterator[Ask]:
    yield Ask("GET", f"{asking.table.path}/record")
    yield Ask("GET", f"{asking.table.path}/record?states=true")


def drafts(asking: Asking) -> Iterator[Ask]:
    yield from (Ask("POST", f"{asking.table.path}/draft", body) for body in asking.drafted())


def hints(asking: Asking) -> Iterator[Ask]:
    for step in ("idea", "move"):
        yield Ask("POST", f"{asking.table.path}/hint", {"version": asking.version, "step": step})


def refused_moves(asking: Asking) -> Iterator[Ask]:
    """Moves that are not whole or not legal: a legal one is another world."""
    legal = {tuple(decisions) for decisions in asking.drafts}
    for body in asking.drafted(key="the-same-key"):
        if "decisions" in body and tuple(body["decisions"]) not in legal:
            yield Ask("POST", f"{asking.table.path}/moves", body)
    for words in asking.words[1::5]:
        yield Ask("POST", f"{asking.table.path}/moves", {"version": asking.version, "key": "a-word-key", "text": words})


def seats(method: str) -> Callable[[Asking], Iterator[Ask]]:
    def asks(asking: Asking) -> Iterator[Ask]:
        for seat in range(PLAYERS + 1):
            body = {"name": "Another name"} if method == "POST" else None
            yield Ask(method, f"{asking.table.path}/seats/{seat}", body)

    return asks


def undo(asking: Asking) -> Iterator[Ask]:
    for version in (asking.version, asking.version - 1):
        yield Ask("POST", f"{asking.table.path}/undo", {"version": version, "key": "an-undo-key"})


def undo_answers(asking: Asking) -> Iterator[Ask]:
    for is_agreed in (True, False):
        yield Ask("POST", f"{asking.table.path}/undo/answer", {"version": asking.version, "is_agreed": is_agreed})


SCORED = {
    "glassworks": {"columns": [], "overflow": 0},
    "market": {"booths": [], "events": [], "helpers": [], "houses_left": 0, "resources": {}},
}
REGISTRATION = {
    "endpoint": "https://push.example/1",
    "p256dh": "B" * 87,
    "auth": "A" * 22,
    "server_key": "B" * 87,
    "label": "A phone",
    "language": "en",
}
NO_TOURNAMENT = NO_CLUB = "A" * 22
PASSKEY = {"token": "A" * 43, "credential": "AAAA", "client_data": "AAAA", "attestation": "AAAA", "label": "A phone"}
SIGNED = dict.fromkeys(("credential", "client_data", "authenticator_data", "signature", "user_handle"), "AAAA")
ROUTES: dict[tuple[str, str], Callable[[Asking], Iterator[Ask]]] = {
    ("GET", "/api/openapi.json"): lambda asking: iter([Ask("GET", "/api/openapi.json")]),
    ("GET", "/{path:page}"): lambda asking: iter([Ask("GET", "/"), Ask("GET", f"/table/{asking.table.id}")]),
    ("GET", "/healthz"): lambda asking: iter([Ask("GET", "/healthz")]),
    ("GET", "/livez"): lambda asking: iter([Ask("GET", "/livez")]),
    ("GET", "/api/preparation"): lambda asking: iter([Ask("GET", "/api/preparation")]),
    ("GET", "/api/house"): lambda asking: iter([Ask("GET", "/api/house")]),
    ("POST", "/api/house"): lambda asking: iter([Ask("POST", "/api/house")]),
    ("GET", "/api/me"): lambda asking: iter([Ask("GET", "/api/me")]),
    ("POST", "/api/me"): with_bodies("/api/me", {}),
    ("POST", "/api/me/code"): with_bodies("/api/me/code", None),
    ("POST", "/api/me/recover"): with_bodies("/api/me/recover", {"code": "0000-0000-0000-0000"}, {}),
    ("POST", "/api/me/transfer"): with_bodies("/api/me/transfer", None),
    ("GET", "/api/me/transfer"): lambda asking: iter([Ask("GET", "/api/me/transfer")]),
    ("POST", "/api/me/transfer/answer"): with_bodies("/api/me/transfer/answer", {"is_mine": True}, {}),
    ("POST", "/api/me/come"): with_bodies("/api/me/come", {"code": "0000-0000"}, {}),
    ("GET", "/api/me/passkeys"): lambda asking: iter([Ask("GET", "/api/me/passkeys")]),
    ("POST", "/api/me/passkeys"): with_bodies("/api/me/passkeys", PASSKEY, {}),
    ("POST", "/api/me/passkey/new"): with_bodies("/api/me/passkey/new", None),
    ("POST", "/api/me/passkeys/{passkey}"): with_bodies(f"/api/me/passkeys/{'0' * 64}", {"label": "A phone"}, {}),
    ("DELETE", "/api/me/passkeys/{passkey}"): lambda asking: iter([Ask("DELETE", f"/api/me/passkeys/{'0' * 64}")]),
    ("POST", "/api/me/passkey"): with_bodies("/api/me/passkey", {"token": "A" * 43} | SIGNED, {}),
    ("POST", "/api/me/passkey/ask"): lambda asking: iter(()),  # what it answers is new each time
    ("POST", "/api/me/leave"): with_bodies("/api/me/leave", None),
    ("POST", "/api/me/stay"): with_bodies("/api/me/stay", None),
    ("POST", "/api/me/tables"): lambda asking: iter(
        [Ask("POST", "/api/me/tables", {"table": asking.table.id, "secret": asking.secret or "x" * 22})]
    ),
    ("GET", "/api/me/tables"): lambda asking: iter([Ask("GET", "/api/me/tables")]),
    ("GET", "/api/me/data"): lambda asking: iter([Ask("GET", "/api/me/data")]),
    ("GET", "/api/me/companions"): lambda asking: iter([Ask("GET", "/api/me/companions")]),
    # Deals follow from a server's own secret; that they stay sealed is tested with them.
    ("GET", "/api/days"): lambda asking: iter([Ask("GET", "/api/days?day=2000-01-01")]),
    ("GET", "/api/days/{day}/{game}/{players}"): lambda asking: iter([Ask("GET", "/api/days/2000-01-01/market/3")]),
    ("POST", "/api/me/days/{game}/{players}"): with_bodies("/api/me/days/market/3", {}),
    ("GET", "/api/tables/{table}/day"): lambda asking: iter([Ask("GET", f"{asking.table.path}/day")]),
    ("GET", "/api/luck"): lambda asking: iter([Ask("GET", "/api/luck?game=market&players=2&deals=8&people=8")]),
    ("GET", "/api/tournaments/{tournament}"): lambda asking: iter([Ask("GET", f"/api/tournaments/{NO_TOURNAMENT}")]),
    ("GET", "/api/tournaments/{tournament}/deals/{deal}"): lambda asking: iter(
        [Ask("GET", f"/api/tournaments/{NO_TOURNAMENT}/deals/1")]
    ),
    ("GET", "/api/me/tournaments"): lambda asking: iter([Ask("GET", "/api/me/tournaments")]),
    ("POST", "/api/me/tournaments"): with_bodies("/api/me/tournaments", {}),
    ("GET", "/api/me/tournaments/{tournament}"): lambda asking: iter(
        [Ask("GET", f"/api/me/tournaments/{NO_TOURNAMENT}")]
    ),
    ("POST", "/api/me/tournaments/{tournament}/join"): with_bodies(f"/api/me/tournaments/{NO_TOURNAMENT}/join", {}),
    ("POST", "/api/me/tournaments/{tournament}/leave"): with_bodies(f"/api/me/tournaments/{NO_TOURNAMENT}/leave", None),
    ("POST", "/api/me/tournaments/{tournament}/start"): with_bodies(f"/api/me/tournaments/{NO_TOURNAMENT}/start", None),
    ("GET", "/api/clubs/{club}"): lambda asking: iter([Ask("GET", f"/api/clubs/{NO_CLUB}")]),
    ("GET", "/api/me/clubs"): lambda asking: iter([Ask("GET", "/api/me/clubs")]),
    ("POST", "/api/me/clubs"): with_bodies("/api/me/clubs", {}),
    ("GET", "/api/me/clubs/{club}"): lambda asking: iter([Ask("GET", f"/api/me/clubs/{NO_CLUB}")]),
    ("POST", "/api/me/clubs/{club}/join"): with_bodies(f"/api/me/clubs/{NO_CLUB}/join", None),
    ("POST", "/api/me/clubs/{club}/leave"): with_bodies(f"/api/me/clubs/{NO_CLUB}/leave", None),
    ("DELETE", "/api/me/clubs/{club}/members/{member}"): lambda asking: iter(
        [Ask("DELETE", f"/api/me/clubs/{NO_CLUB}/members/0")]
    ),
    ("POST", "/api/me/clubs/{club}/tables"): with_bodies(f"/api/me/clubs/{NO_CLUB}/tables", {"table": "A" * 22}, {}),
    ("GET", "/api/ratings"): lambda asking: iter([Ask("GET", "/api/ratings?game=market&players=2&pace=live")]),
    ("GET", "/api/people/{person}"): lambda asking: iter([Ask("GET", f"/api/people/{'0' * 32}")]),
    ("GET", "/api/me/ratings"): lambda asking: iter([Ask("GET", "/api/me/ratings")]),
    ("POST", "/api/me/strength"): lambda asking: iter(
        [Ask("POST", "/api/me/strength", {"tables": [{"table": asking.table.id, "secret": asking.secret or "x" * 22}]})]
    ),
    # A board of a running game is dealt anew from what a seat sees: that it holds no more is tested with boards.
    ("GET", "/api/me/boards"): lambda asking: iter([Ask("GET", "/api/me/boards")]),
    ("POST", "/api/me/boards"): lambda asking: iter(
        Ask("POST", "/api/me/boards", {"source": source, "name": "Ada"})
        for source in (
            {"kind": "game", "table": asking.table.id, "turn": 1},
            {"kind": "view", "table": asking.table.id, "secret": asking.secret or "x" * 22},
        )
    ),
    ("POST", "/api/me/boards/{board}"): with_bodies(f"/api/me/boards/{'A' * 22}", {"name": "Ada", "invite": "A" * 22}),
    ("GET", "/api/boards/{board}"): about_a_board("GET", ""),
    ("DELETE", "/api/boards/{board}"): about_a_board("DELETE", ""),
    ("GET", "/api/boards/{board}/components"): about_a_board("GET", "/components"),
    ("DELETE", "/api/boards/{board}/members"): about_a_board("DELETE", "/members"),
    ("POST", "/api/boards/{board}/operations"): about_a_board("POST", "/operations", {}),
    ("GET", "/api/boards/{board}/nodes/{node}"): about_a_board("GET", "/nodes/0"),
    ("POST", "/api/boards/{board}/nodes/{node}/draft"): about_a_board("POST", "/nodes/0/draft", {"decisions": []}),
    ("POST", "/api/boards/{board}/nodes/{node}/chance"): about_a_board("POST", "/nodes/0/chance", {"decisions": []}),
    ("POST", "/api/boards/{board}/nodes/{node}/words"): about_a_board("POST", "/nodes/0/words"),
    ("GET", "/api/me/holidays"): lambda asking: iter([Ask("GET", "/api/me/holidays")]),
    ("POST", "/api/me/hours"): with_bodies("/api/me/hours", {"zone": "Europe/Berlin", "digest": "18:00"}, {}),
    ("POST", "/api/me/holidays"): with_bodies("/api/me/holidays", {"days": 3}, {}),
    ("POST", "/api/me/holidays/end"): with_bodies("/api/me/holidays/end", {"holiday": "0" * 32}, {}),
    ("GET", "/api/me/invitations"): lambda asking: iter([Ask("GET", "/api/me/invitations")]),
    ("POST", "/api/me/invitations"): lambda asking: iter(
        [Ask("POST", "/api/me/invitations", {"table": asking.table.id, "companion": "0" * 32})]
    ),
    ("POST", "/api/me/invitations/decline"): lambda asking: iter(
        [Ask("POST", "/api/me/invitations/decline", {"table": asking.table.id})]
    ),
    ("GET", "/api/me/messages"): lambda asking: iter([Ask("GET", "/api/me/messages")]),
    ("POST", "/api/me/messages/mail"): with_bodies(
        "/api/me/messages/mail", {"address": "ada@people.test", "language": "en"}, {}
    ),
    ("POST", "/api/me/messages/webhook"): with_bodies(
        "/api/me/messages/webhook", {"kind": "ntfy", "address": "https://ntfy.example/topic", "language": "en"}, {}
    ),
    ("POST", "/api/me/push"): with_bodies("/api/me/push", REGISTRATION, {}),
    ("POST", "/api/me/push/shown"): with_bodies("/api/me/push/shown", {"message": "0" * 32}, {}),
    ("DELETE", "/api/me/contacts/{contact}"): lambda asking: iter([Ask("DELETE", f"/api/me/contacts/{'0' * 32}")]),
    ("POST", "/api/me/contacts/{contact}/test"): with_bodies(f"/api/me/contacts/{'0' * 32}/test", None),
    ("POST", "/api/messages/confirm"): with_bodies("/api/messages/confirm", {"token": "0" * 64}, {}),
    ("GET", "/api/messages/stop/{token}"): lambda asking: iter([Ask("GET", f"/api/messages/stop/{'0' * 64}")]),
    ("POST", "/api/messages/stop/{token}"): with_bodies(f"/api/messages/stop/{'0' * 64}", None),
    ("GET", "/api/me/standing"): lambda asking: iter([Ask("GET", "/api/me/standing")]),
    ("DELETE", "/api/me/apart/{entry}"): lambda asking: iter([Ask("DELETE", f"/api/me/apart/{'0' * 32}")]),
    ("POST", "/api/me/sanctions/{sanction}/appeal"): with_bodies(
        f"/api/me/sanctions/{'0' * 32}/appeal", {"text": "No."}, {}
    ),
    ("GET", "/api/me/tables/{table}/company"): lambda asking: iter(
        [Ask("GET", f"/api/me/tables/{asking.table.id}/company")]
    ),
    ("POST", "/api/me/tables/{table}/apart"): with_bodies(
        "/api/me/tables/{table}/apart", {"seat": 0, "kind": "block"}, {}
    ),
    ("POST", "/api/me/tables/{table}/seats/{seat}"): with_bodies(
        "/api/me/tables/{table}/seats/0", {"name": "Another name"}, {}
    ),
    ("GET", "/api/me/apart"): lambda asking: iter([Ask("GET", "/api/me/apart")]),
    ("POST", "/api/me/tables/{table}/reports"): with_bodies(
        "/api/me/tables/{table}/reports", {"text": "A name that hurts.", "seat": 1}, {}
    ),
    ("POST", "/api/tables/{table}/reports"): with_bodies(
        "/api/tables/{table}/reports", {"text": "A name that hurts.", "seat": 1}, {}
    ),
    ("POST", "/api/admin/enter"): with_bodies("/api/admin/enter", {"key": "A" * 43}, {}),
    ("POST", "/api/admin/leave"): with_bodies("/api/admin/leave", None),
    ("GET", "/api/admin/desk"): lambda asking: iter([Ask("GET", "/api/admin/desk")]),
    ("GET", "/api/admin/people"): lambda asking: iter([Ask("GET", "/api/admin/people?find=a")]),
    ("GET", "/api/admin/people/{person}"): lambda asking: iter([Ask("GET", f"/api/admin/people/{'0' * 32}")]),
    ("POST", "/api/admin/people/{person}/code"): with_bodies(f"/api/admin/people/{'0' * 32}/code", None),
    ("POST", "/api/admin/people/{person}/sanctions"): with_bodies(
        f"/api/admin/people/{'0' * 32}/sanctions", {"kind": "warn", "reason": "x", "days": 1}, {}
    ),
    ("GET", "/api/admin/reports/{report}"): lambda asking: iter([Ask("GET", f"/api/admin/reports/{'0' * 32}")]),
    ("POST", "/api/admin/reports/{report}/close"): with_bodies(
        f"/api/admin/reports/{'0' * 32}/close", {"answer": "Seen."}, {}
    ),
    ("POST", "/api/admin/sanctions/{sanction}/lift"): with_bodies(f"/api/admin/sanctions/{'0' * 32}/lift", None),
    ("POST", "/api/admin/sanctions/{sanction}/answer"): with_bodies(
        f"/api/admin/sanctions/{'0' * 32}/answer", {"text": "No."}, {}
    ),
    ("DELETE", "/api/me"): lambda asking: iter([Ask("DELETE", "/api/me")]),
    ("GET", "/api/games"): own_games,
    ("GET", "/api/games/{game}/rules"): about_a_game("rules"),
    ("GET", "/api/games/{game}/components"): about_a_game("components"),
    ("GET", "/api/games/{game}/lesson"): about_a_game("lesson"),
    ("GET", "/api/games/{game}/editions/{edition}"): lambda asking: iter(
        [Ask("GET", f"/api/games/{asking.table.game}/editions/{GAMES[asking.table.game].printed.EDITIONS[0]}")]
    ),
    ("GET", "/api/games/{game}/puzzle"): about_a_game("puzzle"),
    ("GET", "/api/games/{game}/puzzles"): about_a_game("puzzles"),
    ("GET", "/api/games/{game}/puzzles/levels/{level}"): about_a_game("puzzles/levels/2?rung=1"),
    ("GET", "/api/games/{game}/puzzles/{puzzle}"): about_a_puzzle(""),
    ("GET", "/api/games/{game}/puzzles/{puzzle}/solution"): about_a_puzzle("/solution"),
    ("POST", "/api/games/{game}/puzzles/{puzzle}/draft"): about_a_puzzle("/draft", {"decisions": []}, {}),
    ("POST", "/api/games/{game}/puzzles/{puzzle}/answer"): about_a_puzzle("/answer", {"text": "pass"}, {}),
    ("POST", "/api/games/glassworks/score"): with_bodies("/api/games/glassworks/score", SCORED["glassworks"], {}),
    ("POST", "/api/games/market/score"): with_bodies("/api/games/market/score", SCORED["market"], {}),
    ("POST", "/api/check"): record_brought("/api/check"),
    ("POST", "/api/records"): record_brought("/api/records"),
    ("GET", "/api/tables"): lambda asking: iter([Ask("GET", "/api/tables")]),
    ("POST", "/api/tables"): with_bodies("/api/tables", {}),
    ("GET", "/api/tables/{table}"): under(""),
    ("GET", "/api/tables/{table}/components"): under("/components"),
    ("GET", "/api/tables/{table}/events"): events,
    ("GET", "/api/tables/{table}/stream"): under("/stream?since=3"),
    ("GET", "/api/tables/{table}/positions/{turn}"): positions,
    ("GET", "/api/tables/{table}/record"): records,
    ("POST", "/api/tables/{table}/draft"): drafts,
    ("POST", "/api/tables/{table}/hint"): hints,
    ("POST", "/api/tables/{table}/moves"): refused_moves,
    ("POST", "/api/tables/{table}/start"): with_bodies("/api/tables/{table}/start", {}, {"fill": "novice"}),
    ("POST", "/api/tables/{table}/rematch"): with_bodies("/api/tables/{table}/rematch", None),
    ("POST", "/api/tables/{table}/branch"): with_bodies(
        "/api/tables/{table}/branch", {"turn": 1, "seat": 0, "name": "Ada", "level": "random"}, {}
    ),
    ("POST", "/api/tables/{table}/deal"): with_bodies(
        "/api/tables/{table}/deal", {"seat": 0, "name": "Ada", "level": "random"}, {}
    ),
    ("GET", "/api/tables/{table}/deal"): under("/deal"),
    ("GET", "/api/tables/{table}/review"): under("/review"),
    ("POST", "/api/tables/{table}/review"): with_bodies("/api/tables/{table}/review", None),
    ("POST", "/api/tables/{table}/return"): with_bodies("/api/tables/{table}/return", None),
    ("POST", "/api/tables/{table}/choice"): with_bodies(
        "/api/tables/{table}/choice", {"version": 5, "choice": "wait"}, {}
    ),
    ("POST", "/api/tables/{table}/break"): with_bodies("/api/tables/{table}/break", None),
    ("POST", "/api/tables/{table}/break/answer"): with_bodies(
        "/api/tables/{table}/break/answer", {"version": 5, "is_agreed": True}, {}
    ),
    ("POST", "/api/tables/{table}/break/end"): with_bodies("/api/tables/{table}/break/end", None),
    ("POST", "/api/tables/{table}/ready"): with_bodies("/api/tables/{table}/ready", None),
    ("POST", "/api/tables/{table}/extend"): with_bodies("/api/tables/{table}/extend", None),
    ("POST", "/api/tables/{table}/undo/answer"): undo_answers,
    ("POST", "/api/tables/{table}/undo"): undo,
    ("POST", "/api/tables/{table}/seats/{seat}"): seats("POST"),
    ("DELETE", "/api/tables/{table}/seats/{seat}"): seats("DELETE"),
    ("POST", "/api/tables/{table}/resign"): with_bodies("/api/tables/{table}/resign", None, None),
    ("DELETE", "/api/tables/{table}"): lambda asking: iter([Ask("DELETE", asking.table.path)]),
    # Last, for it counts what was asked before.
    ("GET", "/metrics"): lambda asking: iter([Ask("GET", "/metrics")]),
}
"""What is asked at each address; what only looks comes first, what moves the table on later."""


def addresses_of(server: Server) -> set[tuple[str, str]]:
    """Every method and address of the application, sockets as WS."""
    found = set()
    for route in server.app.routes:
        # The built client's files are the same for everybody; without a built client they are not mounted.
        if isinstance(route, Mount) and route.path == "/assets":
            continue
        if not hasattr(route, "original_router"):
            found |= {(method, route.path) for method in route.methods}
            continue
        for context in route.effective_route_contexts():
            one = context.starlette_route or context
            found |= {(method, one.path) for method in getattr(one, "methods", ["WS"])}
    return {(method, path) for method, path in found if method != "HEAD"}


def test_no_address_is_forgotten(worlds: tuple[Server, Server]) -> None:
    assert addresses_of(worlds[0]) == {*ROUTES, ("WS", "/api/socket")}
    assert {address for address in ROUTES if address[1].startswith("/api/")} - {("GET", "/api/openapi.json")} == {
        address for address in operations() if address[1].startswith("/api/")
    }


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folders = tmp_path_factory.mktemp("this"), tmp_path_factory.mktemp("that")
    # No bot: when it plays for whoever has left would be left to chance.
    with running(folders[0], has_jobs=False) as this, running(folders[1], has_jobs=False) as that:
        yield this, that


@dataclass
class Stored:
    """A game in the middle, as it is stored in this world."""

    table: Made
    rows: Rows
    match: Match


def stored_game(server: Server, game: str, turns: int, seed: int) -> Stored:
    table = start_table(server, game, PLAYERS, seed=f"{game} {seed}")
    assert play_at_random(server, table, turns, Random(seed)) == turns
    found = server.tables.open(table.id)
    assert found.match is not None
    match = found.match
    return Stored(table, rows_of(server, table), match)


def asking_of(server: Server, stored: Stored, viewer: int | None, rng: Random) -> Asking:
    """What a viewer could ask, worked out from the viewer's own view."""
    table, match = stored.table, stored.match
    secret = None if viewer is None else table.secrets[viewer]
    view = match.position.view(viewer)
    drafted: list[tuple[int, ...]] = []
    moves = []
    if view.is_turn_start:
        for _ in range(6):
            decisions = random_decisions(view, rng)
            drafted += [decisions[:count] for count in range(len(decisions) + 1)]
            moves.append(match.game.documents.write_move(match.game.moves.move_of(view, decisions)))
    else:
        moves.append(match.game.documents.write_move(match.turns[-1].move))
    words = ["pass", *(str(turn.move) for turn in match.turns[-4:]), "nothing like a move"]
    if table.game == "market":
        cards = [card["id"] for card in match.game.printed.write_components(match.terms.components)["cards"]]
        forms = ("{}", "{}>swap-meet", "build {}", "hire {}", "build {} left", "{}>{}")
        words += [rng.choice(forms).replace("{}", card) for card in cards]
    return Asking(
        table,
        viewer,
        server.get(table.path, secret),
        server.get(f"{table.path}/record", secret),
        sorted(set(drafted)),
        rng.sample(range(700), 50),
        words,
        moves,
    )


class World:
    """One of the two worlds, and how its answers are compared with the other's."""

    def __init__(self, server: Server, table: Made, rows: Rows) -> None:
        """``rows`` are those that the server has of the table."""
        self._server = server
        self._table = table
        self._values = world_values(server, table)
        self._secrets = secrets_of(rows)
        self._began = time_text(time.time()).encode()
        self._counts: dict[bytes, float] = {}
        self._counts = self._counted(server.call("GET", "/metrics").content)

    def plain(self, data: bytes) -> bytes:
        """Bytes without what may differ: hashes of the seed, ids and secrets made just now, times from now on."""
        assert not any(secret.encode() in data for secret in self._secrets)
        for value, name in self._values.items():
            data = data.replace(value, name)
        table, now = self._table.id.encode(), self._began
        data = FRESH.sub(lambda found: found[0] if found[2] == table else found[1] + b"+" * 22 + b'"', data)
        return TIMES.sub(lambda found: found[0] if found[2] < now else found[1] + b"." * len(found[2]) + b'"', data)

    def ask(self, ask: Ask, secret: str | None) -> tuple[Any, ...]:
        # What is compressed is longer by chance: the bytes that are compared are those before it.
        plain = {"Accept-Encoding": "identity"}
        response = self._server.call(ask.method, ask.path, ask.body, secret, headers=plain)
        headers = [(name, value) for name, value in response.headers.multi_items() if name != "x-request-id"]
        body = response.content
        if ask.path == "/metrics":
            return response.status_code, self._counted(body)
        return response.status_code, headers, len(body), self.plain(body)

    def _counted(self, body: bytes) -> dict[bytes, float]:
        """What was counted since this world began. Times are no secret of the game, and differ from run to run."""
        counted = {}
        for line in body.splitlines():
            name, _, value = line.rpartition(b" ")
            if not line.startswith(b"#") and b"seconds" not in name and b"_created" not in name:
                counted[name] = float(value) - self._counts.get(name, 0.0)
        return {name: value for name, value in counted.items() if value}

    def hear(self, asking: Asking) -> list[bytes]:
        line = self._server.line()
        texts = []
        for version in (None, 0, asking.version - 1, asking.version, asking.version + 5):
            line.open(asking.table.id, asking.secret, version)
            texts.append(line.next_text())
        for wrong in ("x", '{"type":"open"}', '{"type":"move"}'):
            line.say(wrong)
            texts.append(line.next_text())
        for secret in ("nothing", "0" * 22):
            line.open(asking.table.id, secret)
            texts.append(line.next_text())
        texts += line.settle()
        line.close()
        return [self.plain(text.encode()) for text in texts]


def both(worlds: tuple[Server, Server], stored: Stored, viewer: int | None, rng: Random) -> tuple[World, World]:
    """The world of a stored game, and another one of the same viewer."""
    here, there = worlds
    install(here, stored.table, stored.rows)
    other = install_other(there, stored.table, stored.match, stored.rows, viewer, rng)
    return World(here, stored.table, stored.rows), World(there, stored.table, other)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
@pytest.mark.parametrize(("game", "turns"), [("market", 11), ("market", 60), ("glassworks", 10)])
def test_every_answer_is_the_same_in_the_other_world(
    worlds: tuple[Server, Server], games: dict[tuple[str, int], Stored], game: str, turns: int, viewer: int | None
) -> None:
    """M28, R14; M105 where the deck was shuffled anew. Glassworks hides nothing but what comes next."""
    stored = games[game, turns]
    rng = Random(f"{game} {turns} {viewer}")
    install(worlds[0], stored.table, stored.rows)
    asking = asking_of(worlds[0], stored, viewer, rng)
    this, that = both(worlds, stored, viewer, rng)
    asked = 0
    assert this.hear(asking) == that.hear(asking)
    for address, asks in ROUTES.items():
        for ask in asks(asking):
            ours, theirs = this.ask(ask, asking.secret), that.ask(ask, asking.secret)
            assert ours == theirs, (address, ask)
            asked += 1
    assert asked > 150


@pytest.fixture(scope="module")
def games(worlds: tuple[Server, Server]) -> dict[tuple[str, int], Stored]:
    kinds = [("market", 11), ("market", 60), ("glassworks", 10)]
    return {kind: stored_game(worlds[0], *kind, seed=7) for kind in kinds}


def test_the_other_world_is_another_one(games: dict[tuple[str, int], Stored]) -> None:
    """Else nothing would be tested: many cards lie elsewhere, and the longer game was shuffled anew."""
    for (game, turns), stored in games.items():
        if game == "glassworks":
            continue
        for viewer in (None, 0, 1, 2):
            assert Swaps(stored.match, viewer, Random(1)).count > 10
        assert (int(stored.match.position.state.shuffles) > 0) == (turns == 60)


def test_a_leak_would_be_seen(worlds: tuple[Server, Server], games: dict[tuple[str, int], Stored]) -> None:
    """What another seat is told differs between the worlds of a viewer."""
    stored = games["market", 11]
    this, that = both(worlds, stored, 0, Random(1))
    ask = Ask("GET", stored.table.path)
    assert this.ask(ask, stored.table.secrets[0]) == that.ask(ask, stored.table.secrets[0])
    assert this.ask(ask, stored.table.secrets[1]) != that.ask(ask, stored.table.secrets[1])
