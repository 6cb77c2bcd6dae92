"""What no client sends: bodies that are no JSON, no text or no end, and requests without the right they take."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from httpx import Response

from rivertable.core.game import GAMES
from rivertable.study.puzzles.puzzle import book_of
from rivertable.table.web.limits import Limits

from .asks import REGISTRATION
from .in_process import Document, Server, running
from .problem_documents import check_refused, document, operations, problem_in
from .tables import Made, make_table, play_at_random, start_table

SURROGATE = b'"\\ud800"'
DEEP = 9_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("bodies")) as server:
        # The cookies of a name and of an operator stay with all that is asked from now on.
        server.post("/api/me", {"name": "Somebody"})
        assert server.context.desk is not None
        server.post("/api/admin/enter", {"key": server.context.desk.new_link("somebody")})
        yield server


@pytest.fixture(scope="module")
def playing(server: Server) -> Made:
    return start_table(server, "market")


GOOD_BODIES: dict[str, Document] = {
    "/api/tables": {"game": "glassworks", "seats": [{"kind": "person"}, {"kind": "open"}]},
    "/api/tables/{table}/seats/{seat}": {"name": "Somebody"},
    "/api/tables/{table}/start": {},
    "/api/tables/{table}/draft": {"version": 5, "decisions": []},
    "/api/tables/{table}/moves": {"version": 5, "decisions": [], "key": "a-good-key"},
    "/api/tables/{table}/undo": {"version": 5, "key": "a-good-key"},
    "/api/tables/{table}/undo/answer": {"version": 5, "is_agreed": True},
    "/api/tables/{table}/break/answer": {"version": 5, "is_agreed": True},
    "/api/tables/{table}/choice": {"version": 5, "choice": "wait"},
    "/api/tables/{table}/hint": {"version": 5, "step": "idea"},
    "/api/tables/{table}/branch": {"turn": 0, "seat": 0, "name": "Somebody", "level": "random"},
    "/api/tables/{table}/deal": {"seat": 0, "name": "Somebody", "level": "random"},
    "/api/games/{game}/puzzles/{puzzle}/draft": {"decisions": []},
    "/api/games/{game}/puzzles/{puzzle}/answer": {"decisions": []},
    "/api/me": {"name": "Somebody"},
    "/api/me/recover": {"code": "0000-0000-0000-0000"},
    "/api/me/come": {"code": "0000-0000"},
    "/api/me/transfer/answer": {"is_mine": False},
    "/api/me/messages/mail": {"address": "ada@people.test", "language": "en"},
    "/api/me/messages/webhook": {"kind": "ntfy", "address": "https://ntfy.example/topic", "language": "en"},
    "/api/me/push": REGISTRATION,
    "/api/me/passkeys": {
        "token": "A" * 43,
        "credential": "AAAA",
        "client_data": "AAAA",
        "attestation": "AAAA",
        "label": "A phone",
    },
    "/api/me/passkeys/{passkey}": {"label": "A phone"},
    "/api/me/passkey": {
        "token": "A" * 43,
        "credential": "AAAA",
        "client_data": "AAAA",
        "authenticator_data": "AAAA",
        "signature": "AAAA",
        "user_handle": "AAAA",
    },
    "/api/me/push/shown": {"message": "0" * 32},
    "/api/messages/confirm": {"token": "0" * 64},
    "/api/me/days/{game}/{players}": {"name": "Ada"},
    "/api/me/boards": {"source": {"kind": "game", "table": "A" * 22, "turn": 0}, "name": "Ada"},
    "/api/me/boards/{board}": {"name": "Ada", "invite": "A" * 22},
    "/api/boards/{board}/operations": {"kind": "comment", "node": 0, "text": "Why?", "key": "a-good-key"},
    "/api/boards/{board}/nodes/{node}/draft": {"decisions": []},
    "/api/boards/{board}/nodes/{node}/chance": {"decisions": []},
    "/api/me/holidays": {"days": 3},
    "/api/me/tournaments": {"name": "Cup", "game": "market", "players": 2, "rounds": 2},
    "/api/me/tournaments/{tournament}/join": {"is_bot": False},
    "/api/me/clubs": {"name": "Otters"},
    "/api/me/clubs/{club}/tables": {"table": "A" * 22},
    "/api/me/hours": {"zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_to": "07:00", "digest": "18:00"},
    "/api/me/holidays/end": {"holiday": "0" * 32},
    "/api/me/invitations/decline": {"table": "A" * 22},
    "/api/me/invitations": {"table": "A" * 22, "companion": "0" * 32},
    "/api/me/tables": {"table": "A" * 22, "secret": "A" * 22},
    "/api/me/strength": {"tables": [{"table": "A" * 22, "secret": "A" * 22}]},
    "/api/me/tables/{table}/apart": {"seat": 0, "kind": "mute"},
    "/api/me/tables/{table}/seats/{seat}": {"name": "Somebody"},
    "/api/me/sanctions/{sanction}/appeal": {"text": "It was somebody else."},
    "/api/tables/{table}/reports": {"text": "A name that hurts.", "seat": 1},
    "/api/me/tables/{table}/reports": {"text": "A name that hurts.", "seat": 1},
    "/api/admin/enter": {"key": "A" * 43},
    "/api/admin/reports/{report}/close": {"answer": "Seen."},
    "/api/admin/people/{person}/sanctions": {"kind": "warn", "reason": "A name that hurts.", "days": 7},
    "/api/admin/sanctions/{sanction}/answer": {"text": "It stays."},
    "/api/check": {},
    "/api/records": {},
    "/api/games/glassworks/score": {"columns": [], "overflow": 0},
    "/api/games/market/score": {"booths": [], "events": [], "helpers": [], "houses_left": 0, "resources": {}},
}
WITH_BODY = [path for method, path in operations() if "requestBody" in document()["paths"][path][method.lower()]]


def test_every_body_has_a_good_example() -> None:
    assert sorted(GOOD_BODIES) == sorted(WITH_BODY)


def address(path: str, table: Made) -> str:
    """An address pattern with a real table in it."""
    puzzle = book_of(GAMES["market"]).puzzles[0].id
    parts = {"table": table.id, "seat": "0", "turn": "0", "game": "market", "players": "3", "puzzle": puzzle}
    parts |= dict.fromkeys(("sanction", "report", "person"), "0" * 32) | {"passkey": "0" * 64}
    parts |= {"tournament": "A" * 22, "deal": "1", "club": "A" * 22, "member": "0"}
    parts |= {"board": "A" * 22, "node": "0"}
    return path.format_map(parts)


NOT_JSON = {
    "nothing": b"",
    "half": b'{"version": 1',
    "no JSON": b"version=1",
    "no UTF-8": b'{"name": "\xff\xfe"}',
    "a NUL": b'{"name"\x00: 1}',
    "too deep": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "endless number": b'{"version": ' + b"9" * 5000 + b"}",
}


@pytest.mark.parametrize("path", WITH_BODY)
@pytest.mark.parametrize("name", NOT_JSON)
def test_what_is_no_json_is_refused(server: Server, playing: Made, path: str, name: str) -> None:
    response = server.call(
        "POST",
        address(path, playing),
        secret=playing.secrets[0],
        content=NOT_JSON[name],
        headers={"Content-Type": "application/json"},
    )
    check_refused(response, "POST", path, 400, 422)


ODD_VALUES = (
    *(b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-1", b"9" * 40, b"1e30", b"0.5", b"null", b"true", b"[]", b"{}"),
    *(SURROGATE, b'"\\udc00x"', b'"\\u0000"', b'"' + b"x" * 10_000 + b'"', b"[" * 400 + b"]" * 400),
    *(b'{"\\ud800": 1}', b'{"a":' * 300 + b"1" + b"}" * 300, b'{"type": "place"}', b'{"type": "\\ud800"}'),
)


ODD_NAMES = {
    "/api/tables": ("name", "mix", "fill", "components", "options", "clock", "is_rated"),
    "/api/tables/{table}/draft": ("move", "text"),
    "/api/tables/{table}/moves": ("move", "text"),
    "/api/check": ("format", "seats", "turns", "start", "components"),
    "/api/records": ("format", "seats", "turns", "start", "components"),
}
"""What a body may have besides what is in the good one; any other has a name that it knows nothing of."""


@pytest.mark.parametrize("path", WITH_BODY)
def test_odd_values_anywhere_are_refused_or_understood(server: Server, playing: Made, path: str) -> None:
    """Each value in each place of a body, and as a name of one: never a fault, always a documented answer."""
    good = GOOD_BODIES[path]
    allowed = document()["paths"][path]["post"]["responses"]
    bodies = []
    for value in ODD_VALUES:
        bodies += [value, b'{"\\ud800": %s}' % value, b'{"format": "rivertable-record/1", "game": %s}' % value]
        for name in [*good, *ODD_NAMES.get(path, ("name",))]:
            parts = {key: json.dumps(held).encode() for key, held in good.items()} | {name: value}
            bodies.append(b"{" + b",".join(b'"%s":%s' % (key.encode(), held) for key, held in parts.items()) + b"}")
    for body in bodies:
        response = server.call(
            "POST",
            address(path, playing),
            secret=playing.secrets[0],
            content=body,
            headers={"Content-Type": "application/json"},
        )
        assert response.status_code < 500, (body, response.text)
        assert str(response.status_code) in allowed, (body, response.text)
        if response.status_code >= 400:
            problem_in(response)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a b", "", None]
)
@pytest.mark.parametrize("path", WITH_BODY)
def test_a_body_has_to_say_that_it_is_json(server: Server, playing: Made, path: str, kind: str | None) -> None:
    """A form of another site cannot say so, whatever its fields hold."""
    headers = {} if kind is None else {"Content-Type": kind}
    response = server.call(
        "POST",
        address(path, playing),
        secret=playing.secrets[0],
        content=json.dumps(GOOD_BODIES[path]).encode(),
        headers=headers,
    )
    check_refused(response, "POST", path, 400, 422)


@pytest.mark.parametrize("secret", ["", " ", "é", "\x7f", "x" * 20_000, "Bearer x", "a b c"])
def test_secrets_that_are_none(server: Server, playing: Made, secret: str) -> None:
    for scheme in ("Bearer ", "Basic ", "bearer  ", ""):
        headers = {"Authorization": (scheme + secret).encode()}
        response = server.call("GET", playing.path, headers=headers)
        assert response.status_code in (200, 401)
        if response.status_code == 401:
            assert problem_in(response).code == "no-secret" and response.headers["WWW-Authenticate"] == "Bearer"
        elif secret.strip():
            assert scheme.strip().lower() != "bearer" and response.json()["viewer"] is None


ODD_ADDRESSES = ("x", "%00" * 22, "%ff" * 22, "..%2f" * 6, "A" * 23, "A" * 22 + "%0a", "é" * 22, "'" * 22, "A" * 22)


@pytest.mark.parametrize(("method", "path"), [one for one in operations() if "{table}" in one[1]])
def test_tables_that_are_not_there(server: Server, playing: Made, method: str, path: str) -> None:
    for name in ODD_ADDRESSES:
        response = server.call(
            method,
            path.replace("{table}", name).replace("{seat}", "0").replace("{turn}", "0"),
            GOOD_BODIES.get(path) if method == "POST" else None,
            playing.secrets[0],
        )
        if "%2f" in name:
            assert problem_in(response).status in (404, 405)
        else:
            check_refused(response, method, path, 404)


@pytest.mark.parametrize("number", ["-1", "5", "4", "1e1", "1_0", "٣", "9" * 5000, "x", "0x1", " 1", "1.0", "+1"])
def test_seats_and_turns_that_are_not_there(server: Server, playing: Made, number: str) -> None:
    seat = server.call("POST", f"{playing.path}/seats/{number}", {"name": "Somebody"}, playing.secrets[0])
    check_refused(seat, "POST", "/api/tables/{table}/seats/{seat}", 404)
    turn = server.call("GET", f"{playing.path}/positions/{number}", secret=playing.secrets[0])
    check_refused(turn, "GET", "/api/tables/{table}/positions/{turn}", 404)


QUERIES = (
    *("since=-1", "since=x", "since=1000001", "since=" + "9" * 5000, "since=1.5", "wait=nan", "wait=inf", "wait=-1"),
    *("wait=25.1", "wait=", "since=", "nothing=1", "%ff=%ff", "since=%00"),
)


@pytest.mark.parametrize("query", QUERIES)
def test_queries_that_say_nothing(server: Server, playing: Made, query: str) -> None:
    response = server.call("GET", f"{playing.path}/events?{query}")
    assert check_refused(response, "GET", "/api/tables/{table}/events", 422).faults


NEEDS_A_SECRET = [
    (method, path)
    for method, path in operations()
    if {"HTTPBearer": []} in (needed := document()["paths"][path][method.lower()].get("security", []))
    and {} not in needed
]

OF_A_TABLE = [(method, path) for method, path in NEEDS_A_SECRET if "{table}" in path]


def test_which_addresses_need_a_secret() -> None:
    """Looking, hearing, an open seat and a record need none; making and looking at the games neither."""
    assert ("GET", "/api/tables/{table}") not in NEEDS_A_SECRET
    assert len(OF_A_TABLE) == 19 and len(NEEDS_A_SECRET) == 23
    assert all("{board}" in path for _, path in set(NEEDS_A_SECRET) - set(OF_A_TABLE))


@pytest.mark.parametrize(("method", "path"), OF_A_TABLE)
def test_without_the_secret_nothing_is_done(server: Server, method: str, path: str) -> None:
    for table in (make_table(server, "glassworks"), start_table(server, "glassworks")):
        before = server.get(table.path)
        stranger = make_table(server, "glassworks").secrets[0]
        for secret in (None, "", "nothing", stranger, "0" * 22):
            body = GOOD_BODIES.get(path) if method == "POST" else None
            response = server.call(method, address(path, table), body, secret)
            assert check_refused(response, method, path, 401).code == "no-secret"
        assert server.get(table.path) == before


@pytest.mark.parametrize("path", ["/api/tables/{table}/seats/{seat}", "/api/tables/{table}"])
def test_another_seats_secret_is_not_enough(server: Server, path: str) -> None:
    table = start_table(server, "glassworks")
    response = server.call("DELETE", address(path, table), secret=table.secrets[1])
    assert check_refused(response, "DELETE", path, 403).code == "not-yours"


def test_a_body_larger_than_the_limit_is_not_read(tmp_path: Any) -> None:
    with running(tmp_path, Limits(body=1000)) as server:
        table = start_table(server, "glassworks")
        body = json.dumps({"version": 1, "text": "x" * 1000}).encode()
        headers = {"Content-Type": "application/json"}
        secret = table.secrets[0]
        declared = server.call("POST", f"{table.path}/draft", content=body, secret=secret, headers=headers)
        check_refused(declared, "POST", "/api/tables/{table}/draft", 413)
        for name in ("-5", "x", "99999999999999999999", ""):
            lying = server.call(
                "POST", f"{table.path}/draft", content=body, secret=secret, headers=headers | {"Content-Length": name}
            )
            assert lying.status_code in (400, 413), name
        small = server.call("POST", f"{table.path}/draft", {"version": 4, "decisions": []}, secret)
        assert small.status_code in (200, 409)


def post(server: Server, path: str, content: bytes, secret: str | None = None) -> Response:
    return server.call("POST", path, content=content, secret=secret, headers={"Content-Type": "application/json"})


def test_each_route_takes_bodies_of_its_size_only(server: Server, playing: Made) -> None:
    """Unknown keys by the hundred thousand took a server 45 s of validation and a gigabyte."""
    keys = json.dumps({f"k{number}": 0 for number in range(20_000)}).encode()
    for path in (f"{playing.path}/draft", "/api/games/glassworks/puzzles/none/answer", "/api/games/market/score"):
        assert post(server, path, keys, playing.secrets[0]).status_code == 413, path
    turns = b'{"format":"rivertable-record/1","game":"glassworks","turns":[' + b"{}," * 300_000 + b"{}]}"
    for path in ("/api/check", "/api/records"):
        refused = problem_in(post(server, path, turns))
        assert refused.code == "too-large" and "60000 values" in refused.detail
        refused = problem_in(post(server, path, b" " * 1_000_001))
        assert refused.code == "too-large" and "1000000 bytes" in refused.detail
    some = b'{"format":"rivertable-record/1","game":"glassworks","turns":[' + b"{}," * 2_000 + b"{}]}"
    told = server.call("POST", "/api/check", content=some, headers={"Content-Type": "application/json"}).json()
    assert told["fault"] == "record: The record has 2001 turns; no game has more than 2000."
    unknown = json.dumps({"format": "rivertable-record/1", "game": "market", **{f"k{k}": 0 for k in range(2_000)}})
    told = server.call("POST", "/api/check", content=unknown.encode(), headers={"Content-Type": "application/json"})
    assert re.search(r"The record is damaged in 20\d\d places\.", told.json()["fault"])


def test_a_table_that_is_not_there_is_said_before_its_body_is_read(server: Server) -> None:
    refused = post(server, "/api/tables/nothing-of-this-name-xx/draft", b"x" * 63_000)
    assert refused.status_code == 404 and refused.headers["connection"] == "close"


def test_moves_in_words_are_refused_with_a_reason_and_never_fail(server: Server) -> None:
    for game in ("glassworks", "market"):
        table = start_table(server, game, 3)
        play_at_random(server, table, 6, Random(3))
        view = server.get(table.path)
        secret = table.secrets[view["turn"]["seat"]]
        for text in (
            "x",
            ">",
            "?1>?1",
            "\x00",
            "é",
            "place",
            "9" * 500,
            "draw 1 2 3",
            "pass",
            " ",
            "[" * 500,
            "{fault}",
        ):
            wanted = {"version": view["version"], "text": text}
            response = server.call("POST", f"{table.path}/draft", wanted, secret)
            if response.status_code != 200:
                check_refused(response, "POST", "/api/tables/{table}/draft", 409)


def test_what_cannot_be_seen_of_a_name_is_left_out(server: Server) -> None:
    seats = [{"kind": "person"}] * 2
    made = server.post("/api/tables", {"game": "glassworks", "seats": seats, "name": "Quiet\u200b evening"})
    path, secret = f"/api/tables/{made['table']}", made["seats"][0]["secret"]
    server.post(f"{path}/seats/0", {"name": "\u202eAn\u200bna\u2066"}, secret)
    view = server.get(path)
    assert view["name"] == "Quiet evening" and view["seats"][0]["name"] == "Anna"
    for unseen in ("\u200b\u200d", "\u3164", "\u2028"):
        refused = server.call("POST", f"{path}/seats/0", {"name": unseen}, secret)
        assert refused.status_code == 422, unseen
        assert "no character that can be seen" in refused.text or "pattern" in refused.text


def test_a_record_with_a_text_of_megabytes_is_not_kept(server: Server) -> None:
    table = start_table(server, "glassworks")
    play_at_random(server, table, 500, Random(1))
    record = server.get(f"{table.path}/record")
    named = [{**record["seats"][0], "name": "\u202e" + "long " * 100}, record["seats"][1]]
    brought = server.post("/api/records", {**record, "seats": named})["table"]
    name = server.get(f"/api/tables/{brought}")["seats"][0]["name"]
    assert name == ("long " * 8)[:40]
    endless = [{**record["seats"][0], "name": "x" * 500_000}, record["seats"][1]]
    refused = server.call("POST", "/api/records", {**record, "seats": endless})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "record.seats[0].name is longer than 1000 characters."
