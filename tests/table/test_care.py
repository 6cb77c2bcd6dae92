"""What people do about one another: muted, blocked, reported; what operators impose, and what is said to it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from rivertable.core.game import GAMES
from rivertable.table.backup import backup, restore
from rivertable.table.care.company import Company
from rivertable.table.care.desk import COOKIE_SECONDS, LINK_SECONDS, Desk
from rivertable.table.errors import NoOperatorError, NotWelcomeError, SanctionedError
from rivertable.table.people import ERASURE_DAYS, People, Visitor
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.place import StorePlace
from rivertable.table.store.server_secrets import open_secrets
from rivertable.table.tables import Plan, SeatPlan, Tables
from rivertable.table.web.limits import Limits, Rate

from .days import Days, days
from .in_process import Server, running
from .marked_deck import marked_deck
from .problem_documents import check_refused, document, operations, problem_in
from .servers import Cluster
from .tables import Made, make_table, start_table
from .test_api_canaries import MARKERS, secrets_in
from .test_people import Browser, named

__all__ = ["days"]
OPEN = {"game": "glassworks", "seats": [{"kind": "person"}, {"kind": "open"}], "is_public": True}
SANCTION = {"kind": "no-lobby", "reason": "Names that hurt.", "days": 7}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as made:
        yield made


class Operator:
    """A browser that the link of a server was opened in."""

    def __init__(self, server: Server, name: str = "olga") -> None:
        assert server.context.desk is not None
        self._server = server
        self.cookie: str | None = None
        entered = self.call("POST", "/enter", {"key": server.context.desk.new_link(name)})
        assert entered.is_success, entered.text
        self.cookie = entered.cookies["rivertable-admin"]
        self.told = entered.headers["set-cookie"]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        self._server._client.cookies.clear()
        headers = {"Cookie": f"rivertable-admin={self.cookie}"} if self.cookie else {}
        return self._server.call(method, f"/api/admin{path}", body, headers=headers)

    def do(self, method: str, path: str, body: Any = None) -> Any:
        response = self.call(method, path, body)
        assert response.is_success, response.text
        return response.json()


def hosted(server: Server, host: Browser, **more: Any) -> Made:
    """A table with an open seat, whose host sits there and keeps the links."""
    made = server.post("/api/tables", OPEN | more)
    table = Made(made["table"], "glassworks", made["host"], [made["seats"][0]["secret"]])
    server.post(f"{table.path}/seats/0", {"name": "Host"}, table.secrets[0])
    for secret in (table.host, table.secrets[0]):
        host.do("POST", "/tables", {"table": table.id, "secret": secret})
    return table


def met(server: Server, ada: Browser, bob: Browser) -> Made:
    """A table at which two people have played."""
    table = start_table(server, "market")
    for secret, browser in zip(table.secrets, (ada, bob), strict=True):
        browser.do("POST", "/tables", {"table": table.id, "secret": secret})
    return table


def test_whoever_is_blocked_gets_no_seat_and_is_told_nothing(server: Server) -> None:
    ada, bob, eve = (named(server, name) for name in ("Ada", "Bob", "Eve"))
    table = met(server, ada, bob)
    place = f"/tables/{table.id}"
    assert ada.do("GET", f"{place}/company") == {
        "is_named": True,
        "can_report": True,
        "seats": [{"seat": 1, "kind": None}],
    }
    ada.do("POST", f"{place}/apart", {"seat": 1, "kind": "mute"})
    # A muted person may sit down: only the name is hidden, by the page of who has muted them.
    bob.do("POST", f"/tables/{hosted(server, ada).id}/seats/1", {"name": "Bob"})
    before = [bob.do("GET", path) for path in ("", "/standing", "/data", f"{place}/company")]
    ada.do("POST", f"{place}/apart", {"seat": 1, "kind": "block"})
    assert [one["kind"] for one in ada.do("GET", f"{place}/company")["seats"]] == ["block"]
    (entry,) = ada.do("GET", "/standing")["apart"]
    assert (entry["kind"], entry["name"]) == ("block", "Person 1")
    assert [bob.do("GET", path) for path in ("", "/standing", "/data", f"{place}/company")] == before
    for host, guest in ((ada, bob), (bob, ada)):
        waiting = hosted(server, host)
        seat = f"/api/me/tables/{waiting.id}/seats/1"
        refused = guest.call("POST", seat.removeprefix("/api/me"), {"name": "Guest"})
        assert check_refused(refused, "POST", "/api/me/tables/{table}/seats/{seat}", 403).code == "not-welcome"
        # Who comes without saying who they are cannot keep the seat under the name afterwards.
        joined = server.post(f"{waiting.path}/seats/1", {"name": "Guest"})
        kept = guest.call("POST", "/tables", {"table": waiting.id, "secret": joined["secret"]})
        assert check_refused(kept, "POST", "/api/me/tables", 403).code == "not-welcome"
        for word in ("Ada", "Bob", "block"):
            assert word not in refused.text + kept.text
        eve.call("POST", f"/tables/{waiting.id}/seats/1", {"name": "Eve"})
    # What they play already goes on, on new devices too.
    bob.do("POST", "/tables", {"table": table.id, "secret": table.secrets[1]})
    # Who only watches learns nothing of the others there, but for whom they keep apart from already.
    for browser, kinds in ((eve, []), (ada, ["block", "block"])):
        watched = hosted(server, bob)
        told = browser.do("GET", f"/tables/{watched.id}/company")["seats"]
        assert [one["kind"] for one in told] == kinds
        refused = browser.call("POST", f"/tables/{watched.id}/apart", {"seat": 0, "kind": "mute"})
        assert check_refused(refused, "POST", "/api/me/tables/{table}/apart", 404).code == "no-such-entry"
    assert ada.call("DELETE", f"/apart/{'0' * 32}").status_code == 404
    assert bob.call("DELETE", f"/apart/{entry['id']}").status_code == 404
    ada.do("DELETE", f"/apart/{entry['id']}")
    assert bob.do("POST", f"/tables/{hosted(server, ada).id}/seats/1", {"name": "Bob"})["seat"] == 1


def test_a_muted_name_is_seen_in_no_list(server: Server) -> None:
    """Not of one's tables, not of open ones, not of people to invite, and not in an invitation."""
    ada, bob, eve = (named(server, name) for name in ("Ada", "Bob", "Eve"))
    table, listed, unlisted = met(server, ada, bob), hosted(server, bob), hosted(server, bob, is_public=False)
    for _ in range(2):  # invited before and afterwards
        marks = {one["name"]: one["companion"] for one in bob.do("GET", "/companions")}
        bob.do("POST", "/invitations", {"table": unlisted.id, "companion": marks["Ada"]})
        (invited,) = ada.do("GET", "/invitations")
        if invited["by"] == "Bob":
            ada.do("POST", f"/tables/{table.id}/apart", {"seat": 1, "kind": "mute"})
    assert (invited["table"], invited["by"], invited["name"]) == (unlisted.id, None, None)
    assert ada.do("GET", "/companions") == []
    told = {one["table"]: one["seats"] for one in ada.do("GET", "/apart")}
    assert told == {table.id: [1], listed.id: [-1, 0]}
    assert bob.do("GET", "/apart") == eve.do("GET", "/apart") == []


