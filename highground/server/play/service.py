"""Playing: who may answer, one writer a battle, what is kept, and what a stale call is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import orjson
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.exceptions import HTTPException

from highground.engine.choices import Request
from highground.engine.errors import Refusal as RuleRefusal
from highground.engine.log import log_of
from highground.play import clock
from highground.play.answers import answer_undo, ask_undo, undo, whole
from highground.play.changes import between
from highground.play.match import Match
from highground.play.state import NOBODY, game_state
from highground.reports.cast import Json
from highground.reports.timeline import since, timeline
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.games.access import Access, Need, access_for, audiences
from highground.server.games.tables import SIDES
from highground.server.play import repository
from highground.server.play.ending import finish
from highground.server.play.hall import Hall, Table
from highground.server.sockets.news import tell, tell_seats

T = TypeVar("T")
Do = Callable[[Match], Any]
Allowed = Callable[[AsyncSession, Match, Access], Awaitable[Do]]

MOVED_ON = "The battle moved on."
OVER = "The battle is over."
NOT_YOURS_TO_UNDO = "The last choice was not yours: it is not for you to take back."
NOBODY_TO_ASK = "You command both armies: take it back without asking."
MOST_EVENTS_TOLD = 20
LARGEST_CHANGES = 40_000
"""Bytes of a change that are sent to every socket; a larger one is loaded by those who want it."""

Seen = dict[frozenset[int], Json]
"""The state as each seat sees it."""

Who = Literal["commander", "holder", "computer", "anyone"]
"""Whose call it is: the commander's of the side that is due, that of whoever holds its seat though a computer commands
it (throwing its dice, ending its phase), any player's for a computer's side, or any player's."""


class StaleError(HTTPException):
    """The call was made against an earlier state: what happened since."""

    def __init__(self, number: int, events: list[str]) -> None:
        super().__init__(409, MOVED_ON)
        self.number = number
        self.events = events


class NotAllowedError(HTTPException):
    """The rules refuse it."""

    def __init__(self, refusal: RuleRefusal) -> None:
        sentence = refusal.sentence
        super().__init__(422, f"{sentence} {refusal.remedy}" if refusal.remedy else sentence)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Told:
    """What a call came to: its own result and the state after it."""

    result: Any
    state: Json


