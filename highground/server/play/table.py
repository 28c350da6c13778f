"""Around the battle: resigning, draws, claims, the clock, and what the players' devices do for the dice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

from sqlalchemy.orm import Session

from highground.engine.errors import Refusal as RuleRefusal
from highground.engine.proof import DiceRole
from highground.engine.record import history
from highground.fair import sealing as seal
from highground.game.commands import advising, agreements
from highground.game.commands.commanding import Steps, at_once
from highground.game.match.match import Match, Offer, Terms
from highground.game.views.state import ClockChange, OfferKind
from highground.server.accounts.tables import User
from highground.server.errors import Refusal
from highground.server.games.access import Access, commanders, find_access
from highground.server.play import report, repository, rolling
from highground.server.play.service import CallResult, Do, News, NotAllowedError, Playing
from highground.server.play.table_schemas import RollBefore
from highground.server.play.turns import check_turn
from highground.words import sentence

WHICH = "You command both armies: say which of them resigns."
NEVER_RESIGNS = "The computer never gives up: you can only resign for your own army."
NO_DRAW = "The computer plays on: it takes no draw."
NOBODY_ELSE = "Nobody else sits at this table."
NOT_SEALED = "The dice of this game come from a seed: devices take no part in them."
SEEDED = "The dice of this game come from a seed, which its log would give away: it can be had after the end."
NO_ROLL = "There is no such roll under way."
NOT_YOUR_DEVICE = "This part of the roll is not yours to reveal."
NOT_LOST = "Nobody waits for a device of yours."


def other_person(match: Match, access: Access) -> int | None:
    """The side that another person commands; None where there is none."""
    others = [side for side in commanders(access) if side not in access.sides and not match.is_computer(side)]
    return others[0] if others and access.sides else None


@dataclass(frozen=True, slots=True)
class Table:
    """What the players of a game do beside their choices."""

    playing: Playing

    async def resign(self, user: User, game_id: str, side: int | None) -> CallResult[None]:
        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            if side is not None and side not in access.sides:
                raise Refusal(403, "You do not command this army.")
            # A player resigns for an army they command; one whose armies the computer plays, for one of these.
            own = [each for each in access.sides if not match.is_computer(each)] or list(access.sides)
            if side is not None and side not in own:
                raise Refusal(409, NEVER_RESIGNS)
            if side is None and len(own) > 1:
                raise Refusal(422, WHICH)
            loser = own[0] if side is None else side
            return lambda match: agreements.end_battle.begin(match, loser, "resigned")

        def given_up(match: Match, access: Access) -> bool:
            allowed(match, access)
            return True

        return await self.playing.change(user, game_id, None, allowed, user.id, given_up=given_up)

    async def offer_draw(self, user: User, game_id: str) -> CallResult[None]:
        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            if len(access.sides) > 1:
                if match.against_computer:
                    raise Refusal(409, NO_DRAW)
                return lambda match: agreements.end_battle.begin(match, None, "draw")
            if other_person(match, access) is None:
                raise Refusal(409, NO_DRAW)
            (side,) = access.sides
            return lambda match: at_once(lambda: match.make_offer(Offer("draw", side, match.number, user=user.id)))

        return await self.playing.change(user, game_id, None, allowed, user.id)

    async def allow_coach(self, user: User, game_id: str, on: bool) -> CallResult[None]:
        """Let both players ask the coach, once the other one agrees; or nobody any more, which needs no consent."""

        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            if not on or other_person(match, access) is None:
                return lambda match: at_once(lambda: advising.let_coach(match, on))
            (side,) = access.sides
            return lambda match: at_once(lambda: match.make_offer(Offer("coach", side, match.number, user=user.id)))

        return await self.playing.change(user, game_id, None, allowed, user.id)

    async def answer(
        self, user: User, game_id: str, kind: OfferKind, agree: bool, offer_id: str | None = None
    ) -> CallResult[None]:
        """Agree to an offer (that of the id, if it is given), decline it, or withdraw one's own."""
        news: dict[str, News] = {}

        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            news.update(_answered(match, access, kind, agree))

            def do(match: Match) -> Steps[None]:
                offer = agreements.answered(match, access.sides, kind, agree, offer_id)
                if offer is not None:
                    yield from _agreed(match, offer)

            return do

        def maker(match: Match) -> int | None:
            """Dice that both agree to are rolled by the player who rolled them, what is done by hand is done by its."""
            offer = match.offer(kind)
            return user.id if offer is None or kind not in {"dice", "by_hand"} else offer.user

        return await self.playing.change(user, game_id, None, allowed, maker, lambda _match: news, consented=True)

    async def claim(self, user: User, game_id: str) -> CallResult[None]:
        """Win against a player who has run out of time, or who is to act and has stayed away for too long."""
        facts = await self.playing.ask(partial(_absence, user=user.id, game_id=game_id))
        given: list[Literal["absent", "time"]] = []

        def opponent(match: Match, access: Access) -> int:
            check_turn(match, access, "anyone")
            other = other_person(match, access)
            if other is None:
                raise Refusal(409, NOBODY_ELSE)
            return other

        def allowed(match: Match, access: Access) -> Do[None]:
            other = opponent(match, access)

            def do(match: Match) -> Steps[None]:
                found = given or [agreements.claim(match, 1 - other, *facts, datetime.now(UTC))]
                return agreements.end_battle.begin(match, other, found[0])

            return do

        def given_up(match: Match, access: Access) -> bool:
            """Whether the battle may be claimed while a roll waits for its thrower's device, as it may be after it."""
            try:
                given[:] = [agreements.claim(match, 1 - opponent(match, access), *facts, datetime.now(UTC))]
            except RuleRefusal as refusal:
                raise NotAllowedError(refusal) from refusal
            return True

        return await self.playing.change(user, game_id, None, allowed, user.id, given_up=given_up)

    async def set_clock(self, user: User, game_id: str, do: ClockChange, minutes: int) -> CallResult[None]:
        """Change the chess clock, or where another person sits at the table offer to."""

        def allowed(match: Match, access: Access) -> Do[None]:
            check_turn(match, access, "anyone")
            if other_person(match, access) is None:
                return lambda match: _changed_clock(match, do, minutes)
            _check_clock(match, do)
            (side,) = access.sides
            offer = Offer("clock", side, match.number, Terms(do, minutes), user.id)
            return lambda match: at_once(lambda: match.make_offer(offer))

        return await self.playing.change(user, game_id, None, allowed, user.id)

    async def dice(self, user: User | None, game_id: str) -> dict[str, Any]:
        """How the dice of the game are made, and the roll under way."""

        def read(match: Match, access: Access) -> dict[str, Any]:
            sealing, waiting = match.sealing, self.playing.rolling.waiting(game_id)
            pending = match.pending if waiting is None else waiting.pending
            return {
                "sealed": sealing is not None,
                "own_dice": match.own_dice or match.physical,
                "sides": sorted(access.sides),
                "rolls": 0 if sealing is None else sealing.rolls,
                "parties": [] if sealing is None else rolling.parties_view(sealing),
                "pending": None
                if sealing is None or pending is None
                else rolling.view(sealing, rolling.by_now(pending)),
            }

        return await self.playing.look(user, game_id, read)

    async def battle_log(self, user: User | None, game_id: str) -> bytes:
        """The battle's log with the proofs of its dice, as JSON, for anybody who may read the game."""

        def read(match: Match, _access: Access) -> bytes:
            if match.sealing is None and not match.battle.state.completed:
                raise Refusal(409, SEEDED)
            return report.shareable(report.battle_log(match))

        return await self.playing.look(user, game_id, read)

    async def rolls_before(self, game_id: str) -> list[RollBefore]:
        """All dice that fell so far, in order, also those of choices that were taken back."""
        return await self.playing.peek(game_id, _rolls_before) or []

    async def join(self, user: User, game_id: str, anchor: str, key: str) -> dict[str, Any]:
        """Have a device of the caller take part in the dice from the next roll on, or again."""
        place: list[int] = []

        def do(match: Match, access: Access) -> None:
            if not access.sides:
                raise Refusal(403, "Only the players of this game take part in its dice.")
            if match.sealing is None:
                raise Refusal(409, NOT_SEALED)
            match.sealing, found = seal.joined(match.sealing, user.id, sorted(access.sides), anchor, key)
            place.append(found)

        match = await self.playing.adjust(user, game_id, do)
        assert match.sealing is not None
        party = match.sealing.parties[place[-1]]
        return {
            "party": place[-1],
            "since": party.since,
            "sides": list(party.sides),
            "rolls": match.sealing.rolls,
            "parties": rolling.parties_view(match.sealing),
        }

    async def reveal(self, user: User, game_id: str, roll: int, role: DiceRole, value: str, signature: str) -> None:
        """Take in a device's part of the roll under way."""
        waiting = self.playing.rolling.waiting(game_id)
        try:
            if waiting is not None and waiting.pending.roll == roll:
                _check_device(waiting.sealing, waiting.pending, role, user)
                waiting.take(role, value, signature)
                return
            await self._reveal_later(user, game_id, roll, role, value, signature)
        except RuleRefusal as refusal:
            raise NotAllowedError(refusal) from refusal

    async def _reveal_later(
        self, user: User, game_id: str, roll: int, role: DiceRole, value: str, signature: str
    ) -> None:
        """For a roll that no call of this process waits for."""

        def do(match: Match, _access: Access) -> None:
            if match.pending is None or match.sealing is None or match.pending.roll != roll:
                raise Refusal(409, NO_ROLL)
            _check_device(match.sealing, match.pending, role, user)
            match.pending = seal.accept(match.sealing, rolling.by_now(match.pending), role, value, signature)

        await self.playing.adjust(user, game_id, do)
        self.playing.settle_later(game_id)

    async def lost(self, user: User, game_id: str) -> None:
        """The caller's device has lost its secret: go on without it, once the other player agrees."""

        def do(match: Match, access: Access) -> None:
            pending = match.pending
            place = None if pending is None else pending.party("thrower")
            if pending is None or place is None or not pending.awaits("thrower") or match.sealing is None:
                raise Refusal(409, NOT_LOST)
            if match.sealing.users[place] != user.id:
                raise Refusal(409, NOT_LOST)
            side = next(iter(access.sides))
            if other_person(match, access) is None:
                match.pending = seal.passed_over(pending, "thrower")
            else:
                match.make_offer(Offer("lost_device", side, match.number, user=user.id))

        await self.playing.adjust(user, game_id, do, show=True)
        self.playing.settle_later(game_id, at_once=True)

    async def agree_lost(self, user: User, game_id: str, agree: bool) -> None:
        """Agree that a roll goes on without the thrower's device, or not."""

        news: dict[str, News] = {}

        def do(match: Match, access: Access) -> None:
            news.update(_answered(match, access, "lost_device", agree))
            offer = agreements.answered(match, access.sides, "lost_device", agree)
            if offer is not None and match.pending is not None:
                match.pending = seal.passed_over(match.pending, "thrower")

        await self.playing.adjust(user, game_id, do, show=True, news=lambda _match: news)
        self.playing.settle_later(game_id, at_once=True)


