"""Writing TOML, as far as files of printed data need it: the standard library only reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_value(value: object) -> str:
    """Write a text, whole number, truth value, list or table in one line, tables inline.

    Raises:
        TypeError: it is none of these.
    """
    if isinstance(value, str):
        return toml_string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(toml_pair(key, item) for key, item in value.items())}}}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(toml_value, value))}]"
    raise TypeError(f"Files of printed data hold no {type(value).__name__}.")


def toml_pair(key: str, value: object) -> str:
    """Write a key with its value in one line."""
    return f"{key if _BARE.fullmatch(key) else toml_string(key)} = {toml_value(value)}"


def toml_string(text: str) -> str:
    """Write a text in quotes."""
    # The escapes of JSON are escapes of TOML too, but TOML forbids one character that JSON leaves as it is.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
