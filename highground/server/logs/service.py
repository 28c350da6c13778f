"""Logs: who may read them, how they are answered, how a document becomes a stored battle."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Protocol

from fastapi import UploadFile
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.games.access import access_to
from highground.server.games.service import check_room, new_id
from highground.server.games.tables import COMPLETED, Game
from highground.server.logs import apart, repository
from highground.server.logs.newer import Newer, newer
from highground.server.logs.tables import BattleLog
from highground.server.logs.timelines import NotALog, PreparedLog, is_battle_log, parse, prepare
from highground.server.sockets.news import tell
from highground.server.texts import line

NO_LOGS = "No logs found for this game."
NOBODYS = "There is no such upload, or it belongs to somebody already."
LOG_IN = "Authentication required. Please log in."


class Live(Protocol):
    """Knows the battles that are still fought, and answers for their logs; None where it has no such battle."""

    async def report(self, game_id: str) -> BattleLog | None: ...

    async def newer(self, game_id: str, wanted: Newer) -> bytes | None: ...


async def shared_log(database: Database, live: Live, game_id: str) -> BattleLog:
    """The log of a shared game; of any other game it is as if there were none."""
    async with database.read() as session:
        readable = await access_to(session, None, game_id) is not None
        log = await repository.find_log(session, game_id) if readable else None
    return await _log_of(live, game_id, log, readable)


async def readable_log(database: Database, live: Live, user: User | None, game_id: str) -> BattleLog:
    """The log of a game whose report the user may read. Raises Refusal: 401 for nobody, 404 for strangers."""
    readable, log = await _kept_log(database, user, game_id)
    return await _log_of(live, game_id, log, readable)


async def _kept_log(database: Database, user: User | None, game_id: str) -> tuple[bool, BattleLog | None]:
    """Whether the user may read the game's report, and the log that is stored of it. Raises Refusal 401 for nobody."""
    async with database.read() as session:
        readable = await access_to(session, user, game_id) is not None
        log = await repository.find_log(session, game_id) if readable else None
    if not readable and user is None:
        raise Refusal(401, LOG_IN, {"WWW-Authenticate": "Bearer"})
    return readable, log


async def _log_of(live: Live, game_id: str, log: BattleLog | None, readable: bool) -> BattleLog:
    """The log that is stored, or that of a battle which is still fought."""
    if log is None and readable:
        log = await live.report(game_id)
    if log is None:
        raise Refusal(404, NO_LOGS)
    return log


async def newer_entries(database: Database, live: Live, user: User | None, game_id: str, wanted: Newer) -> bytes:
    """The body of the incremental answer. Raises Refusal as `readable_log` does."""
    readable, log = await _kept_log(database, user, game_id)
    body: bytes | None = None
    if log is not None:
        body = await asyncio.to_thread(newer, log.answer, wanted, game_id, log.total)
    elif readable:
        body = await live.newer(game_id, wanted)
    if body is None:
        raise Refusal(404, NO_LOGS)
    return body


async def upload(session: AsyncSession, user: User | None, file: UploadFile, turn: asyncio.Semaphore) -> BattleLog:
    """Store an uploaded document under a new random id. Raises Refusal; nothing is written then.

    It belongs to the user and is private until they share it; what nobody's login uploads is open to everybody who has
    its link. A large document takes many times its size while it is read, so uploads take turns.
    """
    game_id = new_id()
    async with turn:
        prepared = await _prepared(await file.read(), game_id)
    if user is not None:
        await check_room(session, user)
    name = line(PurePath(file.filename or "").stem)[:200] or "Uploaded battle"
    game = completed(game_id, name, "Uploaded battle log", user)
    game.summary = prepared.summary
    return await store(session, game, prepared)


async def claim(session: AsyncSession, user: User, game_id: str) -> BattleLog:
    """Make an upload without an owner the user's. Raises Refusal."""
    await check_room(session, user)
    log = await repository.claim(session, game_id, user.id)
    if log is None:
        raise Refusal(404, NOBODYS)
    return log


def completed(game_id: str, name: str, description: str, owner: User | None = None) -> Game:
    """A game that is over. Without an owner it is open to everybody."""
    now = datetime.now(UTC)
    return Game(
        id=game_id,
        owner_id=None if owner is None else owner.id,
        name=name,
        description=description,
        status=COMPLETED,
        shared=owner is None,
        created=now,
        updated=now,
    )


async def store(session: AsyncSession, game: Game, prepared: PreparedLog) -> BattleLog:
    """Write a game with its log, in the place of one with the same id."""
    log = log_of(game, prepared)
    await session.run_sync(repository.replace, game, log)
    tell(session, "logs_updated", game.id, total=log.total)
    return log


def log_of(game: Game, prepared: PreparedLog) -> BattleLog:
    return BattleLog(
        game_id=game.id,
        engine=prepared.engine,
        source=prepared.source,
        answer=prepared.answer,
        etag=prepared.etag,
        total=prepared.total,
    )


async def _prepared(data: bytes, game_id: str) -> PreparedLog:
    """What is stored of a document; a battle log is played again elsewhere. Raises Refusal."""
    try:
        document = await asyncio.to_thread(parse, data)
        if is_battle_log(document):
            return await apart.played_again(data, game_id)
        return await asyncio.to_thread(prepare, document, game_id)
    except NotALog as error:
        raise Refusal(422, str(error)) from error
