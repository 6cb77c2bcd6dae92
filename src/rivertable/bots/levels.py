"""The levels that a bot may be named by, anywhere a bot is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..core.errors import UnknownNameError
from .greedy import GreedyBot
from .kinds import KINDS, make_of_kind
from .player import Bot
from .random_choice import RandomBot
from .rivals import is_rival, make_rival


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its name, how it plays in one sentence, and how to make such a bot from a seed."""

    name: str
    sentence: str
    make: Callable[[int | None], Bot]


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("random", "Takes any legal choice, each as likely.", RandomBot),
        Level(
            "novice",
            "Takes what looks best at once, with a feeling for what a piece is worth later, and never looks ahead.",
            lambda _: GreedyBot(),
        ),
    )
}
"""All levels by name, the weakest first."""


def make_bot(name: str, seed: int | None = None) -> Bot:
    """Give a bot of a level or a kind, or a Rival; equal seeds give equal play, as long as no time limits it.

    Raises:
        UnknownNameError: there is no such level, kind or Rival, or it has no such parameter.
    """
    if is_rival(name):
        return make_rival(name)
    if name.partition(":")[0] in KINDS:
        return make_of_kind(name, seed)
    if name not in LEVELS:
        raise UnknownNameError(f"There is no bot {name!r}; there are {', '.join((*LEVELS, *KINDS))}.")
    return LEVELS[name].make(seed)
