"""What a process of its own runs to bring a database up to date: it imports no more than that needs."""

from __future__ import annotations

import asyncio

from highground.server.db.engine import Database


def migrate(address: str) -> None:
    async def work() -> None:
        database = Database(address)
        await database.migrate()
        await database.close()

    asyncio.run(work())
