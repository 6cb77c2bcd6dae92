"""Answers as small as the asker reads them: what is compressed, and in which form.

Only what is read is compressed, never the answer to a POST: seats' and hosts' secrets are in those alone. What a seat
may know of its hand stands beside names that others chose, so each compressed answer is longer by chance, and its
length tells neither.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from gzip import GzipFile
from hashlib import sha256
from io import BytesIO

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

_WORTH_IT = 1_200
"""Bytes; a smaller answer fits into one packet as it is."""
_LEVEL = 5
_LONGER_AT_MOST = 100


def accepted(header: str) -> set[str]:
    """Return the encodings that an ``Accept-Encoding`` header takes."""
    asked = (part.replace(" ", "").lower().partition(";q=") for part in header.split(","))
    return {name for name, _, weight in asked if not weight or weight.strip("0.")}


def zipped(body: bytes) -> bytes:
    """Return a body as gzip, longer by a length that nobody can foresee."""
    packed = BytesIO()
    # The name of a file, which nobody reads, makes up the length.
    name = "-" * secrets.randbelow(_LONGER_AT_MOST)
    with GzipFile(name, "wb", _LEVEL, packed, mtime=0) as file:
        file.write(body)
    return packed.getvalue()


def kept_response(request: Request, body: bytes, digest: str | None = None) -> Response:
    """Return JSON that is the same for everybody, to be kept as long as the server says that it is still so.

    ``digest`` tells it from what it was or will be; without one it is made of the body.
    """
    tag = f'W/"{digest or sha256(body).hexdigest()}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    if is_known(request.headers.get("if-none-match"), tag):
        return Response(None, 304, headers)
    return Response(body, 200, headers, "application/json")


def is_known(header: str | None, tag: str) -> bool:
    """Return whether an ``If-None-Match`` header names a tag, or any."""
    names = [name.strip().removeprefix("W/") for name in (header or "").split(",")]
    return "*" in names or tag.removeprefix("W/") in names


class ReadRoute(APIRoute):
    """A route whose answers are compressed where it only reads."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[None, None, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()
        if "GET" not in (self.methods or ()):
            return answer

        async def compressed(request: Request) -> Response:
            response = await answer(request)
            body = bytes(response.body)
            if len(body) < _WORTH_IT or "gzip" not in accepted(request.headers.get("accept-encoding", "")):
                return response
            response.body = await run_in_threadpool(zipped, body)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Length"] = str(len(response.body))
            response.headers.add_vary_header("Accept-Encoding")
            return response

        return compressed
