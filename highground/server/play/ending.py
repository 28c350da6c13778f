"""What happens when a battle that was fought here is over: its report is kept, its commanders get what they earned."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from highground.engine import choices as ch
from highground.engine.log import log_of
from highground.game.match.match import Match
from highground.game.timeline.figures.awards import awards
from highground.server.accounts.tables import User
from highground.server.achievements.tables import Earned
from highground.server.db.engine import Database
from highground.server.games.access import commanders
from highground.server.games.tables import SIDES
from highground.server.logs.tables import BattleLog
from highground.server.play import report, repository
from highground.server.play.match_cache import CachedMatch
from highground.server.play.repository import Change
from highground.server.tasks import off_the_loop

COMMANDS = ch.Deploy | ch.Reserve | ch.Arrive | ch.Move | ch.Shoot | ch.Charge | ch.Fight
"""Choices that nobody makes but who commands the unit."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What is written with the last choice: the report, and the codes of what each user has earned."""

    log: BattleLog
    earned: dict[int, set[str]]


async def prepare(database: Database, table: CachedMatch, change: Change) -> Ending:
    """Work out the report and the achievements, before the transaction of the last choices, which is `change`."""
    match = table.match
    found = await repository.find_anyway(database, match.game_id)
    people = commanders(found.access) if found.access is not None else {}
    makers = await database.ask(partial(repository.makers, game_id=match.game_id))
    makers |= {change.known + i: change.user for i in range(len(change.records)) if change.user is not None}

    def work() -> Ending:
        times = [*table.times, *[change.now] * (match.number - len(table.times))]
        prepared = report.prepared(match, times, table.undone_times)
        return Ending(report.as_log(match.game_id, prepared), _earned(match, people, makers))

    return await off_the_loop(work)


def _earned(match: Match, people: dict[int, int], makers: dict[int, int]) -> dict[int, set[str]]:
    """What each person has earned; one who commanded both armies, now or before somebody took one over, has beaten
    nobody, and the computer earns nothing. Nor does anybody who had the computer agree to something by hand."""
    sides: dict[int, set[int]] = defaultdict(set)
    for number, user in makers.items():
        choice = match.battle.records[number].choice if number < match.number else None
        if isinstance(choice, COMMANDS) and not match.is_computer(side := match.cast.sides[choice.unit]):
            sides[user].add(side)
    for side, user in people.items():
        if not match.is_computer(side):
            sides[user].add(side)
    alone = {user: held for user, held in sides.items() if held < set(SIDES) and user in people.values()}
    if not alone or match.computer_agreed:
        return {}
    won = awards(log_of(match.battle), match.game_id)
    return {user: {each.code for side in held for each in won.achievements[side]} for user, held in alone.items()}


def write(session: Session, ending: Ending, match: Match) -> None:
    """Keep both, once, in the transaction of the last choice."""
    session.add(ending.log)
    now = datetime.now(UTC)
    for user_id, codes in ending.earned.items():
        if session.get(User, user_id) is None:
            continue
        query = select(Earned.code).where(Earned.user_id == user_id, Earned.game_id == match.game_id)
        new = codes - set(session.scalars(query))
        session.add_all(Earned(user_id=user_id, code=code, game_id=match.game_id, earned=now) for code in sorted(new))
