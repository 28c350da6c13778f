"""The chess clock: who pays, and for which seconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from highground.game.match import clock
from highground.game.match.clock import Clock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_the_side_that_is_asked_pays_until_the_other_is() -> None:
    now = clock.handed(Clock(600), 0, at(0))
    assert clock.used(now, at(10)) == (10.0, 0.0)
    now = clock.handed(clock.handed(now, 0, at(15)), 1, at(20))
    assert clock.used(now, at(27.5)) == (20.0, 7.5)


def test_nobody_pays_while_it_is_paused_or_the_computer_is_due() -> None:
    now = clock.paused(clock.handed(Clock(600), 0, at(0)), at(5))
    now = clock.handed(now, 1, at(50))
    assert clock.used(now, at(99)) == (5.0, 0.0)
    now = clock.resumed(now, at(100))
    assert clock.used(now, at(101)) == (5.0, 1.0)
    now = clock.handed(now, None, at(102))
    assert clock.used(now, at(500)) == (5.0, 2.0)


def test_a_time_that_is_up_goes_on_and_a_clock_set_back_costs_nothing() -> None:
    now = clock.handed(Clock(60), 1, at(0))
    assert clock.used(now, at(90)) == (0.0, 90.0)
    assert clock.used(now, at(-30)) == (0.0, 0.0)


def test_it_shows_whose_time_runs() -> None:
    armies = ("blue", "red")
    now = clock.handed(Clock(60), 1, at(0))
    assert clock.view(None, armies, at(0)) is None
    assert clock.view(now, armies, at(1.26)) == {
        "seconds": 60, "used": [0.0, 1.26], "running_army_uuid": "red", "paused": False,
    }  # fmt: skip
    stopped = clock.view(clock.paused(now, at(2)), armies, at(9))
    assert stopped == {"seconds": 60, "used": [0.0, 2.0], "running_army_uuid": None, "paused": True}
