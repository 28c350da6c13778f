"""A chess clock beside the battle: each side has so many seconds and pays for the time in which it is asked.

It has no time of its own: the caller says what time it is. Seconds are real seconds. Nothing happens when a
side's time is up; its players see that it is, and by how much.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec.structs import replace

from highground.game.views.state import ClockState


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """`used` are the seconds that both sides have paid; `running` is the side that pays since `since`.

    `since` is None while nobody pays: the clock is paused, the computer is due, or the battle is over.
    """

    seconds: int
    used: tuple[float, float] = (0.0, 0.0)
    running: int | None = None
    since: datetime | None = None
    paused: bool = False


def of_minutes(minutes: int) -> Clock:
    """A clock that gives each side so many minutes; nobody pays yet."""
    return Clock(minutes * 60)


def used(clock: Clock, now: datetime) -> tuple[float, float]:
    """The seconds that both sides have used up to now."""
    if clock.running is None or clock.since is None:
        return clock.used
    more = max(0.0, (now - clock.since).total_seconds())
    first, second = clock.used
    return (first + more, second) if clock.running == 0 else (first, second + more)


def handed(clock: Clock, side: int | None, now: datetime) -> Clock:
    """From now on `side` pays; nobody while the clock is paused."""
    since = None if side is None or clock.paused else now
    return replace(clock, used=used(clock, now), running=side, since=since)


def given_back(clock: Clock, side: int, seconds: float) -> Clock:
    """A side does not pay for so many of the seconds that it was asked."""
    first, second = clock.used
    return replace(clock, used=(first - seconds, second) if side == 0 else (first, second - seconds))


def paused(clock: Clock, now: datetime) -> Clock:
    return handed(replace(clock, paused=True), clock.running, now)


def resumed(clock: Clock, now: datetime) -> Clock:
    return handed(replace(clock, paused=False), clock.running, now)


def view(clock: Clock | None, army_uuids: tuple[str, ...], now: datetime) -> ClockState | None:
    """The clock as both players see it at this moment; None where none was started."""
    if clock is None:
        return None
    running = None if clock.since is None or clock.running is None else army_uuids[clock.running]
    return {
        "seconds": clock.seconds,
        "used": [round(each, 3) for each in used(clock, now)],
        "running_army_uuid": running,
        "paused": clock.paused,
    }
