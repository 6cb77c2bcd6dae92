"""The API's document: what routes answer is described when somebody asks for it, not at each start."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from fastapi import FastAPI
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from pydantic import Field, TypeAdapter
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.types import ASGIApp
from typing_extensions import TypeAliasType, TypedDict, is_typeddict

from ...core.documents import exact
from ...core.game import GAMES, Game
from ...study.puzzles.puzzle import themes_for
from ..domain import documents
from ..domain.documents import Own

_REFERENCE = "#/components/schemas/{model}"
_MARK = "x-document"
_ANSWERED: dict[str, Any] = {
    kind.__name__: kind for kind in (documents.News, documents.PongMessage, documents.Problem, documents.RefusedMessage)
}
"""What routes and sockets answer, by the words that stand for it until the document is asked for."""

_WORDS: dict[Own, Callable[[Game], Iterable[str]]] = {Own.NAME: lambda game: [game.name], Own.THEME: themes_for}


def answers(
    kind: Any, *problems: int, status: int = 200, answer: dict[str, Any] | None = None, is_open: bool = False
) -> dict[str, Any]:
    """Return what the API's document says of a route that answers with a document; 400, 413, 422 and 429 can always be.

    ``answer`` describes an answer that is no JSON, and ``is_open`` a route that a spectator may ask without a secret.
    """
    words = str(kind)
    _ANSWERED[words] = kind
    answer = answer or {
        "description": "Successful Response",
        "content": {"application/json": {"schema": {_MARK: words}}},
    }
    refused = {"description": "Refused", "content": {"application/problem+json": {"schema": {_MARK: "Problem"}}}}
    responses = {status: answer, **dict.fromkeys([400, 413, 422, 429, *problems], refused)}
    return {"status_code": status, "responses": responses, "openapi_extra": {"security": [{}]} if is_open else None}


class Application(FastAPI):
    """An application that describes its routes' answers in its document, and has no layers that nobody needs."""

    def build_middleware_stack(self) -> ASGIApp:
        """Return the layers before the routes: those that were added, and the framework's own for refusals.

        Its further ones answer faults, limit bodies and measure: each costs every request, and the outermost layer
        that is added does all that.
        """
        app: ASGIApp = AsyncExitStackMiddleware(self.router)
        app = ExceptionMiddleware(app, handlers=self.exception_handlers)
        for layer, arguments, named in reversed(self.user_middleware):
            app = layer(app, *arguments, **named)
        return app

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        if self.openapi_schema is None:
            document = super().openapi()
            adapters = [(words, "serialization", TypeAdapter(described(kind))) for words, kind in _ANSWERED.items()]
            schemas, shared = TypeAdapter.json_schemas(adapters, ref_template=_REFERENCE)  # type: ignore[arg-type]
            filled = {words: schema for (words, _), schema in schemas.items()}
            document["paths"] = _filled_in(document["paths"], filled)
            found = document["components"]["schemas"] | shared["$defs"]
            document["components"]["schemas"] = {name: found[name] for name in sorted(found)}
            self.openapi_schema = _plainly_named(document)
        return self.openapi_schema or {}


def _plainly_named(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with each game's types named by the game, where they are named by their modules."""
    text = json.dumps(document)
    for name in document["components"]["schemas"]:
        package, _, rest = name.partition("__")
        game, _, own = rest.partition("__")
        if package == "rivertable" and own:
            text = text.replace(name, game.capitalize() + own.rpartition("__")[2])
    named: dict[str, Any] = json.loads(text)
    return named


def _filled_in(value: Any, schemas: dict[Any, Any]) -> Any:
    """Return a part of the document with the schemas of answers in their places."""
    if isinstance(value, list):
        return [_filled_in(item, schemas) for item in value]
    if not isinstance(value, dict):
        return value
    if _MARK in value:
        return schemas[value[_MARK]]
    return {name: _filled_in(item, schemas) for name, item in value.items()}


def described(kind: Any, game: Game | None = None) -> Any:
    """Return a document's type with a game's own types put in.

    Without a game, a document that names its game and holds more of its own is a union, which ``game`` tells apart.
    """
    if is_typeddict(kind):
        return _dictionary(kind, game)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is None or origin is Literal:
        return kind
    if origin is Annotated:
        own = next((one for one in arguments[1:] if isinstance(one, Own)), None)
        if own is None:
            return Annotated[(described(arguments[0], game), *arguments[1:])]
        games = [game] if game else list(GAMES.values())
        if own in _WORDS:
            return Literal[tuple(dict.fromkeys(chain.from_iterable(map(_WORDS[own], games))))]
        return _union(map(attrgetter(own.value), games))
    parts = tuple(described(argument, game) for argument in arguments)
    if origin in (Union, UnionType):
        return _union(parts)
    return NotRequired[parts[0]] if origin is NotRequired else origin[parts]


def _union(parts: Iterable[Any]) -> Any:
    return Union[tuple(parts)]  # noqa: UP007  # made of what is installed


@cache
def _dictionary(kind: Any, game: Game | None) -> Any:
    fields = get_type_hints(kind, include_extras=True)
    own = set().union(*map(_own_parts, fields.values()))
    if not own:
        return kind
    if own == {Own.NAME}:
        game = None
    elif game is None and "game" in fields:
        union = _union(_dictionary(kind, one) for one in GAMES.values())
        return TypeAliasType(kind.__name__, Annotated[union, Field(discriminator="game")])
    name = kind.__name__ if game is None else f"{game.name.capitalize()}{kind.__name__}"
    make: Any = TypedDict
    made = make(name, {field: described(one, game) for field, one in fields.items() if _is_there(one, game)})
    made.__doc__ = kind.__doc__
    return exact(made)


def _is_there(kind: Any, game: Game | None) -> bool:
    """Return whether a game has what a field holds: of some parts it may have none."""
    if game is None or is_typeddict(kind):
        return True
    if kind is Own.CONSEQUENCE:
        return game.consequences is not None
    return all(_is_there(part, game) for part in get_args(kind))


@cache
def _own_parts(kind: Any) -> frozenset[Own]:
    """Return what a type holds of a game's own."""
    parts = get_type_hints(kind, include_extras=True).values() if is_typeddict(kind) else get_args(kind)
    found = (frozenset({part}) if isinstance(part, Own) else _own_parts(part) for part in parts if _is_kind(part))
    return frozenset().union(*found)


def _is_kind(part: Any) -> bool:
    """Return whether a part of a type is a type or a mark; not a value of a ``Literal``, or a bound."""
    return isinstance(part, Own | type) or get_origin(part) is not None
