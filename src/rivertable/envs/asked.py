"""What a person asks an environment for, read alike in all its forms; the refusals of what it cannot be."""

from __future__ import annotations

from operator import index
from pathlib import Path
from typing import Any

from ..core.errors import DataError
from ..core.game import Components, Game

REWARDS = ("win", "margin")
"""The kinds of rewards, by their numbers in compiled code."""

Printed = Components | str | Path
"""Printed data: as it was read, or the name of an edition, or a file."""


class EnvironmentUseError(DataError):
    """An environment that cannot be created, or a step that it cannot take."""

    code = "bad-environment"


def reward_number(reward: str) -> int:
    """Return the number of a reward in compiled code.

    Raises:
        EnvironmentUseError: there is no such reward.
    """
    if reward not in REWARDS:
        raise EnvironmentUseError(f"There is no reward {reward!r}; there are {', '.join(REWARDS)}.")
    return REWARDS.index(reward)


def printed_data(game: Game, asked: Printed | None) -> Components | None:
    """Return the printed data that is asked for; None for the standard data.

    Raises:
        EnvironmentUseError: it is no printed data of this game.
        DataError: there is no such file, or it has faults.
    """
    if isinstance(asked, str | Path):
        return game.printed.load(Path(asked))
    if asked is None or isinstance(asked, type(game.printed.load())):
        return asked
    raise EnvironmentUseError(
        f"The components of {game.title} are the name of an edition, a file, or what its printed.load returns, "
        f"not {asked!r:.60}."
    )


def whole_seed(seed: Any) -> int | None:
    """Return a seed as Python's own integer, for others overflow; None for fresh randomness.

    Raises:
        EnvironmentUseError: it is no whole number.
    """
    if seed is None:
        return None
    try:
        return index(seed)
    except TypeError as error:
        raise EnvironmentUseError(f"A seed is a whole number or None, not {seed!r:.60}.") from error
