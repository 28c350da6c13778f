"""Playing: who may answer, one writer a battle, what is kept, and what a stale call is answered.

A call has its turn at the game, reads, computes in a thread, and writes once, in one short transaction that compares
the battle's revision. While it waits for sealed dice or for the computer to decide, it lets the turn go.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from highground.engine.choices import ByHand, Choice
from highground.engine.errors import Refusal as RuleRefusal
from highground.engine.events import Event
from highground.fair import sealing as seal
from highground.fair.sealing import Pending
from highground.game.commands import own_dice
from highground.game.commands.advising import warning_of, worth_weighing
from highground.game.commands.agreements import check_switch, dice_offer, hand_offer
from highground.game.commands.commanding import CommandDone, Put, Steps, at_once, go_on, run
from highground.game.commands.deciding import Advise, Answer, Question
from highground.game.commands.rolling import tidied
from highground.game.commands.taking_back import answer_undo, ask_undo, undo_to
from highground.game.match.clock import given_back
from highground.game.match.match import Match, Savepoint
from highground.game.state.battle_state import NOBODY, game_state
from highground.game.state.moments import Moment
from highground.game.views.calls import Offered
from highground.game.views.state import GameState
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.games.access import Access, Need, audiences, checked, commanders
from highground.server.games.tables import SIDES
from highground.server.logs.newer import Newer
from highground.server.play import keeping, repository, rolling, showing
from highground.server.play.calling import NO_CALLER, Caller, CallResult
from highground.server.play.lapsing import Unanswered, overtaken
from highground.server.play.match_cache import CachedMatch, MatchCache, Turn
from highground.server.play.refused import (
    MOVED_ON,
    NeedsConsent,
    NeedsWeighing,
    NotAllowedError,
    StaleError,
    WarnedError,
)
from highground.server.play.repository import Change, ConflictError
from highground.server.play.rolling import NOT_REVEALED, Rolling
from highground.server.play.showing import Shown, Step
from highground.server.play.staleness import check_number
from highground.server.play.turns import Who, check_room, check_turn
from highground.server.sockets.hub import Hub
from highground.server.tasks import off_the_loop
from highground.server.thinking.thinkers import Thinkers

T = TypeVar("T")
Do = Callable[[Match], Steps[T]]
"""What a call does to a battle: returns the steps of a command."""
Allowed = Callable[[Match, Access], Do[T]]
GivenUp = Callable[[Match, Access], bool]
News = Mapping[str, object]

ROLLING = "Dice are being rolled: wait for them to fall."
NOT_YOURS_TO_UNDO = "The last choice was not yours: it is not for you to take back."
NOBODY_TO_ASK = "You command both armies: take it back without asking."
SETTLE_SECONDS = 0.5
"""How long a complete roll is left to the call that waits for it, in whatever process that runs."""
TRIES = 5
"""How often a call is made again whose write met another's."""
WEIGHING_SECONDS = 1.2
"""What a choice is weighed for before it is made, where its player wants that."""
_SETTLING: set[asyncio.Task[None]] = set()
"""Tasks that settle rolls, kept from being collected while they run."""


@dataclass
class Call:
    """A call that changes a battle, during its turn.

    `mark` is where the battle stood when it was last written, `floor` where it stands whatever is refused from here on:
    dice that have fallen stay.
    """

    user: int | None
    access: Access
    table: CachedMatch
    turn: Turn
    before: Moment
    mark: Savepoint
    floor: Savepoint
    maker: int | None
    consented: bool = False
    weighing: bool = False
    """Its first choice is to be weighed before it is made."""
    news: list[tuple[str, News]] = field(default_factory=list)
    """Messages to send once the change is written."""
    known: str = ""
    """The version that the caller's window shows; its socket may have brought it a part of the call already."""
    steps: list[Step] = field(default_factory=list)
    """What leads the caller on from there."""

    @property
    def match(self) -> Match:
        return self.table.match

    def lead_on(self, step: Step, heard: bool) -> None:
        """The caller is to be led on by this step, unless the window has `heard` of it by its socket."""
        if heard and not self.steps and step.before == self.known and step.changes is not None:
            self.known = step.version
        else:
            self.steps.append(step)


