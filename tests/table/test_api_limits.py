"""What stands before every route: rates, sizes, foreign origins, headers; HEAD and OPTIONS; a line in the log."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from rivertable.table.web.access import Access
from rivertable.table.web.limits import Limits, Rate, address_of

from .in_process import ADDRESS, HOST, OPEN, Server, running
from .problem_documents import check_refused, operations, problem_in
from .tables import make_table, start_table
from .test_api_canaries import logged

FREE = Rate(1e12, 1e12)
SLOW = Rate(3, 0.01)
"""Nothing more is allowed within a test, however slow the machine is."""


def limits(**changed: Any) -> Limits:
    """Limits that nobody reaches but those that are named."""
    free = dict.fromkeys(("address", "seat", "tables", "stored", "sockets", "messages"), FREE)
    return Limits(**(free | changed))


def check_slowed(response: Response) -> None:
    """Refused until a time that is told and within reach."""
    problem = problem_in(response)
    assert (response.status_code, problem.code) == (429, "too-many")
    assert 1 <= int(response.headers["Retry-After"]) <= 100
    assert problem.detail == f"Too many requests; try again in {response.headers['Retry-After']} s."


def test_an_address_asks_only_so_often(tmp_path: Path) -> None:
    with running(tmp_path, limits(address=SLOW)) as server:
        assert [server.call("GET", "/api/games").status_code for _ in range(3)] == [200] * 3
        slowed = server.call("GET", "/api/games")
        check_slowed(slowed)
        check_refused(slowed, "GET", "/api/games", 429)
        # Pages and what a host's own tools ask are not counted.
        assert {server.call("GET", path).status_code for path in ("/", "/healthz", "/livez", "/metrics") * 4} == {200}


def test_a_seat_acts_only_so_often_and_slows_nobody_else(tmp_path: Path) -> None:
    with running(tmp_path, limits(seat=SLOW)) as server:
        table = start_table(server, "glassworks")
        other = start_table(server, "glassworks")
        body = {"version": 99, "decisions": []}
        statuses = [server.call("POST", f"{table.path}/draft", body, table.secrets[0]).status_code for _ in range(5)]
        assert statuses == [409] * 3 + [429] * 2
        slowed = server.call("POST", f"{table.path}/resign", secret=table.secrets[0])
        check_slowed(slowed)
        check_refused(slowed, "POST", "/api/tables/{table}/resign", 429)
        assert server.call("POST", f"{table.path}/draft", body, table.secrets[1]).status_code == 409
        assert server.call("POST", f"{other.path}/draft", body, other.secrets[0]).status_code == 409
        assert server.call("GET", table.path, secret=table.secrets[0]).status_code == 200


def test_an_address_makes_only_so_many_tables(tmp_path: Path) -> None:
    with running(tmp_path, limits(tables=SLOW)) as server:
        wanted = {"game": "glassworks", "seats": [{"kind": "open"}] * 2}
        statuses = [server.call("POST", "/api/tables", wanted).status_code for _ in range(5)]
        assert statuses == [201] * 3 + [429] * 2
        check_slowed(server.call("POST", "/api/records", {"format": "rivertable-record/1"}))


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    with running(tmp_path, limits(tables=SLOW), has_jobs=False) as server:
        made = make_table(server, "glassworks")
        path = made.path
        for _ in range(2):
            for number, secret in enumerate(made.secrets):
                server.call("POST", f"{path}/seats/{number}", {"name": f"Person {number}"}, secret)
            server.post(f"{path}/start", {}, made.host)
            server.post(f"{path}/resign", None, made.secrets[0])
            path = f"/api/tables/{server.post(f'{path}/rematch', None, made.secrets[0])['table']}"
        for number, secret in enumerate(made.secrets):
            server.post(f"{path}/seats/{number}", {"name": f"Person {number}"}, secret)
        server.post(f"{path}/start", {}, made.host)
        server.post(f"{path}/resign", None, made.secrets[0])
        check_slowed(server.call("POST", f"{path}/rematch", None, made.secrets[0]))


def test_an_address_fills_the_store_only_so_fast(tmp_path: Path) -> None:
    """Each table counts as a whole game, printed data and records by their bytes."""
    with running(tmp_path, limits(stored=Rate(300_000, 1_000))) as server:
        wanted = {"game": "glassworks", "seats": [{"kind": "open"}] * 2}
        statuses = [server.call("POST", "/api/tables", wanted).status_code for _ in range(8)]
        assert statuses == [201] * 6 + [429] * 2
        slowed = server.call("POST", "/api/records", {"format": "x" * 100_000})
        # The bytes of a table, those of the record with its braces and quotes, and a second that has begun.
        assert slowed.status_code == 429 and 100 < int(slowed.headers["Retry-After"]) <= 50 + 100 + 1


def test_an_address_opens_only_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path, limits(sockets=SLOW)) as server:
        lines = [server.line() for _ in range(4)]
        for line in lines[:3]:
            line.say({"type": "ping"})
            assert line.next() == {"type": "pong"}
            line.close()
        frames = [lines[3].next_frame(), lines[3].next_frame()]
        assert [frame["type"] for frame in frames] == ["websocket.accept", "websocket.close"]
        assert frames[1]["code"] == 4429


def test_sockets_open_tables_only_as_often_as_their_address_may_ask(tmp_path: Path) -> None:
    """Many sockets that open table after table have one limit between them, and that of the requests."""
    with running(tmp_path, limits(address=Rate(40, 0.01))) as server:
        table = make_table(server, "glassworks")
        lines = [server.line() for _ in range(4)]
        heard = []
        for _ in range(3):
            for line in lines:
                line.say({"type": "open", "table": table.id})
                heard.append(line.next()["type"])
                if heard[-1] == "refused":
                    assert line.next_frame()["code"] == 4429
                    break
            else:
                continue
            break
        assert heard[-1] == "refused" and 6 <= heard.count("news") <= 9
        for line in lines:
            line.close()


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a name", "a name"),
    ],
)
def test_a_household_is_one_address(host: str, counted: str) -> None:
    assert address_of({"type": "http", "client": (host, 1)}) == counted
    assert address_of({"type": "http", "client": None}) == ""


def test_a_socket_says_only_so_much(tmp_path: Path) -> None:
    with running(tmp_path, limits(messages=SLOW)) as server:
        line, other = server.line(), server.line()
        for _ in range(4):
            line.say({"type": "ping"})
        assert [line.next()["type"] for _ in range(4)] == ["pong"] * 3 + ["refused"]
        assert line.next_frame() == {"type": "websocket.close", "code": 4429, "reason": ""}
        other.say({"type": "ping"})
        assert other.next() == {"type": "pong"}
        other.close()


@pytest.mark.parametrize("text", ["x" * 4097, "é" * 2100])
def test_a_message_is_only_so_long(tmp_path: Path, text: str) -> None:
    """4096 bytes, however few characters they are."""
    with running(tmp_path) as server:
        line = server.line()
        line.say(text)
        line.next_frame()
        assert line.next_frame() == {"type": "websocket.close", "code": 1009, "reason": ""}


ODD_MESSAGES = (
    *("", "x", "null", "[]", "{}", '{"type":"news"}', '{"type":"open"}', '{"type":"ping","more":1}', '"\\ud800"'),
    *('{"type":"open","table":"\\ud800"}', '{"type":"open","table":1}', "[" * 4000, "9" * 4000, "NaN"),
    '{"type":"open","table":"x","version":-1}',
)


def test_odd_messages_are_refused_and_the_socket_stays(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = make_table(server, "glassworks")
        line = server.line()
        for text in ODD_MESSAGES:
            line.say(text)
            refused = line.next()
            assert refused["type"] == "refused" and refused["problem"]["status"] == 422, text
            assert refused["problem"]["code"] == "malformed-message"
        for wrong, code in (({"table": "x" * 22}, "no-such-table"), ({"table": table.id, "token": "x"}, "no-secret")):
            line.say({"type": "open", **wrong})
            assert line.next()["problem"]["code"] == code
        line.open(table.id, table.secrets[0])
        assert line.next()["table"]["viewer"] == 0
        line.close()


def test_a_message_that_is_no_text_is_refused(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        line = server.line()
        line._tell({"type": "websocket.receive", "bytes": b'{"type":"ping"}'})
        line.next_frame()
        assert line.next()["problem"]["code"] == "malformed-message"
        line.say({"type": "ping"})
        assert line.next() == {"type": "pong"}
        line.close()


ALLOWED = "https://friends.example"
FOREIGN = ("https://evil.example", "null", "http://", f"http://{HOST}.evil.example", f"http://evil.{HOST}", "", "x")


@pytest.fixture
def open_to_friends(tmp_path: Path) -> Any:
    with running(tmp_path, access=Access((ALLOWED,), metrics=OPEN.metrics)) as server:
        yield server


def test_a_page_of_another_site_does_nothing(open_to_friends: Server) -> None:
    for method, path in operations():
        if method == "GET":
            continue
        address = path.replace("{table}", "A" * 22).replace("{seat}", "0")
        for origin in FOREIGN:
            refused = open_to_friends.call(method, address, {}, headers={"Origin": origin})
            assert (refused.status_code, problem_in(refused).code) == (403, "foreign-origin"), (address, origin)
        for origin in (ALLOWED, f"http://{HOST}", f"https://{HOST}"):
            answer = open_to_friends.call(method, address, {}, headers={"Origin": origin})
            # Some routes refuse for another reason: who opens the house sits at the computer of the table.
            assert answer.status_code != 403 or problem_in(answer).code == "not-yours", (address, origin)


def test_a_page_of_another_site_gets_no_socket(open_to_friends: Server) -> None:
    for origin in FOREIGN:
        line = open_to_friends.line({"Origin": origin})
        line.next_frame()
        assert line.next_frame()["code"] == 4403, origin
    for origin in (ALLOWED, f"http://{HOST}"):
        line = open_to_friends.line({"Origin": origin})
        line.say({"type": "ping"})
        assert line.next() == {"type": "pong"}
        line.close()


def test_other_sites_read_only_where_they_may(open_to_friends: Server, tmp_path: Path) -> None:
    """CORS: the browser of an allowed site is told so, of any other not; without such sites nobody is."""
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    friends = open_to_friends.call("OPTIONS", "/api/tables", headers={"Origin": ALLOWED, **asked})
    assert friends.status_code == 200 and friends.headers["access-control-allow-origin"] == ALLOWED
    assert "DELETE" in friends.headers["access-control-allow-methods"]
    assert "access-control-allow-credentials" not in friends.headers
    read = open_to_friends.call("GET", "/api/games", headers={"Origin": ALLOWED})
    assert read.headers["access-control-allow-origin"] == ALLOWED and "Origin" in read.headers["vary"]
    for origin in FOREIGN[:5]:
        other = open_to_friends.call("OPTIONS", "/api/tables", headers={"Origin": origin, **asked})
        assert other.status_code == 400 and "access-control-allow-origin" not in other.headers
        read = open_to_friends.call("GET", "/api/games", headers={"Origin": origin})
        assert "access-control-allow-origin" not in read.headers
    (tmp_path / "alone").mkdir()
    with running(tmp_path / "alone") as server:
        alone = server.call("OPTIONS", "/api/tables", headers={"Origin": ALLOWED, **asked})
        assert alone.status_code == 405 and not [name for name in alone.headers if name.startswith("access-control")]


def test_refusals_before_every_route_can_be_read_by_allowed_sites(tmp_path: Path) -> None:
    with running(
        tmp_path, limits(address=Rate(1, 0.5), new_table=10), access=Access((ALLOWED,), metrics=OPEN.metrics)
    ) as server:
        large = server.call("POST", "/api/tables", {"game": "glassworks"}, headers={"Origin": ALLOWED})
        slowed = server.call("GET", "/api/games", headers={"Origin": ALLOWED})
        assert [large.status_code, slowed.status_code] == [413, 429]
        for refused in (large, slowed):
            assert refused.headers["access-control-allow-origin"] == ALLOWED
            assert "Retry-After" in refused.headers["access-control-expose-headers"]


def test_a_server_answers_by_its_own_names_only_where_they_are_listed(tmp_path: Path) -> None:
    """Another site that gives its name this server's address is still another site."""
    with running(tmp_path, access=Access(hosts=("games.example", "[::1]"))) as server:
        for host, status in (
            ("games.example", 200),
            ("GAMES.example:8000", 200),
            ("[::1]:8000", 200),
            ("evil.example", 421),
            ("games.example.evil.example", 421),
            ("[::2]", 421),
        ):
            answer = server.call("GET", "/api/games", headers={"Host": host})
            assert answer.status_code == status, host
            line = server.line({"Host": host})
            line.say({"type": "ping"})
            frames = [line.next_frame(), line.next_frame()]
            assert (frames[1]["type"] == "websocket.close") is (status == 421), host
            assert status == 200 or frames[1]["code"] == 4403
            line.close()
        assert problem_in(answer).code == "foreign-host"