def test_nobody_without_a_name_is_kept_apart_from(server: Server) -> None:
    ada = named(server, "Ada")
    table = start_table(server, "glassworks")
    ada.do("POST", "/tables", {"table": table.id, "secret": table.secrets[0]})
    path = f"/tables/{table.id}/apart"
    for seat, code in ((0, "no-such-entry"), (1, "no-such-entry"), (4, "no-such-table")):
        refused = ada.call("POST", path, {"seat": seat, "kind": "block"})
        assert check_refused(refused, "POST", "/api/me/tables/{table}/apart", 404).code == code
    assert Browser(server).do("GET", f"/tables/{table.id}/company") == {
        "is_named": False,
        "can_report": True,
        "seats": [],
    }


def test_a_report_carries_table_version_and_text_and_needs_no_name(server: Server) -> None:
    table = start_table(server, "market")
    bob = named(server, "Bob")
    bob.do("POST", "/tables", {"table": table.id, "secret": table.secrets[1]})
    path = f"{table.path}/reports"
    server.post(path, {"text": "A name that hurts.", "seat": 1}, table.secrets[0])
    server.post(path, {"text": "He says\nso, too."}, table.secrets[1])
    server.post(path, {"text": "And the host."}, table.host)
    version = server.get(table.path)["version"]
    olga = Operator(server)
    told = olga.do("GET", "/desk")["reports"]
    assert [(one["seat"], one["about_seat"], one["text"]) for one in told] == [
        (0, 1, "A name that hurts."),
        (1, None, "He says\nso, too."),
        (-1, None, "And the host."),
    ]
    assert {(one["table"], one["version"]) for one in told} == {(table.id, version)}
    assert (told[0]["about_name"], told[0]["person"]) == ("Person 1", None)
    (person,) = olga.do("GET", "/people?find=bO")
    assert told[0]["about"] == told[1]["person"] == person["id"]
    for text in ("", " ", "x" * 501, "\u200b"):
        assert server.call("POST", path, {"text": text}, table.secrets[0]).status_code == 422
    for _ in range(17):
        server.post(path, {"text": "Again."}, table.secrets[0])
    assert server.call("POST", path, {"text": "Again."}, table.secrets[0]).status_code == 429
    olga.do("POST", f"/reports/{told[0]['id']}/close", {"answer": "Spoken to."})
    closing = olga.call("POST", f"/reports/{told[0]['id']}/close", {"answer": "Twice."})
    assert check_refused(closing, "POST", "/api/admin/reports/{report}/close", 404).code == "no-such-entry"
    assert olga.do("GET", f"/reports/{told[0]['id']}")["answer"] == "Spoken to."
    server.post(path, {"text": "One more."}, table.secrets[0])
    assert [one["is_closed"] for one in bob.do("GET", "/standing")["reports"]] == [False]


