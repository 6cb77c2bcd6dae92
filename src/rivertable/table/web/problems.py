"""Refusals as problem documents (RFC 9457), and the HTTP status of each."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import chain
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from ...core.errors import AmbiguousMoveError, DataError, MoveError, OptionError, RivertableError, UnknownNameError
from ...core.game import GAMES
from ..domain.documents import Problem
from ..errors import NoSuchTableError, StaleVersionError, TableError, TooManyError
from .context import Metrics
from .requests import whole_numbers

MEDIA_TYPE = "application/problem+json"

_log = logging.getLogger("rivertable.store")
_FAULTS_SHOWN = 10
_WORD_SHOWN = 100
"""Characters of a wrong option that are said back."""
_TITLES = {
    400: "Bad request",
    401: "Not known",
    403: "Not allowed",
    404: "Not found",
    405: "Not possible here",
    408: "Too slow",
    409: "Not possible now",
    413: "Too large",
    421: "Not this server",
    422: "Not understood",
    429: "Too many requests",
    500: "A fault of the server",
    503: "Not ready",
}


def status_of(error: RivertableError) -> int:
    """Return the HTTP status of a refusal: 409 where the rules or the table do not allow it now, 422 for bad data."""
    if isinstance(error, TableError):
        return error.status
    if isinstance(error, MoveError):
        return 409
    return 404 if isinstance(error, UnknownNameError) else 422


def problem_of(error: RivertableError) -> Problem:
    """Return the problem document of a refusal."""
    document = plain_problem(status_of(error), error.code, error.sentence)
    document |= {"template": error.template, "values": error.values, "rule": error.rule}
    if isinstance(error, StaleVersionError):
        document["version"] = error.version
    if isinstance(error, DataError):
        document["faults"] = list(error.faults)
    if isinstance(error, AmbiguousMoveError):
        document["choices"] = list(error.choices)
    return document


def response_of(document: Problem, headers: dict[str, str] | None = None) -> Response:
    """Return the response that carries a problem document."""
    return Response(to_json(document), document["status"], headers, MEDIA_TYPE)


def plain_problem(status: int, code: str, sentence: str) -> Problem:
    """Return a problem document that comes from no refusal of the game or the table."""
    return {
        "type": f"urn:rivertable:{code}",
        "title": _TITLES.get(status, "Not possible"),
        "status": status,
        "code": code,
        "detail": sentence,
        "template": sentence,
        "values": {},
        "rule": None,
    }


def refusal_of(error: RivertableError, metrics: Metrics, headers: dict[str, str]) -> Response:
    """Return the response that carries a refusal, and count it."""
    metrics.refusals.labels(error.code).inc()
    if isinstance(error, TooManyError):
        headers["Retry-After"] = str(error.retry_after)
    if status_of(error) == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return response_of(problem_of(error), headers)


async def refuse(request: Request, error: Exception) -> Response:
    """Answer a refusal, and count it."""
    if not isinstance(error, RivertableError):
        raise error
    return refusal_of(error, request.app.state.context.metrics, {})


async def refuse_request(request: Request, error: Exception) -> Response:
    """Answer a request that the API's document does not allow: one sentence a fault."""
    if not isinstance(error, RequestValidationError):
        raise error
    found = error.errors()
    if any(fault["loc"][0] == "path" for fault in found):
        return await refuse(request, NoSuchTableError("There is no such place here."))
    if any(fault["type"] == "json_invalid" for fault in found):
        return response_of(plain_problem(400, "not-json", "The body is not JSON."))
    if (option := _wrong_option(found, error.body)) is not None:
        return await refuse(request, option)
    faults = []
    for fault in found[:_FAULTS_SHOWN]:
        place = ".".join(str(part) for part in fault["loc"])
        faults.append(f"{place}: {fault['msg']}.")
    problem = plain_problem(422, "malformed-request", "The request is malformed.")
    return response_of(problem | {"faults": faults})


def _wrong_option(found: Sequence[Any], body: Any) -> OptionError | None:
    """Return how a game refuses an option of a table to be made; None where the request is wrong otherwise."""
    place = next((fault["loc"] for fault in found if fault["loc"][2:3] == ("options",)), None)
    if place is None or not isinstance(body["options"], dict):
        return None
    given = {name: value for name, value in body["options"].items() if value is not None}
    if not all(isinstance(part, str | int | float) and len(str(part)) <= _WORD_SHOWN for part in chain(*given.items())):
        return None
    preset = given.pop("preset", None)
    if preset == "":
        return None  # No name at all is not a wrong one.
    try:
        GAMES[place[1]].options.make(None if preset is None else str(preset), whole_numbers(given))
    except OptionError as error:
        return error
    return None


_OF_FRAMEWORK = {
    400: ("not-json", "The body cannot be read."),
    404: ("no-such-address", "There is nothing at this address."),
    405: ("no-such-method", "This address does not take that method."),
}


async def refuse_http(request: Request, error: Exception) -> Response:
    """Answer what the framework refuses: no such address, or no such method there."""
    if not isinstance(error, HTTPException):
        raise error
    code, words = _OF_FRAMEWORK.get(error.status_code, ("refused", "The body cannot be read."))
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(_methods_at(request))
    return response_of(plain_problem(error.status_code, code, words), headers)


def _methods_at(request: Request) -> list[str]:
    """Return all methods of an address: the framework itself names those of the first route there, and no HEAD."""
    methods = []
    for method in ("DELETE", "GET", "POST"):
        scope = {**request.scope, "method": method}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes):
            methods += [method, "HEAD"] if method == "GET" else [method]
    return sorted(methods)


def store_away(error: Exception) -> Response:
    """Return the answer that the store cannot be asked just now; the same request may be made again."""
    _log.debug("A request was refused, since the store did not answer.", exc_info=error)
    return response_of(plain_problem(503, "store-away", "The store does not answer; try again."), {"Retry-After": "1"})


async def refuse_store(_: Request, error: Exception) -> Response:
    """Answer that the store cannot be asked just now."""
    return store_away(error)


FAULT = plain_problem(500, "server-fault", "Something went wrong here; nothing was changed.")
"""What is said of a fault of the server: not a word about its inside."""
