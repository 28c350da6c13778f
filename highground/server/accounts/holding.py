"""What a feature holds about a user, so that an account can be taken along and deleted as a whole.

A feature declares one `Holding` and is named in `highground/server/holdings.py`; nothing else has to know about it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import orjson
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.datastructures import State

from highground.server.accounts.tables import User

Part = tuple[str, bytes]
"""A file of the export: its path inside the archive, and what it holds."""
AfterCommit = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Held:
    """Whose things, in which transaction. `state` is the application's (file store, jobs ...)."""

    session: AsyncSession
    user: User
    state: State


async def nothing_to_remove(_held: Held) -> AfterCommit | None:
    """For what goes with the user's row by a foreign key."""
    return None


@dataclass(frozen=True, slots=True)
class Holding:
    """How a feature exports and removes what it holds about a user.

    `remove` runs in the transaction that deletes the user, before the row goes. What cannot be rolled back (files)
    belongs into the function that it may return, which is called once the transaction is committed.
    """

    name: str
    export: Callable[[Held], AsyncIterator[Part]]
    remove: Callable[[Held], Awaitable[AfterCommit | None]] = nothing_to_remove


def as_json(path: str, content: object) -> Part:
    """A JSON file of the export, readable by people."""
    return path, orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_UTC_Z)