def test_who_only_watches_reports_by_name_and_crowds_no_seat_out(server: Server) -> None:
    table, eve, olga = start_table(server, "glassworks"), named(server, "Eve"), Operator(server)
    (person,) = olga.do("GET", "/people?find=eve")
    path = f"/tables/{table.id}/reports"
    refused = Browser(server).call("POST", path, {"text": "A name that hurts.", "seat": 1})
    assert check_refused(refused, "POST", "/api/me/tables/{table}/reports", 401).code == "no-person"
    for _ in range(5):
        eve.do("POST", path, {"text": "A name that hurts.", "seat": 1})
    assert eve.call("POST", path, {"text": "Again."}).status_code == 429
    told = olga.do("GET", "/desk")["reports"]
    assert {(one["seat"], one["person"], one["about_name"]) for one in told} == {(-2, person["id"], "Person 1")}
    assert len(eve.do("GET", "/standing")["reports"]) == 5
    for _ in range(20):
        server.post(f"{table.path}/reports", {"text": "From a seat."}, table.secrets[0])


def test_nobody_floods_operators(tmp_path: Path) -> None:
    with running(tmp_path, Limits(people=Rate(2, 0.01)), has_jobs=False) as server:
        table = start_table(server, "glassworks")
        asked = [server.call("POST", f"{table.path}/reports", {"text": "x"}, table.host).status_code for _ in range(4)]
        assert asked == [200, 200, 429, 429]


