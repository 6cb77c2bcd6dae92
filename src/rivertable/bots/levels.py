"""The levels that a bot may be named by, anywhere a bot is named: words for parameters of a kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..core.errors import UnknownNameError
from .kinds import KINDS, make_of_kind
from .player import Bot
from .random_choice import RandomBot
from .rivals import is_rival, make_rival

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its name, how it plays in one sentence, how long it thinks about a turn at most, and what it means."""

    name: str
    sentence: str
    seconds: float
    """of one core"""
    bot: str
    """the bot that it stands for, a kind with parameters; of the weakest level its own name, for it is of no kind"""


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level(RANDOM, "Takes any legal choice, each as likely.", 0.02, RANDOM),
        Level(
            "novice",
            "Sees a few of the things it could do and takes one that looks good at once; never looks ahead.",
            0.02,
            "sight:net=no,look=8,whim=0.57",
        ),
        Level(
            "apprentice",
            "Knows a good position when it sees one, but sees few turns and often settles for less; never looks ahead.",
            0.05,
            "sight:look=25,whim=0.55",
        ),
        Level(
            "artisan",
            "Knows a good position when it sees one, but does not look at every turn, and never ahead.",
            0.3,
            "sight:look=40",
        ),
        Level(
            "master",
            "Looks ahead as far as a second of thinking reaches, and plays the end of a game exactly where it can.",
            1.0,
            "search:time=0.95",
        ),
    )
}
"""All levels by name, the weakest first."""


def kind_of(name: str) -> str | None:
    """Return the kind that a bot's name means; None for what is of none: chance, and Rivals."""
    word = (LEVELS[name].bot if name in LEVELS else name).partition(":")[0]
    return word if word in KINDS else None


def make_bot(name: str, seed: int | None = None) -> Bot:
    """Return a bot of a level or a kind, or a Rival; equal seeds give equal play, as long as no time limits it.

    Raises:
        UnknownNameError: there is no such level, kind or Rival, or it has no such parameter.
    """
    if is_rival(name):
        return make_rival(name)
    if name == RANDOM:
        return RandomBot(seed)
    if kind_of(name) is None:
        raise UnknownNameError(f"There is no bot {name!r}; there are {', '.join((*LEVELS, *KINDS))}.")
    return make_of_kind(LEVELS[name].bot if name in LEVELS else name, seed)
