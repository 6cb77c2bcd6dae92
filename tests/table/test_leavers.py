"""People who are not there: the ladder of what is done about them, by a clock that the test moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from patience import PATIENCE_SECONDS
from rivertable.core.match import check
from rivertable.core.record import read_document
from rivertable.table.domain import leavers
from rivertable.table.domain.commands import PendingEvent
from rivertable.table.domain.table import Table
from rivertable.table.store.company.schema import CONDUCT

from .days import Days, days
from .in_process import Document, Server, running
from .problem_documents import problem_in
from .tables import Made, make_table, play_at_random, start_table

__all__ = ["days"]
HOUR = 3_600.0
CLOCK = {"kind": "turn", "seconds": 4 * HOUR}
LATE, ASKED = 6 * HOUR, 2 * HOUR


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server at which nothing happens by itself but what the test does."""
    with running(tmp_path, has_jobs=False) as made:
        yield made


def do_what_is_due(server: Server, table: Made) -> list[str]:
    """Do it as a worker does, and return the kinds of the events that it led to."""
    before = server.tables.open(table.id).version

    def command(found: Table, now: float) -> list[PendingEvent]:
        return leavers.end_absence(found, 0.0, now)

    server.tables.act(table.id, command)
    return [event.kind for event in server.tables.open(table.id).events if event.version > before]


def view(server: Server, table: Made, seat: int | None = None) -> Document:
    found: Document = server.get(table.path, None if seat is None else table.secrets[seat])
    return found


def choose(server: Server, table: Made, seat: int, choice: str, version: int | None = None) -> Any:
    asked = server.tables.open(table.id).choosing
    body = {"version": version or (asked.version if asked else 1), "choice": choice}
    return server.call("POST", f"{table.path}/choice", body, table.secrets[seat])


def asked_table(server: Server, days: Days, players: int = 3, absence: str = "bot", **more: Any) -> Made:
    """A table at which seat 0 has let its time pass, and the others are asked."""
    table = start_table(server, "glassworks", players, clock=CLOCK, absence=absence, **more)
    days.move(LATE + 1)
    assert do_what_is_due(server, table) == ["choice-opened"]
    return table


def outcomes(server: Server, table: Made) -> list[tuple[int, str, int]]:
    with server.database.read() as connection:
        rows = connection.execute(select(CONDUCT).where(CONDUCT.c.table_id == table.id).order_by(CONDUCT.c.seat))
        return [(row.seat, row.outcome, row.bot_turns) for row in rows]


def test_the_page_says_who_is_waited_for_and_what_happens_next_and_when(server: Server, days: Days) -> None:
    table = start_table(server, "glassworks", 3, clock=CLOCK, absence="wait")
    began = server.tables.open(table.id).turn_began
    told = view(server, table)
    assert told["agreement"] == {
        "absence": "wait",
        "has_ready_check": False,
        "has_holidays": False,
        "language": None,
        "is_taught": False,
        "is_rated": False,
    }
    assert told["next"]["what"] == "choice" and told["choosing"] is None
    for passed in (0.0, 4 * HOUR, LATE - 10):
        days.move(passed - (time.time() - began))
        assert do_what_is_due(server, table) == []  # the time is up at 4 h, and nobody is convicted before 6 h
    days.move(11)
    assert do_what_is_due(server, table) == ["choice-opened"]
    told = view(server, table)
    assert told["next"]["what"] == "settle" and told["next"]["at"] == told["choosing"]["until"]
    assert told["choosing"]["seat"] == 0 and told["choosing"]["votes"] == {"1": None, "2": None}
    # The person may move as long as nothing is settled; then nobody is asked any more.
    assert play_at_random(server, table, 1, Random(1)) == 1
    assert view(server, table)["choosing"] is None and do_what_is_due(server, table) == []
    assert problem_in(choose(server, table, 1, "bot")).code == "wrong-state"


def test_most_of_those_who_are_there_decide_and_bots_have_no_say(server: Server, days: Days) -> None:
    seats = [*[{"kind": "person"}] * 4, {"kind": "bot", "level": "random"}]
    table = asked_table(server, days, 5, seats=seats)
    for seat in (0,):
        assert problem_in(choose(server, table, seat, "wait")).code == "wrong-state"  # who is absent is not asked
    assert choose(server, table, 1, "bot").is_success and choose(server, table, 2, "wait").is_success
    assert view(server, table)["choosing"]["votes"] == {"1": "bot", "2": "wait", "3": None}
    assert choose(server, table, 2, "bot").is_success  # a choice may be changed
    assert server.tables.open(table.id).seats[0].substitute == "novice"
    assert view(server, table)["choosing"] is None
    # The person may return until the end, and has finished the game then.
    assert play_at_random(server, table, 1, Random(1)) == 1
    server.post(f"{table.path}/return", None, table.secrets[0])
    assert play_at_random(server, table, 500, Random(1)) < 500
    told = view(server, table)
    assert [seat["bot_turns"] for seat in told["seats"]] == [1, 0, 0, 0, 0]
    assert outcomes(server, table) == [(0, "finished", 1), (1, "finished", 0), (2, "finished", 0), (3, "finished", 0)]


