"""Writing what a call has changed: made ready outside, then one short transaction that compares the revision."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from highground.game.match import clock
from highground.game.match.match import Savepoint
from highground.server.db.engine import Database
from highground.server.play import ending, repository
from highground.server.play.match_cache import CachedMatch
from highground.server.play.repository import Change
from highground.server.play.summing import summary_of


def made_ready(table: CachedMatch, mark: Savepoint, maker: int | None) -> Change:
    """What was chosen and taken back since the mark, with all that goes along. Slow: call it off the event loop.

    `maker` made the choices (None: the computer).
    """
    match, now = table.match, datetime.now(UTC)
    if match.clock is not None:
        match.clock = clock.handed(match.clock, match.payer(), now)
    taken = match.battle.undone[mark.undone :]
    first = mark.number - len(taken)
    records = match.battle.records[first:]
    return Change(
        game_id=match.game_id,
        revision=table.revision,
        user=maker,
        known=first,
        records=[repository.encoded(record) for record in records],
        undone=taken,
        values=repository.values_of(match),
        completed=bool(records) and match.battle.state.completed,
        summary=summary_of(match),
        now=now,
    )


async def keep(database: Database, table: CachedMatch, change: Change, user: int | None) -> None:
    """Write a change; `user` is who called. Raises ConflictError."""
    last = await ending.prepare(database, table, change) if change.completed else None

    def write(session: Session) -> None:
        repository.write(session, change)
        if user is not None:
            repository.attend(session, change.game_id, user)
        if last is not None:
            ending.write(session, last, table.match)

    await database.do(write)
    table.revision += 1
    for _ in change.undone:
        table.undone_times.append(table.times.pop())
    table.times += [change.now] * len(change.records)
