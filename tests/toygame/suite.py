"""Pebbles in the terminal, at the table, with bots, in the arena, in records and in the environments.

``tests/test_toygame.py`` runs this with the game's folder on the path, where its entry point is found.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import rivertable
from rivertable.bots import make_bot
from rivertable.bots.strength.games import refusal_of
from rivertable.core.errors import IllegalMoveError, MalformedMoveError, OptionError
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player, check, replay
from rivertable.core.record import read_document
from rivertable.envs import BatchEnvironment
from table.clients import Party
from table.servers import Server, served

GAME = GAMES["pebbles"]
BOTS = ("random", "search:playouts=20,net=no")


def played(players: int, seed: int, hand_size: int = 3, bots: tuple[str, ...] = ("random",)) -> Match:
    terms = GAME.make_terms(players, GAME.options.make(None, {"hand_size": hand_size}))
    match = Match.new(terms, [Player(f"seat {seat}") for seat in range(players)], seed.to_bytes(32, "big"))
    minds = [make_bot(bots[seat % len(bots)], seed + seat) for seat in range(players)]
    while not match.is_over:
        seat = match.position.seat
        assert seat is not None
        match.play(minds[seat].choose(match.position.view(seat)))
    return match


def terminal(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rivertable", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def test_it_is_a_game_like_the_others() -> None:
    assert set(GAMES) == {"glassworks", "market", "pebbles"}
    assert not (Path(rivertable.__file__).parent / "pebbles").exists()


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("hand_size", [2, 3, 4])
def test_games_end_and_records_check(players: int, hand_size: int) -> None:
    match = played(players, 7, hand_size)
    assert len(match.turns) == 4 * players
    document = read_document(match.record(states=True), "record")
    check(document)
    assert replay(document).position == match.position
    assert document.options == {"preset": "standard"} | ({} if hand_size == 3 else {"hand_size": hand_size})


def test_scores_are_those_of_the_rows() -> None:
    """P5, counted anew from what lies on the table."""
    for seed in range(20):
        end = played(3, seed).position
        rows = [seat["row"] for seat in GAME.documents.write_state(end)["pebbles"]]
        for seat, row in enumerate(rows):
            best = [v for v in set(row) if row.count(v) == max(other.count(v) for other in rows)]
            assert end.total(seat) == sum(best) == sum(GAME.counting.category_points(end, seat))


def test_nobody_learns_what_is_hidden() -> None:
    """Whatever the others hold, a view, its document and what a bot chooses are the same."""
    position = played(3, 3).before(5)
    seat = position.seat
    assert seat is not None
    view = position.view(seat)
    told = json.dumps(GAME.documents.write_state(view))
    for number in range(20):
        other = view.sample(number)
        assert other.view(seat) == view
        assert json.dumps(GAME.documents.write_state(other.view(seat))) == told
    assert [hand["hand"] is None for hand in GAME.documents.write_state(view)["pebbles"]].count(False) == 1
    hands = {view.sample(number).states.tobytes() for number in range(20)}
    assert len(hands) > 10


def test_refusals_are_exact() -> None:
    position = GAME.position_class.new(players=2, seed=1)
    missing = next(value for value in range(1, 7) if value - 1 not in position.decisions())
    with pytest.raises(IllegalMoveError, match=f"There is no {missing} in your hand") as refused:
        position.play(f"lay {missing}")
    assert refused.value.rule == "P3"
    with pytest.raises(MalformedMoveError, match="lay 4"):
        position.play("throw 4")
    with pytest.raises(OptionError, match="whole number from 2 to 4, not 9"):
        GAME.options.make(None, {"hand_size": 9})


def test_the_search_beats_random_moves() -> None:
    won = 0.0
    for seed in range(40):
        winners = played(2, seed, bots=BOTS[::-1] if seed % 2 else BOTS).position.winners
        won += ((1 - seed % 2) in winners) / len(winners)
    assert won >= 26


STAMP = """
from rivertable.bots.lookahead import lookahead
from rivertable.core.compiling.sources import stamp_of
from rivertable.core.game import GAMES
print(stamp_of(lookahead(GAMES["pebbles"]).turns.__name__))
"""


def test_a_change_of_its_rules_compiles_its_search_anew(tmp_path: Path) -> None:
    """Machine code of a search calls the rules where they lay when it was made."""
    stamps = []
    for name, more in (("as it is", ""), ("changed", "\n# changed\n"), ("the same", "")):
        shutil.copytree(Path(__file__).parent, tmp_path / name)
        rules = tmp_path / name / "pebbles" / "kernel" / "rules.py"
        rules.write_text(rules.read_text("utf-8") + more, "utf-8")
        env = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(tmp_path / name), *sys.path[1:]]),
            "NUMBA_DISABLE_JIT": "1",
        }
        done = subprocess.run([sys.executable, "-c", STAMP], env=env, capture_output=True, text=True, check=True)
        stamps.append(done.stdout)
    assert stamps[0] == stamps[2] != stamps[1]


def test_it_is_played_in_the_terminal() -> None:
    done = terminal("play", "pebbles", "--bots", "novice", "--set", "hand_size=4", typed="1\n\n" * 8 + "quit\n")
    assert "Which pebble do you lay?" in done.stdout + done.stderr and "Traceback" not in done.stderr
    assert terminal("rules", "pebbles", "P5").stdout.startswith("P5")
    refused = terminal("simulate", "pebbles", "--set", "hand_size=9")
    assert refused.returncode == 2 and "whole number from 2 to 4" in refused.stderr


def test_its_levels_have_not_met_and_so_nobody_is_placed_beside_them() -> None:
    terms = GAME.make_terms(2)
    table = (GAME.name, [None, "artisan"], terms.options.document(), terms.components.sha256)
    assert refusal_of(*table) == "not measured"


def test_it_is_measured(tmp_path: Path) -> None:
    done = terminal("arena", "pebbles", "--bots", "novice,random", "--games", "20", "--json")
    assert done.returncode == 0, done.stderr
    done = terminal("simulate", "pebbles", "--players", "3", "--bots", "random", "--games", "3", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    records = sorted(map(str, tmp_path.glob("*.json")))
    assert terminal("check", *records).stdout.endswith("3 good, 0 bad\n")
    page = tmp_path / "sweep.html"
    done = terminal("sweep", "pebbles", "--vary", "hand_size=2..4", "--games", "20", "--out", str(page))
    assert done.returncode == 0 and "hand_size" in page.read_text("utf-8"), done.stderr


def test_it_is_played_at_the_table(tmp_path: Path) -> None:
    server = Server(tmp_path / "server")
    with served(server):
        party = Party([server.address], "pebbles", ["person", "novice", "random"], options={"hand_size": 4})
        party.start()
        choose = random.Random(5)
        while (view := party.wait_for(is_for_the_person))["status"] == "playing":
            seen = party.person(0).door.do("GET", party.path)
            hands = [seat["hand"] for seat in seen["state"]["pebbles"]]
            assert all(seat["hand"] is None for seat in view["state"]["pebbles"])
            assert hands[1] is None and hands[2] is None
            value = choose.choice(hands[0])
            body = {"version": view["version"], "text": f"lay {value}", "key": f"{choose.getrandbits(64):016x}"}
            party.person(0).door.do("POST", f"{party.path}/moves", body)
        check(read_document(party.record(), "record"))
        refused = party.door.refusal("POST", "/tables", {"game": "pebbles", "options": {"hand_size": 9}})
        assert refused["status"] == 422
        games = {game["name"]: game for game in party.door.do("GET", "/games")}
        assert games["pebbles"]["has_hidden"] is True
        assert games["pebbles"]["options"][0]["maximum"] == 4
        party.close()
    assert server.complaints == []


def is_for_the_person(view: dict) -> bool:
    return bool(view["status"] != "playing" or view["turn"]["seat"] == 0)


def test_batches_count_as_matches_do() -> None:
    """A batch game's observation is the one that a position of the same cards has."""
    batch = BatchEnvironment("pebbles", 64, players=3, seed=1, is_masked=True, options={"hand_size": 2})
    ended = 0
    for _ in range(40):
        assert (batch.observations[:, :6].sum(axis=1) == 2).all(), "the own hand, before a pebble is laid"
        assert (batch.masks.sum(axis=1) == batch.counts).all()
        batch.step(batch.legal[:, 0])
        ended += int(batch.ended.sum())
    assert ended == 3 * 64


def test_it_is_an_environment_of_pettingzoo() -> None:
    from pettingzoo.test import api_test

    from rivertable.envs.pettingzoo import pebbles_v0

    with warnings.catch_warnings():
        # An observation is a dictionary with the mask in it, of which that test warns.
        warnings.simplefilter("ignore", UserWarning)
        api_test(pebbles_v0.env(), num_cycles=100)
