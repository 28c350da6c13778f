"""What happens when a battle that was fought here is over: its report is kept, its commanders get what they earned."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.log import log_of
from highground.play.match import Match
from highground.server.accounts.tables import User
from highground.server.achievements.service import record
from highground.server.games.tables import SIDES, Game
from highground.server.play import report, repository
from highground.server.play.hall import Table


async def finish(session: AsyncSession, table: Table) -> None:
    """Keep the report and record achievements; both once, in the transaction of the last choice."""
    match = table.match
    prepared = await asyncio.to_thread(report.told, match, table.times)
    session.add(report.as_log(match.game_id, prepared))
    game = await session.get(Game, match.game_id)
    assert game is not None
    for user_id, sides in (await _commanders(session, match, game)).items():
        user = await session.get(User, user_id)
        if user is not None:
            await record(session, user, game, log_of(match.battle), sides)


async def _commanders(session: AsyncSession, match: Match, game: Game) -> dict[int, set[int]]:
    """The sides that each person commanded; the computer's are nobody's."""
    seats = await repository.seats(session, match.game_id)
    found: dict[int, set[int]] = defaultdict(set)
    for side in SIDES:
        seat = seats.get(side)
        holder = seat.user_id if seat is not None and seat.user_id is not None else game.owner_id
        if holder is not None and not match.is_computer(side):
            found[holder].add(side)
    return found