@pytest.mark.parametrize(
    ("votes", "agreed", "done"),
    [
        ({}, "bot", ["away"]),
        ({}, "end", ["ended"]),
        ({}, "wait", ["kept-open"]),
        ({1: "end"}, "bot", ["ended"]),
        ({1: "end", 2: "wait"}, "bot", ["away"]),
        ({1: "wait", 2: "wait"}, "end", ["waited"]),
    ],
)
def test_when_their_time_is_over_most_decide_or_what_was_agreed(
    server: Server, days: Days, votes: dict[int, str], agreed: str, done: list[str]
) -> None:
    table = asked_table(server, days, 5, absence=agreed)
    for seat, choice in votes.items():
        assert choose(server, table, seat, choice).is_success
    days.move(ASKED - 10)
    assert do_what_is_due(server, table) == []
    days.move(11)
    assert do_what_is_due(server, table) == done


def test_to_wait_gives_the_person_the_whole_time_again(server: Server, days: Days) -> None:
    table = asked_table(server, days, 2)
    assert choose(server, table, 1, "wait").is_success
    found = server.tables.open(table.id)
    assert found.choosing is None and found.turn_began == pytest.approx(time.time(), abs=5)
    assert view(server, table)["next"]["what"] == "choice"
    days.move(LATE + 1)
    assert do_what_is_due(server, table) == ["choice-opened"]


def test_where_nobody_says_anything_waiting_has_no_end_and_the_table_one(server: Server, days: Days) -> None:
    table = asked_table(server, days, 3, absence="wait")
    days.move(ASKED + 1)
    assert do_what_is_due(server, table) == ["kept-open"]
    days.move(30 * 24 * HOUR)
    assert do_what_is_due(server, table) == []
    told = view(server, table)
    assert told["next"] is None and told["choosing"]["until"] is None
    # Whoever comes back may still choose.
    assert choose(server, table, 1, "end").is_success and choose(server, table, 2, "end").is_success
    assert view(server, table)["status"] == "stopped"


def test_a_game_that_the_others_end_is_not_won_by_who_left_it(server: Server, days: Days) -> None:
    table = asked_table(server, days, 2)
    assert choose(server, table, 1, "end").is_success
    told = view(server, table)
    assert (told["status"], told["winners"]) == ("stopped", [1])
    record = server.get(f"{table.path}/record")
    check(read_document(record, "record"))
    assert outcomes(server, table) == [(0, "timed-out", 0), (1, "finished", 0)]
    assert problem_in(server.call("POST", f"{table.path}/return", None, table.secrets[0])).code == "wrong-state"


def test_what_became_of_each_person_is_kept_with_the_result(server: Server, days: Days) -> None:
    seats = [*[{"kind": "person"}] * 4, {"kind": "bot", "level": "random"}]
    table = asked_table(server, days, 5, seats=seats)
    for seat in (1, 2):
        assert choose(server, table, seat, "bot").is_success
    server.call("DELETE", f"{table.path}/seats/1", None, table.secrets[1])
    server.post(f"{table.path}/resign", None, table.secrets[2])
    play_at_random(server, table, 500, Random(2))
    found = outcomes(server, table)
    assert [outcome for _, outcome, _ in found] == ["replaced", "left", "left", "finished"]
    turns = [turn["seat"] for turn in server.get(f"{table.path}/record")["turns"]]
    assert [by_bot for _, _, by_bot in found] == [turns.count(0), turns.count(1), turns.count(2), 0]
    server.tables.delete(table.id)
    assert outcomes(server, table) == []


def test_nobody_is_asked_where_there_is_nobody_to_ask(server: Server, days: Days) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "level": "random"}]
    table = start_table(server, "glassworks", clock=CLOCK, absence="end", seats=seats)
    assert view(server, table)["next"]["what"] == "settle"
    days.move(LATE + 1)
    assert do_what_is_due(server, table) == ["ended"]


