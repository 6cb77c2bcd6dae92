"""Leaving a game in every way, and taking it up again: nothing is lost."""

import json
import shlex
import time
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from processes import descendants

from .terminals import Terminal, plain, rivertable, terminal

GAME = "glassworks"
COMPONENTS = (
    Path(__file__).resolve().parents[2] / "src" / "rivertable" / "glassworks" / "printed" / "data" / "components.toml"
)
FIRST_TURNS = "1\n\n" * 5
PATIENT_PLAYER = "1\n\n" * 500


def games_of(home: Path) -> list[Path]:
    """The files of the games kept for a person."""
    return sorted((home / "rivertable" / "games").iterdir())


def kept(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def take_turns(screen: Terminal, count: int) -> None:
    """Take turns by the first line of each list."""
    for _ in range(count):
        shown = screen.answer("1")
        while "Enter plays it" not in shown:
            shown = screen.answer("1")
        screen.answer("")


def test_quit_and_resume(home: Path) -> None:
    done = rivertable("play", GAME, home=home, typed=FIRST_TURNS + "quit\n")
    (file,) = games_of(home)
    assert done.returncode == 0
    assert f"The game is saved in {file}." in done.stdout
    assert "Continue with: rivertable play glassworks --resume\n" in done.stdout
    turns = kept(file)["turns"]
    assert turns
    again = rivertable("play", GAME, "--resume", home=home, typed="q\n")
    assert again.returncode == 0
    assert f"Continuing {file} with its own settings." in again.stdout
    assert kept(file)["turns"] == turns
    assert games_of(home) == [file]


@pytest.mark.parametrize(
    "option", [("--players", "3"), ("--bots", "none"), ("--seed", "7"), ("--seat", "0"), ("--set", "preset=bga")]
)
def test_a_game_that_goes_on_cannot_be_set_up_anew(home: Path, option: tuple[str, str]) -> None:
    assert rivertable("play", GAME, home=home, typed="q\n").returncode == 0
    done = rivertable("play", GAME, "--resume", *option, home=home)
    assert done.returncode == 2
    assert f"leave out {option[0]}, or --resume" in " ".join(done.stderr.split())
    assert len(games_of(home)) == 1


def test_a_new_game_tells_of_the_one_that_waits(home: Path) -> None:
    assert rivertable("play", GAME, home=home).stderr == ""
    done = rivertable("play", GAME, home=home)
    assert done.stderr.startswith("An unfinished game from ")
    assert done.stderr.endswith("is saved; continue it with: rivertable play glassworks --resume\n")
    assert len(games_of(home)) == 2


def test_a_finished_game_is_not_resumed(home: Path) -> None:
    assert rivertable("play", GAME, home=home, typed=PATIENT_PLAYER).returncode == 0
    assert kept(games_of(home)[0])["result"] is not None
    done = rivertable("play", GAME, "--resume", home=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no unfinished game of River Valley Glassworks.\n"


def test_kill_9_loses_nothing(home: Path, tmp_path: Path) -> None:
    """After kill -9 and --resume the position is the same, and so is every draw to the end of the game."""
    options = ["--seed", "same", "--players", "3"]
    whole = tmp_path / "whole.json"
    with terminal("play", GAME, *options, home=home) as screen:
        screen.wait_for("Your move> ")
        take_turns(screen, 3)
        before = plain(screen.answer("position"))
        screen.answer("1")
        screen.kill()
    (file,) = games_of(home)
    with terminal("play", GAME, "--resume", home=home) as screen:
        screen.wait_for("Your move> ")
        assert plain(screen.answer("position")) == before
        screen.answer("1")
        screen.kill()
    assert games_of(home) == [file]
    assert rivertable("play", GAME, "--resume", home=home, typed=PATIENT_PLAYER).returncode == 0
    rivertable("play", GAME, *options, "--save", whole, home=home, typed=PATIENT_PLAYER)
    killed, played = kept(file), kept(whole)
    assert [turn["move"] for turn in killed["turns"]] == [turn["move"] for turn in played["turns"]]
    assert [turn["chance"] for turn in killed["turns"]] == [turn["chance"] for turn in played["turns"]]
    assert killed["result"] == played["result"] is not None


def test_save_names_the_file_and_goes_on_with_it(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "our game.json"
    done = rivertable("play", GAME, "--save", file, home=home, typed=FIRST_TURNS)
    assert f"Continue with: rivertable play glassworks --save '{file}'\n" in done.stdout
    count = len(kept(file)["turns"])
    done = rivertable("play", GAME, "--save", file, home=home, typed=FIRST_TURNS)
    assert f"Continuing {file} with its own settings." in done.stdout
    assert len(kept(file)["turns"]) > count
    assert not home.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["our game.json"]


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_at_every_kind_of_prompt(key: str, code: int, home: Path, tmp_path: Path) -> None:
    """At the first list, in the middle of a move, and when it waits to be confirmed."""
    for number, typed in enumerate(([], ["1"], ["1", "1"])):
        file = tmp_path / f"{number}.json"
        with terminal("play", GAME, "--seed", "5", "--save", file, home=home) as screen:
            screen.wait_for("Your move> ")
            for line in typed:
                screen.answer(line)
            assert screen.leave(key) == code
            assert f"--save {file}" in screen.seen.replace("\n", "")
            assert "Traceback" not in screen.seen
        assert kept(file)["turns"] == []


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 2)], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_the_questions_of_score(key: str, code: int, home: Path) -> None:
    with terminal("score", GAME, home=home) as screen:
        screen.wait_for("3 5 2 4 2 1 1): ")
        screen.answer("3 5 2 4 2 1 1", "overflow: ")
        assert screen.leave(key) == code
        assert "Traceback" not in screen.seen


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_simulation_can_be_stopped(jobs: int, home: Path) -> None:
    with terminal("simulate", GAME, "--games", "100000", "--jobs", jobs, home=home) as screen:
        screen.wait_for(" of 100,000 games")
        assert screen.leave("\x03") == 130
        assert screen.seen.endswith("Stopped.\n")
        assert "Traceback" not in screen.seen


def test_a_simulation_can_be_stopped_while_its_processes_begin(home: Path) -> None:
    """What is interrupted while it imports would show a traceback."""
    with terminal("simulate", GAME, "--games", "100000", "--jobs", 2, home=home) as screen:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not any("spawn_main" in command for _, command in descendants(screen.pid)):
            assert time.monotonic() < deadline, screen.seen
            time.sleep(0.005)
        time.sleep(0.2)
        assert screen.leave("\x03") == 130
        assert "Traceback" not in screen.seen


def test_a_game_that_is_damaged_is_not_overwritten(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    rivertable("play", GAME, "--save", file, home=home, typed=FIRST_TURNS)
    text = file.read_text(encoding="utf-8")
    seedless = kept(file)
    seedless["shuffle"].pop("seed")
    for damaged, words in (
        (text[: len(text) // 2], "The file is cut"),
        (text.replace("rivertable-record/1", "rivertable-record/2"), "rivertable-record/2"),
        (json.dumps(seedless), "The record holds no seed"),
    ):
        file.write_text(damaged, encoding="utf-8")
        done = rivertable("play", GAME, "--save", file, home=home, typed="1\n\n")
        assert (done.returncode, done.stdout) == (1, "")
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert file.read_text(encoding="utf-8") == damaged


def test_a_game_with_other_printed_data_goes_on_as_it_says(home: Path, tmp_path: Path) -> None:
    own = tmp_path / "my own.toml"
    printed = COMPONENTS.read_text("utf-8")
    own.write_text(printed.replace("[inventory_trigger]\nvalue = 17", "[inventory_trigger]\nvalue = 16"), "utf-8")
    assert own.read_text("utf-8") != printed
    done = rivertable("play", GAME, "--components", own, home=home, typed="q\n")
    assert done.returncode == 0, done.stderr
    command = done.stdout.splitlines()[-1].removeprefix("Continue with: rivertable ")
    again = rivertable(*shlex.split(command), home=home, typed="q\n")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.endswith(f"Continue with: rivertable {command}\n")
