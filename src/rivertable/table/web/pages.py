"""The browser client's files: its page for every address that is a page, its assets with a long life."""

from __future__ import annotations

import mimetypes
import os
import re
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .compression import accepted, is_known, zipped
from .guard import POLICY

_MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>rivertable</title>
<h1>The pages are not built</h1>
<p>The API works, but this copy of rivertable came without its pages. In a checkout, <code>make client</code> builds
them.</p></html>
"""
_PREPARING = '<script type="module" src="/preparing.js"></script>'
_LONG = "public, max-age=31536000, immutable"
_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_FORMS = (("br", ".br"), ("gzip", ".gz"))
"""Encodings by the suffix of a file that was built in them, the smallest first."""
_SCRIPT = re.compile("<script>(.*?)</script>", re.DOTALL)
_FILE = re.compile(r"\.[A-Za-z0-9]+$")
"""How an address ends that is one of a file; a full stop alone ends the sentence that it was copied from."""
_TABLE = re.compile("t/([A-Za-z0-9_-]{22})(/.*)?")


class _PagePath(PathConvertor):
    """Every address but those of the API, which must say for themselves what they lack, and of assets."""

    regex = "(?!api/|assets/).*"


register_url_convertor("page", _PagePath())


@lru_cache(maxsize=1024)
def _digest(file: str, changed: int, size: int) -> str:
    return sha256(Path(file).read_bytes()).hexdigest()[:32]


class _Files(StaticFiles):
    """Built files, each in the smallest form that the asker reads."""

    def __init__(self, folder: Path, life: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._life = life

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; its compressed forms have no address of their own."""
        if path.endswith(tuple(suffix for _, suffix in _FORMS)):
            raise HTTPException(404)
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file's answer, or that the asker has it already. A part of a file is one of its plain form."""
        asked = Headers(scope=scope)
        taken = set() if "range" in asked else accepted(asked.get("accept-encoding", ""))
        shown = os.fspath(full_path)
        headers = {"Cache-Control": self._life, "Vary": "Accept-Encoding"}
        for encoding, suffix in _FORMS:
            if encoding in taken and os.path.isfile(shown + suffix):
                shown += suffix
                headers["Content-Encoding"] = encoding
                break
        stat = os.stat(shown)
        headers["ETag"] = f'"{_digest(shown, stat.st_mtime_ns, stat.st_size)}"'
        if is_known(asked.get("if-none-match"), headers["ETag"]):
            return Response(None, 304, headers)
        kind = mimetypes.guess_type(full_path)[0]
        return FileResponse(shown, status_code, headers, kind, stat_result=stat)


@lru_cache(maxsize=16)
def _page(text: str, is_zipped: bool) -> tuple[bytes, dict[str, str]]:
    """Return a page and its headers: it may run its own first script, and no other that stands in it."""
    digests = [b64encode(sha256(script.encode()).digest()).decode() for script in _SCRIPT.findall(text)]
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    headers = {
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
        "ETag": f'W/"{sha256(text.encode()).hexdigest()[:32]}"',
        "Content-Security-Policy": f"{POLICY}; script-src 'self' {allowed}".rstrip(),
    }
    if not is_zipped:
        return text.encode(), headers
    return zipped(text.encode()), headers | {"Content-Encoding": "gzip"}


def mount_pages(
    app: FastAPI, folder: Path, is_preparing: Callable[[], bool], game_of: Callable[[str], str | None]
) -> None:
    """Serve the built client from a folder, after every other route.

    While faster play ``is_preparing``, its page shows a line that says so. The page of a table names its game, where
    ``game_of`` knows it, so that the browser asks for the game's parts at once.
    """
    # On Windows the registry says what a suffix means, and where it says that .js is plain text no page runs.
    for suffix, kind in _KINDS.items():
        mimetypes.add_type(kind, suffix)
    index = folder / "index.html"
    plain = {file.name for file in folder.iterdir() if file.is_file()} - {"index.html"} if folder.is_dir() else set()
    files = _Files(folder, "no-cache")
    if (folder / "assets").is_dir():
        app.mount("/assets", _Files(folder / "assets", _LONG), name="assets")

    def write(path: str, request: Request) -> Response:
        if _FILE.search(path):
            raise HTTPException(404)
        if not index.is_file():
            return HTMLResponse(_MISSING, headers={"Cache-Control": "no-store"})
        text = index.read_text("utf-8")
        if is_preparing():
            text = text.replace("</head>", f"{_PREPARING}</head>")
        table = _TABLE.fullmatch(path)
        if table and (game := game_of(table[1])):
            text = text.replace("<head>", f'<head><meta name="rivertable-game" content="{game}">')
        body, headers = _page(text, "gzip" in accepted(request.headers.get("accept-encoding", "")))
        if is_known(request.headers.get("if-none-match"), headers["ETag"]):
            return Response(None, 304, headers)
        return HTMLResponse(body, headers=headers)

    @app.api_route("/{path:page}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path in plain:
            return await files.get_response(path, request.scope)
        return await run_in_threadpool(write, path, request)