def test_metrics_are_for_this_computer_and_whoever_is_named(tmp_path: Path) -> None:
    """The tests ask from 203.0.113.7."""
    with running(tmp_path, access=Access()) as server:
        assert server.call("GET", "/metrics").status_code == 404
    with running(tmp_path, access=Access(metrics=("203.0.113.0/24",))) as server:
        assert server.call("GET", "/metrics").status_code == 200
    assert [Access().may_read_metrics(at) for at in ("127.0.0.1", "::1", "10.0.0.1", "unix")] == [
        True,
        True,
        False,
        False,
    ]


def test_headers_are_on_every_response(tmp_path: Path) -> None:
    asked = [*operations(), ("GET", "/"), ("GET", "/api/nothing"), ("GET", "/nothing.js"), ("PUT", "/api/games")]
    asked += [("HEAD", "/api/games"), ("OPTIONS", "/api/games"), ("GET", "/assets/none"), ("BREW", "/")]
    with running(tmp_path, limits(new_table=100)) as server:
        responses = [server.call(method, path.replace("{table}", "A" * 22)) for method, path in asked]
        responses.append(server.call("POST", "/api/tables", {"name": "x" * 100}))
        responses.append(server.call("POST", "/api/tables", {}, headers={"Origin": "https://evil.example"}))
    assert {response.status_code for response in responses} >= {200, 404, 405, 413, 403, 422}
    numbers = set()
    for response in responses:
        policy = response.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "object-src 'none'" in policy
        assert "unsafe" not in policy and "*" not in policy and "http" not in policy
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["x-frame-options"] == "DENY"
        assert "set-cookie" not in response.headers and "server" not in response.headers
        numbers.add(response.headers["x-request-id"])
    assert len(numbers) == len(responses)


