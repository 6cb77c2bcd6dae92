"""What is stored: migrations, events that nobody changes, keys after a restart, old games, damage, other decks."""

from __future__ import annotations

import ast
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import inspect
from sqlalchemy import text as sql

import rivertable.table
from rivertable.core.game import GAMES
from rivertable.core.match import check
from rivertable.core.record import read_document
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.migrations import MIGRATIONS, REVISION, revision_of
from rivertable.table.store.schema import METADATA

from .in_process import Document, Server, running
from .marked_deck import marked_deck
from .tables import GAME_NAMES, Made, play_at_random, random_decisions, start_table

STORED = Path(__file__).parents[1] / "data" / "table-1.sqlite3"
"""A store of the first version, with games of both."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def database(folder: Path) -> closing[sqlite3.Connection]:
    """The database itself, past everything."""
    return closing(sqlite3.connect(folder / "rivertable.sqlite3", isolation_level=None))


# Migrations.


def store_at(folder: Path, revision: str) -> Database:
    """A store of the first version, brought as far as a revision."""
    folder.mkdir(exist_ok=True)
    shutil.copy(STORED, folder / "rivertable.sqlite3")
    store = Database(sqlite_url(folder))
    with store.write() as connection:
        assert revision_of(connection) == "0001"
        operations = Operations(MigrationContext.configure(connection))
        for number, migrate in MIGRATIONS.items():
            if number <= revision:
                migrate(operations)
        connection.execute(sql("UPDATE alembic_version SET version_num = :number"), {"number": revision})
    return store


def test_migrations_lead_to_the_tables_that_the_code_works_with(folder: Path) -> None:
    store = store_at(folder, REVISION)
    with store.write() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
        connection.execute(sql("ALTER TABLE event DROP COLUMN payload"))
        assert compare_metadata(context, METADATA) != []
    store.close()


def statements_of(store: Database) -> set[str]:
    """What a database says of its tables."""
    with store.read() as connection:
        found = connection.execute(sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")).scalars().all()
    # Constraints that a migration adds have quoted names, and stand in another order.
    return {" ".join(sorted(re.findall(r"[\w()]+", statement.replace('"', "")))) for statement in found}


@pytest.mark.parametrize("revision", ["0001", *MIGRATIONS])
def test_a_database_of_each_revision_gets_the_tables_of_a_new_one(folder: Path, revision: str) -> None:
    """What any version wrote opens here, and migrating again changes nothing."""
    assert list(MIGRATIONS) == sorted(MIGRATIONS) and list(MIGRATIONS)[-1] == REVISION
    (folder / "new").mkdir()
    new, store = Database(sqlite_url(folder / "new")), store_at(folder / "old", revision)
    for _ in range(2):
        new.migrate()
        store.migrate()
        assert statements_of(store) == statements_of(new)
        for each in (new, store):
            with each.read() as connection:
                assert set(inspect(connection).get_table_names()) == {*METADATA.tables, "alembic_version"}
                assert connection.execute(sql("SELECT version_num FROM alembic_version")).scalars().all() == [REVISION]
    new.close()
    store.close()


def test_reviews_of_version_0_1_are_sent_with_the_present_names(folder: Path) -> None:
    store_at(folder, "0003").close()
    former = (
        '{"seats":[{"error":0.1}],"turns":[{"share":[0.5],"error":0.2,"luck_error":[0.3],"loss_error":0.4,'
        '"why":["an error: none"]}]}'
    )
    with database(folder) as connection:
        connection.execute(
            "INSERT INTO review (table_id, asked_at, seconds, spent, document) VALUES ('t', 0, 40, 40, ?)", (former,)
        )
    store = Database(sqlite_url(folder))
    store.migrate()
    store.close()
    with database(folder) as connection:
        ((document,),) = connection.execute("SELECT document FROM review").fetchall()
    turn = {"win_share": [0.5], "standard_error": 0.2, "luck_standard_error": [0.3], "loss_standard_error": 0.4}
    assert json.loads(document) == {
        "seats": [{"standard_error": 0.1}],
        "turns": [turn | {"why": ["an error: none"]}],
    }


# Events are appended, and nothing else is done to them.

_CHANGING = {"update", "delete"}


def test_only_forgetting_a_table_or_a_name_changes_or_deletes_events() -> None:
    """Every UPDATE and DELETE in the code: none of EVENTS, but those that forget a whole table, or a person's name."""
    found = []
    for path in Path(str(files("rivertable.table"))).rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        functions = {node: name for name, node in _named_statements(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CHANGING:
                place = next((name for outer, name in functions.items() if node in ast.walk(outer)), "")
                found.append((path.name, place, node.func.id, ast.unparse(node.args[0])))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and path.name != "migrations.py":
                words = node.value.upper().split()
                assert not ({"UPDATE", "DELETE"} & set(words[:1]) and {"SET", "FROM"} & set(words)), node.value
    assert ("ledger.py", "forget", "delete", "table") in found
    others = [one for one in found if one[1] != "forget"]
    names = ("erasures.py", "_forget_name", "update", "EVENTS")
    assert names in others, "a person who is erased leaves no name in what happened"
    assert {table for *_, table in others if table != "EVENTS"} == {
        *("TABLES", "REVIEWS", "COMPONENTS", "PERSONS", "DEVICES", "LINKS", "TRANSFERS", "CONTACTS", "OUTBOX"),
        *("PUSH_DEVICES", "BLOCKS", "REPORTS", "SANCTIONS", "OPERATOR_KEYS"),
        *("LISTINGS", "INVITATIONS", "HOLIDAYS", "PASSKEYS", "CHALLENGES"),
        *("DEALS", "ATTEMPTS", "RATED_SEATS", "RATING_CHANGES", "RATINGS", "MESSAGE_HOURS"),
        *("TOURNAMENTS", "TOURNAMENT_ENTRIES", "TOURNAMENT_SEATS"),
        *("BOARDS", "BOARD_MEMBERS", "BOARD_OPERATIONS"),
        *("CLUBS", "CLUB_MEMBERS", "CLUB_TABLES", "CLUB_RESULTS"),
    }, others
    assert [one for one in others if one[3] == "EVENTS"] == [names]


def _named_statements(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        yield getattr(node, "name", ""), node


def test_a_whole_game_only_appends(folder: Path) -> None:
    """A trigger in the database refuses whatever would change or delete an event."""
    with running(folder) as server:
        with database(folder) as connection:
            for event in ("UPDATE", "DELETE"):
                connection.execute(
                    f"CREATE TRIGGER no_{event} BEFORE {event} ON event BEGIN SELECT RAISE(ABORT, 'append only'); END"
                )
        table = start_table(server, "glassworks", grace_seconds=10)
        play_at_random(server, table, 3, Random(1))
        view = server.get(table.path)
        server.call("POST", f"{table.path}/undo", {"version": view["version"], "key": "take-back"}, table.secrets[0])
        server.call("DELETE", f"{table.path}/seats/0", secret=table.secrets[0])
        server.call("POST", f"{table.path}/return", secret=table.secrets[0])
        play_at_random(server, table, 500, Random(1))
        server.post(f"{table.path}/rematch", None, table.secrets[1])
        assert server.get(table.path)["status"] == "over"
        with database(folder) as connection:
            with pytest.raises(sqlite3.IntegrityError, match="append only"):
                connection.execute("UPDATE event SET at = 0")
            connection.execute("DROP TRIGGER no_DELETE")
        assert server.call("DELETE", table.path, secret=table.host).status_code == 200
        with database(folder) as connection:
            assert connection.execute("SELECT count(*) FROM event WHERE table_id = ?", (table.id,)).fetchone() == (0,)


# Idempotency keys.


def test_a_repeated_request_has_the_same_answer_even_after_a_restart(folder: Path) -> None:
    with running(folder, has_jobs=False) as server:
        table = start_table(server, "market")
        moves = []
        for number in range(6):
            moves.append(next_move(server, table, f"move-{number:04d}"))
        answers = [server.call("POST", f"{table.path}/moves", body, secret) for body, secret in moves[-2:]]
        assert len({answer.text for answer in answers}) == 2
    with running(folder, has_jobs=False) as server:
        for (body, secret), answer in zip(moves[-2:], answers, strict=True):
            again = server.call("POST", f"{table.path}/moves", body, secret)
            assert (again.status_code, again.content) == (200, answer.content)
        body, secret = moves[-1]
        assert server.get(table.path)["version"] == answers[-1].json()["version"]
        for other in ({"decisions": [1, 2, 3]}, {"version": body["version"] + 1}):
            reused = server.call("POST", f"{table.path}/moves", body | other, secret)
            assert (reused.status_code, reused.json()["code"]) == (409, "key-reused")
        stranger = next(one for one in table.secrets if one != secret)
        assert server.call("POST", f"{table.path}/moves", body, stranger).json()["code"] == "key-reused"
        as_undo = {"version": body["version"], "key": body["key"]}
        assert server.call("POST", f"{table.path}/undo", as_undo, secret).json()["code"] == "key-reused"


def next_move(server: Server, table: Made, key: str) -> tuple[Document, str]:
    """Let whoever is to move take a turn over the API; gives the request and the secret."""
    found = server.tables.open(table.id)
    assert found.match is not None and found.to_move is not None
    decisions = random_decisions(found.match.position.view(found.to_move), Random(key))
    body = {"version": found.version, "decisions": list(decisions), "key": key}
    secret = table.secrets[found.to_move]
    server.post(f"{table.path}/moves", body, secret)
    return body, secret


# Games of another version.


def as_of_another_version(folder: Path, change: Any = None) -> None:
    """Let all stored games have been played by another version of the rules."""
    with database(folder) as connection:
        rows = connection.execute("SELECT table_id, version, payload FROM event").fetchall()
        for table_id, version, payload in rows:
            facts = json.loads(payload)
            if "rules" in facts:
                facts["rules"] = "0" * 64
                if change is not None:
                    change(facts)
                connection.execute(
                    "UPDATE event SET payload = ? WHERE table_id = ? AND version = ?",
                    (json.dumps(facts), table_id, version),
                )


def no_decisions(facts: Document) -> None:
    """Another version may number decisions and outcomes otherwise."""
    if "decisions" in facts:
        facts["decisions"], facts["outcomes"] = [-1], [-1]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_an_old_game_replays_from_its_words_and_goes_on(folder: Path, game: str) -> None:
    with running(folder, has_jobs=False) as server:
        table = start_table(server, game, 3, seed=game)
        play_at_random(server, table, 25, Random(2))
        before = [server.get(f"{table.path}{rest}", table.secrets[1]) for rest in ("", "/record", "/events")]
    as_of_another_version(folder, no_decisions)
    with running(folder, has_jobs=False) as server:
        after = [server.get(f"{table.path}{rest}", table.secrets[1]) for rest in ("", "/record", "/events")]
        assert after == before and not after[0]["is_damaged"]
        played = play_at_random(server, table, 500, Random(3))
        assert played > 3
    with running(folder, has_jobs=False) as server:
        view, record = server.get(table.path), server.get(f"{table.path}/record")
        assert view["status"] == "over" and not view["is_damaged"]
        # Draws after the upgrade come from the same shuffle: the whole record still follows from its seed.
        check(read_document(record, "record"))


def test_an_old_game_goes_on_from_the_set_up_it_was_begun_with(folder: Path) -> None:
    """Where another version would lay the river otherwise, what was laid stays."""
    with running(folder, has_jobs=False) as server:
        table = start_table(server, "glassworks", seed="laid")
        other = start_table(server, "glassworks", seed="laid otherwise")
        play_at_random(server, other, 4, Random(2))
        states = [server.get(one.path)["state"] for one in (table, other)]
        starts = [server.get(f"{one.path}/positions/0")["state"] for one in (table, other)]
    assert starts[0] != starts[1]
    as_of_another_version(folder)
    with database(folder) as connection:
        connection.execute("UPDATE table_ SET seed = ?", (bytes(32),))
    with running(folder, has_jobs=False) as server:
        assert [server.get(one.path)["state"] for one in (table, other)] == states
        assert [server.get(f"{one.path}/positions/0")["state"] for one in (table, other)] == starts
        assert play_at_random(server, other, 500, Random(3)) > 3


# A stored file that has to open for ever.


def holds(found: Any, told: Any) -> bool:
    """Whether all that was told is still told; a later version may add to it."""
    if isinstance(told, dict):
        return isinstance(found, dict) and all(name in found and holds(found[name], told[name]) for name in told)
    if isinstance(told, list):
        return len(found) == len(told) and all(map(holds, found, told))
    return bool(found == told)


def test_the_stored_file_opens_shows_and_exports_both_games(folder: Path) -> None:
    """Made once by tests/data/make_table.py, with whatever the rules' sources then were."""
    shutil.copy(STORED, folder / "rivertable.sqlite3")
    expected = json.loads((STORED.with_suffix(".json")).read_text("utf-8"))
    assert {table["game"] for table in expected} == set(GAMES)
    with running(folder, has_jobs=False) as server:
        for told in expected:
            table = Made(told["table"], told["game"], told["host"], told["secrets"])
            view = server.get(table.path, table.secrets[0])
            assert not view["is_damaged"]
            assert holds(view, told["view"])
            record = server.get(f"{table.path}/record", table.secrets[0])
            assert holds(record, told["record"])
            positions = [server.get(f"{table.path}/positions/{turn}") for turn in range(len(record["turns"]) + 1)]
            assert positions[-1]["totals"] == view["totals"]
            if view["status"] == "over":
                assert server.post("/api/check", record) == {"is_good": True, "fault": None}
            else:
                next_move(server, table, "goes-on-for-ever")
                assert play_at_random(server, table, 500, Random(1)) >= 0
                assert server.get(table.path)["status"] == "over"


# Damage.


def damaged_turn(folder: Path, table: Made, change: Any) -> None:
    with database(folder) as connection:
        query = "SELECT version, payload FROM event WHERE table_id = ? AND kind = 'turn' ORDER BY version"
        for version, payload in connection.execute(query, (table.id,)).fetchall():
            facts = json.loads(payload)
            if facts["outcomes"]:
                change(facts)
                changed = (json.dumps(facts), table.id, version)
                connection.execute("UPDATE event SET payload = ? WHERE table_id = ? AND version = ?", changed)
                return


def check_shown_only(server: Server, table: Made, turns: int) -> None:
    """It can be looked at as far as it is whole, says that it is damaged, and nobody can go on with it."""
    view = server.get(table.path, table.secrets[0])
    assert view["is_damaged"] and view["state"] is not None
    version = view["version"]
    for secret in table.secrets:
        body = {"version": version, "decisions": [0], "key": "on-and-on"}
        for path, wanted in (
            ("/moves", body),
            ("/draft", {"version": version, "decisions": []}),
            ("/undo", {"version": version, "key": "back-again"}),
            ("/resign", None),
        ):
            refused = server.call("POST", table.path + path, wanted, secret)
            assert refused.status_code == 409 and "does not replay" in refused.json()["detail"], refused.text
    assert server.get(table.path)["version"] == version
    assert len(server.get(f"{table.path}/record")["turns"]) <= turns
    assert server.get(f"{table.path}/events")["version"] == version


def test_a_turn_that_lacks_its_facts_is_noticed(folder: Path) -> None:
    with running(folder, has_jobs=False) as server:
        table = start_table(server, "market", seed="market")
        play_at_random(server, table, 12, Random(2))
    damaged_turn(folder, table, lambda facts: facts.pop("decisions"))
    with running(folder) as server:
        check_shown_only(server, table, 12)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_changed_draw_is_noticed(folder: Path, game: str) -> None:
    with running(folder, has_jobs=False) as server:
        table = start_table(server, game, seed=game)
        play_at_random(server, table, 12, Random(2))
    damaged_turn(folder, table, lambda facts: facts["outcomes"].reverse() or facts["outcomes"].append(1))
    with running(folder) as server:
        check_shown_only(server, table, 12)


def test_a_changed_move_is_noticed_after_an_upgrade_too(folder: Path) -> None:
    with running(folder, has_jobs=False) as server:
        table = start_table(server, "market", seed="market")
        play_at_random(server, table, 12, Random(2))
    as_of_another_version(folder)
    damaged_turn(folder, table, lambda facts: facts["chance"]["drawn"].append("no-such-card"))
    with running(folder) as server:
        check_shown_only(server, table, 12)


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_changed_snapshot_is_noticed(folder: Path, game: str, is_whole: bool) -> None:
    with running(folder, has_jobs=False) as server:
        table = start_table(server, game, seed=game)
        play_at_random(server, table, 12, Random(2))
    with database(folder) as connection:
        (state,) = connection.execute("SELECT state FROM snapshot WHERE table_id = ?", (table.id,)).fetchone()
        changed = json.loads(state)
        if is_whole:
            changed["turn"]["seat"] = 1 - changed["turn"]["seat"]
        else:
            del changed["seats"]
        connection.execute("UPDATE snapshot SET state = ?", (json.dumps(changed),))
    with running(folder) as server:
        check_shown_only(server, table, 12)


def test_a_damaged_table_spoils_no_other(folder: Path) -> None:
    """Even one that cannot be shown at all: the lobby and all other tables stay."""
    with running(folder, has_jobs=False) as server:
        seats = [{"kind": "open"}] * 2
        wanted = {"game": "market", "seats": seats, "is_public": True}
        broken, whole = (server.post("/api/tables", wanted)["table"] for _ in range(2))
        playing = start_table(server, "glassworks")
    with database(folder) as connection:
        query = (
            'UPDATE event SET payload = replace(payload, \'"components":"\', \'"components":"f\') WHERE table_id = ?'
        )
        connection.execute(query, (broken,))
    with running(folder) as server:
        assert {line["id"] for line in server.get("/api/tables")} == {whole, broken}  # no table is opened for it
        refused = server.call("GET", f"/api/tables/{broken}")
        assert (refused.status_code, refused.json()["code"]) == (500, "store-damaged")
        assert [line["id"] for line in server.get("/api/tables")] == [whole]
        assert server.get(playing.path)["status"] == "playing"


# Printed data.


def test_a_table_keeps_the_deck_that_it_was_made_with(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own deck, and the packaged one where a later version has packaged another."""
    market = GAMES["market"]
    packaged, own = market.printed.load(), marked_deck()
    with running(folder, has_jobs=False) as server:
        tables = [
            start_table(server, "market", components=own.text),
            start_table(server, "market"),
        ]
        for table in tables:
            play_at_random(server, table, 10, Random(4))
        before = [server.get(table.path) for table in tables]
    # A later version: what is in the package is another deck.
    monkeypatch.setattr(market.printed, "load", lambda path=None: own)
    with running(folder, has_jobs=False) as server:
        assert [server.get(table.path) for table in tables] == before
        assert [view["components"]["sha256"] for view in before] == [own.sha256, packaged.sha256]
        for table in tables:
            cards = {card["id"] for card in server.get(f"{table.path}/components")["cards"]}
            assert ("quokka10" in cards) == (table is tables[0])
            assert play_at_random(server, table, 20, Random(5)) > 5
        made = start_table(server, "market")
        assert server.get(made.path)["components"]["sha256"] == own.sha256
    assert rivertable.table.__name__ == "rivertable.table"