def test_a_sanction_is_seen_holds_until_its_end_and_is_appealed_against(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=False) as server:
        bob, eve, olga = named(server, "Bob"), named(server, "Eve"), Operator(server)
        (person,) = olga.do("GET", "/people?find=bob")
        own, other = hosted(server, bob), hosted(server, eve)
        unlisted = hosted(server, eve, is_public=False)
        guest = hosted(server, eve)
        bob.do("POST", f"/tables/{guest.id}/seats/1", {"name": "Bob"})
        imposing = f"/people/{person['id']}/sanctions"
        assert {one["id"] for one in server.get("/api/tables")} == {own.id, other.id, guest.id}
        olga.do("POST", imposing, SANCTION)
        # What others host is listed on, whoever sits there.
        assert {one["id"] for one in server.get("/api/tables")} == {other.id, guest.id}
        refused = bob.call("POST", f"/tables/{other.id}/seats/1", {"name": "Bob"})
        assert check_refused(refused, "POST", "/api/me/tables/{table}/seats/{seat}", 403).code == "sanctioned"
        bob.do("POST", f"/tables/{unlisted.id}/seats/1", {"name": "Bob"})
        met(server, bob, eve)
        (friend,) = bob.do("GET", "/companions")
        inviting = "/invitations", {"table": own.id, "companion": friend["companion"]}
        closed_to = bob.call("POST", *inviting)
        assert check_refused(closed_to, "POST", "/api/me/invitations", 403).code == "sanctioned"
        assert eve.do("GET", "/invitations") == []
        (told,) = bob.do("GET", "/standing")["sanctions"]
        assert (told["kind"], told["reason"], told["is_over"]) == ("no-lobby", SANCTION["reason"], False)
        assert told["until"] is not None and told["answer"] is None
        assert eve.do("GET", "/standing")["sanctions"] == []
        appeal = f"/sanctions/{told['id']}/appeal"
        assert olga.call("POST", f"/sanctions/{told['id']}/answer", {"text": "?"}).status_code == 409
        assert eve.call("POST", appeal, {"text": "Mine."}).status_code == 404
        bob.do("POST", appeal, {"text": "It was a joke."})
        assert bob.call("POST", appeal, {"text": "Again."}).status_code == 409
        assert [one["appeal"] for one in olga.do("GET", "/desk")["sanctions"]] == ["It was a joke."]
        olga.do("POST", f"/sanctions/{told['id']}/answer", {"text": "Not a good one."})
        (told,) = bob.do("GET", "/data")["sanctions"]
        assert (told["appeal"], told["answer"]) == ("It was a joke.", "Not a good one.")
        days.move(8 * 86_400.0)
        olga = Operator(server)
        assert bob.do("GET", "/standing")["sanctions"][0]["is_over"] and olga.do("GET", "/desk")["sanctions"] == []
        assert {one["id"] for one in server.get("/api/tables")} == {own.id, other.id, guest.id}
        bob.do("POST", f"/tables/{other.id}/seats/1", {"name": "Bob"})
        bob.do("POST", *inviting)
        # A closed name keeps what it has, and is lifted before its end.
        closed = olga.do("POST", imposing, SANCTION | {"kind": "closed", "days": None})["sanctions"][0]
        table = hosted(server, eve, is_public=False)
        assert bob.call("POST", f"/tables/{table.id}/seats/1", {"name": "Bob"}).status_code == 403
        fresh = start_table(server, "glassworks")
        keeping = {"table": fresh.id, "secret": fresh.secrets[0]}
        assert problem_in(bob.call("POST", "/tables", keeping)).code == "sanctioned"
        assert len(bob.do("GET", "/tables")) == 6
        olga.do("POST", f"/sanctions/{closed['id']}/lift")
        assert olga.call("POST", f"/sanctions/{closed['id']}/lift").status_code == 409
        bob.do("POST", "/tables", keeping)
        # What warns closes nothing, and the other one rated tables alone.
        for kind in ("warn", "no-rated"):
            olga.do("POST", imposing, SANCTION | {"kind": kind})
        bob.do("POST", f"/tables/{table.id}/seats/1", {"name": "Bob"})
        rated = hosted(server, eve, is_public=False, is_rated=True)
        refused = bob.call("POST", f"/tables/{rated.id}/seats/1", {"name": "Bob"})
        assert check_refused(refused, "POST", "/api/me/tables/{table}/seats/{seat}", 403).code == "sanctioned"


def test_an_operator_issues_a_code_and_the_person_is_told(server: Server) -> None:
    bob, olga = named(server, "Bob"), Operator(server)
    former = bob.do("POST", "/code")["code"]
    (person,) = olga.do("GET", "/people?find=bob")
    code = olga.do("POST", f"/people/{person['id']}/code")["code"]
    assert bob.do("GET", "/standing")["code_issued_at"] is not None
    assert bob.do("GET", "/data")["code_issued_at"] is not None
    assert Browser(server).call("POST", "/recover", {"code": former}).status_code == 401
    found = Browser(server)
    assert found.do("POST", "/recover", {"code": code})["name"] == "Bob"
    found.do("POST", "/code")
    assert bob.do("GET", "/standing")["code_issued_at"] is None
    (act,) = (one for one in olga.do("GET", "/desk")["log"] if one["act"] == "issue-code")
    assert (act["actor"], act["detail"]) == ("olga", {"person": person["id"]}) and code not in str(act)


# The operators' page.


OPERATED = [(method, path) for method, path in operations() if path.startswith("/api/admin/")]
BODIES = {
    "/api/admin/people/{person}/sanctions": SANCTION,
    "/api/admin/reports/{report}/close": {"answer": "Seen."},
    "/api/admin/sanctions/{sanction}/answer": {"text": "It stays."},
    "/api/admin/enter": {"key": "A" * 43},
}


def address(path: str) -> str:
    parts = dict.fromkeys(("person", "report", "sanction"), "0" * 32)
    return path.format_map(parts) + ("?find=a" if path.endswith("people") else "")