def _answered(match: Match, access: Access, kind: OfferKind, agree: bool) -> dict[str, News]:
    """What both players hear of an offer that the other one agrees to or declines; nothing if it is withdrawn."""
    made = match.offer(kind)
    if made is None or made.side in access.sides:
        return {}
    return {"offer_answer": {"kind": kind, "offered_by": match.cast.army_uuids[made.side], "agreed": agree}}


def _rolls_before(match: Match) -> list[RollBefore]:
    steps = history(match.battle.records, match.battle.undone)
    return [
        RollBefore(
            what=rolled.purpose,
            faces=list(rolled.faces),
            own=step.record.given is not None,
            undone=step.undone is not None,
        )
        for step in steps
        if not step.undo
        for rolled in step.record.dice
    ]


def _changed_clock(match: Match, do: ClockChange, minutes: int) -> Steps[None]:
    return at_once(lambda: agreements.change_clock(match, do, minutes, datetime.now(UTC)))


def _agreed(match: Match, offer: Offer) -> Steps[None]:
    if offer.kind == "draw":
        return agreements.end_battle.begin(match, None, "draw")
    if offer.kind == "dice":
        return agreements.roll_agreed.begin(match, offer)
    if offer.kind == "by_hand":
        return agreements.done_by_hand.begin(match, offer)
    if offer.kind == "coach":
        return at_once(lambda: advising.let_coach(match, True))
    assert offer.what.do is not None
    return _changed_clock(match, offer.what.do, offer.what.minutes)


def _check_clock(match: Match, do: ClockChange) -> None:
    """Refuse at once what could not be agreed to either."""
    if do == "start" and match.clock is not None:
        raise Refusal(409, sentence(RuleRefusal("has-clock")))
    if do != "start" and match.clock is None:
        raise Refusal(409, sentence(RuleRefusal("no-clock")))


def _check_device(sealing: seal.Sealing, pending: seal.Pending, role: DiceRole, user: User) -> None:
    place = pending.party(role)
    if place is None or sealing.users[place] != user.id:
        raise Refusal(403, NOT_YOUR_DEVICE)


def _absence(session: Session, user: int, game_id: str) -> tuple[datetime, timedelta]:
    """Since when the other player is away from what waits for them; and how long an absence has to be.

    From the beginning if they were never seen. Nobody is away before the last choice, which made it their turn to act.
    """
    access, row = find_access(session, user, game_id), repository.row_of(session, game_id)
    others = [] if access is None else [each for each in commanders(access).values() if each != user]
    seen = repository.last_seen(session, game_id, others[0]) if others else None
    began = datetime.now(UTC) if row is None else row.began
    due = repository.changed_last(session, game_id) or began
    return max(seen or began, due), repository.absence(session, game_id)