class Playing:
    """The battles of a server, for calls on behalf of a user."""

    def __init__(
        self,
        database: Database,
        matches: MatchCache,
        hub: Hub,
        rolling: Rolling,
        thinkers: Thinkers,
        caller: Caller = NO_CALLER,
    ) -> None:
        self._database = database
        self._matches = matches
        self._hub = hub
        self.rolling = rolling
        self._thinkers = thinkers
        self._caller = caller

    def on_behalf(self, caller: Caller) -> Playing:
        """The same battles, for this caller."""
        return Playing(self._database, self._matches, self._hub, self.rolling, self._thinkers, caller)

    async def look(
        self, user: User | None, game_id: str, read: Callable[[Match, Access], T], need: Need = Need.WATCH
    ) -> T:
        """Something about the battle that changes nothing.

        Raises Refusal (401, 404, or 409 before it has begun), and NotAllowedError where the rules refuse.
        """
        async with self._matches.turn(game_id):
            access, table = await self._open(user, game_id, need)
            try:
                return await off_the_loop(lambda: read(table.match, access))
            except RuleRefusal as refusal:
                raise NotAllowedError(refusal) from refusal

    async def peek(self, game_id: str, read: Callable[[Match], T]) -> T | None:
        """Something about the battle on behalf of the server itself; None before it has begun."""
        async with self._matches.turn(game_id):
            found = await repository.find_anyway(self._database, game_id)
            if found.revision is None:
                return None
            table = await self._matches.table(game_id, found)
            return await off_the_loop(lambda: read(table.match))

    async def state(self, user: User | None, game_id: str) -> GameState:
        """Everything that the user sees of the game. Raises Refusal (401, 404, or 409 before it has begun)."""
        async with self._matches.turn(game_id):
            access, table = await self._open(user, game_id, Need.WATCH)
            return await off_the_loop(lambda: table.seen(access.sides))

    async def act(
        self, user: User, game_id: str, do: Do[T], number: int | None = None, who: Who = "commander"
    ) -> CallResult[T]:
        """Have `do` change the battle, and keep what came of it.

        A command whose dice have fallen keeps them, whatever is refused of it afterwards; all that comes before or
        after them is made whole or not at all. Raises Refusal (401, 403, 404, 409 before the beginning), StaleError
        where `number` is not the present one, and NotAllowedError where the rules refuse.
        """

        def allowed(match: Match, access: Access) -> Do[T]:
            check_turn(match, access, who)
            check_room(match)
            return do

        return await self.change(user, game_id, number, allowed, None if who == "computer" else user.id)

    async def undo(self, user: User, game_id: str, number: int | None, back_to: int | None = None) -> CallResult[None]:
        """Take the last choice back; a commander of both armies agrees with himself, others take back their own.

        Against a computer it is the person's last choice, with what the computer did after it without dice. `back_to`:
        his choices before it go with it, down to so many choices of the battle.
        """

        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            agreed, last = len(access.sides) == len(SIDES), match.last_of(access.sides)
            nothing = not last and (agreed or match.against_computer)
            if not nothing and (not last or match.maker(last - 1) not in access.sides):
                raise Refusal(403, NOT_YOURS_TO_UNDO)
            least = match.number if back_to is None else back_to
            return lambda match: at_once(lambda: undo_to(match, least, access.sides, agreed))

        return await self.change(user, game_id, number, allowed, user.id)

    async def ask_undo(self, user: User, game_id: str, number: int | None) -> CallResult[None]:
        """Ask the other player to agree that the last choice is taken back."""

        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            if len(access.sides) == len(SIDES):
                raise Refusal(409, NOBODY_TO_ASK)
            (side,) = access.sides
            return lambda match: at_once(lambda: ask_undo(match, side))

        def news(match: Match) -> dict[str, News]:
            side = match.undo_asked
            return {} if side is None else {"undo_request": {"army_name": match.cast.armies[side]}}

        return await self.change(user, game_id, number, allowed, user.id, news)

    async def answer_undo(self, user: User, game_id: str, agree: bool, number: int | None) -> CallResult[None]:
        """Agree that the last choice is taken back, or not."""
        answered: dict[str, News] = {}

        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            asked = match.undo_asked
            if asked is not None and asked not in access.sides:
                answered["undo_answer"] = {"asked_by": match.cast.army_uuids[asked], "agreed": agree}
            return lambda match: at_once(lambda: answer_undo(match, access.sides, agree))

        return await self.change(user, game_id, number, allowed, user.id, lambda _match: answered)

    async def change(
        self,
        user: User,
        game_id: str,
        number: int | None,
        allowed: Allowed[T],
        maker: int | Callable[[Match], int | None] | None,
        news: Callable[[Match], dict[str, News]] = lambda _match: {},
        *,
        consented: bool = False,
        given_up: GivenUp = lambda _match, _access: False,
    ) -> CallResult[T]:
        """One change: `allowed` refuses it or says what to do, `maker` is who made the choices, `news` what to send.

        `consented`: both players agree to it, also to dice that one of them rolled for the other. `given_up`: whether a
        roll falls before it though its thrower's device has not revealed, since the battle ends with the change.
        """
        for _ in range(TRIES):
            try:
                async with self._matches.turn(game_id) as turn:
                    access, table = await self._open(user, game_id, Need.READ)
                    await self._settle(access, table, turn, given_up)
                    await check_number(table, number, self._caller.known)
                    who = maker(table.match) if callable(maker) else maker
                    call = await self._call(user.id, access, table, turn, who)
                    call.consented = consented
                    call.weighing = who is not None and self._caller.warn > 0 and table.match.coached
                    before = Unanswered.of(table.match)
                    result, offered = await self._carry_out(call, allowed(table.match, access))
                    answers = news(table.match)
                    call.news = [*overtaken(before, table.match, answers), *answers.items()]
                    after = await self._finish(call, answered=self._caller.socket)
                    step, entries = showing.joined(call.steps, call.known), await self._entries(table)
                    return CallResult(result, offered, after, access.sides, step, entries)
            except ConflictError:
                self._matches.forget(game_id)
        raise Refusal(409, MOVED_ON)

    async def _entries(self, table: CachedMatch) -> bytes | None:
        """What the caller does not have of the log yet; None where it did not say what it has."""
        since = self._caller.log
        return None if since is None else await off_the_loop(lambda: table.log().newer(Newer(since, alone=True)))

    async def ask(self, question: Callable[[Session], T]) -> T:
        """The answer of a short read of the database."""
        return await self._database.ask(question)

    async def adjust(
        self,
        user: User,
        game_id: str,
        do: Callable[[Match, Access], None],
        show: bool = False,
        news: Callable[[Match], dict[str, News]] = lambda _match: {},
    ) -> Match:
        """Change what stands beside the battle, also while a roll is under way; `show` it to the players, with `news`.

        Raises Refusal.
        """
        for _ in range(TRIES):
            try:
                async with self._matches.turn(game_id) as turn:
                    access, table = await self._open(user, game_id, Need.READ)
                    call = await self._call(user.id, access, table, turn, user.id)
                    try:
                        do(table.match, access)
                    except RuleRefusal as refusal:
                        raise NotAllowedError(refusal) from refusal
                    call.news = list(news(table.match).items())
                    await (self._finish(call) if show else self._keep(call))
                    return table.match
            except ConflictError:
                self._matches.forget(game_id)
        raise Refusal(409, MOVED_ON)

    def settle_later(self, game_id: str, at_once: bool = False) -> None:
        """Let a roll fall that is complete, unless the call that waits for it does so in a moment."""
        task = asyncio.create_task(self._settle_soon(game_id, 0.0 if at_once else SETTLE_SECONDS))
        _SETTLING.add(task)
        task.add_done_callback(_SETTLING.discard)

    async def _settle_soon(self, game_id: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        with suppress(HTTPException, ConflictError):
            async with self._matches.turn(game_id) as turn:
                found = await repository.find_anyway(self._database, game_id)
                if found.access is not None and found.revision is not None:
                    await self._settle(found.access, await self._matches.table(game_id, found), turn)

    async def _open(self, user: User | None, game_id: str, need: Need) -> tuple[Access, CachedMatch]:
        found = await repository.find(self._database, None if user is None else user.id, game_id)
        access = checked(found.access, user, need)
        return access, await self._matches.table(game_id, found)

    async def _call(self, user: int | None, access: Access, table: CachedMatch, turn: Turn, maker: int | None) -> Call:
        mark, known = table.match.mark(), self._caller.known
        return Call(user, access, table, turn, await self._now(access, table), mark, mark, maker, known=known)

    async def _now(self, access: Access, table: CachedMatch) -> Moment:
        seats = audiences(access) | {access.sides}
        return table.moment(seats) if table.is_plain else await off_the_loop(lambda: table.moment(seats))

    async def _settle(
        self,
        access: Access,
        table: CachedMatch,
        turn: Turn,
        given_up: GivenUp = lambda _match, _access: False,
    ) -> None:
        """Let a roll fall for which nobody has to be waited any more. Raises Refusal where one is under way."""
        match = table.match
        if match.pending is None:
            return
        waiting = self.rolling.waiting(match.game_id)
        ready = rolling.by_now(match.pending if waiting is None else waiting.pending)
        if waiting is None and not ready.awaits("witness") and ready.awaits("thrower"):
            left = rolling.thrower_left(match, ready, access)
            ready = seal.passed_over(ready, "thrower") if left or given_up(match, access) else ready
        if waiting is not None or not ready.ready:
            raise Refusal(409, NOT_REVEALED if ready.awaits("thrower") and not ready.awaits("witness") else ROLLING)
        maker = match.pending.user
        call = await self._call(None, access, table, turn, maker if maker in commanders(access).values() else None)
        await off_the_loop(lambda: finish_roll(match, ready))
        await self._finish(call)

    async def _carry_out(self, call: Call, do: Do[T]) -> tuple[T | None, Offered | None]:
        """Run a command to its end. What is refused leaves the battle as it was when it was last written."""
        match = call.match
        try:
            return await self._weighed(call, do), None
        except WarnedError:
            raise
        except NeedsConsent as offered:
            await off_the_loop(lambda: match.back_to(call.floor))
            match.make_offer(offered.offer)
            return None, {"offered": offered.kind}
        except RuleRefusal as refusal:
            await off_the_loop(lambda: match.back_to(call.floor))
            if call.floor is not call.mark:
                await self._finish(call)
            raise NotAllowedError(refusal) from refusal
        except HTTPException:
            self._matches.forget(match.game_id)
            raise

    async def _weighed(self, call: Call, do: Do[T]) -> T:
        """Run a command to its end; where its first choice has to be weighed it begins again after that."""
        try:
            return await self._steps(call, do)
        except NeedsWeighing as asked:
            await off_the_loop(lambda: call.match.back_to(call.floor))
            call.weighing = False
            await self._weigh(call, asked.choice)
        return await self._steps(call, do)

    async def _steps(self, call: Call, do: Do[T]) -> T:
        """Run a command in a thread, as far as it comes by itself each time."""
        asked = await off_the_loop(lambda: self._until_asked(call, do(call.match)))
        while not isinstance(asked, CommandDone):
            steps, wants = asked
            answer = await (self._thought(call, wants) if isinstance(wants, Question) else self._revealed(call))
            asked = await off_the_loop(partial(self._until_asked, call, steps, answer, wants))
        result: T = asked.result
        return result

    def _until_asked(
        self, call: Call, steps: Steps[Any], answer: Any = None, wanted: Question | Pending | None = None
    ) -> CommandDone | tuple[Steps[Any], Question | Pending]:
        """Run a command until it asks the computer, or needs a device's part of its dice. `answer` is what it got."""
        match, check = call.match, partial(_check_dice, call)
        if isinstance(wanted, Pending):
            answer = _fallen(call, answer)
        asked = go_on(match, steps, answer, check)
        while isinstance(asked, Put):
            pending = self.rolling.fix(match, call.access, asked, call.maker, self._caller.device)
            if not pending.ready:
                return steps, pending
            asked = go_on(match, steps, _fallen(call, pending), check)
        return asked if isinstance(asked, CommandDone) else (steps, asked)

    async def _thought(self, call: Call, question: Question) -> Any:
        """What the computer answers; other calls have their turn meanwhile."""
        match = call.match
        await self._keep_if_changed(call)
        count = match.count
        async with call.turn.let_go():
            answer = await self._thinkers.answer(match.game_id, match.battle, question)
        await self._unchanged(call, count)
        return answer

    async def _weigh(self, call: Call, choice: Choice) -> None:
        """Raises WarnedError where a choice loses more of the chance to win than its player puts up with."""
        answer: Answer = await self._thought(call, Advise(WEIGHING_SECONDS, choice, self._caller.warn / 100))
        match, prompt = call.match, call.match.due()
        warning = await off_the_loop(lambda: warning_of(match, prompt.side, choice, answer.advice))
        if warning is not None:
            raise WarnedError(warning)

    async def consult(
        self,
        user: User,
        game_id: str,
        number: int | None,
        ask: Callable[[Match, Access], Question],
        read: Callable[[Match, Answer], T],
        keep: bool = False,
    ) -> T:
        """Ask the computer something that makes no choice; other calls have their turn while it thinks.

        With `keep` what `read` leaves beside the battle is written. Raises Refusal, NotAllowedError and StaleError.
        """
        async with self._matches.turn(game_id) as turn:
            access, table = await self._open(user, game_id, Need.READ)
            await check_number(table, number, self._caller.known)
            match, count = table.match, table.match.count
            try:
                question = ask(match, access)
            except RuleRefusal as refusal:
                raise NotAllowedError(refusal) from refusal
            async with turn.let_go():
                answer = await self._thinkers.answer(game_id, match.battle, question)
            for _ in range(TRIES):
                found = await repository.find_anyway(self._database, game_id)
                if await self._matches.table(game_id, found) is not table or match.count != count:
                    raise StaleError(match.number, [])
                result = await off_the_loop(lambda: read(match, answer))
                if not keep or await self._kept_beside(table, user.id):
                    return result
            self._matches.forget(game_id)
            raise Refusal(409, MOVED_ON)

    async def _kept_beside(self, table: CachedMatch, user: int) -> bool:
        """Write what stands beside a battle; False where another process has written to it meanwhile."""
        change = await off_the_loop(lambda: keeping.made_ready(table, table.match.mark(), None))
        try:
            await keeping.keep(self._database, table, change, user)
        except ConflictError:
            return False
        return True

    async def _revealed(self, call: Call) -> Pending:
        """A fixed roll with what the devices reveal for it; other calls have their turn meanwhile."""
        match = call.match
        await self._finish(call)
        count = match.count
        async with call.turn.let_go():
            rolled = await self.rolling.collect(match)
        await self._unchanged(call, count)
        payer = match.payer()
        if match.clock is not None and match.clock.since is not None and payer is not None:
            # Nobody pays for an opponent's device that lets them wait.
            match.clock = given_back(match.clock, payer, rolled.for_witness)
        return rolled.pending

    async def _unchanged(self, call: Call, count: int) -> None:
        """After others had the turn: the battle is as it was left, or the call has come too late."""
        match = call.match
        found = await repository.find_anyway(self._database, match.game_id)
        if await self._matches.table(match.game_id, found) is not call.table or match.count != count:
            raise StaleError(match.number, [])
        call.before, call.mark = await self._now(call.access, call.table), match.mark()
        call.floor = call.mark

    async def _keep_if_changed(self, call: Call) -> None:
        if call.match.mark() != call.mark:
            await self._finish(call)

    async def _keep(self, call: Call) -> None:
        """Write what the call has changed since it was last written."""
        change = await off_the_loop(lambda: keeping.made_ready(call.table, call.mark, call.maker))
        await self._write(call, change)

    async def _write(self, call: Call, change: Change) -> None:
        await keeping.keep(self._database, call.table, change, call.user)
        call.mark = call.floor = call.match.mark()

    async def _finish(self, call: Call, answered: str = "") -> Moment:
        """Write, and tell the game's sockets where the battle is now. What everybody sees of it now.

        `answered` is the socket of the window that hears of it in the answer to this call.
        """

        def made_ready() -> tuple[Change, Shown]:
            change = keeping.made_ready(call.table, call.mark, call.maker)
            return change, showing.made_ready(call.table, call.before)

        change, shown = await off_the_loop(made_ready)
        await self._write(call, change)
        game_id, call.before = call.match.game_id, shown.after
        call.lead_on(shown.own[call.access.sides], heard=bool(self._caller.socket) and not answered)
        grew = await off_the_loop(call.table.log_grew)
        holds_log = answered if self._caller.log is not None else ""
        await showing.send(self._hub, game_id, shown, answered, log=grew or shown.shorter, holds_log=holds_log)
        for kind, payload in call.news:
            await self._hub.send(game_id, kind, {"game_id": game_id, **payload})
        if call.access.game.simulation:
            await showing.show_simulation(self._hub, call.match)
        return shown.after


def _check_dice(call: Call, match: Match, put: Put) -> None:
    """Own dice only where both agreed on them, and the other player's only with his consent, as what is done by hand
    where one of them wants that."""
    own_dice.check(match, put)
    if isinstance(put.choice, ByHand) and not call.consented:
        _check_hand(call, match, put.choice)
    if call.weighing and worth_weighing(put.choice):
        raise NeedsWeighing(put.choice)
    if put.given is None or call.consented or call.user is None:
        return
    people, computer = commanders(call.access), match.is_computer
    foreign = {side for side in own_dice.sides_of(match, put.choice, put.given) if not computer(side)}
    if any(people.get(side) != call.user for side in foreign):
        raise NeedsConsent("dice", dice_offer(match, min(call.access.sides, default=0), put, call.user))


def _check_hand(call: Call, match: Match, choice: ByHand) -> None:
    """What is done by hand is done of the own army, at any moment; where one of the players wants that it waits for the
    other, if a person commands that side, once the rules take it."""
    side = match.due().side if choice.side is None else choice.side
    if call.user is None:
        return
    check_switch(match, call.access.sides, side, choice)
    people = commanders(call.access)
    alone = match.is_computer(1 - side) or people.get(1 - side) in {None, call.user}
    if alone or not match.hand_agreed:
        return
    refusal = match.battle.refusal_of(choice)
    if refusal is not None:
        raise refusal
    raise NeedsConsent("by_hand", hand_offer(match, side, choice, call.user))


def _fallen(call: Call, ready: Pending) -> tuple[Event, ...]:
    """The dice of a complete roll. They stay, whatever is refused after them."""
    events = rolling.fall(call.match, ready)
    call.floor = call.match.mark()
    return events


def finish_roll(match: Match, ready: Pending) -> None:
    """Let a roll fall that no call waits for, and do what its command would have done next without a choice."""
    rolling.fall(match, ready)
    with suppress(RuleRefusal):
        run(match, tidied(match))


__all__ = ["NOBODY", "CallResult", "NotAllowedError", "Playing", "StaleError", "WarnedError", "game_state"]
