"""The browser client's files: its page for every address that is a page, its assets with a long life."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from pathlib import Path

from fastapi import FastAPI
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

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


class _PagePath(PathConvertor):
    """Every address but those of the API, which must say for themselves what they lack, and of assets."""

    regex = "(?!api/|assets/).*"


register_url_convertor("page", _PagePath())


class _Assets(StaticFiles):
    """Files whose names hold their hash: they never change."""

    async def get_response(self, path: str, scope: object) -> Response:
        response = await super().get_response(path, scope)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = _LONG
        return response


def mount_pages(app: FastAPI, folder: Path, is_preparing: Callable[[], bool]) -> None:
    """Serve the built client from a folder, after every other route.

    While faster play ``is_preparing``, its page shows a line that says so.
    """
    # On Windows the registry says what a suffix means, and where it says that .js is plain text no page runs.
    for suffix, kind in _KINDS.items():
        mimetypes.add_type(kind, suffix)
    index = folder / "index.html"
    plain = {file.name for file in folder.iterdir() if file.is_file()} - {"index.html"} if folder.is_dir() else set()
    if (folder / "assets").is_dir():
        app.mount("/assets", _Assets(directory=folder / "assets"), name="assets")

    @app.api_route("/{path:page}", methods=["GET", "HEAD"], include_in_schema=False)
    def page(path: str) -> Response:
        if path in plain:
            return FileResponse(folder / path, headers={"Cache-Control": "no-cache"})
        if "." in path.rpartition("/")[2]:
            raise HTTPException(404)
        if not index.is_file():
            return HTMLResponse(_MISSING, headers={"Cache-Control": "no-store"})
        if is_preparing():
            text = index.read_text("utf-8").replace("</head>", f"{_PREPARING}</head>")
            return HTMLResponse(text, headers={"Cache-Control": "no-store"})
        return FileResponse(index, headers={"Cache-Control": "no-store"})