class Playing:
    """The battles of a server, for calls on behalf of a user."""

    def __init__(self, database: Database, hall: Hall) -> None:
        self._database = database
        self._hall = hall

    async def look(
        self, user: User | None, game_id: str, read: Callable[[Match, Access], T], need: Need = Need.WATCH
    ) -> T:
        """Something about the battle that changes nothing.

        Raises Refusal (401, 404, or 409 before it has begun), and NotAllowedError where the rules refuse.
        """
        async with self._hall.turn(game_id), self._database.read() as session:
            access = await access_for(session, user, game_id, need)
            table = await self._hall.table(session, game_id)
            try:
                return await off_the_loop(lambda: read(table.match, access))
            except RuleRefusal as refusal:
                raise NotAllowedError(refusal) from refusal

    async def state(self, user: User | None, game_id: str) -> Json:
        """Everything that the user sees of the game. Raises Refusal (401, 404, or 409 before it has begun)."""
        async with self._hall.turn(game_id), self._database.read() as session:
            access = await access_for(session, user, game_id, Need.WATCH)
            table = await self._hall.table(session, game_id)
            return await off_the_loop(lambda: table.seen(access.sides))

    async def act(self, user: User, game_id: str, do: Do, number: int | None = None, who: Who = "commander") -> Told:
        """Have `do` change the battle, whole or not at all, and keep what came of it.

        Raises Refusal (401, 403, 404, 409 before the beginning), StaleError where `number` is not the present one,
        and NotAllowedError where the rules refuse.
        """

        async def allowed(_session: AsyncSession, match: Match, access: Access) -> Do:
            check_turn(match, access, who)
            return do

        return await self._change(user, game_id, number, allowed, None if who == "computer" else user.id)

    async def undo(self, user: User, game_id: str, number: int | None) -> Told:
        """Take the last choice back; whoever commands both armies agrees with himself, others take back their own."""

        async def allowed(session: AsyncSession, match: Match, access: Access) -> Do:
            check_turn(match, access, "anyone")
            agreed = len(access.sides) == len(SIDES)
            if not agreed and await repository.last_maker(session, game_id) != user.id:
                raise Refusal(403, NOT_YOURS_TO_UNDO)
            return lambda match: undo(match, agreed)

        return await self._change(user, game_id, number, allowed, user.id)

    async def ask_undo(self, user: User, game_id: str, number: int | None) -> Told:
        """Ask the other player to agree that the last choice is taken back."""

        async def allowed(session: AsyncSession, match: Match, access: Access) -> Do:
            check_turn(match, access, "anyone")
            if len(access.sides) == len(SIDES):
                raise Refusal(409, NOBODY_TO_ASK)
            (side,) = access.sides
            tell(session, "undo_request", game_id, army_name=match.cast.armies[side])
            return lambda match: ask_undo(match, side)

        return await self._change(user, game_id, number, allowed, user.id)

    async def answer_undo(self, user: User, game_id: str, agree: bool, number: int | None) -> Told:
        """Agree that the last choice is taken back, or not."""

        async def allowed(session: AsyncSession, match: Match, access: Access) -> Do:
            check_turn(match, access, "anyone")
            asked = match.undo_asked
            if asked is not None and asked not in access.sides:
                tell(session, "undo_answer", game_id, asked_by=match.cast.army_uuids[asked], agreed=agree)
            return lambda match: answer_undo(match, access.sides, agree)

        return await self._change(user, game_id, number, allowed, user.id)

    async def set_clock(
        self, user: User, game_id: str, change: Callable[[clock.Clock | None], clock.Clock | None]
    ) -> Told:
        """Have a player start, pause or stop the chess clock; it is no choice of the battle and moves it not on.

        Raises Refusal (401, 403, 404, 409 before the beginning and after the end, or where `change` refuses).
        """
        async with self._hall.turn(game_id):
            async with self._database.write() as session:
                access = await access_for(session, user, game_id, Need.READ)
                table = await self._hall.table(session, game_id, hold=True)
                check_turn(table.match, access, "anyone")
                seats = audiences(access)
                before = await off_the_loop(lambda: {each: table.seen(each) for each in seats})
                table.match.clock = change(table.match.clock)
                await repository.keep_clock(session, table.match, table.row)
            return Told(None, await self._show(table, before, access))

    async def _change(self, user: User, game_id: str, number: int | None, allowed: Allowed, maker: int | None) -> Told:
        """One change in one transaction: `allowed` refuses it or says what to do, `maker` is who made the choices."""
        async with self._hall.turn(game_id):
            refused: RuleRefusal | None = None
            async with self._database.write() as session:
                access = await access_for(session, user, game_id, Need.READ)
                table = await self._hall.table(session, game_id, hold=True)
                await check_number(table.match, number)
                do = await allowed(session, table.match, access)
                seats = audiences(access)
                before = await off_the_loop(lambda: {each: table.seen(each) for each in seats})
                try:
                    result = await self._carry_out(session, table, do, maker)
                    if access.game.simulation:
                        tell_simulation(session, table.match)
                except RuleRefusal as refusal:
                    refused = refusal
            if refused is None:
                return Told(result, await self._show(table, before, access))
        raise NotAllowedError(refused)

    async def _show(self, table: Table, before: Seen, access: Access) -> Json:
        """Tell the game's sockets where the battle is now, each seat what has changed for it, and that the log changed.

        What the caller sees of it now.
        """
        match, state = table.match, table.match.battle.state
        now = {"phase": state.phase, "phase_time": state.phase_time, "round": state.round, "turn": state.turn}
        after = await off_the_loop(lambda: {each: table.seen(each) for each in {*before, access.sides}})
        own = await off_the_loop(lambda: {seat: led(before[seat], after[seat]) for seat in before})
        database, game_id, number = self._database, match.game_id, match.number
        await tell_seats(database, "game_state_update", game_id, own, number=number, changes=None, **now)
        shorter = any(seen["number"] > number for seen in before.values())
        await tell_seats(database, "logs_updated" if shorter else "new_log", game_id, {}, number=number)
        return after[access.sides]

    async def _carry_out(self, session: AsyncSession, table: Table, do: Do, maker: int | None) -> Any:
        match = table.match
        known, undone = match.number, len(match.battle.undone)

        def run() -> Any:
            with whole(match):
                return do(match)

        result = await off_the_loop(run)
        if len(match.battle.undone) != undone:
            await self._after_undo(session, table)
        else:
            table.times += await repository.keep(session, match, table.row, known, maker)
            if match.battle.state.completed:
                await finish(session, table)
        if match.clock is not None:
            await repository.keep_clock(session, match, table.row)
        return result

    async def _after_undo(self, session: AsyncSession, table: Table) -> None:
        match = table.match
        await repository.take_back(session, match, table.row)
        table.undone = table.row.undone
        del table.times[match.number :]


