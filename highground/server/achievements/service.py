"""Recording what a finished game has earned, and listing it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.log import Log
from highground.game.timeline.figures.awards import BY_CODE, Achievement, awards
from highground.server.accounts.holding import Held, Holding, Part, as_json
from highground.server.accounts.tables import User
from highground.server.achievements.schemas import Achievable, AchievementRow
from highground.server.achievements.tables import Earned
from highground.server.games.access import access_to
from highground.server.games.service import check_self
from highground.server.games.tables import SIDES, Game


async def record(
    session: AsyncSession, user: User, game: Game, log: Log, sides: Collection[int] | None = None
) -> list[Achievement]:
    """Keep what a user has earned in a game that was fought here to its end; what is new of it.

    `sides` are the armies that the user commanded against somebody else or the computer; by default those whose
    seats say so. Who commanded both armies has beaten nobody and earns nothing. Recording a game again adds nothing.
    """
    if sides is None:
        found = await access_to(session, user, game.id)
        sides = frozenset() if found is None else found.sides
    if not sides or set(sides) >= set(SIDES):
        return []
    won = await asyncio.to_thread(awards, log, game.id)
    kept = set(await session.scalars(select(Earned.code).where(Earned.user_id == user.id, Earned.game_id == game.id)))
    new = [each for side in sides for each in won.achievements[side] if each.code not in kept]
    now = datetime.now(UTC)
    session.add_all(Earned(user_id=user.id, code=each.code, game_id=game.id, earned=now) for each in new)
    await session.flush()
    return new


async def listed(session: AsyncSession, user: User, user_id: int | None) -> list[AchievementRow]:
    """The user's achievements, last earned first. What this version no longer knows is left out."""
    check_self(user, user_id)
    query = select(Earned).where(Earned.user_id == user.id).order_by(Earned.earned.desc(), Earned.id)
    rows: dict[str, AchievementRow] = {}
    for earned in await session.scalars(query):
        if earned.code in rows:
            rows[earned.code].count += 1
        elif (known := BY_CODE.get(earned.code)) is not None:
            rows[earned.code] = AchievementRow(
                code=known.code,
                name=known.name,
                points=known.points,
                description=known.description,
                earned_at=earned.earned,
                game_id=earned.game_id,
                count=1,
            )
    return list(rows.values())


def achievable() -> list[Achievable]:
    """All achievements, in the order in which they are listed."""
    return [
        Achievable(code=each.code, name=each.name, points=each.points, description=each.description)
        for each in BY_CODE.values()
    ]


async def _export(held: Held) -> AsyncIterator[Part]:
    rows = await listed(held.session, held.user, None)
    yield as_json("achievements.json", [row.model_dump() for row in rows])


ACHIEVEMENTS = Holding("achievements", _export)
