"""Weights of networks in files; one for each packaged edition is shipped, made by ``rivertable train``.

A file is a NumPy archive: for each network its arrays as float16, named ``NETWORK.inputs`` and so on, and
``about``, a JSON text: which network plays with how many players, for which printed data, and how it was made.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..core.contract.study import renamed
from ..core.errors import DataError
from ..core.game import Game, Terms
from .lookahead import lookahead

_WEIGHTS = Path(__file__).with_name("weights")


@cache
def _shipped(game: Game) -> tuple[Path, ...]:
    """Return the files of a game: its name, and that of an edition where it has several."""
    found = (path for path in _WEIGHTS.iterdir() if path.name.split("-")[0].removesuffix(".npz") == game.name)
    return tuple(sorted(found, key=lambda path: path.name))


def weights_hash(game: Game, *files: Path) -> str | None:
    """Return a hash (SHA-256, hexadecimal) of a game's shipped weights, and of files with others; None without any.

    Raises:
        OSError: a file cannot be read.
    """
    contents = [path.read_bytes() for path in (*_shipped(game), *files)]
    return hashlib.sha256(b"".join(contents)).hexdigest() if contents else None


@cache
def _archive(path: Path) -> dict[str, Any]:
    """Return the arrays of a file by name, and ``about``."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        return arrays | {"about": json.loads(str(arrays["about"]), object_hook=renamed)}
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(f"{path} is no file of weights.") from error


@cache
def _made_for(game: Game, sha256: str) -> Path | None:
    return next((path for path in _shipped(game) if _archive(path)["about"]["components"] == sha256), None)


def shipped_weights(terms: Terms) -> Path | None:
    """Return the shipped file with networks for some printed data; None where the package has none."""
    return _made_for(terms.game, terms.components.sha256)


def about_weights(terms: Terms) -> dict[str, Any] | None:
    """Return how the shipped network for some printed data was made; None where the package has none."""
    path = shipped_weights(terms)
    return None if path is None else about_file(path)


def about_file(path: Path) -> dict[str, Any]:
    """Return how the networks of a file were made.

    Raises:
        DataError: it is no file of weights.
        OSError: it cannot be read.
    """
    about: dict[str, Any] = _archive(path)["about"]
    return about


@cache
def _network(game: Game, path: Path, name: str) -> Any:
    blank = lookahead(game).network.blank_network()
    try:
        arrays = [_archive(path)[f"{name}.{field}"].astype(np.float32) for field in blank._fields]
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
    found = path or shipped_weights(terms)
    if found is None:
        return None
    about = _archive(found)["about"]
    name = about["networks"].get(str(terms.players))
    if about["components"] != terms.components.sha256 or name is None:
        return None
    return _network(terms.game, found, name)


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