async def off_the_loop(work: Callable[[], T]) -> T:
    """Run the engine's work in a thread. A StopIteration that escapes from it, a fault of ours, would never reach a
    coroutine and so hang the game; it comes out as a RuntimeError."""

    def guarded() -> T:
        try:
            return work()
        except StopIteration as error:
            raise RuntimeError("the battle's code ran out of something to look through") from error

    return await asyncio.to_thread(guarded)


def led(before: Json, after: Json) -> Json:
    """What leads a seat from one state to the next; `changes` is None where the state is better loaded anew."""
    changes = [*between({**before, "clock": None}, {**after, "clock": None}), *_clocked(before, after)]
    small = len(orjson.dumps(changes)) <= LARGEST_CHANGES
    return {"from": before["version"], "version": after["version"], "changes": changes if small else None}


def _clocked(before: Json, after: Json) -> list[Json]:
    """The clock goes on without being told, so that each seat may have an older one: it is told whole."""
    now = after["clock"]
    return [] if before["clock"] is None and now is None else [{"op": "replace", "path": "/clock", "value": now}]


def tell_simulation(session: AsyncSession, match: Match) -> None:
    """Tell a simulation's sockets how far it is; with its end, as everybody may see it, once it is over."""
    state = match.battle.state
    now = {"round": state.round, "turn": state.turn, "phase": state.phase, "number": match.number}
    if state.completed:
        whole_state = game_state(match, NOBODY)
        tell(session, "simulation_update", match.game_id, status="completed", **now, game_state=whole_state)
    else:
        tell(session, "simulation_update", match.game_id, status="running", **now)


async def check_number(match: Match, number: int | None) -> None:
    """Refuses a call that was made against an earlier state."""
    if number is not None and number != match.number:
        raise StaleError(match.number, await off_the_loop(lambda: happened_since(match, number)))


def happened_since(match: Match, number: int) -> list[str]:
    """The last messages of the log after the first `number` choices."""
    if number > match.number:
        return []
    first = sum(len(record.events) for record in match.battle.records[:number])
    told = since(timeline(log_of(match.battle), match.game_id), first)
    return [entry["message"] for entry in told][-MOST_EVENTS_TOLD:]


def check_turn(match: Match, access: Access, who: Who) -> None:
    """Refuses who is not at the table, and who has nothing to answer now."""
    if not access.sides:
        raise Refusal(403, "Only the players of this game may do that.")
    request = match.ask()
    if request is None:
        raise Refusal(409, OVER)
    if who == "anyone" or (who == "computer" and match.is_computer(request.side)):
        return
    if who == "computer":
        raise Refusal(409, f"{match.cast.armies[request.side]} is commanded by a person.")
    _check_commander(match, access, request, who)


def _check_commander(match: Match, access: Access, request: Request, who: Who) -> None:
    if request.side not in access.sides:
        raise Refusal(403, f"It is {match.cast.armies[request.side]}'s turn to act, which the other player commands.")
    if who != "holder" and match.is_computer(request.side) and request.kinds[0] not in {"advance", "end"}:
        raise Refusal(409, f"{match.cast.armies[request.side]} is commanded by the computer: let it act.")
