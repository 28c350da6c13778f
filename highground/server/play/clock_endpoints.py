"""The chess clock beside a battle."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Response

from highground.play import clock
from highground.server.accounts.access import SignedIn
from highground.server.errors import Refusal
from highground.server.games.access import GameId
from highground.server.play import schemas
from highground.server.play.calls import CHANGE, Play, done

router = APIRouter(prefix="/api/game/{game_id}", tags=["play"])

THERE_IS_ONE = "This game has a clock already: stop it first."
THERE_IS_NONE = "This game has no clock: start one first."


@router.post("/clock", operation_id="setClock", response_model=schemas.Done, responses=CHANGE)
async def set_clock(play: Play, user: SignedIn, game_id: GameId, call: schemas.ClockCall) -> Response:
    """Start a chess clock, pause it, let it go on, or stop it for good. Whoever is asked by the battle pays."""

    def change(now: clock.Clock | None) -> clock.Clock | None:
        if call.do == "start":
            return _started(now, call.minutes)
        if now is None:
            raise Refusal(409, THERE_IS_NONE)
        moment = datetime.now(UTC)
        if call.do == "pause":
            return clock.paused(now, moment)
        return clock.resumed(now, moment) if call.do == "resume" else None

    return done(await play.set_clock(user, game_id, change))


def _started(now: clock.Clock | None, minutes: int) -> clock.Clock:
    if now is not None:
        raise Refusal(409, THERE_IS_ONE)
    return clock.of_minutes(minutes)
