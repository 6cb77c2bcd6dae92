"""Bots that are named by how they think, with parameters: ``search:time=2,threads=2``, ``flat:playouts=1000``."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .parameters import number, read_parameters, which_network, whole, yes_or_no
from .player import Bot
from .search.flat import FlatBot
from .search.turn_bots import SearchBot, SightBot, Thought

_LONGEST = 3600.0


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bot: what it does in one sentence, its parameters, and how to make one from a seed and these.

    ``brief`` are parameters with which it answers soon.
    """

    name: str
    sentence: str
    brief: str
    parameters: Mapping[str, Callable[[str], Any]]
    make: Callable[[int, dict[str, Any]], Bot]


def _search(seed: int, given: dict[str, Any]) -> Bot:
    if given.keys().isdisjoint({"time", "playouts"}):
        given = {"time": 1.0, **given}
    return SearchBot(seed, Thought(**given))


def _sight(seed: int, given: dict[str, Any]) -> Bot:
    return SightBot(seed, net=given.get("net", True), look=given.get("look", 4000), whim=given.get("whim", 0.0))


def _flat(seed: int, given: dict[str, Any]) -> Bot:
    return FlatBot(seed, given.get("playouts", 1000))


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "search",
            "Searches a tree of whole turns and of what chance may bring, for a time (1 s) or a number of playouts.",
            "playouts=3",
            {
                "time": number(0.01, _LONGEST),
                "playouts": whole(1, 100_000),
                "threads": whole(1, 64),
                "net": which_network,
                "turns": whole(1, 200),
                "look": whole(1, 8000),
                "glance": whole(1, 8000),
                "curiosity": number(0.0, 100.0),
                "sharpness": number(0.0, 1000.0),
                "widening": number(0.0, 100.0),
                "exact": yes_or_no,
            },
            _search,
        ),
        Kind(
            "sight",
            "Takes the turn that is best at first sight, by the network or by a beginner's eye.",
            "look=50",
            {"net": which_network, "look": whole(1, 8000), "whim": number(0.0, 1.0)},
            _sight,
        ),
        Kind(
            "flat",
            "Plays random games after each legal choice, 1000 unless said, and takes the best on average.",
            "playouts=1",
            {"playouts": whole(1, 1_000_000)},
            _flat,
        ),
    )
}
"""All kinds by name."""


def network_of(name: str) -> Path | None:
    """Return the file of weights that a bot's name says (``net=FILE``); None where it says none.

    Raises:
        UnknownNameError: it has no such parameter, or it cannot be that.
    """
    word, _, text = name.partition(":")
    network = read_parameters(word, text, KINDS[word].parameters).get("net") if word in KINDS else None
    return network if isinstance(network, Path) else None


def make_of_kind(name: str, seed: int | None) -> Bot:
    """Return the bot of a name that begins with a kind.

    Raises:
        UnknownNameError: it has no such parameter, or it cannot be that.
    """
    word, _, text = name.partition(":")
    kind = KINDS[word]
    given = read_parameters(word, text, kind.parameters)
    return kind.make(secrets.randbits(62) if seed is None else seed & ((1 << 62) - 1), given)
