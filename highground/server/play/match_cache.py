"""The battles that this process has in memory, each brought up to date before it is used.

The database has the truth; another process may have written since. A battle is used by one call at a time: the call
that has its turn. The holder of a turn may begin a transaction; nobody may wait for a turn within one. Two calls that
took the two locks in either order would wait for each other.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from starlette.exceptions import HTTPException

from highground.engine.battle import Battle
from highground.engine.model import ArmySheet, Setup
from highground.fair.sealing import without_private
from highground.game.match import clock
from highground.game.match.match import Control, Match
from highground.game.state.battle_state import NOBODY, plain_state
from highground.game.state.moments import Moment, moment
from highground.game.state.seats import version
from highground.game.timeline.running import taken_back
from highground.game.views.state import BattleState, GameState
from highground.server.db.engine import Database, in_transaction
from highground.server.errors import Refusal
from highground.server.games.access import NO_GAME
from highground.server.logs.newer import Newer
from highground.server.logs.running import RunningLog
from highground.server.logs.tables import BattleLog
from highground.server.play import report, repository
from highground.server.play.repository import Found, Stored
from highground.server.play.tables import HostedBattle
from highground.server.tasks import off_the_loop

T = TypeVar("T")

MOST_KEPT = 512
NOT_BEGUN = "This game has not begun yet."


@dataclass
class CachedMatch:
    """A battle in memory, as the database has it at `revision`. `times` has the moment of each choice."""

    match: Match
    times: list[datetime]
    revision: int
    undone_times: list[datetime] = field(default_factory=list)
    _log: RunningLog | None = field(default=None)
    _announced: int | None = None
    _plain: tuple[str, BattleState] | None = field(default=None)

    def plain(self) -> BattleState:
        """What everybody sees of the game now. Slow where the game has changed: call it off the event loop."""
        if self._plain is None or not self.is_plain:
            self._plain = (version(self.match, NOBODY), plain_state(self.match))
        return self._plain[1]

    def log(self) -> RunningLog:
        """The battle's log up to now; what it costs is what the choices cost that it does not have yet."""
        match = self.match
        if self._log is None:
            names = (match.control[0].player, match.control[1].player)
            self._log = RunningLog(match.battle.setup, match.game_id, names)
        self._log.follow(
            match.battle.records, self.times, taken_back(match.battle.records, match.battle.undone, self.undone_times)
        )
        return self._log

    def log_grew(self) -> bool:
        """Whether the log has more entries than when this was last asked; where nobody has read it, it may have."""
        if self._log is None:
            return True
        before, self._announced = self._announced, self.log().total
        return before != self._announced

    def moment(self, seats: Iterable[frozenset[int]]) -> Moment:
        """What those who sit at the game see of it now, with its clock at this moment. As slow as `plain`."""
        now = clock.view(self.match.clock, self.match.cast.army_uuids, datetime.now(UTC))
        return moment(self.match, self.plain(), seats, now)

    def seen(self, sides: frozenset[int]) -> GameState:
        """What the player who commands `sides` sees of the game now."""
        return self.moment((sides,)).seen(sides)

    @property
    def is_plain(self) -> bool:
        """What everybody sees now is at hand."""
        return self._plain is not None and self._plain[0] == version(self.match, NOBODY)


