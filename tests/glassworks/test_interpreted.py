"""The same rules interpreted, and compiled with every index checked, play exactly the same games."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rivertable
from rivertable.core.match import Match, Player
from rivertable.core.position import walk_turns
from rivertable.core.record import read_document, write_record
from rivertable.glassworks import GAME

from .kernel_games import terms_of
from .printed_data import ENDLESS
from .tables import components_of

GAMES = [(2, "rulebook", "standard"), (5, "bga", "standard"), (3, "bga", "endless")]


def records() -> str:
    """Whole games with their states, written as records, one after the other; decided by a fixed rule."""
    written = []
    for players, options, edition in GAMES:
        terms = terms_of(players, options, components_of(ENDLESS) if edition == "endless" else None)
        match = Match.new(terms, [Player(f"player {seat}") for seat in range(players)], b"interpreted" * 3, players - 1)
        while not match.is_over:
            position = match.position
            turns = [decisions for decisions, _ in walk_turns(position)]
            choice = hashlib.sha256(position.text.encode()).digest()[0] % len(turns)
            match.play(GAME.moves.move_of(position, turns[choice]))
        written.append(write_record(read_document(match.record(states=True), "a game")))
    return "\n".join(written)


@pytest.mark.slow
@pytest.mark.parametrize("switch", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_the_same_games_another_way(switch: str, tmp_path: Path) -> None:
    """Byte for byte the same records; with checked bounds an index outside of the state would end the games."""
    tests = Path(__file__).resolve().parents[1]
    package = Path(rivertable.__file__).resolve().parents[1]
    # Indices are checked however little the machine code is optimised; with less of that it compiles a fifth sooner.
    environment = os.environ | {
        switch: "1",
        "NUMBA_OPT": "1",
        "RIVERTABLE_CACHE": str(tmp_path),
        "PYTHONPATH": os.pathsep.join([str(package), str(tests)]),
    }
    program = (
        "import sys; from glassworks.test_interpreted import records; "
        "from rivertable.core.compiling.kernel import IS_COMPILED; "
        "sys.stdout.write(f'{IS_COMPILED}\\n{records()}')"
    )
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    is_compiled, _, games = done.stdout.partition("\n")
    assert is_compiled == str(switch != "NUMBA_DISABLE_JIT")
    assert games == records()
    assert games.count('"format": "rivertable-record/1"') == len(GAMES)