def test_nothing_of_a_table_is_kept_on_the_way(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = start_table(server, "market")
        for rest in ("", "/components", "/events", "/positions/0", "/record"):
            response = server.call("GET", table.path + rest, secret=table.secrets[0])
            assert response.status_code == 200 and response.headers["cache-control"] == "no-store"
            assert not {"etag", "last-modified"} & set(response.headers)


def test_head_is_get_without_its_body_and_options_tells_the_methods(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = start_table(server, "glassworks")
        paths = ["/api/games", "/", "/healthz", "/metrics", table.path, f"{table.path}/record", "/api/nothing"]
        for path in paths:
            # What is compressed is longer by chance.
            whole, head = (
                server.call(method, path, headers={"Accept-Encoding": "identity"}) for method in ("GET", "HEAD")
            )
            assert head.status_code == whole.status_code and head.content == b""
            assert head.headers["content-type"] == whole.headers["content-type"]
            if path != "/metrics":
                assert head.headers["content-length"] == whole.headers["content-length"]
        told = server.call("OPTIONS", table.path)
        assert (told.status_code, told.headers["allow"]) == (405, "DELETE, GET, HEAD")
        assert server.call("HEAD", "/api/check").status_code == 405


def test_a_line_in_the_log_says_what_was_asked_and_nothing_of_whom(tmp_path: Path) -> None:
    """The pattern of the address instead of its ids, no query, no address of a person, no secret."""
    with logged() as lines, running(tmp_path) as server:
        table = start_table(server, "glassworks")
        server.call("GET", f"{table.path}/events?since=3&token={table.secrets[0]}", secret=table.secrets[0])
        server.call("GET", f"/table/{table.id}?seat={table.secrets[1]}")
        server.call("BREW", f"/{table.secrets[0]}")
        told = lines.getvalue()
        metrics = server.call("GET", "/metrics").text
    entries = [json.loads(line) for line in told.splitlines()]
    asked = [entry for entry in entries if entry["logger"] == "rivertable.access"]
    assert all(set(entry) >= {"time", "level", "method", "route", "status", "ms", "request"} for entry in asked)
    assert {"/tables/{table}/events", "/{path:page}"} <= {entry["route"].removeprefix("/api") for entry in asked}
    assert asked[-1]["method"] == "other" and "BREW" not in told + metrics
    for secret in (table.id, *table.secrets, table.host, ADDRESS, "since", "token", "seat="):
        assert secret not in told
        assert secret not in re.sub("seats", "", metrics)


def test_a_fault_of_the_server_is_said_logged_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no test foresees: the reply has all headers and not a word of the inside, the log has it all."""
    with logged() as lines, running(tmp_path) as server:
        table = start_table(server, "glassworks")
        monkeypatch.setitem(server.tables.__dict__, "open", None)
        response = server.call("GET", table.path)
        monkeypatch.undo()
        assert problem_in(response).code == "server-fault" and response.status_code == 500
        assert "content-security-policy" in response.headers and "NoneType" not in response.text
        told = lines.getvalue()
        assert "NoneType" in told and response.headers["x-request-id"] in told and table.id not in told
        assert 'status="500"} 1.0' in server.call("GET", "/metrics").text