class Turn:
    """A call's turn at a game, which it may let go while it waits for something outside."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock = lock

    @asynccontextmanager
    async def let_go(self) -> AsyncIterator[None]:
        """Leave the game to others meanwhile. What is in memory has to be what the database has; it may change."""
        self._lock.release()
        try:
            yield
        finally:
            await self._lock.acquire()


class MatchCache:
    """Battles by their game; the one that was used longest ago goes first when there are too many."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tables: OrderedDict[str, CachedMatch] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, game_id: str) -> AsyncIterator[Turn]:
        """Wait for the game, and have it alone. A call that fails leaves nothing in memory that is not stored.

        A refusal has changed nothing, so that nobody's wrong call makes the battle be read again.
        """
        if in_transaction():
            raise RuntimeError("a game's turn was asked for within a transaction: take the turn first")
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            try:
                yield Turn(lock)
            except HTTPException:
                raise
            except BaseException:
                self._tables.pop(game_id, None)
                raise

    def forget(self, game_id: str | None = None) -> None:
        """Drop a battle, or every one, from memory; it is read again when it is next used."""
        if game_id is None:
            self._tables.clear()
        else:
            self._tables.pop(game_id, None)

    async def table(self, game_id: str, found: Found) -> CachedMatch:
        """The game's battle as the database has it. Take the turn first.

        Raises Refusal: 409 before it has begun, 404 if it was deleted while a call waited.
        """
        if found.revision is None:
            raise Refusal(404, NO_GAME) if found.access is None else Refusal(409, NOT_BEGUN)
        table = self._tables.get(game_id)
        if table is None or table.revision != found.revision:
            row = await self._database.ask(partial(repository.row_of, game_id=game_id))
            if row is None:
                raise Refusal(409, NOT_BEGUN)
            table = await self._read(row, table)
        table.match.about = found.about()
        self._tables[game_id] = table
        self._tables.move_to_end(game_id)
        while len(self._tables) > MOST_KEPT:
            self._tables.popitem(last=False)
        return table

    async def report(self, game_id: str) -> BattleLog | None:
        """The log of a battle that is played here, as far as it has come; None where there is none."""
        prepared = await self._of_log(game_id, RunningLog.whole)
        return None if prepared is None else report.as_log(game_id, prepared)

    async def newer(self, game_id: str, wanted: Newer) -> bytes | None:
        """The body of the incremental answer for a battle that is played here; None where there is none."""
        return await self._of_log(game_id, lambda log: log.newer(wanted))

    async def _of_log(self, game_id: str, read: Callable[[RunningLog], T]) -> T | None:
        async with self.turn(game_id):
            found = await repository.find(self._database, None, game_id)
            if found.revision is None:
                return None
            table = await self.table(game_id, found)
            return await off_the_loop(lambda: read(table.log()))

    async def _read(self, row: HostedBattle, known: CachedMatch | None) -> CachedMatch:
        """Take in what another process has written, or everything."""
        match = None if known is None else known.match
        same = match is not None and repository.control_of(row) == match.control
        more = same and match is not None and len(match.battle.undone) == row.undone and match.number <= row.choices
        number = match.number if more and match is not None else 0
        undone = row.undone if more else 0
        read = partial(repository.stored, game_id=row.game_id, number=number, undone=undone)
        stored = await self._database.ask(read)
        return await off_the_loop(partial(_followed if more else _opened, row, stored, known))


def _followed(row: HostedBattle, stored: Stored, known: CachedMatch | None) -> CachedMatch:
    assert known is not None
    if stored.records:
        known.match.battle.follow(stored.record_list())
        known.match.cast.follow(known.match.battle.state.units)
    known.times += [made for _, made in stored.records]
    return _resumed(row, known)


def _opened(row: HostedBattle, stored: Stored, _known: CachedMatch | None) -> CachedMatch:
    sealing = repository.sealing_of(row)
    control = repository.control_of(row)
    records, undone, setup = stored.record_list(), stored.undone_list(), _without_left(stored.setup_of(), control)
    battle = Battle.restored(setup, int(row.seed), records, undone, sealing is not None)
    match = Match(battle, row.game_id, control, sealing)
    match.mode, match.own_dice, match.hand_agreed = stored.mode, row.own_dice, row.hand_agreed
    table = CachedMatch(match, [made for _, made in stored.records], row.revision)
    table.undone_times = [each[-1] for each in stored.undone]
    return _resumed(row, table)


def _without_left(setup: Setup, control: tuple[Control, Control]) -> Setup:
    """The setup without the private text of armies whose players have left."""
    if not any(each.left for each in control):
        return setup
    first, second = (
        msgspec.convert(without_private(msgspec.to_builtins(army)), ArmySheet) if by.left else army
        for army, by in zip(setup.armies, control, strict=True)
    )
    return msgspec.structs.replace(setup, armies=(first, second))


def _resumed(row: HostedBattle, table: CachedMatch) -> CachedMatch:
    match = table.match
    match.resume(repository.draft_of(row), repository.clock_of(row))
    match.sealing, match.pending = repository.sealing_of(row), repository.pending_of(row)
    match.offers, match.asking = repository.offers_of(row), repository.asking_of(row)
    match.counsel = repository.counsel_of(row)
    table.revision = row.revision
    return table
