"""The short form of ``benchmarks/outsiders``: all play all, games that were kept are not played again, rules agree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from learning import needs_torch
from rivertable.bots import make_bot
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES
from rivertable.core.match import Match, Player
from rivertable.core.position import View, walk_turns
from rivertable.envs.episode import Episode

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
SEARCH = "openspiel-mcts:60"
BOTS = ("random", "greedy", SEARCH)

needs_gcc = pytest.mark.skipif(
    shutil.which("gcc") is None and "RIVERTABLE_NEEDS_GCC" not in os.environ, reason="the player in C needs gcc"
)


@pytest.fixture
def in_c(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return outsiders("in_c", monkeypatch)


def outsiders(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module(f"outsiders.{name}")


def views(players: int, bot: str, seed: int) -> list[View]:
    """Return what each seat on turn sees in a game of Glassworks."""
    game = GAMES["glassworks"]
    seats = [Player(f"Seat {seat}") for seat in range(players)]
    match = Match.new(game.make_terms(players), seats, seed_bytes(seed), first_seat=players - 1)
    player, found = make_bot(bot, seed), []
    while not match.is_over:
        found.append(match.position.view(match.position.seat))
        match.play(player.choose(found[-1]))
    return found


def test_all_play_all_and_a_run_goes_on(tmp_path: Path) -> None:
    """In the game with hidden hands: the greedy one and OpenSpiel's search are both better than chance."""
    keep = tmp_path / "games.jsonl"
    command = [sys.executable, str(BENCHMARKS / "outsiders"), "market", "--bots", ",".join(BOTS), "--keep", str(keep)]

    def played(games: int) -> list[str]:
        done = subprocess.run(
            [*command, "--games", str(games), "--at-most", f"{SEARCH}=2", "--write", str(tmp_path)],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return keep.read_text("utf-8").splitlines()

    first = played(2)
    assert len(first) == 6
    both = played(6)
    assert both[:6] == first
    assert [json.loads(line)["bots"] for line in both[6:]] == [["random", "greedy"], ["greedy", "random"]] * 2
    (figures,) = json.loads((tmp_path / "outsiders.json").read_text("utf-8"))
    ratings = {name: row["rating"] for name, row in figures["ratings"].items()}
    assert set(ratings) == set(BOTS)
    assert sum(ratings.values()) == pytest.approx(0, abs=0.2)
    assert min(ratings, key=lambda name: ratings[name]) == "random"
    page = (tmp_path / "outsiders.md").read_text("utf-8")
    for name, games in (("greedy", 6), (SEARCH, 2)):
        assert figures["pairs"][f"random | {name}"]["win_share"] <= 0.25
        assert figures["pairs"][f"random | {name}"]["games"] == games
        assert f"| `{name}` |" in page
    assert "2 games)" in page
    assert "6 games of each pair" in page


@needs_gcc
def test_the_program_in_c_has_the_same_turns_and_points(in_c: ModuleType) -> None:
    """In two games, wherever it lists fewer than 1000 turns: they are the legal ones, and leave the same points."""
    compared = 0
    for view in (*views(2, "random", 3), *views(3, "artisan", 4)):
        answered = in_c.asked(view, "list")
        if len(answered) < 1000:
            drafts = {in_c.draft_of(view, points, decisions).decisions for points, decisions in answered}
            assert drafts == {decisions for decisions, _ in walk_turns(view)}
            compared += 1
    assert compared > 20


@needs_gcc
def test_the_player_in_c_is_better_than_chance(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    command = [sys.executable, str(BENCHMARKS / "outsiders"), "glassworks", "--bots", "random,c-playouts:30"]
    done = subprocess.run([*command, "--games", "6", "--keep", str(keep)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in keep.read_text("utf-8").splitlines()]
    leads = [
        row["totals"][row["bots"].index("c-playouts:30")] - row["totals"][row["bots"].index("random")] for row in rows
    ]
    assert len(leads) == 6
    assert min(leads) > 0


@needs_gcc
def test_a_wrong_answer_in_c_is_an_error(in_c: ModuleType) -> None:
    """Nothing takes the place of a turn that the rules do not allow, or that is counted otherwise."""
    view = views(2, "random", 5)[6]
    ((points, decisions),) = in_c.asked(view, "choose", "5", "1")
    assert in_c.draft_of(view, points, decisions).is_complete
    illegal = [decision for decision in range(54) if decision not in view.decisions()][:1]
    for answer, what in (
        ((points + 1, decisions), "points, not"),
        ((points, illegal), "is not legal"),
        ((points, [*decisions, in_c.Decision.UP]), "is longer than a turn"),
    ):
        with pytest.raises(in_c.DisagreementError, match=what):
            in_c.draft_of(view, *answer)
    with pytest.raises(in_c.ProgramError, match="Usage"):
        in_c.asked(view, "choose", "0", "1")


def test_the_player_in_c_knows_one_game(in_c: ModuleType) -> None:
    with pytest.raises(in_c.ProgramError, match="plays River Valley Glassworks, not River Market"):
        in_c.PlayoutsInC(GAMES["market"], 1, 5)


@needs_torch
@pytest.mark.parametrize("game", GAMES)
def test_a_policy_takes_its_likeliest_action_of_what_the_environment_shows(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    by_ppo = outsiders("by_ppo", monkeypatch)
    torch.manual_seed(1)
    network = by_ppo.network_of(game)
    for weights in network.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    file = tmp_path / "policy.pt"
    torch.save(network.state_dict(), file)
    bot = by_ppo.PolicyBot(GAMES[game], 1, file)
    episode, turns = Episode(GAMES[game].make_terms(2), "win"), 0
    episode.begin(7)
    while not episode.is_over and turns < 12:
        view = episode.position().view(episode.seat)
        for decision in GAMES[game].moves.decisions_of(view, bot.choose(view)):
            seen = episode.observe(view.seat)[None], episode.mask(view.seat)[None]
            with torch.no_grad():
                likely, _ = network(*map(torch.from_numpy, seen))
            assert decision == int(likely.argmax())
            episode.take(decision)
        turns += 1
    assert turns == 12
    other = next(name for name in GAMES if name != game)
    with pytest.raises(by_ppo.WeightsError, match="holds no weights"):
        by_ppo.PolicyBot(GAMES[other], 1, file)
    with pytest.raises(by_ppo.WeightsError, match="There is no file"):
        by_ppo.PolicyBot(GAMES[game], 1, tmp_path / "none.pt")