def test_without_an_agreement_a_bot_plays_on_at_once_as_ever(server: Server, days: Days) -> None:
    table = start_table(server, "glassworks", clock=CLOCK)
    assert view(server, table)["next"]["what"] == "bot"
    days.move(4 * HOUR + 1)
    assert do_what_is_due(server, table) == ["away"]
    assert server.tables.open(table.id).seats[0].absence == "timed-out"


def test_a_move_meant_for_the_table_before_the_others_were_asked_still_counts(server: Server, days: Days) -> None:
    table = start_table(server, "glassworks", 2, clock=CLOCK, absence="bot")
    found = server.tables.open(table.id)
    assert found.match is not None
    text = str(found.match.position.view(0).game.moves.move_of(found.match.position.view(0), _any_move(found)))
    days.move(LATE + 1)
    do_what_is_due(server, table)
    body = {"version": found.version, "text": text, "key": "meant-for-before"}
    assert server.call("POST", f"{table.path}/moves", body, table.secrets[0]).is_success


def _any_move(table: Table) -> tuple[int, ...]:
    from .tables import random_decisions

    assert table.match is not None
    return random_decisions(table.match.position.view(0), Random(1))


def test_time_without_a_server_convicts_nobody_and_a_worker_finds_what_is_due(tmp_path: Path, days: Days) -> None:
    with running(tmp_path) as server:
        table = start_table(server, "glassworks", 2, clock=CLOCK, absence="end")
    days.move(10 * 24 * HOUR)
    with running(tmp_path) as server:
        assert [event.kind for event in server.tables.open(table.id).events][-1] == "paused"
        days.move(LATE + 1)
        wait_for_event(server, table, "choice-opened")
        until = server.tables.open(table.id).choosing
    days.move(10 * 24 * HOUR)
    with running(tmp_path) as server:
        asked = server.tables.open(table.id).choosing
        assert asked is not None and until is not None and asked.until is not None and until.until is not None
        assert asked.until - until.until == pytest.approx(10 * 24 * HOUR, abs=30)
        days.move(ASKED + 30)
        wait_for_event(server, table, "ended")


def wait_for_event(server: Server, table: Made, kind: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while server.tables.open(table.id).events[-1].kind != kind:
        assert time.monotonic() < deadline, kind
        time.sleep(0.02)


# Before the first turn.

READY_CHECK: Document = {"has_ready_check": True, "seats": [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]}


def checked_table(server: Server, **more: Any) -> Made:
    """A table at which three people have seats, and the first asks whether all are there."""
    table = make_table(server, "market", **{**READY_CHECK, "seats": READY_CHECK["seats"], **more})
    for seat in (1, 2):
        joined = server.post(f"{table.path}/seats/{seat}", {"name": f"Person {seat}"})
        table.secrets[seat] = joined["secret"]
    server.post(f"{table.path}/start", {}, table.secrets[0])
    return table


def test_the_game_begins_when_everybody_has_said_to_be_there(server: Server, days: Days) -> None:
    table = checked_table(server)
    told = view(server, table)
    assert (told["status"], told["ready"]["ready"], told["next"]["what"]) == ("waiting", [0], "ready")
    assert problem_in(server.call("POST", f"{table.path}/start", {}, table.host)).code == "wrong-state"
    version = server.post(f"{table.path}/ready", None, table.secrets[1])["version"]
    assert server.post(f"{table.path}/ready", None, table.secrets[1])["version"] == version
    days.move(100)
    assert do_what_is_due(server, table) == []
    server.post(f"{table.path}/ready", None, table.secrets[2])
    told = view(server, table)
    assert (told["status"], told["ready"]) == ("playing", None)
    assert problem_in(server.call("POST", f"{table.path}/ready", None, table.secrets[2])).code == "wrong-state"


def test_who_does_not_answer_in_two_minutes_has_no_seat_any_more(server: Server, days: Days) -> None:
    table = checked_table(server, is_public=True)
    server.post(f"{table.path}/ready", None, table.secrets[1])
    days.move(121)
    assert do_what_is_due(server, table) == ["ready-over", "left"]
    told = view(server, table)
    assert [seat["is_taken"] for seat in told["seats"]] == [True, True, False] and told["ready"] is None
    late = server.call("POST", f"{table.path}/ready", None, table.secrets[2])
    assert problem_in(late).code == "no-secret"
    # Somebody else takes the seat; one who leaves ends the check, for a seat is free then.
    table.secrets[2] = server.post(f"{table.path}/seats/2", {"name": "Another"})["secret"]
    server.post(f"{table.path}/start", {}, table.host)
    server.call("DELETE", f"{table.path}/seats/2", None, table.secrets[2])
    assert view(server, table)["ready"] is None and do_what_is_due(server, table) == []


def test_a_table_with_one_person_asks_nobody(server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "level": "random"}]
    table = make_table(server, "market", has_ready_check=True, seats=seats)
    server.post(f"{table.path}/start", {}, table.secrets[0])
    assert view(server, table)["status"] == "playing"


