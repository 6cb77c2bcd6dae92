"""Boards to study together: what they may be made of, who may do what there, and what they never tell."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rivertable.core.match import Match
from rivertable.table.domain.deals import SharedDeal
from rivertable.table.domain.retention import STANDARD
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store import erasures
from rivertable.table.store.server_secrets import ServerSecrets

from .days import Days, days
from .in_process import Document, Server, running
from .problem_documents import problem_in
from .tables import GAME_NAMES, Made, play_at_random, random_decisions, start_table
from .test_people import Browser, named

__all__ = ["days"]
SECRETS = ServerSecrets.fresh()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("boards"), has_jobs=False) as made:
        yield made


def finished(server: Server, game: str = "glassworks", players: int = 2) -> Made:
    table = start_table(server, game, players)
    play_at_random(server, table, 500, Random(4))
    return table


class Board:
    """A board, with the secret of somebody who writes on it."""

    def __init__(self, server: Server, made: Document, invite: str | None = None) -> None:
        self.server = server
        self.id, self.secret, self.invite = made["board"], made["secret"], made.get("invite", invite)
        self.member = made["member"]

    @classmethod
    def make(cls, server: Server, **source: Any) -> Board:
        return cls(server, server.post("/api/me/boards", {"source": source, "name": "Ada"}))

    def joined(self, name: str) -> Board:
        made = self.server.post(f"/api/me/boards/{self.id}", {"name": name, "invite": self.invite})
        return Board(self.server, made | {"board": self.id}, self.invite)

    def call(self, method: str, rest: str, body: Any = None, secret: str | None = None) -> Any:
        return self.server.call(method, f"/api/boards/{self.id}{rest}", body, self.secret if secret is None else secret)

    def get(self, rest: str = "") -> Document:
        told: Document = self.call("GET", rest).json()
        return told

    def do(self, kind: str, key: str = "", **facts: Any) -> Any:
        body = {"kind": kind, "key": key or f"key-{time.monotonic_ns()}", **facts}
        return self.call("POST", "/operations", body)

    def a_turn(self, node: int) -> list[int]:
        """A turn that has not been laid there."""
        board, rng = self.server.context.boards.open(self.id), Random(1)
        laid = {child.decisions for child in board.tree.children(node)}
        view = board.position(node).view(board.position(node).seat)
        return next(list(turn) for _ in range(100) if (turn := random_decisions(view, rng)) not in laid)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_board_has_the_whole_game_and_goes_on_from_any_turn(server: Server, game: str) -> None:
    table = finished(server, game)
    match = server.tables.open(table.id).match
    assert match is not None
    board = Board.make(server, kind="game", table=table.id, turn=3)
    told = board.get()
    assert told["shown"] == 3 and [node["parent"] for node in told["nodes"]] == [None, *range(len(match.turns))]
    for number in (0, 3, len(match.turns)):
        found, position = board.get(f"/nodes/{number}"), match.before(number)
        assert found["text"] == position.text and found["seat"] == position.seat
        assert found["totals"] == list(position.totals)
    decisions = board.a_turn(3)
    draft = board.call("POST", "/nodes/3/draft", {"decisions": decisions}, "").json()
    assert draft["is_complete"]
    done = board.do("move", node=3, decisions=decisions).json()
    laid = board.get()["nodes"][done["node"]]
    assert (laid["parent"], laid["notation"], laid["member"]) == (3, draft["notation"], board.member)
    # The same turn is there already, whatever is drawn; with draws of its own it is another position.
    assert board.do("move", node=3, decisions=decisions).json()["node"] == done["node"]
    reveals = draft["reveals"]
    again = board.do("move", node=3, decisions=decisions, outcomes=[]).json()["node"]
    assert (again == done["node"]) is (reveals == 0)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_chance_shows_its_odds_and_is_chosen_by_hand(server: Server, game: str) -> None:
    board = Board.make(server, kind="game", table=finished(server, game).id, turn=0)
    tree = server.context.boards.open(board.id).tree
    played = next(one for one in tree.nodes if one.outcomes)
    node, decisions = played.parent, list(played.decisions)
    outcomes: list[int] = []
    while choices := board.call("POST", f"/nodes/{node}/chance", {"decisions": decisions, "outcomes": outcomes}).json()[
        "choices"
    ]:
        assert all(choice["weight"] > 0 for choice in choices)
        outcomes.append(choices[-1]["outcome"])
    laid = board.do("move", node=node, decisions=decisions, outcomes=outcomes).json()["node"]
    found = server.context.boards.open(board.id).tree.nodes[laid]
    assert list(found.outcomes) == outcomes
    assert board.do("move", node=node, decisions=decisions, outcomes=outcomes).json()["node"] == laid
    refused = problem_in(board.do("move", node=node, decisions=decisions, outcomes=[999_999]))
    assert refused.detail == "Chance cannot bring this now."


def test_repeated_operations_are_done_once_and_all_have_one_order(server: Server) -> None:
    board = Board.make(server, kind="game", table=finished(server).id, turn=2)
    ben, cleo = board.joined("Ben"), board.joined("Cleo")
    first = ben.do("comment", "the-same-key", node=2, text="Why?").json()
    assert ben.do("comment", "the-same-key", node=2, text="Why?").json() == first
    cleo.do("comment", "the-same-key", node=2, text="Because.")
    told = [one.get() for one in (board, ben, cleo)]
    assert [[one["text"] for one in each["comments"]] for each in told] == [["Why?", "Because."]] * 3
    assert [each["member"] for each in told] == [1, ben.member, cleo.member]
    since = board.get(f"?since={first['version']}")
    assert [one["text"] for one in since["comments"]] == ["Because."] and since["nodes"] == []


def test_who_may_do_what(server: Server) -> None:
    board = Board.make(server, kind="game", table=finished(server).id, turn=2)
    ben = board.joined("Ben")
    assert problem_in(board.call("POST", "/operations", {}, "x" * 22)).status in (401, 422)
    say = {"kind": "comment", "node": 2, "text": "Hm.", "key": "a-good-key"}
    for path, body in (("/operations", say), ("/nodes/2/words", None)):
        assert problem_in(server.call("POST", f"/api/boards/{board.id}{path}", body)).code == "no-secret"
    wrong = server.call("POST", f"/api/me/boards/{board.id}", {"name": "Eve", "invite": "x" * 22})
    assert problem_in(wrong).code == "no-secret"
    assert problem_in(ben.do("show", node=1)).code == "not-yours"
    assert problem_in(ben.call("DELETE", "")).code == "not-yours"
    assert board.do("present", member=ben.member).status_code == 200 and ben.do("show", node=1).status_code == 200
    assert board.get()["shown"] == 1
    assert ben.call("DELETE", "/members").status_code == 200
    assert board.get()["presenter"] is None
    assert problem_in(ben.do("comment", node=1, text="x")).detail == "You have left this board."
    assert board.call("DELETE", "").status_code == 200
    assert problem_in(server.call("GET", f"/api/boards/{board.id}")).code == "no-such-board"


def test_only_of_games_that_are_over_and_unsealed(server: Server) -> None:
    running_game, over = start_table(server, "glassworks"), finished(server)
    ask = {"source": {"kind": "game", "table": running_game.id, "turn": 0}, "name": "Ada"}
    assert problem_in(server.call("POST", "/api/me/boards", ask)).code == "wrong-state"
    for table, kind in ((over, "game"), (running_game, "view")):
        server.tables.open(table.id).shared = SharedDeal("a-deal", time.time() + 60)
        source = {"kind": kind, "table": table.id} | (
            {"turn": 0} if kind == "game" else {"secret": running_game.secrets[0]}
        )
        refused = problem_in(server.call("POST", "/api/me/boards", {"source": source, "name": "Ada"}))
        assert refused.code == "sealed", source
        server.tables.open(table.id).shared = None


def test_a_board_of_a_running_game_holds_what_the_seat_knows_and_is_private(server: Server) -> None:
    table = start_table(server, "market", 3)
    play_at_random(server, table, 6, Random(2))
    match = server.tables.open(table.id).match
    assert isinstance(match, Match)
    position, imagined = match.position, set()
    for _ in range(8):
        board = Board.make(server, kind="view", table=table.id, secret=table.secrets[1])
        held = server.context.boards.open(board.id).position(0)
        assert held.view(1) == position.view(1)
        imagined.add(held.text)
        assert board.get()["viewer"] == 1 and len(board.get()["nodes"]) == 1
        for method, rest in (("GET", ""), ("GET", "/nodes/0"), ("GET", "/components"), ("POST", "/nodes/0/draft")):
            body = {"decisions": []} if method == "POST" else None
            refused = problem_in(server.call(method, f"/api/boards/{board.id}{rest}", body))
            assert refused.code == "no-secret"
        joining = {"name": "Ben", "invite": board.invite}
        assert problem_in(server.call("POST", f"/api/me/boards/{board.id}", joining)).code == "no-secret"
    assert len(imagined) > 1, "what others hold is dealt anew each time"


def test_the_engine_is_silent_while_the_game_is_played(server: Server) -> None:
    table = start_table(server, "glassworks")
    play_at_random(server, table, 4, Random(2))
    match = server.tables.open(table.id).match
    assert match is not None
    own = Board.make(server, kind="view", table=table.id, secret=table.secrets[0])
    made_up = Board.make(server, kind="position", game="glassworks", text=match.position.text)
    for board in (own, made_up):
        assert problem_in(board.call("POST", "/nodes/0/words")).code == "no-hint"
    laid = own.do("move", node=0, decisions=own.a_turn(0)).json()["node"]
    assert problem_in(own.call("POST", f"/nodes/{laid}/words")).code == "no-hint"
    play_at_random(server, table, 500, Random(2))
    for board in (own, made_up):
        assert board.call("POST", "/nodes/0/words").status_code == 200
        words = board.get()["words"]
        assert [one["node"] for one in words] == [0] and 0 <= words[0]["win_share"] <= 1
        version = board.get()["version"]
        assert board.call("POST", "/nodes/0/words").json()["version"] == version, "it is asked once"


def test_a_made_up_position_that_is_none_is_refused(server: Server) -> None:
    for game in GAME_NAMES:
        source = {"kind": "position", "game": game, "text": "nonsense"}
        refused = server.call("POST", "/api/me/boards", {"source": source, "name": "Ada"})
        assert 400 <= problem_in(refused).status < 500


def test_who_is_erased_leaves_no_word_and_no_board(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=True, secrets=SECRETS) as server:
        ada, ben, table = named(server, "Ada"), named(server, "Ben"), finished(server)
        source = {"kind": "game", "table": table.id, "turn": 0}
        made = [who.do("POST", "/boards", {"source": source, "name": "Ada"}) for who in (ada, ben)]
        owned, others = (Board(server, one) for one in made)
        joined = ada.do("POST", f"/boards/{others.id}", {"name": "Ada", "invite": others.invite})
        mine = Board(server, joined | {"board": others.id})
        mine.do("comment", node=0, text="What only I know.")
        owned.do("rename", title="Our end")
        # On another device both are there, with the secrets by which one writes.
        there = Browser(server)
        there.do("POST", "/recover", {"code": ada.do("POST", "/code")["code"]})
        held = {one["board"]: (one["title"], one["secret"]) for one in there.do("GET", "/boards")}
        assert held == {owned.id: ("Our end", owned.secret), others.id: (None, mine.secret)}
        assert ben.do("GET", "/boards") == [{"board": others.id, "title": None, "secret": others.secret}]
        left = ben.do("POST", f"/boards/{owned.id}", {"name": "Ben", "invite": owned.invite})
        Board(server, left | {"board": owned.id}).call("DELETE", "/members")
        assert [one["board"] for one in ben.do("GET", "/boards")] == [others.id]
        (kept, also) = sorted(ada.do("GET", "/data")["boards"], key=lambda one: bool(one["comments"]))
        assert (kept["board"], also["comments"]) == (owned.id, ["What only I know."])
        assert others.get()["comments"][0]["text"] == "What only I know."
        ada.do("DELETE", "")
        days.move(ERASURE_DAYS * 86_400.0 + 60)
        server.context.people.sweep(time.time())  # type: ignore[union-attr]
        assert problem_in(server.call("GET", f"/api/boards/{owned.id}")).code == "no-such-board"
        told = others.get()
        assert [one["text"] for one in told["comments"]] == [""]
        assert [one["name"] for one in told["members"]] == ["Ada", None]
        assert problem_in(mine.do("comment", node=0, text="Again.")).code == "no-secret"
        days.move(STANDARD.boards * 86_400.0 + 60)
        server.context.boards.sweep(time.time())
        assert problem_in(server.call("GET", f"/api/boards/{others.id}")).code == "no-such-board"


def test_a_board_that_was_deleted_stays_so_after_a_restore(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False, secrets=SECRETS) as server:
        board = Board.make(server, kind="game", table=finished(server).id, turn=0)
        with server.tables.database.write() as connection:
            erasures.mark_board(connection, SECRETS.erasure_key, board.id, 1.0)
            assert erasures.erase_again(connection, SECRETS, None, 2.0) == 1
        server.context.boards.forget(board.id)
        assert problem_in(server.call("GET", f"/api/boards/{board.id}")).code == "no-such-board"
