"""The application: everything of the table put together, over one store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
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
from ..desk import Desk
from ..hub import Hub
from ..store import ledger
from ..store.database import Listener, Store
from ..workers.hints import Hints
from ..workers.jobs import Jobs
from ..workers.preparation import Preparation
from ..workers.reviews import Reviews
from . import problems
from .context import Context
from .guard import Guard
from .limits import Buckets, Limits
from .metrics import Metrics
from .pages import mount_pages
from .routes import again, games, health, lessons, play, puzzles, records, stream, tables
from .routes import hints as hint_routes
from .routes import reviews as review_routes
from .socket import router as socket_router

_DESCRIPTION = f"""\
Tables for {" and ".join(game.title for game in GAMES.values())} (unofficial).
A seat is acted for with its secret as a bearer token. Refusals are problem documents with a code, a sentence and the
rule's id. A move carries the version that it was made for and an idempotency key: repeated, it is carried out once.
"""


def make_app(
    store: Store,
    *,
    limits: Limits | None = None,
    origins: tuple[str, ...] = (),
    client: Path | None = None,
    compilation: Compilation | None = None,
) -> FastAPI:
    """Return the application over a store whose tables exist.

    ``origins`` are pages of other sites that may use the API; ``client`` is the folder of the built pages, if not the
    one in the package; ``compilation`` is what goes on beside a server that interprets the rules until it is over.
    """
    desk, preparation = Desk(store), Preparation(compilation)
    context = Context(
        desk=desk,
        hub=Hub(),
        limits=limits or Limits(),
        buckets=Buckets(),
        metrics=Metrics(),
        preparation=preparation,
        reviews=Reviews(desk, preparation),
        hints=Hints(preparation),
        origins=origins,
    )
    app = FastAPI(
        title="rivertable",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    app.state.context = context
    # The framework looks for an address in this order; moves and drafts are asked for most.
    for module in (play, tables, again, stream, games, lessons, puzzles, records, review_routes, hint_routes):
        app.include_router(module.router, prefix="/api")
    app.include_router(health.router)
    app.include_router(socket_router)
    app.add_exception_handler(RivertableError, problems.refuse)
    app.add_exception_handler(RequestValidationError, problems.refuse_request)
    app.add_exception_handler(HTTPException, problems.refuse_http)
    app.add_exception_handler(SQLAlchemyError, problems.refuse_store)
    pages = client or Path(str(files("rivertable.table") / "static"))
    mount_pages(app, pages, lambda: preparation.is_going_on)
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Retry-After"],
        )
    app.add_middleware(Guard, context=context)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    context: Context = app.state.context
    desk, hub = context.desk, context.hub
    hub.open(asyncio.get_running_loop())
    desk.listeners.append(hub.wake)
    desk.counters.append(lambda kind: context.metrics.events.labels(kind).inc())
    listener = None
    if desk.store.is_shared:
        lock = (ledger.ALIVE, ledger.owner_number(desk.owner))
        listener = Listener(desk.store, lambda word: hub.wake(word.split()[0]), hub.wake_all, lock)
        listener.start()
    jobs = Jobs(desk, context.metrics, context.preparation)
    jobs.start()
    context.reviews.start()
    try:
        yield
    finally:
        context.close()
        context.preparation.stop()
        await run_in_threadpool(context.reviews.stop)
        await run_in_threadpool(context.hints.stop)
        await run_in_threadpool(jobs.stop)
        if listener is not None:
            listener.stop()


def api_document() -> dict[str, Any]:
    """Return the OpenAPI document of the table."""
    return make_app(Store("sqlite://")).openapi()
