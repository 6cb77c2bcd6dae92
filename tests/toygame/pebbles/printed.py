"""What is printed on the pebbles: there is one edition, four pebbles of each value."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel

from rivertable.core.contract.parts import PrintedValue
from rivertable.core.errors import DataError, UnknownNameError

from .kernel.state import COPIES, TERMS, VALUES


class ComponentsDocument(BaseModel):
    """Printed data as JSON."""

    name: str
    pebbles: int


@dataclass(frozen=True)
class PebblesComponents:
    """The one edition."""

    name: str = "standard"
    sha256: str = hashlib.sha256(b"pebbles").hexdigest()
    text: str = 'name = "standard"\n'


EDITIONS = ("standard",)
ONCE_STANDARD = "standard"


def packaged(sha256: str) -> PebblesComponents | None:
    return load() if load().sha256 == sha256 else None


def load(path: Path | None = None) -> PebblesComponents:
    """Return the one edition; a file of one's own is refused."""
    if path is not None and str(path) not in EDITIONS:
        raise DataError("Pebbles has no printed data that could be another.")
    return PebblesComponents()


def parse(text: str, name: str) -> PebblesComponents:
    """Return the one edition."""
    return PebblesComponents()


def write_components(components: PebblesComponents) -> dict[str, Any]:
    """Return printed data as plain JSON."""
    return {"name": components.name, "pebbles": COPIES * VALUES}


def pack(players: int, components: PebblesComponents) -> np.ndarray[Any, Any]:
    """Return the terms as the kernel takes them: the option is written by name."""
    return np.zeros(1, dtype=TERMS)


def list_values(components: PebblesComponents) -> tuple[PrintedValue, ...]:
    """Return nothing: no printed value can be varied."""
    return ()


def with_value(components: PebblesComponents, name: str, value: int) -> PebblesComponents:
    """Refuse: there is no such value."""
    raise UnknownNameError(f"There is no printed value {name!r}.")
