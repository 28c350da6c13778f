"""The session dependencies.

`scope="function"` closes the session, and so commits, before the answer leaves: a browser that fetches again at once
finds what it has just written.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.db.engine import Database


async def _database(request: Request) -> Database:
    """For endpoints: FastAPI runs what is not async in a thread of its own."""
    return database(request)


def database(request: Request) -> Database:
    found: Database = request.app.state.database
    return found


async def _read(request: Request) -> AsyncIterator[AsyncSession]:
    async with database(request).read() as session:
        yield session


async def _write(request: Request) -> AsyncIterator[AsyncSession]:
    async with database(request).write() as session:
        yield session


ReadSession = Annotated[AsyncSession, Depends(_read, scope="function")]
WriteSession = Annotated[AsyncSession, Depends(_write, scope="function")]

OpenDatabase = Annotated[Database, Depends(_database)]
"""For a call that must not hold a transaction while it does something slow."""
