"""Logs: who may read them, how they are answered, how a document becomes a stored battle."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from pathlib import PurePath

import structlog
from fastapi import UploadFile
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.errors import Refusal
from highground.server.logs import repository
from highground.server.logs.newer import newer
from highground.server.logs.tables import BattleLog, Game
from highground.server.logs.timelines import Json, NotALog, Prepared, is_battle_log, parse, prepare

log_lines = structlog.get_logger(__name__)

NO_LOGS = "No logs found for this game."
LOG_IN = "Authentication required. Please log in."


def replay(log: Json) -> Json:
    """Play a battle log again and tell it as a timeline. Raises NotALog where it is none, or plays otherwise now."""
    from highground.engine.errors import ReplayError
    from highground.engine.log import LogError
    from highground.reports.timeline import timeline_of

    try:
        return timeline_of(log)
    except LogError as error:
        raise NotALog(str(error)) from error
    except ReplayError as error:
        raise NotALog(f"This battle log cannot be played again: {error}.") from error
    except Exception as error:  # the file is a stranger's: whatever it breaks, it is the file that is wrong
        log_lines.warning("an uploaded battle log broke the replay", exc_info=error)
        raise NotALog("This battle log cannot be played again: its parts do not fit together.") from error


async def shared_log(session: AsyncSession, game_id: str) -> BattleLog:
    """The log of a shared game; of any other game it is as if there were none."""
    game = await repository.find_game(session, game_id)
    log = await repository.find_log(session, game_id) if game is not None and game.shared else None
    if log is None:
        raise Refusal(404, NO_LOGS)
    return log


async def readable_log(session: AsyncSession, game_id: str) -> BattleLog:
    """The log of a game that the caller may read: without an account, a shared one."""
    game = await repository.find_game(session, game_id)
    if game is None:
        raise Refusal(404, NO_LOGS)
    if not game.shared:
        raise Refusal(401, LOG_IN)
    return await shared_log(session, game_id)


async def newer_entries(log: BattleLog, since_id: int) -> bytes:
    """The body of the incremental answer: the entries after `since_id`."""
    return await asyncio.to_thread(newer, log.answer, since_id, log.game_id, log.total)


async def upload(session: AsyncSession, file: UploadFile, turn: asyncio.Semaphore) -> BattleLog:
    """Store an uploaded document under a new random id. Raises Refusal; nothing is written then.

    A large document takes many times its size while it is read, so uploads take turns.
    """
    game_id = secrets.token_urlsafe(9)
    async with turn:
        prepared = await asyncio.to_thread(_read, await file.read(), game_id)
    name = PurePath(file.filename or "").stem[:200] or "Uploaded battle"
    return await store(session, game_id, name, prepared, description="Uploaded battle log")


async def store(session: AsyncSession, game_id: str, name: str, prepared: Prepared, description: str) -> BattleLog:
    """Write a prepared log as a completed, shared game."""
    game = Game(
        id=game_id, name=name, description=description, status="Completed", shared=True, created=datetime.now(UTC)
    )
    log = BattleLog(
        game_id=game_id,
        engine=prepared.engine,
        source=prepared.source,
        answer=prepared.answer,
        etag=prepared.etag,
        total=prepared.total,
    )
    await repository.replace(session, game, log)
    return log


def _read(data: bytes, game_id: str) -> Prepared:
    try:
        document = parse(data)
        if isinstance(document, dict) and is_battle_log(document):
            return prepare(replay(document), game_id, data, str(document.get("engine", ""))[:80])
        return prepare(document, game_id)
    except NotALog as error:
        raise Refusal(422, str(error)) from error
