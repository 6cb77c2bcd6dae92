"""Game states: arrays of records whose fields are read as attributes, and copies of them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np


def record_type(module: str, name: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the dtype of records whose fields, as :class:`numpy.dtype` takes them, are also attributes.

    NumPy's own records look for each attribute in Python, which takes five times as long.

    Args:
        module: the ``__name__`` of the module that keeps the dtype.
        name: the name that it has there, by which pickle finds it again.
        fields: name, type and, for arrays, shape of each field.
    """
    attributes = {field[0]: _attribute(field[0]) for field in fields}
    names = {"__module__": module, "__qualname__": f"{name}.type", "__slots__": ()}
    return np.dtype((type(name, (np.void,), attributes | names), list(fields)))


def state_type(module: str, name: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the dtype of a game's states: as :func:`record_type`, and ending with a whole word of 4 bytes.

    Searches compare states word by word. What fills the last word is a field, for only fields are copied.
    """
    spare = -np.dtype(list(fields)).itemsize % 4
    return record_type(module, name, [*fields, ("spare", np.int8, spare)] if spare else fields)


def _attribute(name: str) -> property:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)


def copied(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return a copy of states that may be written to, of the same shape and dtype.

    NumPy's own copies a record field by field, which takes thirty times as long for the some forty fields of a game.
    """
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


def plain_values(states: np.ndarray[Any, Any]) -> Any:
    """Return the first of some states as a tuple with its field names, of Python's own integers and lists.

    To read many items this way takes a tenth of the time that NumPy's own take.
    """
    values = [value.tolist() if isinstance(value, np.ndarray) else value for value in states[0].item()]
    return _tuple_type(states.dtype.names or ())._make(values)


@cache
def _tuple_type(names: tuple[str, ...]) -> Any:
    return namedtuple("Values", names)  # its fields are known only here
