"""``rivertable serve``: the table in the browser."""

from __future__ import annotations

import gc
import os
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path

from ...core.compiling import execution
from ...core.errors import OptionError
from ...core.game import GAMES
from ..shared import first_start
from ..shared.console import note, say
from ..shared.first_start import give_way, heritage
from ..shared.warming import warm


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets others on the network in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", envvar="RIVERTABLE_DATABASE", help="A PostgreSQL database."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Where the embedded store lies.")
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")] = False,
    origin: Annotated[
        list[str], typer.Option("--origin", metavar="URL", help="A page of another site that may use the API.")
    ] = [],  # noqa: B006  # typer reads the default, nobody changes it
    proxies: Annotated[
        str, typer.Option("--proxies", metavar="ADDRESSES", help="Proxies whose word on addresses counts, or *.")
    ] = "127.0.0.1",
    log: Annotated[str, typer.Option("--log", metavar="LEVEL", help="warning, or info for a line a request.")] = (
        "warning"
    ),
    no_limits: Annotated[bool, typer.Option("--no-limits", help="Do not limit how often anybody asks.")] = False,
) -> None:
    """Start the table in the browser; games are kept, and go on after a restart."""
    gc.disable()  # as in entry.py
    from ...table.serve import Settings
    from ...table.serve import serve as run

    gc.enable()
    if log not in ("debug", "info", "warning", "error"):
        raise OptionError("The log's level is debug, info, warning or error, not {log}.", log=repr(log))
    for game in GAMES.values():
        warm(game, ["novice"])  # what other bots need is loaded while the table is open
    left = heritage(r":?\d+|")
    folder = data or user_data_path("rivertable", appauthor=False) / "table"
    settings = Settings(host, port, folder, database, tuple(origin), proxies, not no_limits, log)
    # A descriptor; where none can be handed on, a port after a colon.
    if left and left.startswith(":"):
        settings = replace(settings, port=int(left[1:]))
    elif left:
        settings = replace(settings, inherited=int(left))

    def ready(address: str) -> None:
        if left is not None:
            note("Faster play is ready.")
            return
        say(f"The table is open: {address}")
        if database is None:
            note(f"Games are kept in {folder}. Stop with Ctrl-C; nothing is lost.")
        if execution.is_provisional():
            note("Faster play is being prepared beside the table; this happens once for each version.")
        if not no_browser and not _open_browser(address):
            note(f"No browser was found here: open {address} in one.")

    listening = run(settings, ready)
    if listening is None:
        return
    if first_start.CAN_BE_REPLACED:
        listening.set_inheritable(True)
        give_way(str(listening.fileno()))
    taken = listening.getsockname()[1]
    listening.close()
    give_way(f":{taken}")


def _open_browser(address: str) -> bool:
    """Open a page in the browser, if there is a screen for one; return whether there is."""
    has_screen = sys.platform in ("win32", "darwin") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if not has_screen:
        return False
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True
