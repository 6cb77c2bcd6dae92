"""Weights of networks in files; one for each game is shipped with the package, made by ``rivertable train``.

A file is a NumPy archive: for each network its arrays as float16, named ``NETWORK.inputs`` and so on, and
``about``, a JSON text: which network plays with how many players, for which printed data, and how it was made.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import DataError
from ..core.game import Game, Terms
from .search.compiled import lookahead

_WEIGHTS = files(__package__) / "weights"


@cache
def _shipped(game: Game) -> bytes | None:
    path = _WEIGHTS / f"{game.name}.npz"
    return path.read_bytes() if path.is_file() else None


def weights_hash(game: Game, *files: Path) -> str | None:
    """Return a hash (SHA-256, hexadecimal) of a game's shipped weights, and of files with others; None without any.

    Raises:
        OSError: a file cannot be read.
    """
    shipped = _shipped(game)
    contents = [*([] if shipped is None else [shipped]), *(path.read_bytes() for path in files)]
    return hashlib.sha256(b"".join(contents)).hexdigest() if contents else None


@cache
def _archive(game: Game, path: Path | None) -> dict[str, Any]:
    """Return the arrays of a file by name, and ``about``; of the shipped one without a path, empty if there is none."""
    content = _shipped(game) if path is None else path.read_bytes()
    if content is None:
        return {}
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        return arrays | {"about": json.loads(str(arrays["about"]))}
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(f"{path} is no file of weights.") from error


def about_weights(game: Game) -> dict[str, Any] | None:
    """Return how a game's networks were made; None where the package has none."""
    found: dict[str, Any] | None = _archive(game, None).get("about")
    return found


@cache
def _network(game: Game, path: Path | None, name: str) -> Any:
    blank = lookahead(game).network.blank_network()
    try:
        arrays = [_archive(game, path)[f"{name}.{field}"].astype(np.float32) for field in blank._fields]
    except KeyError as error:
        raise DataError(f"The weights of {game.title} lack a part of {name}.") from error
    if any(array.shape != room.shape for array, room in zip(arrays, blank, strict=True)):
        raise DataError(f"The weights of {game.title} are not for this version of the program.")
    return type(blank)(*arrays)


def network_for(terms: Terms, path: Path | None = None) -> Any | None:
    """Return the network that was made for these terms, from a file or as shipped.

    None where there is none: for other printed data, say.

    Raises:
        DataError: the file is no file of weights, or not for this version of the program.
        OSError: it cannot be read.
    """
    about = _archive(terms.game, path).get("about")
    if about is None or about["components"] != terms.components.sha256:
        return None
    name = about["networks"].get(str(terms.players))
    return None if name is None else _network(terms.game, path, name)


def chosen_network(terms: Terms, net: bool | Path) -> Any | None:
    """Return the network that a bot was told to use: the shipped one, none, or that of a file.

    Raises:
        DataError: the file has none for these terms.
        OSError: it cannot be read.
    """
    if isinstance(net, bool):
        return network_for(terms) if net else None
    network = network_for(terms, net)
    if network is None:
        raise DataError(
            f"{net} has no network for {terms.game.title} with {terms.players} players and this printed data."
        )
    return network


def pack_weights(networks: dict[str, Any], about: dict[str, Any]) -> bytes:
    """Return the bytes of a file of weights."""
    arrays = {
        f"{name}.{field}": array.astype(np.float16)
        for name, network in networks.items()
        for field, array in zip(network._fields, network, strict=True)
    }
    written = io.BytesIO()
    np.savez_compressed(written, about=np.array(json.dumps(about)), allow_pickle=False, **arrays)
    return written.getvalue()
