"""Random games of Glassworks a second on one core: the kernel beside two C programs that play the same rules.

``straight.c`` has the kernel's data and algorithm; ``limit.c`` is written for speed alone. Rounds take turns, and each
figure is the median of its rounds; a ratio is of the rates of one round. Needs gcc.

    python benchmarks/plain_c.py [--players 2] [--rounds 9]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path
from statistics import median

from rivertable.cli.commands.bench import RandomPlay
from rivertable.core.game import GAMES

SOURCES = Path(__file__).with_name("plain_c")
SECONDS = 0.25
"""How long a round of the kernel takes about."""
GAMES_IN_C = 20_000


def compiled(source: Path, folder: Path) -> Path:
    """Compile a C program into a folder, and return it."""
    program = folder / source.stem
    subprocess.run(["gcc", "-O3", "-march=native", "-w", "-o", str(program), str(source)], check=True)
    return program


def rate_of(program: Path, players: int) -> float:
    """Return a C program's games a second."""
    printed = subprocess.run([str(program), str(GAMES_IN_C)], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"^P={players} (\d+) games/s", printed, re.MULTILINE)
    assert found, f"{program.name} does not play with {players} players."
    return float(found[1])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument("--rounds", type=int, default=9)
    asked = parser.parse_args()
    random_play = RandomPlay(GAMES["glassworks"], asked.players)
    games = random_play.games_in(SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        programs = [compiled(source, Path(folder)) for source in sorted(SOURCES.glob("*.c"))]
        rates: dict[str, list[float]] = {name: [] for name in ("kernel", *(program.name for program in programs))}
        for _ in range(asked.rounds):
            rates["kernel"].append(games / random_play.play(games)[0])
            for program in programs:
                rates[program.name].append(rate_of(program, asked.players))
    for name, found in rates.items():
        ratio = median(kernel / other for kernel, other in zip(rates["kernel"], found, strict=True))
        print(f"{name:<10} {median(found):>10,.0f} games/s   the kernel plays {ratio:.2f} times as many")


if __name__ == "__main__":
    main()
