"""Makes table-1.sqlite3 and what it shows, once and for ever: later versions have to open what this one stored.

Run from the folder tests, with a copy of the package that is to be remembered: python -m data.make_table NUMBER
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random

from table.in_process import Document, Server, running
from table.tables import GAME_NAMES, Made, play_at_random, start_table

HERE = Path(__file__).parent
SHOWN = ("game", "version", "status", "options", "components", "seats", "state", "totals", "breakdowns", "shuffle")
SHOWN = (*SHOWN, "undo", "winners", "turn")


def told(server: Server, table: Made) -> Document:
    """What the first seat sees of a table."""
    view = server.get(table.path, table.secrets[0])
    return {
        "table": table.id,
        "game": table.game,
        "host": table.host,
        "secrets": table.secrets,
        "view": {name: view[name] for name in SHOWN},
        "record": server.get(f"{table.path}/record", table.secrets[0]),
    }


def make(path: Path) -> None:
    """Write the database and what it shows."""
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder), has_jobs=False) as server:
            tables = []
            for game in GAME_NAMES:
                for turns in (10, 1000):
                    table = start_table(server, game, seed=f"stored {game}", name="Stored")
                    play_at_random(server, table, turns, Random(turns))
                    tables.append(told(server, table))
        with sqlite3.connect(Path(folder) / "rivertable.sqlite3") as connection:
            path.unlink(missing_ok=True)
            connection.execute("VACUUM INTO ?", (str(path),))
    path.with_suffix(".json").write_text(json.dumps(tables, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    make(HERE / f"table-{int(sys.argv[1])}.sqlite3")
