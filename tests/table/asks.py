"""What can be asked at each address of the API, legal or not, by whoever looks at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rivertable.core.game import GAMES
from rivertable.study.puzzles.puzzle import book_of

from .in_process import Document
from .tables import Made


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
        for seat in range(len(asking.table.secrets) + 1):
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
