"""The first start in the terminal: a game is played at once, and a fresh process goes on with it between two turns."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from first_start import first_cache, held_back, wait_until_compiled
from rivertable.core.match import check
from rivertable.core.record import read_document

from .terminals import Terminal, environment, rivertable, terminal

GAMES = ["glassworks", "market"]
PROMPT, END = "Your move> ", "The record, with the seed of the shuffle"
HALF = """
import os, sys
from pathlib import Path
from rivertable.bots import make_bot
from rivertable.bots import play_turn
from rivertable.core.game import GAMES
from rivertable.core.compiling.kernel import IS_COMPILED
from rivertable.core.match import Match, Player, resume
from rivertable.core.record import read_document, read_record, write_record

name, file, until = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
levels = ["novice", "random", "artisan"]
if file.exists():
    match = resume(read_record(file))
else:
    match = Match.new(GAMES[name].make_terms(3), [Player(level, level) for level in levels], bytes(range(32)))
while not match.is_over and len(match.turns) < until:
    seat = int(match.position.state.seat)
    # A bot of each turn's own: nothing of it has to be carried from one process to the next.
    play_turn(match, {seat: make_bot(levels[seat], len(match.turns))})
file.write_text(write_record(read_document(match.record(states=True, is_revealed=True), "game")), "utf-8")
print(IS_COMPILED, match.is_over)
"""


@pytest.mark.parametrize("game", GAMES)
def test_the_record_is_the_same_however_a_game_was_played(game: str, tmp_path: Path) -> None:
    """Begun interpreted and ended compiled, and compiled throughout: byte for byte."""

    def play(file: Path, until: int, interpreted: str) -> str:
        return subprocess.run(
            [sys.executable, "-W", "error", "-c", HALF, game, str(file), str(until)],
            env=environment(tmp_path, {"NUMBA_DISABLE_JIT": interpreted}),
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    mixed, compiled = tmp_path / "mixed.json", tmp_path / "compiled.json"
    assert play(mixed, 9, "1") == "False False\n"
    assert play(mixed, 1000, "0") == "True True\n"
    assert play(compiled, 1000, "0") == "True True\n"
    assert mixed.read_bytes() == compiled.read_bytes()


def without_times(path: Path) -> dict[str, Any]:
    """A record but for when its turns were taken."""
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    for turn in record["turns"]:
        turn.pop("at", None)
    return record


class Typist:
    """Somebody at a terminal who always takes the first choice, and remembers every line."""

    def __init__(self, screen: Terminal) -> None:
        self.lines: list[str] = []
        self._screen = screen

    def take_turn(self) -> bool:
        """Take a turn from its first prompt on, and return whether another one comes."""
        shown = self._answer("1")
        while "Enter plays it" not in shown:
            shown = self._answer("1")
        return PROMPT in self._answer("")

    def _answer(self, line: str) -> str:
        self.lines.append(line)
        self._screen.type(f"{line}\n")
        return self._screen.wait_for(PROMPT, END)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_at_a_terminal_goes_on_faster(game: str, tmp_path: Path) -> None:
    """The first choice each time, against a novice and a random bot: the record of a game compiled throughout."""
    words = ["play", game, "--players", "3", "--bots", "novice,random", "--seed", "a first start", "--save"]
    cache, first = first_cache(tmp_path / "cache"), tmp_path / "first.json"
    with terminal(*words, first, home=tmp_path / "home", changes=cache, size=(100, 60)) as screen:
        typist = Typist(screen)
        with held_back(screen.pid):
            assert "Faster play is being prepared beside the game" in screen.wait_for(PROMPT)
            assert typist.take_turn() and typist.take_turn()
            assert "Faster play is ready." not in screen.seen
        wait_until_compiled(screen.pid)
        while typist.take_turn():
            pass
        assert screen.leave() == 0
        assert screen.seen.count("Faster play is ready.") == 1
    check(read_document(json.loads(first.read_text("utf-8")), "the game"))
    second, typed = tmp_path / "second.json", "".join(f"{line}\n" for line in typist.lines)
    done = rivertable(*words, second, home=tmp_path / "other", typed=typed)
    assert done.returncode == 0, done.stderr
    assert without_times(first) == without_times(second)