# Breaks.


def test_a_break_takes_everybody_and_no_clock_runs_until_somebody_goes_on(server: Server, days: Days) -> None:
    table = start_table(server, "glassworks", 3, clock=CLOCK, absence="end")
    days.move(3 * HOUR)
    server.post(f"{table.path}/break", None, table.secrets[1])
    again = server.call("POST", f"{table.path}/break", None, table.secrets[2])
    assert problem_in(again).code == "wrong-state"
    asked = view(server, table)["rest"]
    assert asked["agreed"] == {"0": False, "1": True, "2": False} and asked["until"] is None
    answer = {"version": asked["version"], "is_agreed": True}
    server.post(f"{table.path}/break/answer", answer, table.secrets[0])
    assert view(server, table)["next"]["what"] == "choice"  # all but one is not all
    server.post(f"{table.path}/break/answer", answer, table.secrets[2])
    told = view(server, table)
    assert told["next"] == {"what": "go-on", "at": told["rest"]["until"]} and told["turn"]["due_at"] is None
    days.move(13 * 24 * HOUR)
    assert do_what_is_due(server, table) == []
    server.post(f"{table.path}/break/end", None, table.secrets[0])
    deadline = server.tables.open(table.id).deadline()
    assert deadline is not None and deadline - time.time() == pytest.approx(HOUR, abs=5)
    assert problem_in(server.call("POST", f"{table.path}/break/end", None, table.secrets[0])).code == "wrong-state"


def test_a_break_that_is_refused_is_none_and_one_that_nobody_ends_is_over_by_itself(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=False) as server:
        table = start_table(server, "glassworks", 2, clock=CLOCK, absence="end")
        for is_agreed in (False, True):
            server.post(f"{table.path}/break", None, table.secrets[0])
            body = {"version": view(server, table)["rest"]["version"], "is_agreed": is_agreed}
            server.post(f"{table.path}/break/answer", body, table.secrets[1])
            assert (view(server, table)["rest"] is not None) == is_agreed
        late = server.call("POST", f"{table.path}/break/answer", body, table.secrets[1])
        assert problem_in(late).code == "wrong-state"
    days.move(13 * 24 * HOUR)
    with running(tmp_path) as server:
        assert server.tables.open(table.id).is_halted  # time without a server changes nothing of it
        days.move(24 * HOUR + 1)
        wait_for_event(server, table, "went-on")
        deadline = server.tables.open(table.id).deadline()
        assert deadline is not None and deadline - time.time() == pytest.approx(4 * HOUR, abs=30)


def test_who_comes_back_in_a_break_has_the_time_from_its_end_on(server: Server, days: Days) -> None:
    table = start_table(server, "glassworks", 2, clock=CLOCK)
    server.post(f"{table.path}/break", None, table.secrets[0])
    body = {"version": view(server, table)["rest"]["version"], "is_agreed": True}
    server.post(f"{table.path}/break/answer", body, table.secrets[1])
    days.move(HOUR)
    server.call("DELETE", f"{table.path}/seats/0", None, table.secrets[0])
    server.post(f"{table.path}/return", None, table.secrets[0])
    days.move(HOUR)
    server.post(f"{table.path}/break/end", None, table.secrets[1])
    deadline = server.tables.open(table.id).deadline()
    assert deadline is not None and deadline - time.time() == pytest.approx(4 * HOUR, abs=5)


def test_whoever_moves_ends_the_break_and_is_charged_for_none_of_it(server: Server, days: Days) -> None:
    clock = {"kind": "live", "seconds": 600, "increment": 0}
    table = start_table(server, "glassworks", 2, clock=clock)
    days.move(100)
    server.post(f"{table.path}/break", None, table.secrets[1])
    body = {"version": view(server, table)["rest"]["version"], "is_agreed": True}
    server.post(f"{table.path}/break/answer", body, table.secrets[0])
    days.move(5 * HOUR)
    assert play_at_random(server, table, 1, Random(1)) == 1
    told = view(server, table)
    assert told["rest"] is None and told["seats"][0]["clock_seconds"] == pytest.approx(500, abs=5)
    untimed = start_table(server, "glassworks")
    refused = server.call("POST", f"{untimed.path}/break", None, untimed.secrets[0])
    assert problem_in(refused).code == "wrong-state"
