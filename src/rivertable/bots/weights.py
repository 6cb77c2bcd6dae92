"""The weights that ship with the package: one file a game.

A file is a NumPy archive: for each network its six arrays as float16, named ``NETWORK.inputs`` and so on, and
``about``, a JSON text: which network plays with how many players, for which printed data, and how it was made.
"""

from __future__ import annotations

import io
import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from ..core.errors import DataError
from ..core.game import Game, Terms
from .compiled import lookahead

_WEIGHTS = files(__package__) / "weights"


@cache
def _archive(game: Game) -> dict[str, Any]:
    """Give the arrays of a game's file by name, and ``about``; empty where the package has none."""
    path = _WEIGHTS / f"{game.name}.npz"
    if not path.is_file():
        return {}
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    return arrays | {"about": json.loads(str(arrays["about"]))}


def about_weights(game: Game) -> dict[str, Any] | None:
    """Give how a game's networks were made; None where the package has none."""
    found: dict[str, Any] | None = _archive(game).get("about")
    return found


@cache
def _network(game: Game, name: str) -> Any:
    blank = lookahead(game).network.blank_network()
    arrays = [_archive(game)[f"{name}.{field}"].astype(np.float32) for field in blank._fields]
    if any(array.shape != room.shape for array, room in zip(arrays, blank, strict=True)):
        raise DataError(f"The weights of {game.title} are not for this version of the program.")
    return type(blank)(*arrays)


def network_for(terms: Terms) -> Any | None:
    """Give the network that was made for these terms; None where there is none: for other printed data, say."""
    about = about_weights(terms.game)
    if about is None or about["components"] != terms.components.sha256:
        return None
    name = about["networks"].get(str(terms.players))
    return None if name is None else _network(terms.game, name)
