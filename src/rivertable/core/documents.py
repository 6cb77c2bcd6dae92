"""The bases of all documents: what is read and written as JSON."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, with_config

DocumentT = TypeVar("DocumentT")
_EXACT = ConfigDict(strict=True, extra="forbid")


class Document(BaseModel):
    """A document whose types are exact, that has no field which it does not name, and that never changes."""

    model_config = _EXACT | ConfigDict(frozen=True)


exact = with_config(_EXACT)
"""Makes the same of a ``TypedDict``: a document that a program builds as the plain JSON that it writes."""


def lean(document: DocumentT, *optional: str) -> DocumentT:
    """Return a document without those of its optional fields that say nothing: None, False, or something empty."""
    fields: Any = document
    for name in optional:
        if fields[name] is None or fields[name] is False or fields[name] in ([], {}):
            del fields[name]
    return document


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def as_document(kind: Any, value: object) -> Any:
    """Return plain JSON values as a document of a kind, such as ``game.documents.StateDocument``.

    Raises:
        ValidationError: they are none.
    """
    return _reader(kind).validate_python(value)
