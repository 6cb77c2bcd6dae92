"""Hints: in practice games only, for the seat on turn, from what it knows; found once, kept, and known to all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from rivertable.core.game import GAMES
from rivertable.study.advice import Budget
from rivertable.study.puzzles.puzzle import themes_for

from .in_process import Document, Server, running
from .tables import Made, make_table, play, play_at_random, start_table, state_of
from .two_worlds import Swaps, install_other, rows_of

LONG = 2 * PATIENCE_SECONDS
"""The first server on a machine compiles what hints need, and leaves everything else before it."""
PRACTICE = [{"kind": "person"}, {"kind": "bot", "level": "novice"}]
NO_PRACTICE = "Hints are given in practice games only, where one person plays and bots have all other seats."
FEW = Budget(seconds=None, playouts=24)
"""As few as can be: what is found is not what is tested, and no clock has a say in it."""


def ready(server: Server) -> Server:
    """A server that hints can be asked of."""
    server.context.hints.budget = FEW
    for game in GAMES.values():
        server.context.preparation.to_study(game).result(LONG)
        server.context.preparation.of(game, "master").result(LONG)
    return server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which no bot plays by itself."""
    with running(tmp_path_factory.mktemp("hints"), has_jobs=False) as made:
        yield ready(made)


def practice(server: Server, game: str, turns: int = 0, seed: str = "practice") -> Made:
    """A practice game in which it is the person's turn, after so many turns of both at least."""
    table = start_table(server, game, seed=seed, seats=PRACTICE)
    rng = Random(seed)
    play_at_random(server, table, turns, rng)
    while state_of(server, table)["turn"]["seat"] != 0:
        play_at_random(server, table, 1, rng)
    return table


def version_of(server: Server, table: Made) -> int:
    version: int = state_of(server, table)["version"]
    return version


def hint(server: Server, table: Made, step: str, version: int | None = None) -> Document:
    wanted = {"version": version or version_of(server, table), "step": step}
    given: Document = server.post(f"{table.path}/hint", wanted, table.secrets[0])
    return given


def refusal(
    server: Server, table: Made, secret: str | None = None, step: str = "idea", version: int | None = None
) -> tuple[int, str, str]:
    """The status, code and sentence of a hint that must be refused."""
    body = {"version": version or version_of(server, table), "step": step}
    response = server.call("POST", f"{table.path}/hint", body, secret or table.secrets[0])
    problem = response.json()
    return response.status_code, problem["code"], problem["detail"]


@pytest.mark.parametrize("game", GAMES)
def test_idea_then_move_are_of_one_turn_that_can_be_played(server: Server, game: str) -> None:
    table = practice(server, game, 6)
    before = server.context.hints.sought
    view = state_of(server, table, table.secrets[0])
    assert view["has_hints"]
    idea = hint(server, table, "idea", view["version"])
    assert idea["themes"] and set(idea["themes"]) <= set(themes_for(GAMES[game])) and idea["best"] is None
    assert (idea["version"], idea["turn"], idea["hints"]) == (view["version"] + 1, view["turn"]["number"], 1)
    move = hint(server, table, "move", idea["version"])
    assert move["themes"] == idea["themes"] and move["hints"] == 1
    best = move["best"]
    assert 0 <= best["win_share"] <= 1 and best["total"] == view["totals"][0]
    # Asked again, by a page that has missed the answers and after a restart: the same, and not sought again.
    server.forget(table.id)
    assert hint(server, table, "idea", view["version"]) == {**idea, "version": move["version"]}
    assert hint(server, table, "move", view["version"]) == move
    assert server.context.hints.sought == before + 1
    assert version_of(server, table) == move["version"]
    for body in ({"text": best["notation"]}, {"move": best["move"]}):
        draft = server.post(f"{table.path}/draft", {"version": move["version"], **body}, table.secrets[0])
        assert draft["is_complete"] and draft["notation"] == best["notation"]
        assert draft["preview"]["totals"][0] == best["total_after"]
    done = {"version": move["version"], "text": best["notation"], "key": "what-was-hinted"}
    assert server.post(f"{table.path}/moves", done, table.secrets[0])["turn"] == idea["turn"]


def test_everybody_hears_that_a_hint_was_taken_and_nobody_which(server: Server) -> None:
    table = practice(server, "market", 5)
    since = version_of(server, table)
    best = hint(server, table, "idea") and hint(server, table, "move")["best"]
    response = server.call("GET", f"{table.path}/events?since={since}")
    news = response.json()
    told = [(event["kind"], event["seat"], event["step"], event["turn"]) for event in news["events"]]
    turn = news["table"]["turn"]["number"]
    assert told == [("hint", 0, "idea", turn), ("hint", 0, "move", turn)]
    assert all(set(event) == {"version", "at", "kind", "seat", "step", "turn"} for event in news["events"])
    assert best["notation"] not in response.text
    assert [seat["hints"] for seat in news["table"]["seats"]] == [1, 0]
    assert not news["table"]["has_hints"], "a spectator has no turn to be helped with"


