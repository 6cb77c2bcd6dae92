"""Work done by a Ray cluster: given out a few items at a time, and once more where a worker was killed."""

from __future__ import annotations

import logging
import os
import re
import secrets
import shutil
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from ...bots import weights_hash
from ...core.compiling.sources import sources_hash
from ...core.errors import require
from ...core.game import Game
from ..workers import WAITING, WorkerError, nothing_to_begin, processors
from .games import SimulationError

Item = TypeVar("Item")
Result = TypeVar("Result")

EXTRA = "cluster"
"""The extra that brings Ray."""

LOCAL = "local"
"""The address of a cluster that is started on this machine, and ended with the games."""

Version = tuple[str, str | None]
"""Hashes of rules and bots, and of a network where the game has one."""

_ADDRESS = re.compile(r"(?:ray://)?\[?([^/\[\]]+)\]?:(\d{1,5})")
_SECONDS = 5.0
"""How long a cluster may take to answer at all; Ray itself would wait for minutes."""

_RETRIES = 20
"""How often a lot of games is given out again whose worker was ended: what ends that many is no accident."""

_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""What Ray reads from the environment: it reports its use to nobody, and does not warn of what it will do one day."""

_SHARED_MEMORY = 128 * 2**20
"""Of a cluster on this machine; what is passed around are rows of a few games."""


def spread_on_cluster(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    game: Game,
    address: str,
    processes: int | None = None,
    *,
    begin: Callable[[], None] = nothing_to_begin,
) -> Generator[Result, None, None]:
    """Do the same work for every item on a Ray cluster and return the results in the order of the items.

    Results come to this process alone, which is the only one that keeps them: a worker that is killed loses nothing and
    leaves nothing behind, its work is done again. At most ``WAITING`` items for each of so many processes (all the
    cluster's processors without) are given out ahead of the results. ``begin`` is called once in every worker.

    Raises:
        SimulationError: there is no such cluster.
        WorkerError: workers were ended again and again, or have another version of rivertable.
        MissingExtraError: Ray is not installed.
    """
    with _joined(address, processes) as ray:
        do = ray.remote(max_retries=_RETRIES)(work_for)
        common = ray.put((secrets.token_hex(), begin, work, game))
        at_once = processes or max(int(ray.cluster_resources().get("CPU", 1)), 1)
        left = iter(items)
        running: deque[Any] = deque()
        while True:
            running.extend(do.remote(common, item) for item in islice(left, at_once * WAITING - len(running)))
            if not running:
                return
            version, result = _result(ray, running.popleft())
            check_version(game, version)
            yield result


_begun: set[str] = set()
"""The works that this process of a cluster has begun with."""


def work_for(common: tuple[str, Callable[[], None], Callable[[Any], Any], Game], item: Any) -> tuple[Version, Any]:
    """Do the work for an item in a worker of the cluster and return the result with what it was done with."""
    token, begin, work, game = common
    if token not in _begun:
        begin()
        _begun.add(token)
    return version_for(game), work(item)


def version_for(game: Game) -> Version:
    """Return hashes of what this process plays with: its rules and bots, and the network of the game."""
    return sources_hash(), weights_hash(game)


def check_version(game: Game, version: Version) -> None:
    """Check that a worker plays with what this process would.

    Raises:
        WorkerError: it does not.
    """
    if version != version_for(game):
        raise WorkerError("A worker of the cluster has other rules, bots or networks: install this version there.")


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:
        raise WorkerError(f"The cluster could not play: {_last_line(error)}") from error


@contextmanager
def _joined(address: str, processes: int | None) -> Iterator[Any]:
    """Return Ray, joined to a cluster; one that this process has joined already is used as it is."""
    if address not in (LOCAL, "auto") and not _ADDRESS.fullmatch(address):
        raise SimulationError(f"{address!r} is no cluster: it is local, auto, ray://HOST:PORT or HOST:PORT.")
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    ray = require("ray", EXTRA)
    if ray.is_initialized():
        yield ray
        return
    logging.getLogger("ray").setLevel(logging.ERROR)
    folder = tempfile.mkdtemp(prefix="rivertable-") if address == LOCAL else None
    try:
        _join(ray.init, address, _own(folder, processes) if folder else {})
        yield ray
    finally:
        ray.shutdown()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _join(init: Callable[..., object], address: str, settings: Mapping[str, object]) -> None:
    try:
        if found := _ADDRESS.fullmatch(address):
            socket.create_connection((found[1], int(found[2])), _SECONDS).close()
        init(address, log_to_driver=False, configure_logging=False, **settings)
    except (OSError, OverflowError, RuntimeError) as error:
        raise SimulationError(f"The Ray cluster {address!r} cannot be joined: {_last_line(error)}") from error


def _own(folder: str, processes: int | None) -> dict[str, object]:
    return {
        "num_cpus": processes or processors(),
        "include_dashboard": False,
        "object_store_memory": _SHARED_MEMORY,
        "_temp_dir": folder,
    }


def _last_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror + "."
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
