"""Help, rules and completion: what answers before anything is computed, and a reader who leaves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE_SECONDS
from rivertable.bots import LEVELS
from rivertable.cli.main import COMMANDS

from .terminals import COMMAND, environment, rivertable, terminal

# Runs command lines one after the other, and writes which of the large libraries they have loaded.
LOADED = """
import sys
from rivertable.cli.entry import run
for line in sys.argv[1:]:
    sys.argv[1:] = line.split()
    try:
        run()
    except SystemExit as left:
        assert not left.code, line
found = [name for name in ("numpy", "numba", "sqlalchemy", "fastapi") if name in sys.modules]
sys.stderr.write(" ".join(found))
"""


def loaded(*lines: str, home: Path) -> str:
    command = [sys.executable, "-c", LOADED, *lines]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(home), timeout=PATIENCE_SECONDS, check=True
    )
    return done.stderr


def test_help_and_rules_compute_nothing(home: Path) -> None:
    lines = [
        "--help",
        "rules glassworks",
        "rules market M6",
        "rules glassworks lake",
        "play --help",
        "serve --help",
        "backup --help",
    ]
    assert loaded(*lines, home=home) == ""


def test_no_help_loads_the_compiler(home: Path) -> None:
    assert "numba" not in loaded(*(f"{name} --help" for name in COMMANDS), home=home)


def test_help_is_plain_and_whole(home: Path) -> None:
    """Sentences are not cut, arguments have no types of the source, and a narrow terminal breaks between words."""
    listed = rivertable("--help", home=home).stdout
    assert "..." not in listed.replace("[ARGS]...", "")
    shown = rivertable("rules", "--help", home=home).stdout
    assert "Usage: rivertable rules [OPTIONS] GAME [ID… or words]" in shown
    assert "<" not in shown
    told = "".join(rivertable(name, "--help", home=home).stdout for name in ("serve", "puzzle", "sweep"))
    bounded = " ".join(told.split())
    assert "debug, info, warning or error; info writes a line per request." in bounded
    assert "[default: 8000; 0 to 65535]" in bounded and "[default: 400; at least 20]" in bounded
    assert not any(sign in bounded for sign in ("<", ">", "net=no"))
    assert "[bots that take at once what looks best by the score as the rules count it]" in bounded
    with terminal("play", "--help", home=home, size=(60, 24)) as screen:
        assert screen.leave() == 0
        assert max(map(len, screen.seen.splitlines())) <= 60
    assert all(level in screen.seen for level in LEVELS)


@pytest.mark.parametrize(
    ("group", "sentence"),
    [
        ("deck", "one sentence per fault; exit code 1 if there is one."),
        ("admin", "from the results of rated games; a server may run meanwhile."),
    ],
)
def test_a_group_alone_shows_its_help_whole(group: str, sentence: str, home: Path) -> None:
    alone, asked = rivertable(group, home=home), rivertable(group, "--help", home=home)
    assert (alone.returncode, alone.stderr, asked.returncode) == (2, "", 0)
    assert alone.stdout.rstrip() == asked.stdout.rstrip()
    told = " ".join(asked.stdout.split())
    assert sentence in told and "..." not in told.replace("[ARGS]...", "")


@pytest.mark.parametrize("words", ["rules glassworks", "--help", "sweep glassworks --list --json"])
def test_a_reader_who_leaves_ends_it_quietly(words: str, home: Path) -> None:
    """As ``| head`` does: the exit code is that of a program that the signal ends."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*COMMAND, *words.split()], stdout=writer, stderr=subprocess.PIPE, env=environment(home), check=False
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


# The words up to the cursor as bash breaks them, and some of what it is answered.
COMPLETED = {
    "rivertable rul": {"rules"},
    "rivertable play g": {"glassworks"},
    "rivertable play glassworks --sa": {"--save"},
    "rivertable play market --set equal": {"equal_turns=no", "equal_turns=yes"},
    "rivertable play glassworks --set preset =": {"rulebook", "bga"},
    "rivertable play glassworks --set preset = b": {"bga"},
    "rivertable arena market --bots novice,a": {"novice,apprentice", "novice,artisan"},
    "rivertable simulate market --bots search : ti": {"time="},
    "rivertable play glassworks --rival p": {"pike"},
    "rivertable rules glassworks G4": {"G4", "G40"},
    "rivertable sweep glassworks --vary stones.h": {"stones.heart=2", "stones.hexagon=1"},
    "rivertable balance market --deck f": {"first-edition"},
}
ASKING = """
import os, sys
from rivertable.cli.main import run
for line in sys.argv[1:]:
    words = line.split(" ")
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\\n".join(words), str(len(words) - 1)
    try:
        run([])
    except SystemExit:
        sys.stdout.write("\\n")
"""


def test_a_shell_completes_what_there_is(home: Path) -> None:
    """Commands, options, games, bots, Rivals, options of a game with their values, rules and editions."""
    env = environment(home, {"_RIVERTABLE_COMPLETE": "complete_bash", "NUMBA_DISABLE_JIT": "1"})
    command = [sys.executable, "-c", ASKING, *COMPLETED]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=PATIENCE_SECONDS, check=True)
    answers = [set(answer.split()) for answer in done.stdout.split("\n\n")]
    assert dict(zip(COMPLETED, answers, strict=False)) == COMPLETED


def test_completion_is_shown_for_a_shell(home: Path) -> None:
    env = environment(home, {"SHELL": "/bin/bash"})
    shown = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m rivertable --show-completion bash; true"],
        capture_output=True,
        text=True,
        env=env,
        check=True,
    )
    assert "complete -o default" in shown.stdout
    assert "rivertable" in shown.stdout
