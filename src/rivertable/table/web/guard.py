"""What stands before every route: size and rate limits, foreign origins, headers, metrics, and a line in the log."""

from __future__ import annotations

import logging
import random
import re
import time
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...core.errors import RivertableError
from .context import Context
from .limits import Bodies, address_of
from .problems import FAULT, refusal_of, response_of

_log = logging.getLogger("rivertable.access")

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; connect-src 'self'"
)
_POLICY_NAME = b"content-security-policy"
HEADERS = (
    (_POLICY_NAME, POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
"""Sent with every response but parts of pages; the first only where it has none of its own."""
_PART_HEADERS = tuple(
    (name, value)
    for name, value in HEADERS
    if name in (b"referrer-policy", b"x-content-type-options", b"cross-origin-resource-policy")
)
"""Sent with scripts and styles: a browser reads the others of pages alone, and a first load has many parts."""
_PARTS = (b"text/javascript", b"text/css")

_TABLE_PATH = re.compile(r"/api/tables/([^/]+)/.")
_WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")
_METHODS = ("GET", "HEAD", "OPTIONS", *_WITH_BODY)


def headers_beside(own: Iterable[tuple[bytes, bytes]], path: str) -> tuple[tuple[bytes, bytes], ...]:
    """Return what is sent beside the own headers of a path's response."""
    found = dict(own)
    # A script outside this folder is the service worker, which has a policy.
    if path.startswith("/assets/") and found.get(b"content-type", b"").startswith(_PARTS):
        return _PART_HEADERS
    # The page has a policy of its own, which lets its one script run.
    return HEADERS[_POLICY_NAME in found :]


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._bodies = Bodies(context.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        number = f"{random.getrandbits(48):012x}"
        status = 0
        # What GET gives, HEAD gives without its body.
        is_head = scope["method"] == "HEAD"
        scope = {**scope, "method": "GET"} if is_head else scope

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message["headers"]
                message["headers"] = [*own, *headers_beside(own, scope["path"]), (b"x-request-id", number.encode())]
            elif is_head:
                message = {**message, "body": b""}
            await send(message)

        try:
            body = await self._admit(scope, receive)
            await self._app(scope, body, send_with_headers)
        except RivertableError as error:
            # What was not read of a body is not waited for.
            headers = self._readable_by(scope) | {"Connection": "close"}
            await refusal_of(error, self._context.metrics, headers)(scope, receive, send_with_headers)
        except Exception:
            # The outermost layer: a fault is logged whole here, and its reply says nothing of the inside.
            # Where the reply has begun nothing else can be said: the connection is cut.
            if status:
                raise
            _log.exception("A request could not be answered.", extra={"request": number})
            await response_of(FAULT, self._readable_by(scope))(scope, receive, send_with_headers)
        self._note(scope, "HEAD" if is_head else scope["method"], status, time.perf_counter() - began, number)

    def _readable_by(self, scope: Scope) -> dict[str, str]:
        """Return the headers that let a page of an allowed site read a refusal which never came to the routes."""
        origin = dict(scope["headers"]).get(b"origin", b"").decode("latin-1")
        if origin not in self._context.access.origins:
            return {}
        return {
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Expose-Headers": "Retry-After",
            "Vary": "Origin",
        }

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """Check limits, origin and table, then read the body, and return the way to read it again.

        Raises:
            TableError: it is refused.
        """
        context = self._context
        address = address_of(scope)
        if scope["path"].startswith("/api/"):
            context.buckets.take("address", address, context.limits.address)
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        context.check_host(headers.get(b"host"))
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            context.check_origin(headers.get(b"origin"), headers.get(b"host"))
        if scope["method"] not in _WITH_BODY:
            return receive
        if found := _TABLE_PATH.match(scope["path"]):
            await context.check_table(found[1])
        return await self._bodies.read(scope["path"], address, headers.get(b"content-length", ""), receive)

    def _note(self, scope: Scope, method: str, status: int, seconds: float, number: str) -> None:
        """Count the request and write its line: the route's pattern, never the address with its ids or a query."""
        route: Any = scope.get("route")
        pattern = getattr(route, "path", "other")
        # Whatever a caller makes up as a method would be a counter of its own.
        method = method if method in _METHODS else "other"
        counter, histogram = self._context.metrics.of_route(method, pattern, status)
        counter.inc()
        histogram.observe(seconds)
        if not _log.isEnabledFor(logging.INFO):
            return
        _log.info(
            "request",
            extra={
                "method": method,
                "route": pattern,
                "status": status,
                "ms": round(seconds * 1000, 2),
                "request": number,
            },
        )
