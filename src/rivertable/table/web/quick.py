"""The routes that are asked for most, answered before the framework looks at a request.

The framework's way to a route and back costs more than the move in it. What comes in the first of a route's forms, and
is plainly well-formed, is answered here by the route's own function; whatever else comes goes the framework's way,
which says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, get_args

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ...core.errors import RivertableError
from .context import TABLE_ID, Context
from .limits import read_again
from .problems import refusal_of, store_away

_PREFIX = "/tables/{table}/"
_SECRET = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Quick:
    """A route that takes a body in several forms, whose first one is read here."""

    route: APIRoute
    form: type[BaseModel]
    answer: Callable[[str, Any, Context, str], Coroutine[Any, Any, Response]]


class QuickRoutes:
    """The layer before the framework that answers for the quick routes of a router."""

    def __init__(self, app: ASGIApp, context: Context, router: APIRouter) -> None:
        self._app = app
        self._context = context
        self._routes = {
            route.path.removeprefix(_PREFIX): _quick(route)
            for route in router.routes
            if isinstance(route, APIRoute) and _forms_of(route)
        }
        self._address = re.compile(f"/api/tables/({TABLE_ID.pattern.strip('^$')})/({'|'.join(self._routes)})")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        found = self._address.fullmatch(scope["path"]) if scope.get("method") == "POST" else None
        secret = found and _secret_of(scope["headers"])
        if not found or not secret:
            await self._app(scope, receive, send)
            return
        quick = self._routes[found[2]]
        # The guard has read the body: it comes whole.
        body = (await receive())["body"]
        try:
            wanted = quick.form.model_validate_json(body)
        except ValidationError:
            await self._app(scope, read_again(body, receive), send)
            return
        scope["route"] = quick.route
        try:
            response = await quick.answer(found[1], wanted, self._context, secret)
        except RivertableError as error:
            response = refusal_of(error, self._context.metrics, {})
        except SQLAlchemyError as error:
            response = store_away(error)
        await response(scope, receive, send)


def _forms_of(route: APIRoute) -> tuple[type[BaseModel], ...]:
    """Return the forms in which a route takes its body; none where there is but one."""
    return get_args(route.body_field and route.body_field.field_info.annotation)


def _quick(route: APIRoute) -> _Quick:
    endpoint: Any = route.endpoint
    answer = endpoint if iscoroutinefunction(endpoint) else partial(run_in_threadpool, endpoint)
    return _Quick(route, _forms_of(route)[0], answer)


def _secret_of(told: list[tuple[bytes, bytes]]) -> str | None:
    """Return the secret that comes with plain JSON; None where a header is not as clients usually write it."""
    headers = dict(told)
    scheme, _, secret = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    is_plain = len(headers) == len(told) and headers.get(b"content-type") == b"application/json"
    return secret if is_plain and scheme == "Bearer" and _SECRET.fullmatch(secret) else None