def test_refused_where_another_person_plays_or_may(server: Server) -> None:
    for seats in ([{"kind": "person"}] * 2, [{"kind": "person"}, {"kind": "person"}, PRACTICE[1]]):
        table = start_table(server, "glassworks", seats=seats)
        assert refusal(server, table) == (409, "no-hint", NO_PRACTICE)
        assert not state_of(server, table, table.secrets[0])["has_hints"]
        # The other one goes, and a bot plays on: the seat is still a person's, who may come back.
        server.call("DELETE", f"{table.path}/seats/1", secret=table.secrets[1])
        assert refusal(server, table) == (409, "no-hint", NO_PRACTICE)
    open_table = make_table(server, "glassworks", seats=[{"kind": "person"}, {"kind": "open"}])
    assert refusal(server, open_table) == (409, "no-hint", NO_PRACTICE)
    server.post(f"{open_table.path}/seats/1", {"name": "Ben"})
    server.post(f"{open_table.path}/start", {}, open_table.host)
    assert refusal(server, open_table) == (409, "no-hint", NO_PRACTICE)
    nobody_came = make_table(server, "glassworks", seats=[{"kind": "person"}, {"kind": "open"}])
    server.post(f"{nobody_came.path}/start", {"fill": "novice"}, nobody_came.host)
    assert hint(server, nobody_came, "idea")["themes"]


def test_refused_in_games_that_came_of_another(server: Server) -> None:
    first = practice(server, "glassworks")
    hint(server, first, "idea")
    play_at_random(server, first, 1000, Random(1))
    more = {"seat": 0, "name": "Ada", "level": "novice"}
    for way, body, sentence in (
        ("deal", more, "This deal was played before and the results stand side by side, so no hints are given."),
        ("branch", {**more, "turn": 4}, "This game began with a position of another one, so no hints are given."),
    ):
        made = server.post(f"{first.path}/{way}", body)
        table = Made(made["table"], "glassworks", made["host"], [seat["secret"] for seat in made["seats"]])
        assert refusal(server, table) == (409, "no-hint", sentence)
        assert not state_of(server, table, table.secrets[0])["has_hints"]
        if way == "deal":
            play_at_random(server, table, 1000, Random(2))
    # Whoever plays the deal without hints sees that the first one had some.
    results = server.get(f"{first.path}/deal")["results"]
    assert [[seat["hints"] for seat in result["seats"]] for result in results] == [[1, 0], [0, 0]]


def test_refused_but_for_the_seat_on_turn_while_the_game_is_played(server: Server) -> None:
    waits = make_table(server, "market", seats=PRACTICE)
    assert refusal(server, waits) == (409, "wrong-state", "The game has not begun.")
    table = practice(server, "market", 4)
    version = version_of(server, table)
    assert refusal(server, table, step="move") == (409, "no-hint", "First ask for the idea, then for the move.")
    assert refusal(server, table, table.host)[:2] == (403, "not-yours")
    assert server.call("POST", f"{table.path}/hint", {"version": version, "step": "idea"}).status_code == 401
    assert refusal(server, table, version=version - 1)[:2] == (409, "stale-version")
    assert refusal(server, table, version=version + 1)[:2] == (409, "stale-version")
    hint(server, table, "idea")
    play_at_random(server, table, 1, Random(4))
    assert state_of(server, table)["turn"]["seat"] == 1
    assert refusal(server, table) == (409, "out-of-turn", "It is not your turn.")
    play_at_random(server, table, 1, Random(5))
    assert refusal(server, table, version=version)[:2] == (409, "stale-version"), "a hint for an earlier turn"
    assert refusal(server, table, step="move")[1] == "no-hint", "the idea was that of an earlier turn"
    play_at_random(server, table, 1000, Random(6))
    assert refusal(server, table) == (409, "wrong-state", "The game is over.")
    assert not state_of(server, table, table.secrets[0])["has_hints"]


def test_a_turn_taken_back_leaves_its_hint_as_it_was_and_counted(server: Server) -> None:
    # To keep the opening hand reveals nothing.
    table = practice(server, "market")
    before = server.context.hints.sought
    assert hint(server, table, "idea")["themes"][-1] in ("keep", "redraw")
    move = hint(server, table, "move")
    found = server.tables.open(table.id)
    assert found.match is not None
    keep = found.game.moves.decisions_of(
        found.match.position, found.game.moves.parse_move(found.match.position, "keep")
    )
    play(server, table, 0, keep)
    version = version_of(server, table)
    server.post(f"{table.path}/undo", {"version": version, "key": "back-again"}, table.secrets[0])
    again = hint(server, table, "move")
    assert (again["best"], again["hints"], again["turn"]) == (move["best"], 1, move["turn"])
    assert server.context.hints.sought == before + 1


def test_what_is_hidden_from_the_seat_changes_no_hint(server: Server, tmp_path: Path) -> None:
    """Other cards in the bot's hand and in the deck, another seed: with a budget of playouts it is the same hint."""
    with running(tmp_path, has_jobs=False) as other_server:
        ready(other_server)
        for turns in (4, 11, 18):
            table = practice(server, "market", turns, f"hidden {turns}")
            found = server.tables.open(table.id)
            match: Any = found.match
            assert Swaps(match, 0, Random(turns)).count > 20
            install_other(other_server, table, match, rows_of(server, table), 0, Random(turns))
            found = other_server.tables.open(table.id)
            hidden: Any = found.match
            assert hidden.position != match.position and hidden.position.view(0) == match.position.view(0)
            for step in ("idea", "move"):
                assert hint(server, table, step) == hint(other_server, table, step)
