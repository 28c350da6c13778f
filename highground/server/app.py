"""Putting the server together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, FastAPI
from pydantic import BaseModel
from sqlalchemy import text
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

import highground
from highground.server import errors, logging
from highground.server.db.engine import Database
from highground.server.db.session import ReadSession
from highground.server.logs import demo
from highground.server.logs.endpoints import router as logs
from highground.server.markers.endpoints import router as markers
from highground.server.middleware import BodyLimit, Surroundings
from highground.server.settings import Settings
from highground.server.sight.endpoints import router as sight
from highground.server.site.endpoints import router as site

FORM_ROOM = 64_000
"""What a multipart form adds to its file."""

health = APIRouter(tags=["health"])


class Health(BaseModel):
    status: str
    version: str


@health.get("/healthz", operation_id="getHealth")
async def healthz(session: ReadSession) -> Health:
    """Is the server up, and does its database answer?"""
    await session.execute(text("SELECT 1"))
    return Health(status="ok", version=highground.__version__)


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    logging.configure(settings.log_level)
    database = Database(settings.database)
    app.state.database = database
    app.state.upload_turn = asyncio.Semaphore(1)
    await database.migrate()
    building = asyncio.create_task(demo.keep_fresh(database)) if settings.demo else None
    try:
        yield
    finally:
        if building is not None:
            building.cancel()
            with suppress(asyncio.CancelledError):
                await building
        await database.close()


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole application; nothing is opened before it starts."""
    settings = settings or Settings()
    app = FastAPI(
        title="Highground",
        version=highground.__version__,
        description="Tabletop battles: logs, timelines and lines of sight. Every error answer is JSON with `detail`.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={
            422: {"model": errors.ErrorAnswer, "description": "A value is wrong; the sentence names its field."},
            500: {"model": errors.ErrorAnswer, "description": "The server failed."},
        },
        middleware=[
            Middleware(Surroundings),
            Middleware(GZipMiddleware, minimum_size=1024),
            Middleware(BodyLimit, limit=settings.upload_limit + FORM_ROOM),
        ],
    )
    app.state.settings = settings
    errors.install(app)
    for router in (health, logs, sight, markers, site):
        app.include_router(router)
    return app
