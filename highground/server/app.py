"""Putting the server together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

import highground
from highground.server import described, errors, logging
from highground.server.accounts.endpoints import router as accounts
from highground.server.accounts.passwords import Passwords
from highground.server.accounts.provider import Provider
from highground.server.accounts.provider_endpoints import router as provider
from highground.server.accounts.user_endpoints import router as user
from highground.server.achievements.endpoints import router as achievements
from highground.server.camera.endpoints import debug as camera_debug
from highground.server.camera.endpoints import phone as camera_phone
from highground.server.camera.endpoints import router as camera
from highground.server.camera.filming import Films
from highground.server.dice.endpoints import own as dice_symbols
from highground.server.dice.endpoints import router as dice
from highground.server.forwarded import Forwarded
from highground.server.games.endpoints import router as games
from highground.server.health import router as health
from highground.server.jobs.endpoints import router as jobs
from highground.server.limits import Limiter
from highground.server.logs import cleaning, demo
from highground.server.logs.endpoints import router as logs
from highground.server.logs.opening import Openings
from highground.server.mail import Post
from highground.server.markers.downloads import router as downloads
from highground.server.markers.endpoints import router as markers
from highground.server.middleware import BodyLimit, Surroundings
from highground.server.newsletter.endpoints import router as newsletter
from highground.server.play import calls
from highground.server.play.ability_endpoints import router as abilities
from highground.server.play.computer_endpoints import router as computer
from highground.server.play.endpoints import router as play
from highground.server.play.match_cache import MatchCache
from highground.server.play.preview_endpoints import router as previews
from highground.server.play.reaction_endpoints import router as reactions
from highground.server.play.rolling import Rolling
from highground.server.play.service import Playing
from highground.server.play.setup_endpoints import choices
from highground.server.play.setup_endpoints import router as setup
from highground.server.play.table_endpoints import dice as device_dice
from highground.server.play.table_endpoints import invited as invited_table
from highground.server.play.table_endpoints import router as table
from highground.server.rosters.endpoints import router as rosters
from highground.server.services import running
from highground.server.settings import Settings
from highground.server.shelf.endpoints import router as shelf
from highground.server.sight.endpoints import router as sight
from highground.server.simulations.endpoints import router as simulations
from highground.server.site.assets import Assets
from highground.server.site.crawlers import router as crawlers
from highground.server.site.endpoints import router as site
from highground.server.sockets.endpoints import router as sockets
from highground.server.tasks import end
from highground.server.thinking.thinkers import Thinkers
from highground.server.workshop.endpoints import router as workshop

GZIP_LEVEL = 4
"""A third of the time of level 9, for a few per cent more bytes."""

ROUTERS = (
    play,
    computer,
    abilities,
    previews,
    reactions,
    table,
    device_dice,
    health,
    accounts,
    user,
    provider,
    games,
    rosters,
    shelf,
    workshop,
    achievements,
    newsletter,
    logs,
    jobs,
    simulations,
    sockets,
    sight,
    markers,
    downloads,
    setup,
    choices,
    invited_table,
    camera,
    camera_phone,
    camera_debug,
    dice,
    dice_symbols,
    crawlers,
    site,
)
"""In the order in which they are asked whether a call is theirs: first those of a battle, which come all the time; last
the web app's page, which answers whatever no other takes."""


RESPONSES: dict[int | str, dict[str, Any]] = {
    413: {"model": errors.ErrorAnswer, "description": "The request is too large."},
    422: {"model": errors.ErrorAnswer, "description": "A value is wrong; the sentence names its field."},
    500: {"model": errors.ErrorAnswer, "description": "The server failed."},
    503: {"model": errors.ErrorAnswer, "description": "The database or disk cannot take it now; try again."},
}
"""What any call may answer."""


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    logging.configure(settings.log_level)
    app.state.passwords = Passwords.within(settings.password_memory)
    app.state.provider = Provider(settings)
    app.state.upload_turn = asyncio.Semaphore(1)
    app.state.films = Films()
    async with AsyncExitStack() as open_things:
        app.state.services = services = await open_things.enter_async_context(running(settings))
        app.state.database = services.database
        app.state.limiter = limiter = Limiter(
            settings.redis_url, prefix=settings.redis_prefix, enabled=settings.rate_limits, known=services.breaker
        )
        open_things.push_async_callback(limiter.close)
        app.state.post = post = Post(settings)
        open_things.push_async_callback(post.close)
        app.state.matches = MatchCache(services.database)
        rolling = Rolling(
            services.database,
            services.sockets,
            settings.witness_seconds,
            settings.thrower_seconds,
            others=bool(settings.redis_url),
        )
        app.state.openings = Openings(services.database, app.state.matches, settings.open_upload_days)
        app.state.thinkers = thinkers = Thinkers(settings.thinkers, settings.thinking_seconds, settings.thinker_player)
        open_things.push_async_callback(thinkers.close)
        if app.state.warm:
            open_things.push_async_callback(end, asyncio.create_task(thinkers.warm()))
        app.state.playing = Playing(services.database, app.state.matches, services.sockets, rolling, thinkers)
        cleaner = asyncio.create_task(cleaning.keep_clean(services.database, settings.open_upload_days))
        open_things.push_async_callback(end, cleaner)
        if settings.demo:
            building = asyncio.create_task(demo.keep_fresh(services.database))
            open_things.push_async_callback(end, building)
        yield


def create_app(settings: Settings | None = None, warm: bool = False) -> FastAPI:
    """The whole application; nothing is opened before it starts.

    With `warm` the computer's processes are ready before they are first asked.
    """
    settings = settings or Settings()
    app = FastAPI(
        title="Highground",
        version=highground.__version__,
        description="Tabletop battles: logs, timelines and lines of sight. Every error answer is JSON with `detail`.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        middleware=[
            Middleware(Forwarded, trusted=settings.trusted_proxies),
            # A browser that refuses plain http could not come back once --tls is left out.
            Middleware(Surroundings, lasting_https=not settings.own_certificate),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=GZIP_LEVEL),
            Middleware(BodyLimit, limit=settings.upload_limit, open_limit=settings.open_upload_limit),
        ],
    )
    app.state.settings = settings
    app.state.warm = warm
    app.state.assets = Assets()
    errors.install(app)
    calls.install(app)
    described.install(app)
    app.router.routes.extend(_routes())
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """Every route, ready for all applications of a process: to work out what each takes and answers needs a second."""
    router = APIRouter(responses=RESPONSES)
    for each in ROUTERS:
        router.include_router(each)
    return tuple(router.routes)
