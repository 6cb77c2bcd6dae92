"""Mine puzzles for a game, game after game, and pack what was found into the file that is shipped.

``python tools/puzzles.py mine GAME FILE [--seconds S] [--jobs J] [--seed S] [--first N]`` adds to FILE, and goes on
where it ended; with ``--records FOLDER`` the games are those of its record files that puzzles may be made of.
``python tools/puzzles.py renew GAME FILE`` poses the shipped positions to the bots of today, by the same filters: after
a change of the network some would be wrong. ``python tools/puzzles.py pack GAME FILE…`` writes the puzzles of all these
files into the package.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from statistics import mean, median
from typing import Any

from mining import (
    FAILING,
    Mined,
    Stored,
    mine,
    mine_match,
    reclassified,
    renew,
    standards,
    stored_game,
    stored_games,
)

from rivertable.core.game import GAMES
from rivertable.lab.versions import versions
from rivertable.lab.workers import spread
from rivertable.study.puzzles.puzzle import LEVELS, Book, Header, Puzzle, book_of, write_book

_SHIPPED = Path(__file__).resolve().parent.parent / "src/rivertable/study/puzzles"


def _header(game: str) -> Header:
    told = versions()
    return Header(game=game, version=str(told["rivertable"]), rules=str(told["rules"]), **dict(standards(game)))


def _dig(game: str, seed: str, number: int) -> Mined:
    return mine(GAMES[game], seed, number)


def _dig_again(game: str, puzzle: Puzzle) -> Mined:
    return renew(puzzle, GAMES[game])


def _dig_record(game: str, place: tuple[int, Path]) -> Mined:
    number, path = place
    stored = stored_game(path, GAMES[game])
    if not isinstance(stored, Stored):
        raise SystemExit(f"{path} was changed while it was mined.")
    return mine_match(stored.match, stored.hash, number)


def _read(path: Path) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """Return the header and the games of a file; a line that does not end was not written whole."""
    if not path.exists():
        return None, []
    header, *games = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    return header, games


def _mine(game: str, path: Path, seconds: float, jobs: int, seed: str, start: int) -> int:
    """Play games until the time is up."""
    header, games = _read(path)
    first = start + sum(played.get("record") is None for played in games)
    return _keep(game, path, header, spread(partial(_dig, game, seed), count(first), jobs, is_ordered=True), seconds)


def _mine_records(game: str, path: Path, folder: Path, seconds: float, jobs: int) -> int:
    """Mine the games of a folder's record files that are not in the file yet, until the time is up."""
    header, games = _read(path)
    found, left = stored_games(folder, GAMES[game])
    known = {played.get("record") for played in games}
    places = enumerate(place for record, place in found.items() if record not in known)
    _keep(game, path, header, spread(partial(_dig_record, game), places, jobs, is_ordered=True), seconds)
    told = [f"{len(found)} records of which puzzles may be made, {len(known & found.keys())} of them known before"]
    told += [f"left out, {reason}: {number}" for reason, number in sorted(left.items())]
    sys.stdout.write("\n".join(told) + "\n")
    return 0


def _renew(game: str, path: Path, jobs: int) -> int:
    """Sift the positions of the shipped puzzles anew, all but those of an earlier run."""
    header, games = _read(path)
    waiting = book_of(GAMES[game]).puzzles[len(games) :]
    return _keep(game, path, header, spread(partial(_dig_again, game), waiting, jobs, is_ordered=True), inf)


def _keep(game: str, path: Path, header: dict[str, Any] | None, mined: Iterable[Mined], seconds: float) -> int:
    """Write what is mined until the time is up; each game is in the file as soon as it is done."""
    began, kept = time.monotonic(), 0
    with path.open("a", encoding="utf-8") as file:
        if header is None:
            file.write(_header(game).model_dump_json() + "\n")
        for done, sifted in enumerate(mined, start=1):
            kept += len(sifted.puzzles)
            line = asdict(sifted) | {"puzzles": [puzzle.model_dump(mode="json") for puzzle in sifted.puzzles]}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            spent = time.monotonic() - began
            sys.stdout.write(f"{done} games, {kept} puzzles, {spent:.0f} s\n")
            sys.stdout.flush()
            if spent > seconds:
                break
    return 0


def _pack(game: str, paths: list[Path]) -> int:
    """Write the puzzles of files with the header of the last, themes and levels told anew; say what there is."""
    found: dict[str, Puzzle] = {}
    header, sifted = None, Counter[str]()
    for path in paths:
        header, games = _read(path)
        for played in games:
            for line in played["puzzles"]:
                found[line["id"]] = reclassified(Puzzle.model_validate(line), GAMES[game])
            sifted.update({name: played[name] for name in ("positions", "searched", "clear", "checked")}, games=1)
    book = Book(Header.model_validate(header), found.values())
    write_book(_SHIPPED / f"{game}.jsonl", book)
    _tell(book, sifted)
    return 0


def _tell(book: Book, sifted: Counter[str]) -> None:
    """Say how many puzzles there are and of what kind, and how many positions passed each filter."""
    puzzles, lines = book.puzzles, [f"{name} {count}" for name, count in sorted(sifted.items())]
    lines.append(f"puzzles {len(puzzles)}")
    lines += [f"level {level}: {len(book.of_level(level))}" for level in LEVELS]
    lines += [f"theme {theme}: {count}" for theme, count in Counter(each.theme for each in puzzles).most_common()]
    lines += [f"{level} fails {mean(each.fails[level] for each in puzzles):.3f}" for level in FAILING]
    leads = [each.gap for each in puzzles]
    lines.append(f"lead, median {median(leads):.3f}, mean {mean(leads):.3f}")
    lines.append(f"of two seats {sum(len(each.turns[0].score) == 2 for each in puzzles)}")
    sys.stdout.write("\n".join(lines) + "\n")


def main() -> int:
    """Do what the command line says, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("mine", "renew", "pack"))
    parser.add_argument("game", choices=tuple(GAMES))
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first game of the file")
    parser.add_argument("--seed", default="puzzles")
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="mine the games of its record files")
    given = parser.parse_args()
    if given.what == "pack":
        return _pack(given.game, given.files)
    if given.what == "renew":
        return _renew(given.game, given.files[0], given.jobs)
    if given.records is not None:
        return _mine_records(given.game, given.files[0], given.records, given.seconds, given.jobs)
    return _mine(given.game, given.files[0], given.seconds, given.jobs, given.seed, given.first)


if __name__ == "__main__":
    sys.exit(main())
