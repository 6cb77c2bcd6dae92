"""The application: everything of the table put together, over one store, and the pages beside it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from ... import __version__
from ...core.errors import RivertableError
from ...core.game import GAMES
from ...study.compiling import Compilation
from ..care.company import Company
from ..care.desk import Desk
from ..company.boards import Boards
from ..company.clubs import Clubs
from ..company.days import Days
from ..company.tournaments import Tournaments
from ..domain.retention import STANDARD, Retention
from ..holidays import Holidays
from ..hub import Hub
from ..invitations import Invitations
from ..messages.channels import Channel
from ..messages.contacts import Contacts
from ..messages.sender import Sender
from ..passkeys import Passkeys, can_have_passkeys
from ..people import People
from ..store import ledger
from ..store.database import Database, Listener
from ..store.messages import Kind
from ..store.server_secrets import ServerSecrets
from ..tables import Tables
from ..workers.fairness import Makers
from ..workers.jobs import Jobs
from ..workers.preparation import Preparation
from ..workers.study import Hints, Reviews
from . import problems
from .access import Access
from .care import company, desk
from .company import absence, boards, clubs, days, holidays, invitations, lobby, ratings, strength, tournaments
from .context import Context, Metrics
from .guard import Guard
from .limits import Buckets, Limits
from .openapi import Application
from .pages import mount_pages
from .quick import QuickRoutes
from .routes import after, games, house, messages, mine, operation, passkeys, people, play, push, puzzles
from .routes import tables as table_routes

_DESCRIPTION = f"""\
Tables for {" and ".join(game.title for game in GAMES.values())} (unofficial).
A seat is acted for with its secret as a bearer token. Refusals are problem documents with a code, a sentence and the
rule's id. A move carries the version that it was made for and an idempotency key: repeated, it is carried out once.
"""

_SENDING_SECONDS = 1.0
"""So long a server that stops waits for messages that it is just sending."""


def make_app(
    database: Database,
    *,
    secrets: ServerSecrets | None = None,
    has_people: bool = False,
    has_operators: bool = False,
    channels: Mapping[Kind, Channel] | None = None,
    limits: Limits | None = None,
    retention: Retention = STANDARD,
    access: Access | None = None,
    own_site: str | None = None,
    client: Path | None = None,
    compilation: Compilation | None = None,
) -> FastAPI:
    """Return the application over a store whose tables exist.

    ``secrets`` are the server's, new ones if none are given; with ``has_people`` people may take a name, and are sent
    messages by ``channels`` where a public address is given, too; with ``has_operators`` there is a page for those who
    run the server, to whom people may report a table; ``retention`` is how long what is stored is kept, ``access``
    whom it answers, ``own_site`` the address of its pages where no public one is given; ``client`` is the folder of the
    built pages, if not the one in the package; ``compilation`` is what goes on beside a server that interprets the
    rules until it is over.
    """
    secrets = secrets or ServerSecrets.fresh()
    tables = Tables(database, secrets.erasure_key, retention)
    preparation, makers = Preparation(compilation), Makers()
    context = Context(
        tables=tables,
        hub=Hub(),
        limits=limits or Limits(),
        buckets=Buckets(),
        metrics=Metrics(),
        preparation=preparation,
        reviews=Reviews(tables, preparation, makers),
        hints=Hints(preparation, makers),
        access=access or Access(),
        makers=makers,
        days=Days(tables, secrets),
        boards=Boards(tables, secrets),
        people=People(tables, secrets) if has_people else None,
        tournaments=Tournaments(tables, secrets) if has_people else None,
        clubs=Clubs(tables, secrets) if has_people else None,
        company=Company(database) if has_people or has_operators else None,
        desk=Desk(database, secrets) if has_operators else None,
        invitations=Invitations(tables, secrets) if has_people else None,
        holidays=Holidays(tables, secrets) if has_people else None,
    )
    site = context.access.public_url or own_site
    if context.people is not None and site is not None and can_have_passkeys(site):
        context.passkeys = Passkeys(database, context.people, secrets, site)
    if channels and has_people and context.access.public_url is not None:
        context.contacts = Contacts(database, secrets, channels, context.access.public_url)
        context.sender = Sender(tables, context.contacts, secrets, context.metrics.count_message)
        tables.has_messages = True
    app = Application(
        title="rivertable",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        # What is measured is at /metrics.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.context = context
    # The framework looks for an address in this order; moves and drafts are asked for most.
    for module in (
        play,
        table_routes,
        lobby,
        absence,
        after,
        push,
        games,
        puzzles,
        house,
        people,
        mine,
        passkeys,
        messages,
        invitations,
        holidays,
        days,
        boards,
        ratings,
        strength,
        tournaments,
        clubs,
        company,
        desk,
    ):
        app.include_router(module.router, prefix="/api")
    app.include_router(operation.router)
    app.add_exception_handler(RivertableError, problems.refuse)
    app.add_exception_handler(RequestValidationError, problems.refuse_request)
    app.add_exception_handler(HTTPException, problems.refuse_http)
    app.add_exception_handler(SQLAlchemyError, problems.refuse_store)
    pages = client or Path(str(files("rivertable.table") / "static"))
    mount_pages(app, pages, lambda: preparation.is_going_on, tables.game_of)
    # The last one added stands before all others.
    app.add_middleware(QuickRoutes, context=context, router=play.router)
    if context.access.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(context.access.origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Retry-After"],
        )
    app.add_middleware(Guard, context=context)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    context: Context = app.state.context
    tables, hub = context.tables, context.hub
    hub.open(asyncio.get_running_loop())
    tables.listeners += [hub.wake, context.boards.hear]
    context.boards.listeners.append(hub.wake)
    tables.counters.append(lambda kind: context.metrics.events.labels(kind).inc())
    listener = None
    if tables.database.is_shared:
        lock = (ledger.LIVING, ledger.owner_number(tables.owner))
        listener = Listener(tables.database, lambda word: _wake(context, word), hub.wake_all, lock)
        listener.start()
    jobs = Jobs(
        tables,
        context.metrics,
        context.preparation,
        context.makers,
        context.people,
        context.tournaments,
        context.boards,
    )
    await run_in_threadpool(jobs.start)
    context.reviews.start()
    sending = None if context.sender is None else asyncio.create_task(context.sender.run())
    try:
        yield
    finally:
        context.close()
        if context.sender is not None and sending is not None:
            context.sender.stop()
            await asyncio.wait([sending], timeout=_SENDING_SECONDS)
            sending.cancel()
            await asyncio.wait([sending])
        context.preparation.stop()
        await run_in_threadpool(context.reviews.stop)
        await run_in_threadpool(context.hints.stop)
        await run_in_threadpool(jobs.stop)
        await run_in_threadpool(tables.close)
        if listener is not None:
            listener.stop()


def _wake(context: Context, word: str) -> None:
    """Pass on what another process announced: a table or board and its version, 0 where it is to be read anew."""
    name, version = word.split()
    if version == "0":
        context.tables.forget(name)
        context.boards.forget(name)
    context.hub.wake(name, int(version))


def api_document() -> dict[str, Any]:
    """Return the OpenAPI document of the table."""
    return make_app(Database("sqlite://")).openapi()
