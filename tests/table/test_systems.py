"""What differs between systems: what a file is said to be, names of folders, Ctrl-C and the processes beside."""

import asyncio
import mimetypes
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from rivertable.core.compiling.execution import background
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.web.pages import mount_pages


def asked(app: FastAPI, path: str) -> httpx.Response:
    """Return an app's answer to one request."""

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table.test") as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("name", "kind"), [("assets/page.js", "text/javascript"), ("manifest.webmanifest", "application/manifest+json")]
)
def test_a_script_is_a_script_whatever_the_system_takes_its_suffix_for(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / name).write_text("")
    mimetypes.add_type("text/plain", Path(name).suffix)  # as the registry of some Windows machines has it
    app = FastAPI()
    mount_pages(app, tmp_path, lambda: False, lambda table: None)

    assert asked(app, f"/{name}").headers["content-type"].partition(";")[0] == kind


def test_a_table_whose_pages_are_not_built_says_so(tmp_path: Path) -> None:
    app = FastAPI()
    mount_pages(app, tmp_path / "missing", lambda: False, lambda table: None)
    assert "The pages are not built" in asked(app, "/new").text


@pytest.mark.parametrize("name", ["with a space", "50 %", "100%s", "what?", "one#two", "Bücher", "a+b&c=d"])
def test_a_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    store = Database(sqlite_url(folder))
    store.migrate()
    store.close()
    assert (folder / "rivertable.sqlite3").is_file()


def test_an_interrupt_at_the_terminal_does_not_reach_what_works_beside() -> None:
    wait = "import sys; sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", wait], stdin=subprocess.PIPE, **background()) as beside:
        assert os.getpgid(beside.pid) not in (0, os.getpgid(0))
        beside.communicate()
