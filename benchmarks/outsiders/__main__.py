"""All against all at two players, with players of other kinds; writes docs/outsiders.md and docs/outsiders.json.

    python benchmarks/outsiders glassworks --keep games.jsonl --write docs

Besides bots there are ``greedy``, ``openspiel-mcts:SIMULATIONS``, ``ppo:FILE`` with the weights that
``examples/maskable_ppo.py --save FILE`` has kept (needs the extra ``train``), and in River Valley Glassworks
``c-playouts:GAMES`` (needs gcc). Every deal is played from both seats. ``--keep FILE`` keeps the games, so that a run
that was interrupted goes on; with ``--games 0`` it only tells of them. Without ``--write`` the page is only printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from outsiders.entrants import ENTRANTS, chooser, label_of
from outsiders.games import play_all
from outsiders.page import figures_of, page
from rivertable.bots import split_bots
from rivertable.core.errors import RivertableError, UnknownNameError
from rivertable.core.game import GAMES
from rivertable.core.position import Position


def limit(text: str) -> tuple[str, int]:
    """Read ``NAME=GAMES``."""
    name, _, games = text.rpartition("=")
    if not name or not games.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=GAMES, as in master=8")
    return label_of(name), int(games)


def measured(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of the game that was chosen.

    Raises:
        RivertableError: somebody cannot play, or nobody has played.
    """
    game, entrants = GAMES[chosen.game], split_bots(chosen.bots)
    labels, at_most = tuple(map(label_of, entrants)), dict(chosen.at_most)
    if strangers := at_most.keys() - set(labels):
        raise UnknownNameError(f"Nobody who plays is called {', '.join(sorted(strangers))}.")
    start = Position.before_setup(game.make_terms(2)).resolve(1)
    for name in entrants:
        # Whoever cannot play says so now; and what is loaded with a first turn is no part of the times.
        chooser(name, game, 0).choose(start.view(start.seat))
    rows = play_all(game, entrants, chosen.games, at_most, chosen.seed, chosen.keep)
    if not rows:
        raise RivertableError("There are no games to tell of.")
    return figures_of(game, labels, rows, chosen.seed, chosen.note)


def main() -> None:
    """Play, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--bots", default=",".join(ENTRANTS), help="who plays, separated by commas")
    parser.add_argument("--games", type=int, default=20, help="of each pair")
    parser.add_argument(
        "--at-most", type=limit, action="append", default=[], metavar="NAME=GAMES", help="of each pair with this one"
    )
    parser.add_argument("--seed", default="outsiders")
    parser.add_argument("--note", help="a sentence for the page, below the game's table")
    parser.add_argument("--keep", type=Path, default=None, help="a file for the games, to go on with")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write outsiders.md and outsiders.json there")
    chosen = parser.parse_args()
    try:
        figures = measured(chosen)
    except RivertableError as error:
        raise SystemExit(str(error)) from error
    path = chosen.write and chosen.write / "outsiders.json"
    before = json.loads(path.read_text("utf-8")) if path and path.exists() else []
    by_game = {each["game"]: each for each in [*before, figures]}
    found = [by_game[name] for name in GAMES if name in by_game]
    text = page(found)
    print(text)
    if path:
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        path.with_suffix(".md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
