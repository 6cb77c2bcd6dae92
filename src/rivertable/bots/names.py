"""Names of bots as people write them: several in one text, each with parameters of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..core.errors import UnknownNameError
from ..core.game import Game
from .kinds import network_of
from .levels import LEVELS, make_bot
from .rivals import find_rival, is_rival, rivals_of


def split_bots(text: str) -> tuple[str, ...]:
    """Read ``A,B,…`` as names of bots.

    A bot's parameters are written in its name and parted by commas too: ``search:time=2,threads=2,novice`` is two
    bots. So a part that reads KEY=VALUE, with no colon before the sign, belongs to the bot before it.

    Raises:
        UnknownNameError: the text begins with a parameter.
    """
    names: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        key, sign, _ = part.partition("=")
        if not sign or ":" in key:
            names.append(part)
        elif names:
            names[-1] += f",{part}"
        else:
            raise UnknownNameError(f"The parameter {part!r} has no bot before it.")
    return tuple(names)


def check_bot(name: str, game: Game) -> None:
    """Refuse a name that no bot of a game has.

    Raises:
        UnknownNameError: there is no such bot, or it is a Rival of another game.
    """
    make_bot(name)
    if is_rival(name):
        home, rival = find_rival(name)
        if home is not game:
            raise UnknownNameError(f"The Rival {rival.title} plays {home.title}, not {game.title}.")


def network_files(names: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of weights that bots' names say, in their order."""
    return tuple(path for path in map(network_of, names) if path is not None)


def read_bots(text: str, game: Game) -> tuple[str, ...]:
    """Read ``A,B,…`` as names of bots of a game.

    Raises:
        UnknownNameError: one of them is none.
    """
    names = split_bots(text)
    for name in names:
        check_bot(name, game)
    return names


def bots_of(game: Game) -> Mapping[str, str]:
    """Return the bots that a game offers by name, levels first, with a sentence about how each plays."""
    levels = {level.name: level.sentence for level in LEVELS.values()}
    return levels | {name: rival.character for name, rival in rivals_of(game).items()}