def test_the_page_opens_by_a_link_once_and_by_nothing_else(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=False) as server:
        desk, ada = server.context.desk, named(server, "Ada")
        assert desk is not None
        olga = Operator(server)
        for part in ("Path=/api/admin", "HttpOnly", "SameSite=strict", f"Max-Age={int(COOKIE_SECONDS)}"):
            assert part in olga.told
        link, stale = desk.new_link("olga"), desk.new_link("olga")
        cookie = olga.cookie
        desk.enter(link)
        with pytest.raises(NoOperatorError):
            desk.enter(link)
        nobody = Operator.__new__(Operator)
        nobody._server, nobody.cookie = server, None
        for key in (None, "A" * 43, link, ada.cookie):
            nobody.cookie = key
            for method, path in OPERATED:
                refused = nobody.call(method, address(path).removeprefix("/api/admin"), BODIES.get(path))
                assert check_refused(refused, method, path, 401).code == "no-operator"
        # A person's key is none of an operator, and the other way round.
        ada.cookie = cookie
        assert ada.call("GET", "/tables").status_code == 401
        headers = {"Cookie": f"rivertable-admin={cookie}", "Origin": "https://evil.example"}
        foreign = server.call("POST", "/api/admin/leave", None, headers=headers)
        assert problem_in(foreign).code == "foreign-origin"
        assert olga.do("GET", "/desk")["operator"] == "olga"
        olga.do("POST", "/leave")
        assert olga.call("GET", "/desk").status_code == 401
        olga = Operator(server)
        days.move(LINK_SECONDS + 1)
        with pytest.raises(NoOperatorError):
            desk.enter(stale)
        assert olga.do("GET", "/desk")["operator"] == "olga"
        days.move(COOKIE_SECONDS)
        assert olga.call("GET", "/desk").status_code == 401


def test_nothing_of_it_is_there_unless_it_is_turned_on(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False, has_people=False, has_operators=False) as server:
        for method, path in OPERATED:
            refused = server.call(method, address(path), BODIES.get(path))
            assert check_refused(refused, method, path, 409).code == "wrong-state"
        table = start_table(server, "glassworks")
        assert server.call("POST", f"{table.path}/reports", {"text": "x"}, table.host).status_code == 409
        told = server.get(f"/api/me/tables/{table.id}/company")
        assert told == {"is_named": False, "can_report": False, "seats": []}


def test_operators_learn_no_hand_no_secret_and_no_key(server: Server) -> None:
    """M28: not of any table, and not of one where the operator sits."""
    ada, olga = named(server, "Ada"), Operator(server)
    table = start_table(server, "market", components=marked_deck().text, seed="hidden")
    ada.do("POST", "/tables", {"table": table.id, "secret": table.secrets[0]})
    server.post(f"{table.path}/reports", {"text": "Look.", "seat": 0}, table.secrets[1])
    (report,) = olga.do("GET", "/desk")["reports"]
    person = report["about"]
    heard = []
    for method, path in OPERATED:
        if path.endswith(("/enter", "/leave")):
            continue
        place = path.removeprefix("/api/admin").format_map(
            {"person": person, "report": report["id"], "sanction": "0" * 32}
        )
        heard.append(olga.call(method, place + ("?find=a" if path.endswith("people") else ""), BODIES.get(path)).text)
    text = "".join(heard)
    assert "Ada" in text and report["id"] in text
    assert not MARKERS.search(text) and ada.cookie is not None and ada.cookie not in text
    assert secrets_in(text, table, server.tables.open(table.id).seed) == []
    # The operator's cookie opens no seat: it is not even sent there.
    assert (
        server.call("GET", table.path, headers={"Cookie": f"rivertable-admin={olga.cookie}"}).json()["viewer"] is None
    )


def test_all_that_operators_do_is_in_the_log(server: Server) -> None:
    bob, olga = named(server, "Bob"), Operator(server)
    table = make_table(server, "glassworks")
    server.post(f"{table.path}/reports", {"text": "x"}, table.host)
    (person,) = olga.do("GET", "/people?find=bob")
    (report,) = olga.do("GET", "/desk")["reports"]
    made = olga.do("POST", f"/people/{person['id']}/sanctions", SANCTION | {"report": report["id"]})["sanctions"][0]
    bob.do("POST", f"/sanctions/{made['id']}/appeal", {"text": "No."})
    olga.do("POST", f"/sanctions/{made['id']}/answer", {"text": "Yes."})
    olga.do("POST", f"/sanctions/{made['id']}/lift")
    olga.do("POST", f"/reports/{report['id']}/close", {"answer": "Done."})
    olga.do("POST", f"/people/{person['id']}/code")
    told = olga.do("GET", "/desk")["log"]
    acts = ["issue-code", "close-report", "lift", "answer-appeal", "sanction", "enter"]
    assert [one["act"] for one in told] == acts and {one["actor"] for one in told} == {"olga"}
    changing = {path for method, path in OPERATED if method != "GET"} - {"/api/admin/leave"}
    assert len(changing) == len(acts)
    assert document()["paths"].keys() >= changing


