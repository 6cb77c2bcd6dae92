"""``rivertable serve`` and ``rivertable compile``: the table in the browser, and all that it needs compiled now.

Help and completion import this, so what computes is imported where it is used.
"""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import typer

from ...core.compiling import execution
from ...core.errors import OptionError
from ...core.game import GAMES
from ..shared import first_start
from ..shared.console import FAILED, Part, note, progress, say, stop
from ..shared.first_start import give_way, heritage
from ..shared.messages import (
    MailPassword,
    MailSender,
    MailServer,
    PushContact,
    PushHosts,
    WebhookHosts,
    Webhooks,
    mail_of,
    push_of,
    webhooks_of,
)
from ..shared.stores import DatabaseUrl, DataFolder, SecretsFile, place_of

_BETWEEN_LOOKS = 0.5
"""Seconds."""


def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="The address to listen on; 0.0.0.0 lets others on the network in."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="P", min=0, max=65535, help="The port; 0 takes any free one.")
    ] = 8000,
    database: DatabaseUrl = None,
    data: DataFolder = None,
    secrets: SecretsFile = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            "--public-url",
            metavar="URL",
            envvar="RIVERTABLE_PUBLIC_URL",
            help="The one address that links name, such as https://table.example.org.",
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")] = False,
    people: Annotated[
        bool,
        typer.Option(
            "--people",
            envvar="RIVERTABLE_PEOPLE",
            help="Let people take a name, by which they find their tables on all their devices.",
        ),
    ] = False,
    admin: Annotated[
        bool,
        typer.Option(
            "--admin",
            envvar="RIVERTABLE_ADMIN",
            help="Take reports, and have a page for those who run the server; a link that opens it is written here.",
        ),
    ] = False,
    mail: MailServer = None,
    mail_from: MailSender = None,
    mail_password: MailPassword = None,
    webhooks: Webhooks = False,
    webhook_host: WebhookHosts = [],  # noqa: B006  # as below
    push: PushContact = None,
    push_host: PushHosts = [],  # noqa: B006  # as below
    origin: Annotated[
        list[str], typer.Option("--origin", metavar="URL", help="Another origin whose pages may use the API.")
    ] = [],  # noqa: B006  # typer reads the default, nobody changes it
    allowed_host: Annotated[
        list[str], typer.Option("--allowed-host", metavar="NAME", help="Answer by this name only; may be repeated.")
    ] = [],  # noqa: B006  # as above
    metrics_for: Annotated[
        list[str],
        typer.Option("--metrics-for", metavar="NETWORK", help="Who else may read /metrics, such as 10.0.0.0/8."),
    ] = [],  # noqa: B006  # as above
    proxies: Annotated[
        str, typer.Option("--proxies", metavar="ADDRESSES", help="Proxies whose forwarded addresses are trusted, or *.")
    ] = "127.0.0.1",
    log: Annotated[
        str,
        typer.Option("--log", metavar="LEVEL", help="debug, info, warning or error; info writes a line per request."),
    ] = ("warning"),
    house_settings: Annotated[
        Path | None,
        typer.Option(
            "--settings",
            metavar="FILE",
            envvar="RIVERTABLE_SETTINGS",
            help="How long what is stored is kept, and how much one address may store (TOML).",
        ),
    ] = None,
    no_limits: Annotated[bool, typer.Option("--no-limits", help="Do not limit the rate of requests.")] = False,
) -> None:
    """Start the table in the browser; games are saved and continue after a restart."""
    from ...table.serve import ServerSettings
    from ...table.serve import serve as run
    from ...table.settings import Settings, read_settings
    from ...table.web.access import Access, check_public_url
    from ..shared.compiling import warm

    if log not in ("debug", "info", "warning", "error"):
        raise OptionError("The log's level is debug, info, warning or error, not {log}.", log=repr(log))
    for network in metrics_for:
        try:
            ip_network(network)
        except ValueError as error:
            raise OptionError("{network} is no network: 10.0.0.0/8, or one address.", network=repr(network)) from error
    house = Settings() if house_settings is None else read_settings(house_settings)
    for game in GAMES.values():
        warm(game, ["novice"])  # what other bots need is loaded while the table is open
    left = heritage(r":?\d+|")
    place = place_of(data, database, secrets)
    access = Access(
        tuple(origin),
        tuple(name.lower() for name in allowed_host),
        (*Access().metrics, *metrics_for),
        None if public_url is None else check_public_url(public_url),
    )
    can_tell = people and access.public_url is not None
    settings = ServerSettings(
        host,
        port,
        place,
        access,
        proxies,
        is_limited=not no_limits,
        house=house,
        has_people=people,
        has_operators=admin,
        mail=mail_of(mail, mail_from, mail_password, is_possible=can_tell),
        webhooks=webhooks_of(webhooks, webhook_host, is_possible=can_tell),
        push=push_of(push, push_host, access.public_url, is_possible=can_tell),
        log_level=log,
    )
    # A descriptor; where none can be handed on, a port after a colon.
    if left and left.startswith(":"):
        settings = replace(settings, port=int(left[1:]))
    elif left:
        settings = replace(settings, inherited=int(left))

    def ready(address: str, operators: str | None) -> None:
        if left is not None:
            note("Faster play is ready.")
            return
        say(f"The table is open: {address}")
        if operators is not None:
            say(f"The operators' page, once and within the hour: {operators}")
        if database is None:
            note(f"Games are kept in {place.data}. Stop with Ctrl-C; nothing is lost.")
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


def compile_rules() -> None:
    """Compile all rules and bots now, so that no later start has to."""
    from ...core.compiling.kernel import IS_COMPILED
    from ...study.compiling import Compilation

    if not IS_COMPILED:
        stop("NUMBA_DISABLE_JIT is set, so the rules run interpreted and nothing is compiled.", FAILED)
    compilation = Compilation(tuple(GAMES.values()))
    is_over = threading.Event()
    outcomes: list[bool] = []

    def end(is_done: bool) -> None:
        outcomes.append(is_done)
        is_over.set()

    shown = Part("Compiling")
    compilation.start(end)
    try:
        while not is_over.wait(_BETWEEN_LOOKS):
            shown(compilation.share)
    except KeyboardInterrupt:
        compilation.stop()
        note("Stopped; what was compiled is kept.")
        raise typer.Abort from None
    progress("")
    if not all(outcomes):
        stop("Not everything could be compiled, or the cache folder cannot be written.", FAILED)
    say("Everything is compiled.")
