"""A game's files lie in a folder of its own, so that they go with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import structlog
from fastapi import Depends, Request
from sqlalchemy import select
from sqlalchemy.orm import Session

from highground.server.db.engine import Database
from highground.server.files import Files
from highground.server.games.tables import Game

log = structlog.get_logger(__name__)


def folder_of(game_id: str) -> str:
    """Where all files of a game are kept."""
    return f"games/{game_id}"


async def forget(files: Files, game_ids: Iterable[str]) -> None:
    """Delete the files of games that are gone already; what fails is left for the operator to clear away."""
    for game_id in game_ids:
        try:
            await files.delete_folder(folder_of(game_id))
        except Exception as error:
            log.error("files of a deleted game are left", game=game_id, exc_info=error)


async def forget_if_gone(database: Database, files: Files, game_id: str) -> None:
    """Delete what a job has put into the folder of a game that was deleted meanwhile."""

    def is_gone(session: Session) -> bool:
        return session.scalar(select(Game.id).where(Game.id == game_id)) is None

    if await database.ask(is_gone):
        await forget(files, [game_id])


async def _files(request: Request) -> Files:
    found: Files = request.app.state.services.files
    return found


GivenFiles = Annotated[Files, Depends(_files)]
