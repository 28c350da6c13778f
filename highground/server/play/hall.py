"""The battles that this process has in memory, each brought up to date before it is used.

The database has the truth; another process may have written since. A battle is used by one call at a time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException

from highground.engine.battle import Battle
from highground.play import clock
from highground.play.match import Match
from highground.play.seats import seen_by, version
from highground.play.state import NOBODY, plain_state
from highground.reports.cast import Json
from highground.server.errors import Refusal
from highground.server.logs.tables import BattleLog
from highground.server.logs.timelines import Prepared
from highground.server.play import report, repository
from highground.server.play.tables import HostedBattle

MOST_KEPT = 64
NOT_BEGUN = "This game has not begun yet."


@dataclass
class Table:
    """A battle in memory. `times` has the moment of each choice, `undone` how often one was taken back."""

    match: Match
    times: list[datetime]
    undone: int
    row: HostedBattle
    report: tuple[tuple[int, int], Prepared] | None = field(default=None)
    """The timeline that was told last, with the numbers of choices and of undos that it holds for."""
    _plain: tuple[str, Json] | None = field(default=None)

    def plain(self) -> Json:
        """What everybody sees of the game now. Slow where the game has changed: call it off the event loop."""
        now = version(self.match, NOBODY)
        if self._plain is None or self._plain[0] != now:
            self._plain = (now, plain_state(self.match))
        return self._plain[1]

    def seen(self, sides: frozenset[int]) -> Json:
        """What whoever commands `sides` sees of the game now, with its clock at this moment."""
        now = clock.view(self.match.clock, self.match.cast.army_uuids, datetime.now(UTC))
        return {**seen_by(self.plain(), self.match, sides), "clock": now}


class Hall:
    """Battles by their game; the one that was used longest ago goes first when there are too many."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, game_id: str) -> AsyncIterator[None]:
        """Wait for the game, and have it alone. A call that fails leaves nothing in memory that is not stored.

        A refusal has changed nothing, so that nobody's wrong call makes the battle be read anew.
        """
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            try:
                yield
            except HTTPException:
                raise
            except BaseException:
                self._tables.pop(game_id, None)
                raise

    def forget(self) -> None:
        """Drop every battle from memory; each is read again when it is next used."""
        self._tables.clear()

    async def table(self, session: AsyncSession, game_id: str, hold: bool = False) -> Table:
        """The game's battle as the database has it; `hold` to write to it. Raises Refusal 409 before it has begun."""
        row = await repository.battle(session, game_id, hold)
        if row is None:
            raise Refusal(409, NOT_BEGUN)
        found = self._tables.get(game_id)
        if found is None or found.undone != row.undone or found.match.number > row.choices:
            found = await self._load(session, row)
        elif found.match.number < row.choices:
            await self._catch_up(session, found, row)
        found.row = row
        found.match.resume(repository.draft_of(row), repository.clock_of(row))
        found.match.about = await repository.about(session, game_id, found.match.physical)
        self._tables[game_id] = found
        self._tables.move_to_end(game_id)
        while len(self._tables) > MOST_KEPT:
            self._tables.popitem(last=False)
        return found

    async def report(self, session: AsyncSession, game_id: str) -> BattleLog | None:
        """The log of a battle that is played here, as far as it has come; None where there is none."""
        if await repository.battle(session, game_id) is None:
            return None
        async with self.turn(game_id):
            table = await self.table(session, game_id)
            state = (table.match.number, table.undone)
            if table.report is None or table.report[0] != state:
                table.report = (state, await asyncio.to_thread(report.told, table.match, table.times))
            return report.as_log(game_id, table.report[1])

    async def _load(self, session: AsyncSession, row: HostedBattle) -> Table:
        made = await repository.made_since(session, row.game_id, 0)
        setup = await repository.setup_of(session, row.game_id)
        records = [record for record, _ in made]
        battle = await asyncio.to_thread(Battle.restored, setup, int(row.seed), records)
        match = Match(battle, row.game_id, repository.control_of(row), row.undone)
        kept = await repository.chosen(session, row.game_id)
        match.physical = kept is not None and kept.chosen.get("mode") == "physical"
        return Table(match, [when for _, when in made], row.undone, row)

    async def _catch_up(self, session: AsyncSession, table: Table, row: HostedBattle) -> None:
        """Take in what another process has written."""
        battle = table.match.battle
        made = await repository.made_since(session, row.game_id, table.match.number)
        records = [*battle.records, *(record for record, _ in made)]
        battle = await asyncio.to_thread(Battle.restored, battle.setup, battle.seed, records)
        physical = table.match.physical
        table.match = Match(battle, row.game_id, table.match.control, row.undone)
        table.match.physical = physical
        table.times += [when for _, when in made]