# Erased, restored, and on the other store.


def test_erasing_takes_it_along_and_a_restore_brings_nothing_back(tmp_path: Path, postgres: Cluster) -> None:
    """On PostgreSQL, and restored from it into an embedded store."""
    place = StorePlace(database=postgres.database(), secrets=tmp_path / "secrets.json")
    secrets = open_secrets(place.secrets_file)
    database = Database(str(place.database))
    database.migrate()
    tables = Tables(database, secrets.erasure_key)
    people, company, desk = People(tables, secrets), Company(database), Desk(database, secrets)
    ada, bob, eve = (people.arrive(name) for name in ("Ada", "Bob", "Eve"))
    table = tables.open(kept_by(tables, people, ada, bob, eve))
    company.keep_apart(ada.person, table, 1, "mute")
    company.keep_apart(ada.person, table, 1, "block")
    company.keep_apart(bob.person, table, 0, "block")
    company.keep_apart(bob.person, table, 2, "mute")
    assert company.others_at(bob.person, table.id) == [(-1, "block"), (0, "block"), (2, "mute")]
    company.report(table, 1, 0, "Ada did it.")
    company.report(table, 0, 1, "Bob did it.")
    sanction = desk.sanction(bob.person.id, "closed", "Both did.", 3, desk.reports()[0].id)
    company.appeal(bob.person, sanction, "I did not.")
    desk.new_link("olga")
    waiting, _, _ = tables.create(Plan(GAMES["market"].make_terms(2), (SeatPlan("open"), SeatPlan("open"))))
    with pytest.raises(SanctionedError):
        company.check_seat(bob.person, tables.open(waiting))
    desk.lift(sanction)
    with pytest.raises(NotWelcomeError):
        company.check_seat(bob.person, tables.open(kept_by(tables, people, ada)))
    backup(place, tmp_path / "before")
    people.erase_later(bob, is_wanted=True)
    people.sweep(time.time() + (ERASURE_DAYS + 1) * 86_400.0)
    check_forgotten(database, ada)
    tables.close()
    database.close()
    elsewhere = StorePlace(tmp_path / "elsewhere", secrets=place.secrets)
    for target, archive in ((place, "before"), (elsewhere, "after")):
        assert restore(target, tmp_path / archive, is_replacing=True).erased == (archive == "before")
        store = Database(target.database or sqlite_url(target.data))
        check_forgotten(store, ada)
        with store.read() as connection:
            assert connection.execute(sql("SELECT count(*) FROM operator_key")).scalar_one() == 0
        store.close()
        if archive == "before":
            backup(place, tmp_path / "after")


def kept_by(tables: Tables, people: People, *visitors: Visitor) -> str:
    """A table whose seats people sit at, the first of them its host, and one more."""
    seats = tuple(SeatPlan("person", name=visitor.person.name) for visitor in visitors)
    table_id, host, secrets = tables.create(
        Plan(GAMES["market"].make_terms(len(seats) + 1), (*seats, SeatPlan("open")))
    )
    for visitor, secret in zip(visitors, secrets, strict=False):
        people.keep(visitor, table_id, str(secret))
    people.keep(visitors[0], table_id, host)
    return table_id


def check_forgotten(database: Database, ada: Visitor) -> None:
    """Whether nothing is left of what Bob did about others and others about him, but for what they wrote."""
    with database.read() as connection:
        for table in ("block", "sanction"):
            assert connection.execute(sql(f"SELECT count(*) FROM {table}")).scalar_one() == 0
        found = connection.execute(sql("SELECT person_id, about_id, about_name, text FROM report ORDER BY at")).all()
    assert [tuple(row) for row in found] == [
        (None, ada.person.id, "Ada", ""),
        (ada.person.id, None, None, "Bob did it."),
    ]
