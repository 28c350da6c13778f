"""Sealed rolls under way: a choice is fixed, and the devices that it names reveal their part of its dice.

The witness reveals first, without knowing anything of the thrower's part; the thrower next, who has seen what the
witness revealed; the server last. So a device that could still stay away does not know what that would change. A
witness is waited for a few seconds, then the roll goes on and says so.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any

from highground.engine.events import Event
from highground.engine.proof import DiceRole
from highground.fair import sealing as seal
from highground.fair.sealing import Pending, Sealing
from highground.game.commands.commanding import Put
from highground.game.match.match import Match
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.games.access import Access, commanders
from highground.server.games.tables import SIDES
from highground.server.play import repository
from highground.server.sockets.hub import Hub

LOOK_AGAIN = 0.05
"""Seconds between two looks for what another process has taken in."""
NOT_REVEALED = "Your device has not revealed its part of the roll. The choice is fixed; its dice fall once it has."


@dataclass
class Waiting:
    """A roll that a call of this process waits for."""

    sealing: Sealing
    pending: Pending
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    for_witness: float = 0.0
    """Seconds for which the witness was waited for."""

    def take(self, role: DiceRole, value: str, signature: str) -> None:
        """Take in what a device reveals. Raises the rules' Refusal where it is not what was fixed."""
        self.pending = seal.accept(self.sealing, self.pending, role, value, signature)
        self.changed.set()


class Rolling:
    """The rolls under way in this process. `patience` is how long a witness is waited for, in seconds.

    A call waits for the thrower's device for `thrower_patience`; the choice stays fixed beyond that. `others`: whether
    other processes may take reveals in as well.
    """

    def __init__(self, database: Database, hub: Hub, patience: float, thrower_patience: float, others: bool) -> None:
        self._database = database
        self._hub = hub
        self._patience = patience
        self._thrower_patience = thrower_patience
        self._others = others
        self._waiting: dict[str, Waiting] = {}

    def waiting(self, game_id: str) -> Waiting | None:
        return self._waiting.get(game_id)

    def fix(self, match: Match, access: Access, put: Put, user: int | None, device: str) -> Pending:
        """Fix a choice whose dice are sealed, before anybody knows them. `user` makes it, from `device`."""
        request, sealing = match.ask(), match.sealing
        assert request is not None
        assert sealing is not None
        people = commanders(access)
        thrower = None if match.is_computer(request.side) else people.get(request.side)
        witness = seal.witness_for(sealing, thrower, request.side, tuple(people.values()))
        players = {user for side, user in people.items() if not match.is_computer(side)}
        pending = Pending(
            roll=0,
            number=match.number,
            choice=put.choice,
            statement="",
            until=datetime.now(UTC) + timedelta(seconds=self._patience),
            given=put.given,
            user=user,
            witness=witness,
            thrower=None if thrower is None else seal.device_of(sealing, thrower, device, request.side),
            missed=("witness",) if witness is None and not players <= {thrower} else (),
        )
        match.sealing, match.pending = seal.fix(sealing, pending)
        return match.pending

    async def collect(self, match: Match) -> Waiting:
        """Ask the devices of a fixed roll for their parts; what came of it. Raises Refusal without the thrower's."""
        assert match.sealing is not None
        assert match.pending is not None
        game_id = match.game_id
        waiting = self._waiting[game_id] = Waiting(match.sealing, match.pending)
        try:
            await self.announce(game_id, waiting.sealing, waiting.pending)
            await self._witness(game_id, waiting)
            thrower_until = datetime.now(UTC) + timedelta(seconds=self._thrower_patience)
            if not await self._wait(game_id, waiting, "thrower", thrower_until):
                raise Refusal(409, NOT_REVEALED)
            return waiting
        finally:
            if self._waiting.get(game_id) is waiting:
                del self._waiting[game_id]

    async def _witness(self, game_id: str, waiting: Waiting) -> None:
        if not waiting.pending.awaits("witness"):
            return
        began = monotonic()
        if not await self._wait(game_id, waiting, "witness", waiting.pending.until):
            waiting.pending = seal.passed_over(waiting.pending, "witness")
        waiting.for_witness = monotonic() - began
        if waiting.pending.awaits("thrower"):
            await self.announce(game_id, waiting.sealing, waiting.pending)

    async def _wait(self, game_id: str, waiting: Waiting, role: DiceRole, until: datetime) -> bool:
        """Until the device has revealed; whether it has."""
        while waiting.pending.awaits(role):
            left = (until - datetime.now(UTC)).total_seconds()
            if left <= 0:
                return False
            try:
                async with asyncio.timeout(min(left, LOOK_AGAIN) if self._others else left):
                    await waiting.changed.wait()
            except TimeoutError:
                await self._look(game_id, waiting)
            waiting.changed.clear()
        return True

    async def _look(self, game_id: str, waiting: Waiting) -> None:
        """Take in what another process has."""
        if not self._others:
            return
        row = await self._database.ask(partial(repository.row_of, game_id=game_id))
        kept = None if row is None else repository.pending_of(row)
        if kept is not None and kept.roll == waiting.pending.roll and len(kept.reveals) > len(waiting.pending.reveals):
            waiting.pending = kept

    async def announce(self, game_id: str, sealing: Sealing, pending: Pending) -> None:
        """Tell the players' devices what is fixed, and what has been revealed of it."""
        await self._hub.send(game_id, "roll_fixed", {"game_id": game_id, **view(sealing, pending)}, seats=SIDES)


def fall(match: Match, pending: Pending) -> tuple[Event, ...]:
    """Let the dice of a fixed choice fall, of which everybody has revealed who will. Slow: call it off the loop."""
    assert match.sealing is not None
    for role in pending.missed:
        place = pending.party(role)
        if place is not None:
            match.sealing = seal.without(match.sealing, place)
    match.pending = None
    return match.answer(pending.choice, pending.given, seal.proof_of(match.sealing, pending))


def by_now(pending: Pending) -> Pending:
    """A roll as it stands now: a witness that has not revealed in time is not waited for."""
    late = pending.awaits("witness") and pending.until <= datetime.now(UTC)
    return seal.passed_over(pending, "witness") if late else pending


def thrower_left(match: Match, pending: Pending, access: Access) -> bool:
    """Whether the roll waits for a device of somebody who is no longer a player of the game, and so for nobody."""
    place = pending.party("thrower")
    return (
        place is not None
        and match.sealing is not None
        and match.sealing.users[place] not in commanders(access).values()
    )


def view(sealing: Sealing, pending: Pending) -> dict[str, Any]:
    """A roll under way as the players' devices see it."""
    witness = pending.revealed("witness")
    return {
        "roll": pending.roll,
        "statement": pending.statement,
        "parties": [each for each in parties_view(sealing) if each["since"] <= pending.roll],
        "witness": pending.witness,
        "thrower": pending.thrower,
        "witnessed": None if witness is None else witness.value,
        "awaits": [role for role in ("witness", "thrower") if pending.awaits(role)],
        "lost": pending.lost_by is not None,
    }


def parties_view(sealing: Sealing) -> list[dict[str, Any]]:
    """Those who make dice, as everybody may know them."""
    return [
        {"sides": list(each.sides), "anchor": each.anchor, "key": each.key, "since": each.since}
        for each in sealing.parties
    ]
