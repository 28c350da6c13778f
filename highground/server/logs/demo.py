"""The demo battle: two sample armies fight once a version, so that /shared/demo/logs always has something."""

from __future__ import annotations

import asyncio
import hashlib
from functools import partial
from pathlib import Path

import structlog

import highground
from highground.engine.log import Log, dump
from highground.server.db.engine import Database
from highground.server.logs import repository, service
from highground.server.logs.repository import DEMO_ID
from highground.server.logs.timelines import PreparedLog, prepare

log = structlog.get_logger(__name__)

PACKAGE = Path(highground.__file__).parent
MADE_BY = ("engine", "packs", "ai", "simulation", "game/parts", "game/timeline")


def fight() -> Log:
    """Play the demo battle. It takes a second or two."""
    from highground.simulation.demo import demo_battle

    return demo_battle()


def version() -> str:
    """Identifies the state of the code and data that make the demo battle."""
    digest = hashlib.sha256()
    for part in MADE_BY:
        for file in sorted((PACKAGE / part).rglob("*")):
            if file.suffix in (".py", ".toml", ".json") and file.is_file():
                digest.update(file.read_bytes())
    return f"{highground.__version__}+{digest.hexdigest()[:16]}"


def prepare_demo() -> PreparedLog:
    from highground.game.timeline.whole_log import timeline

    battle = fight()
    return prepare({**timeline(battle, DEMO_ID)}, DEMO_ID, dump(battle), version())


async def keep_fresh(database: Database) -> None:
    """Build the demo battle where it is missing or another version made it. A failure is logged and stops nothing."""
    try:
        current = await asyncio.to_thread(version)
        async with database.read() as session:
            stored = await repository.engine_of(session, DEMO_ID)
        if stored == current:
            return
        prepared = await asyncio.to_thread(prepare_demo)
        game = service.completed(DEMO_ID, "Demo battle", "Two sample armies, fought by the computer.")
        await database.do(partial(repository.replace, game=game, log=service.log_of(game, prepared)))
        log.info("demo battle stored", entries=prepared.total, engine=prepared.engine)
    except Exception as error:
        log.warning("no demo battle", error=f"{type(error).__name__}: {error}")
