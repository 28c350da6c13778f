"""The demo battle: two sample armies fight once an engine version, so that /shared/demo/logs always has something."""

from __future__ import annotations

import asyncio

import structlog

from highground.server.db.engine import Database
from highground.server.logs import repository, service
from highground.server.logs.timelines import Json, Prepared, prepare

log = structlog.get_logger(__name__)

DEMO_ID = "demo"


def fight() -> Json:
    """Play the demo battle; the battle log."""
    from highground.simulation.demo import demo_battle

    battle: Json = demo_battle()
    return battle


def current_engine() -> str:
    """The version that a battle log written now carries."""
    from highground.simulation.demo import engine_version

    version: str = engine_version()
    return version


def prepare_demo() -> Prepared:
    return prepare(fight(), DEMO_ID, service.replay)


async def keep_fresh(database: Database) -> None:
    """Build the demo battle where it is missing or of another engine version. A failure is logged and stops nothing."""
    try:
        version = await asyncio.to_thread(current_engine)
        async with database.read() as session:
            stored = await repository.engine_of(session, DEMO_ID)
        if stored == version:
            return
        prepared = await asyncio.to_thread(prepare_demo)
        async with database.write() as session:
            await service.store(
                session, DEMO_ID, "Demo battle", prepared, description="Two sample armies, fought by the computer."
            )
        log.info("demo battle stored", entries=prepared.total, engine=prepared.engine)
    except Exception as error:
        log.warning("no demo battle", error=f"{type(error).__name__}: {error}")
