"""Taking everything along, and deleting everything."""

from __future__ import annotations

import asyncio
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from typing import IO

import structlog
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.datastructures import State

from highground.server.accounts.holding import AfterCommit, Held, Holding
from highground.server.accounts.names import email_key
from highground.server.accounts.passwords import Passwords
from highground.server.accounts.schemas import Farewell
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal

log = structlog.get_logger(__name__)

IN_MEMORY = 8_000_000
CHUNK = 256_000
WRONG_PASSWORD = "The password is wrong."
CONFIRM = "Please type your email address to confirm that the account shall be deleted."


async def archive(session: AsyncSession, user: User, state: State, holdings: Sequence[Holding]) -> IO[bytes]:
    """A zip of all that is held about a user, at its beginning; a large one lies in a temporary file."""
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the sender closes it
    held = Held(session, user, state)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archived:
        for holding in holdings:
            async for path, content in holding.export(held):
                await asyncio.to_thread(archived.writestr, path, content)
    file.seek(0)
    return file


def chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


async def check_farewell(passwords: Passwords, user: User, given: Farewell) -> None:
    """Is it really the user who wants the account gone? Raises Refusal with 403."""
    if user.password_hash is not None:
        if not await passwords.verify(given.password, user.password_hash):
            raise Refusal(403, WRONG_PASSWORD)
    elif email_key(given.email) != user.email_key:
        raise Refusal(403, CONFIRM)


async def delete_account(database: Database, user: User, state: State, holdings: Sequence[Holding]) -> None:
    """Delete a user with everything that is held about them, in one transaction; files go when it is committed."""
    async with database.write() as session:
        found = await session.get(User, user.id)
        if found is None:
            return
        held = Held(session, found, state)
        left = [await holding.remove(held) for holding in holdings]
        await session.delete(found)
    log.info("account deleted", user=user.id)
    for after in left:
        if after is not None:
            await _finish(after, user)


async def _finish(after: AfterCommit, user: User) -> None:
    """The account is gone whatever happens here; what fails is left for the operator to clear away."""
    try:
        await after()
    except Exception as error:
        log.error("something of a deleted account is left", user=user.id, exc_info=error)
