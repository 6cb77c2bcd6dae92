"""Contests: the same for any number of processes, kept game by game, and refused where they cannot be."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from rivertable.core.errors import OptionError, UnknownNameError
from rivertable.core.game import GAMES
from rivertable.lab import ArenaError, Contest, SequentialTest, WorkerError, run, summarise
from rivertable.lab.arena import PlayedGame

TIMES = {"ms_per_move", "ms_per_move_most"}


def contest_of(
    *bots: str, players: int = 2, games: int = 8, seed: str = "one", sequential: SequentialTest | None = None
) -> Contest:
    return Contest(GAMES["glassworks"].make_terms(players), bots, seed, games, sequential)


def figures(contest: Contest, **how: Any) -> dict[str, Any]:
    """The figures of a contest, less the times."""
    found = summarise(run(contest, **how))
    for bot in found["bots"]:
        assert bot["ms_per_move_most"] >= bot["ms_per_move"] > 0
        for name in TIMES:
            del bot[name]
    return found


def test_processes_do_not_matter() -> None:
    contest = contest_of("novice", "random", games=11)
    one = figures(contest, processes=1)
    assert figures(contest, processes=2) == one
    assert (one["games"], one["deals"], one["is_complete"]) == (12, 6, True)
    assert figures(replace(contest, seed="two")) != one


def test_every_game_is_what_its_seed_deals() -> None:
    """Both games of a deal begin alike; games of other deals do not."""
    played = run(contest_of("random", "random", games=2)).played
    again = run(contest_of("random", "random", games=2)).played
    assert [game.totals for game in played] == [game.totals for game in again]
    deals = run(contest_of("novice", "random", games=4)).played
    assert [game.deal for game in deals] == [0, 0, 1, 1]
    assert [game.bots for game in deals] == [
        ("novice", "random"),
        ("random", "novice"),
        ("random", "novice"),
        ("novice", "random"),
    ]


def test_figures_add_up() -> None:
    found = figures(contest_of("novice", "random", players=4, games=8))
    novice, random = found["bots"]
    assert (novice["name"], novice["games"], novice["seats"]) == ("novice", 8, 8)
    assert (random["name"], random["games"], random["seats"]) == ("random", 8, 24)
    assert novice["win_share"] + 3 * random["win_share"] == pytest.approx(1)
    assert novice["low"] <= novice["win_share"] <= novice["high"]
    assert novice["mean_score"] > random["mean_score"]
    assert novice["mean_margin"] > 0 > random["mean_margin"]
    assert novice["rating"] == pytest.approx(-random["rating"])
    assert found["fair_share"] == 0.25
    assert found["line_ups"] == [["novice", "random", "random", "random"]]
    assert {"rivertable", "commit", "rules", "python"} == set(found["versions"])


def test_more_bots_than_seats_are_all_rated() -> None:
    found = figures(Contest(GAMES["market"].make_terms(2), ("random", "novice", "rival:fox"), "one", 6))
    assert found["games"] == 6
    assert [bot["games"] for bot in found["bots"]] == [4, 4, 4]
    assert sum(bot["rating"] for bot in found["bots"]) == pytest.approx(0, abs=0.2)


def test_an_interrupted_contest_goes_on(tmp_path: Path) -> None:
    contest, kept = contest_of("novice", "random"), tmp_path / "games.jsonl"

    def interrupt(games: int) -> None:
        if games == 3:
            raise KeyboardInterrupt

    result = run(contest, keep_in=kept, on_game=interrupt)
    assert result.is_interrupted and not result.is_whole
    assert len(result.played) == 3
    assert len(kept.read_text("utf-8").splitlines()) == 4
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"number": 5, "dea')  # killed while it wrote
    heard: list[int] = []
    again = figures(contest, keep_in=kept, on_game=heard.append)
    assert heard == [4, 5, 6, 7, 8]
    assert again == figures(contest)
    assert summarise(run(contest, keep_in=kept)) == summarise(run(contest, keep_in=kept))
    more = figures(replace(contest, games=10), keep_in=kept)
    assert more["games"] == 10


def test_a_file_of_another_contest_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    run(contest_of("novice", "random", games=2), keep_in=kept)
    text = kept.read_text("utf-8")
    for other, word in (
        (contest_of("random", "novice"), "bots"),
        (contest_of("novice", "random", players=3), "players"),
        (contest_of("novice", "random", seed="two"), "seed"),
    ):
        with pytest.raises(ArenaError, match=f"another contest: {word} is "):
            run(other, keep_in=kept)
    for wrong in ("no games\n", "", '{"rivertable_arena": 2}\n', "no line end"):
        kept.write_text(wrong or "\n", encoding="utf-8")
        with pytest.raises(ArenaError, match="no file of an arena's games"):
            run(contest_of("novice", "random"), keep_in=kept)
    header, first, _ = text.splitlines()
    damaged = json.loads(first)
    for change in ({"winners": []}, {"winners": [2]}, {"totals": [1]}, {"ms": "a"}, {"number": None}):
        kept.write_text(f"{header}\n{json.dumps(damaged | change)}\n", encoding="utf-8")
        with pytest.raises(ArenaError, match=r"Line 2 of .* is no game of an arena"):
            run(contest_of("novice", "random"), keep_in=kept)
    kept.write_text(f"{header}\n{json.dumps(damaged | {'number': 1})}\n", encoding="utf-8")
    with pytest.raises(ArenaError, match="its bots in other seats"):
        run(contest_of("novice", "random"), keep_in=kept)


def test_a_game_is_read_as_it_was_written() -> None:
    (played, _) = run(contest_of("novice", "random", games=1)).played
    read = TypeAdapter(PlayedGame).validate_json(json.dumps(played.document()))
    assert replace(read, ms=played.ms, slowest_ms=played.slowest_ms) == played


def test_a_sequential_test_ends_a_contest_at_the_same_deal_for_any_processes() -> None:
    test = SequentialTest(0.5, 0.8)
    contest = contest_of("novice", "random", games=400, sequential=test)
    one, two = figures(contest, processes=1), figures(contest, processes=2)
    assert one == two
    assert one["sequential"]["answer"] == "high"
    assert one["games"] == 2 * one["sequential"]["deals"] < 100
    assert one["is_complete"]
    short = figures(replace(contest, games=4))
    assert short["sequential"]["answer"] is None


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ArenaError, match="at least one game"):
        contest_of("novice", "random", games=0)
    with pytest.raises(UnknownNameError, match="There is no bot 'grandmaster'"):
        contest_of("novice", "grandmaster")
    with pytest.raises(UnknownNameError, match="plays River Market, not River Valley Glassworks"):
        contest_of("novice", "rival:fox")
    with pytest.raises(OptionError, match="2 to 5 players"):
        contest_of("novice", "random", players=6)
    with pytest.raises(ArenaError, match="about the first bot at one table"):
        contest_of("novice", "random", "rival:pike", sequential=SequentialTest(0.5, 0.6))
    with pytest.raises(ArenaError, match="No game was played"):
        summarise(replace(run(contest_of("random", games=1)), played=[]))


def test_a_process_that_is_killed_is_said(tmp_path: Path) -> None:
    """What was played until then is in the file."""
    kept = tmp_path / "games.jsonl"

    def kill(games: int) -> None:
        for process in multiprocessing.active_children():
            process.kill()

    with pytest.raises(WorkerError, match="ended from outside"):
        run(contest_of("novice", "random", games=400), processes=2, keep_in=kept, on_game=kill)
    assert 2 <= len(kept.read_text("utf-8").splitlines()) < 400
